package command

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMatched puts files in the place of patterns, as shells do outside of Windows.
func TestMatched(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("A [象棋]", 0o700))
	for _, name := range []string{"b.pgn", "a.pgn", "棋.pgn", "c.xqf", "A [象棋]/D.XQF", "A [象棋]/[1977]e.xqf", "A [象棋]/9f.xqf"} {
		require.NoError(t, os.WriteFile(name, nil, 0o600))
	}
	for _, c := range []struct{ in, want []string }{
		{nil, nil},
		{[]string{"-", "*.pgn", "c.xqf"}, []string{"-", "a.pgn", "b.pgn", "棋.pgn", "c.xqf"}},
		{[]string{"?.xqf", "none*.pgn", "[*"}, []string{"c.xqf", "none*.pgn", "[*"}},
		{[]string{"A [象棋]/*.xqf"}, []string{"A [象棋]/9f.xqf", "A [象棋]/D.XQF", "A [象棋]/[1977]e.xqf"}},
		{[]string{"*/[1977]*.XQF", "./A.PG?"}, []string{"A [象棋]/[1977]e.xqf", "a.pgn"}},
	} {
		var want []string
		for _, name := range c.want {
			want = append(want, filepath.FromSlash(name))
		}
		assert.Equal(t, want, matched(c.in))
	}
}
