// Package fenlist reads and writes lists of positions: a FEN to a line, or an EPD
// with its operations, or a position with moves as the protocols of engines have it.
package fenlist

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/game/pgn"
	"chuhe/game/text"
	"chuhe/internal/keyed"
	"chuhe/internal/lazy"
)

// Format is a list of positions. A game is written as the position in which its main
// line ends.
var Format = &game.Format{
	Name:       "fen",
	Extensions: []string{"fen", "epd"},
	Recognise:  Recognise,
	Read:       Read,
	Write: func(w io.Writer, g *game.Game, _ game.WriteOptions) ([]game.Loss, error) {
		return Write(w, g)
	},
	Several: true,
}

// operation is one of EPD: a name, and text in quotes or without.
var operation = lazy.Pattern(`^\s*([A-Za-z][A-Za-z0-9_]*)\s*((?:"[^"]*"|[^;"])*);?`)

// opcode is how a note begins that is an operation: with a name of the EPD standard, D1 of a list for
// perft, or moves.
var opcode = lazy.Pattern(`^(?:ac[dns]|[abps]m|[cv][0-9]|ce|dm|draw_(?:accept|claim|offer|reject)|eco|fmvn|hmvc|id|nic|noop|pv|rc|resign|tc(?:gs|ri|si)|D[0-9]+|moves)(?:\s|$)`)

// ErrOperation is wrapped by the errors about operations of an EPD.
var ErrOperation error = keyed.New("fault.epd", "bad EPD operation")

// opcodes are the operations that are something else here than a tag of their name. The
// moves stand behind the last operation, without a semicolon.
const (
	opID      = "id"
	opComment = "c0"
	opMoves   = "moves"
)

// Recognise reports whether a file that begins like this is a list of positions: its
// first line that is not a comment is one, or so much like one that its fault can be named.
// Moves in the lines below a first position make a game of it.
func Recognise(head []byte) bool {
	var first *game.Game
	for line := range strings.Lines(text.Decode(head)) {
		if line = strings.TrimSpace(line); skipped(line) {
			continue
		}
		g, _ := parse(line, nil) // with the moves before a bad one
		is := g != nil || pgn.BeginsFEN(bare(line))
		if first == nil {
			if first = g; g == nil || len(g.Moves()) > 0 {
				return is
			}
			continue
		}
		if is {
			return true
		}
		if played, _ := pgn.Moves(first.Start, line); len(played.Moves()) > 0 {
			return false
		}
	}
	return first != nil
}

// skipped reports whether a line contains nothing but a comment.
func skipped(line string) bool { return line == "" || line[0] == '#' || line[0] == ';' }

// Read reads the positions one after another, each as a game, as [game.Format] says.
func Read(r io.Reader) iter.Seq2[*game.Game, error] {
	return func(yield func(*game.Game, error) bool) {
		lines := text.NewLines(r)
		for number := 0; ; {
			line, err := lines.Next()
			if err != nil {
				if !errors.Is(err, io.EOF) {
					yield(nil, err)
				}
				return
			}
			words := strings.TrimSpace(line.Text)
			if skipped(words) {
				continue
			}
			number++
			at := line.OffsetOf(strings.Index(line.Text, words))
			g, err := parse(words, &line)
			if g != nil {
				g.Line, g.Offset = line.Number, at
				for _, w := range g.Warnings {
					w.Line, w.Offset, w.Game = line.Number, at, number
				}
			}
			if err != nil {
				fault := &game.Error{Offset: at, Line: line.Number, Game: number, Err: err}
				if g != nil && errors.Is(err, notation.ErrMove) {
					fault.Ply = len(g.Moves()) + 1
				}
				err = fault
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// parse reads a line; of is the line of the file, nil if that is not known. A bad move gives an error
// together with the game before it.
func parse(line string, of *text.Line) (*game.Game, error) {
	line = bare(line)
	g := game.New(board.Start())
	operations, isStart := strings.CutPrefix(line+" ", "startpos ")
	if !isStart {
		var fen string
		fen, operations = split(line)
		start, err := board.ParseFEN(fen)
		if err != nil {
			return nil, err
		}
		g.Start = start
	}
	if note := noteOf(operations); note != "" {
		g.AddTag(game.TagTitle, game.CleanLine(half(note, of)), 0)
		return g, nil
	}
	moves, err := operate(g, operations)
	if err != nil {
		return nil, err
	}
	played, err := pgn.Moves(g.Start, moves)
	g.Root.Next = played.Root.Next
	return g, err
}

// bare returns a line without the words that may stand before its FEN.
func bare(line string) string {
	line = cutWord(line, "position")
	line = strings.TrimPrefix(line, "Position=")
	return cutWord(line, "fen")
}

// cutWord returns a line without its first word, if it is the given one.
func cutWord(line, word string) string {
	if rest, ok := strings.CutPrefix(line, word+" "); ok {
		return strings.TrimSpace(rest)
	}
	return line
}

// split returns the FEN at the beginning of a line and the operations or moves behind it.
// Operations begin after the side to move and, unlike counters, with a letter, or after a
// semicolon.
func split(line string) (fen, operations string) {
	at := 0
	for i, field := range strings.Fields(line) {
		at += strings.Index(line[at:], field)
		if c := field[0] | 0x20; i >= 2 && c >= 'a' && c <= 'z' || i > 0 && (field[0] == ';' || field == opMoves) {
			return line[:at], line[at:]
		}
		if at += len(field); i > 0 && field[len(field)-1] == ';' {
			return line[:at-1], line[at-1:]
		}
	}
	return line, ""
}

// noteOf returns what stands behind a position as "; 1. title" and is no operation, "" for anything else.
// One behind a semicolon has quotes, or an end of its own, or a name that is known.
func noteOf(operations string) string {
	note, ok := strings.CutPrefix(operations, ";")
	note = strings.TrimSpace(note)
	if !ok || operation().MatchString(note) && (strings.ContainsAny(note, `";`) || opcode().MatchString(note)) {
		return ""
	}
	return strings.Trim(note, "; \t")
}

// half returns the part of a note that is in the encoding of its line. XQWizard has the titles of its
// endgames in GBK and in Big5, with | between them.
func half(note string, of *text.Line) string {
	before, behind, both := strings.Cut(note, "|")
	switch {
	case !both || of == nil:
		return note
	case of.IsGB18030():
		return before
	case of.IsBig5():
		return behind
	}
	return note
}

// operate applies the operations of a line, and returns the moves behind them.
func operate(g *game.Game, text string) (moves string, err error) {
	for text = strings.Trim(text, "; \t"); text != ""; text = strings.TrimSpace(text) {
		m := operation().FindStringSubmatch(text)
		if m == nil {
			return "", fmt.Errorf("%w %q, want one such as bm h2e2;", ErrOperation, text)
		}
		value := game.CleanLine(strings.Trim(strings.TrimSpace(m[2]), `"`))
		switch m[1] {
		case opMoves:
			_, moves, _ = strings.Cut(text, opMoves)
			return moves, nil
		case opID:
			g.AddTag(game.TagTitle, value, 0) // Read knows the place
		case opComment:
			switch {
			case g.Root.Comment == "":
				g.Root.Comment = value
			case value != "" && value != g.Root.Comment:
				g.WarnTwice(opComment, value, 0)
			}
		default:
			g.AddTag(m[1], value, 0)
		}
		text = text[len(m[0]):]
	}
	return "", nil
}

// isOpcode reports whether a tag came from an operation: its name is in lower case.
func isOpcode(name string) bool {
	return name != "" && name == strings.ToLower(name) && operation().FindString(name) == name &&
		!slices.Contains([]string{opID, opComment, opMoves}, name)
}

// Write writes the position in which the main line of a game ends, and returns what
// else the game has.
func Write(w io.Writer, g *game.Game) ([]game.Loss, error) {
	p := g.Start
	moves := 0
	for v := range g.Main() {
		p = v.After()
		moves = v.Ply
	}
	line := p.FEN()
	kept := []string{game.TagTitle}
	changed := 0 // characters
	add := func(name, value string) {
		changed += strings.Count(value, `"`)
		line += fmt.Sprintf(` %s "%s";`, name, strings.ReplaceAll(game.CleanLine(value), `"`, "'"))
	}
	if title := g.Tag(game.TagTitle); title != "" {
		add(opID, title)
	}
	for _, t := range g.Tags {
		if isOpcode(t.Name) {
			add(t.Name, t.Value)
			kept = append(kept, t.Name)
		}
	}
	count := g.Count()
	if g.Root.Comment != "" && !strings.Contains(g.Root.Comment, "\n") {
		add(opComment, g.Root.Comment)
		count.Comments--
	}
	lost := append(count.Losses(), g.LostTagsBut(kept...)...)
	if changed > 0 {
		lost = append(lost, game.Loss{What: game.LostCharacters, Count: changed})
	}
	if moves > 0 {
		lost = append(lost, game.Loss{What: game.LostMoves, Count: moves})
	}
	if g.Result.Finished() {
		lost = append(lost, game.Loss{What: game.LostResult, Count: 1})
	}
	_, err := io.WriteString(w, line+"\n")
	return lost, err
}
