package data

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/command"
	"chuhe/lab/record"
)

func TestShuffle(t *testing.T) {
	dir := t.TempDir()
	games := randomGames(7, 300)
	data, _ := encode(t, text(7), games[:200])
	other, _ := encode(t, text(8), games[200:])
	one, two := write(t, dir, "one", data), write(t, dir, "two", other)
	out := filepath.Join(dir, "out")
	_, _, err := run(t, nil, "shuffle", "-seed", "5", "-out", out, one, two)
	require.NoError(t, err)
	header, got := read(t, out)
	assert.Equal(t, "made by shuffle with seed 5\npart 1\n"+text(7)+"part 2\n"+text(8), header)
	want := lines(games)
	assert.NotEqual(t, want, got)
	assert.ElementsMatch(t, want, got)
	late := 0 // of the second file among the first half
	for _, g := range got[:150] {
		if slices.Contains(want[200:], g) {
			late++
		}
	}
	assert.InDelta(t, 50, late, 20, "the files are mixed")

	whole, err := os.ReadFile(out)
	require.NoError(t, err)
	_, _, err = run(t, data, "shuffle", "-seed", "5", "-out", out, "-force", "-", two)
	require.NoError(t, err)
	bucketed, err := os.ReadFile(out)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(whole, bucketed), "by way of files it is the same")
	_, _, err = run(t, nil, "shuffle", "-seed", "6", "-out", out, "-force", one, two)
	require.NoError(t, err)
	_, again := read(t, out)
	assert.NotEqual(t, got, again, "another seed gives another order")
	left, err := filepath.Glob(filepath.Join(dir, "*.tmp"))
	require.NoError(t, err)
	assert.Empty(t, left)
}

func TestBuckets(t *testing.T) {
	in := &tool{ctx: t.Context()}
	header, _ := encode(t, text(1), nil)
	name := write(t, t.TempDir(), "large", header)
	require.NoError(t, os.Truncate(name, 100<<20)) // has holes
	n, room, err := in.bucketsFor([]string{name, name}, 1<<30)
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	assert.EqualValues(t, 250<<20, room)
	n, _, err = in.bucketsFor([]string{name, name}, 10<<20)
	require.NoError(t, err)
	assert.Equal(t, 26, n)
	require.NoError(t, os.Truncate(name, 300<<20))
	_, _, err = in.bucketsFor([]string{name, name}, 1<<20)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "-memory is 1 MiB, want at least 2 for files of 600 MiB")

	var packed bytes.Buffer
	_, err = record.NewPackedWriter(&packed, text(1))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, packed.Bytes(), 0o666))
	require.NoError(t, os.Truncate(name, 100<<20))
	_, room, err = in.bucketsFor([]string{name}, 1<<30)
	require.NoError(t, err)
	assert.EqualValues(t, 375<<20, room, "packed games become larger")
}

// TestLeftovers asserts that a killed command leaves no file that the same command leaves
// too.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	data, _ := encode(t, text(1), randomGames(1, 10))
	name, out := write(t, dir, "a", data), filepath.Join(dir, "out")
	for _, command := range []string{"pack", "merge", "shuffle"} {
		left := write(t, dir, "out.0123456789abcdef.tmp", nil)
		_, _, err := run(t, nil, command, "-out", out, "-force", name)
		require.NoError(t, err)
		assert.NoFileExists(t, left, command)
	}
	var b bucket
	require.NoError(t, b.create(filepath.Join(dir, "bucket")))
	defer b.remove()
	if runtime.GOOS != "windows" {
		assert.NoFileExists(t, filepath.Join(dir, "bucket"))
	}
}

// TestFullDisk asserts that an error of writing names the file that the user knows, and no
// game, while that of a game names the game.
func TestFullDisk(t *testing.T) {
	name := filepath.Join(t.TempDir(), "new")
	out, err := create(destination{name: name, packed: true}, text(1))
	require.NoError(t, err)
	games := randomGames(1, 2)
	games[1].Plies = []record.Ply{{Move: board.MustParseMove("a0i9")}}
	require.NoError(t, out.add(&games[0]))
	assert.ErrorContains(t, out.add(&games[1]), "game 2: ")
	require.NoError(t, out.file.Close())
	assert.EqualError(t, out.commit(), "write "+name+": file already closed")
}
