package count

import (
	"math/bits"

	"chuhe/board"
	"chuhe/movegen"
)

// Moves returns the number of legal moves of the side to move without listing
// them.
func Moves(p *board.Position) int {
	s := movegen.NewSafety(p)
	return countWith(&p.Placement, &s)
}

// countWith counts the moves of each kind of piece that end on a target. A side
// has at most two pieces of each kind but the pawn, so it looks up the first and
// the second without asking whether they exist: for squares off the board the
// tables hold no moves, and a mispredicted branch would cost more than the
// look-up.
func countWith(p *board.Placement, s *movegen.Safety) int {
	us := p.Side()
	own, enemy := p.Of(us), p.Of(us.Other())
	occ := own.Or(enemy)
	free := own.AndNot(s.Pinned)
	targets := s.Targets.AndNot(own)
	n := 0

	a, b := pair(p.AllOf(board.Rook).And(free))
	n += board.RookAttacks(a, occ).And(targets).Count()
	n += board.RookAttacks(b, occ).And(targets).Count()

	a, b = pair(p.AllOf(board.Cannon).And(free))
	n += board.CannonMoves(a, occ, enemy).And(targets).Count()
	n += board.CannonMoves(b, occ, enemy).And(targets).Count()

	a, b = pair(p.AllOf(board.Knight).And(free))
	n += board.KnightAttacks(a, occ).And(targets).Count()
	n += board.KnightAttacks(b, occ).And(targets).Count()

	a, b = pair(p.AllOf(board.Bishop).And(free))
	n += board.BishopAttacks(a, occ).And(targets).Count()
	n += board.BishopAttacks(b, occ).And(targets).Count()

	n += countStill(p, free, targets)
	n += countKing(p, p.King(us), own, occ)
	if !s.Pinned.IsEmpty() {
		n += countPinned(p, s.Pinned)
	}
	return n
}

// countStill counts the moves of the given pieces that do not depend on the
// occupancy: pawns and advisors.
func countStill(p *board.Placement, pieces, ends board.Bitboard) int {
	a, b := pair(p.AllOf(board.Advisor).And(pieces))
	return countPawns(p.AllOf(board.Pawn).And(pieces), p.Side(), ends) +
		board.AdvisorAttacks(a).And(ends).Count() + board.AdvisorAttacks(b).And(ends).Count()
}

// countKing counts the legal moves of the king by testing each.
func countKing(p *board.Placement, king board.Square, own, occ board.Bitboard) (n int) {
	for ends := board.KingAttacks(king).AndNot(own); !ends.IsEmpty(); {
		to := ends.Pop()
		if p.KingSafe(to, occ.AndNot(king.Bit()).Or(to.Bit()), to.Bit()) {
			n++
		}
	}
	return
}

// pair returns the first and the second square of a set; for those it lacks,
// squares off the board.
func pair(b board.Bitboard) (first, second board.Square) {
	first = b.First()
	b = b.AndNot(first.Bit())
	return first, b.First()
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

// countPinned counts the legal moves of pinned pieces by testing each.
func countPinned(p *board.Placement, pinned board.Bitboard) (n int) {
	for own := p.Of(p.Side()); !pinned.IsEmpty(); {
		_, legal := movegen.PinnedMoves(p, pinned.Pop(), own.Not())
		n += legal.Count()
	}
	return n
}
