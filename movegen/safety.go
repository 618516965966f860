package movegen

import "chuhe/board"

// Safety is what the king of the side to move asks of the side's moves in one
// position.
type Safety struct {
	// Targets are the squares on which moves of free pieces end legally: all
	// squares when nothing checks, those that end every check otherwise, in
	// either case without the points that would give a cannon its screen. The
	// king's moves and those of bound pieces are not told by it.
	Targets board.Bitboard
	// Bound are the own pieces whose move may uncover or screen an attack on
	// the king, so that each of their moves needs a test.
	Bound board.Bitboard
	// Check reports whether the side is in check.
	Check bool
}

// is reports whether two safeties are the same; it is faster than ==.
func (s *Safety) is(o Safety) bool {
	a, b := s.Targets.Xor(o.Targets), s.Bound.Xor(o.Bound)
	return a.Or(b).IsEmpty() && s.Check == o.Check
}

// NewSafety analyses a position for the side to move.
func NewSafety(p *board.Position) Safety { return newSafety(&p.Placement) }

func newSafety(p *board.Placement) Safety {
	us := p.Side()
	king, own, enemy := p.King(us), p.Of(us), p.Of(us.Other())
	occ := own.Or(enemy)
	s := Safety{Targets: board.AllSquares}

	// Across a file the enemy king acts as a rook.
	rooks := p.AllOf(board.Rook).Or(p.AllOf(board.King).And(board.FileOf(king))).And(enemy)
	cannons := p.AllOf(board.Cannon).And(enemy)
	if rooks.Or(cannons).Meets(cross(king)) {
		rank, file := board.Lines(king, occ)
		rankRooks, fileRooks := board.Lines(king, rooks)
		rankCannons, fileCannons := board.Lines(king, cannons)
		if l := &rankViews[king.File()&15][rank&511]; l.dangerous(rankRooks, rankCannons) {
			s.lookAlong(l, king.File(), rankRooks, rankCannons, own, func(set uint32) board.Bitboard {
				return board.OnLines(king, set, 0)
			})
		}
		if l := &fileViews[king.Rank()&15][file&1023]; l.dangerous(fileRooks, fileCannons) {
			s.lookAlong(l, king.Rank(), fileRooks, fileCannons, own, func(set uint32) board.Bitboard {
				return board.OnLines(king, 0, set)
			})
		}
	}

	for knights := p.AllOf(board.Knight).And(enemy).And(knightsNear[king&127]); !knights.IsEmpty(); {
		knight := knights.Pop()
		leg := knightLeg(king, knight)
		switch {
		case !occ.Meets(leg):
			s.Check = true
			s.Targets = s.Targets.And(leg.Or(knight.Bit()))
		case own.Meets(leg):
			s.Bound = s.Bound.Or(leg)
		}
	}

	if pawns := p.AllOf(board.Pawn).And(enemy).And(board.PawnAttackers(us.Other(), king)); !pawns.IsEmpty() {
		s.Check = true
		s.Targets = s.Targets.And(pawns)
		if pawns.Several() {
			s.Targets = board.Bitboard{}
		}
	}
	return s
}

// view is what a king sees along one of its lines: the points of the first,
// second and third piece in both directions, and all points up to the third.
type view struct{ first, second, third, seen uint16 }

var rankViews, fileViews = func() (rank [16][512]view, file [16][1024]view) {
	for place := range board.Files {
		for points := range rank[place] {
			rank[place][points] = newView(place, board.Files, points)
		}
	}
	for place := range board.Ranks {
		for points := range file[place] {
			file[place][points] = newView(place, board.Ranks, points)
		}
	}
	return
}()

func newView(place, length, points int) (v view) {
	for _, step := range [2]int{-1, 1} {
		pieces := [3]*uint16{&v.first, &v.second, &v.third}
		for at, n := place+step, 0; at >= 0 && at < length && n < len(pieces); at += step {
			v.seen |= 1 << at
			if points>>at&1 != 0 {
				*pieces[n] |= 1 << at
				n++
			}
		}
	}
	return
}

// dangerous reports whether a line with these enemy rooks and cannons matters:
// a rook is the first or second piece, or a cannon one of the first three.
func (v *view) dangerous(rooks, cannons uint32) bool {
	return uint32(v.first|v.second)&(rooks|cannons)|uint32(v.third)&cannons != 0
}

// lookAlong takes account of the pieces on one line of the king, which stands
// at the given place of it; toBoard turns points of the line into squares.
func (s *Safety) lookAlong(v *view, place int, rooks, cannons uint32, own board.Bitboard, toBoard func(uint32) board.Bitboard) {
	kingBit := uint32(1) << place
	below := kingBit - 1
	for _, direction := range [2]uint32{below, ^below} {
		// The first three pieces this way, 0 where there are fewer.
		p1, p2, p3 := uint32(v.first)&direction, uint32(v.second)&direction, uint32(v.third)&direction
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
		var bound uint32
		if p2&(rooks|cannons)|p3&cannons != 0 {
			bound |= p1
		}
		if p3&cannons != 0 {
			bound |= p2
		}
		if bound != 0 {
			s.Bound = s.Bound.Or(toBoard(bound).And(own))
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
	if s.Bound.Has(from) {
		return p.KingSafe(p.King(p.Side()), p.Occupied().AndNot(from.Bit()).Or(to.Bit()), to.Bit())
	}
	return s.Targets.Has(to)
}

// cross returns the rank and the file of a square.
func cross(s board.Square) board.Bitboard { return crossSets[s&127] }

var crossSets = func() (t [128]board.Bitboard) {
	for s := range board.Square(board.Squares) {
		t[s] = board.OnLines(s, 1<<board.Files-1, 1<<board.Ranks-1)
	}
	return
}()

// knightsNear has the points from which a knight attacks a square if no leg
// hinders it.
var knightsNear = func() (t [128]board.Bitboard) {
	for s := range board.Square(board.Squares) {
		t[s] = board.KnightAttackers(s, board.Bitboard{})
	}
	return
}()

// knightLeg returns the point that stops a knight from attacking a square a
// knight's move away: the one next to both, diagonally to the square.
func knightLeg(target, knight board.Square) board.Bitboard {
	file, rank := knight.File(), knight.Rank()
	if d := file - target.File(); d == 2 || d == -2 {
		file -= d / 2
	} else {
		rank -= (rank - target.Rank()) / 2
	}
	return board.SquareAt(file, rank).Bit()
}
