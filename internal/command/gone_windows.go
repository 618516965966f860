package command

import (
	"syscall"

	"golang.org/x/sys/windows"
)

// goneErrors are those of a write to a pipe that nobody reads. Windows itself knows no EPIPE.
var goneErrors = []error{windows.ERROR_NO_DATA, windows.ERROR_BROKEN_PIPE, syscall.EPIPE}

// shortages are the errors of a system that has run out of space, open files or memory.
var shortages = []error{
	windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL, windows.ERROR_DISK_QUOTA_EXCEEDED,
	windows.ERROR_TOO_MANY_OPEN_FILES, windows.ERROR_NOT_ENOUGH_MEMORY, windows.ERROR_OUTOFMEMORY,
}
