package perft

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/tools/perft/count"
)

const (
	middlegame = "r1ba1abR1/1cck5/9/4p1p1r/P8/2B6/2P1P1P1P/4B3N/9/RN1AKA3 b - - 0 1"
	endgame    = "3a2r2/3k5/1r1aCC3/9/9/5N3/9/9/7N1/4K4 w - - 0 1"
	mated      = "3k5/3R5/3R5/9/9/9/9/9/9/4K4 b - - 0 1"
)

func newCounter(t testing.TB, o Options) *Counter {
	t.Helper()
	c, err := New(o)
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

func TestCount(t *testing.T) {
	for _, o := range []Options{{Threads: 1}, {Threads: 3}, {}, {Threads: 1, Hash: 1}, {Threads: 4, Hash: 8}} {
		c := newCounter(t, o)
		for _, fen := range []string{board.StartFEN, middlegame, endgame} {
			t.Run(fmt.Sprint(o.Threads, o.Hash, fen), func(t *testing.T) {
				p := testpos.FEN(t, fen)
				for depth := 1; depth <= 4; depth++ {
					tree, err := c.Count(t.Context(), &p, depth)
					require.NoError(t, err)
					require.Equal(t, count.Leaves(&p, depth), tree.Nodes, "depth %d", depth)
					require.Len(t, tree.Branches, count.Moves(&p))
					for i, b := range tree.Branches {
						child := p.Make(b.Move)
						require.Equal(t, count.Leaves(&child, depth-1), b.Nodes, "depth %d, %v", depth, b.Move)
						require.True(t, i == 0 || tree.Branches[i-1].Move < b.Move, "order at %v", b.Move)
					}
				}
			})
		}
	}
}

func TestCountWithoutMoves(t *testing.T) {
	p := testpos.FEN(t, mated)
	for depth, want := range []Tree{{Nodes: 1}, {}, {}, {}, {}, {}} {
		tree, err := newCounter(t, Options{Hash: 1}).Count(t.Context(), &p, depth)
		require.NoError(t, err)
		assert.Equal(t, want, tree, "depth %d", depth)
	}
}

func TestCountEndsWithTheContext(t *testing.T) {
	p := board.Start()
	for _, o := range []Options{{Threads: 2}, {Threads: 2, Hash: 1}} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		start := time.Now()
		_, err := newCounter(t, o).Count(ctx, &p, 12)
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Less(t, time.Since(start), 20*time.Second)
		_, err = newCounter(t, o).Count(ctx, &p, 0)
		assert.ErrorIs(t, err, context.DeadlineExceeded)
	}
}

// TestBelowEndsWithTheContext asserts that what is left of a part is not counted when ctx is done.
func TestBelowEndsWithTheContext(t *testing.T) {
	p := board.Start()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, o := range []Options{{Threads: 1}, {Threads: 1, Hash: 1}} {
		assert.Zero(t, newCounter(t, o).below(ctx, &p, wholeDepth))
	}
}

// TestCountAfterCancel pins that a count broken off leaves nothing wrong in the
// cache.
func TestCountAfterCancel(t *testing.T) {
	p := board.Start()
	c := newCounter(t, Options{Threads: 2, Hash: 4})
	for i := range 20 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*time.Millisecond/4)
		_, _ = c.Count(ctx, &p, 6)
		cancel()
	}
	tree, err := c.Count(t.Context(), &p, 4)
	require.NoError(t, err)
	assert.EqualValues(t, 3290240, tree.Nodes)
}

func TestProgress(t *testing.T) {
	p := testpos.FEN(t, middlegame)
	var seen []Progress
	c := newCounter(t, Options{Threads: 1, Progress: func(now Progress) { seen = append(seen, now) }})
	tree, err := c.Count(t.Context(), &p, 4)
	require.NoError(t, err)
	require.NotEmpty(t, seen)
	for i, now := range seen {
		assert.Equal(t, i+1, now.Done)
	}
	last := seen[len(seen)-1]
	assert.Equal(t, last.Total, last.Done)
	assert.Equal(t, tree.Nodes, last.Nodes)
}

func TestSplit(t *testing.T) {
	parts := split([]part{{board.Start(), 6, 7}})
	assert.Len(t, parts, 1920)
	for _, s := range parts {
		assert.Equal(t, 4, s.depth)
		assert.Equal(t, 7, s.root)
	}
	assert.Len(t, split([]part{{board.Start(), 3, 0}}), 1)
	assert.Empty(t, split([]part{{testpos.FEN(t, mated), 9, 0}}))
}

func TestCache(t *testing.T) {
	c, err := newCache(1)
	require.NoError(t, err)
	defer c.free()
	require.Len(t, c.slots, 1<<16)

	_, ok := c.get(1, 2)
	assert.False(t, ok)
	c.put(1, 2, 30)
	nodes, ok := c.get(1, 2)
	assert.True(t, ok)
	assert.EqualValues(t, 30, nodes)
	_, ok = c.get(1, 3)
	assert.False(t, ok, "another depth")
	_, ok = c.get(2, 2)
	assert.False(t, ok, "another position")

	// One bucket, keys that differ in low bits: the smallest counts go.
	for key := range uint64(6) {
		c.put(key, 4, 100+key)
	}
	for key := range uint64(6) {
		nodes, ok := c.get(key, 4)
		assert.Equal(t, key >= 2, ok && nodes == 100+key, "key %d", key)
	}

	// A slot half written by another goroutine matches nothing.
	_, bucket := c.place(3, 4)
	for i := range bucket {
		bucket[i].nodes.Store(999)
	}
	_, ok = c.get(3, 4)
	assert.False(t, ok)
}

func TestTooMuchMemory(t *testing.T) {
	_, err := New(Options{Hash: mostHash})
	if err != nil { // a system may grant it
		assert.ErrorContains(t, err, "no memory for 16777216 MiB")
	}
}

func TestPlainTree(t *testing.T) {
	for _, fen := range []string{board.StartFEN, middlegame, endgame, mated,
		"4k4/3n1n3/3N1N3/9/9/9/9/4c4/9/3K5 b - - 0 1", "P2Pk2PP/9/9/9/9/4n4/4N4/9/9/p1p2K1pp b - - 0 1"} {
		p := testpos.FEN(t, fen)
		for depth := 1; depth <= 3; depth++ {
			want, err := newCounter(t, Options{}).Count(t.Context(), &p, depth)
			require.NoError(t, err)
			got, err := plainTree(t.Context(), &p, depth, 2)
			require.NoError(t, err)
			assert.Equal(t, want.Branches, got, "%s depth %d", fen, depth)
		}
	}
}

func TestPlainTreeEndsWithTheContext(t *testing.T) {
	p := board.Start()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := plainTree(ctx, &p, 9, 2)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
}
