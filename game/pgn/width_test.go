package pgn

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/internal/columns"
)

// TestWidth asserts that moves are written in lines of 80 columns at most, each as full as its
// words allow.
func TestWidth(t *testing.T) {
	games, err := read("1. a0a1 a9a8 " + strings.Repeat("{车来车去} a1a0 a8a9 a0a1 {wait} a9a8 ", 40) + "*")
	require.NoError(t, err)
	require.Len(t, games, 1)
	for _, style := range []notation.Style{notation.ICCS, notation.Chinese} {
		var out bytes.Buffer
		_, err = Format.Write(&out, games[0], game.WriteOptions{Notation: style})
		require.NoError(t, err)
		_, moves, _ := strings.Cut(out.String(), "\n\n")
		lines := strings.Split(strings.TrimSpace(moves), "\n")
		require.Greater(t, len(lines), 10)
		for i, line := range lines {
			assert.LessOrEqual(t, columns.Width(line), 80, line)
			if i > 0 {
				first, rest, _ := strings.Cut(line, " ")
				if strings.HasSuffix(first, ".") && strings.HasPrefix(rest, "...") {
					first += " ..."
				}
				assert.Greater(t, columns.Width(lines[i-1]+" "+first), 80, lines[i-1])
			}
		}
	}
}
