//go:build unix

package command

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestOpenPipe asserts that an interrupt ends the wait for the other end of a pipe, and for what it writes.
func TestOpenPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, unix.Mkfifo(name, 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Streams{}.Open(ctx, name)
	assert.ErrorIs(t, err, context.Canceled)

	ctx, cancel = context.WithCancel(t.Context())
	other, err := os.OpenFile(name, os.O_RDWR, 0)
	require.NoError(t, err)
	defer other.Close()
	in, err := Streams{}.Open(ctx, name)
	require.NoError(t, err)
	defer in.Close()
	_, err = other.WriteString("games")
	require.NoError(t, err)
	p := make([]byte, 8)
	n, err := in.Read(p)
	require.NoError(t, err)
	assert.Equal(t, "games", string(p[:n]))
	cancel()
	_, err = in.Read(p)
	assert.ErrorIs(t, err, context.Canceled)
}
