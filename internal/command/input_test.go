package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWithoutPath asserts that an error of a file loses the name and nothing else.
func TestWithoutPath(t *testing.T) {
	_, err := os.Open(filepath.Join(t.TempDir(), "no"))
	require.ErrorContains(t, err, "no: ")
	err = WithoutPath(fmt.Errorf("games: %w", err))
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.NotContains(t, err.Error(), "games")
	assert.NotContains(t, err.Error(), "no: ")
	assert.Equal(t, io.EOF, WithoutPath(io.EOF))
	assert.NoError(t, WithoutPath(nil))
}

// TestInput asserts that all of an input is read, and its error.
func TestInput(t *testing.T) {
	want := bytes.Repeat([]byte("chuhe"), 1<<16)
	for _, in := range []io.Reader{bytes.NewReader(want), iotest.HalfReader(bytes.NewReader(want)), iotest.DataErrReader(bytes.NewReader(want))} {
		got, err := io.ReadAll(Streams{In: in}.Input(t.Context()))
		require.NoError(t, err)
		assert.True(t, bytes.Equal(want, got))
	}
	_, err := io.ReadAll(Streams{In: iotest.ErrReader(io.ErrNoProgress)}.Input(t.Context()))
	assert.ErrorIs(t, err, io.ErrNoProgress)
}

// TestOpen opens a file, and the standard input by its name.
func TestOpen(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	require.NoError(t, os.WriteFile(name, []byte("file"), 0o600))
	s := Streams{In: bytes.NewReader([]byte("input"))}
	for name, want := range map[string]string{name: "file", "-": "input"} {
		in, err := s.Open(t.Context(), name)
		require.NoError(t, err)
		got, err := io.ReadAll(in)
		require.NoError(t, err)
		assert.Equal(t, want, string(got))
		assert.NoError(t, in.Close())
	}
	_, err := s.Open(t.Context(), name+".pgn")
	assert.ErrorIs(t, err, fs.ErrNotExist)
}

// readFunc is a reader.
type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// TestInputInterrupted asserts that cancelling ends a read that waits, and that a
// late read does not change the memory of its caller.
func TestInputInterrupted(t *testing.T) {
	in, to := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	waits := sync.OnceFunc(cancel) // once the read is under way, or nothing would read what comes late
	r := Streams{In: readFunc(func(p []byte) (int, error) { waits(); return in.Read(p) })}.Input(ctx)
	p := make([]byte, 4)
	n, err := r.Read(p)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Zero(t, n)
	_, err = to.Write([]byte("late"))
	assert.NoError(t, err)
	assert.Equal(t, make([]byte, 4), p)
	_, err = r.Read(p)
	assert.ErrorIs(t, err, context.Canceled)
}
