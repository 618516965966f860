package command

import (
	"context"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTerminal asserts that the near end of a pseudo-terminal is one, also as the output of a command,
// unless something hides that it is a file.
func TestTerminal(t *testing.T) {
	f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no pseudo-terminals here: ", err)
	}
	defer f.Close()
	assert.True(t, IsTerminal(f))
	assert.False(t, IsTerminal(struct{ io.Writer }{f}))
	c := &Command{Name: "prog", Run: func(_ context.Context, _ []string, s Streams) error {
		assert.True(t, IsTerminal(s.Out))
		return nil
	}}
	require.NoError(t, c.Execute(t.Context(), nil, Streams{Out: f}))
}
