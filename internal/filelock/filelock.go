// Package filelock keeps processes from writing to the same file at a time.
package filelock

import (
	"errors"
	"fmt"
	"io"
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

// Hold keeps other processes that ask from work on a file, which need not exist,
// until what it returns is closed. The lock is on an empty file beside it,
// NAME.lock, which stays: the file itself may be replaced meanwhile. Errors have
// the name; that of a file in other hands wraps ErrBusy.
func Hold(name string) (io.Closer, error) {
	f, err := os.OpenFile(name+".lock", os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := Lock(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}
