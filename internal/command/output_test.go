package command

import (
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/wholefile"
)

func TestVacant(t *testing.T) {
	dir := t.TempDir()
	taken, folder := filepath.Join(dir, "taken"), filepath.Join(dir, "folder")
	require.NoError(t, os.WriteFile(taken, nil, 0o600))
	require.NoError(t, os.Mkdir(folder, 0o700))
	assert.NoError(t, Vacant(filepath.Join(dir, "new"), false))
	assert.NoError(t, Vacant(taken, true))
	for name, want := range map[string]string{
		taken: "taken exists; -force replaces it", folder: "folder: not a regular file", dir + "\x00": dir,
		filepath.Join(dir, "none", "new"): "new: no such file or folder: " + filepath.Join(dir, "none"),
	} {
		err := Vacant(name, name != taken)
		assert.ErrorIs(t, err, ErrInput)
		assert.ErrorContains(t, err, want)
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 2, "nothing is left")
}

// TestVacantLink asserts that a link to nothing is in the way before the work, as it is at its end.
func TestVacantLink(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(filepath.Join(t.TempDir(), "missing"), link); err != nil {
		t.Skip(err)
	}
	nothing := func(io.Writer) error { return nil }
	require.ErrorIs(t, wholefile.Save(link, false, nothing), fs.ErrExist)
	err := Vacant(link, false)
	assert.EqualError(t, err, link+" exists; -force replaces it")
	assert.ErrorIs(t, err, ErrInput)
	require.NoError(t, Vacant(link, true))
	assert.NoError(t, wholefile.Save(link, true, nothing))
}

// TestVacantReadOnly asserts that a folder that lets nobody write is noticed before the work.
func TestVacantReadOnly(t *testing.T) {
	if runtime.GOOS == "linux" { // root can write to any folder but such ones
		assert.ErrorIs(t, Vacant("/proc/new", false), ErrInput)
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "taken"), nil, 0o600))
	require.NoError(t, os.Chmod(dir, 0o500))
	defer func() { assert.NoError(t, os.Chmod(dir, 0o700)) }()
	if f, err := os.Create(filepath.Join(dir, "allowed")); err == nil {
		f.Close()
		t.Skip("permissions of folders do not hold here, or not for this user")
	}
	for _, name := range []string{"new", "taken"} {
		err := Vacant(filepath.Join(dir, name), true)
		assert.ErrorIs(t, err, ErrInput)
		assert.ErrorIs(t, err, fs.ErrPermission)
		assert.ErrorContains(t, err, filepath.Join(dir, name)+": ")
	}
}

func TestOutput(t *testing.T) {
	name := filepath.Join(t.TempDir(), "name")
	for _, c := range []struct{ args, want string }{
		{"", "no -out, want the name of a file"}, {"-force", "no -out, want the name of a file"},
		{"-out -", "-out is -, want the name of a file"}, {"-force -out -", "-out is -, want the name of a file"},
		{"-out " + name, name + " exists; -force replaces it"}, {"-force -out " + name, ""}, {"-out " + name + ".new", ""},
	} {
		require.NoError(t, os.WriteFile(name, nil, 0o600))
		var o Output
		flags := flag.NewFlagSet("", flag.ContinueOnError)
		o.Flags(flags)
		require.NoError(t, flags.Parse(strings.Fields(c.args)))
		err := o.Vacant()
		if c.want == "" {
			assert.NoError(t, err, c.args)
			continue
		}
		assert.EqualError(t, err, c.want, c.args)
		assert.ErrorIs(t, err, ErrInput, c.args)
	}
}

func TestSameFile(t *testing.T) {
	dir := t.TempDir()
	one, other, linked := filepath.Join(dir, "one"), filepath.Join(dir, "other"), filepath.Join(dir, "linked")
	require.NoError(t, os.WriteFile(one, nil, 0o600))
	require.NoError(t, os.WriteFile(other, nil, 0o600))
	assert.Empty(t, SameFile(one, []string{other, filepath.Join(dir, "nonesuch")}))
	assert.Empty(t, SameFile(filepath.Join(dir, "nonesuch"), []string{filepath.Join(dir, "nonesuch")}))
	assert.Equal(t, dir+"/./one", SameFile(one, []string{other, dir + "/./one"}))
	if err := os.Link(one, linked); err != nil {
		t.Skip("no links here")
	}
	assert.Equal(t, linked, SameFile(one, []string{other, linked}))
}

func TestTwice(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"one", "other"} {
		require.NoError(t, os.WriteFile(name, nil, 0o600))
	}
	assert.NoError(t, Twice(nil))
	assert.NoError(t, Twice([]string{"one", "-", "missing", "other", "gone"}))
	for want, names := range map[string][]string{
		"one is given twice, want it once: a pattern or a folder may have it too":     {"other", "one", "one"},
		"- is given twice, want the standard input once":                              {"-", "one", "-"},
		"missing is given twice, want it once: a pattern or a folder may have it too": {"missing", "missing"},
		"other and ./other are the same file, want it once":                           {"one", "missing", "other", "./other"},
	} {
		err := Twice(names)
		assert.EqualError(t, err, want)
		assert.ErrorIs(t, err, ErrInput)
	}
}

func TestPlural(t *testing.T) {
	assert.Equal(t, "0 games, 1 game, 2 games", Plural(0, "game")+", "+Plural(uint64(1), "game")+", "+Plural(2, "game"))
}
