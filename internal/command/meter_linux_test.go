package command

import (
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTerminal asserts that the near end of a pseudo-terminal is one, unless
// something hides that it is a file.
func TestTerminal(t *testing.T) {
	f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no pseudo-terminals here: ", err)
	}
	defer f.Close()
	assert.True(t, IsTerminal(f))
	assert.False(t, IsTerminal(struct{ io.Writer }{f}))
}
