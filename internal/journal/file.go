package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"chuhe/internal/command"
	"chuhe/internal/filelock"
	"chuhe/internal/keyed"
)

// Reasons why a run cannot continue a file. Errors that wrap them also wrap
// [command.ErrInput].
var (
	// ErrBusy is wrapped while another process holds the file.
	ErrBusy = filelock.ErrBusy
	// ErrSettings is wrapped if the run that began the file had other settings.
	ErrSettings error = keyed.New("journal.begun", "begun with other settings")
	// ErrDamaged is wrapped if something in the file is not as it was written.
	ErrDamaged error = keyed.New("journal.damaged", "damaged")
)

// ErrGone is wrapped if others deleted, replaced or changed a file while a run was adding to
// it.
var ErrGone error = keyed.New("journal.gone", "deleted, replaced or changed during the run; the last results are not in it")

// Present returns ErrGone unless an open file still has its name and a size, the one that it
// had after the last write. Some systems let others delete, replace or change an open file;
// without this check, work would go to a file that cannot be used.
func Present(file *os.File, size int64) error {
	open, err := file.Stat()
	if err != nil {
		return err
	}
	named, err := os.Stat(file.Name())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ErrGone
	case err != nil:
		return err
	case !os.SameFile(open, named), open.Size() != size:
		return ErrGone
	}
	return nil
}

// File is a regular file to which one process at a time appends. What one call of
// Append writes is there whole or, after a kill, not whole at the end of the file.
type File struct {
	file *os.File
	size int64
}

// OpenFile opens a file for this process alone, and creates it if there is no such file.
// Errors are [command.ErrInput] and contain the name.
func OpenFile(name string) (*File, error) {
	if _, err := command.Regular(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return lock(name, os.O_RDWR|os.O_CREATE)
}

// lock opens a file that ends with its last complete byte.
func lock(name string, flag int) (*File, error) {
	file, err := os.OpenFile(name, flag, 0o666)
	if err != nil {
		return nil, command.Input(err)
	}
	f := &File{file: file}
	if err := f.begin(); err != nil {
		file.Close()
		return nil, command.Inputf("%s: %w", name, err)
	}
	return f, nil
}

func (f *File) begin() error {
	if err := filelock.Lock(f.file); err != nil {
		return err
	}
	info, err := f.file.Stat()
	if err == nil {
		f.size = info.Size()
	}
	return err
}

// Name returns the name with which the file was opened.
func (f *File) Name() string { return f.file.Name() }

// ReadAll returns what the file contains, of at most [command.MaxData] bytes.
func (f *File) ReadAll() ([]byte, error) { return command.ReadAll(f.content(), command.MaxData) }

// content returns a reader of what the file contains.
func (f *File) content() io.Reader { return io.NewSectionReader(f.file, 0, f.size) }

// Cut removes all bytes after the first n.
func (f *File) Cut(n int64) error {
	err := f.file.Truncate(n)
	if err == nil {
		f.size = n
	}
	return err
}

// Append writes to the end of the file. After an error it removes what it wrote. It writes
// nothing to a file that others have changed: the error wraps ErrGone.
func (f *File) Append(b []byte) error {
	if err := Present(f.file, f.size); errors.Is(err, ErrGone) {
		return fmt.Errorf("%s: %w", f.Name(), err)
	} else if err != nil {
		return err
	}
	if _, err := f.file.WriteAt(b, f.size); err != nil {
		return errors.Join(err, f.file.Truncate(f.size)) // WriteAt does not count a part that was written
	}
	f.size += int64(len(b))
	return nil
}

// Close lets other processes have the file.
func (f *File) Close() error { return f.file.Close() }

// Remove closes the file and removes it.
func (f *File) Remove() error {
	if err := f.file.Close(); err != nil && !errors.Is(err, fs.ErrClosed) {
		return err
	}
	if err := os.Remove(f.file.Name()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
