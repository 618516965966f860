//go:build !windows

package command

import "syscall"

// goneErrors are those of a write to a pipe that nobody reads.
var goneErrors = []error{syscall.EPIPE}

// shortages are errors that say that the system has no more of something.
var shortages = []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM}
