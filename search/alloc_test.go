package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

// busy is a middlegame in which much can be taken.
const busy = "r1bakab1r/9/1cn4c1/p1p1p1p1p/4n4/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 6"

// TestSearchAllocatesNothing is about everything below the root: iterations,
// windows, sorting, lines, rules.
func TestSearchAllocatesNothing(t *testing.T) {
	e := newEngine(t)
	game := newGame(t, busy)
	w := e.workers[0]
	moves := movegen.Legal(game.Position(), nil)
	r := newRun(e, game, Limits{Depth: 7}, nil)
	allocs := testing.AllocsPerRun(5, func() {
		w.prepare(r, game)
		w.setRootMoves(moves)
		w.iterate()
	})
	require.Equal(t, 7, w.done.depth)
	assert.Zero(t, allocs)
}

// A call of Search allocates some for itself, but no more for a deeper search.
func TestSearchAllocatesAlikeAtAnyDepth(t *testing.T) {
	testpos.SkipRace(t)
	e := newEngine(t)
	game := newGame(t, busy, "a0a1", "a9a8")
	at := func(depth int) float64 {
		return testing.AllocsPerRun(3, func() {
			e.Search(context.Background(), game, Limits{Depth: depth}, nil)
		})
	}
	shallow, deep := at(4), at(9)
	assert.InDelta(t, shallow, deep, 2)
	assert.Less(t, shallow, 40.0)
	assert.NotEqual(t, board.NoMove, e.Search(context.Background(), game, Limits{Depth: 4}, nil).Best)
}
