package movegen

import "chuhe/board"

// mover is a piece with the squares on which legal moves of it end.
type mover struct {
	from board.Square
	kind board.PieceType
	ends board.Bitboard
}

// maxMovers is the most that findMovers can find.
const maxMovers = 16

// findMovers appends the pieces of the side to move that have legal moves with
// ends in the given set; s must be the position's Safety.
func findMovers(p *board.Placement, s *Safety, ends board.Bitboard, buf []mover) []mover {
	us := p.Side()
	own, enemy := p.Of(us), p.Of(us.Other())
	occ := own.Or(enemy)
	king := p.King(us)
	ends = ends.AndNot(own)

	var steps board.Bitboard
	for b := board.KingAttacks(king).And(ends); !b.IsEmpty(); {
		to := b.Pop()
		if p.KingSafe(to, occ.AndNot(king.Bit()).Or(to.Bit()), to.Bit()) {
			steps = steps.Or(to.Bit())
		}
	}
	buf = appendMover(buf, king, board.King, steps)

	if targets := s.Targets.And(ends); !targets.IsEmpty() {
		free := own.AndNot(s.Bound)
		for b := p.AllOf(board.Rook).And(free); !b.IsEmpty(); {
			from := b.Pop()
			buf = appendMover(buf, from, board.Rook, board.RookAttacks(from, occ).And(targets))
		}
		for b := p.AllOf(board.Cannon).And(free); !b.IsEmpty(); {
			from := b.Pop()
			buf = appendMover(buf, from, board.Cannon, board.CannonMoves(from, occ, enemy).And(targets))
		}
		for b := p.AllOf(board.Knight).And(free); !b.IsEmpty(); {
			from := b.Pop()
			buf = appendMover(buf, from, board.Knight, board.KnightAttacks(from, occ).And(targets))
		}
		for b := p.AllOf(board.Pawn).And(free); !b.IsEmpty(); {
			from := b.Pop()
			buf = appendMover(buf, from, board.Pawn, board.PawnAttacks(us, from).And(targets))
		}
		for b := p.AllOf(board.Bishop).And(free); !b.IsEmpty(); {
			from := b.Pop()
			buf = appendMover(buf, from, board.Bishop, board.BishopAttacks(from, occ).And(targets))
		}
		for b := p.AllOf(board.Advisor).And(free); !b.IsEmpty(); {
			from := b.Pop()
			buf = appendMover(buf, from, board.Advisor, board.AdvisorAttacks(from).And(targets))
		}
	}

	for b := s.Bound; !b.IsEmpty(); {
		from := b.Pop()
		kind, legal := boundEnds(p, from, ends)
		buf = appendMover(buf, from, kind, legal)
	}
	return buf
}

func appendMover(buf []mover, from board.Square, kind board.PieceType, ends board.Bitboard) []mover {
	if ends.IsEmpty() {
		return buf
	}
	return append(buf, mover{from, kind, ends})
}

// boundEnds returns the type of a bound piece, and of the given ends those that
// its legal moves have, by a test of each.
func boundEnds(p *board.Placement, from board.Square, ends board.Bitboard) (kind board.PieceType, legal board.Bitboard) {
	us := p.Side()
	king, occ := p.King(us), p.Occupied()
	kind = p.TypeAt(from)
	for b := board.Moves(kind, us, from, occ, p.Of(us.Other())).And(ends); !b.IsEmpty(); {
		to := b.Pop()
		if p.KingSafe(king, occ.AndNot(from.Bit()).Or(to.Bit()), to.Bit()) {
			legal = legal.Or(to.Bit())
		}
	}
	return kind, legal
}
