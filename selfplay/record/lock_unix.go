//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package record

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Lock keeps others from adding to a file until it is closed, or returns ErrBusy. Where the
// file system knows no locks it does nothing.
func Lock(file *os.File) error {
	if err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) {
		return ErrBusy
	}
	return nil
}
