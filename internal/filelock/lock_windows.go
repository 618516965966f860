package filelock

import (
	"errors"
	"os"
	"slices"

	"golang.org/x/sys/windows"
)

// lockless are the errors of file systems without locks.
var lockless = []error{windows.ERROR_INVALID_FUNCTION, windows.ERROR_NOT_SUPPORTED, windows.ERROR_CALL_NOT_IMPLEMENTED}

func lock(file *os.File, shared bool) error {
	how := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if !shared {
		how |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	// On Windows no other process can read locked bytes, so lock one far beyond the end.
	beyond := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(file.Fd()), how, 0, 1, 0, beyond)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrBusy
	}
	if slices.ContainsFunc(lockless, func(known error) bool { return errors.Is(err, known) }) {
		return nil
	}
	return os.NewSyscallError("LockFileEx", err) // nil for 0
}
