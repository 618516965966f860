//go:build !windows

package command

import "syscall"

// goneErrors are those of a write to a pipe that nobody reads.
var goneErrors = []error{syscall.EPIPE}

// shortages are the errors of a system that has run out of space, open files or memory.
var shortages = []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM}
