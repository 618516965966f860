package journal

import (
	"io/fs"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/internal/testfile"
)

// TestFullFromTheStart begins a journal in a file that cannot grow, as where the disk is full:
// that is no fault of the user, and the error names the file once.
func TestFullFromTheStart(t *testing.T) {
	_, err := format.Open(testfile.Full(t), settings{5, "asian"}, collect(new([]entry)))
	at := (*fs.PathError)(nil)
	require.ErrorAs(t, err, &at)
	assert.Equal(t, at.Error(), err.Error())
	assert.NotErrorIs(t, err, command.ErrInput)
}
