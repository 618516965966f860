package puzzle

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/internal/unit"
	"chuhe/search"
	"chuhe/tools/puzzle/find"
)

// TestUnits asserts that the parts of a search, joined, are the file that one run writes, also where
// a joining was stopped anywhere.
func TestUnits(t *testing.T) {
	from, dir := write(t, "a.pgn", games), t.TempDir()
	one, many := filepath.Join(dir, "one"), filepath.Join(dir, "many")
	makes := func(out string, more ...string) (said string, err error) {
		said, _, err = run(t.Context(), "", append([]string{"make", "-out", out, from}, more...)...)
		return said, err
	}
	said, err := makes(one)
	require.ErrorIs(t, err, errFaults)
	want := contents(t, one)
	require.Equal(t, 3, strings.Count(want, "\n"))

	_, err = makes(many, "-merge")
	assert.ErrorContains(t, err, "2 of 2 units are missing: 0-1")
	for _, part := range []string{"1/2", "0/2", "0/2"} {
		out, err := makes(many, "-unit", part, "-threads", "2")
		assert.ErrorIs(t, err, errFaults)
		assert.Contains(t, out, "part "+part+" has 1 of 2 units")
	}
	joined, err := makes(many, "-merge")
	assert.ErrorIs(t, err, errFaults)
	assert.Equal(t, said, joined)
	assert.Equal(t, want, contents(t, many))
	head := strings.Index(want, "\n") + 1
	for _, size := range []int{0, 20, head, head + 20, len(want) - 5} {
		require.NoError(t, os.WriteFile(many, []byte(want[:size]), 0o600))
		_, err = makes(many, "-merge", "-force")
		require.ErrorIs(t, err, errFaults)
		require.Equal(t, want, contents(t, many), "cut after %d bytes", size)
	}

	require.NoError(t, os.Remove(many))
	for range 2 {
		joined, err = makes(many, "-merge", "-most", "1")
		assert.ErrorIs(t, err, errFaults)
		assert.Equal(t, "1 puzzle in 1 game\n", joined)
		assert.NotContains(t, contents(t, many), second)
	}

	_, err = makes(many, "-merge", "-force", "-nodes", "3000")
	assert.ErrorContains(t, err, "made with other settings")
	_, err = makes(many, "-merge", "-unit", "0/2")
	assert.ErrorIs(t, err, command.ErrInput)
	for _, without := range [][]string{{"-threads", "2"}, {"-threads", "2", "-merge"}} {
		_, err = makes(filepath.Join(dir, "none"), without...)
		assert.ErrorContains(t, err, "-threads without -unit, want both")
		assert.ErrorIs(t, err, command.ErrInput)
	}
	assert.NoFileExists(t, filepath.Join(dir, "none"))
}

// TestUnitSettings asserts that a worker trusts no settings of a job.
func TestUnitSettings(t *testing.T) {
	build, err := search.Signature()
	require.NoError(t, err)
	open := func(build string, change func(*unitSettings)) error {
		s := unitSettings{find.DefaultOptions(nil), eval.Classical{}.Name()}
		change(&s)
		j, err := unit.New("puzzles", build, true, s, nil)
		require.NoError(t, err)
		_, err = Units(&j.Recipe, nil)
		return err
	}
	require.NoError(t, open(build, func(*unitSettings) {}))
	require.NoError(t, open(build, func(s *unitSettings) { s.Nodes, s.Proof, s.Mate = 1, 1, 0 }))
	require.NoError(t, open(build, func(s *unitSettings) { s.Mate = find.MaxMate }))
	for name, change := range map[string]func(*unitSettings){
		"no nodes":     func(s *unitSettings) { s.Nodes = 0 },
		"no proof":     func(s *unitSettings) { s.Proof = 0 },
		"a mate in -1": func(s *unitSettings) { s.Mate = -1 },
		"a long mate":  func(s *unitSettings) { s.Mate = find.MaxMate + 1 },
	} {
		assert.ErrorContains(t, open(build, change), "settings out of range: {", name)
	}
	assert.Equal(t, unit.BuildError{Has: build, Want: "other"}, open("other", func(*unitSettings) {}))
}
