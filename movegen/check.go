package movegen

import "chuhe/board"

// Checks finds the moves of the side to move that give check. It is made once for
// a position and serves all its moves.
type Checks struct {
	king board.Square // the enemy king
	// touchy are the points where leaving or arriving may let another piece give
	// check: on the king's lines those to the side of it where a rook or cannon of the
	// mover stands, and the legs of the mover's knights.
	touchy board.Bitboard
	// direct contains for each kind the points from which it checks, as long as nothing
	// changes on the points of touchy.
	direct [board.PieceTypes]board.Bitboard
}

// NewChecks analyses a position for the side to move.
func NewChecks(p *board.Position) (c Checks) {
	c.Reset(p)
	return c
}

// Reset is NewChecks in place, which saves the copy.
func (c *Checks) Reset(p *board.Position) {
	us := p.Side()
	king, occ := p.King(us.Other()), p.Occupied()
	rook, cannon := board.SliderAttacks(king, occ)
	*c = Checks{king: king}
	c.direct[board.Rook], c.direct[board.Cannon] = rook, cannon
	c.direct[board.Knight] = board.KnightAttackers(king, occ)
	c.direct[board.Pawn] = board.PawnAttackers(us, king)
	if sliders := p.AllOf(board.Rook).Or(p.AllOf(board.Cannon)).And(p.Of(us)); sliders.Meets(board.CrossOf(king)) {
		rank, file := board.Lines(king, sliders)
		c.touchy = board.OnLines(king, sidesOf(king.File(), board.Files, rank), sidesOf(king.Rank(), board.Ranks, file))
	}
	for knights := p.Pieces(us, board.Knight).And(board.KnightAttackers(king, board.Bitboard{})); !knights.IsEmpty(); {
		c.touchy = c.touchy.Or(board.KnightLeg(king, knights.Pop()))
	}
}

// sidesOf returns the points of a line of a length on those sides of a place that
// have one of the given points.
func sidesOf(place, length int, points uint32) (sides uint32) {
	below := uint32(1)<<place - 1
	above := uint32(1)<<length - 2<<place
	if points&below != 0 {
		sides = below
	}
	if points&above != 0 {
		sides |= above
	}
	return sides
}

// Gives reports whether a legal move gives check, directly or through another
// piece whose line or leg it opens or whose screen it becomes.
func (c *Checks) Gives(p *board.Position, m board.Move) bool {
	from, to := m.From(), m.To()
	t := p.At(from).Type()
	if !from.Bit().Or(to.Bit()).Meets(c.touchy) {
		return c.direct[t].Has(to)
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
