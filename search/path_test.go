package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/testpos"
	"chuhe/movegen"
)

// TestChains walks up and down the tree at random, with few pieces so that positions
// repeat, and looks for earlier occurrences in all of the path.
func TestChains(t *testing.T) {
	testpos.SkipRace(t)
	rng := rand.New(rand.NewPCG(36, 1))
	w := prepared(newEngine(t), newGame(t, "3k5/4a4/9/9/9/9/9/9/4A4/4K3R w - - 0 1", "i0i1", "d9d8", "i1i0", "d8d9"))

	found := 0
	var null []bool // of the moves made, which are null moves
	for range 100_000 {
		ply := len(null)
		f := w.frame(ply)
		var chained, scanned []int
		for i := int(f.earlier); i >= f.floor; i = int(w.path[i].earlier) {
			if w.path[i].key == f.key {
				chained = append(chained, i)
			}
		}
		for i := w.root + ply - 1; i >= f.floor; i-- {
			if w.path[i].key == f.key {
				scanned = append(scanned, i)
			}
		}
		require.Equal(t, scanned, chained, f.position)
		found += len(scanned)

		moves := movegen.Legal(&f.position, nil)
		switch {
		case ply > 0 && (ply == 60 || len(moves) == 0 || rng.IntN(3) == 0):
			if null[ply-1] {
				w.unmakeNull(ply - 1)
			} else {
				w.unmake(ply - 1)
			}
			null = null[:ply-1]
		case !f.check && rng.IntN(30) == 0 && (ply == 0 || !null[ply-1]):
			w.makeNull(ply)
			null = append(null, true)
		default:
			m := moves[rng.IntN(len(moves))]
			gives := movegen.NewChecks(&f.position)
			w.make(ply, m, gives.Gives(&f.position, m))
			null = append(null, false)
		}
	}
	assert.Greater(t, found, 1000)
}
