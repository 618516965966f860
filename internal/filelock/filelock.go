// Package filelock keeps processes from writing to the same file at a time.
package filelock

import (
	"errors"
	"os"
)

// ErrBusy is returned where another process has the file.
var ErrBusy = errors.New("another process writes to it")

// Lock takes a file, open for writing, for this process until it is closed, or
// returns ErrBusy. A file can still be read, and be written to by those that do
// not ask. Where the system or the file system knows no locks it does nothing.
func Lock(file *os.File) error { return lock(file, false) }

// Share is Lock for those who only want to know that nobody else has the file:
// several can share it, and it need not be open for writing.
func Share(file *os.File) error { return lock(file, true) }
