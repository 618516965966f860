package command

import "context"

// interruptible returns a copy of a context: in a browser there are no signals.
func interruptible(parent context.Context) (context.Context, context.CancelFunc) {
	return context.WithCancel(parent)
}

// outliveReaders does nothing: no signal comes from readers that have gone.
func outliveReaders() {}
