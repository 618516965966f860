package pgn

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/internal/columns"
)

// Format is PGN as a format of games. Its usual notation is ICCS.
var Format = &game.Format{
	Name:       "pgn",
	Extensions: []string{"pgn"},
	Recognise:  Recognise,
	Read:       Games,
	Several:    true,
	Write: func(w io.Writer, g *game.Game, o game.WriteOptions) ([]game.Loss, error) {
		return write(w, g, writer{style: o.Notation, commands: o.EvalCommands})
	},
}

// Write writes a game with an empty line after it, and returns the characters that
// it had to change, and the tags without a name or with that of a field, such as [game.TagFEN],
// which it leaves out. The moves must be legal. The usual style, "", is ICCS.
func Write(w io.Writer, g *game.Game, style notation.Style) ([]game.Loss, error) {
	return write(w, g, writer{style: style})
}

// write is Write with the settings of a writer.
func write(w io.Writer, g *game.Game, b writer) ([]game.Loss, error) {
	style, err := b.style.Or(notation.ICCS)
	if err != nil {
		return nil, err
	}
	b.style = style
	b.tag(game.TagGame, "Chinese Chess")
	for _, t := range g.Tags {
		if !isNoTag(t.Name) {
			b.tag(t.Name, t.Value)
		}
	}
	b.tag(game.TagResult, g.Result.String())
	b.tag(game.TagFEN, g.Start.FEN())
	if style == notation.Traditional {
		style = notation.Chinese
	}
	b.tag(game.TagFormat, string(style))
	b.out.WriteByte('\n')
	b.body(g)
	b.word(g.Result.String())
	b.out.WriteString("\n\n")
	_, err = w.Write(b.out.Bytes())
	lost := g.LostTagsThat(isNoTag)
	if b.changed > 0 {
		lost = append(lost, game.Loss{What: game.LostCharacters, Count: b.changed})
	}
	return lost, err
}

// isNoTag reports whether a file cannot hold a tag of a name, as another format or a program may give it:
// none, or that of a field of a game, for which it would be taken.
func isNoTag(name string) bool {
	return name == "" || slices.ContainsFunc([]string{game.TagGame, game.TagResult, game.TagFEN, game.TagFormat}, func(field string) bool {
		return strings.EqualFold(field, name)
	})
}

type writer struct {
	out      bytes.Buffer
	style    notation.Style
	commands bool // as game.WriteOptions.EvalCommands
	length   int  // of the line, in columns
	numbered bool // the next move needs no number, unless it is Red's
	opened   bool // a bracket has just opened
	changed  int  // characters
}

// tag writes a tag.
func (b *writer) tag(name, value string) {
	name = strings.Map(func(r rune) rune {
		if notInName(r) {
			b.changed++
			return '_'
		}
		return r
	}, name)
	value = game.Clean(value)
	b.changed += strings.Count(value, "\n")
	fmt.Fprintln(&b.out, tagText(name, value))
}

// tagText returns a tag as a file has it, in one line.
func tagText(name, value string) string {
	return "[" + name + ` "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(value) + `"]`
}

// place is a node whose followers are being written.
type place struct {
	node      *game.Node
	position  board.Position // after its move
	next      int            // which of them
	variation bool           // the line it is in ends with a bracket
}

// body writes the moves. It keeps its own stack, so that no file can exhaust that
// of the program.
func (b *writer) body(g *game.Game) {
	b.comment(g.Root.Before)
	first := writer{commands: true} // a score in front of the moves is read as a command alone
	b.comment(join(first.notes(&g.Root, g.Start.Side().Other()), g.Root.Comment))
	stack := []place{{node: &g.Root, position: g.Start}}
	for len(stack) > 0 {
		at := &stack[len(stack)-1]
		switch {
		case len(at.node.Next) == 0:
			if at.variation {
				b.bracket(')')
			}
			stack = stack[:len(stack)-1]
		case at.next == 0:
			b.move(&at.position, at.node.Next[0])
			at.next++
		case at.next < len(at.node.Next):
			v := at.node.Next[at.next]
			at.next++
			b.bracket('(')
			b.move(&at.position, v)
			stack = append(stack, place{node: v, position: at.position.Make(v.Move), variation: true})
		default:
			at.node, at.next = at.node.Next[0], 0
			at.position.Play(at.node.Move)
		}
	}
}

// move writes a move with what is noted about it.
func (b *writer) move(p *board.Position, n *game.Node) {
	b.comment(n.Before)
	switch {
	case p.Side() == board.Red:
		b.word(notation.Number(p))
	case !b.numbered:
		b.word(fmt.Sprintf("%d. ...", p.Fullmove()))
	}
	b.word(b.style.Format(p, n.Move))
	b.numbered = true
	for _, nag := range n.NAGs {
		b.word(nag.String())
	}
	b.comment(join(b.notes(n, p.Side()), n.Comment))
}

// word writes a word after a blank or, after 80 columns, on a new line. A Chinese character takes
// two columns.
func (b *writer) word(s string) {
	const width = 80
	n := columns.Width(s)
	switch {
	case b.length == 0 || b.opened:
	case b.length+1+n > width:
		b.out.WriteByte('\n')
		b.length = 0
	default:
		b.out.WriteByte(' ')
		b.length++
	}
	b.opened = false
	b.out.WriteString(s)
	b.length += n
}

// bracket opens or closes a variation.
func (b *writer) bracket(c byte) {
	b.numbered = false
	if c == '(' {
		b.word("(")
		b.opened = true
		return
	}
	b.out.WriteByte(c)
	b.length++
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

// comment writes a comment, in which the braces that would end it become wide.
func (b *writer) comment(s string) {
	s = game.Clean(s)
	if s == "" {
		return
	}
	if n := strings.Count(s, "{") + strings.Count(s, "}"); n > 0 {
		b.changed += n
		s = strings.NewReplacer("{", "｛", "}", "｝").Replace(s)
	}
	if strings.Contains(s, "[") {
		// A line like a tag is not to look like the head of a game.
		lines := strings.Split(s, "\n")
		for i, line := range lines {
			if headLine().MatchString(line) {
				b.changed++
				lines[i] = strings.Replace(line, "[", "［", 1)
			}
		}
		s = strings.Join(lines, "\n")
	}
	b.word("{" + s + "}")
	if i := strings.LastIndexByte(s, '\n'); i >= 0 {
		b.length = columns.Width(s[i+1:] + "}")
	}
	b.numbered = false
}
