// Package columns aligns the columns of tables in a terminal.
package columns

import (
	"bytes"
	"io"
	"text/tabwriter"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Writer is a [tabwriter.Writer], with two blanks between columns, that knows how wide a terminal
// shows characters. A tab ends a cell. Each call of Write has whole characters.
type Writer struct{ tab *tabwriter.Writer }

// Left returns a writer of tables to w whose cells begin below each other.
func Left(w io.Writer) *Writer { return newWriter(w, 0) }

// Right returns a writer of tables to w whose cells end below each other.
func Right(w io.Writer) *Writer { return newWriter(w, tabwriter.AlignRight) }

func newWriter(w io.Writer, flags uint) *Writer {
	return &Writer{tabwriter.NewWriter(withoutFillers{w}, 0, 0, 2, ' ', flags)}
}

// filler follows each character of two columns on its way through package tabwriter, which takes
// all characters for one column wide.
const filler = 0

// Write implements [io.Writer].
func (t *Writer) Write(b []byte) (int, error) {
	var filled []byte
	for rest := b; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		filled = append(filled, rest[:size]...)
		if widthOf(r) > 1 {
			filled = append(filled, filler)
		}
		rest = rest[size:]
	}
	if _, err := t.tab.Write(filled); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Flush writes what has been given to Write so far.
func (t *Writer) Flush() error { return t.tab.Flush() }

// withoutFillers passes on what is written to it, but for the fillers.
type withoutFillers struct{ w io.Writer }

func (f withoutFillers) Write(b []byte) (int, error) {
	if _, err := f.w.Write(bytes.ReplaceAll(b, []byte{filler}, nil)); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Width returns the number of columns that a text takes in a terminal.
func Width(text string) (n int) {
	for _, r := range text {
		n += widthOf(r)
	}
	return n
}

// widthOf returns the number of columns of a character: two for Chinese and other wide ones. One
// that is wide only in old Chinese fonts, such as ±, has one.
func widthOf(r rune) int {
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
