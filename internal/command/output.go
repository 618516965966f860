package command

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"chuhe/internal/wholefile"
	"chuhe/lang"
)

// Output is the file that a command writes when its work is done, by the flags -out and -force.
type Output struct {
	Name  string
	Force bool // replace a file of this name
}

// Flags defines the flags.
func (o *Output) Flags(flags *flag.FlagSet) {
	flags.StringVar(&o.Name, "out", "", "")
	flags.BoolVar(&o.Force, "force", false, "")
}

// Named returns an error of [ErrInput] if there is no name, or it is "-": that stands for the
// standard input, so a person who gives it does not expect a file of that name.
func (o *Output) Named() error {
	if o.Name == "" {
		return Usage(lang.Errorf("error.noOut"))
	}
	return NoStream("out", o.Name)
}

// NoStream returns an error of [ErrInput] if a flag names a file to write "-".
func NoStream(flag, name string) error {
	if name == "-" {
		return Usage(lang.Errorf("error.outStream", "flag", flag))
	}
	return nil
}

// Vacant returns the error of Named or of [Vacant].
func (o *Output) Vacant() error {
	if err := o.Named(); err != nil {
		return err
	}
	return Vacant(o.Name, o.Force)
}

// Vacant returns an error of [ErrInput] if a command cannot or must not write a file of
// this name: its folder is missing or cannot be written to, or the name belongs to a folder or device,
// or to a file and the user did not give -force. It finds that out by beginning a file, so that
// work of hours is not lost at its end.
func Vacant(name string, force bool) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := InFolder(name); err != nil {
			return err
		}
		if _, err := os.Lstat(name); err == nil && !force { // a link to nothing
			return Input(lang.Errorf("error.inTheWay", "file", name))
		}
	case err != nil:
		return Input(err)
	case !info.Mode().IsRegular():
		return Input(lang.Errorf("error.notRegular", "file", name))
	case !force:
		return Input(lang.Errorf("error.inTheWay", "file", name))
	}
	file, err := wholefile.Create(name)
	if err != nil {
		return Input(err)
	}
	file.Discard()
	return nil
}

// InFolder returns an error of [ErrInput] if there is no folder for a file of this name.
func InFolder(name string) error {
	folder := filepath.Dir(name)
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return Input(lang.Errorf("error.noFolder", "file", name, "folder", folder))
	}
	return nil
}

// SameFile returns the name among several that stands for the same file as another,
// "" if there is no such name.
func SameFile(as string, names []string) string {
	one, err := os.Stat(as)
	if err != nil {
		return ""
	}
	for _, name := range names {
		if other, err := os.Stat(name); err == nil && os.SameFile(one, other) {
			return name
		}
	}
	return ""
}

// Twice returns an error of [ErrInput] if two of several names stand for the same file, for a command
// that would count what is in it twice.
func Twice(names []string) error {
	type file struct {
		name string
		info os.FileInfo
	}
	type alike struct { // so that a file is not compared with all of a large collection
		size, changed int64
	}
	known, files := map[string]bool{}, map[alike][]file{}
	for _, name := range names {
		switch {
		case !known[name]:
		case name == "-":
			return Usage(lang.Errorf("error.stdinTwice"))
		default:
			return Input(lang.Errorf("error.twice", "file", name))
		}
		known[name] = true
		info, err := os.Stat(name)
		if err != nil {
			continue // what is no file, such as "-", is known by its name alone
		}
		key := alike{info.Size(), info.ModTime().UnixNano()}
		if at := slices.IndexFunc(files[key], func(other file) bool { return os.SameFile(info, other.info) }); at >= 0 {
			return Input(lang.Errorf("error.sameFile", "file", files[key][at].name, "other", name))
		}
		files[key] = append(files[key], file{name, info})
	}
	return nil
}
