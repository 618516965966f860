package selfplay

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lock keeps other processes from adding to a file until it is closed. Windows
// keeps them from reading what is locked, so that is a byte which is never there.
func lock(file *os.File) error {
	behind := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, behind)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrBusy
	}
	return nil
}
