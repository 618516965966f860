package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"chuhe/lang"
)

// Largest sizes for [ReadFile]: of a file that a person writes, and of one that a
// program does.
const (
	MaxText = 16 << 20
	MaxData = 1 << 30
)

// errTooLarge is the error for a file without an end.
var errTooLarge = errors.New("too large")

// ReadFile is [os.ReadFile] for a file of at most a number of bytes. It does not read on
// for ever where a name belongs to a device.
func ReadFile(name string, most int64) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readNamed(file, name, most)
}

// ReadPipe is ReadFile for a file that may be a pipe. If ctx is done before all of it is there,
// the error is that of ctx.
func ReadPipe(ctx context.Context, name string, most int64) ([]byte, error) {
	in, err := Streams{}.openNamed(ctx, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return readNamed(in, name, most)
}

// readNamed is [ReadAll] for a file, which an error about its size names.
func readNamed(r io.Reader, name string, most int64) ([]byte, error) {
	text, err := ReadAll(r, most)
	if errors.Is(err, errTooLarge) {
		err = &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return text, err
}

// ReadAll is [io.ReadAll] for at most a number of bytes.
func ReadAll(r io.Reader, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(text)) > most {
		return nil, fmt.Errorf("%w: more than %d bytes", errTooLarge, most)
	}
	return text, err
}

// Regular returns an error unless a file is a regular one. Opening a pipe waits for its
// other end, and no interrupt ends that.
func Regular(name string) (os.FileInfo, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, Inputf("%s: %w", name, WithoutPath(err))
	}
	if !info.Mode().IsRegular() {
		return nil, Input(lang.Errorf("error.notRegular", "file", name))
	}
	return info, nil
}
