package movegen_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/movegen"
)

func TestDivideAddsUp(t *testing.T) {
	p := board.Start()
	for depth := 1; depth <= 4; depth++ {
		for _, threads := range []int{0, 1, 3} {
			branches, err := movegen.Divide(t.Context(), &p, depth, threads)
			require.NoError(t, err)
			var sum uint64
			for _, b := range branches {
				child := p.Make(b.Move)
				assert.Equal(t, movegen.Perft(&child, depth-1), b.Nodes, "%v at depth %d", b.Move, depth)
				sum += b.Nodes
			}
			assert.Equal(t, movegen.Perft(&p, depth), sum)
			assert.True(t, slices.IsSortedFunc(branches, func(a, b movegen.Branch) int { return int(a.Move) - int(b.Move) }))
		}
	}
}

func TestDivideWithoutMoves(t *testing.T) {
	mated, err := board.ParseFEN("3k5/9/9/9/9/9/9/9/3r5/2rK5 w")
	require.NoError(t, err)
	branches, err := movegen.Divide(t.Context(), &mated, 3, 2)
	require.NoError(t, err)
	assert.Empty(t, branches)
	p := board.Start()
	branches, err = movegen.Divide(t.Context(), &p, 0, 2)
	require.NoError(t, err)
	assert.Empty(t, branches)
}

func TestDivideStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := board.Start()
	_, err := movegen.Divide(ctx, &p, 20, 2)
	assert.ErrorIs(t, err, context.Canceled)
}
