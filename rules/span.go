package rules

import "chuhe/board"

// History is a line of play: positions joined by legal moves. [board.Game] is
// one; a search offers its own stack.
type History interface {
	// At returns the position after the first i moves.
	At(i int) *board.Position
	// Move returns the move played in At(i).
	Move(i int) board.Move
}

// JudgeSpan judges the plies between two occurrences of a position, At(from)
// and At(to), in which nothing was captured. It allocates nothing.
//
// The verdict is that of a game which ends at the later occurrence. At a second
// occurrence only a draw by which both Levels are Idle and neither side could
// improve on it is sound in a search; an offender may still leave the loop.
func (s Set) JudgeSpan(h History, from, to int) Span { return s.law().judge(h, from, to) }

// tally is what a side did with every ply looked at so far.
type tally struct {
	checks  bool   // gave check
	attacks uint16 // the pieces it newly attacked
	preys   uint16 // the pieces it newly chased, by an attack or by cutting off protectors
	offends bool   // checked, chased something or threatened mate
}

// judge walks the span backwards, from its last ply to its first.
func (l *law) judge(h History, from, to int) (s Span) {
	if !l.checkLoses {
		return
	}
	all := tally{checks: true, attacks: 0xffff, preys: 0xffff, offends: true}
	sides := [2]tally{all, all}
	var ids numbers
	ids.number(h.At(to))
	for i := to - 1; i >= from && (sides[0].goesOn(l) || sides[1].goesOn(l)); i-- {
		before, after, m := h.At(i), h.At(i+1), h.Move(i)
		check, t := after.InCheck(), &sides[before.Side()&1]
		t.checks = t.checks && check
		switch l.chase {
		case chaseOne:
			if check && l.checksExcuse {
				sides[0].preys, sides[1].preys = 0, 0
			}
			if t.preys != 0 {
				attacked, chased := l.newly(before, after, m, &ids, t.preys)
				t.attacks &= attacked
				t.preys &= chased
			}
		case chaseAny:
			if t.offends && !check {
				_, chased := l.newly(before, after, m, &ids, 0xffff)
				t.offends = chased != 0 || threatensMate(after)
			}
		case chaseLeague:
			if check {
				t.preys = 0
			} else if t.preys != 0 {
				var chased uint16
				for prey := leagueChase(after, m); !prey.IsEmpty(); {
					chased |= 1 << (ids[prey.Pop()&127] & 15)
				}
				t.preys &= chased
			}
		}
		ids.undo(m)
	}
	for side := range sides {
		s.Levels[side] = sides[side].level(l)
	}
	return
}

// goesOn reports whether more plies like those before could make the side an
// offender.
func (t *tally) goesOn(l *law) bool { return t.level(l) != Idle }

// level returns what the tally amounts to.
func (t *tally) level(l *law) Level {
	switch {
	case t.checks:
		return ChecksAll
	case l.chase == chaseFree:
		return Idle
	case l.chase == chaseAny:
		if t.offends {
			return Chases
		}
		return Idle
	case t.preys == 0:
		return Idle
	case l.ranked && t.attacks&t.preys == 0:
		return Uncovers
	}
	return Chases
}

// newly returns the wanted pieces that the ply from before to after newly
// attacks, and those that it newly chases; ids are the numbers after it.
func (l *law) newly(before, after *board.Position, m board.Move, ids *numbers, wanted uint16) (attacked, chased uint16) {
	us := before.Side()
	now := huntIn(after, us, ids, wanted)
	wanted = now.wins.union()
	if wanted == 0 {
		return
	}
	earlier := *ids
	earlier.undo(m)
	then := huntIn(before, us, &earlier, wanted)
	if l.byPair {
		return now.wins.without(&then.takes), now.wins.without(&then.wins)
	}
	return 0, wanted &^ then.wins.union()
}
