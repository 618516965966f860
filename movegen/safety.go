package movegen

import "chuhe/board"

// Safety says which moves of a position leave the king of the side to move safe.
type Safety struct {
	// Targets are the squares to which every piece but the king and the pinned
	// ones may go: all squares, or in check those that end every check, in both
	// cases without the points where the piece would be a cannon's screen.
	Targets board.Bitboard
	// Pinned are the side's own pieces whose moves may expose the king to an
	// attack, so that each of their moves needs a test.
	Pinned board.Bitboard
	// Check reports whether the side is in check.
	Check bool
}

// NewSafety analyses a position for the side to move.
func NewSafety(p *board.Position) Safety { return SafetyOf(&p.Placement) }

// SafetyOf is NewSafety for a placement.
func SafetyOf(p *board.Placement) (s Safety) {
	s.Reset(p)
	return s
}

// Reset is SafetyOf in place, which saves the copy.
func (s *Safety) Reset(p *board.Placement) {
	us := p.Side()
	king, own, enemy := p.King(us), p.Of(us), p.Of(us.Other())
	occ := own.Or(enemy)
	s.Targets, s.Pinned, s.Check = board.AllSquares, board.Bitboard{}, false

	// Across a file the enemy king acts as a rook.
	rooks := p.AllOf(board.Rook).Or(p.AllOf(board.King).And(board.FileOf(king))).And(enemy)
	cannons := p.AllOf(board.Cannon).And(enemy)
	if rooks.Or(cannons).Meets(board.CrossOf(king)) {
		rank, file := board.Lines(king, occ)
		rankRooks, fileRooks := board.Lines(king, rooks)
		rankCannons, fileCannons := board.Lines(king, cannons)
		if l := RankView(king, rank); l.dangerous(rankRooks, rankCannons) {
			s.lookAlong(l, king.File(), rankRooks, rankCannons, own, func(set uint32) board.Bitboard {
				return board.OnLines(king, set, 0)
			})
		}
		if l := FileView(king, file); l.dangerous(fileRooks, fileCannons) {
			s.lookAlong(l, king.Rank(), fileRooks, fileCannons, own, func(set uint32) board.Bitboard {
				return board.OnLines(king, 0, set)
			})
		}
	}

	for knights := p.AllOf(board.Knight).And(enemy).And(board.KnightAttackers(king, board.Bitboard{})); !knights.IsEmpty(); {
		knight := knights.Pop()
		leg := board.KnightLeg(king, knight)
		switch {
		case !occ.Meets(leg):
			s.Check = true
			s.Targets = s.Targets.And(leg.Or(knight.Bit()))
		case own.Meets(leg):
			s.Pinned = s.Pinned.Or(leg)
		}
	}

	if pawns := p.AllOf(board.Pawn).And(enemy).And(board.PawnAttackers(us.Other(), king)); !pawns.IsEmpty() {
		s.Check = true
		s.Targets = s.Targets.And(pawns)
		if pawns.Several() {
			s.Targets = board.Bitboard{}
		}
	}
}

// dangerous reports whether a line with these enemy rooks and cannons matters to
// the king: a rook is the first or second piece, or a cannon among the first
// three.
func (v *View) dangerous(rooks, cannons uint32) bool {
	return uint32(v.First|v.Second)&(rooks|cannons)|uint32(v.Third)&cannons != 0
}

// lookAlong adds what the pieces on one line of the king do; the king stands at
// the given place of the line, and toBoard turns points of the line into squares.
func (s *Safety) lookAlong(v *View, place int, rooks, cannons uint32, own board.Bitboard, toBoard func(uint32) board.Bitboard) {
	kingBit := uint32(1) << place
	below := kingBit - 1
	for _, side := range [2]uint32{below, ^below} {
		p1, p2, p3 := v.toward(side)
		switch {
		case p1&rooks != 0:
			s.Check = true
			s.Targets = s.Targets.And(toBoard(pointsBetween(kingBit, p1) | p1))
		case p1&cannons != 0:
			s.Targets = s.Targets.AndNot(toBoard(pointsBetween(kingBit, p1)))
		}
		if p2&cannons != 0 {
			s.Check = true
			ends := p2 | pointsBetween(p1, p2)
			if p1&cannons == 0 {
				ends |= pointsBetween(kingBit, p1)
			}
			s.Targets = s.Targets.And(toBoard(ends))
		}
		var pinned uint32
		if p2&(rooks|cannons)|p3&cannons != 0 {
			pinned |= p1
		}
		if p3&cannons != 0 {
			pinned |= p2
		}
		if pinned != 0 {
			s.Pinned = s.Pinned.Or(toBoard(pinned).And(own))
		}
	}
}

// pointsBetween returns the points of a line strictly between two of them,
// each given by its bit.
func pointsBetween(a, b uint32) uint32 {
	return (max(a, b) - 1) &^ (min(a, b)<<1 - 1)
}

// Legal reports whether a pseudo-legal move is legal.
func (s *Safety) Legal(p *board.Position, m board.Move) bool {
	from, to := m.From(), m.To()
	if from == p.King(p.Side()) {
		return p.KingSafe(to, p.Occupied().AndNot(from.Bit()).Or(to.Bit()), to.Bit())
	}
	if s.Pinned.Has(from) {
		return p.KingSafe(p.King(p.Side()), p.Occupied().AndNot(from.Bit()).Or(to.Bit()), to.Bit())
	}
	return s.Targets.Has(to)
}
