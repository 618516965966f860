package protocol

import (
	"slices"
	"time"

	"chuhe/board"
	"chuhe/search"
)

// delays records the differences that a session saw between its own time and the host's clock.
type delays struct {
	past recent // how long after its deadline an answer was written
	kept recent // the longest time for which a search could not look at its clock
	lost recent // what the host's clock showed beyond the time between go and the answer
	last answer
}

// recent holds the last delays of a kind; a new one replaces the oldest.
type recent struct {
	delays [16]time.Duration
	count  int
}

// add notes a delay. One below zero counts as none.
func (r *recent) add(d time.Duration) {
	r.delays[r.count%len(r.delays)] = max(d, 0)
	r.count++
}

// most returns the longest of the delays, 0 if there was none.
func (r *recent) most() time.Duration { return slices.Max(r.delays[:]) }

// answer is a move that was played on a clock.
type answer struct {
	clock search.Clock  // before the move; not Set if there was no answer to learn from
	used  time.Duration // between go and the answer, as this process saw it
	after uint64        // key of the position that the move led to
}

// lost returns what the clocks before the move and now say beyond the time that it took;
// below zero if time was added. As the host may round both, it takes off their unit.
func (a *answer) lost(now search.Clock, unit time.Duration) time.Duration {
	return a.clock.Time + a.clock.Increment - now.Time - a.used - unit
}

// hear learns from the clock that a go brings, if the game went on from the last answer by
// one move. The time for a single move says nothing about the move before.
func (d *delays) hear(now search.Clock, unit time.Duration, game *board.Line) {
	a := d.last
	d.last = answer{}
	if n := game.Len(); a.clock.Set && now.Set && a.clock.MovesToGo != 1 && n > 0 && game.At(n-1).Key() == a.after {
		d.lost.add(a.lost(now, unit))
	}
}

// answered learns from an answer that was written at a time. Its search had these limits
// and began at begun, a zero time if that is not known; after is the position it led to.
func (d *delays) answered(at, begun time.Time, limits *search.Limits, r *search.Result, after *board.Position) {
	if !r.Due.IsZero() {
		d.past.add(at.Sub(r.Due))
		d.kept.add(r.Pause)
	}
	if !begun.IsZero() {
		d.last = answer{clock: limits.Clock, used: at.Sub(begun), after: after.Key()}
	}
}

// expected returns how late the next answer may be. With a time for the move alone, what
// happens on the way to the host is the host's.
func (d *delays) expected(clock search.Clock) time.Duration {
	own := max(d.past.most(), d.kept.most())
	if clock.Set {
		return max(own, d.lost.most())
	}
	return own
}
