// Package exit has the exit statuses that our programs have in common.
package exit

import (
	"context"
	"errors"
	"flag"
)

// Interrupted is the exit status of a program that was interrupted, as a shell
// counts it.
const Interrupted = 130

// Status returns what a program that ends with an error tells its caller: 0 for
// success and for help that was asked for, Interrupted where a context was
// cancelled, 2 for bad input, which an error is that wraps one of those given, 1
// for another failure.
func Status(err error, input ...error) int {
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, context.Canceled):
		return Interrupted
	}
	for _, bad := range input {
		if errors.Is(err, bad) {
			return 2
		}
	}
	return 1
}
