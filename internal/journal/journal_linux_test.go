package journal

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

// TestFullFromTheStart begins a journal in a file that cannot grow, as where the disk is full:
// that is no fault of the user, and the error names the file once.
func TestFullFromTheStart(t *testing.T) {
	fd, err := unix.MemfdCreate("journal", unix.MFD_ALLOW_SEALING)
	if err != nil {
		t.Skip(err)
	}
	file := os.NewFile(uintptr(fd), "journal")
	defer file.Close()
	_, err = unix.FcntlInt(file.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_GROW)
	require.NoError(t, err)
	name := fmt.Sprintf("/proc/self/fd/%d", fd)
	_, err = format.Open(name, settings{5, "asian"}, collect(new([]entry)))
	at := (*fs.PathError)(nil)
	require.ErrorAs(t, err, &at)
	assert.Equal(t, at.Error(), err.Error())
	assert.NotErrorIs(t, err, command.ErrInput)
}
