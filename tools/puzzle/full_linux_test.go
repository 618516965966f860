package puzzle

import (
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"chuhe/internal/command"
)

// TestFullFromTheStart begins puzzles in a file that cannot grow, as where the disk is full: that is no
// fault of the user, and the error names the file once.
func TestFullFromTheStart(t *testing.T) {
	fd, err := unix.MemfdCreate("puzzles", unix.MFD_ALLOW_SEALING)
	if err != nil {
		t.Skip(err)
	}
	file := os.NewFile(uintptr(fd), "puzzles")
	defer file.Close()
	_, err = unix.FcntlInt(file.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_GROW)
	require.NoError(t, err)
	_, err = openPuzzles(fmt.Sprintf("/proc/self/fd/%d", fd), "# head", false)
	at := (*fs.PathError)(nil)
	require.ErrorAs(t, err, &at)
	assert.Equal(t, at.Error(), err.Error())
	assert.NotErrorIs(t, err, command.ErrInput)
}
