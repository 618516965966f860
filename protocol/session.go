package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"syscall"
	"time"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/search"
	"chuhe/tools/version"
)

// Engine is the engine of a session, such as [search.Engine]. Probe and PonderHit
// are also called during a search.
type Engine interface {
	SetOptions(search.Options) error
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
	out      *output
	commands <-chan Command
	version  string

	terminal bool // the host is a person at a terminal
	style    style
	settings settings

	game   *board.Line // at first the start position
	unfit  error       // why the game cannot be searched, nil if it can
	banned []board.Move

	draws *rand.Rand // by which book moves are chosen

	variantChosen       bool // by the host
	hostWaitsForAnswers bool // see countsFromOne
	ranksKnown          bool // moves have shown how the host counts ranks

	phase      phase
	job        *job      // nil unless the phase is busy
	lastEnd    time.Time // of a job: a command read before has waited for it
	ended      chan func()
	queue      []Command // commands that wait for the job to end
	inputEnded bool
	// stopMayBeLate means that a search has ended and no line has come since: a stop
	// that comes now was meant for it.
	stopMayBeLate bool
}

// Run lets a host use an engine until it quits, its input ends, ctx is done, or out
// fails. Nothing else may use the engine meanwhile. At the end of input Run waits
// for a search that ends by itself and stops any other; either prints its move.
//
// The error is that of ctx, of out, of the engine about its first options, or of
// the network of this build. A host that closes its end of the pipe is not an
// error. The goroutine that reads in ends only with its last Read.
func Run(ctx context.Context, engine Engine, in io.Reader, out io.Writer) error {
	return run(ctx, engine, in, out, false)
}

// run is Run. A person at a terminal is greeted and gets a message about every
// mistake.
func run(ctx context.Context, engine Engine, in io.Reader, out io.Writer, terminal bool) error {
	settings, err := defaults()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	commands := make(chan Command)
	s := &session{
		ctx:      ctx,
		engine:   engine,
		out:      newOutput(out),
		commands: commands,
		version:  version.Version(),
		settings: settings,
		draws:    newDraws(settings.bookSeed),
		game:     board.NewLine(board.Start()),
		terminal: terminal,
		ended:    make(chan func(), 1),
	}
	defer func() { s.settings.books.Close() }() // they were only read
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
		for len(s.queue) > 0 && s.takes(s.queue[0]) {
			c := s.queue[0]
			s.queue = s.queue[1:]
			if _, quit := c.(Quit); quit {
				s.quit()
				return s.failure()
			}
			s.execute(c)
		}
		switch {
		case s.inputEnded && !s.phase.busy():
			return s.failure()
		case s.phase.endless() && (s.inputEnded || s.leaving()):
			s.stop()
		}
		commands := s.commands
		if s.inputEnded || s.phase.busy() && s.job.blocksInput {
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
			s.lastEnd = time.Now() // a host that reads the answer may send the next command at once
			finish()
			s.phase, s.job = idle, nil
		case <-s.ctx.Done():
			s.abandon()
			return s.ctx.Err()
		case <-s.out.broken:
			s.abandon()
			return s.failure()
		}
	}
}

// failure returns why answers could not be written; nil if they were, or if the
// host closed its end.
func (s *session) failure() error {
	err := s.out.failure()
	if err == nil || errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	return fmt.Errorf("protocol: answer: %w", err)
}

// receive queues a command. One that does not wait for the job goes to the
// front, unless it concerns a search that is itself in the queue.
func (s *session) receive(c Command) {
	if g, ok := c.(Go); ok && (s.phase.busy() || g.Read.Before(s.lastEnd)) {
		g.Read = time.Time{} // its time begins when the job before it has ended
		c = g
	}
	waits := slices.ContainsFunc(s.queue, func(c Command) bool { _, is := c.(Go); return is })
	switch c.(type) {
	case Stop:
		if waits {
			s.stop() // so that the search in the queue begins
		}
	case PonderHit:
	default:
		waits = false
	}
	if s.takes(c) && !waits {
		s.queue = slices.Insert(s.queue, 0, c)
	} else {
		s.queue = append(s.queue, c)
	}
}

// leaving reports whether quit is in the queue.
func (s *session) leaving() bool {
	return slices.ContainsFunc(s.queue, func(c Command) bool { _, is := c.(Quit); return is })
}

// takes reports whether a command is executed at once rather than after the job.
func (s *session) takes(c Command) bool {
	switch c.(type) {
	case IsReady, Stop, PonderHit, Probe:
		return true
	case Quit:
		return !s.phase.busy() || !s.job.outlastsQuit && s.phase != stopping // a host that stops a search is answered
	}
	return !s.phase.busy()
}

// quit ends the session at the host's request.
func (s *session) quit() {
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
