// Package userfile opens files by the names that users give in options of the
// engine.
package userfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"chuhe/internal/keyed"
)

// ErrIrregular is wrapped by the error about a folder, a pipe or a device.
var ErrIrregular error = keyed.New("error.irregular", "not a regular file")

// Error says which file cannot be used.
type Error struct {
	Path string
	Err  error
}

func (e *Error) Error() string { return e.Path + ": " + e.Err.Error() }

// Unwrap returns why.
func (e *Error) Unwrap() error { return e.Err }

// NotFound says where a file was looked for. It is an [fs.ErrNotExist].
type NotFound struct {
	Name  string
	Paths []string // none for a name that says it all
}

func (e *NotFound) Error() string {
	text := e.Name + ": " + fs.ErrNotExist.Error()
	if len(e.Paths) > 0 {
		text += ", looked for " + strings.Join(e.Paths, " and ")
	}
	return text
}

// Unwrap returns [fs.ErrNotExist].
func (e *NotFound) Unwrap() error { return fs.ErrNotExist }

// Open opens a file for reading. A relative name is looked up in the working
// directory and then beside the program, because users who start the engine from a
// graphical interface rarely know the working directory. On Windows a name that is not
// UTF-8 is taken to be in the code page of the system. The name of the file opened is
// absolute where the system allows it. A file that is there but cannot be used is an
// *Error and is not passed over; one that is nowhere is a *NotFound.
func Open(name string) (*os.File, error) {
	paths := candidates(name)
	for _, path := range paths {
		if file, err := open(path, os.O_RDONLY); !errors.Is(err, fs.ErrNotExist) {
			return file, err
		}
	}
	if filepath.IsAbs(name) {
		paths = nil
	}
	return nil, &NotFound{name, paths}
}

// Append opens a file to write at its end, and creates it if it does not exist. A relative name
// belongs to the working directory; see [Open] for names that are not UTF-8. The name of
// the file opened is absolute where the system allows it. The error is an *Error.
func Append(name string) (*os.File, error) {
	return open(candidates(name)[0], os.O_APPEND|os.O_CREATE|os.O_WRONLY)
}

// candidates returns the paths that a file name may stand for, first that in the working
// directory.
func candidates(name string) []string {
	name = native(name)
	if filepath.IsAbs(name) {
		return []string{name}
	}
	here, err := filepath.Abs(name)
	if err != nil {
		here = name
	}
	program, err := os.Executable()
	if err != nil || !filepath.IsLocal(name) { // such as ../a.nnue, or C:a.nnue
		return []string{here}
	}
	return slices.Compact([]string{here, filepath.Join(filepath.Dir(program), name)})
}

// open opens a regular file. The error is an *Error.
func open(path string, flag int) (*os.File, error) {
	// Look before opening: to open a pipe is to wait for its other end.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &Error{path, ErrIrregular}
	}
	file, err := os.OpenFile(path, flag, 0o666)
	if bad, ok := errors.AsType[*fs.PathError](err); ok {
		err = bad.Err // which lacks the path
	}
	if err != nil {
		return nil, &Error{path, err}
	}
	return file, nil
}
