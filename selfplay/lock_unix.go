//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package selfplay

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock keeps other processes from adding to a file until it is closed. Where the
// file system knows no locks it does nothing.
func lock(file *os.File) error {
	if err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) {
		return ErrBusy
	}
	return nil
}
