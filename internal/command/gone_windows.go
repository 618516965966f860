package command

import (
	"syscall"

	"golang.org/x/sys/windows"
)

// goneErrors are those of a write to a pipe that nobody reads. Windows itself knows no EPIPE.
var goneErrors = []error{windows.ERROR_NO_DATA, windows.ERROR_BROKEN_PIPE, syscall.EPIPE}
