package formats_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/game/formats"
)

// TestFiles lists the files of a folder, also of one that a symbolic link leads to and of one
// with a part that cannot be read.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	folder, link := filepath.Join(dir, "games"), filepath.Join(dir, "link")
	closed := filepath.Join(folder, "closed")
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "sub", ".hidden"), 0o777))
	require.NoError(t, os.Mkdir(closed, 0o777))
	for _, name := range []string{"a.pgn", ".b.pgn", "sub/c.pgn", "sub/.hidden/d.pgn", "closed/e.pgn"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, filepath.FromSlash(name)), []byte("12"), 0o666))
	}
	below := func(arg string) (paths []string) {
		t.Helper()
		files, err := formats.Files([]string{arg})
		require.NoError(t, err)
		for _, f := range files {
			assert.Equal(t, filepath.Join(arg, f.Path), f.Name)
			assert.True(t, f.Found)
			paths = append(paths, filepath.ToSlash(f.Path))
			if f.Path != "closed" {
				assert.EqualValues(t, 2, f.Size, f.Path)
			}
		}
		return paths
	}
	want := []string{"a.pgn", "closed/e.pgn", "sub/c.pgn"}
	assert.Equal(t, want, below(folder))
	if err := os.Symlink(folder, link); err == nil {
		assert.Equal(t, want, below(link))
		assert.Equal(t, want, below(link+string(filepath.Separator)))
	}

	missing := filepath.Join(dir, "missing.pgn")
	_, err := formats.Files([]string{missing})
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.Regexp(t, "^"+regexp.QuoteMeta(missing)+": ", err, "the name without a call of the system")

	require.NoError(t, os.Chmod(closed, 0))
	defer os.Chmod(closed, 0o777) // so that it can be removed
	if _, err := os.ReadDir(closed); err == nil {
		t.Skip("this user may read everything")
	}
	assert.Equal(t, []string{"a.pgn", "closed", "sub/c.pgn"}, below(folder))
	_, err = formats.Files([]string{closed})
	assert.ErrorIs(t, err, os.ErrPermission, "where it is the folder asked for")
}

// TestFilesOrder lists files by the numbers in their names, so that the games that convert writes to a
// folder come back in their order.
func TestFilesOrder(t *testing.T) {
	dir := t.TempDir()
	want := []string{
		"007.xqf", "8.xqf", "game.pgn", "game-2.pgn", "game-2.txt", "game-10/a.pgn", "game-10.pgn", "game-10a.pgn", "game-11.pgn",
		"round 1.10/a.pgn", "第1局.xqf", "第02局.xqf", "第2局.xqf", "第10局.xqf", "第99999999999999999999局.xqf", "第100000000000000000000局.xqf",
	}
	for _, name := range want {
		name = filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte("12"), 0o666))
	}
	files, err := formats.Files([]string{dir})
	require.NoError(t, err)
	var got []string
	for _, f := range files {
		got = append(got, filepath.ToSlash(f.Path))
	}
	assert.Equal(t, want, got)
}
