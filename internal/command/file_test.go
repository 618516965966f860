package command

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(name, []byte("12345"), 0o600))
	text, err := ReadFile(name, 5)
	require.NoError(t, err)
	assert.Equal(t, "12345", string(text))
	_, err = ReadFile(name, 4)
	assert.EqualError(t, err, "read "+name+": too large: more than 4 bytes")
	assert.EqualError(t, WithoutPath(err), "too large: more than 4 bytes")
	_, err = ReadFile(name+"x", 4)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	_, err = ReadFile(t.TempDir(), 4)
	assert.Error(t, err, "a folder")
	if zero := "/dev/zero"; exists(zero) {
		_, err = ReadFile(zero, 1<<20)
		assert.EqualError(t, err, "read /dev/zero: too large: more than 1048576 bytes")
	}
}

func TestRegular(t *testing.T) {
	name := filepath.Join(t.TempDir(), "text")
	_, err := Regular(name)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.ErrorIs(t, err, ErrInput)
	assert.ErrorContains(t, err, name+": ")
	assert.NotContains(t, err.Error(), "stat")
	require.NoError(t, os.WriteFile(name, []byte("12345"), 0o600))
	info, err := Regular(name)
	require.NoError(t, err)
	assert.EqualValues(t, 5, info.Size())
	folder := t.TempDir()
	_, err = Regular(folder)
	assert.ErrorIs(t, err, ErrInput)
	assert.ErrorContains(t, err, folder+": not a regular file")
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func TestReadAll(t *testing.T) {
	text, err := ReadAll(strings.NewReader("12345"), 5)
	require.NoError(t, err)
	assert.Equal(t, "12345", string(text))
	_, err = ReadAll(strings.NewReader("123456"), 5)
	assert.EqualError(t, err, "too large: more than 5 bytes")
}
