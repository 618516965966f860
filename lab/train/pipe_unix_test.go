//go:build unix

package main

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"chuhe/internal/command"
)

// TestPipe names a pipe without a writer wherever a file is wanted: opening it would
// wait for ever.
func TestPipe(t *testing.T) {
	dir, data := t.TempDir(), games(t, 20)
	pipe := filepath.Join(dir, "out.part")
	require.NoError(t, unix.Mkfifo(pipe, 0o600))
	checkpoint := filepath.Join(dir, "b.checkpoint")
	require.NoError(t, unix.Mkfifo(checkpoint, 0o600))
	all := [][]string{
		{"-data", data, "-out", filepath.Join(dir, "a.nnue"), "-init", pipe},
		{"-data", data, "-out", filepath.Join(dir, "a.nnue"), "-yardstick", pipe},
		{"fit", "-data", pipe},
		{"label", "-data", data, "-out", filepath.Join(dir, "out"), "-positions", "5", "-evalfile", "classical"},
		{"measure", "-yardstick", "yardstick.packed", pipe},
	}
	if testing.Short() {
		all = all[:len(all)-1] // which reads 100,000 positions
	}
	for _, args := range all {
		err := run(t.Context(), args, io.Discard, io.Discard)
		require.ErrorIs(t, err, command.ErrInput, "%q", args)
		assert.ErrorContains(t, err, pipe+": not a regular file", "%q", args)
	}
	err := run(t.Context(), []string{"-data", data, "-out", filepath.Join(dir, "b.nnue")}, io.Discard, io.Discard)
	require.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, checkpoint+": not a regular file")
}
