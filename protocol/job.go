package protocol

import (
	"context"
	"sync/atomic"
	"time"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
	"chuhe/search"
	"chuhe/tools/perft"
)

// giveUpAt is the highest score at which the session resigns, if the options let it: more
// than a rook down.
const giveUpAt eval.Score = -1500

// job is a search, count or benchmark under way.
type job struct {
	cancel       context.CancelFunc
	afterHit     phase         // of the session after ponderhit
	book         *bookMove     // to be played if the expected move comes, nil for none
	nothing      bool          // there is nothing to search: it waits for the host
	missed       bool          // the expected move has not come
	reportState  atomic.Uint32 // one of the states below
	drawOffered  bool          // by the opponent
	move         int           // number of the move that is searched for, 0 if not known
	begun        time.Time     // when its time began, zero if that is not known
	blocksInput  bool          // until it ends
	answers      bool          // it ends with a move, even at quit
	outlastsQuit bool          // quit waits for its end: a script may write both at once
}

// States of the reports. An engine takes a ponderhit only once its search has begun,
// which its first report shows.
const (
	unreported uint32 = iota // no report yet
	hitWaits                 // no report yet; a ponderhit waits for the first
	reported                 // ponderhit can be passed on
)

// search answers "go": where there is nothing to think about, at once.
func (s *session) search(c Go) {
	if s.refused {
		s.noSearch(c)
		return
	}
	game := s.game.Clone()
	p := game.Position()
	limits, remark := s.limits(&c)
	s.delays.hear(limits.Clock, s.unit(), game)
	limits.Late = s.delays.expected(limits.Clock)
	if remark != "" {
		s.tell("go: %s", remark)
	}
	switch {
	case !movegen.HasLegal(p):
		s.out.lines(s.style.static(eval.MatedIn(0)))
		s.noSearch(c)
	case c.staticOnly() && s.style.dialect == UCCI:
		s.out.lines(s.style.static(s.engine.Evaluate(p)))
		s.noMove()
	case len(c.SearchMoves) > 0 && len(limits.Only) == 0:
		s.noSearch(c) // another move is not wanted
	default:
		s.think(game, limits, c.Draw)
	}
}

// think starts a search whose answer is a move, or plays one of the book.
func (s *session) think(game *board.Line, limits search.Limits, drawOffered bool) {
	if o := s.settings.search.Rules; o.LimitReached(game) {
		s.tell("play has ended by the natural move limit: %d plies without a capture; searching without it", o.EffectiveMoveLimit())
	}
	fromBook := s.fromBook(game, &limits)
	if fromBook != nil && !limits.Ponder {
		s.playBook(fromBook)
		return
	}
	begin := phaseOf(limits)
	j := &job{book: fromBook, afterHit: begin, drawOffered: drawOffered, move: moveNumber(game), begun: limits.Start, outlastsQuit: s.settings.batch, answers: true}
	if limits.Ponder {
		begin = pondering
	}
	j.blocksInput = (begin == working || begin == proving) && s.settings.batch
	report, p := s.reporter(j), game.Position()
	if s.settings.level().Limited() {
		s.engine.Clear() // what it has learnt must not make a level stronger
	}
	s.start(j, begin, func(ctx context.Context) func() {
		result := s.engine.Search(ctx, game, limits, report)
		return func() {
			if j.book != nil && s.phase != pondering { // the expected move was played
				s.playBook(j.book)
				return
			}
			s.stopMayBeLate = true
			s.answer(p, result, s.reply(j, result))
			if result.Best != board.NoMove {
				after := p.Make(result.Best)
				s.delays.answered(time.Now(), j.begun, &limits, &result, &after)
			}
		}
	})
}

// reporter returns the function that prints the reports of a job's search. The
// search calls it, so it uses copies of what it needs of the session.
func (s *session) reporter(j *job) func(search.Info) {
	engine, out, style := s.engine, s.out, s.style
	var position *board.Position // nil if chances are not wanted
	if s.settings.showWDL {
		p := *s.game.Position()
		position = &p
	}
	ruled := 0 // plies to the win or loss by rule that was explained last
	return func(i search.Info) {
		if j.reportState.Swap(reported) == hitWaits {
			engine.PonderHit()
		}
		if line, ok := style.info(&i, position); ok {
			out.lines(line)
		}
		if n, ok := i.Score.RuleDistance(); ok && n != ruled && i.MultiPV <= 1 && i.Bound == search.Exact {
			ruled = n
			out.lines(style.byRule(i.Score, n))
		}
	}
}

// noSearch answers a search that does not begin. A host of UCI waits for the answer to its
// stop, and would take an earlier one for a move: UCI2WB then resigns the game that is
// analysed, and waits for ever.
func (s *session) noSearch(c Go) {
	begin := analysing
	switch {
	case s.style.dialect == UCCI || !c.Infinite && !c.Ponder:
		s.noMove()
		return
	case c.Ponder:
		begin = pondering
	}
	j := &job{nothing: true, afterHit: working, answers: true}
	s.start(j, begin, func(ctx context.Context) func() {
		<-ctx.Done()
		return s.noMove
	})
}

// noMove says that there is no move.
func (s *session) noMove() {
	s.stopMayBeLate = true
	s.out.lines(s.style.noMove())
}

// answer prints the move for a position. Hosts ponder on the answer that it names, unless the
// game ends with the move. It names none that leaves no move: UCI2WB waits for ever for the
// move that a stop then asks for.
func (s *session) answer(p *board.Position, r search.Result, reply string) {
	if r.Ponder != board.NoMove && reply == "" {
		child := p.Make(r.Best)
		if after := child.Make(r.Ponder); !movegen.HasLegal(&after) {
			r.Ponder = board.NoMove
		}
	}
	s.out.lines(s.style.best(r, reply))
}

// reply returns the word that goes with the move, "" for no word. A move for a position that
// the game has not reached has none.
func (s *session) reply(j *job, r search.Result) string {
	resigns := s.settings.giveUp && r.Score <= giveUpAt
	switch {
	case s.style.dialect == UCI, j.missed:
	case j.drawOffered && s.settings.agree && (resigns || r.Score.TakesDraw(j.move)):
		return "draw"
	case resigns:
		return "resign"
	}
	return ""
}

// moveNumber returns the number of the next move of a game, 0 if it is not known: many
// hosts send the position after the last capture and number it 1.
func moveNumber(game *board.Line) int {
	if first := game.At(0); first.Fullmove() == 1 && !first.IsStart() {
		return 0
	}
	return game.Position().Fullmove()
}

func (s *session) perft(c Perft) {
	if !s.hasPosition() {
		return
	}
	p, style := *s.game.Position(), s.style
	threads := s.settings.engine().Threads
	s.start(&job{outlastsQuit: !s.terminal}, working, func(ctx context.Context) func() {
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

// start runs a job in its own goroutine and begins its phase. When the job has ended,
// the session calls the function that work returned.
func (s *session) start(j *job, begin phase, work func(context.Context) func()) {
	ctx, cancel := context.WithCancel(s.ctx)
	j.cancel = cancel
	s.phase, s.job = begin, j
	go func() { s.ended <- work(ctx) }()
}

// stop makes the job end soon.
func (s *session) stop() {
	if s.phase == pondering {
		s.job.missed, s.job.book = true, nil
	}
	s.phase = stopping
	s.job.cancel()
}

// ponderHit tells the search, once, that the expected move was played.
func (s *session) ponderHit(c PonderHit) {
	j := s.job
	if j == nil {
		return
	}
	j.drawOffered = j.drawOffered || c.Draw
	if s.phase != pondering {
		return
	}
	s.phase, j.begun = j.afterHit, time.Now()
	if j.book != nil || j.nothing {
		j.cancel()
		return
	}
	if !j.reportState.CompareAndSwap(unreported, hitWaits) {
		s.engine.PonderHit()
	}
}
