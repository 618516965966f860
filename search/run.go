package search

import (
	"context"
	"sync/atomic"
	"time"

	"golang.org/x/sys/cpu"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/splitmix"
	"chuhe/rules"
)

// run is one call of Engine.Search: what its workers share.
type run struct {
	limits Limits
	table  *table
	start  time.Time

	position board.Position // the root
	last     board.Move     // that led to it, NoMove for none

	rules     rules.Options
	moveLimit int // natural limit in plies, 0 for none
	nodeLimit uint64
	maxDepth  int
	multiPV   int
	timed     bool          // whether soft and hard apply
	soft      time.Duration // zero for none
	hard      time.Duration
	previous  eval.Score // of the search before, for the same side; -Infinity if there was none

	stop      atomic.Bool
	pondering atomic.Bool
	overdue   atomic.Bool   // without pondering the search would have ended by now
	hitAt     atomic.Int64  // nanoseconds after start at which ponderHit came, else 0
	hit       chan struct{} // closed by ponderHit

	workers uint64 // their number

	turns turns

	restricted bool // whether some legal moves of the root are not searched

	random    uint64 // most that noise adds or takes away
	oversight int    // see Options
	careless  int    // see Options.Carelessness
	seed      uint64
	report    func(Info)

	// What follows is written in the course of the search. It keeps off the cache lines
	// of what every worker reads in every node.
	_     cpu.CacheLinePad
	nodes atomic.Uint64

	// Of the first worker: the nodes in the last report of a line, and when a report
	// last gave their number.
	lineNodes uint64
	nodesAt   time.Duration
}

// lateness returns how much of Limits.Late counts with a time or a clock: at most an eighth
// of it, or half of it up to 100 ms.
func lateness(late, left time.Duration) time.Duration {
	return max(0, min(late, max(left/8, min(left/2, 100*time.Millisecond))))
}

// newRun turns limits and options into the form that the workers use.
func newRun(e *Engine, game *board.Line, limits Limits, report func(Info)) *run {
	r := &run{
		limits:    limits,
		table:     e.table,
		start:     time.Now(),
		position:  *game.Position(),
		rules:     e.options.Rules,
		nodeLimit: limits.Nodes,
		maxDepth:  eval.MaxPly - 1,
		multiPV:   e.options.MultiPV,
		hit:       make(chan struct{}),
		workers:   uint64(len(e.workers)),
		random:    uint64(e.options.Randomness),
		oversight: e.options.Oversight,
		careless:  e.options.Carelessness,
		seed:      e.options.Seed,
		report:    report,
		previous:  e.previous(game),
	}
	// A host that asks for a move beyond the natural limit does not play by it.
	if !r.rules.LimitReached(game) {
		r.moveLimit = r.rules.EffectiveMoveLimit()
	}
	if n := game.Len(); n > 0 {
		r.last = game.Move(n - 1)
	}
	if limits.Depth > 0 {
		r.maxDepth = min(limits.Depth, r.maxDepth)
	}
	if !limits.Start.IsZero() {
		r.start = limits.Start
	}
	r.pondering.Store(limits.Ponder)
	if limits.Infinite {
		return r
	}
	overhead := e.options.MoveOverhead
	if limits.NodeClock {
		overhead, limits.Late = 0, 0
	}
	if limits.Clock.Set {
		r.timed = true
		overhead = max(overhead, lateness(limits.Late, limits.Clock.Time))
		r.soft, r.hard = e.params.budget(limits.Clock, overhead, e.options.Ponder, game.Position())
	}
	if limits.MoveTime != 0 {
		most := max(limits.MoveTime-lateness(limits.Late, limits.MoveTime), time.Millisecond)
		if !r.timed || most < r.hard {
			r.hard = most
		}
		r.timed = true
	}
	if limits.NodeClock && r.timed {
		if hard := uint64(r.hard / time.Microsecond); r.nodeLimit == 0 || hard < r.nodeLimit {
			r.nodeLimit = hard
		}
	}
	return r
}

// due returns when the search has to end by its limits of time, the zero time without them
// or before ponderHit.
func (r *run) due() time.Time {
	if !r.timed || r.limits.NodeClock || r.pondering.Load() {
		return time.Time{}
	}
	return r.start.Add(time.Duration(r.hitAt.Load())).Add(r.hard) // the sum may be too much for a Duration
}

// elapsed returns the time since the run began.
func (r *run) elapsed() time.Duration { return time.Since(r.start) }

// ponderHit starts the clock of a search that ponders.
func (r *run) ponderHit() {
	if r.limits.Ponder && r.hitAt.CompareAndSwap(0, max(int64(r.elapsed()), 1)) {
		r.pondering.Store(false)
		close(r.hit)
		if r.overdue.Load() {
			r.stop.Store(true)
		}
	}
}

// watch stops the run when a limit of nodes or time is reached, and lets others have
// their turn.
func (r *run) watch() {
	r.turns.give()
	if r.nodeLimit > 0 && r.nodes.Load() >= r.nodeLimit {
		r.stop.Store(true)
	}
	if r.timed && !r.limits.NodeClock && !r.pondering.Load() && r.elapsed()-time.Duration(r.hitAt.Load()) >= r.hard {
		r.stop.Store(true)
	}
}

// batch returns how many nodes a worker searches until it looks again: no more than its
// part of those that are left.
func (r *run) batch() uint64 {
	if r.nodeLimit == 0 {
		return pollNodes
	}
	left := r.nodeLimit - min(r.nodes.Load(), r.nodeLimit)
	return max(1, min(left/r.workers, pollNodes))
}

// spent reports whether it is too late to begin an iteration. The soft limit is
// scaled by how stable the search is. Time spent pondering counts.
func (r *run) spent(scale float64, nodes uint64) bool {
	elapsed := r.elapsed()
	if r.limits.NodeClock {
		elapsed = time.Duration(nodes) * time.Microsecond
	}
	return r.timed && r.soft > 0 && float64(elapsed) >= float64(r.soft)*scale
}

// wait keeps a finished search from returning as long as its limits ask.
func (r *run) wait(ctx context.Context) {
	if r.limits.Infinite {
		<-ctx.Done()
		return
	}
	if r.limits.Ponder {
		select {
		case <-ctx.Done():
		case <-r.hit:
		}
	}
}

// noise returns the random part of an evaluation, the same each time a position
// is met in a search.
func (r *run) noise(key uint64) eval.Score {
	if r.random == 0 {
		return 0
	}
	return eval.Score(splitmix.Mix(key^r.seed)%(2*r.random+1)) - eval.Score(r.random)
}
