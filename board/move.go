package board

import (
	"errors"
	"fmt"
	"strings"
)

// ErrMove is wrapped by every error about the text of a move.
var ErrMove = errors.New("bad move")

// Move is a move from a square to another:
//
//	bits 0..6   to, 0..89
//	bits 7..13  from, 0..89
//
// The moving and the captured piece are in the position. The zero value is
// NoMove: a0a0 cannot be a move.
type Move uint16

// NoMove is the absence of a move.
const NoMove Move = 0

// NewMove returns the move between two squares.
func NewMove(from, to Square) Move { return Move(from)<<7 | Move(to) }

// From returns the square the piece leaves.
func (m Move) From() Square { return Square(m >> 7 & 127) }

// To returns the square the piece goes to.
func (m Move) To() Square { return Square(m & 127) }

// Mirror returns the move reflected left to right; NoMove stays NoMove.
func (m Move) Mirror() Move {
	if m == NoMove {
		return NoMove
	}
	return NewMove(m.From().Mirror(), m.To().Mirror())
}

// Flip returns the move seen from the other side of the board; NoMove stays
// NoMove.
func (m Move) Flip() Move {
	if m == NoMove {
		return NoMove
	}
	return NewMove(m.From().Flip(), m.To().Flip())
}

// String returns the move as UCCI writes it ("h2e2"), and "0000" for NoMove.
func (m Move) String() string {
	var buf [4]byte
	return string(m.AppendTo(buf[:0]))
}

// AppendTo appends what String returns.
func (m Move) AppendTo(b []byte) []byte {
	if m == NoMove {
		return append(b, "0000"...)
	}
	from, to := m.From(), m.To()
	return append(b, 'a'+byte(from.File()), '0'+byte(from.Rank()), 'a'+byte(to.File()), '0'+byte(to.Rank()))
}

// AppendFromOne appends the move with its ranks counted 1..10 ("h3e3", "h10g8"), as
// programs from the world of chess variants read it; "0000" for NoMove.
func (m Move) AppendFromOne(b []byte) []byte {
	if m == NoMove {
		return m.AppendTo(b)
	}
	return m.To().AppendFromOne(m.From().AppendFromOne(b))
}

// ParseMove reads a move as UCCI ("h2e2") or ICCS ("H2-E2") writes it, in
// either case. The move need not be possible in any position.
func ParseMove(s string) (Move, error) {
	text := s
	if len(s) == 5 && s[2] == '-' {
		text = s[:2] + s[3:]
	}
	if len(text) != 4 {
		return NoMove, fmt.Errorf("%w %q: want two squares such as h2e2", ErrMove, s)
	}
	return parseMove(s, text[:2], text[2:], ParseSquare)
}

// ParseMoveFromOne reads a move whose ranks are counted 1..10 ("h3e3",
// "H10-G8"), as hosts that come from chess variants write it.
func ParseMoveFromOne(s string) (Move, error) {
	second := strings.LastIndexAny(s, "abcdefghiABCDEFGHI")
	if second <= 0 {
		return NoMove, fmt.Errorf("%w %q: want two squares such as h3e3", ErrMove, s)
	}
	return parseMove(s, strings.TrimSuffix(s[:second], "-"), s[second:], parseSquareFromOne)
}

// parseMove reads the two squares of a move s.
func parseMove(s, first, second string, square func(string) (Square, error)) (Move, error) {
	from, err := square(first)
	if err != nil {
		return NoMove, fmt.Errorf("%w %q: %w", ErrMove, s, err)
	}
	to, err := square(second)
	if err != nil {
		return NoMove, fmt.Errorf("%w %q: %w", ErrMove, s, err)
	}
	if from == to {
		return NoMove, fmt.Errorf("%w %q: both squares are the same", ErrMove, s)
	}
	return NewMove(from, to), nil
}

// FormatMoves returns the text of moves as UCCI writes them, with blanks between them.
func FormatMoves(moves []Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = m.String()
	}
	return strings.Join(words, " ")
}

// ParseMoves reads a text of moves with white space between them, each as ParseMove does. It
// returns no moves if one is bad: the error has the number of the first such move, from 1,
// and wraps its error.
func ParseMoves(text string) ([]Move, error) {
	words := strings.Fields(text)
	moves := make([]Move, len(words))
	for i, word := range words {
		var err error
		if moves[i], err = ParseMove(word); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return moves, nil
}

// MustParseMove is ParseMove for constants; it panics on an error.
func MustParseMove(s string) Move {
	m, err := ParseMove(s)
	if err != nil {
		panic(err)
	}
	return m
}
