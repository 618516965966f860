package wholefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/filelock"
)

// has fails unless a folder contains just one file, of this text.
func has(t *testing.T, name, text string) {
	t.Helper()
	b, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, text, string(b))
	all, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	assert.Len(t, all, 1)
}

func TestWrite(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	text := func(text string, err error) func(io.Writer) error {
		return func(w io.Writer) error {
			_, failed := io.WriteString(w, text)
			return errors.Join(failed, err)
		}
	}
	require.NoError(t, Write(name, text("first", nil)))
	has(t, name, "first")
	require.NoError(t, Write(name, text("second", nil)))
	has(t, name, "second")
	broken := errors.New("broken")
	err := Write(name, text("half", broken))
	assert.ErrorIs(t, err, broken)
	assert.ErrorContains(t, err, name)
	has(t, name, "second")

	missing := filepath.Join(t.TempDir(), "missing", "file")
	err = Write(missing, text("", nil))
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.ErrorContains(t, err, "create "+missing+": ")
}

func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o600))
	f, err := Create(name)
	require.NoError(t, err)
	_, err = io.WriteString(f, "new")
	require.NoError(t, err)
	b, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "old", string(b), "before it is whole")
	require.NoError(t, f.Finish(true))
	has(t, name, "new")
	f.Discard() // comes too late
	has(t, name, "new")

	f, err = Create(name)
	require.NoError(t, err)
	f.Discard()
	has(t, name, "new")

	// A folder is in the way.
	folder := filepath.Join(t.TempDir(), "folder")
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "full"), 0o700))
	f, err = Create(folder)
	require.NoError(t, err)
	err = f.Finish(true)
	assert.Error(t, err)
	assert.NotContains(t, err.Error(), f.Name(), "which the user does not know")
	assert.ErrorContains(t, err, "write "+folder+": ")
	assert.NoFileExists(t, f.Name())
}

// TestPermissions asserts that a file has the permissions of the one that it replaces.
func TestPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no permissions here")
	}
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o755, 0o400} {
		name := filepath.Join(t.TempDir(), "file")
		require.NoError(t, os.WriteFile(name, []byte("old"), 0o600))
		require.NoError(t, os.Chmod(name, mode))
		f, err := Create(name)
		require.NoError(t, err)
		info, err := f.Stat()
		require.NoError(t, err)
		assert.Equal(t, mode, info.Mode(), "while it is written")
		_, err = io.WriteString(f, "new")
		require.NoError(t, err)
		require.NoError(t, f.Finish(true))
		has(t, name, "new")
		info, err = os.Stat(name)
		require.NoError(t, err)
		assert.Equal(t, mode, info.Mode())
	}
}

// TestInUse replaces a file that a program has open for a moment, which Windows refuses until then.
func TestInUse(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o600))
	reader, err := os.Open(name)
	require.NoError(t, err)
	time.AfterFunc(100*time.Millisecond, func() { reader.Close() })
	require.NoError(t, Write(name, func(w io.Writer) error {
		_, err := io.WriteString(w, "new")
		return err
	}))
	has(t, name, "new")
}

// TestLongName writes a file whose name is as long as a name can be.
func TestLongName(t *testing.T) {
	for _, name := range []string{strings.Repeat("a", 255), strings.Repeat("\u4e2d", 85), strings.Repeat("a", 234), strings.Repeat("a", 235)} {
		dir := t.TempDir()
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Skip(err)
		}
		require.NoError(t, Write(name, func(w io.Writer) error {
			_, err := io.WriteString(w, "new")
			return err
		}))
		has(t, name, "new")
		f, err := Create(name)
		require.NoError(t, err)
		assert.True(t, utf8.ValidString(f.Name()), f.Name())
		require.NoError(t, f.Close()) // all that a kill would leave
		require.NoError(t, Sweep(name))
		has(t, name, "new")
	}
}

// TestKeep asserts that without force no file is lost, even one that appeared while the
// new one was written.
func TestKeep(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	save := func(text string, force bool) error {
		return Save(name, force, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
	}
	require.NoError(t, save("first", false))
	has(t, name, "first")
	err := save("second", false)
	assert.ErrorIs(t, err, fs.ErrExist)
	assert.EqualError(t, err, "write "+name+": file already exists")
	has(t, name, "first")
	require.NoError(t, save("second", true))
	has(t, name, "second")

	late := filepath.Join(t.TempDir(), "late")
	f, err := Create(late)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(late, []byte("theirs"), 0o600))
	assert.ErrorIs(t, f.Finish(false), fs.ErrExist)
	has(t, late, "theirs")

	// What is in the way may be a folder or a link that leads nowhere.
	folder := t.TempDir()
	f, err = Create(folder)
	require.NoError(t, err)
	assert.ErrorIs(t, f.Finish(false), fs.ErrExist)
	assert.NoFileExists(t, f.Name())
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink("nowhere", link); err != nil {
		t.Skip(err)
	}
	f, err = Create(link)
	require.NoError(t, err)
	assert.ErrorIs(t, f.Finish(false), fs.ErrExist)
	assert.NoFileExists(t, f.Name())
}

// TestKeepWithoutLinks asserts the same where the system makes no link, here because
// no system links to a folder.
func TestKeepWithoutLinks(t *testing.T) {
	from, dir := filepath.Join(t.TempDir(), "folder"), t.TempDir()
	name := filepath.Join(dir, "file")
	require.NoError(t, os.Mkdir(from, 0o700))
	require.NoError(t, os.WriteFile(name, []byte("theirs"), 0o600))
	assert.ErrorIs(t, renameNew(from, name), fs.ErrExist)
	has(t, name, "theirs")
	require.NoError(t, renameNew(from, filepath.Join(dir, "new")))
	assert.DirExists(t, filepath.Join(dir, "new"))
	assert.NoDirExists(t, from)
}

// TestSweep removes only the files of a writer that was killed.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "[a].json")
	f, err := Create(name)
	require.NoError(t, err)
	require.NoError(t, f.Close()) // all that a kill would leave
	others := []string{name, name + ".tmp", name + ".0123456789abcdeg.tmp", name + ".0123.tmp", filepath.Join(dir, "a.json.0123456789abcdef.tmp")}
	for _, other := range others {
		require.NoError(t, os.WriteFile(other, nil, 0o600))
	}
	require.NoError(t, Sweep(name))
	assert.NoFileExists(t, f.Name())
	for _, other := range others {
		assert.FileExists(t, other)
	}
	require.NoError(t, Sweep(name), "nothing to do")

	f, err = Create(name)
	require.NoError(t, err)
	defer f.Discard()
	require.NoError(t, Sweep(name))
	held, err := filelock.Hold(name)
	require.NoError(t, err)
	defer held.Close()
	if again, err := filelock.Hold(name); err == nil {
		require.NoError(t, again.Close()) // no locks here
	} else {
		assert.FileExists(t, f.Name(), "it is being written")
	}
	assert.ErrorIs(t, Sweep(filepath.Join(dir, "missing", "a")), fs.ErrNotExist)
}

// TestWriteErrors asserts that errors of writing name the file, not the temporary one.
func TestWriteErrors(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	err := Write(name, func(w io.Writer) error {
		require.NoError(t, w.(*File).Close())
		_, err := io.WriteString(w, "text")
		return err
	})
	assert.EqualError(t, err, "write "+name+": file already closed")
	err = Write(name, func(w io.Writer) error { return w.(*File).Close() })
	assert.EqualError(t, err, "sync "+name+": file already closed")
}

// TestSpecial writes to what is not a file: it must not be replaced by one.
func TestSpecial(t *testing.T) {
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	defer reader.Close()
	defer writer.Close()
	name := fmt.Sprintf("/dev/fd/%d", writer.Fd())
	if !Special(name) {
		t.Skip("no names for pipes here")
	}
	require.NoError(t, Write(name, func(w io.Writer) error {
		_, err := io.WriteString(w, "text")
		return err
	}))
	require.NoError(t, writer.Close())
	got, err := io.ReadAll(reader)
	require.NoError(t, err)
	assert.Equal(t, "text", string(got))

	assert.False(t, Special(t.TempDir()))
	assert.False(t, Special(filepath.Join(t.TempDir(), "missing")))
}

// TestFullDevice asserts that the error of a write to a device names it once.
func TestFullDevice(t *testing.T) {
	const name = "/dev/full"
	if !Special(name) {
		t.Skip("no such device here")
	}
	err := Write(name, func(w io.Writer) error {
		_, err := io.WriteString(w, "text")
		return err
	})
	at := (*fs.PathError)(nil)
	require.ErrorAs(t, err, &at)
	assert.Equal(t, at.Error(), err.Error())
}

// TestLink writes through a symbolic link.
func TestLink(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "file"), filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o600))
	if err := os.Symlink(name, link); err != nil {
		t.Skip(err)
	}
	require.NoError(t, Write(link, func(w io.Writer) error {
		_, err := io.WriteString(w, "new")
		return err
	}))
	has(t, name, "new")
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.Equal(t, fs.ModeSymlink, info.Mode().Type())

	f, err := Create(link)
	require.NoError(t, err)
	require.NoError(t, f.Close()) // all that a kill would leave
	require.NoError(t, Sweep(link))
	assert.NoFileExists(t, f.Name())
}
