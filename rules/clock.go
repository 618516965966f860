package rules

import (
	"math"

	"chuhe/board"
)

// Clock counts plies towards the natural move limit. It is a small value: a
// search keeps one in each frame of its stack. Use [Set.NewClock].
//
// Where a rule book lets only some checks count, it can matter who claims the
// draw. So each side has a count for its own claim.
type Clock struct {
	counted [2]uint16 // by claimant
	checks  [2]uint16 // by side, since the last capture
	reply   [2]bool   // by claimant: the next ply answers a check that did not count
	rule    checkCount
}

// freeChecks is the number of checks of a side that count for its claim; the
// others and the replies to them do not. Pikafish and the AXF book agree on it.
const freeChecks = 10

// NewClock returns the clock of a start position. It starts from the counter of
// the FEN; checks given before that are unknown.
func (s Set) NewClock(start *board.Position) Clock {
	n := uint16(start.Halfmove())
	c := Clock{counted: [2]uint16{n, n}, rule: s.law().checks}
	c.reply[0] = c.rule == checksFree && start.InCheck()
	c.reply[1] = c.reply[0]
	return c
}

// Next returns the clock after a ply: who made it, whether it captured, and
// whether it gave check.
func (c Clock) Next(mover board.Side, capture, check bool) Clock {
	if capture {
		free := c.rule == checksFree && check
		return Clock{rule: c.rule, reply: [2]bool{free, free}}
	}
	if check {
		c.checks[mover&1] = countOne(c.checks[mover&1])
	}
	for claimant := range c.counted {
		free := check
		switch c.rule {
		case checksCount:
			free = false
		case checksTenEach:
			free = free && c.checks[mover&1] > freeChecks
		case checksTenClaim:
			free = free && c.checks[mover&1] > freeChecks && claimant == int(mover&1)
		}
		if !free && !c.reply[claimant] {
			c.counted[claimant] = countOne(c.counted[claimant])
		}
		c.reply[claimant] = free
	}
	return c
}

// countOne returns a count with one more, and stays at the largest one: a game without
// a limit may go on for longer, and must not seem to have begun again.
func countOne(n uint16) uint16 { return min(n, math.MaxUint16-1) + 1 }

// After returns the clock after the ply that led to a position of a game.
func (c Clock) After(p *board.Position) Clock {
	return c.Next(p.Side().Other(), p.Halfmove() == 0, p.InCheck())
}

// Plies returns the number of plies that count since the last capture, for the
// side whose claim is nearer.
func (c Clock) Plies() int { return int(max(c.counted[0], c.counted[1])) }

// disputed reports whether the counts of the two claimants differ.
func (c Clock) disputed() bool { return c.counted[0] != c.counted[1] }

// Reached reports whether the limit is reached; a limit of 0 never is.
func (c Clock) Reached(limit int) bool { return limit > 0 && c.Plies() >= limit }
