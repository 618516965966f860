//go:build unix

package progress

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"chuhe/internal/command"
)

// TestPipe names a pipe without a writer as the state: opening it would wait for ever.
func TestPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, unix.Mkfifo(pipe, 0o600))
	err := File{Name: pipe, Run: "a test"}.Load(nil)
	require.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "-state: "+pipe+": not a regular file")
}
