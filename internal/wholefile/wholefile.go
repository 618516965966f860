// Package wholefile writes files atomically: a file gets its name when it is
// complete, and a kill or a power failure leaves the old one. What is not a file, such
// as a pipe or /dev/null, is written to and stays what it is.
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

// File is a file being written. Until Commit it is beside its final place, under a
// name that ends with .tmp.
type File struct {
	*os.File
	name string // "" if the file is written in its place
}

// Special reports whether a name is that of a device, a pipe or another thing that
// is neither a file nor a folder, so that nothing can be lost by writing to it.
func Special(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// Create starts a file. An existing one of that name stays until Commit; a symbolic
// link stays and leads to the new one. Errors are of type *[fs.PathError] and contain
// the name.
func Create(name string) (*File, error) {
	if Special(name) {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &File{File: f}, nil
	}
	name = target(name)
	f, err := os.OpenFile(fmt.Sprintf("%s.%016x.tmp", name, rand.Uint64()), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		var where *fs.PathError
		if errors.As(err, &where) {
			where.Op, where.Path = "create", name // the temporary name means nothing to the user
		}
		return nil, err
	}
	return &File{File: f, name: name}, nil
}

// target returns the name of the file that a symbolic link leads to, or the name itself.
func target(name string) string {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		return target
	}
	return name
}

// Commit forces the file to the disk and gives it its name, replacing an existing
// file. After an error there is no new file.
func (f *File) Commit() error {
	if f.name == "" {
		return f.Close()
	}
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
	if f.Close() == nil && f.name != "" {
		os.Remove(f.Name())
	}
}

// Write creates a file with what the function writes. After an error an existing
// file is as before.
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

// Sweep removes the temporary files that killed processes left of a file of that
// name. No process may be writing one.
func Sweep(name string) error {
	name = target(name)
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
