package engine

import (
	"cmp"
	"context"
	"errors"
	"time"

	"chuhe/lang"
	"chuhe/tools/match/tournament"
)

// link is a running engine as lines that go to and fro, whatever they mean.
type link struct {
	config  Config
	process *process
	// stood is how long this program stood still while it waited for the engine: somebody
	// stopped it, or its machine slept. That is not the engine's fault.
	stood time.Duration
	seen  time.Time // when this program last looked at the clock, or sent something
}

// This program looks at the clock every look. It stood still if it comes to that later by
// standstill or more, which the scheduler of a busy machine hardly does.
const (
	look       = 250 * time.Millisecond
	standstill = time.Second
)

// Exchange returns the last lines exchanged.
func (l *link) Exchange() []string { return l.process.log.last() }

// Close ends the engine. A second call does nothing.
func (l *link) Close() { l.process.quit() }

// send writes a line. A failure counts as a crash, or as no answer if the engine
// does not read.
func (l *link) send(text string) error { return l.sendAnd(text, nil) }

// sendAnd writes a line. If the engine has ended, said, if not nil, gets what it printed before.
func (l *link) sendAnd(text string, said func(line)) error {
	l.seen = time.Now()
	switch err := l.process.send(text); {
	case err == nil:
		return nil
	case errors.Is(err, errDeaf):
		return newFault(tournament.NoAnswer, errDeaf)
	}
	return newFault(tournament.Crash, l.process.ending(said))
}

// silent kills an engine that has not answered, and returns its fault. What is asked of the
// engine later fails for the same reason.
func (l *link) silent(why *lang.Error) error {
	l.process.kill()
	l.process.silence = why
	return newFault(tournament.NoAnswer, why)
}

// fault is a [tournament.Fault] whose reason is in the catalogues. Records have it in English.
type fault struct {
	of  *tournament.Fault
	why *lang.Error
}

func newFault(end tournament.End, why *lang.Error) error {
	return &fault{&tournament.Fault{End: end, Reason: why.Error()}, why}
}

func (f *fault) Error() string { return f.of.Error() }

// Unwrap returns the [tournament.Fault].
func (f *fault) Unwrap() error { return f.of }

// In returns the text in a language.
func (f *fault) In(l lang.Lang) string {
	return (&tournament.Fault{End: f.of.End, Reason: f.why.In(l)}).In(l)
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
var errLate = lang.Errorf("match.late")

// await reads lines until one is wanted, a deadline passes (errLate), ctx is
// done, or the output ends. Something was sent just before. The deadline is put off by what it
// adds to stood.
func (l *link) await(ctx context.Context, deadline time.Time, wanted func(line) bool) (line, error) {
	timer := time.NewTimer(min(look, time.Until(deadline)))
	defer timer.Stop()
	for {
		var read line
		open, late := true, false
		select {
		case read, open = <-l.process.lines:
		case <-timer.C:
			late = true
		case <-ctx.Done():
			return line{}, ctx.Err()
		}
		now := time.Now()
		if gap := now.Sub(l.seen) - look; gap > standstill {
			l.stood += gap
			deadline = deadline.Add(gap)
		}
		l.seen = now
		switch {
		case !open:
			return line{}, newFault(tournament.Crash, l.process.ending(nil))
		case !late && wanted(read):
			return read, nil
		case now.After(deadline): // also in a flood of lines
			return line{}, errLate
		case late:
			timer.Reset(min(look, time.Until(deadline)))
		}
	}
}

// query sends a question and waits for its answer: the engine has then processed all that was sent.
// said, if not nil, gets what the engine prints until then.
func (l *link) query(ctx context.Context, question, answer string, said func(line)) error {
	if err := l.sendAnd(question, said); err != nil {
		return err
	}
	_, err := l.await(ctx, time.Now().Add(l.config.Start), func(read line) bool {
		if said != nil {
			said(read)
		}
		return read.text == answer
	})
	if errors.Is(err, errLate) {
		return l.silent(lang.Errorf("match.noAnswerTo", "answer", answer, "question", question, "time", l.config.Start.String()))
	}
	return err
}

// grace is the time for an answer to stop. A late answer does not save the game,
// but the engine is not killed.
const grace = 2 * time.Second

// hear waits for the line that ends a search which began at a time. When the time of the turn is
// over, it sends stop; an engine that does not answer that either is killed and at fault.
func (l *link) hear(ctx context.Context, began time.Time, turn tournament.Turn, stop string, ends func(line) bool) (last line, stopped bool, err error) {
	patience := cmp.Or(turn.Allowed, l.config.Timeout)
	if last, err = l.await(ctx, began.Add(patience+l.stood), ends); !errors.Is(err, errLate) {
		return last, false, err
	}
	if err = l.send(stop); err != nil {
		return last, true, err
	}
	if last, err = l.await(ctx, time.Now().Add(grace), ends); errors.Is(err, errLate) {
		err = l.silent(lang.Errorf("match.noMoveNor", "time", patience.Round(time.Millisecond).String(), "question", stop))
	}
	return last, true, err
}

// overdue returns the fault of an engine that took longer for a move than its Timeout where no
// clock limits it; nil for others.
func (l *link) overdue(turn tournament.Turn, spent time.Duration) error {
	if turn.Allowed > 0 || spent <= l.config.Timeout {
		return nil
	}
	return newFault(tournament.NoAnswer, lang.Errorf("match.noMove", "time", l.config.Timeout.String()))
}
