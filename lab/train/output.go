package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"chuhe/internal/command"
	"chuhe/internal/filelock"
	"chuhe/internal/wholefile"
)

// products are the endings of the files written after the checkpoint.
var products = [...]string{".nnue", ".json", ".md", ".svg"}

// hold locks the files against other runs until the result is closed, and removes
// temporary files that a killed run left.
func (s *settings) hold() (io.Closer, error) {
	held, err := filelock.Hold(s.out)
	if err != nil {
		return nil, command.Inputf("-out %w", err)
	}
	for _, ext := range append(products[:], ".checkpoint") {
		if err := wholefile.Sweep(s.file(ext)); err != nil {
			held.Close()
			return nil, err
		}
	}
	return held, nil
}

// checkNew returns an error if a file would be overwritten. Without a checkpoint it
// cannot belong to this run.
func (s *settings) checkNew() error {
	for _, ext := range products {
		switch _, err := os.Lstat(s.file(ext)); {
		case err == nil:
			return command.Inputf("%s exists and would be overwritten, but there is no %s that it belongs to; give another -out, or remove it", s.file(ext), s.file(".checkpoint"))
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	return nil
}

// restart says what to do about an unusable checkpoint.
func (s *settings) restart() string {
	return fmt.Sprintf("give another -out, or, to start again, remove it and the %s beside it", strings.Join(products[:], ", "))
}

// checkOut checks before the work that the network can be written.
func (s *settings) checkOut() error {
	if info, err := os.Stat(s.out); err == nil && !info.Mode().IsRegular() {
		return command.Inputf("-out %s: not a regular file", s.out)
	}
	return writable(s.out)
}

// writable checks before the work that the file of -out can be written.
func writable(name string) error {
	f, err := wholefile.Create(name)
	if err != nil {
		return command.Inputf("-out %s: cannot write to its folder: %w", name, command.WithoutPath(err))
	}
	f.Discard()
	return nil
}

// file returns the name of a file beside the network.
func (s *settings) file(ext string) string { return strings.TrimSuffix(s.out, ".nnue") + ext }
