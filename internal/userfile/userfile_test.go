package userfile

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOpen(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
	beside := filepath.Dir(program)
	t.Chdir(t.TempDir())
	dir, err := filepath.Abs(".") // a link to it has another name
	require.NoError(t, err)
	name := "棋谱-" + filepath.Base(filepath.Dir(dir)) + ".book"

	text := func(name string) string {
		file, err := Open(name)
		require.NoError(t, err)
		defer file.Close()
		assert.True(t, filepath.IsAbs(file.Name()))
		b, err := io.ReadAll(file)
		require.NoError(t, err)
		return string(b)
	}
	_, err = Open(name)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.EqualError(t, err, fmt.Sprintf("%s: file does not exist, looked for %s and %s", name, filepath.Join(dir, name), filepath.Join(beside, name)))
	_, err = Open(filepath.Join(dir, name))
	assert.EqualError(t, err, filepath.Join(dir, name)+": file does not exist", "an absolute name is one place")

	require.NoError(t, os.WriteFile(filepath.Join(beside, name), []byte("beside"), 0o600))
	t.Cleanup(func() { os.Remove(filepath.Join(beside, name)) })
	assert.Equal(t, "beside", text(name))
	require.NoError(t, os.WriteFile(name, []byte("here"), 0o600))
	assert.Equal(t, "here", text(name), "the working directory comes first")

	below := filepath.Join(dir, name, "x")
	_, err = Open(below)
	assert.Equal(t, 1, strings.Count(err.Error(), below), "%v names the file once", err)

	require.NoError(t, os.Remove(name))
	require.NoError(t, os.Mkdir(name, 0o700))
	_, err = Open(name)
	assert.ErrorIs(t, err, ErrIrregular, "what is there but cannot be used is not passed over")
	assert.ErrorContains(t, err, filepath.Join(dir, name)+": ")
}

func TestAppend(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for range 2 {
		file, err := Append("log")
		require.NoError(t, err)
		assert.Equal(t, "log", filepath.Base(file.Name()))
		assert.True(t, filepath.IsAbs(file.Name()))
		_, err = file.WriteString("line\n")
		require.NoError(t, err)
		require.NoError(t, file.Close())
	}
	text, err := os.ReadFile("log")
	require.NoError(t, err)
	assert.Equal(t, "line\nline\n", string(text))

	bad := (*Error)(nil)
	_, err = Append(dir)
	require.ErrorAs(t, err, &bad)
	assert.ErrorIs(t, err, ErrIrregular)
	_, err = Append(filepath.Join("none", "log"))
	require.ErrorAs(t, err, &bad)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.Equal(t, 1, strings.Count(err.Error(), "log"), "%v names the file once", err)
}
