package protocol

import (
	"context"
	"sync/atomic"
	"time"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
	"chuhe/perft"
	"chuhe/search"
)

// Scores of an own move with which the session answers for the player, if the
// options let it.
const (
	// agreeAt is the highest score with which an offer is accepted: one that
	// is worse for us by half a pawn.
	agreeAt eval.Score = -50
	// giveUpAt is the highest score with which a game is given up: one that is
	// worse for us by more than a rook.
	giveUpAt eval.Score = -1500
)

// thought is what goes on in the phase thinking.
type thought struct {
	cancel context.CancelFunc
	// bounded tells that it ends without being stopped.
	bounded bool
	// deaf tells that no input is read until it ends.
	deaf bool
	// patient tells that quit waits for its end, as one does that comes from a
	// file of commands.
	patient bool
	// pondering tells that it waits for ponderhit; afterHit is what bounded
	// becomes then.
	pondering, afterHit bool
	// hearing is what the search knows of ponderhit: see the constants.
	hearing atomic.Uint32
	// offered tells that the opponent offers a draw.
	offered bool
	stopped bool
}

// States of a thought's hearing. An engine hears a ponderhit only when its
// search has begun, of which the first report is the sign.
const (
	silent uint32 = iota // no report yet
	early                // no report yet, but a ponderhit that waits for it
	hears                // ponderhit can be passed on
)

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
	limits := s.limits(&c)
	switch {
	case !movegen.HasLegal(p):
		s.out.lines(s.style.static(eval.MatedIn(0)))
		s.noMove()
	case c.Depth.Set && c.Depth.Value == 0:
		s.out.lines(s.style.static(s.engine.Evaluate(p)))
		s.noMove()
	case c.Bad != nil && !bounded(&limits), len(c.SearchMoves) > 0 && len(limits.Only) == 0:
		s.noMove() // what the host meant cannot be known
	default:
		t := &thought{pondering: limits.Ponder, afterHit: bounded(&limits), offered: c.Draw}
		t.bounded = t.afterHit && !t.pondering
		t.patient = s.settings.batch
		t.deaf = t.bounded && t.patient
		report := s.reporter(t)
		s.think(t, func(ctx context.Context) func() {
			result := s.engine.Search(ctx, game, limits, report)
			return func() {
				s.crossing = !t.stopped
				s.out.lines(s.style.best(result, s.reply(t, result)))
			}
		})
	}
}

// limits returns what the command, the position and the options allow.
func (s *session) limits(c *Go) search.Limits {
	unit := time.Second
	if s.settings.milliseconds {
		unit = time.Millisecond
	}
	l := c.limits(s.game.Position().Side(), unit)
	l.Banned = s.banned
	l.Only = s.legal(c.SearchMoves)
	if s.settings.limit {
		most := uint64(levelOf(s.settings.elo).nodes)
		if l.Nodes == 0 || most < l.Nodes {
			l.Nodes = most
		}
	}
	return l
}

// reporter returns what prints the reports of a thought's search. It is called
// by the search, so it has copies of what it needs of the session.
func (s *session) reporter(t *thought) func(search.Info) {
	engine, out, style, debug := s.engine, s.out, s.style, s.settings.debug
	return func(i search.Info) {
		if t.hearing.Swap(hears) == early {
			engine.PonderHit()
		}
		if i.CurrMove != board.NoMove && !debug {
			return
		}
		if line, ok := style.info(&i); ok {
			out.lines(line)
		}
	}
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
	s.think(&thought{bounded: true, patient: true}, func(ctx context.Context) func() {
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

// ponderHit tells the search that the expected move was played, once.
func (s *session) ponderHit(c PonderHit) {
	t := s.thought
	if t == nil {
		return
	}
	t.offered = t.offered || c.Draw
	if !t.pondering {
		return
	}
	t.pondering, t.bounded = false, t.afterHit
	if !t.hearing.CompareAndSwap(silent, early) {
		s.engine.PonderHit()
	}
}
