package movegen

import (
	"math/bits"

	"chuhe/board"
)

// Count returns the number of legal moves of the side to move without listing
// them.
func Count(p *board.Position) int { return count(&p.Placement) }

// count looks up the moves of each kind of piece and counts those that end on
// a target. No kind but the pawn has more than two pieces, so it takes the
// first and the second without asking how many there are: the tables hold no
// moves for a square off the board, and a branch that is often guessed wrong
// would cost more than the look-up.
func count(p *board.Placement) int {
	s := newSafety(p)
	return countWith(p, &s)
}

// countWith is count with the safety given.
func countWith(p *board.Placement, s *Safety) int {
	us := p.Side()
	own, enemy := p.Of(us), p.Of(us.Other())
	occ := own.Or(enemy)
	free := own.AndNot(s.Bound)
	targets := s.Targets.AndNot(own)
	n := 0

	a, b := pair(p.AllOf(board.Rook).And(free))
	n += board.RookAttacks(a, occ).And(targets).Count()
	n += board.RookAttacks(b, occ).And(targets).Count()

	a, b = pair(p.AllOf(board.Cannon).And(free))
	n += cannonTargets(a, occ, enemy).And(targets).Count()
	n += cannonTargets(b, occ, enemy).And(targets).Count()

	a, b = pair(p.AllOf(board.Knight).And(free))
	n += board.KnightAttacks(a, occ).And(targets).Count()
	n += board.KnightAttacks(b, occ).And(targets).Count()

	a, b = pair(p.AllOf(board.Bishop).And(free))
	n += board.BishopAttacks(a, occ).And(targets).Count()
	n += board.BishopAttacks(b, occ).And(targets).Count()

	a, b = pair(p.AllOf(board.Advisor).And(free))
	n += board.AdvisorAttacks(a).And(targets).Count()
	n += board.AdvisorAttacks(b).And(targets).Count()

	n += countPawns(p.AllOf(board.Pawn).And(free), us, targets)

	n += countKing(p, p.King(us), own, occ)
	if !s.Bound.IsEmpty() {
		n += countBound(p, s.Bound)
	}
	return n
}

// countKing counts the legal moves of the king by testing each.
func countKing(p *board.Placement, king board.Square, own, occ board.Bitboard) (n int) {
	for ends := board.KingAttacks(king).AndNot(own); !ends.IsEmpty(); {
		to := ends.Pop()
		if kingSafe(p, to, occ.AndNot(king.Bit()).Or(to.Bit()), to.Bit()) {
			n++
		}
	}
	return
}

// pair returns the first and the second square of a set, squares off the board
// for those it lacks.
func pair(b board.Bitboard) (first, second board.Square) {
	first = b.First()
	b = b.AndNot(first.Bit())
	return first, b.First()
}

// cannonTargets returns where a cannon goes, own pieces included.
func cannonTargets(s board.Square, occ, enemy board.Bitboard) board.Bitboard {
	open, screened := board.SliderAttacks(s, occ)
	return open.AndNot(occ).Or(screened.And(enemy))
}

// countPawns counts the moves of all pawns of a side at once: each direction
// shifts the whole set.
func countPawns(pawns board.Bitboard, side board.Side, targets board.Bitboard) int {
	const firstFile, lastFile uint64 = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36, (1 | 1<<9 | 1<<18 | 1<<27 | 1<<36) << 8
	var n int
	var across, ends uint64 // the pawns beyond the river and the targets there
	if side == board.Red {
		n = bits.OnesCount64(pawns.Lo<<9&targets.Lo) + bits.OnesCount64((pawns.Hi<<9|pawns.Lo>>36)&targets.Hi)
		across, ends = pawns.Hi, targets.Hi
	} else {
		n = bits.OnesCount64(pawns.Hi>>9&targets.Hi) + bits.OnesCount64((pawns.Lo>>9|pawns.Hi<<36&board.HalfMask)&targets.Lo)
		across, ends = pawns.Lo, targets.Lo
	}
	return n + bits.OnesCount64(across&^firstFile>>1&ends) + bits.OnesCount64(across&^lastFile<<1&ends)
}

// countBound counts the legal moves of the bound pieces by testing each.
func countBound(p *board.Placement, bound board.Bitboard) int {
	us := p.Side()
	king, own, occ := p.King(us), p.Of(us), p.Occupied()
	enemy := p.Of(us.Other())
	n := 0
	for !bound.IsEmpty() {
		from := bound.Pop()
		for ends := endsOf(p, from, occ, enemy).AndNot(own); !ends.IsEmpty(); {
			to := ends.Pop()
			if kingSafe(p, king, occ.AndNot(from.Bit()).Or(to.Bit()), to.Bit()) {
				n++
			}
		}
	}
	return n
}

// endsOf returns where the piece on a square goes, own pieces included, none
// for the king and an empty square.
func endsOf(p *board.Placement, from board.Square, occ, enemy board.Bitboard) board.Bitboard {
	switch {
	case p.AllOf(board.Rook).Has(from):
		return board.RookAttacks(from, occ)
	case p.AllOf(board.Cannon).Has(from):
		return cannonTargets(from, occ, enemy)
	case p.AllOf(board.Knight).Has(from):
		return board.KnightAttacks(from, occ)
	case p.AllOf(board.Pawn).Has(from):
		return board.PawnAttacks(p.Side(), from)
	case p.AllOf(board.Bishop).Has(from):
		return board.BishopAttacks(from, occ)
	case p.AllOf(board.Advisor).Has(from):
		return board.AdvisorAttacks(from)
	}
	return board.Bitboard{}
}
