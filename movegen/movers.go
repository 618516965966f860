package movegen

import "chuhe/board"

// mover is a piece with the squares that its legal moves end on.
type mover struct {
	from board.Square
	kind board.PieceType
	ends board.Bitboard
}

// movers are the pieces of a side that have a legal move.
type movers struct {
	n    int
	list [16]mover
}

func (s *movers) add(from board.Square, kind board.PieceType, ends board.Bitboard) {
	if !ends.IsEmpty() {
		s.list[s.n&15] = mover{from, kind, ends}
		s.n++
	}
}

// init finds the legal moves of the side to move.
func (s *movers) init(p *board.Placement) {
	safety := newSafety(p)
	us := p.Side()
	own, enemy := p.Of(us), p.Of(us.Other())
	occ := own.Or(enemy)
	king := p.King(us)

	var ends board.Bitboard
	for steps := board.KingAttacks(king).AndNot(own); !steps.IsEmpty(); {
		to := steps.Pop()
		if kingSafe(p, to, occ.AndNot(king.Bit()).Or(to.Bit()), to.Bit()) {
			ends = ends.Or(to.Bit())
		}
	}
	s.add(king, board.King, ends)

	free := own.AndNot(safety.Bound)
	if targets := safety.Targets.AndNot(own); !targets.IsEmpty() {
		for b := p.AllOf(board.Rook).And(free); !b.IsEmpty(); {
			from := b.Pop()
			s.add(from, board.Rook, board.RookAttacks(from, occ).And(targets))
		}
		for b := p.AllOf(board.Cannon).And(free); !b.IsEmpty(); {
			from := b.Pop()
			s.add(from, board.Cannon, cannonTargets(from, occ, enemy).And(targets))
		}
		for b := p.AllOf(board.Knight).And(free); !b.IsEmpty(); {
			from := b.Pop()
			s.add(from, board.Knight, board.KnightAttacks(from, occ).And(targets))
		}
		for b := p.AllOf(board.Pawn).And(free); !b.IsEmpty(); {
			from := b.Pop()
			s.add(from, board.Pawn, board.PawnAttacks(us, from).And(targets))
		}
		for b := p.AllOf(board.Bishop).And(free); !b.IsEmpty(); {
			from := b.Pop()
			s.add(from, board.Bishop, board.BishopAttacks(from, occ).And(targets))
		}
		for b := p.AllOf(board.Advisor).And(free); !b.IsEmpty(); {
			from := b.Pop()
			s.add(from, board.Advisor, board.AdvisorAttacks(from).And(targets))
		}
	}
	for bound := safety.Bound; !bound.IsEmpty(); {
		from := bound.Pop()
		kind, ends := boundEnds(p, from)
		s.add(from, kind, ends)
	}
}

// boundEnds returns the legal ends of a bound piece by testing each, and its
// kind.
func boundEnds(p *board.Placement, from board.Square) (kind board.PieceType, legal board.Bitboard) {
	us := p.Side()
	king, own, occ := p.King(us), p.Of(us), p.Occupied()
	enemy := p.Of(us.Other())
	var ends board.Bitboard
	switch {
	case p.AllOf(board.Rook).Has(from):
		kind, ends = board.Rook, board.RookAttacks(from, occ)
	case p.AllOf(board.Cannon).Has(from):
		kind, ends = board.Cannon, cannonTargets(from, occ, enemy)
	case p.AllOf(board.Knight).Has(from):
		kind, ends = board.Knight, board.KnightAttacks(from, occ)
	case p.AllOf(board.Pawn).Has(from):
		kind, ends = board.Pawn, board.PawnAttacks(us, from)
	case p.AllOf(board.Bishop).Has(from):
		kind, ends = board.Bishop, board.BishopAttacks(from, occ)
	case p.AllOf(board.Advisor).Has(from):
		kind, ends = board.Advisor, board.AdvisorAttacks(from)
	}
	for ends = ends.AndNot(own); !ends.IsEmpty(); {
		to := ends.Pop()
		if kingSafe(p, king, occ.AndNot(from.Bit()).Or(to.Bit()), to.Bit()) {
			legal = legal.Or(to.Bit())
		}
	}
	return
}
