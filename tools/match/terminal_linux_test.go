package match

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"chuhe/internal/testpos"
)

// terminal opens a pseudo-terminal. The function that it returns closes the terminal and returns
// what was written to it.
func terminal(t *testing.T) (*os.File, func() string) {
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

// TestProgress asserts that a terminal shows how far a match is, and who leads.
func TestProgress(t *testing.T) {
	inDir(t)
	out, text := terminal(t)
	rounds := testpos.Rounds(5, 20, 20)
	args := againstResigner(strings.Fields("-each tc=60 restart=on -maxmoves 6 -out m -rounds")...)
	err := play(t.Context(), append(args, fmt.Sprint(rounds)), out)
	shown := text()
	require.NoError(t, err)
	assert.Regexp(t, fmt.Sprintf(`game \d+ of %d  a: Elo `, 2*rounds), shown)
}
