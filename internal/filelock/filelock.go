// Package filelock keeps two processes from writing to the same file at once.
//
// The locks of the system are used directly, since github.com/gofrs/flock keeps less of
// what the callers need. On Windows it locks the first byte, so that no process could read a
// file that is being written, such as the games of a match. It returns an error on file
// systems and systems without locks, where work should go on. And it opens the file by
// its name, where [Lock] takes one that is open, under a temporary name for instance.
package filelock

import (
	"fmt"
	"io"
	"os"

	"chuhe/internal/keyed"
)

// ErrBusy is returned while another process locks the file.
var ErrBusy error = keyed.New("error.busy", "another process is writing to it")

// Lock locks a file that is open for writing until it is closed, or returns ErrBusy.
// The lock is advisory: it does not stop reads, or writes by processes that do not
// ask for it. Without support by the system or the file system it does nothing.
func Lock(file *os.File) error { return lock(file, false) }

// Share is Lock for a reader that wants to know that no process is writing to the file:
// several processes can share it, and it need not be open for writing.
func Share(file *os.File) error { return lock(file, true) }

// Hold keeps other callers of Hold away from a file, which need not exist, until the
// result is closed. It locks an empty file beside it, NAME.lock, because the file
// itself may be replaced in the meantime. NAME.lock stays. Errors contain the name;
// if another process holds the file they wrap ErrBusy.
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
