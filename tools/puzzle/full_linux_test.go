package puzzle

import (
	"io/fs"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/internal/testfile"
)

// TestFullFromTheStart begins puzzles in a file that cannot grow, as where the disk is full: that is no
// fault of the user, and the error names the file once.
func TestFullFromTheStart(t *testing.T) {
	_, err := openPuzzles(testfile.Full(t), "# head", false)
	at := (*fs.PathError)(nil)
	require.ErrorAs(t, err, &at)
	assert.Equal(t, at.Error(), err.Error())
	assert.NotErrorIs(t, err, command.ErrInput)
}
