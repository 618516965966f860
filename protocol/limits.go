package protocol

import (
	"time"

	"chuhe/board"
	"chuhe/search"
)

// limits returns the limits of a search for the side to move, except those on the
// moves of the root. The unit, a second or a millisecond, is that of the words
// without a fixed unit. A Go without limits means a search until stop.
func (g *Go) limits(side board.Side, unit time.Duration) search.Limits {
	l := search.Limits{Infinite: g.Infinite, Ponder: g.Ponder}
	if g.Depth.Set {
		l.Depth = int(max(g.Depth.Value, 1))
	}
	if g.Mate.Set {
		// A mate in n moves takes 2n-1 plies.
		depth := int(2*min(max(g.Mate.Value, 1), 1000) - 1)
		if l.Depth == 0 || depth < l.Depth {
			l.Depth = depth
		}
	}
	if g.Nodes.Set {
		l.Nodes = uint64(max(g.Nodes.Value, 1))
	}
	if g.MoveTime.Set {
		// No time at all is a limit too, but 0 would mean no limit.
		l.MoveTime = max(g.MoveTime.duration(time.Millisecond), 1)
	}
	if clock, unit := g.clock(side, unit); clock.Time.Set {
		l.Clock = search.Clock{
			Set:       true,
			Time:      clock.Time.duration(unit),
			Increment: max(clock.Increment.duration(unit), 0),
			MovesToGo: int(min(max(g.MovesToGo.Value, 0), 1000)),
		}
	}
	if !l.Ponder && !bounded(&l) {
		l.Infinite = true
	}
	return l
}

// clock returns the clock of the side to move with its unit. If the host gives
// only the opponent's clock, that one is used, since the host expects an answer in
// time all the same.
func (g *Go) clock(side board.Side, unit time.Duration) (Clock, time.Duration) {
	own, opponent := g.Red, g.Black
	if side == board.Black {
		own, opponent = opponent, own
	}
	switch {
	case g.Own.Time.Set:
		return g.Own, unit
	case own.Time.Set:
		return own, time.Millisecond
	case opponent.Time.Set:
		return opponent, time.Millisecond
	}
	return g.Opponent, unit
}

// bounded reports whether a search ends without stop, after ponderhit if it
// ponders.
func bounded(l *search.Limits) bool {
	return !l.Infinite && (l.Depth > 0 || l.Nodes > 0 || l.MoveTime > 0 || l.Clock.Set)
}

// duration returns the number in a unit, limited to some years so that it does not
// overflow.
func (n Number) duration(unit time.Duration) time.Duration {
	const most = 1e8 // s
	limit := int64(most * time.Second / unit)
	return time.Duration(min(max(n.Value, -limit), limit)) * unit
}
