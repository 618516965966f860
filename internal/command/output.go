package command

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"chuhe/lang"
)

// Vacant returns an error of [ErrInput] if a command cannot or must not write a file of
// this name: its folder is missing, or the name belongs to a folder or device, or to a file
// and the user did not give -force.
func Vacant(name string, force bool) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		folder := filepath.Dir(name)
		if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
			return Input(lang.Errorf("error.noFolder", "file", name, "folder", folder))
		}
		return nil
	case err != nil:
		return Input(err)
	case !info.Mode().IsRegular():
		return Input(lang.Errorf("error.notRegular", "file", name))
	case !force:
		return Input(lang.Errorf("error.inTheWay", "file", name))
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
