package rules

import (
	"math/bits"

	"chuhe/board"
)

// repeat completes the verdict on the plies From to To.
func (v *Verdict) repeat(game *board.Line, l *law) {
	v.FromMove, v.ToMove = game.At(v.From).Fullmove(), game.At(v.To-1).Fullmove()
	sides := l.walk(game, v.From, v.To)
	v.Span = spanOf(l, sides)
	v.Result = v.Span.result()
	loser, lost := v.Span.Loser()
	level := v.Span.Levels[loser]
	switch {
	case level == Idle:
		v.Kind = Repetition
	case level == ChecksAll && lost:
		v.Kind = PerpetualCheck
	case level == ChecksAll:
		v.Kind = MutualCheck
	case l.chase == chaseAny && lost:
		v.Kind, v.Mixture = l.mixture(game, v.From, v.To, loser)
	case l.chase == chaseAny:
		v.Kind = MutualAttack
	case lost:
		v.Kind, v.Chase = PerpetualChase, l.explain(game, v.From, v.To, loser, sides[loser])
	default:
		v.Kind = MutualChase
	}
	for _, q := range l.open {
		other := *l
		q.alter(&other)
		if spanOf(&other, other.walk(game, v.From, v.To)).result() != v.Result {
			v.Notes = append(v.Notes, q.note)
		}
	}
}

// mixture names the offence of a side that checks, chases or threatens mate
// with every ply.
func (l *law) mixture(h History, from, to int, side board.Side) (Kind, Mixture) {
	first, every := Mixture{}, Mixture{true, true, true}
	var ids numbers
	ids.number(h.At(to))
	for i := to - 1; i >= from; i-- {
		if h.At(i).Side() == side {
			f := l.forces(h, i, from, to, &ids, true)
			every = Mixture{every.Check && f.Check, every.Chase && f.Chase, every.Threat && f.Threat}
			first.Check = first.Check || f.Check
			first.Chase = first.Chase || f.Chase && !f.Check
			first.Threat = first.Threat || f.Threat && !f.Chase && !f.Check
		}
		ids.undo(h.Move(i))
	}
	switch {
	case every.Threat:
		return PerpetualThreat, Mixture{}
	case every.Chase:
		return PerpetualChase, Mixture{}
	}
	return PerpetualMixed, first
}

// explain describes the chase of a side whose tally over the span is given.
func (l *law) explain(h History, from, to int, side board.Side, t tally) (c Chase) {
	preys := t.preys
	if t.attacks&preys != 0 {
		preys &= t.attacks
	}
	prey := uint8(bits.TrailingZeros16(preys))
	var ids numbers
	ids.number(h.At(to))
	c.PreySquare = ids.find(h.At(to), side.Other(), prey)
	c.Prey = h.At(to).At(c.PreySquare)
	first := true
	for i := to - 1; i >= from; i-- {
		after := h.At(i + 1)
		if after.Side() == side.Other() {
			v, target := l.view(after, side), ids.find(after, side.Other(), prey)
			hunters, attacks := l.hunters(h, i, &ids, prey)
			c.Attacks, c.Uncovers = c.Attacks || attacks, c.Uncovers || !attacks
			for ; !hunters.IsEmpty(); first = false {
				from := hunters.Pop()
				cause, chaser := l.causeOf(&v, from, target), after.At(from)
				if first {
					c.Cause, c.Chaser = cause, chaser
				}
				if cause != c.Cause {
					c.Cause = NoCause
				}
				if chaser != c.Chaser {
					c.Chaser = board.NoPiece
				}
			}
		}
		ids.undo(h.Move(i))
	}
	return
}

// hunters returns the pieces that newly chase a prey with the ply from At(i),
// and whether one of them does so other than by cutting off a protector.
func (l *law) hunters(h History, i int, ids *numbers, prey uint8) (set board.Bitboard, attacks bool) {
	if l.chase == chaseLeague {
		return h.Move(i).To().Bit(), true
	}
	after, us := h.At(i+1), h.At(i).Side()
	byAttack, chased := l.newly(h, i, ids, 1<<prey)
	for attacker, v := range chased {
		if v != 0 {
			set = set.Or(ids.find(after, us, uint8(attacker)).Bit())
		}
	}
	return set, byAttack.union() != 0
}

// causeOf returns why an attack known to be a chase threatens to win the prey.
func (l *law) causeOf(v *view, from, to board.Square) Cause {
	if l.chase != chaseLeague {
		return v.cause(from, to)
	}
	if v.p.At(to).Type() == board.Rook {
		return StrongerPrey
	}
	return Unprotected
}
