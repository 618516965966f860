package nnue

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	net := randomNet(3)
	good, cut := filepath.Join(dir, "a good one.nnue"), filepath.Join(dir, "cut.nnue")
	file := fileOf(t, net)
	require.NoError(t, os.WriteFile(good, file, 0o600))
	require.NoError(t, os.WriteFile(cut, file[:len(file)/2], 0o600))

	got, err := Open(good)
	require.NoError(t, err)
	assert.Equal(t, net, got)
	assert.Equal(t, net.Name(), NameOf(got))
	assert.Equal(t, "classical", NameOf(nil))
	got, err = Open(Classical)
	assert.NoError(t, err)
	assert.Nil(t, got)
	got, err = Open(cut)
	assert.Nil(t, got)
	assert.ErrorIs(t, err, ErrNet)
	assert.ErrorContains(t, err, "cut.nnue: unusable network: the file ends after")
	missing := filepath.Join(dir, "missing.nnue")
	_, err = Open(missing)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.EqualError(t, err, missing+": file does not exist", "the same words on every system")
	_, err = Open(dir)
	assert.ErrorContains(t, err, "not a regular file")
}

// TestOpenRelative looks for a file in the working directory first, and beside
// the program next.
func TestOpenRelative(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
	beside, dir := filepath.Dir(program), t.TempDir()
	t.Chdir(dir)
	dir, err = filepath.Abs(".") // a link to it has another name
	require.NoError(t, err)
	name := "网络-" + filepath.Base(dir) + ".nnue"

	_, err = Open(name)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.EqualError(t, err, fmt.Sprintf("%s: file does not exist, looked for %s and %s",
		name, filepath.Join(dir, name), filepath.Join(beside, name)))

	first, second := randomNet(4), randomNet(5)
	require.NoError(t, os.WriteFile(filepath.Join(beside, name), fileOf(t, second), 0o600))
	t.Cleanup(func() { os.Remove(filepath.Join(beside, name)) })
	got, err := Open(name)
	require.NoError(t, err)
	assert.Equal(t, second.Name(), got.Name())

	require.NoError(t, os.WriteFile(name, fileOf(t, first), 0o600))
	got, err = Open(name)
	require.NoError(t, err)
	assert.Equal(t, first.Name(), got.Name())

	require.NoError(t, os.WriteFile(name, []byte("no network"), 0o600))
	_, err = Open(name)
	assert.ErrorIs(t, err, ErrNet, "not another one than the one meant")
	assert.ErrorContains(t, err, filepath.Join(dir, name)+": unusable network: ")
}

// The embedded network is one that can be used, and there is only one.
func TestDefault(t *testing.T) {
	net, err := Default()
	require.NoError(t, err)
	assert.Equal(t, embedded == "", net == nil)
	_, err = Open("")
	assert.EqualError(t, err, "no name, want a file, embedded or classical")
	for _, name := range []string{"embedded", "<empty>", "<internal>", "Embedded"} {
		got, err := Open(name)
		assert.NoError(t, err)
		assert.Same(t, net, got, name)
	}
}
