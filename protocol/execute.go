package protocol

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"chuhe/board"
	"chuhe/internal/command"
	"chuhe/movegen"
	"chuhe/search"
	"chuhe/tools/bench"
)

// execute executes a command other than Quit.
func (s *session) execute(c Command) {
	switch c := c.(type) {
	case Hello:
		s.hello(c.Dialect)
	case IsReady:
		s.hostWaitsForAnswers = true
		if !s.phase.busy() {
			s.engine.Ready()
			s.lastEnd = time.Now()
		}
		s.out.lines("readyok")
	case NewGame:
		s.hostWaitsForAnswers = true
		s.newGame()
	case SetOption:
		s.setOption(c)
	case SetPosition:
		s.setPosition(c)
	case BanMoves:
		s.ban(c)
	case Go:
		s.search(c)
	case PonderHit:
		s.ponderHit(c)
	case Stop:
		switch {
		case s.phase.busy():
			s.stop()
		// In UCI a stop without a search is allowed and has no answer.
		case s.phase == idle && s.style.dialect == UCCI && !s.stopMayBeLate:
			s.out.lines(s.style.noMove())
		}
		s.stopMayBeLate = false
	case Probe:
		s.probe(c)
	case Perft:
		s.perft(c)
	case Display:
		s.display()
	case Evaluate:
		if s.hasPosition() {
			p := s.game.Position()
			s.out.lines(strings.Split(s.engine.Explain(p), "\n")...)
			score := s.engine.Evaluate(p)
			s.out.lines(
				fmt.Sprintf("Evaluation: %d for %v, the side to move", shown(score), p.Side()),
				fmt.Sprintf("Expected points: %.2f for %v, where a win counts 1", score.Chances(p).Expected(), p.Side()))
		}
	case Flip:
		s.flip()
	case About:
		s.out.lines(about[c.Word]()...)
	case Bench:
		evaluation := s.settings.search.Evaluation
		s.start(&job{outlastsQuit: !s.terminal}, working, func(ctx context.Context) func() {
			err := bench.Run(ctx, s.out, evaluation)
			return func() { s.tellError(err) }
		})
	case Unknown:
		switch {
		case s.terminal:
			s.tell("unknown command %q; help lists the commands", c.Word)
		case s.strict():
			s.tell("unknown command %q", c.Word)
		}
	case Malformed:
		s.malformed(c)
	}
}

// strict reports whether unknown words are reported. In UCCI hosts
// may send any, and show what they get.
func (s *session) strict() bool {
	return s.terminal || s.style.dialect == UCI || s.settings.debug
}

// tell prints a message to the user.
func (s *session) tell(format string, args ...any) { s.out.lines(s.style.message(format, args...)) }

func (s *session) tellError(err error) {
	switch {
	case errors.Is(err, context.Canceled):
		s.tell("stopped")
	case err != nil:
		s.tell("%v", err)
	}
}

// hello begins the dialog, or begins it again.
func (s *session) hello(d Dialect) {
	s.phase = idle
	s.style = style{dialect: d}
	s.variantChosen, s.hostWaitsForAnswers, s.ranksKnown = false, false, false
	s.out.lines(s.style.hello(s.version)...)
}

// newGame forgets earlier games.
func (s *session) newGame() {
	s.engine.Clear()
	s.delays.last = answer{} // the host sets its clocks again
	s.origin = origin{}
	s.reseed()
}

// reseed gives the noise and the oversights of a new game another seed.
func (s *session) reseed() {
	changed := s.settings
	changed.reseed()
	s.tellError(s.apply(changed))
}

// apply changes the settings. On an error they stay as they are.
func (s *session) apply(changed settings) error {
	o, was := changed.search, s.settings.search
	if o.Threads > was.Threads {
		if err := s.room(o.Threads); err != nil {
			return err
		}
	}
	// While a level is on, which takes a small table and one thread, the engine does not get
	// what the host sets. That there is no memory for it should be said now.
	if changed.level().Limited() && (o.Hash != was.Hash || o.Threads != was.Threads) {
		if err := s.engine.Fits(o); err != nil {
			return err
		}
	}
	if o := changed.engine(); o != s.settings.engine() {
		if err := s.configure(o); err != nil {
			return err
		}
	}
	s.settings = changed
	return nil
}

// configure passes options on to the engine, and keeps the session able to answer while
// all threads search.
func (s *session) configure(o search.Options) error {
	if err := s.engine.SetOptions(o); err != nil {
		return err
	}
	command.Responsive(o.Threads)
	return nil
}

// setOption changes an option. If the engine refuses the value, the old one stays.
func (s *session) setOption(c SetOption) {
	o, ok := findOption(c.Name)
	if !ok {
		switch {
		case s.terminal:
			s.tell("no option %q; ucci lists the options", c.Name)
		case s.strict() && !isIgnored(c.Name):
			s.tell("no option %q", c.Name)
		}
		return
	}
	if o.kind == "button" {
		s.newGame()
		return
	}
	changed, before := s.settings, s.settings.books
	err := o.set(&changed, c.Value)
	if err == nil {
		err = s.apply(changed)
	}
	if err != nil {
		s.tell("option %s stays as it was: %v", c.Name, err)
		return
	}
	switch o.ucci {
	case "evalfile": // its name says what is in a file
		s.tell("%s: %s", c.Name, s.settings.search.Evaluation.Name())
	case "bookfiles":
		before.Close() // it was only read
		s.tell("%s: %s", c.Name, describeBooks(s.settings.books))
	case "logfile":
		s.openLog(c.Name)
	case "bookseed":
		s.draws = newDraws(s.settings.bookSeed)
	}
	if o.uci == "UCI_Variant" && s.style.dialect == UCI {
		s.variantChosen = true
	}
}

// openLog switches to the log file that the settings have now, nil for none.
func (s *session) openLog(option string) {
	file := s.settings.log
	s.out.log.use(file)
	if file != nil {
		s.out.log.add(remark, time.Now(), fmt.Sprintf("Chuhe %s, process %d", s.version, os.Getpid()))
		s.tell("%s: %s", option, file.Name())
	}
}

// countsFromOne reports whether the host is one that chooses a variant and then
// counts ranks from one, unless its moves show otherwise. Some hosts send every option
// back and count from zero; most of these never wait for the engine.
func (s *session) countsFromOne() bool { return s.variantChosen && s.hostWaitsForAnswers }

// refuse reports a position that cannot be used. The one before it holds for a person at
// a terminal. A program would take a move in it for one in the position that it sent, so
// it gets none.
func (s *session) refuse(err error) {
	if s.terminal {
		s.tell("position refused: %v; the one before it holds", err)
		return
	}
	s.refused = true
	s.tell("position refused: %v", err)
}

// hasPosition reports whether there is a position to work on, with a message if the last
// one was refused.
func (s *session) hasPosition() bool {
	if s.refused {
		s.tell("no position: the last one was refused")
	}
	return !s.refused
}

// display shows the board of the last position that was not refused.
func (s *session) display() {
	s.out.lines(s.style.display(s.game.Position())...)
	if s.refused {
		s.tell("a position after this one was refused, so go has no move")
	}
}

// legal returns the legal moves among the words, with a message about each other
// word. Answers then count ranks as the words do.
func (s *session) legal(words []string) []board.Move {
	var moves [2][]board.Move // by ranks
	var wrong [2][]error
	// Moves of the position have shown how its other moves are to be read.
	open := s.style.dialect == UCI && s.game.Len() == 0 && (s.variantChosen || !s.ranksKnown)
	r, known, err := s.chooseRanks(words, s.style.ranks, open, func(r ranks) error {
		for _, w := range words {
			m, err := r.parse(w)
			if err == nil && !movegen.IsLegal(s.game.Position(), m) {
				err = fmt.Errorf("%s is illegal in %s", w, s.game.Position().FEN())
			}
			if err != nil {
				wrong[r] = append(wrong[r], err)
				continue
			}
			moves[r] = append(moves[r], m)
		}
		if len(wrong[r]) == 0 {
			return nil
		}
		return wrong[r][0]
	})
	if err != nil {
		s.tellError(err)
		for _, err := range wrong[r][1:] {
			s.tellError(err)
		}
	}
	if err == nil || known && len(moves[r]) > 0 {
		s.style.ranks = r
		s.ranksKnown = s.ranksKnown || known
	}
	return moves[r]
}

func (s *session) ban(c BanMoves) {
	if !s.refused {
		s.banned = append(s.banned, s.legal(c.Moves)...)
	}
}

func (s *session) probe(c Probe) {
	game, _, err := c.game(ranksFor(c.Moves, s.style.ranks))
	if err != nil {
		s.tell("probe: %v", err)
		s.out.lines(s.style.known(search.Entry{}, false))
		return
	}
	s.out.lines(s.style.known(s.engine.Probe(game.Position())))
}

// malformed answers a line that cannot be understood, so that the host does not
// wait in vain or get a move for another position.
func (s *session) malformed(c Malformed) {
	if c.Word == "position" {
		s.refuse(c.Err)
		return
	}
	s.tell("%s: %v", c.Word, c.Err)
	switch c.Word {
	case "go":
		s.noMove()
	case "probe":
		s.out.lines(s.style.known(search.Entry{}, false))
	}
}
