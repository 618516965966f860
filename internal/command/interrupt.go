//go:build !js

package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interruptible returns a copy of a context that is also cancelled when the user
// interrupts the program, when the system asks it to end, or when its terminal
// goes away, so that long work can be kept. A second interrupt kills the program,
// in case it does not react to the first. The function returned cancels the context
// and releases the signals.
func interruptible(parent context.Context) (context.Context, context.CancelFunc) {
	asking := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // else it runs under nohup
		asking = append(asking, syscall.SIGHUP)
		// A terminal that goes away may send the signal twice, itself and through
		// its shell, so a second one is not an impatient user.
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	ctx, cancel := context.WithCancel(parent)
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, asking...)
	go func() {
		select {
		case <-asked:
		case <-ctx.Done():
		}
		signal.Stop(asked)
		cancel()
	}()
	return ctx, cancel
}

// outliveReaders makes it an error to write to a reader that has gone. Without a handler of
// the signal it would kill the process.
func outliveReaders() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
