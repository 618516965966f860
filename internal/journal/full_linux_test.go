package journal

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/internal/testfile"
)

// TestAppendPart lets there be room for a part of what is appended, by a limit to the size of a file. The
// part is removed, and the next call does not take the file for one that others have changed.
func TestAppendPart(t *testing.T) {
	limit, lift := testfile.Limits(t)
	f, err := OpenFile(filepath.Join(t.TempDir(), "a"))
	require.NoError(t, err)
	defer f.Close()
	require.NoError(t, f.Append([]byte("one\n")))
	limit(4 + 100)
	for range 2 {
		err := f.Append([]byte(strings.Repeat("x", 200)))
		if !assert.ErrorIs(t, err, syscall.EFBIG) {
			break
		}
		assert.Equal(t, "write "+f.Name()+": file too large", err.Error())
	}
	lift()
	require.NoError(t, f.Append([]byte("two\n")))
	all, err := os.ReadFile(f.Name())
	require.NoError(t, err)
	assert.Equal(t, "one\ntwo\n", string(all))
}

// TestFullFromTheStart begins a journal in a file that cannot grow, as where the disk is full:
// that is no fault of the user, and the error names the file once.
func TestFullFromTheStart(t *testing.T) {
	_, err := format.Open(testfile.Full(t), settings{5, "asian"}, collect(new([]entry)))
	at := (*fs.PathError)(nil)
	require.ErrorAs(t, err, &at)
	assert.Equal(t, at.Error(), err.Error())
	assert.NotErrorIs(t, err, command.ErrInput)
}
