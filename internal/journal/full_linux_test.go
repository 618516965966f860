package journal

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAppendPart lets there be room for a part of what is appended, by a limit to the size of a file. The
// part is removed, and the next call does not take the file for one that others have changed.
func TestAppendPart(t *testing.T) {
	signal.Ignore(syscall.SIGXFSZ)
	f, err := OpenFile(filepath.Join(t.TempDir(), "a"))
	require.NoError(t, err)
	defer f.Close()
	require.NoError(t, f.Append([]byte("one\n")))
	var usual syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &usual))
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 4 + 100, Max: usual.Max}))
	for range 2 {
		err := f.Append([]byte(strings.Repeat("x", 200)))
		if !assert.ErrorIs(t, err, syscall.EFBIG) {
			break
		}
		assert.Equal(t, "write "+f.Name()+": file too large", err.Error())
	}
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &usual))
	require.NoError(t, f.Append([]byte("two\n")))
	all, err := os.ReadFile(f.Name())
	require.NoError(t, err)
	assert.Equal(t, "one\ntwo\n", string(all))
}
