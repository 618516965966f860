// Package wholefile writes files that stand under their name when they are whole
// and not before, through a kill or a power failure too.
package wholefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// File is a file that is being written under another name beside its own, which
// ends with .tmp.
type File struct {
	*os.File
	name string
}

// Create begins a file. An older one of that name stays until Commit. Errors are
// of type *[fs.PathError] and have the name.
func Create(name string) (*File, error) {
	f, err := os.OpenFile(fmt.Sprintf("%s.%016x.tmp", name, rand.Uint64()), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		var where *fs.PathError
		if errors.As(err, &where) {
			where.Op, where.Path = "create", name // what was tried means nothing to anyone
		}
		return nil, err
	}
	return &File{f, name}, nil
}

// Commit forces what was written to the disk and gives the file its name, in the
// place of an older one. After an error there is no new file.
func (f *File) Commit() error {
	err := f.Sync()
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), f.name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// Discard removes the file unless it is committed.
func (f *File) Discard() {
	if f.Close() == nil {
		os.Remove(f.Name())
	}
}

// Write makes a file of what the function writes, or after an error leaves an
// older one as it was.
func Write(name string, write func(io.Writer) error) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := write(f); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return f.Commit()
}

// Sweep removes what processes that were killed left of files of that name. No
// other may be writing one.
func Sweep(name string) error {
	dir := filepath.Dir(name)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		middle, ours := strings.CutPrefix(entry.Name(), filepath.Base(name)+".")
		middle, tmp := strings.CutSuffix(middle, ".tmp")
		if !ours || !tmp || len(middle) != 16 || strings.Trim(middle, "0123456789abcdef") != "" {
			continue
		}
		err := os.Remove(filepath.Join(dir, entry.Name()))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
