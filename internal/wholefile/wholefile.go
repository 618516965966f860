// Package wholefile writes files atomically: a file gets its name when it is
// complete, and a kill or a power failure leaves the old one. What is not a file, such
// as a pipe or /dev/null, is written to and stays what it is.
//
// No library read for this keeps all of that. github.com/google/renameio does not build
// for Windows. github.com/natefinch/atomic replaces a pipe, a device or a symbolic link
// by a file, cannot refuse to replace a file, and takes the whole content from a reader;
// Sweep could not recognise what a killed process leaves by its name.
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
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/robustio"

	"chuhe/internal/filelock"
)

// File is a file being written. Until Finish it is beside its final place, under a
// name that ends with .tmp.
type File struct {
	*os.File
	name string // "" if the file is written in its place
}

// Special reports whether a name belongs to a device, a pipe or another thing that
// is neither a file nor a folder, so that nothing can be lost by writing to it.
func Special(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// Create starts a file. An existing one of that name stays until Finish, and the new one has
// its permissions; a symbolic link stays and leads to the new one. Errors are of type
// *[fs.PathError] and contain the name.
func Create(name string) (*File, error) {
	if Special(name) {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &File{File: f}, nil
	}
	name = target(name)
	f, err := os.OpenFile(fmt.Sprintf("%s%016x%s", tempPrefix(name), rand.Uint64(), tempSuffix), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		if where, ok := errors.AsType[*fs.PathError](err); ok {
			where.Op, where.Path = "create", name // the temporary name means nothing to the user
		}
		return nil, err
	}
	if err := filelock.Lock(f); err != nil { // keeps it from Sweep
		f.Close()
		os.Remove(f.Name())
		return nil, &fs.PathError{Op: "lock", Path: name, Err: err}
	}
	if old, err := os.Stat(name); err == nil && old.Mode().IsRegular() {
		_ = f.Chmod(old.Mode().Perm()) // not every file system has permissions
	}
	return &File{File: f, name: name}, nil
}

// tempSuffix ends the names of temporary files.
const tempSuffix = ".tmp"

// tempPrefix returns what the names of the temporary files of a file begin with, before 16
// digits: its name and a point. Of a long name it is as much as leaves room for the rest, since
// systems have names of at most 255 bytes.
func tempPrefix(name string) string {
	const most = 255 - len(".0123456789abcdef"+tempSuffix)
	dir, base := filepath.Split(name)
	end := min(len(base), most)
	for end < len(base) && !utf8.RuneStart(base[end]) {
		end--
	}
	return dir + base[:end] + "."
}

// Write implements [io.Writer].
func (f *File) Write(b []byte) (int, error) {
	n, err := f.File.Write(b)
	return n, f.named(err)
}

// WriteString implements [io.StringWriter].
func (f *File) WriteString(s string) (int, error) { return f.Write([]byte(s)) }

// named returns an error with the name that the user knows instead of the temporary one.
func (f *File) named(err error) error {
	var at *fs.PathError
	var names *os.LinkError
	switch {
	case f.name == "":
	case errors.As(err, &at):
		at.Path = f.name
	case errors.As(err, &names):
		return &fs.PathError{Op: "write", Path: f.name, Err: names.Err}
	}
	return err
}

// target returns the name of the file that a symbolic link leads to, or the name itself.
func target(name string) string {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		return target
	}
	return name
}

// Finish forces the file to the disk and gives it its name. It replaces an existing file
// only with force; without it not even one that appeared since Create, and the error is a
// *[fs.PathError] with [fs.ErrExist] and the name. On Windows no file that a program has open
// can be replaced, and scanners open new files for a moment, so there it tries for two seconds.
// After an error there is no new file.
func (f *File) Finish(force bool) error {
	if f.name == "" {
		return f.Close()
	}
	err := f.Sync()
	if closing := f.Close(); err == nil {
		err = closing
	}
	err = f.named(err)
	switch {
	case err != nil:
	case force:
		err = f.named(robustio.Rename(f.Name(), f.name))
	default:
		err = f.named(renameNew(f.Name(), f.name))
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// renameNew renames a file unless one of the new name exists. A link fails if one
// does; a rename would replace it. Where there are no links, such as on FAT, another
// process can still make one between the check and the rename.
func renameNew(from, to string) error {
	err := os.Link(from, to)
	if err == nil {
		os.Remove(from) // the file has its name, so a failure is no harm
		return nil
	}
	if _, missing := os.Lstat(to); errors.Is(err, fs.ErrExist) || missing == nil {
		return &fs.PathError{Op: "write", Path: to, Err: fs.ErrExist}
	}
	return os.Rename(from, to)
}

// Discard removes the file unless it is finished.
func (f *File) Discard() {
	if f.Close() == nil && f.name != "" {
		os.Remove(f.Name())
	}
}

// Write creates a file with what the function writes. After an error an existing
// file is as before.
func Write(name string, write func(io.Writer) error) error { return Save(name, true, write) }

// Save is Write, but without force it replaces no file, as with [File.Finish].
func Save(name string, force bool, write func(io.Writer) error) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := write(f); err != nil {
		if at, ok := errors.AsType[*fs.PathError](err); ok && (at.Path == f.name || at.Path == name) {
			return err // it names the file, or what is written in its place
		}
		return fmt.Errorf("%s: %w", name, err)
	}
	return f.Finish(force)
}

// Sweep removes the temporary files that killed processes left of a file of that
// name. It leaves those that a process is writing, but where there are no locks, none
// may be writing one.
func Sweep(name string) error {
	name = target(name)
	dir, begin := filepath.Dir(name), filepath.Base(tempPrefix(name))
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		middle, ours := strings.CutPrefix(entry.Name(), begin)
		middle, tmp := strings.CutSuffix(middle, tempSuffix)
		if !ours || !tmp || len(middle) != 16 || strings.Trim(middle, "0123456789abcdef") != "" {
			continue
		}
		if err := removeIdle(filepath.Join(dir, entry.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// removeIdle removes a file unless a process is writing it.
func removeIdle(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	err = filelock.Share(f)
	f.Close()
	if errors.Is(err, filelock.ErrBusy) {
		return nil
	}
	return os.Remove(name)
}
