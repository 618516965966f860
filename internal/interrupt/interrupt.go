// Package interrupt turns the signals that ask a program to end into the end of a
// context, so that long work can be kept.
package interrupt

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Context returns a copy of a context that is done, too, when the user interrupts
// the program, when the system ends it, or when its terminal goes away. From then
// on interrupts kill, should it not heed the first. The function returned ends the
// context and gives the signals up.
func Context(parent context.Context) (context.Context, context.CancelFunc) {
	asking := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // else nohup wants it to go on
		asking = append(asking, syscall.SIGHUP)
		// A terminal that goes away may say so twice, by itself and by its shell,
		// and nobody is impatient then.
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
