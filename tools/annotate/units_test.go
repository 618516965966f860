package annotate

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval"
	"chuhe/internal/command/commandtest"
	"chuhe/internal/unit"
	"chuhe/search"
)

// TestUnits asserts that the parts of a work, joined, are the file that one run writes.
func TestUnits(t *testing.T) {
	dir := t.TempDir()
	args := func(name string, more ...string) []string {
		return append([]string{"-nodes", "100", "-out", filepath.Join(dir, name), "-"}, more...)
	}
	formats := []string{"a.pgn", "a.html", "a.txt"}
	if testing.Short() {
		formats = formats[:1]
	}
	for _, name := range formats {
		_, _, err := run(t.Context(), manyGames(), args("one-"+name)...)
		require.NoError(t, err)
		for _, part := range []string{"0/2", "1/2", "1/2"} {
			_, _, err := run(t.Context(), manyGames(), args(name, "-unit", part)...)
			require.NoError(t, err)
		}
		_, _, err = run(t.Context(), manyGames(), args(name, "-merge")...)
		require.NoError(t, err)
		want, err := os.ReadFile(filepath.Join(dir, "one-"+name))
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), name)
	}
	_, _, err := run(t.Context(), manyGames(), "-nodes", "100", "-unit", "0/2", "-")
	assert.EqualError(t, err, "annotate: no -out, want the name of a file; see annotate -help")
	_, _, err = run(t.Context(), manyGames(), args("b.pgn", "-merge")...)
	assert.ErrorContains(t, err, "9 of 9 units are missing: 0-8")
}

// TestIllegalUnit refuses a search whose line cannot be played where it was found.
func TestIllegalUnit(t *testing.T) {
	carrier := func(context.Context, *unit.Job, int) iter.Seq2[[]byte, error] {
		return func(yield func([]byte, error) bool) {
			yield([]byte(`{"game":0,"ply":0,"depth":1,"lines":[{"score":900,"moves":"h2e2 a0a9"}]}`), nil)
		}
	}
	_, _, err := commandtest.Run(t.Context(), Over(carrier), "h2e2 *\n", "-nodes", "100", "-")
	assert.EqualError(t, err, "annotate: saved search of game 1, ply 0: the piece belongs to the other side (ply 2, a0a9, red rook)")
}

// TestUnitSettings asserts that a worker refuses searches without an end.
func TestUnitSettings(t *testing.T) {
	build, err := search.Signature()
	require.NoError(t, err)
	for _, s := range []Settings{{}, {Time: -1, Nodes: 1}, {Depth: -1}} {
		s.Rules, s.EvalFile = "computer", eval.Classical{}.Name()
		j, err := unit.New("annotate", build, true, s, nil)
		require.NoError(t, err)
		_, err = Units(&j.Recipe, nil)
		assert.ErrorContains(t, err, "settings out of range: {", "%+v", s)
	}
}
