package movegen

import "chuhe/board"

// Checks finds the moves of the side to move that give check. It is made once for
// a position, in which that side gives no check yet, and serves all its moves.
type Checks struct {
	king board.Square // the enemy king
	// direct contains for each kind the points from which it checks. It holds for moves
	// that neither leave a point of leaving nor enter one of entering. The others may let
	// another piece give check, or take away a cannon that direct counts as a screen.
	direct            [board.PieceTypes]board.Bitboard
	leaving, entering board.Bitboard
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
	rooks, cannons := p.Pieces(us, board.Rook), p.Pieces(us, board.Cannon)
	if rooks.Or(cannons).Meets(board.CrossOf(king)) {
		rank, file := board.Lines(king, occ)
		rankRooks, fileRooks := board.Lines(king, rooks)
		rankCannons, fileCannons := board.Lines(king, cannons)
		fromRank, toRank := RankView(king, rank).loose(king.File(), rankRooks, rankCannons)
		fromFile, toFile := FileView(king, file).loose(king.Rank(), fileRooks, fileCannons)
		c.leaving, c.entering = board.OnLines(king, fromRank, fromFile), board.OnLines(king, toRank, toFile)
	}
	for knights := p.Pieces(us, board.Knight).And(board.KnightAttackers(king, board.Bitboard{})); !knights.IsEmpty(); {
		c.leaving = c.leaving.Or(board.KnightLeg(king, knights.Pop()))
	}
}

// loose returns what a line of the king adds to Checks.leaving and Checks.entering. place
// is the king's point on the line; the rooks and cannons belong to the side that would
// give check.
func (v *View) loose(place int, rooks, cannons uint32) (leaving, entering uint32) {
	kingBit := uint32(1) << place
	below := kingBit - 1
	for _, side := range [2]uint32{below, ^below} {
		p1, p2, p3 := v.toward(side)
		if p1&cannons != 0 { // lacks a screen
			leaving |= p1
			entering |= pointsBetween(kingBit, p1)
		}
		if p2&rooks|p3&cannons != 0 { // one piece too many before it
			leaving |= p1
		}
		if p3&cannons != 0 {
			leaving |= p2
		}
	}
	return
}

// Gives reports whether a legal move gives check, directly or through another
// piece whose line or leg it opens or whose screen it becomes.
func (c *Checks) Gives(p *board.Position, m board.Move) bool {
	from, to := m.From(), m.To()
	t := p.At(from).Type()
	if !from.Bit().And(c.leaving).Or(to.Bit().And(c.entering)).IsEmpty() {
		return c.search(p, m)
	}
	return c.direct[t].Has(to)
}

// May returns the squares to which moves of a kind of piece from a square may give check;
// moves to others give none.
func (c *Checks) May(kind board.PieceType, from board.Square) board.Bitboard {
	if c.leaving.Has(from) {
		return board.AllSquares
	}
	return c.direct[kind].Or(c.entering)
}

// search is Gives for any legal move. It looks for the pieces that give check.
func (c *Checks) search(p *board.Position, m board.Move) bool {
	from, to := m.From(), m.To()
	t := p.At(from).Type()
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
