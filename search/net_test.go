package search

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/eval/nnue"
	"chuhe/eval/nnue/nnuetest"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

// Along a search an engine gets the evaluations that the network gives the
// positions by themselves, and it plays by them.
func TestNetFollowsTheSearch(t *testing.T) {
	testpos.SkipRace(t)
	net := nnuetest.Material(0)
	e := newEngine(t, func(o *Options) { o.Evaluation = net })
	w := e.workers[0]
	w.eval = &checked{t: t, Evaluator: net.New(), net: net}
	rng := rand.New(rand.NewPCG(14, 1))
	for range testpos.Rounds(4, 20, 20) {
		if game := playout(rng, rng.IntN(120)); movegen.HasLegal(game.Position()) {
			toDepth(e, game, 6)
		}
	}
	assert.Greater(t, w.eval.(*checked).n, testpos.Rounds(500, 3000, 3000))

	hanging := newGame(t, "3k5/9/9/9/9/4r4/9/9/4R4/4K4 w - - 0 1")
	r, _ := toDepth(e, hanging, 4)
	assert.Equal(t, board.MustParseMove("e1e4"), r.Best)
}

// checked is an evaluator held against its network.
type checked struct {
	eval.Evaluator
	t   *testing.T
	net *nnue.Net
	n   int
}

func (c *checked) Evaluate(p *board.Position) (score eval.Score) {
	score = c.Evaluator.Evaluate(p)
	if c.n++; !c.t.Failed() {
		assert.Equal(c.t, c.net.Evaluate(p), score, p.FEN())
	}
	return score
}

// A worker with a network allocates nothing either.
func TestNetAllocatesNothing(t *testing.T) {
	e := newEngine(t, func(o *Options) { o.Evaluation = nnuetest.Material(0) })
	game := newGame(t, busy)
	w := e.workers[0]
	moves := movegen.Legal(game.Position(), nil)
	r := newRun(e, game, Limits{Depth: 6}, nil)
	assert.Zero(t, testing.AllocsPerRun(3, func() {
		w.prepare(r, game)
		w.setRootMoves(moves)
		w.iterate()
	}))
}

// What an engine does depends on its evaluation and on nothing that another
// engine, or it itself before, did with another one.
func TestNetsDoNotMeet(t *testing.T) {
	net, other, byHand := nnuetest.Material(0), nnuetest.Material(12345), eval.Classical{}
	play := func(e *Engine) Result {
		r, _ := toDepth(e, newGame(t, busy), 6)
		r.Time = 0
		return r
	}
	want := map[eval.Evaluation]Result{}
	for _, v := range []eval.Evaluation{net, other, byHand} {
		want[v] = play(newEngine(t, func(o *Options) { o.Evaluation = v }))
	}
	require.NotEqual(t, want[net].Score, want[other].Score)
	require.NotEqual(t, want[net], want[byHand])

	var group sync.WaitGroup
	for v := range want {
		e := newEngine(t, func(o *Options) { o.Evaluation = v })
		group.Go(func() { assert.Equal(t, want[v], play(e)) })
	}
	group.Wait()

	e := newEngine(t)
	for _, v := range []eval.Evaluation{net, byHand, other, net} {
		o := e.Options()
		o.Evaluation = v
		require.NoError(t, e.SetOptions(o))
		assert.Equal(t, want[v], play(e))
	}
}

func TestNetServesSeveralThreads(t *testing.T) {
	e := newEngine(t, func(o *Options) { o.Evaluation, o.Threads = nnuetest.Material(0), 4 })
	game := newGame(t, busy)
	r := e.Search(context.Background(), game, Limits{Depth: 7}, nil)
	assert.True(t, movegen.IsLegal(game.Position(), r.Best))
}
