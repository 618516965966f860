package search

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

// trace returns the results of some searches one after the other, which must be the
// same in every run.
func trace(e *Engine, seed uint64) (results []Result) {
	rng := rand.New(rand.NewPCG(30, seed))
	for len(results) < 4 {
		game := playout(rng, rng.IntN(80))
		r := e.Search(context.Background(), game, Limits{Depth: 8}, nil)
		r.Time = 0
		results = append(results, r)
	}
	return results
}

func TestSameInEveryRun(t *testing.T) {
	testpos.SkipRace(t)
	e := newEngine(t)
	first := trace(e, 1)
	assert.Equal(t, first, trace(newEngine(t), 1), "a fresh engine")

	require.NotEqual(t, first, trace(e, 1), "an engine that has learnt")
	e.Clear()
	assert.Equal(t, first, trace(e, 1), "an engine that was cleared")

	o := e.Options()
	o.Threads, o.Hash = 3, 1
	require.NoError(t, e.SetOptions(o))
	trace(e, 2)
	o.Threads, o.Hash = 1, 2
	require.NoError(t, e.SetOptions(o))
	e.Clear()
	assert.Equal(t, first, trace(e, 1), "an engine that had other options for a while")
}

// A report must not change the search.
func TestReportsDoNotDisturb(t *testing.T) {
	testpos.SkipRace(t)
	game := board.NewLine(board.Start())
	quiet := newEngine(t).Search(context.Background(), game, Limits{Depth: 9}, nil)
	reported, _ := toDepth(newEngine(t), game, 9)
	assert.Equal(t, quiet.Nodes, reported.Nodes)
	assert.Equal(t, quiet.PV, reported.PV)
}

// Two engines share nothing: side by side they do what they do alone.
func TestEnginesSideBySide(t *testing.T) {
	alone := [2][]Result{trace(newEngine(t), 1), trace(newEngine(t), 2)}
	var together [2][]Result
	var group sync.WaitGroup
	for i := range together {
		e := newEngine(t)
		group.Go(func() { together[i] = trace(e, uint64(i+1)) })
	}
	group.Wait()
	assert.Equal(t, alone, together)
}

// TestThreads is for the race detector, with a table small enough to be fought
// over.
func TestThreads(t *testing.T) {
	depth := testpos.Rounds(6, 10, 10)
	rng := rand.New(rand.NewPCG(31, 1))
	for threads := 2; threads <= 4; threads++ {
		e := newEngine(t, func(o *Options) { o.Threads, o.Hash, o.MultiPV = threads, 1, threads-1 })
		e.table.free()
		e.table = heapTable(64)
		for _, w := range e.workers {
			w.table = e.table
		}
		for range 4 {
			game := playout(rng, rng.IntN(100))
			if !movegen.HasLegal(game.Position()) {
				continue
			}
			r, infos := toDepth(e, game, depth)
			require.True(t, movegen.IsLegal(game.Position(), r.Best))
			requireLine(t, *game.Position(), r.PV)
			for _, i := range infos {
				requireLine(t, *game.Position(), i.PV)
			}
		}
	}
}
