package movegen

import "chuhe/board"

// Mover is a piece with the squares to which its legal moves go.
type Mover struct {
	From board.Square
	Kind board.PieceType
	Ends board.Bitboard
}

// MaxMovers is the most that Movers appends.
const MaxMovers = 16

// Movers appends the pieces of the side to move that have legal moves to the
// given squares, with these moves; s must be the position's Safety.
func Movers(p *board.Placement, s *Safety, ends board.Bitboard, buf []Mover) []Mover {
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
		free := own.AndNot(s.Pinned)
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
		if pawns := p.AllOf(board.Pawn).And(free); board.PawnReach(us, pawns).Meets(targets) {
			for b := pawns; !b.IsEmpty(); {
				from := b.Pop()
				buf = appendMover(buf, from, board.Pawn, board.PawnAttacks(us, from).And(targets))
			}
		}
		// Enemies are rarely where these can capture.
		if targets.Meets(board.BishopPoints[us&1]) {
			for b := p.AllOf(board.Bishop).And(free); !b.IsEmpty(); {
				from := b.Pop()
				buf = appendMover(buf, from, board.Bishop, board.BishopAttacks(from, occ).And(targets))
			}
		}
		if targets.Meets(board.AdvisorPoints[us&1]) {
			for b := p.AllOf(board.Advisor).And(free); !b.IsEmpty(); {
				from := b.Pop()
				buf = appendMover(buf, from, board.Advisor, board.AdvisorAttacks(from).And(targets))
			}
		}
	}

	for b := s.Pinned; !b.IsEmpty(); {
		from := b.Pop()
		kind, legal := PinnedMoves(p, from, ends)
		buf = appendMover(buf, from, kind, legal)
	}
	return buf
}

func appendMover(buf []Mover, from board.Square, kind board.PieceType, ends board.Bitboard) []Mover {
	if ends.IsEmpty() {
		return buf
	}
	return append(buf, Mover{from, kind, ends})
}

// PinnedMoves returns the type of a pinned piece and, of the given squares, those
// to which its legal moves go. It tests each move.
func PinnedMoves(p *board.Placement, from board.Square, ends board.Bitboard) (kind board.PieceType, legal board.Bitboard) {
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
