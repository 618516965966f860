package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"time"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/search"
	"chuhe/tools/version"
)

// Engine is the engine of a session, such as [search.Engine]. Probe and PonderHit
// are also called during a search.
type Engine interface {
	SetOptions(search.Options) error
	Fits(search.Options) error
	Ready()
	Clear()
	Search(context.Context, *board.Line, search.Limits, func(search.Info)) search.Result
	PonderHit()
	Probe(*board.Position) (search.Entry, bool)
	Evaluate(*board.Position) eval.Score
	Explain(*board.Position) string
}

// session is a dialog with a host. The goroutine of run owns it; the reader and at
// most one job run beside it.
type session struct {
	ctx      context.Context
	engine   Engine
	room     func(workers int) error // whether the process can have threads for them
	out      *output
	commands <-chan received
	version  string

	terminal bool // the host is a person at a terminal
	style    style
	settings settings

	game    *board.Line // at first the start position
	origin  origin
	refused bool // a later position was refused: there is nothing to search
	banned  []board.Move

	draws  *rand.Rand // by which book moves are chosen
	delays delays

	variantChosen       bool // by the host
	hostWaitsForAnswers bool // see countsFromOne
	ranksKnown          bool // moves have shown how the host counts ranks

	phase phase
	job   *job // nil unless the phase is busy
	// lastEnd is when a job ended that was not stopped, or getting ready: a command read
	// before has waited for it.
	lastEnd    time.Time
	ended      chan func()
	queue      queue // of commands that wait for the job to end
	inputEnded bool
	quitCame   bool             // and may still wait
	grace      time.Duration    // of a job after the end of input, 0 for no bound
	fromFile   bool             // the input is a regular file, in which quit waits for what stands before it
	graceEnds  <-chan time.Time // for the job under way, nil while it has no bound
	// stopMayBeLate means that a search has ended and no other line has come since: a stop
	// that comes now was meant for it.
	stopMayBeLate bool
}

// afterInput is how long a job may go on after the end of an input that is no file:
// who wrote it may have died, and nothing else ends a search of some hours.
const afterInput = time.Minute

// mostAhead is the number of commands that are read ahead during a job that blocks the
// input.
const mostAhead = 1 << 16

// inHand is the number of commands that are read while the session carries out another, such
// as a newgame that clears a large table: the time of a search begins when its line comes.
const inHand = 64

// Run lets a host use an engine until it quits, its input ends, ctx is done, or out
// fails. Nothing else may use the engine meanwhile. At the end of input Run stops a
// search without end, and lets one that ends by itself go on: to its end if in is a
// regular file, otherwise for a minute at most, as each that waits behind it. A search for
// a mate may have none to find: it has a minute in any case. All print their moves. Where
// both in and out are a terminal, the host is a person, who is greeted and gets a message
// about every mistake.
//
// The error comes from ctx, from out, from the engine about its first options, or from
// the network of this build. A host that closes its end of the pipe is not an
// error. The goroutine that reads in ends only with its last Read.
func Run(ctx context.Context, engine Engine, in io.Reader, out io.Writer) error {
	return run(ctx, engine, in, out, command.IsTerminal(in) && command.IsTerminal(out), graceAfter(in))
}

// graceAfter returns how long a job may go on after the end of an input, 0 for no bound.
func graceAfter(in io.Reader) time.Duration {
	if f, ok := in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return 0
		}
	}
	return afterInput
}

// run is Run for a host that is a person at a terminal or not, and a grace as of graceAfter.
func run(ctx context.Context, engine Engine, in io.Reader, out io.Writer, terminal bool, grace time.Duration) error {
	settings, err := defaults()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	commands := make(chan received, inHand)
	s := &session{
		ctx:      ctx,
		engine:   engine,
		room:     command.Room,
		out:      newOutput(out),
		commands: commands,
		version:  version.Version(),
		settings: settings,
		draws:    newDraws(settings.bookSeed),
		game:     board.NewLine(board.Start()),
		terminal: terminal,
		grace:    grace,
		fromFile: grace == 0,
		ended:    make(chan func(), 1),
	}
	defer func() { s.settings.books.Close() }() // they were only read
	defer s.out.log.use(nil)
	if err := s.configure(s.settings.engine()); err != nil {
		return err
	}
	if terminal {
		s.out.lines("Chuhe " + s.version + ", a Xiangqi engine. Type help for its commands, quit to leave.")
	}
	go read(ctx, in, commands)
	return s.run()
}

// run executes commands until the session is over.
func (s *session) run() error {
	for {
		for i := s.next(); i >= 0; i = s.next() {
			c := s.queue.remove(i)
			if _, quit := c.(Quit); quit {
				s.quit()
				return s.failure()
			}
			s.execute(c)
		}
		switch {
		case s.inputEnded && !s.phase.busy():
			return s.failure()
		case s.phase.endless() && s.over(), s.phase.busy() && s.stopWaits():
			s.stop()
		case s.phase.busy() && s.bound() > 0 && s.graceEnds == nil && s.over():
			s.graceEnds = time.After(s.bound())
		}
		commands := s.commands
		// What a program has written is read even if it waits: the end of it must be seen.
		if s.inputEnded || s.blocked() && (s.bound() == 0 || len(s.queue.waiting) >= mostAhead) {
			commands = nil
		}
		select {
		case c, ok := <-commands:
			if !ok {
				s.inputEnded = true
				continue
			}
			s.receive(c)
		case finish := <-s.ended:
			s.job.cancel()
			if s.phase != stopping {
				s.lastEnd = time.Now() // a host that reads the answer may send the next command at once
			}
			finish()
			s.phase, s.job, s.graceEnds = idle, nil, nil
		case err := <-s.out.log.failed:
			s.tell("the log ends here: %v", err)
		case <-s.graceEnds:
			if s.phase != stopping {
				why := "what is read from a file runs to its end"
				if s.grace == 0 {
					why = "there may be no such mate"
				}
				s.tell("stopped %v after the end of input; %s", s.bound(), why)
				s.stop()
			}
		case <-s.ctx.Done():
			s.abandon()
			return s.ctx.Err()
		case <-s.out.broken:
			s.abandon()
			return s.failure()
		}
	}
}

// bound returns how long the job under way may go on after the end of input, 0 for no bound.
func (s *session) bound() time.Duration {
	if s.phase == proving {
		return max(s.grace, afterInput)
	}
	return s.grace
}

// failure returns why answers could not be written; nil if they were, or if the
// host closed its end.
func (s *session) failure() error {
	err := s.out.failure()
	if err == nil || command.ReaderGone(err) || errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	return fmt.Errorf("protocol: answer: %w", err)
}

// receive queues a command. It is here that the log gets its line, and not where it is read,
// so that no line is missing behind the one that begins the log.
func (s *session) receive(r received) {
	s.out.log.add(fromHost, r.at, r.line)
	c := r.command
	s.stopMayBeLate = s.stopMayBeLate && concernsJob(c)
	switch g := c.(type) {
	case Go:
		// Its time begins when the job before it has ended, unless the host has stopped that.
		waits := s.phase.busy() && s.phase != stopping || s.queue.jobs > 0 || r.at.Before(s.lastEnd)
		if !waits {
			g.Read = r.at
			c = g
		}
	case Quit:
		s.quitCame = true
	}
	s.queue.add(c)
}

// next returns the place in the queue of the command to execute now, -1 for none. One
// that does not wait for the job overtakes those that do, unless it concerns a job that
// is itself in the queue.
func (s *session) next() int {
	switch {
	case s.blocked() || len(s.queue.waiting) == 0:
		return -1
	case !s.phase.busy():
		return 0
	}
	return s.queue.overtaking(s.takes)
}

// blocked reports whether all commands wait for the job.
func (s *session) blocked() bool { return s.phase.busy() && s.job.blocksInput }

// stopWaits reports whether a stop is in the queue behind another job. The host wants an
// end of all jobs before it.
func (s *session) stopWaits() bool {
	return !s.blocked() && s.queue.stops > 0
}

// over reports whether the host has said its last word.
func (s *session) over() bool { return s.inputEnded || s.quitCame }

// takes reports whether a command is executed at once rather than after the job.
func (s *session) takes(c Command) bool {
	switch _, quit := c.(Quit); {
	case !s.phase.busy():
		return true
	case quit:
		// A host that stops a search is answered. What a file asks for is carried out.
		return !s.job.outlastsQuit && s.phase != stopping && !s.fromFile
	}
	return isUrgent(c)
}

// quit ends the session at the host's request. A search is stopped and prints its move.
func (s *session) quit() {
	if s.phase.busy() && s.job.answers {
		s.stop()
		finish := <-s.ended
		finish()
		s.phase, s.job = idle, nil
	}
	if s.style.dialect == UCCI {
		s.out.lines("bye")
	}
	s.abandon()
}

// abandon stops the job, if there is one, and discards what it prints.
func (s *session) abandon() {
	s.out.close()
	if s.phase.busy() {
		s.stop()
		<-s.ended
	}
}
