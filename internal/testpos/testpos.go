// Package testpos makes positions and moves for the tests of other packages, and says
// how much a test tries. It imports board and movegen, so tests inside these two
// packages cannot use it.
package testpos

import (
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/movegen"
)

// FEN returns the position of a FEN, which must be valid.
func FEN(t testing.TB, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// Moves returns the moves of a text, each of which must be two squares.
func Moves(t testing.TB, text string) []board.Move {
	t.Helper()
	moves, err := board.ParseMoves(text)
	require.NoError(t, err)
	return moves
}

// Playout plays random legal moves in a position, at most a number of plies. It
// yields each move before playing it; when the loop ends, p is the position after
// the last move.
func Playout(rng *rand.Rand, p *board.Position, plies int) iter.Seq[board.Move] {
	return func(yield func(board.Move) bool) {
		var buf [movegen.MaxMoves]board.Move
		for range plies {
			moves := movegen.Legal(p, buf[:0])
			if len(moves) == 0 {
				return
			}
			m := moves[rng.IntN(len(moves))]
			if !yield(m) {
				return
			}
			p.Play(m)
		}
	}
}

// Pick returns a random square of a set, which must not be empty.
func Pick(rng *rand.Rand, set board.Bitboard) board.Square {
	for range rng.IntN(set.Count()) {
		set.Pop()
	}
	return set.First()
}
