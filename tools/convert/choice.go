package convert

import (
	"bytes"
	"slices"
	"strings"

	"chuhe/game"
	"chuhe/game/formats"
	"chuhe/lang"
)

// Choice says which games are written, in which order, and where to. The zero value is all
// games in the order in which they are read. Without Compare and Group a game is written
// before the next is read; otherwise the texts of all games are kept in memory.
type Choice struct {
	Wanted func(*game.Game) bool // nil for all
	// Key and Compare are the order of the games, nil for that in which they are read.
	Key     func(*game.Game) string
	Compare func(a, b string) int
	// Group names the file that a game goes to, without its extension, where -out is a folder;
	// nil for the names of the files that were read.
	Group func(*game.Game) string
	// Size is how many games a file has at most, where -out is a folder; 0 for no bound.
	Size int
	// Report returns the last line of the summary; nil for none.
	Report func(l lang.Lang, chosen, read int) string
}

// holds reports whether games are written only when all are read.
func (c *Choice) holds() bool { return c.Compare != nil || c.Group != nil || c.Size > 0 }

// heldGame is a game that is written when all are read.
type heldGame struct {
	file string // as of [formats.File.Path]
	key  string
	text []byte
}

// hold keeps a game.
func (c *converter) hold(f formats.File, g *game.Game, text []byte) {
	h := heldGame{file: f.Path, text: bytes.Clone(text)}
	switch {
	case c.Group != nil:
		h.file = c.Group(g) + ".games" // the format determines the extension
	case c.Size > 0:
		h.file = "games.games"
	}
	if c.Compare != nil {
		h.key = c.Key(g)
	}
	c.held = append(c.held, h)
}

// release writes the games that are held, file by file.
func (c *converter) release() error {
	if c.Compare != nil {
		slices.SortStableFunc(c.held, func(a, b heldGame) int { return c.Compare(a.key, b.key) })
	}
	_, toFolder := c.dest.(*folder)
	if toFolder {
		slices.SortStableFunc(c.held, func(a, b heldGame) int { return strings.Compare(a.file, b.file) })
	}
	inFile, before := 0, ""
	for i, h := range c.held {
		if i == 0 || toFolder && (h.file != before || c.Size > 0 && inFile == c.Size) {
			if err := c.dest.begin(formats.File{Path: h.file}); err != nil {
				return err
			}
			inFile, before = 0, h.file
		}
		if err := c.dest.write(h.text); err != nil {
			return err
		}
		inFile++
		if c.ctx.Err() != nil {
			return c.ctx.Err()
		}
	}
	return nil
}
