package movegen

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
)

// TestDivide compares the sums with Perft and each branch with the count below
// its move, with and without helpers and memory.
func TestDivide(t *testing.T) {
	p := parse(t, "r3k1b1r/4a4/9/p1n1p3p/2R3b2/4Pc3/P1p5P/4BNC2/4A4/4KAB1R b - - 0 1")
	for _, options := range []DivideOptions{{}, {Threads: 1}, {Threads: 7}, {Hash: 1}, {Threads: 3, Hash: 2}} {
		for depth := range 5 {
			branches, err := Divide(t.Context(), &p, depth, options)
			require.NoError(t, err)
			if depth == 0 {
				assert.Empty(t, branches)
				continue
			}
			total := uint64(0)
			var moves []board.Move
			for _, b := range branches {
				child := p.Make(b.Move)
				assert.Equal(t, Perft(&child, depth-1), b.Nodes, "%v at depth %d with %+v", b.Move, depth, options)
				total += b.Nodes
				moves = append(moves, b.Move)
			}
			assert.Equal(t, Perft(&p, depth), total)
			assert.ElementsMatch(t, Legal(&p, nil), moves)
			assert.IsIncreasing(t, moves)
		}
	}
}

func TestDivideProgress(t *testing.T) {
	p := board.Start()
	last, parts := 0, 0
	_, err := Divide(t.Context(), &p, 4, DivideOptions{Threads: 1, Progress: func(done, total int) {
		assert.Greater(t, done, last)
		last, parts = done, total
	}})
	require.NoError(t, err)
	assert.Equal(t, parts, last)
	assert.GreaterOrEqual(t, parts, Count(&p))
}

// TestDivideStops ends counts that would take years, in the middle of a branch.
func TestDivideStops(t *testing.T) {
	p := board.Start()
	for _, hash := range []int{0, 1} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		branches, err := Divide(ctx, &p, 30, DivideOptions{Threads: 2, Hash: hash})
		cancel()
		require.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Nil(t, branches)
	}
}
