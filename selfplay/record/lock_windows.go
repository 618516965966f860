package record

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Lock keeps others from adding to a file until it is closed, or returns ErrBusy. Windows
// keeps them from reading what is locked, so that is a byte which is never there.
func Lock(file *os.File) error {
	behind := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, behind)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrBusy
	}
	return nil
}
