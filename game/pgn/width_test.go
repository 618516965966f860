package pgn

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/game"
)

// TestWidth asserts that moves are written in lines of 80 bytes at most, each as full as its
// words allow.
func TestWidth(t *testing.T) {
	games, err := read("1. a0a1 a9a8 " + strings.Repeat("a1a0 a8a9 a0a1 a9a8 ", 40) + "*")
	require.NoError(t, err)
	require.Len(t, games, 1)
	var out bytes.Buffer
	_, err = Format.Write(&out, games[0], game.WriteOptions{})
	require.NoError(t, err)
	_, moves, _ := strings.Cut(out.String(), "\n\n")
	lines := strings.Split(strings.TrimSpace(moves), "\n")
	require.Greater(t, len(lines), 10)
	for i, line := range lines {
		assert.LessOrEqual(t, len(line), 80, line)
		if i > 0 {
			first, _, _ := strings.Cut(line, " ")
			assert.Greater(t, len(lines[i-1])+len(" "+first), 80, lines[i-1])
		}
	}
}
