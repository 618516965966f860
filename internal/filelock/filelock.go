// Package filelock keeps two processes from writing to the same file at once.
package filelock

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrBusy is returned if another process has locked the file.
var ErrBusy = errors.New("another process is writing to it")

// Lock locks a file that is open for writing until it is closed, or returns ErrBusy.
// The lock is advisory: it does not stop reads, or writes by processes that do not
// ask for it. Without support by the system or the file system it does nothing.
func Lock(file *os.File) error { return lock(file, false) }

// Share is Lock for a reader that wants to know that nobody is writing to the file:
// several processes can share it, and it need not be open for writing.
func Share(file *os.File) error { return lock(file, true) }

// Open opens a file to read and write, and creates it if there is no such file. The
// file is locked until it is closed. Errors contain the name; if another process has
// locked the file they wrap ErrBusy.
func Open(name string) (*os.File, error) { return open(name, name) }

// open is Open with another name for the error of the lock.
func open(path, name string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := Lock(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

// Hold keeps other callers of Hold away from a file, which need not exist, until the
// result is closed. It locks an empty file beside it, NAME.lock, because the file
// itself may be replaced in the meantime. NAME.lock stays. Errors contain the name;
// if another process holds the file they wrap ErrBusy.
func Hold(name string) (io.Closer, error) { return open(name+".lock", name) }
