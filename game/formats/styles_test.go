package formats

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/game/pgn"
)

// TestStyles writes a game in the usual notation of each format, and in notations that a program
// names in its own way: a constant of a style is a string, so that "chinese" compiles.
func TestStyles(t *testing.T) {
	g := game.New(board.Start(), board.MustParseMove("h2e2"))
	written := func(f *game.Format, style notation.Style) (string, error) {
		var out strings.Builder
		_, err := f.Write(&out, g, game.WriteOptions{Notation: style})
		return out.String(), err
	}
	for _, name := range []string{"pgn", "moves", "sheet"} {
		f, err := Named(name)
		assert.NoError(t, err)
		want, err := written(f, notation.Chinese)
		assert.NoError(t, err)
		assert.Contains(t, want, "炮二平五")
		lower, err := written(f, "chinese")
		assert.NoError(t, err, name)
		assert.Equal(t, want, lower, name)
		nothing, err := written(f, "algebraic")
		assert.EqualError(t, err, `unknown notation "algebraic": want iccs, wxf, chinese, traditional, vietnamese, ucci, uci, san`, name)
		assert.Empty(t, nothing, name)
	}
	var usual, iccs strings.Builder
	for style, out := range map[notation.Style]*strings.Builder{"": &usual, notation.ICCS: &iccs} {
		_, err := pgn.Write(out, g, style)
		assert.NoError(t, err)
	}
	assert.Contains(t, iccs.String(), `[Format "ICCS"]`)
	assert.Equal(t, iccs.String(), usual.String())
}
