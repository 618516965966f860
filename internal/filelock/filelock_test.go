package filelock

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// opened opens a file until the end of the test.
func opened(t *testing.T, name string, flag int) *os.File {
	t.Helper()
	f, err := os.OpenFile(name, flag, 0o600)
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	return f
}

func TestHold(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	held, err := Hold(name)
	require.NoError(t, err)
	if again, err := Hold(name); err == nil {
		require.NoError(t, again.Close())
		t.Skip("no locks here")
	}
	_, err = Hold(name)
	assert.ErrorIs(t, err, ErrBusy)
	assert.ErrorContains(t, err, name+": ")
	assert.NoFileExists(t, name)
	require.NoError(t, held.Close())
	held, err = Hold(name)
	require.NoError(t, err)
	require.NoError(t, held.Close())
	_, err = Hold(filepath.Join(t.TempDir(), "missing", "file"))
	assert.ErrorIs(t, err, fs.ErrNotExist)
}

func TestLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	one, two := opened(t, name, os.O_RDWR|os.O_CREATE), opened(t, name, os.O_RDWR)
	look, again := opened(t, name, os.O_RDONLY), opened(t, name, os.O_RDONLY)
	require.NoError(t, Lock(one))
	if Lock(two) == nil {
		t.Skip("no locks here")
	}
	assert.ErrorIs(t, Lock(two), ErrBusy)
	assert.ErrorIs(t, Share(look), ErrBusy)

	require.NoError(t, one.Close())
	require.NoError(t, Share(look))
	require.NoError(t, Share(again))
	assert.ErrorIs(t, Lock(two), ErrBusy, "shared")
	require.NoError(t, look.Close())
	require.NoError(t, again.Close())
	assert.NoError(t, Lock(two))

	require.NoError(t, two.Close())
	err := Lock(two)
	assert.Error(t, err, "a closed file cannot be locked")
	assert.NotErrorIs(t, err, ErrBusy)
}
