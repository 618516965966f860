package command

import "golang.org/x/term"

// IsTerminal reports whether a stream is a terminal. A stream that hides that it is
// a file is not.
func IsTerminal(stream any) bool {
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}
