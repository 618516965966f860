package preorder

import (
	"bytes"
	"io"
	"strings"

	"chuhe/game"
)

// Held notes which tags of a game the head of a file holds.
type Held struct {
	tags []string
	cut  []string // those of which characters are left out
	lost int      // characters
}

// Add notes a tag, with how many characters at its end are left out.
func (h *Held) Add(tag string, lost int) {
	h.tags = append(h.tags, tag)
	if lost > 0 {
		h.cut = append(h.cut, tag)
		h.lost += lost
	}
}

// Write writes the head of a file, and with put the root of a game and its moves. It returns what
// the file does not hold; counters says that the counters of the start position are among that.
func (h *Held) Write(w io.Writer, head []byte, g *game.Game, put func(*bytes.Buffer, Move), counters bool) ([]game.Loss, error) {
	lost := g.LostTagsBut(h.tags...)
	if h.lost > 0 {
		lost = append(lost, game.Loss{What: game.LostCharacters, Detail: strings.Join(h.cut, ", "), Count: h.lost})
	}
	lost = append(lost, g.Count().Losses(game.LostVariations, game.LostComments)...)
	if counters {
		lost = append(lost, game.Loss{What: game.LostCounters, Count: 1})
	}
	out := bytes.NewBuffer(head)
	put(out, Move{Comment: g.Root.Comment, Follows: len(g.Root.Next) > 0})
	for m := range Moves(g) {
		put(out, m)
	}
	_, err := w.Write(out.Bytes())
	return lost, err
}
