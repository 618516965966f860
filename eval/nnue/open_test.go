package nnue

import (
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
	_, err = Open("missing.nnue")
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.EqualError(t, err, "missing.nnue: file does not exist", "the same words on every system")
	_, err = Open(dir)
	assert.ErrorContains(t, err, "not a regular file")
}

// The embedded network is one that can be used, and there is only one.
func TestDefault(t *testing.T) {
	net, err := Default()
	require.NoError(t, err)
	assert.Equal(t, embedded == "", net == nil)
	for _, name := range []string{"", "embedded", "<empty>", "<internal>", "Embedded"} {
		got, err := Open(name)
		assert.NoError(t, err)
		assert.Same(t, net, got, name)
	}
}
