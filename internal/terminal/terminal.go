// Package terminal tells terminals from other outputs, so that progress is drawn
// only where somebody sees it.
package terminal

import (
	"io"

	"golang.org/x/term"
)

// Is reports whether what is written to w appears on a terminal. A file does if
// it is one; a writer that is no file, or hides one, does not.
func Is(w io.Writer) bool {
	f, ok := w.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}
