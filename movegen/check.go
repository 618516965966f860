package movegen

import "chuhe/board"

// Checks finds the moves of the side to move that give check. It is made once for
// a position and serves all its moves.
type Checks struct {
	king   board.Square // the enemy king
	line   board.Bitboard
	legs   board.Bitboard // points whose clearing may open a knight's attack
	direct [board.PieceTypes]board.Bitboard
}

// NewChecks analyses a position for the side to move.
func NewChecks(p *board.Position) Checks {
	us := p.Side()
	king, occ := p.King(us.Other()), p.Occupied()
	c := Checks{king: king, line: board.CrossOf(king)}
	rook, cannon := board.SliderAttacks(king, occ)
	c.direct[board.Rook], c.direct[board.Cannon] = rook, cannon
	c.direct[board.Knight] = board.KnightAttackers(king, occ)
	c.direct[board.Pawn] = board.PawnAttackers(us, king)
	for knights := p.Pieces(us, board.Knight).And(board.KnightAttackers(king, board.Bitboard{})); !knights.IsEmpty(); {
		c.legs = c.legs.Or(board.KnightLeg(king, knights.Pop()))
	}
	return c
}

// Gives reports whether a legal move gives check, directly or through another
// piece whose line or leg it opens or whose screen it becomes.
func (c *Checks) Gives(p *board.Position, m board.Move) bool {
	from, to := m.From(), m.To()
	t := p.At(from).Type()
	ends := from.Bit().Or(to.Bit())
	if !ends.Meets(c.line.Or(c.legs)) {
		// Nothing changes on the lines, so only the piece itself can check.
		return (t == board.Knight || t == board.Pawn) && c.direct[t].Has(to)
	}
	if (t == board.Knight || t == board.Pawn) && c.direct[t].Has(to) {
		return true
	}
	us := p.Side()
	occ := p.Occupied().AndNot(from.Bit()).Or(to.Bit())
	rook, cannon := board.SliderAttacks(c.king, occ)
	if p.Majors(rook, cannon, board.KnightAttackers(c.king, occ)).Meets(p.Of(us).AndNot(from.Bit())) {
		return true
	}
	switch t {
	case board.Rook:
		return rook.Has(to)
	case board.Cannon:
		return cannon.Has(to)
	}
	return false
}
