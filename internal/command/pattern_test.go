package command

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMatched puts files in the place of patterns, as shells do outside of Windows.
func TestMatched(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"b.pgn", "a.pgn", "棋.pgn", "c.xqf"} {
		require.NoError(t, os.WriteFile(name, nil, 0o600))
	}
	for _, c := range []struct{ in, want []string }{
		{nil, nil},
		{[]string{"-", "*.pgn", "c.xqf"}, []string{"-", "a.pgn", "b.pgn", "棋.pgn", "c.xqf"}},
		{[]string{"?.xqf", "none*.pgn", "[*"}, []string{"c.xqf", "none*.pgn", "[*"}},
	} {
		assert.Equal(t, c.want, matched(c.in))
	}
}
