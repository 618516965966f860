package testfile

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// Full returns the name of an empty file that cannot grow, until the test ends. Where the system has
// no such file, the test is skipped.
func Full(t *testing.T) string {
	t.Helper()
	fd, err := unix.MemfdCreate("full", unix.MFD_ALLOW_SEALING)
	if err != nil {
		t.Skip(err)
	}
	file := os.NewFile(uintptr(fd), "full")
	t.Cleanup(func() { file.Close() })
	_, err = unix.FcntlInt(file.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_GROW)
	require.NoError(t, err)
	return fmt.Sprintf("/proc/self/fd/%d", fd)
}

// Limits returns what limits the size of files, in bytes, and what lifts that limit, as the end of the
// test does. They are for the whole process: no other test may run meanwhile.
func Limits(t *testing.T) (limit func(bytes uint64), lift func()) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	var usual syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &usual))
	limit = func(bytes uint64) {
		assert.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: usual.Max}))
	}
	lift = func() { limit(usual.Cur) }
	t.Cleanup(lift)
	return limit, lift
}
