package annotate

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/game"
	"chuhe/lang"
	"chuhe/rules/words"
)

// signs are the keys of what a sign says of a move.
var signs = map[game.NAG]string{game.Dubious: "review.dubious", game.Mistake: "review.mistake", game.Blunder: "review.blunder"}

// noteKeys are the keys of the notes. Those about pieces have another one for a line that
// captures on both sides, which ends with For.
var noteKeys = [...]string{
	MissedMate: "review.missedMate", MissedRule: "review.missedRule", AllowsMate: "review.allowsMate", AllowsRule: "review.allowsRule",
	Loses: "review.loses", Misses: "review.misses", WinGone: "review.winGone", StillWins: "review.stillWins",
	OnlyMove: "review.onlyMove", Draws: "review.draws", LosesByRule: "review.losesByRule",
}

// sideName returns the name of a side as a heading.
func sideName(l lang.Lang, s board.Side) string { return l.Say("page." + s.String()) }

// note puts a note on a move of a side into words.
func note(l lang.Lang, n Note, side board.Side) string {
	key := noteKeys[n.Kind]
	if n.Kind == Loses && len(n.Gained) > 0 || n.Kind == Misses && len(n.Lost) > 0 {
		key += "For"
	}
	return l.Say(key, "moves", n.N, "lost", names(l, n.Lost, side), "gained", names(l, n.Gained, side.Other()))
}

// names lists pieces of a side, equal kinds together.
func names(l lang.Lang, pieces []board.PieceType, side board.Side) string {
	var names []string
	for i := 0; i < len(pieces); {
		kind, n := pieces[i], 0
		for ; i < len(pieces) && pieces[i] == kind; i++ {
			n++
		}
		names = append(names, l.Say(fmt.Sprint("review.pieces", min(n, 5)), "piece", words.Pieces(l, board.NewPiece(side, kind), n)))
	}
	if last := len(names) - 1; last > 0 {
		return l.Say("join.and", "first", l.Join(names[:last]), "last", names[last])
	}
	return strings.Join(names, "")
}

// Reasons says in a language what is wrong with a move, or what is good about it: the
// notes one after the other, "" if there are no notes.
func (m *Move) Reasons(l lang.Lang) string {
	var notes []string
	for _, n := range m.Notes {
		notes = append(notes, note(l, n, m.Side))
	}
	return strings.Join(notes, l.Say("join.semicolon"))
}

// explain returns the comment on a move, "" if there is nothing to say.
func explain(l lang.Lang, m *Move) string {
	text := m.Reasons(l)
	switch {
	case m.Sign == 0:
		return ""
	case m.Sign == game.GoodMove:
		first, size := utf8.DecodeRuneInString(text)
		return l.Say("review.good", "notes", string(unicode.ToUpper(first))+text[size:])
	}
	key := "review.comment"
	if text == "" {
		key = "review.plain"
	}
	return l.Say(key, "sign", l.Say(signs[m.Sign]), "best", points(m.BestPoints), "played", points(m.PlayedPoints), "notes", text)
}

// points returns points to expect, 0 to 1, as text.
func points(p float64) string { return fmt.Sprintf("%.2f", p) }
