// Package columns aligns the columns of tables in a terminal.
package columns

import (
	"bytes"
	"io"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Writer is a [tabwriter.Writer], with two blanks between columns, that knows how wide a terminal
// shows characters. A tab ends a cell. Each call of Write has whole characters with
// the marks on them.
type Writer struct {
	tab *tabwriter.Writer
	out *output
}

// Left returns a writer of tables to w whose cells begin below each other.
func Left(w io.Writer) *Writer { return newWriter(w, 0) }

// Right returns a writer of tables to w whose cells end below each other.
func Right(w io.Writer) *Writer { return newWriter(w, tabwriter.AlignRight) }

func newWriter(w io.Writer, flags uint) *Writer {
	out := &output{w: w}
	return &Writer{tabwriter.NewWriter(out, 0, 0, 2, ' ', flags), out}
}

// Package tabwriter counts every character as one column. What it gets has these bytes so that
// its count is right.
const (
	filler  = 0 // follows each character that is two columns wide
	standIn = 1 // replaces each character with combining marks
)

// Write implements [io.Writer].
func (t *Writer) Write(b []byte) (int, error) {
	var filled []byte
	for rest := b; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		whole := size
		if !unicode.IsControl(r) { // else a mark begins a cell
			whole += marks(rest[size:])
		}
		if whole > size || r == standIn {
			t.out.replaced = append(t.out.replaced, bytes.Clone(rest[:whole]))
			filled = append(filled, standIn)
		} else {
			filled = append(filled, rest[:size]...)
		}
		if widthOf(r) > 1 {
			filled = append(filled, filler)
		}
		rest = rest[whole:]
	}
	if _, err := t.tab.Write(filled); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Flush writes what has been given to Write so far.
func (t *Writer) Flush() error { return t.tab.Flush() }

// marks returns the number of bytes of the combining marks with which a text begins.
func marks(text []byte) (n int) {
	for n < len(text) {
		r, size := utf8.DecodeRune(text[n:])
		if widthOf(r) > 0 {
			break
		}
		n += size
	}
	return n
}

// output passes on what package tabwriter writes to it as it was before.
type output struct {
	w        io.Writer
	replaced [][]byte // what is still to come in the places of stand-ins
}

func (o *output) Write(b []byte) (int, error) {
	var text []byte
	for _, c := range b {
		switch c {
		case filler:
		case standIn:
			text = append(text, o.replaced[0]...)
			o.replaced = o.replaced[1:]
		default:
			text = append(text, c)
		}
	}
	if _, err := o.w.Write(text); err != nil {
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

// widthOf returns the number of columns of a character: two for Chinese and other wide ones, none
// for a mark on the character before. One that is wide only in old Chinese fonts, such as ±, has one.
func widthOf(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
