package commandtest

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// Terminal opens a pseudo-terminal. The function that it returns closes the terminal and returns
// what was written to it.
func Terminal(t *testing.T) (*os.File, func() string) {
	t.Helper()
	far, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no pseudo-terminals here: ", err)
	}
	require.NoError(t, unix.IoctlSetPointerInt(int(far.Fd()), unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(int(far.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	near, err := os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	require.NoError(t, unix.IoctlSetWinsize(int(near.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 100}))
	var written bytes.Buffer
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(&written, far) // ends with an error when the terminal is closed
	}()
	return near, func() string {
		near.Close()
		<-done
		far.Close()
		return written.String()
	}
}
