package count

import (
	"chuhe/board"
	"chuhe/movegen"
)

// step is a square to which the king could step, with what attacks it there.
type step struct {
	square board.Square
	// by has, for each type, the squares from which a piece attacks.
	by [board.PieceTypes]board.Bitboard
	// attackers are the enemy pieces that do so.
	attackers board.Bitboard
	// hollow reports whether an enemy cannon needs only a screen to attack.
	hollow bool
	// zone holds the squares where lifting a piece may change any of these.
	zone board.Bitboard
}

// init looks at a square; occ is without the king.
func (s *step) init(p *board.Placement, square board.Square, occ board.Bitboard) {
	them := p.Side().Other()
	enemy := p.Of(them)
	open, screened := board.SliderAttacks(square, occ)
	s.square = square
	s.by[board.Rook], s.by[board.Cannon] = open, screened
	s.by[board.Knight] = board.KnightAttackers(square, occ)
	s.by[board.Pawn] = board.PawnAttackers(them, square)
	s.by[board.King] = open.And(board.FileOf(square))
	s.attackers = enemy.And(p.Majors(open, screened, s.by[board.Knight]).
		Or(p.AllOf(board.Pawn).And(s.by[board.Pawn])).
		Or(p.AllOf(board.King).And(s.by[board.King])))
	s.hollow = enemy.And(p.AllOf(board.Cannon)).Meets(open)
	s.zone = kingZones[square&127].AndNot(board.CrossOf(square)).Or(open).Or(screened)
}

// afterStep returns by how much the king's step to a square changes the sum of
// the replies to a lifted piece's moves to the given ends.
func (r *replies) afterStep(s *step, m *movegen.Mover, piece board.Piece, ends board.Bitboard) (n int) {
	p := &r.p
	from := m.From.Bit()
	if s.attackers.IsEmpty() {
		n = -ends.Count()
	}
	occ := r.occ.AndNot(r.king.Bit()).Xor(from)
	if s.zone.Meets(from) {
		var lifted step
		lifted.init(p, s.square, occ)
		s = &lifted
	}
	if s.attackers.IsEmpty() && !s.hollow {
		return n + ends.AndNot(s.by[m.Kind&7]).Count()
	}
	// The piece may shield the square, or be the screen that a cannon lacks.
	zone := kingZones[s.square&127]
	if s.attackers.IsEmpty() {
		n += ends.AndNot(zone).Count()
	}
	for look := ends.And(zone); !look.IsEmpty(); {
		to := look.Pop()
		captured := r.put(piece, to)
		if p.KingSafe(s.square, occ.Or(to.Bit()), s.square.Bit()) {
			n++
		}
		r.unput(piece, captured, to)
	}
	return n
}
