package data

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/command"
	"chuhe/internal/filelock"
	"chuhe/lab/record"
	"chuhe/lang"
)

// TestDamagedInput asserts that a damaged block ends a command that writes a file, and
// that nothing is left of it.
func TestDamagedInput(t *testing.T) {
	dir := t.TempDir()
	data, _ := encode(t, text(1), randomGames(1, 10))
	cut := write(t, dir, "cut", data[:len(data)-1])
	_, _, err := run(t, nil, "pack", "-out", filepath.Join(dir, "no"), cut)
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
	_, _, err = run(t, nil, "pack", "-force", "-out", target, in)
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
	_, _, err = run(t, nil, "pack", "-force", "-out", target, in)
	assert.NoError(t, err)
}

// TestLateTarget asserts that a file which appears while another of its name is written stays, and that
// the command says so in place of what it has written.
func TestLateTarget(t *testing.T) {
	target := filepath.Join(t.TempDir(), "target")
	out, err := create(destination{name: target}, "")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(target, []byte("other"), 0o600))
	var said bytes.Buffer
	assert.ErrorContains(t, out.commitTo(&said, lang.English), target)
	assert.Empty(t, said.String())
	content, err := os.ReadFile(target)
	require.NoError(t, err)
	assert.Equal(t, "other", string(content))
}

// TestLeftovers asserts that a killed command leaves no file that the same command leaves
// too.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	data, _ := encode(t, text(1), randomGames(1, 10))
	name, out := write(t, dir, "a", data), filepath.Join(dir, "out")
	for _, command := range []string{"pack", "unpack"} {
		left := write(t, dir, "out.0123456789abcdef.tmp", nil)
		_, _, err := run(t, nil, command, "-out", out, "-force", name)
		require.NoError(t, err)
		assert.NoFileExists(t, left, command)
	}
}

// TestFullDisk asserts that an error of writing names the file that the user knows, and no
// game, while an error about a game names the game.
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
