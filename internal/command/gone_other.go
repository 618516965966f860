//go:build !windows

package command

import "syscall"

// goneErrors are those of a write to a pipe that nobody reads.
var goneErrors = []error{syscall.EPIPE}
