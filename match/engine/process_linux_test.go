package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEscapedChild kills an engine whose child has left the process group and
// holds the pipes: nothing waits for it.
func TestEscapedChild(t *testing.T) {
	p, err := startProcess(&Config{Command: "sh", Args: []string{"-c", "setsid sleep 20 & sleep 20"}})
	require.NoError(t, err)
	time.Sleep(100 * time.Millisecond) // until it has left
	p.quit()
	select {
	case _, open := <-p.lines:
		assert.False(t, open)
	case <-time.After(5 * time.Second):
		assert.Fail(t, "the output is still read")
	}
}
