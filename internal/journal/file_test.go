package journal

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
)

// TestFile appends to a file, cuts it, and keeps another process out.
func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	f, err := OpenFile(name)
	require.NoError(t, err)
	require.NoError(t, f.Append([]byte("one\n")))
	require.NoError(t, f.Append([]byte("tw")))
	require.NoError(t, f.Cut(4))
	require.NoError(t, f.Append([]byte("two\n")))
	text, err := f.ReadAll()
	require.NoError(t, err)
	assert.Equal(t, "one\ntwo\n", string(text))
	_, err = OpenFile(name)
	assert.ErrorIs(t, err, ErrBusy)
	require.NoError(t, f.Close())

	f, err = OpenFile(name)
	require.NoError(t, err)
	require.NoError(t, f.Append([]byte("three\n")))
	assert.Equal(t, "one\ntwo\nthree\n", string(read(t, name)), "a file that exists is continued")
	require.NoError(t, f.Close())
	assert.Error(t, f.Append([]byte("four")))
	require.NoError(t, f.Remove())
	assert.NoFileExists(t, name)
	_, err = OpenFile(filepath.Join(name, "missing", "file"))
	assert.ErrorIs(t, err, command.ErrInput)
}

// TestGone asserts that nothing is written to a file that others have changed: an editor that
// saves it puts another file in its place.
func TestGone(t *testing.T) {
	changes := map[string]func(name string) error{
		"deleted": os.Remove,
		"replaced": func(name string) error {
			if err := os.WriteFile(name+".new", []byte("one\n"), 0o600); err != nil {
				return err
			}
			return os.Rename(name+".new", name)
		},
		"emptied": func(name string) error { return os.Truncate(name, 0) },
		"longer":  func(name string) error { return os.WriteFile(name, []byte("one\n# more\n"), 0o600) },
	}
	if runtime.GOOS == "windows" { // where open files keep their names
		delete(changes, "deleted")
		delete(changes, "replaced")
	}
	for what, change := range changes {
		name := filepath.Join(t.TempDir(), "file")
		f, err := OpenFile(name)
		require.NoError(t, err)
		require.NoError(t, f.Append([]byte("one\n")))
		require.NoError(t, change(name))
		left, _ := os.ReadFile(name) // nothing where it was deleted
		err = f.Append([]byte("two\n"))
		assert.ErrorIs(t, err, ErrGone, what)
		assert.ErrorContains(t, err, name+": deleted, replaced or changed", what)
		now, _ := os.ReadFile(name)
		assert.Equal(t, string(left), string(now), what)
		require.NoError(t, f.Close())
	}
}
