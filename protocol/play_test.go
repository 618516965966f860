package protocol

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
)

// TestAskedToEndUnread asks the command to end while its host lives but reads no further.
func TestAskedToEndUnread(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, host := io.Pipe()
	unread, out := io.Pipe()
	defer unread.Close() // lets the session end
	defer host.Close()
	c := Play()
	c.Name = "chuhe"
	ended := make(chan error, 1)
	go func() { ended <- c.Execute(ctx, nil, command.Streams{In: in, Out: out, Err: io.Discard}) }()
	_, err := io.WriteString(host, "ucci\n")
	require.NoError(t, err)
	_, err = unread.Read(make([]byte, 1)) // the rest of the line stays unread
	require.NoError(t, err)
	cancel()
	select {
	case err := <-ended:
		assert.ErrorIs(t, err, context.Canceled)
	case <-time.After(20 * time.Second):
		assert.Fail(t, "the command does not end")
	}
}
