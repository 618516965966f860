package board

// Attackers returns the pieces of both sides that attack a square on the given
// occupancy: those that could capture there whatever stands on it. A king is
// among them for the steps in its palace and, where a king stands on the
// square, for facing it along an open file.
//
// Pieces are looked up in the placement and not in occ; a caller that lifts
// pieces from occ masks the result with it.
func (p *Placement) Attackers(s Square, occ Bitboard) Bitboard {
	rook, cannon := SliderAttacks(s, occ)
	attackers := p.Majors(rook, cannon, KnightAttackers(s, occ)).
		Or(p.Pieces(Red, Pawn).And(PawnAttackers(Red, s))).
		Or(p.Pieces(Black, Pawn).And(PawnAttackers(Black, s))).
		Or(p.AllOf(Advisor).And(AdvisorAttacks(s))).
		Or(p.AllOf(Bishop).And(BishopAttacks(s, occ))).
		Or(p.AllOf(King).And(KingAttacks(s)))
	if p.AllOf(King).Has(s) {
		attackers = attackers.Or(p.AllOf(King).And(rook).And(FileOf(s)))
	}
	return attackers
}

// Majors returns the rooks, cannons and knights of both sides that stand on the
// squares given for their kind. Given the squares from which each kind attacks a
// square, it returns the attackers. It works word by word so that the compiler
// inlines it.
func (p *Placement) Majors(rook, cannon, knight Bitboard) Bitboard {
	r, c, n := p.byType[Rook], p.byType[Cannon], p.byType[Knight]
	return Bitboard{
		r.Lo&rook.Lo | c.Lo&cannon.Lo | n.Lo&knight.Lo,
		r.Hi&rook.Hi | c.Hi&cannon.Hi | n.Hi&knight.Hi,
	}
}

// Checkers returns the pieces that attack the king of a side, the other king
// among them when the two face each other.
func (p *Placement) Checkers(side Side) Bitboard {
	return p.kingAttackers(side, p.King(side), p.Occupied(), Bitboard{})
}

// InCheck reports whether the king of the side to move is attacked.
func (p *Placement) InCheck() bool { return !p.Checkers(p.side).IsEmpty() }

// KingSafe reports whether the king of the side to move would be safe on a
// square, on the given occupancy and once the enemy pieces in taken are gone.
func (p *Placement) KingSafe(s Square, occ, taken Bitboard) bool {
	return p.kingAttackers(p.side, s, occ, taken).IsEmpty()
}

// Exposed reports whether the king of a side would be attacked where it stands, on the given
// occupancy and once the enemy pieces in taken are gone.
func (p *Placement) Exposed(side Side, occ, taken Bitboard) bool {
	return !p.kingAttackers(side, p.King(side), occ, taken).IsEmpty()
}

// kingAttackers returns the pieces that would attack the king of a side on a
// square, those in taken left out.
func (p *Placement) kingAttackers(side Side, s Square, occ, taken Bitboard) Bitboard {
	them := side.Other()
	rook, cannon := SliderAttacks(s, occ)
	return p.Majors(rook, cannon, KnightAttackers(s, occ)).
		Or(p.AllOf(Pawn).And(PawnAttackers(them, s))).
		Or(p.AllOf(King).And(rook).And(FileOf(s))).
		And(p.Of(them).AndNot(taken))
}
