package pgn

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"chuhe/board"
	"chuhe/game/notation"
)

// Tag is a line of a game's head.
type Tag struct{ Name, Value string }

// Move is a move with the comment that follows it, "" for none.
type Move struct {
	Move    board.Move
	Comment string
}

// Game is a game with its tags in order. The tags FEN, Format and Result are
// not among Tags: they are what Start, the notation and Result say.
type Game struct {
	Line    int // of the text it was read from, from 1; 0 if it was not
	Tags    []Tag
	Start   board.Position
	Moves   []Move
	Comment string // before the first move
	Result  board.Result
}

// Tag returns the value of a tag, "" if it is missing. The case of its name is ignored.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if strings.EqualFold(t.Name, name) {
			return t.Value
		}
	}
	return ""
}

// Write writes the game with an empty line after it. The moves must be legal.
func (g *Game) Write(w io.Writer, style notation.Style) error {
	var b bytes.Buffer
	tag := func(name, value string) {
		value = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ").Replace(value)
		fmt.Fprintf(&b, "[%s \"%s\"]\n", name, value)
	}
	tag("Game", "Chinese Chess")
	for _, t := range g.Tags {
		tag(t.Name, t.Value)
	}
	tag("Result", g.Result.String())
	tag("FEN", g.Start.FEN())
	tag("Format", string(style))
	b.WriteByte('\n')

	line := lineWriter{out: &b}
	if g.Comment != "" {
		line.comment(g.Comment)
	}
	p, numbered := g.Start, false
	for _, m := range g.Moves {
		if p.Side() == board.Red {
			line.word(fmt.Sprintf("%d.", p.Fullmove()))
		} else if !numbered {
			line.word(fmt.Sprintf("%d. ...", p.Fullmove()))
		}
		line.word(style.Format(&p, m.Move))
		if m.Comment != "" {
			line.comment(m.Comment)
		}
		numbered = m.Comment == ""
		p = p.Make(m.Move)
	}
	line.word(g.Result.String())
	b.WriteString("\n\n")
	_, err := w.Write(b.Bytes())
	return err
}

// lineWriter separates words by blanks or, after 80 bytes, by line ends.
type lineWriter struct {
	out    *bytes.Buffer
	length int
}

func (l *lineWriter) word(s string) {
	const width = 80
	switch {
	case l.length == 0:
	case l.length+1+len(s) > width:
		l.out.WriteByte('\n')
		l.length = 0
	default:
		l.out.WriteByte(' ')
		l.length++
	}
	l.out.WriteString(s)
	l.length += len(s)
}

// comment writes a comment, whose text may not hold the braces that end one.
func (l *lineWriter) comment(s string) {
	s = strings.NewReplacer("{", "(", "}", ")").Replace(s)
	for i, word := range strings.Fields(s) {
		if i == 0 {
			word = "{" + word
		}
		if i == len(strings.Fields(s))-1 {
			word += "}"
		}
		l.word(word)
	}
}
