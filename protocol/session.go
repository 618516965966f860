package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
	"chuhe/perft"
	"chuhe/search"
)

// Engine is what a session plays with; [search.Engine] is one. Probe and
// PonderHit are called during a search too.
type Engine interface {
	SetOptions(search.Options) error
	Clear()
	Search(context.Context, *board.Game, search.Limits, func(search.Info)) search.Result
	PonderHit()
	Probe(*board.Position) (search.Entry, bool)
	Evaluate(*board.Position) eval.Score
}

// Scores of an own move with which the session answers for the player, if the
// options let it.
const (
	// agreeAt is the highest score with which an offer is accepted: one that
	// is worse for us by half the worth of a minor piece's advantage.
	agreeAt eval.Score = -50
	// giveUpAt is the highest score with which a game is given up: one that is
	// worse for us by more than a rook.
	giveUpAt eval.Score = -1500
)

// phase is what a session is doing.
type phase uint8

const (
	boot     phase = iota // no host has said its first word
	idle                  // waiting for commands
	thinking              // a search, a count or a benchmark is under way
)

// takes reports whether the phase lets a command be executed at once, not only
// after the search.
func (p phase) takes(c Command) bool {
	if p != thinking {
		return true
	}
	switch c.(type) {
	case IsReady, Stop, PonderHit, Probe, Quit:
		return true
	}
	return false
}

// errNoPosition is why a new session cannot search.
var errNoPosition = errors.New("no position was set")

// session is a dialog with a host. One goroutine, that of run, owns it; beside
// it there are the reader and at most one thought.
type session struct {
	ctx      context.Context
	engine   Engine
	out      *output
	commands <-chan Command
	version  string

	phase    phase
	style    style
	settings settings

	game   *board.Game
	unfit  error // why the game must not be searched, nil if it may
	banned []board.Move

	variant bool // the host chose its variant
	synced  bool // the host waits for answers, see countsFromOne

	thought *thought // nil unless thinking
	ended   chan func()
	queue   []Command // what waits for the thought to end
	eof     bool
	// crossing tells that the last search ended by itself and no line has come
	// since: a stop would have been meant for it.
	crossing bool
}

// thought is what goes on in the phase thinking.
type thought struct {
	cancel context.CancelFunc
	// bounded tells that it ends without being stopped.
	bounded bool
	// deaf tells that no input is read until it ends.
	deaf bool
	// afterHit is what bounded becomes when pondering ends.
	afterHit bool
	// hit tells the search that ponderhit came.
	hit atomic.Bool
	// offered tells that the opponent offers a draw.
	offered bool
	stopped bool
}

// Run lets a host play with an engine until it quits, its input ends, ctx is
// done, or out fails. The engine belongs to the session meanwhile. At the end of
// input a search that ends by itself is waited for and any other is stopped;
// either prints its move.
//
// The error is that of ctx or out; a host that has closed its end of a pipe is
// none. The goroutine that reads in is left to its last Read.
func Run(ctx context.Context, engine Engine, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	commands := make(chan Command)
	s := &session{
		ctx:      ctx,
		engine:   engine,
		out:      newOutput(out),
		commands: commands,
		version:  Version(),
		settings: defaults(),
		game:     board.NewGame(board.Start()),
		unfit:    errNoPosition,
		ended:    make(chan func(), 1),
	}
	if err := engine.SetOptions(s.settings.engine()); err != nil {
		return err
	}
	go read(ctx, in, commands)
	return s.run()
}

// run executes commands until the session is over.
func (s *session) run() error {
	for {
		if s.thought != nil && s.eof && !s.thought.bounded {
			s.stop()
		}
		for len(s.queue) > 0 && s.phase.takes(s.queue[0]) {
			c := s.queue[0]
			s.queue = s.queue[1:]
			if _, quit := c.(Quit); quit {
				s.quit()
				return nil
			}
			s.execute(c)
		}
		if s.eof && s.thought == nil {
			return nil
		}
		commands := s.commands
		if s.eof || s.thought != nil && s.thought.deaf {
			commands = nil
		}
		select {
		case c, ok := <-commands:
			if !ok {
				s.eof = true
				continue
			}
			s.receive(c)
		case finish := <-s.ended:
			s.thought.cancel()
			finish()
			s.thought, s.phase = nil, idle
		case <-s.ctx.Done():
			s.abandon()
			return s.ctx.Err()
		case <-s.out.broken:
			s.abandon()
			err := s.out.failure()
			if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
				return nil
			}
			return fmt.Errorf("protocol: answer: %w", err)
		}
	}
}

// receive puts a command where it is executed in its turn. That is the front of
// the queue for one that a thought does not hold up, unless it speaks of a
// search that waits in the queue itself.
func (s *session) receive(c Command) {
	waits := slices.ContainsFunc(s.queue, func(c Command) bool { _, is := c.(Go); return is })
	switch c.(type) {
	case Stop:
		if waits {
			s.stop() // or it would not come to that search
		}
	case PonderHit:
	default:
		waits = false
	}
	if s.phase.takes(c) && !waits {
		s.queue = slices.Insert(s.queue, 0, c)
	} else {
		s.queue = append(s.queue, c)
	}
}

// execute does what a command other than Quit asks.
func (s *session) execute(c Command) {
	crossing := s.crossing
	s.crossing = false
	switch c := c.(type) {
	case Hello:
		s.hello(c.Dialect)
	case IsReady:
		s.synced = true
		s.out.lines("readyok")
	case NewGame:
		s.synced = true
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
		case s.thought != nil:
			s.stop()
		case s.phase == idle && s.style.dialect == UCCI && !crossing:
			s.out.lines(s.style.noMove())
		}
	case Probe:
		s.probe(c)
	case Perft:
		s.perft(c)
	case Display:
		if s.fit() {
			s.out.lines(s.style.display(s.game.Position())...)
		}
	case Evaluate:
		if s.fit() {
			p := s.game.Position()
			s.out.lines(fmt.Sprintf("Evaluation: %d (%v to move)", shown(s.engine.Evaluate(p)), p.Side()))
		}
	case Bench:
		s.think(&thought{bounded: true, deaf: true}, func(ctx context.Context) func() {
			err := search.Bench(ctx, s.out)
			return func() { s.tellError(err) }
		})
	case Unknown:
		if s.phase != boot && (s.style.dialect == UCI || s.settings.debug) {
			s.tell("unknown command %q", c.Word)
		}
	case Malformed:
		s.malformed(c)
	}
}

// tell prints a message for the user.
func (s *session) tell(format string, args ...any) { s.out.lines(s.style.message(format, args...)) }

func (s *session) tellError(err error) {
	if err != nil {
		s.tell("%v", err)
	}
}

// hello begins the dialog, perhaps anew.
func (s *session) hello(d Dialect) {
	s.phase = idle
	s.style = style{dialect: d}
	s.variant, s.synced = false, false
	if d == UCI && s.unfit == errNoPosition {
		s.unfit = nil // UCI begins with the start position
	}
	s.out.lines(s.style.hello(s.version)...)
}

func (s *session) newGame() {
	s.engine.Clear()
	s.settings.reseed()
	s.tellError(s.engine.SetOptions(s.settings.engine()))
}

// setOption changes an option; one that the engine refuses keeps its value.
func (s *session) setOption(c SetOption) {
	o, ok := findOption(c.Name)
	if !ok {
		if s.style.dialect == UCI && !isIgnored(c.Name) {
			s.tell("no option %q", c.Name)
		}
		return
	}
	if _, is := o.kind.(button); is {
		s.newGame()
		return
	}
	changed := s.settings
	if err := o.kind.set(&changed, c.Value); err != nil {
		s.tell("option %s stays as it was: %v", c.Name, err)
		return
	}
	if changed.engine() != s.settings.engine() {
		if err := s.engine.SetOptions(changed.engine()); err != nil {
			s.tell("option %s stays as it was: %v", c.Name, err)
			return
		}
	}
	s.settings = changed
	if o.uci == "UCI_Variant" && s.style.dialect == UCI {
		s.variant = true
	}
}

// countsFromOne reports whether the host is one of those that choose a variant
// and then count ranks from one. There are hosts that send all options back
// without a thought and count from zero; they are told apart by never waiting
// for the engine.
func (s *session) countsFromOne() bool { return s.variant && s.synced }

// ranksFor returns how the ranks of moves are counted: as presumed, unless the
// moves tell.
func ranksFor(moves []string, presumed ranks) ranks {
	if r, known := ranksOf(moves); known {
		return r
	}
	return presumed
}

// setPosition takes the position that the next searches begin at, or none if
// the command is wrong: no search may answer for another position.
func (s *session) setPosition(c SetPosition) {
	presumed := s.style.ranks
	switch {
	case c.Bare:
		presumed = fromZero // Cyclone knows no other
	case s.countsFromOne():
		presumed = fromOne
	}
	r := ranksFor(c.Moves, presumed)
	game, err := c.game(r)
	if err != nil {
		s.refuse(err)
		return
	}
	s.game, s.unfit, s.banned = game, nil, nil
	s.style.ranks = r
}

// refuse leaves the session without a position.
func (s *session) refuse(err error) {
	s.unfit = fmt.Errorf("position refused: %w", err)
	s.banned = nil
	s.tell("%v", s.unfit)
}

// game returns the game that a setup describes.
func (c *Setup) game(r ranks) (*board.Game, error) {
	start := board.Start()
	if !c.Start {
		var err error
		if start, err = board.ParseFEN(c.FEN); err != nil {
			return nil, err
		}
	}
	game := board.NewGame(start)
	for i, text := range c.Moves {
		m, err := r.parse(text)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		if p := game.Position(); !movegen.IsLegal(p, m) {
			return nil, fmt.Errorf("move %d: %s is illegal in %s", i+1, text, p.FEN())
		}
		game.Play(m)
	}
	return game, nil
}

// fit reports whether there is a position to look at, and tells if there is
// none. The start position serves until another is set.
func (s *session) fit() bool {
	if s.unfit == nil || s.unfit == errNoPosition {
		return true
	}
	s.tell("%v", s.unfit)
	return false
}

// legal returns the legal moves among the words and tells of the others.
func (s *session) legal(words []string) []board.Move {
	var moves []board.Move
	r := ranksFor(words, s.style.ranks)
	for _, w := range words {
		m, err := r.parse(w)
		if err == nil && !movegen.IsLegal(s.game.Position(), m) {
			err = fmt.Errorf("%s is illegal in %s", w, s.game.Position().FEN())
		}
		if err != nil {
			s.tellError(err)
			continue
		}
		moves = append(moves, m)
	}
	return moves
}

func (s *session) ban(c BanMoves) {
	if s.fit() {
		s.banned = append(s.banned, s.legal(c.Moves)...)
	}
}

// search begins a search, or says at once that there is no move.
func (s *session) search(c Go) {
	s.tellError(c.Bad)
	if s.unfit != nil {
		s.tell("%v", s.unfit)
		s.noMove()
		return
	}
	game := s.game.Clone()
	p := game.Position()
	unit := time.Second
	if s.settings.milliseconds {
		unit = time.Millisecond
	}
	limits := c.limits(p.Side(), unit)
	limits.Banned = s.banned
	limits.Only = s.legal(c.SearchMoves)
	if s.settings.limit {
		most := uint64(levelOf(s.settings.elo).nodes)
		if limits.Nodes == 0 || most < limits.Nodes {
			limits.Nodes = most
		}
	}
	switch {
	case !movegen.HasLegal(p):
		s.out.lines(s.style.static(eval.MatedIn(0)))
		s.noMove()
		return
	case c.Depth.Set && c.Depth.Value == 0:
		s.out.lines(s.style.static(s.engine.Evaluate(p)))
		s.noMove()
		return
	case c.Bad != nil && !bounded(&limits), len(c.SearchMoves) > 0 && len(limits.Only) == 0:
		s.noMove() // what the host meant cannot be known
		return
	}

	t := &thought{afterHit: bounded(&limits), offered: c.Draw}
	t.bounded = t.afterHit && !limits.Ponder
	t.deaf = t.bounded && s.settings.batch
	style, debug := s.style, s.settings.debug
	report := func(i search.Info) {
		if t.hit.Load() {
			s.engine.PonderHit() // it may have come before the search had begun
		}
		if i.CurrMove != board.NoMove && !debug {
			return
		}
		if line, ok := style.info(&i); ok {
			s.out.lines(line)
		}
	}
	s.think(t, func(ctx context.Context) func() {
		result := s.engine.Search(ctx, game, limits, report)
		return func() {
			s.crossing = !t.stopped
			s.out.lines(style.best(result, s.reply(t, result)))
		}
	})
}

// noMove answers a search that does not take place.
func (s *session) noMove() {
	s.crossing = true
	s.out.lines(s.style.noMove())
}

// reply returns what the move is accompanied by, "" for nothing.
func (s *session) reply(t *thought, r search.Result) string {
	switch {
	case s.style.dialect == UCI:
	case t.offered && s.settings.agree && r.Score <= agreeAt:
		return "draw"
	case s.settings.giveUp && r.Score <= giveUpAt:
		return "resign"
	}
	return ""
}

func (s *session) perft(c Perft) {
	if !s.fit() {
		return
	}
	p, style := *s.game.Position(), s.style
	threads := s.settings.engine().Threads
	s.think(&thought{bounded: true, deaf: true}, func(ctx context.Context) func() {
		counter, err := perft.New(perft.Options{Threads: threads})
		if err != nil {
			return func() { s.tellError(err) }
		}
		tree, err := counter.Count(ctx, &p, c.Depth)
		if err == nil {
			s.out.lines(style.perft(&tree)...)
		}
		return func() { s.tellError(err) }
	})
}

// think begins a thought in a goroutine of its own. The function that work
// returns is called by the session when the thought has ended.
func (s *session) think(t *thought, work func(context.Context) func()) {
	ctx, cancel := context.WithCancel(s.ctx)
	t.cancel = cancel
	s.thought, s.phase = t, thinking
	go func() { s.ended <- work(ctx) }()
}

// stop lets the thought end soon.
func (s *session) stop() {
	s.thought.stopped = true
	s.thought.cancel()
}

func (s *session) ponderHit(c PonderHit) {
	if t := s.thought; t != nil {
		t.bounded = t.afterHit
		t.offered = t.offered || c.Draw
		t.hit.Store(true)
		s.engine.PonderHit()
	}
}

func (s *session) probe(c Probe) {
	game, err := c.game(ranksFor(c.Moves, s.style.ranks))
	if err != nil {
		s.tell("probe: %v", err)
		s.out.lines(s.style.known(search.Entry{}, false))
		return
	}
	s.out.lines(s.style.known(s.engine.Probe(game.Position())))
}

// malformed answers a line that cannot be understood, so that the host neither
// waits in vain nor gets a move for another position.
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

// quit ends the session as a host wishes it.
func (s *session) quit() {
	if s.style.dialect == UCCI {
		s.out.lines("bye")
	}
	s.abandon()
}

// abandon stops the thought, if there is one, and lets it print no more.
func (s *session) abandon() {
	s.out.close()
	if s.thought != nil {
		s.stop()
		<-s.ended
	}
}
