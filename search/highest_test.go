package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/movegen"
)

// TestHighest compares the twins with a search by hand, for lists of every length, many of
// whose scores are equal.
func TestHighest(t *testing.T) {
	random := rand.New(rand.NewPCG(41, 1))
	for range 100 {
		for n := 1; n <= movegen.MaxMoves; n++ {
			moves, spread := make([]scoredMove, n), 1+random.IntN(1<<random.IntN(24))
			want := 0
			for i := range moves {
				moves[i] = newScoredMove(board.Move(random.IntN(1<<14)), random.IntN(spread)-spread/2)
				if moves[i].score() > moves[want].score() {
					want = i
				}
			}
			require.Equal(t, want, highestGo(moves), moves)
			require.Equal(t, want, highest(moves), moves)
		}
	}
}
