package formats

import (
	"errors"
	"strconv"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/internal/keyed"
	"chuhe/lang"
	"chuhe/rules"
	"chuhe/rules/words"
)

// Explain says in a language what is wrong with a game, by an error of its reader or of
// [game.Game.Validate], or by an error that wraps one and names the file. The text may
// hold bytes of the file.
func Explain(l lang.Lang, err error) string {
	known := outermost(err, isKnown)
	if known == nil || !strings.Contains(err.Error(), known[0].Error()) {
		return explain(l, err)
	}
	return l.Replace(err.Error(), known[0].Error(), explain(l, known[0]))
}

// Warning says in a language what is doubtful about the games of a file, in a line. The text may
// hold bytes of the file.
func Warning(l lang.Lang, file string, d *game.Doubt) string {
	text := l.Say("convert.warning", "text", About(l, file, d.First))
	if d.Games > 1 {
		text = l.Say("convert.alike", "warning", text, "games", lang.Number{Noun: "games", N: d.Games})
	}
	return text
}

// About says in a language what is wrong or doubtful about a file. In English it says more
// than Explain.
func About(l lang.Lang, file string, err error) string {
	return l.Say("error.of", "what", file, "reason", Fault{err})
}

// Fault is an error about a game as a value of a text (see [lang.Lang.Say]). In English it
// says more than Explain.
type Fault struct{ Err error }

func (f Fault) Error() string { return inEnglish(f.Err) }

// Unwrap returns the error.
func (f Fault) Unwrap() error { return f.Err }

// In returns the text in a language.
func (f Fault) In(l lang.Lang) string {
	if l == lang.English || l == "" {
		return inEnglish(f.Err)
	}
	return Explain(l, f.Err)
}

// outermost returns the errors in a tree that are of some kind, the outermost of each branch.
func outermost(err error, is func(error) bool) (found []error) {
	if is(err) {
		return []error{err}
	}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		return outermost(e.Unwrap(), is)
	case interface{ Unwrap() []error }:
		for _, below := range e.Unwrap() {
			found = append(found, outermost(below, is)...)
		}
	}
	return found
}

// isKnown reports whether explain knows an error by its type.
func isKnown(err error) bool {
	switch err.(type) {
	case *rules.MoveError, *game.Error, *notation.MoveError, *game.MoveError, *board.FENError:
		return true
	}
	return false
}

// isFault reports whether an error is one about a file or a game whose text is in the
// catalogues.
func isFault(err error) bool {
	e, ok := err.(*keyed.Error)
	return ok && strings.HasPrefix(e.Key, "fault.")
}

// explain says in a language what an error says.
func explain(l lang.Lang, err error) string {
	if illegal, ok := errors.AsType[*rules.MoveError](err); ok {
		return words.Illegal(l, illegal)
	}
	var at *game.Error
	where, ply := "", 0
	if errors.As(err, &at) {
		where, ply = place(l, at), at.Ply
	}
	var cut *game.CutError
	var move *notation.MoveError
	if errors.As(err, &cut) {
		if l == lang.English || l == "" {
			return inEnglish(err)
		}
		where += l.Say("fault.cut", "n", cut.Places, "moves", cut.Moves) + l.Say("join.colon")
		if !errors.As(cut.First, &move) {
			return where + Explain(l, cut.First)
		}
	}
	if errors.As(err, &move) {
		return where + explainMove(l, move, ply)
	}
	if l == lang.English || l == "" {
		return inEnglish(err)
	}
	if node, ok := errors.AsType[*game.MoveError](err); ok {
		key := "fault.move"
		if node.Variation {
			key = "fault.variation"
		}
		return where + l.Say(key, "ply", node.Ply, "move", node.Move, "reason", Reason(l, node.Reason))
	}
	if fen, ok := errors.AsType[*board.FENError](err); ok {
		return where + explainFEN(l, fen)
	}
	if errors.Is(err, ErrUnknown) {
		return l.Say("fault.unknown", "formats", l.Join(names()))
	}
	if faults := outermost(err, isFault); faults != nil {
		text := l.Explain(faults[0])
		for _, reason := range faults[1:] {
			text = l.Say("error.of", "what", text, "reason", l.Explain(reason))
		}
		return where + text
	}
	if at != nil {
		err = at.Err
	}
	text := l.Explain(err)
	if text == err.Error() {
		text = l.Say("fault.content", "text", text)
	}
	return where + text
}

// inEnglish returns the text of an error, which says more than the catalogues, with the
// names that people read for the pieces.
func inEnglish(err error) string {
	text := err.Error()
	for _, keys := range [...]map[error]string{reasons, fenFaults} {
		for reason, key := range keys {
			if errors.Is(err, reason) {
				text = strings.Replace(text, reason.Error(), lang.English.Say(key), 1)
			}
		}
	}
	if fen, ok := errors.AsType[*board.FENError](err); ok {
		text = strings.Replace(text, fen.Want, peopleSay(fen.Want), 1)
	}
	var move *notation.MoveError
	var node *game.MoveError
	switch {
	case errors.As(err, &move):
		text = strings.Replace(text, move.Reason.Error(), words.Reason(lang.English, move.Reason), 1)
	case errors.As(err, &node):
		text = strings.Replace(text, node.Reason.Error(), words.Reason(lang.English, node.Reason), 1)
	}
	return text
}

// peopleSay replaces each name that code has for a piece by the English name that people read.
func peopleSay(text string) string {
	var names []string
	for t := board.Pawn; t <= board.King; t++ {
		names = append(names, t.String(), words.Pieces(lang.English, board.NewPiece(board.Red, t), 1))
	}
	return strings.NewReplacer(names...).Replace(text)
}

// Reason says why a move cannot be played, by an error of package rules or notation, or of a reader of files.
// Another error says what it says.
func Reason(l lang.Lang, reason error) string {
	if key, ok := reasons[reason]; ok {
		return l.Say(key)
	}
	if of := (*keyed.Error)(nil); l != lang.English && l != "" && errors.As(reason, &of) {
		return l.Say(of.Key)
	}
	return words.Reason(l, reason)
}

// reasons are the keys of the reasons of package notation.
var reasons = map[error]string{
	notation.ErrText: "illegal.notMove", notation.ErrNone: "illegal.none", notation.ErrAmbiguous: "illegal.ambiguous",
}

// explainFEN says what is wrong with a FEN.
func explainFEN(l lang.Lang, fen *board.FENError) string {
	found := l.Say("fen.end")
	if fen.Text != "" {
		found = strconv.Quote(fen.Text)
	}
	if fen.Square != board.NoSquare {
		found += l.Say("join.clause") + fen.Square.String()
	}
	key := "fen.unfit"
	for reason, k := range fenFaults {
		if errors.Is(fen, reason) {
			key = k
		}
	}
	return l.Say("fen.fault", "reason", l.Say(key), "number", fen.Offset+1, "found", found) // all before it is ASCII
}

// fenFaults are the keys of what may be wrong with a FEN.
var fenFaults = map[error]string{
	board.ErrNoBoard: "fen.noBoard", board.ErrRanks: "fen.ranks", board.ErrFiles: "fen.files", board.ErrLetter: "fen.letter",
	board.ErrSide: "fen.side", board.ErrDash: "fen.dash", board.ErrCounter: "fen.counter", board.ErrTrailing: "fen.trailing",
	board.ErrKings: "fen.kings", board.ErrKingPoint: "fen.kingPoint", board.ErrAdvisorPoint: "fen.advisorPoint",
	board.ErrBishopPoint: "fen.bishopPoint", board.ErrPawnPoint: "fen.pawnPoint", board.ErrTooMany: "fen.tooMany",
	board.ErrInCheck: "fen.inCheck", board.ErrFacing: "fen.facing",
}

// place says where in a file something is.
func place(l lang.Lang, at *game.Error) string {
	where := l.Say("fault.byte", "byte", at.Offset)
	if at.Line > 0 {
		where = l.Say("fault.line", "line", at.Line) + l.Say("join.brackets", "text", where)
	}
	if at.Game > 0 {
		where = l.Say("fault.inGame", "where", where, "game", at.Game)
	}
	return where + l.Say("join.colon")
}

// explainMove says why a text is not a legal move; ply is 0 if it is not known.
func explainMove(l lang.Lang, move *notation.MoveError, ply int) string {
	if move.Move != board.NoMove && move.Reason != notation.ErrAmbiguous {
		p := &move.Position
		return words.Illegal(l, &rules.MoveError{
			Ply: ply, Move: move.Move, Side: p.Side(), Piece: p.At(move.Move.From()), Reason: move.Reason,
		})
	}
	quoted := strconv.Quote(move.Text)
	text := l.Say("fault.quoted", "text", quoted[1:len(quoted)-1], "reason", Reason(l, move.Reason))
	if ply == 0 {
		return text
	}
	return l.Say("fault.ply", "ply", ply, "text", text)
}
