package engine

import (
	"context"
	"errors"
	"time"

	"chuhe/tools/match/tournament"
)

// link is a running engine as lines that go to and fro, whatever they mean.
type link struct {
	config  Config
	process *process
}

// Exchange returns the last lines exchanged.
func (l *link) Exchange() []string { return l.process.log.last() }

// Close ends the engine. A second call does nothing.
func (l *link) Close() { l.process.quit() }

// send writes a line. A failure counts as a crash, or as no answer if the engine
// does not read.
func (l *link) send(text string) error {
	switch err := l.process.send(text); {
	case err == nil:
		return nil
	case errors.Is(err, errDeaf):
		return &tournament.Fault{End: tournament.NoAnswer, Reason: err.Error()}
	}
	return l.crashed()
}

func (l *link) crashed() error {
	return &tournament.Fault{End: tournament.Crash, Reason: l.process.ending()}
}

// discard drops lines left over from before.
func (l *link) discard() {
	l.process.report.Store(nil)
	for {
		select {
		case _, open := <-l.process.lines:
			if !open {
				return
			}
		default:
			return
		}
	}
}

// errLate says that a deadline has passed.
var errLate = errors.New("time is over")

// await reads lines until one is wanted, a deadline passes (errLate), ctx is
// done, or the output ends.
func (l *link) await(ctx context.Context, deadline time.Time, wanted func(line) bool) (line, error) {
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	for {
		select {
		case read, open := <-l.process.lines:
			switch {
			case !open:
				return line{}, l.crashed()
			case wanted(read):
				return read, nil
			case read.at.After(deadline): // a flood of lines must not hide the timer
				return line{}, errLate
			}
		case <-timer.C:
			return line{}, errLate
		case <-ctx.Done():
			return line{}, ctx.Err()
		}
	}
}
