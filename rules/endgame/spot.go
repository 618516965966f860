package endgame

import "chuhe/board"

// spot is where the pieces of a table stand: the numbers of the two formations, and the
// squares of the attacking pieces. Red attacks.
type spot struct {
	attack, defence int
	men             [mostMen]board.Square
}

// points are the squares on which a piece can stand, numbered from 0.
type points struct {
	squares []board.Square
	number  [board.Squares]uint8
}

var (
	anywhere   = newPoints(board.AllSquares)
	pawnPoints = newPoints(board.PawnPoints[board.Red])
)

func newPoints(set board.Bitboard) *points {
	p := &points{}
	for !set.IsEmpty() {
		s := set.Pop()
		p.number[s] = uint8(len(p.squares))
		p.squares = append(p.squares, s)
	}
	return p
}

// layout numbers the positions with some material, whoever is to move. A position and
// its mirror image have one number, or two if the attacker's king is in the middle.
type layout struct {
	attack, defence *formations
	men             []board.PieceType
	points          [mostMen]*points // of each of men
}

// size returns how many numbers there are; not each has a position. It may be more than an
// int holds in a program of 32 bits, to which memory.Ask then gives no room.
func (l *layout) size() uint64 {
	n := uint64(l.attack.half * len(l.defence.list))
	for i := range l.men {
		n *= uint64(len(l.points[i].squares))
	}
	return n
}

// index returns the number of a spot.
func (l *layout) index(s spot) int {
	if s.attack >= l.attack.half {
		s = l.mirror(s)
	}
	if l.twins() && s.men[0] > s.men[1] {
		s.men[0], s.men[1] = s.men[1], s.men[0]
	}
	n := s.attack*len(l.defence.list) + s.defence
	for i := range l.men {
		n = n*len(l.points[i].squares) + int(l.points[i].number[s.men[i]])
	}
	return n
}

// mirror returns a spot reflected left to right.
func (l *layout) mirror(s spot) spot {
	s.attack, s.defence = int(l.attack.mirror[s.attack]), int(l.defence.mirror[s.defence])
	for i := range l.men {
		s.men[i] = s.men[i].Mirror()
	}
	return s
}

// middle reports whether the attacker's king is on the file e, so that a spot and its
// mirror image have different numbers.
func (l *layout) middle(s spot) bool { return l.attack.list[s.attack].king.File() == middleFile }

// twins reports whether the two attacking pieces are of one type, so that either may be
// named first.
func (l *layout) twins() bool { return len(l.men) == 2 && l.men[0] == l.men[1] }

// at returns the spot with a number.
func (l *layout) at(n int) (s spot) {
	for i := len(l.men) - 1; i >= 0; i-- {
		squares := l.points[i].squares
		s.men[i] = squares[n%len(squares)]
		n /= len(squares)
	}
	s.attack, s.defence = n/len(l.defence.list), n%len(l.defence.list)
	return s
}

// placement sets the pieces up. It reports false if two of them are on one square, if
// like ones stand in the order that index does not give them, or if no game has them
// so: two pawns that have not left their file.
func (l *layout) placement(s *spot, side board.Side) (p board.Placement, ok bool) {
	attack, defence := &l.attack.list[s.attack], &l.defence.list[s.defence]
	p = board.NewPlacement(attack.king, defence.king, side)
	attack.toggle(&p, board.Red)
	defence.toggle(&p, board.Black)
	occupied := p.Occupied()
	for i, t := range l.men {
		bit := s.men[i].Bit()
		if occupied.Meets(bit) {
			return p, false
		}
		occupied = occupied.Or(bit)
		p.Toggle(board.NewPiece(board.Red, t), bit)
	}
	if l.twins() {
		if s.men[0] > s.men[1] {
			return p, false
		}
		if l.men[0] == board.Pawn && s.men[0].File() == s.men[1].File() && board.Half[board.Red].Has(s.men[1]) {
			return p, false
		}
	}
	return p, true
}

// find returns the spot of a placement with this material.
func (l *layout) find(p *board.Placement) spot {
	s := spot{attack: l.attack.find(p, board.Red), defence: l.defence.find(p, board.Black)}
	var last board.PieceType
	var left board.Bitboard
	for i, t := range l.men {
		if t != last {
			last, left = t, p.Pieces(board.Red, t)
		}
		s.men[i] = left.Pop()
	}
	return s
}

// without returns a spot without one of the attacking pieces.
func (s spot) without(i int) spot {
	copy(s.men[i:], s.men[i+1:])
	return s
}
