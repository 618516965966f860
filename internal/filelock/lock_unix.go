//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package filelock

import (
	"errors"
	"os"
	"slices"

	"golang.org/x/sys/unix"
)

// lockless are the errors of file systems without locks.
var lockless = []error{unix.ENOTSUP, unix.EOPNOTSUPP, unix.ENOLCK, unix.ENOSYS}

func lock(file *os.File, shared bool) error {
	how := unix.LOCK_EX
	if shared {
		how = unix.LOCK_SH
	}
	for {
		err := unix.Flock(int(file.Fd()), how|unix.LOCK_NB)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.EWOULDBLOCK):
			return ErrBusy
		case slices.ContainsFunc(lockless, func(known error) bool { return errors.Is(err, known) }):
			return nil
		}
		return os.NewSyscallError("flock", err)
	}
}
