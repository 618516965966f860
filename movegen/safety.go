package movegen

import (
	"math/bits"

	"chuhe/board"
)

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

// NewSafety analyses a position for the side to move.
func NewSafety(p *board.Position) Safety {
	us := p.Side()
	king, own, enemy := p.King(us), p.Of(us), p.Of(us.Other())
	occ := own.Or(enemy)
	s := Safety{Targets: board.AllSquares}

	// The lines matter when an enemy rook, or across the file its king, is the
	// first or second piece from the king, or a cannon one of the first three.
	rookLike := p.AllOf(board.Rook).And(enemy).Or(p.Pieces(us.Other(), board.King).And(fileThrough(king)))
	cannons := p.AllOf(board.Cannon).And(enemy)
	if rookLike.Or(cannons).Meets(cross(king)) {
		rank, file := board.Lines(king, occ)
		s.lookAlong(p, king, rank, 0, own, rookLike, cannons)
		s.lookAlong(p, king, file, 1, own, rookLike, cannons)
	}

	if knights := p.AllOf(board.Knight).And(enemy).And(board.KnightAttackers(king, board.Bitboard{})); !knights.IsEmpty() {
		for !knights.IsEmpty() {
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

// lookAlong takes account of the pieces on one line through the king; points
// are the line's occupied points, and axis is 0 for the rank, 1 for the file.
func (s *Safety) lookAlong(p *board.Position, king board.Square, points uint32, axis int, own, rookLike, cannons board.Bitboard) {
	place, step := king.File(), board.Square(1)
	if axis == 1 {
		place, step = king.Rank(), board.Files
	}
	origin := king - board.Square(place)*step
	for up := range 2 {
		// The first three pieces outward, NoSquare where there are fewer.
		var first [3]board.Square
		rest := points & (1<<place - 1)
		if up == 1 {
			rest = points >> (place + 1) << (place + 1)
		}
		for i := range first {
			first[i] = board.NoSquare
			if rest == 0 {
				continue
			}
			at := bits.TrailingZeros32(rest)
			if up == 0 {
				at = bits.Len32(rest) - 1
			}
			rest &^= 1 << at
			first[i] = origin + board.Square(at)*step
		}
		p1, p2, p3 := first[0], first[1], first[2]
		b1, b2, b3 := p1.Bit(), p2.Bit(), p3.Bit()
		switch {
		case rookLike.Meets(b1):
			s.Check = true
			s.Targets = s.Targets.And(between(king, p1).Or(b1))
		case cannons.Meets(b1):
			s.Targets = s.Targets.AndNot(between(king, p1))
		}
		if cannons.Meets(b2) {
			s.Check = true
			ends := b2.Or(between(p1, p2))
			if !cannons.Meets(b1) {
				ends = ends.Or(between(king, p1))
			}
			s.Targets = s.Targets.And(ends)
		}
		if rookLike.Or(cannons).Meets(b2) || cannons.Meets(b3) {
			s.Bound = s.Bound.Or(own.And(b1))
		}
		if cannons.Meets(b3) {
			s.Bound = s.Bound.Or(own.And(b2))
		}
	}
}

// Legal reports whether a pseudo-legal move is legal.
func (s *Safety) Legal(p *board.Position, m board.Move) bool {
	from, to := m.From(), m.To()
	if from == p.King(p.Side()) {
		return kingSafe(p, to, p.Occupied().AndNot(from.Bit()).Or(to.Bit()), to.Bit())
	}
	if s.Bound.Has(from) {
		return kingSafe(p, p.King(p.Side()), p.Occupied().AndNot(from.Bit()).Or(to.Bit()), to.Bit())
	}
	return s.Targets.Has(to)
}

// kingSafe reports whether the king of the side to move, standing on the given
// square, is attacked by nothing on the given occupancy, once the enemy pieces
// in taken are gone.
func kingSafe(p *board.Position, king board.Square, occ, taken board.Bitboard) bool {
	them := p.Side().Other()
	enemy := p.Of(them).AndNot(taken)
	rook, cannon := board.SliderAttacks(king, occ)
	attackers := p.AllOf(board.Rook).And(rook).
		Or(p.AllOf(board.Cannon).And(cannon)).
		Or(p.AllOf(board.Knight).And(board.KnightAttackers(king, occ))).
		Or(p.AllOf(board.Pawn).And(board.PawnAttackers(them, king))).
		Or(p.AllOf(board.King).And(rook).And(fileThrough(king)))
	return !attackers.Meets(enemy)
}

// fileThrough returns the file of a square.
func fileThrough(s board.Square) board.Bitboard { return fileSets[s&127] }

// cross returns the rank and the file of a square.
func cross(s board.Square) board.Bitboard { return crossSets[s&127] }

var fileSets, crossSets = func() (file, cross [128]board.Bitboard) {
	for s := range board.Square(board.Squares) {
		file[s] = board.OnLines(s, 0, 1<<board.Ranks-1)
		cross[s] = board.OnLines(s, 1<<board.Files-1, 1<<board.Ranks-1)
	}
	return
}()

// between returns the points strictly between two squares of one line, nothing
// for other squares.
func between(a, b board.Square) board.Bitboard {
	if a.Rank() != b.Rank() && a.File() != b.File() {
		return board.Bitboard{}
	}
	ends := a.Bit().Or(b.Bit())
	return board.RookAttacks(a, ends).And(board.RookAttacks(b, ends)).And(cross(a)).And(cross(b)).AndNot(ends)
}

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
