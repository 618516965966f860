package book

import (
	"bytes"
	_ "embed" // for the book
	"fmt"
	"io"
	"os"
	"strings"

	"chuhe/internal/keyed"
	"chuhe/internal/userfile"
)

// Embedded is the name of the book that comes with the engine.
const Embedded = "embedded"

//go:embed default.book
var embedded string

// errSQLite is about the books of BHGUI and many others.
var errSQLite = keyed.Errorf("error.sqliteBook", "%w: this is an SQLite file, probably an .obk book, which Chuhe cannot read; see docs/book.md", ErrFormat)

// Open opens a book: the one that comes with the engine for [Embedded], otherwise the
// file of that name, see [userfile.Open]. It reads the file once to check it; an error about
// its content is an *Error.
func Open(name string) (Book, error) {
	switch strings.ToLower(name) {
	case "":
		return nil, keyed.Errorf("error.noBookName", "no name, want a file or %s", Embedded)
	case Embedded, "<embedded>":
		return open(Embedded, strings.NewReader(embedded), int64(len(embedded)), nothing)
	}
	file, err := userfile.Open(name)
	if err != nil {
		return nil, err
	}
	b, err := openFile(name, file)
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", file.Name(), err)
	}
	return b, nil
}

// inMemory is the size in bytes up to which a book is kept in memory. A larger one is
// read where it is.
const inMemory = 16 << 20

// openFile opens the book in a file, which it closes unless it returns an error.
func openFile(name string, file *os.File) (Book, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > inMemory {
		return open(name, file, info.Size(), file.Close)
	}
	content, err := io.ReadAll(io.LimitReader(file, inMemory+1))
	if err != nil {
		return nil, err
	}
	b, err := open(name, bytes.NewReader(content), int64(len(content)), nothing)
	if err == nil {
		file.Close() // it was only read
	}
	return b, err
}

// nothing closes what is in memory.
func nothing() error { return nil }

// open finds out which format some bytes are in.
func open(name string, at io.ReaderAt, size int64, close func() error) (Book, error) {
	var start [16]byte
	n, err := at.ReadAt(start[:], 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch text := string(start[:n]); {
	case strings.HasPrefix(text, "SQLite format 3\x00"):
		return nil, errSQLite
	case strings.HasPrefix(text, fileMagic):
		f, err := newFile(name, at, size, close)
		if err != nil {
			return nil, err
		}
		return f, nil
	}
	e, err := newElephant(name, at, size, close)
	if err != nil {
		return nil, keyed.Errorf("error.noBook", "neither a Chuhe book nor one of ElephantEye: %w", err)
	}
	return e, nil
}
