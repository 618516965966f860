package search

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

// late is how long after its time a search may return on a busy machine.
const late = 3 * time.Second

// begin starts a search of the start position and returns where its result will
// come from.
func begin(ctx context.Context, e *Engine, limits Limits) <-chan Result {
	results := make(chan Result, 1)
	begun := make(chan struct{})
	first := true
	go func() {
		results <- e.Search(ctx, board.NewLine(board.Start()), limits, func(Info) {
			if first {
				first = false
				close(begun)
			}
		})
	}()
	<-begun
	return results
}

func requireRunning(t *testing.T, results <-chan Result, span time.Duration) {
	t.Helper()
	select {
	case <-results:
		require.FailNow(t, "the search has returned")
	case <-time.After(span):
	}
}

func requireReturn(t *testing.T, results <-chan Result) Result {
	t.Helper()
	select {
	case r := <-results:
		return r
	case <-time.After(late):
		require.FailNow(t, "the search does not return")
		return Result{}
	}
}

func TestDepthLimit(t *testing.T) {
	testpos.SkipRace(t)
	for depth := 1; depth <= 8; depth++ {
		r, infos := toDepth(newEngine(t), board.NewLine(board.Start()), depth)
		assert.Equal(t, depth, r.Depth)
		assert.Len(t, infos, depth)
	}
}

// TestNodeLimit asserts that one worker keeps the limit to the node.
func TestNodeLimit(t *testing.T) {
	testpos.SkipRace(t)
	searches, most := testpos.Rounds(30, 80, 80), testpos.Rounds(4000, 20_000, 20_000)
	rng := rand.New(rand.NewPCG(20, 1))
	e := newEngine(t)
	for range searches {
		game, nodes := playout(rng, rng.IntN(60)), uint64(1+rng.IntN(most))
		if !movegen.HasLegal(game.Position()) {
			continue
		}
		r := e.Search(context.Background(), game, Limits{Nodes: nodes}, nil)
		if r.Depth == eval.MaxPly-1 { // a near mate: all is searched
			assert.LessOrEqual(t, r.Nodes, nodes)
			continue
		}
		if r.Depth == 1 { // the first iteration is finished in any case
			assert.GreaterOrEqual(t, r.Nodes, nodes)
			continue
		}
		assert.Equal(t, nodes, r.Nodes, "%s", game.Position())
	}
}

// Workers publish their nodes in batches.
func TestNodeLimitOfThreads(t *testing.T) {
	const nodes, threads = 30_000, 4
	e := newEngine(t, func(o *Options) { o.Threads = threads })
	for range 2 {
		e.Clear()
		r := e.Search(context.Background(), board.NewLine(board.Start()), Limits{Nodes: nodes}, nil)
		assert.GreaterOrEqual(t, r.Nodes, uint64(nodes))
		assert.Less(t, r.Nodes, uint64(nodes+threads*pollNodes))
	}
}

// A worker looks at the nodes of all only as often as the limit asks for, and not in every node.
func TestBatch(t *testing.T) {
	for _, c := range []struct{ limit, done, want uint64 }{
		{0, 1_000_000, pollNodes},
		{1_000_000, 0, pollNodes},
		{1000, 900, 25},
		{1000, 998, 1},
		{1000, 1000, 1},
		{1000, 1100, 1},
	} {
		r := run{nodeLimit: c.limit, workers: 4}
		r.nodes.Store(c.done)
		assert.Equal(t, c.want, r.batch(), "%d of %d nodes", c.done, c.limit)
	}
}

// TestSoftNodes asks that an iteration that has begun is finished: the search is the
// same as to the depth it has reached.
func TestSoftNodes(t *testing.T) {
	testpos.SkipRace(t)
	for _, nodes := range []uint64{1, 500, 5000, testpos.Rounds[uint64](20_000, 50_000, 50_000)} {
		search := func(limits Limits) Result {
			r := newEngine(t).Search(context.Background(), newGame(t, busy), limits, nil)
			r.Time = 0
			return r
		}
		soft := search(Limits{SoftNodes: nodes})
		assert.GreaterOrEqual(t, soft.Nodes, nodes)
		assert.Equal(t, search(Limits{Depth: soft.Depth}), soft)
		if soft.Depth > 1 {
			assert.Less(t, search(Limits{Depth: soft.Depth - 1}).Nodes, nodes, "no iteration too many")
		}
	}
}

// TestStart lets a command wait before its search begins.
func TestStart(t *testing.T) {
	e := newEngine(t)
	const waited = time.Hour
	r := e.Search(context.Background(), board.NewLine(board.Start()),
		Limits{MoveTime: waited, Start: time.Now().Add(-waited)}, nil)
	assert.GreaterOrEqual(t, r.Time, waited)
	assert.Less(t, r.Time, waited+late)
	assert.Equal(t, 1, r.Depth, "no time is left")
}

func TestTimeLimits(t *testing.T) {
	for name, c := range map[string]struct {
		limits      Limits
		least, most time.Duration
	}{
		"move time":         {Limits{MoveTime: 150 * time.Millisecond}, 150 * time.Millisecond, 150 * time.Millisecond},
		"clock":             {Limits{Clock: Clock{Set: true, Time: 300 * time.Millisecond}}, 0, 300 * time.Millisecond},
		"last of a control": {Limits{Clock: Clock{Set: true, Time: 200 * time.Millisecond, MovesToGo: 1}}, 0, 200 * time.Millisecond},
		"the nearer one":    {Limits{MoveTime: 50 * time.Millisecond, Clock: Clock{Set: true, Time: time.Hour}}, 50 * time.Millisecond, 50 * time.Millisecond},
		"the other":         {Limits{MoveTime: time.Hour, Clock: Clock{Set: true, Time: 100 * time.Millisecond}}, 0, 100 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			for _, threads := range []int{1, 3} {
				e := newEngine(t, func(o *Options) { o.Threads = threads })
				r := e.Search(context.Background(), board.NewLine(board.Start()), c.limits, nil)
				assert.GreaterOrEqual(t, r.Time, c.least)
				assert.Less(t, r.Time, c.most+late/3)
				assert.Positive(t, r.Depth)
			}
		})
	}
}

// TestPause asks that a search notices how long it was kept from its clock.
func TestPause(t *testing.T) {
	e := newEngine(t)
	slept := false
	report := func(Info) {
		if !slept {
			slept = true
			time.Sleep(60 * time.Millisecond)
		}
	}
	r := e.Search(context.Background(), newGame(t, busy), Limits{MoveTime: 100 * time.Millisecond}, report)
	assert.GreaterOrEqual(t, r.Pause, 60*time.Millisecond)
	assert.LessOrEqual(t, r.Pause, r.Time)
	slept = false
	assert.Zero(t, e.Search(context.Background(), newGame(t, busy), Limits{Depth: 4}, report).Pause, "no limit of time")
}

// TestTimeLeft asks what is left of the time for the way to the host.
func TestTimeLeft(t *testing.T) {
	const ms = time.Millisecond
	e := newEngine(t, func(o *Options) { o.MoveOverhead = 20 * ms })
	hard := func(limits Limits) time.Duration {
		r := newRun(e, newGame(t, busy), limits, nil)
		if !limits.NodeClock {
			assert.Equal(t, r.start.Add(r.hard), r.due())
		} else {
			assert.Zero(t, r.due())
		}
		return r.hard
	}
	assert.Equal(t, 80*ms, hard(Limits{MoveTime: 80 * ms}), "movetime means that time")
	assert.Equal(t, 77*ms, hard(Limits{MoveTime: 80 * ms, Late: 3 * ms}))
	assert.Equal(t, 80*ms, hard(Limits{MoveTime: 80 * ms, Late: -ms}))
	assert.Equal(t, 80*ms, hard(Limits{MoveTime: 80 * ms, Late: 3 * ms, NodeClock: true}))
	assert.Equal(t, 40*ms, hard(Limits{MoveTime: 80 * ms, Late: time.Hour}), "one odd delay does not take the time to think")
	assert.Equal(t, 400*ms, hard(Limits{MoveTime: 500 * ms, Late: time.Hour}))
	assert.Equal(t, 7*time.Second, hard(Limits{MoveTime: 8 * time.Second, Late: time.Hour}))
	assert.Equal(t, ms, hard(Limits{MoveTime: -time.Hour, Late: time.Hour}))

	clock := func(left, late time.Duration) time.Duration {
		return hard(Limits{Clock: Clock{Set: true, Time: left, MovesToGo: 1}, Late: late})
	}
	budget := func(left, overhead time.Duration) time.Duration {
		_, hard := e.params.budget(Clock{Time: left, MovesToGo: 1}, overhead, false, newGame(t, busy).Position())
		return hard
	}
	assert.Equal(t, budget(time.Second, 20*ms), clock(time.Second, 0))
	assert.Equal(t, budget(time.Second, 20*ms), clock(time.Second, 15*ms), "the option is the least")
	assert.Equal(t, budget(time.Second, 50*ms), clock(time.Second, 50*ms))
	assert.Equal(t, budget(time.Second, time.Second/8), clock(time.Second, time.Hour))
	assert.Equal(t, budget(300*ms, 90*ms), clock(300*ms, 90*ms), "a short clock is kept from falling")
	assert.Equal(t, budget(300*ms, 100*ms), clock(300*ms, time.Hour))
	assert.Equal(t, budget(100*ms, 50*ms), clock(100*ms, time.Hour))
	assert.Equal(t, budget(-time.Second, 20*ms), clock(-time.Second, time.Hour))

	assert.Zero(t, newRun(e, newGame(t, busy), Limits{Depth: 3}, nil).due(), "no limit of time")
	ponder := newRun(e, newGame(t, busy), Limits{Ponder: true, MoveTime: 80 * ms, Start: time.Now().Add(-time.Minute)}, nil)
	assert.Zero(t, ponder.due(), "its time has not begun")
	ponder.ponderHit()
	assert.WithinDuration(t, time.Now().Add(80*ms), ponder.due(), late)
	ponder = newRun(e, newGame(t, busy), Limits{Ponder: true, MoveTime: math.MaxInt64}, nil)
	ponder.ponderHit()
	assert.Greater(t, time.Until(ponder.due()), 100*365*24*time.Hour, "a time without end")
}

// TestNodeClock lets clocks run by nodes. How long the search takes does not matter, not
// even if its time began an hour ago.
func TestNodeClock(t *testing.T) {
	testpos.SkipRace(t)
	const ms = time.Millisecond
	search := func(limits Limits) Result {
		limits.NodeClock = true
		r := newEngine(t).Search(t.Context(), newGame(t, busy), limits, nil)
		r.Time, r.Pause = 0, 0
		return r
	}
	ago := time.Now().Add(-time.Hour)
	assert.Equal(t, uint64(20_000), search(Limits{MoveTime: 20 * ms, Start: ago}).Nodes)
	assert.Equal(t, uint64(5000), search(Limits{MoveTime: 20 * ms, Nodes: 5000}).Nodes, "the lower limit counts")

	clock := Clock{Set: true, Time: 400 * ms, Increment: 4 * ms}
	soft, hard := defaults.budget(clock, 0, false, newGame(t, busy).Position())
	r := search(Limits{Clock: clock})
	assert.Equal(t, r, search(Limits{Clock: clock, Start: ago}))
	assert.Greater(t, r.Nodes, uint64(soft/time.Microsecond)/4, "the least factor of the soft limit")
	assert.Less(t, r.Nodes, uint64(hard/time.Microsecond))
	assert.Equal(t, search(Limits{Depth: r.Depth}), r, "the iteration is finished")
}

// TestMateEndsTheTime asks that a search for a time ends once it has a mate that will
// hardly come any nearer. Without a limit of time it goes on.
func TestMateEndsTheTime(t *testing.T) {
	for fen, plies := range map[string]int{
		"4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1":       1,
		"9/3k5/9/9/2p4P1/9/N5p2/9/4K4/2R6 b - - 0 1": -4,
	} {
		game := newGame(t, fen)
		depth := 2*abs(plies) + 3
		for _, limits := range []Limits{{MoveTime: time.Hour}, {Clock: Clock{Set: true, Time: 100 * time.Hour}}} {
			r := newEngine(t).Search(t.Context(), game, limits, nil)
			assert.Equal(t, mateScore(plies), r.Score)
			assert.Equal(t, depth, r.Depth)
		}
		r, _ := toDepth(newEngine(t), game, depth+2)
		assert.Equal(t, depth+2, r.Depth)
	}
}

// TestOneMove has a position with one legal move. On a game clock it is played at
// once; with a time for the move alone it is searched for its score.
func TestOneMove(t *testing.T) {
	game := newGame(t, "2ba5/4ak1N1/4b4/9/7P1/2B3C2/8C/4BA3/1cn2K3/6c2 w - - 0 1")
	search := func(limits Limits) Result {
		limits.NodeClock = true
		return newEngine(t).Search(context.Background(), game, limits, nil)
	}
	assert.Equal(t, 4, search(Limits{Clock: Clock{Set: true, Time: time.Second}}).Depth)
	assert.Greater(t, search(Limits{MoveTime: 20 * time.Millisecond}).Depth, 8)
}

func TestInfinite(t *testing.T) {
	for name, limits := range map[string]Limits{
		"alone":             {Infinite: true},
		"no more to do":     {Infinite: true, Depth: 2},
		"with a clock":      {Infinite: true, Clock: Clock{Set: true, Time: 1}},
		"and pondering":     {Infinite: true, Ponder: true, MoveTime: 1},
		"with a node limit": {Infinite: true, Nodes: 100},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			e := newEngine(t)
			results := begin(ctx, e, limits)
			requireRunning(t, results, 50*time.Millisecond)
			e.PonderHit()
			requireRunning(t, results, 50*time.Millisecond)
			cancel()
			assert.NotEqual(t, board.NoMove, requireReturn(t, results).Best)
		})
	}
	t.Run("without a move", func(t *testing.T) {
		e := newEngine(t) // which takes its time
		game := newGame(t, "3k5/2P6/9/9/9/6B2/9/9/5N3/4K4 b - - 0 52")
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		e.Search(ctx, game, Limits{Infinite: true}, nil)
		assert.ErrorIs(t, ctx.Err(), context.DeadlineExceeded)
	})
}

func TestPonder(t *testing.T) {
	for name, limits := range map[string]Limits{
		"move time":     {Ponder: true, MoveTime: 50 * time.Millisecond},
		"clock":         {Ponder: true, Clock: Clock{Set: true, Time: 500 * time.Millisecond}},
		"no more to do": {Ponder: true, Depth: 2},
		"nodes":         {Ponder: true, Nodes: 100},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEngine(t)
			results := begin(context.Background(), e, limits)
			requireRunning(t, results, 100*time.Millisecond)
			e.PonderHit()
			assert.NotEqual(t, board.NoMove, requireReturn(t, results).Best)
		})
		t.Run(name+", a miss", func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			results := begin(ctx, newEngine(t), limits)
			requireRunning(t, results, 50*time.Millisecond)
			cancel()
			assert.NotEqual(t, board.NoMove, requireReturn(t, results).Best)
		})
	}
}

// TestPonderHitWhenOverdue lets the opponent think longer than the engine would have. The
// hit ends the search at once.
func TestPonderHitWhenOverdue(t *testing.T) {
	e := newEngine(t)
	limits := Limits{Ponder: true, Clock: Clock{Set: true, Time: time.Minute}, Start: time.Now().Add(-time.Hour)}
	results := begin(context.Background(), e, limits)
	r := e.current.Load()
	require.Eventually(t, r.overdue.Load, late, time.Millisecond)
	requireRunning(t, results, 20*time.Millisecond)
	e.PonderHit()
	assert.True(t, r.stop.Load())
	requireReturn(t, results)
}

// PonderHit may come at any time and any number of times: only the first that
// means something counts, and it does not prolong other searches.
func TestPonderHitsAtAnyTime(t *testing.T) {
	for _, ponder := range []bool{false, true} {
		e := newEngine(t)
		e.PonderHit()
		results := begin(context.Background(), e, Limits{Ponder: ponder, MoveTime: 300 * time.Millisecond})
		again := time.NewTicker(5 * time.Millisecond)
		defer again.Stop()
		deadline := time.After(300*time.Millisecond + late)
		for returned := false; !returned; {
			select {
			case <-results:
				returned = true
			case <-again.C:
				e.PonderHit()
			case <-deadline:
				require.FailNow(t, "the search does not return")
			}
		}
		e.PonderHit()
	}
}

// TestStopBetweenIterations stops a search while it reports an iteration, which is
// finished then.
func TestStopBetweenIterations(t *testing.T) {
	for _, lines := range []int{1, 3} {
		e := newEngine(t, func(o *Options) { o.MultiPV = lines })
		game := newGame(t, busy)
		var r *run
		var last Info
		r = newRun(e, game, Limits{}, func(i Info) {
			last = i
			if i.Depth == 5 && i.MultiPV == lines {
				r.stop.Store(true)
			}
		})
		w := iterated(e, r, game)
		assert.Equal(t, 5, last.Depth)
		assert.Equal(t, 5, w.done.depth)
		assert.False(t, w.done.partial)
		assert.Positive(t, w.done.selDepth)
	}
}

// TestKeepPartial cuts an iteration short in several states. A finished first line
// counts, and so does a move that was searched to its end and is better than the last
// iteration's; what is only known to be worse than expected does not.
func TestKeepPartial(t *testing.T) {
	old, better := board.MustParseMove("h2e2"), board.MustParseMove("b2e2")
	for _, c := range []struct {
		name  string
		depth int // of the last finished iteration
		first rootMove
		line  int
		want  board.Move
	}{
		{"a better move", 4, rootMove{move: better, score: 30, bound: Exact}, 0, better},
		{"a better move, score not yet exact", 4, rootMove{move: better, score: 30, bound: Lower}, 0, better},
		{"the first move fails low", 4, rootMove{move: better, score: -90, bound: Upper}, 0, old},
		{"no move is finished", 4, rootMove{move: better, score: -eval.Infinity}, 0, old},
		{"the second line is cut short", 4, rootMove{move: better, score: 30, bound: Exact}, 1, better},
		{"no iteration is finished", 0, rootMove{move: better, score: 30}, 0, old},
	} {
		w := &worker{pvIndex: c.line, rootMoves: []*rootMove{&c.first}}
		w.rootMoves[0].pv.set(c.first.move, new(line))
		w.done.depth = c.depth
		w.done.pv.set(old, new(line))
		w.keepPartial()
		assert.Equal(t, c.want, w.done.pv.moves[0], c.name)
		assert.Equal(t, c.want == better, w.done.partial, c.name)
		if w.done.partial {
			assert.Equal(t, c.first.bound, w.done.bound, c.name)
		}
	}
}
