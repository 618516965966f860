package dhtmlxq

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/preorder"
)

// Format is DhtmlXQ as a format of games.
var Format = &game.Format{
	Name:       "dhtmlxq",
	Extensions: []string{"txt", "ubb", "html"},
	Recognise:  Recognise,
	Read:       Read,
	Several:    true,
	Write: func(w io.Writer, g *game.Game, _ game.WriteOptions) ([]game.Loss, error) {
		return Write(w, g)
	},
}

// Write writes a game in UTF-8 and returns what the format cannot hold. A comment in
// front of a move goes to the front of the comment after it. The moves must be legal.
func Write(w io.Writer, g *game.Game) ([]game.Loss, error) {
	out := writer{}
	out.WriteString("[DhtmlXQ]\n")
	out.text("ver", "www_dpxq_com")
	for _, t := range g.Tags {
		if name := nameOf(t.Name); name != "" && t.Name != game.TagResultText {
			out.text(name, out.escape(t.Value))
		}
	}
	result := results[g.Result]
	if other := g.Tag(game.TagResultText); other != "" && g.Result == board.Unfinished {
		result = out.escape(other)
	}
	out.text("result", result)
	out.text("binit", binit(&g.Start))
	if needsFEN(g) {
		out.text("fen", g.Start.FEN())
	}
	out.moves(g)
	out.WriteString("[/DhtmlXQ]\n\n")

	lost := g.LostTagsThat(func(name string) bool { return name != game.TagResultText && nameOf(name) == "" })
	lost = append(lost, g.Count().Losses(game.LostVariations, game.LostComments)...)
	if out.changed > 0 {
		lost = append(lost, game.Loss{What: game.LostCharacters, Count: out.changed})
	}
	_, err := w.Write(out.Bytes())
	return lost, err
}

// needsFEN reports whether the points of the pieces and the first move do not say all
// about the start position.
func needsFEN(g *game.Game) bool {
	return len(g.Root.Next) == 0 && g.Start.Side() == board.Black || g.Start.Halfmove() != 0 || g.Start.Fullmove() != 1
}

type writer struct {
	bytes.Buffer
	changed int // characters
}

func (w *writer) text(name, value string) {
	fmt.Fprintf(w, "[DhtmlXQ_%s]%s[/DhtmlXQ_%s]\n", name, value, name)
}

// escape returns a text in which nothing means more than itself: || is a line end, of which
// a stroke before it would become a part, and a bracket can begin the next text.
func (w *writer) escape(text string) string {
	for _, c := range []struct{ old, new string }{
		{"||", "｜｜"}, {"|\n", "｜\n"}, {"[DhtmlXQ", "［DhtmlXQ"}, {"[/DhtmlXQ", "［/DhtmlXQ"},
	} {
		if n := strings.Count(text, c.old); n > 0 {
			w.changed += n
			text = strings.ReplaceAll(text, c.old, c.new)
		}
	}
	return text
}

// comment writes the comment on a move of a line.
func (w *writer) comment(id, ply int, n *game.Node) {
	text := n.Remarks()
	if text == "" {
		return
	}
	name := fmt.Sprintf("comment%d_%d", id, ply)
	if id == 0 {
		name = fmt.Sprintf("comment%d", ply)
	}
	w.text(name, strings.ReplaceAll(w.escape(text), "\n", "||"))
}

// moves writes the lines, then the comments.
func (w *writer) moves(g *game.Game) {
	var comments writer
	lineOf := map[*game.Node]int{&g.Root: 0}
	id, last := 0, 0
	name := "movelist"
	var moves strings.Builder
	for v := range g.Walk() {
		switch {
		case v.IsVariation():
			w.text(name, moves.String())
			moves.Reset()
			last++
			id = last
			name = fmt.Sprintf("move_%d_%d_%d", lineOf[v.Parent], v.Ply, id)
		case v.Parent != nil:
			id = lineOf[v.Parent]
		}
		lineOf[v.Node] = id
		if v.Parent != nil {
			moves.WriteString(point(v.Move.From()) + point(v.Move.To()))
		}
		comments.comment(id, v.Ply, v.Node)
	}
	w.text(name, moves.String())
	w.Write(comments.Bytes())
	w.changed += comments.changed
}

// point returns the two digits of a square.
func point(s board.Square) string {
	return string([]byte{'0' + byte(s.File()), '9' - byte(s.Rank())})
}

// binit returns the points of the 32 pieces: Red's of a kind from left to right, as
// the sites write them, and Black's likewise.
func binit(p *board.Position) string {
	digits := make([]byte, 0, 64)
	for side := range board.Side(2) {
		var squares [board.PieceTypes][]string
		for t := board.Pawn; t <= board.King; t++ {
			for left := p.Pieces(side, t); !left.IsEmpty(); {
				squares[t] = append(squares[t], point(left.Pop()))
			}
			slices.Sort(squares[t])
		}
		for _, t := range preorder.Pieces {
			if len(squares[t]) == 0 {
				digits = append(digits, "99"...)
				continue
			}
			digits = append(digits, squares[t][0]...)
			squares[t] = squares[t][1:]
		}
	}
	return string(digits)
}
