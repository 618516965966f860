package rules

import (
	"math/bits"

	"chuhe/board"
)

// History is a line of play: positions joined by legal moves. [board.Line] is
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
// The verdict holds for a game that ends with the later occurrence. Before the
// occurrence that ends play an offender may still leave the loop, so a search
// may rely on the verdict only if neither side offends.
func (s Set) JudgeSpan(h History, from, to int) Span {
	l := s.law()
	return spanOf(l, l.walk(h, from, to))
}

// all is a set of the numbers of all pieces of a side.
const all = 0xffff

// tally holds the offences that a side committed with every ply looked at so far.
type tally struct {
	checks  bool   // gave check
	preys   uint16 // the pieces it newly chased, by an attack or by cutting off protectors
	attacks uint16 // the pieces that any ply newly chased other than by cutting off protectors
	offends bool   // checked, chased something or threatened mate
}

// walk goes through the span backwards, from its last ply to its first, while
// either side can still be an offender.
func (l *law) walk(h History, from, to int) (sides [2]tally) {
	if !l.checkLoses {
		return
	}
	for side := range sides {
		sides[side] = tally{checks: true, preys: all, offends: true}
	}
	var ids numbers
	ids.number(h.At(to))
	for i := to - 1; i >= from && (sides[0].level(l) != Idle || sides[1].level(l) != Idle); i-- {
		after := h.At(i + 1)
		check, t := after.InCheck(), &sides[h.At(i).Side()&1]
		t.checks = t.checks && check
		switch l.chase {
		case chaseOne:
			if check && l.checksExcuse {
				sides[0].preys, sides[1].preys = 0, 0
			}
			if t.preys != 0 {
				byAttack, chased := l.newly(h, i, &ids, t.preys)
				t.attacks |= byAttack.union()
				t.preys &= chased.union()
			}
		case chaseAny:
			if t.offends && !check {
				t.offends = l.forces(h, i, from, to, &ids, false) != (Mixture{})
			}
		case chaseLeague:
			if check {
				t.preys = 0
			} else if t.preys != 0 {
				t.preys &= ids.of(leagueChase(after, h.Move(i)))
			}
		}
		ids.undo(h.Move(i))
	}
	return
}

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

// newly finds, by attacker, which of the wanted pieces the ply from At(i) newly
// chases. Those in byAttack are newly attacked or lose a protector to a pin; the
// others lose protectors that are cut off. ids are the numbers after the ply.
func (l *law) newly(h History, i int, ids *numbers, wanted uint16) (byAttack, chased preys) {
	us := h.At(i).Side()
	now := l.hunt(h.At(i+1), us, ids, wanted)
	if wanted = now.wins.union(); wanted == 0 {
		return
	}
	earlier := *ids
	earlier.undo(h.Move(i))
	then := l.hunt(h.At(i), us, &earlier, wanted)
	if !l.byPair {
		old := then.wins.union()
		for n := range then.wins {
			then.wins[n] = old
		}
	}
	chased = now.wins.without(&then.wins)
	byAttack = chased.without(&then.takes)
	for attacker, set := range now.falseRoots.without(&then.wins) {
		for ; set != 0; set &= set - 1 {
			if prey := uint8(bits.TrailingZeros16(set)); l.pins(h, i, ids, uint8(attacker), prey) {
				byAttack[attacker] |= 1 << prey
			}
		}
	}
	return
}

// pins reports whether the ply from At(i) pins a protector of a prey, which the attacker
// could take before too. A protector that was pinned already is not lost by the ply.
func (l *law) pins(h History, i int, ids *numbers, attacker, prey uint8) bool {
	before, after, m := h.At(i), h.At(i+1), h.Move(i)
	us := before.Side()
	to := ids.find(after, us.Other(), prey)
	from := ids.find(after, us, attacker)
	now := l.view(after, us)
	_, pinned := now.roots(from, to)
	if from == m.To() {
		from = m.From()
	}
	then := l.view(before, us)
	sound, _ := then.roots(from, to)
	return pinned.Meets(sound) // protectors stand where they stood: the other side moved
}

// forces returns what the ply from At(i) of a span forces: a check, the gain
// of a piece at once or by checks, or mate by checks. A gain or mate by checks
// counts only if the reply wards it off: a side that does not carry out what the
// opponent allows threatens nothing. Unless whole is set, forces stops at the
// first of these it finds.
func (l *law) forces(h History, i, from, to int, ids *numbers, whole bool) (m Mixture) {
	after := h.At(i + 1)
	if m.Check = after.InCheck(); m.Check {
		return
	}
	_, chased := l.newly(h, i, ids, all)
	if m.Chase = chased.union() != 0; m.Chase && !whole || !l.threats {
		return
	}
	reply := i + 2
	if reply > to {
		reply = from + 1 // the position that closed the loop is the one that began it
	}
	if now := l.threatAfter(after); now.mate || now.gain {
		then := l.threatsOf(h.At(reply))
		m.Threat = now.mate && !then.mate
		m.Chase = m.Chase || now.gain && !then.gain && !then.mate
	}
	return
}
