//go:build unix

package data

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"chuhe/internal/command"
)

// TestPipe gives every command a pipe without a writer: opening it would wait for
// ever.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	pipe, out := filepath.Join(dir, "pipe"), filepath.Join(dir, "out")
	require.NoError(t, unix.Mkfifo(pipe, 0o600))
	for _, args := range [][]string{
		{"stat", pipe}, {"check", pipe}, {"show", pipe},
		{"pack", "-out", out, pipe}, {"unpack", "-out", out, pipe},
	} {
		_, _, err := run(t, nil, args...)
		require.ErrorIs(t, err, command.ErrInput, "%q", args)
		assert.ErrorContains(t, err, pipe+": not a regular file", "%q", args)
	}
}
