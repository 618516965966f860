package board

import (
	"errors"
	"fmt"
	"strconv"
)

// Dimensions of the board.
const (
	Files   = 9
	Ranks   = 10
	Squares = Files * Ranks
)

// ErrSquare is wrapped by every error about the name of a square.
var ErrSquare = errors.New("bad square")

// Square is a point of the board, 0..89: rank*9 + file, a0 being Red's left
// corner. The zero value is a0.
type Square uint8

// NoSquare is a value outside the board, for "none".
const NoSquare Square = Squares

// SquareAt returns the square on a file 0..8 (a..i) and a rank 0..9.
func SquareAt(file, rank int) Square { return Square(rank*Files + file) }

// ParseSquare reads a square as UCCI writes it: a file a..i in either case,
// then a rank 0..9.
func ParseSquare(s string) (Square, error) {
	if len(s) != 2 {
		return NoSquare, fmt.Errorf("%w %q: want a file a-i and a rank 0-9", ErrSquare, s)
	}
	file, rank := int(s[0]|0x20)-'a', int(s[1])-'0'
	if file < 0 || file >= Files {
		return NoSquare, fmt.Errorf("%w %q: file %q is not a-i", ErrSquare, s, s[0])
	}
	if rank < 0 || rank >= Ranks {
		return NoSquare, fmt.Errorf("%w %q: rank %q is not 0-9", ErrSquare, s, s[1])
	}
	return SquareAt(file, rank), nil
}

// parseSquareFromOne reads a square with its rank counted 1..10.
func parseSquareFromOne(s string) (Square, error) {
	if len(s) < 2 || len(s) > len("a10") || s[0]|0x20 < 'a' || s[0]|0x20 >= 'a'+Files {
		return NoSquare, fmt.Errorf("%w %q: want a file a-i and a rank 1-10", ErrSquare, s)
	}
	rank, err := strconv.ParseUint(s[1:], 10, 8)
	if err != nil || rank < 1 || rank > Ranks || s[1] == '0' {
		return NoSquare, fmt.Errorf("%w %q: rank %q is not 1-10", ErrSquare, s, s[1:])
	}
	return SquareAt(int(s[0]|0x20)-'a', int(rank)-1), nil
}

// AppendFromOne appends the square with its rank counted 1..10.
func (s Square) AppendFromOne(b []byte) []byte {
	return strconv.AppendInt(append(b, 'a'+byte(s.File())), int64(s.Rank())+1, 10)
}

// MustParseSquare is ParseSquare for constants; it panics on an error.
func MustParseSquare(s string) Square {
	sq, err := ParseSquare(s)
	if err != nil {
		panic(err)
	}
	return sq
}

// File returns 0..8 for the files a..i.
func (s Square) File() int { return int(squareFile[s&127]) }

// Rank returns 0..9, counted from Red's side.
func (s Square) Rank() int { return int(squareRank[s&127]) }

// Mirror returns the square reflected left to right.
func (s Square) Mirror() Square { return s + Files - 1 - 2*Square(s.File()) }

// Flip returns the square seen from the other side of the board: the same
// file, the rank counted from the other end.
func (s Square) Flip() Square { return Square((Ranks-1-s.Rank())*Files + s.File()) }

// From returns s for Red and s.Flip() for Black: the square as its owner
// counts ranks.
func (s Square) From(side Side) Square {
	if side == Red {
		return s
	}
	return s.Flip()
}

// String returns the square as UCCI writes it ("e4"), or "-" outside the board.
func (s Square) String() string {
	if s >= Squares {
		return "-"
	}
	return string([]byte{'a' + byte(s.File()), '0' + byte(s.Rank())})
}

var squareFile, squareRank = func() (file, rank [128]uint8) {
	for s := range Squares {
		file[s], rank[s] = uint8(s%Files), uint8(s/Files)
	}
	return
}()
