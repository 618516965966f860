package data

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/internal/filelock"
	"chuhe/lab/record"
)

func TestMerge(t *testing.T) {
	dir := t.TempDir()
	var names []string
	var all []record.Game
	for seed := range 3 {
		games := randomGames(uint64(seed), 70+seed)
		data, _ := encode(t, text(seed), games)
		names, all = append(names, write(t, dir, fmt.Sprint("part", seed), data)), append(all, games...)
	}
	two, three := filepath.Join(dir, "two"), filepath.Join(dir, "three")
	out, _, err := run(t, nil, "merge", "-out", two, names[0], names[1])
	require.NoError(t, err)
	assert.Equal(t, two+": 141 games\n", out)
	last, err := os.ReadFile(names[2])
	require.NoError(t, err)
	_, _, err = run(t, last, "merge", two, "-", "-out", three)
	require.NoError(t, err)
	header, got := read(t, three)
	assert.Equal(t, lines(all), got)
	assert.Equal(t, "made by merge\nmade by merge\npart 1\n"+text(0)+"part 2\n"+text(1)+"part 3\n"+text(2), header)
	assert.Equal(t, "120", strings.Fields(common(header, "rules"))[1])
	assert.Empty(t, common(header, "seed"))

	_, _, err = run(t, nil, "merge", "-out", filepath.Join(dir, "no"), three, names[1])
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "three and "+names[1]+" have games of the same settings")
	again := filepath.Join(dir, "again")
	_, _, err = run(t, nil, "merge", "-duplicates", "-out", again, two, names[1])
	require.NoError(t, err)
	_, got = read(t, again)
	assert.Len(t, got, 141+71)

	_, _, err = run(t, nil, "merge", "-force", "-out", two, two, names[2])
	require.NoError(t, err, "a file may take the place of one of its parts")
	_, got = read(t, two)
	assert.Equal(t, lines(all), got)

	data, err := os.ReadFile(names[0])
	require.NoError(t, err)
	cut := write(t, dir, "cut", data[:len(data)-1])
	_, _, err = run(t, nil, "merge", "-out", filepath.Join(dir, "no"), cut, names[1])
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, `the file ends within it; "chuhe data check -repair" saves the rest`)
	left, err := filepath.Glob(filepath.Join(dir, "*.tmp"))
	require.NoError(t, err)
	assert.Empty(t, left)
	assert.NoFileExists(t, filepath.Join(dir, "no"))
}

// TestBusyTarget asserts that a file another process holds is not overwritten.
func TestBusyTarget(t *testing.T) {
	dir := t.TempDir()
	data, _ := encode(t, text(1), randomGames(1, 3))
	in, target := write(t, dir, "in", data), write(t, dir, "target", data)
	file, err := os.Open(target)
	require.NoError(t, err)
	defer file.Close()
	require.NoError(t, filelock.Lock(file))
	again, err := os.Open(target)
	require.NoError(t, err)
	locks := filelock.Lock(again) != nil
	require.NoError(t, again.Close())
	if !locks {
		t.Skip("no locks here")
	}
	_, _, err = run(t, nil, "merge", "-force", "-out", target, in)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, target+": another process is writing to it")

	require.NoError(t, file.Close())
	out, err := create(destination{name: target, force: true}, "")
	require.NoError(t, err)
	file, err = os.Open(target)
	require.NoError(t, err)
	require.NoError(t, filelock.Lock(file))
	assert.ErrorIs(t, out.commit(), filelock.ErrBusy, "one that began meanwhile")
	require.NoError(t, file.Close())
	_, _, err = run(t, nil, "merge", "-force", "-out", target, in)
	assert.NoError(t, err)
}
