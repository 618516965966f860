package selfplay

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/internal/unit"
	"chuhe/search"
)

// TestUnits asserts that the parts of a file, joined, are the file that one run makes.
func TestUnits(t *testing.T) {
	if testing.Short() {
		t.Skip("makes the same games again")
	}
	dir := t.TempDir()
	args := func(name string, more ...string) []string {
		return append(append([]string{"-out", filepath.Join(dir, name), "-games", "150"}, fast...), more...)
	}
	_, _, err := run(t.Context(), args("one")...)
	require.NoError(t, err)
	_, _, err = run(t.Context(), args("many", "-merge")...)
	assert.ErrorContains(t, err, "many: "+filepath.Join(dir, "many.units")+": 3 of 3 units are missing: 0-2")
	for _, part := range []string{"1/2", "0/2", "0/2"} {
		_, _, err = run(t.Context(), args("many", "-unit", part)...)
		require.NoError(t, err)
	}
	_, _, err = run(t.Context(), args("many", "-merge")...)
	require.NoError(t, err)
	want, err := os.ReadFile(filepath.Join(dir, "one"))
	require.NoError(t, err)
	got, err := os.ReadFile(filepath.Join(dir, "many"))
	require.NoError(t, err)
	sameBytes(t, want, got, "joined")

	_, _, err = run(t.Context(), args("many", "-merge", "-seed", "2")...)
	assert.EqualError(t, err, "datagen: "+filepath.Join(dir, "many")+`: begun with other settings: seed is "1", want "2"; give the same as before, or another file`)
	_, _, err = run(t.Context(), args("many", "-merge", "-unit", "0/2")...)
	assert.ErrorContains(t, err, "want one of the two")
	_, _, err = run(t.Context(), args("many", "-unit", "2/2")...)
	assert.ErrorContains(t, err, "want I/N with I from 0 to N-1")
	_, _, err = run(t.Context(), args("many", "-unit", "0/2", "-games", "18446744073709551615")...)
	assert.ErrorContains(t, err, "many.units: ", "more units than a folder can have, not none")
}

// TestUnitSettings asserts that a worker trusts no settings of a job.
func TestUnitSettings(t *testing.T) {
	build, err := search.Signature()
	require.NoError(t, err)
	open := func(build string, change func(*unitSettings)) error {
		s := unitSettings{DefaultSettings(), eval.Classical{}.Name()}
		change(&s)
		j, err := unit.New("datagen", build, true, s, nil)
		require.NoError(t, err)
		_, err = Units(&j.Recipe, nil)
		return err
	}
	require.NoError(t, open(build, func(*unitSettings) {}))
	require.NoError(t, open(build, func(s *unitSettings) { s.Hash, s.MinRandom, s.MaxRandom = MaxHash, 0, 0 }))
	for name, change := range map[string]func(*unitSettings){
		"no thread":      func(s *unitSettings) { s.Threads = 0 },
		"two threads":    func(s *unitSettings) { s.Threads = 2 },
		"no nodes":       func(s *unitSettings) { s.Nodes = 0 }, // a search without an end
		"many nodes":     func(s *unitSettings) { s.Nodes = MaxNodes + 1 },
		"no table":       func(s *unitSettings) { s.Hash = 0 },
		"a large table":  func(s *unitSettings) { s.Hash = MaxHash + 1 },
		"fewer than 0":   func(s *unitSettings) { s.MinRandom = -1 },
		"more than most": func(s *unitSettings) { s.MinRandom = s.MaxRandom + 1 },
	} {
		assert.ErrorContains(t, open(build, change), "settings out of range: {", name)
	}
	assert.Equal(t, unit.BuildError{Has: build, Want: "other"}, open("other", func(*unitSettings) {}))
	network, err := evals.Default()
	require.NoError(t, err)
	assert.EqualError(t, open(build, func(s *unitSettings) { s.Evaluator = "net-0" }), "this program has the evaluation "+network.Name()+", want net-0")
}
