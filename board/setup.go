package board

import (
	"errors"
	"fmt"
)

// Reasons why a placement of pieces is not a Xiangqi position. The errors of
// [Setup.Position] and [ParseFEN] wrap them.
var (
	ErrKings        = errors.New("each side needs exactly one king")
	ErrKingPoint    = errors.New("king outside its palace")
	ErrAdvisorPoint = errors.New("advisor off the five points of its palace")
	ErrBishopPoint  = errors.New("bishop (elephant) off its seven points")
	ErrPawnPoint    = errors.New("pawn where no pawn can stand")
	ErrTooMany      = errors.New("too many pieces of a kind")
	ErrInCheck      = errors.New("the side that has moved is in check")
	ErrFacing       = errors.New("the kings face each other")
)

// Setup is a board before it is checked, as a board editor holds it.
type Setup struct {
	// Pieces by square.
	Pieces [Squares]Piece
	// Side to move.
	Side Side
	// Halfmove and Fullmove are the counters of [Position.Halfmove] and
	// [Position.Fullmove], at most MaxCounter.
	Halfmove, Fullmove uint16
}

// SetupError says what is wrong with a Setup.
type SetupError struct {
	Square Square // where, NoSquare if it is about the whole board
	Piece  Piece  // what stands there or is missing, NoPiece likewise
	Reason error  // one of the errors of this package, such as ErrPawnPoint
	Detail string // what was found and what was expected
}

func (e *SetupError) Error() string { return fmt.Sprintf("%v: %s", e.Reason, e.Detail) }

// Unwrap returns the reason.
func (e *SetupError) Unwrap() error { return e.Reason }

// standing is where each piece may stand, and why not elsewhere.
var standing = [PieceTypes]struct {
	points [2]Bitboard
	reason error
	want   [2]string
}{
	King:    {Palace, ErrKingPoint, [2]string{"d0-f2", "d7-f9"}},
	Advisor: {AdvisorPoints, ErrAdvisorPoint, [2]string{"d0 f0 e1 d2 f2", "d9 f9 e8 d7 f7"}},
	Bishop:  {BishopPoints, ErrBishopPoint, [2]string{"c0 g0 a2 e2 i2 c4 g4", "c9 g9 a7 e7 i7 c5 g5"}},
	Pawn: {PawnPoints, ErrPawnPoint, [2]string{
		"ranks 3 and 4 on the files a c e g i, or ranks 5-9",
		"ranks 6 and 5 on the files a c e g i, or ranks 4-0",
	}},
}

// Position returns the position of the setup, or a *SetupError that names the
// first thing that cannot be in a Xiangqi game: a piece on a point it cannot
// reach, a wrong number of pieces, or the king of the side that has moved in
// check (facing the other king included).
func (s *Setup) Position() (Position, error) {
	p := Position{Placement: Placement{side: s.Side & 1}, halfmove: min(s.Halfmove, MaxCounter), fullmove: min(s.Fullmove, MaxCounter)}
	if p.side == Black {
		p.keys.All = sideKey
	}
	for rank := Ranks - 1; rank >= 0; rank-- { // as a FEN reads
		for file := range Files {
			sq := SquareAt(file, rank)
			piece := s.Pieces[sq] & 15
			t, side := piece.Type(), piece.Side()
			if t == NoPieceType {
				continue
			}
			fault := func(reason error, format string, args ...any) (Position, error) {
				return Position{}, &SetupError{sq, piece, reason, fmt.Sprintf(format, args...)}
			}
			if rule := &standing[t]; rule.reason != nil && !rule.points[side].Has(sq) {
				return fault(rule.reason, "%v %v on %v, want %s", side, t, sq, rule.want[side])
			}
			if n := p.Pieces(side, t).Count(); n == t.MaxCount() {
				reason := ErrTooMany
				if t == King {
					reason = ErrKings
				}
				return fault(reason, "one more %v %v on %v, want at most %d", side, t, sq, n)
			}
			if t == Pawn && Half[side].Has(sq) && p.Pieces(side, Pawn).And(Half[side]).Meets(FileOf(sq)) {
				return fault(ErrPawnPoint, "one more %v pawn of the %c file on %v, want one before the river", side, 'a'+file, sq)
			}
			p.put(piece, sq)
		}
	}
	for _, side := range [2]Side{Red, Black} {
		if p.Pieces(side, King).IsEmpty() {
			return Position{}, &SetupError{NoSquare, NewPiece(side, King), ErrKings, fmt.Sprintf("no %v king", side)}
		}
	}
	if checkers := p.Checkers(p.side.Other()); !checkers.IsEmpty() {
		sq := checkers.First()
		if p.At(sq).Type() == King {
			return Position{}, &SetupError{sq, p.At(sq), ErrFacing, fmt.Sprintf(
				"nothing stands between %v and %v", p.King(Red), p.King(Black))}
		}
		return Position{}, &SetupError{sq, p.At(sq), ErrInCheck, fmt.Sprintf(
			"%v to move could take the king on %v with the %v on %v",
			p.side, p.King(p.side.Other()), p.At(sq).Type(), sq)}
	}
	return p, nil
}

// Mirror returns the setup with left and right swapped.
func (s Setup) Mirror() Setup {
	image := s
	for square, piece := range s.Pieces {
		image.Pieces[Square(square).Mirror()] = piece
	}
	return image
}

// Setup returns the placement of a position.
func (p *Position) Setup() Setup {
	s := Setup{Side: p.side, Halfmove: p.halfmove, Fullmove: p.fullmove}
	copy(s.Pieces[:], p.pieces[:])
	return s
}
