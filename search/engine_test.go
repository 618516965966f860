package search

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/eval/nnue/nnuetest"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

func TestAlwaysALegalMove(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	hurried := map[string]struct {
		ctx    context.Context
		limits Limits
	}{
		"cancelled":      {cancelled, Limits{}},
		"one ply":        {context.Background(), Limits{Depth: 1}},
		"one node":       {context.Background(), Limits{Nodes: 1}},
		"one nanosecond": {context.Background(), Limits{MoveTime: 1}},
		"less than none": {context.Background(), Limits{MoveTime: -time.Second}},
		"no time":        {context.Background(), Limits{Clock: Clock{Set: true}}},
		"overdrawn":      {context.Background(), Limits{Clock: Clock{Set: true, Time: -time.Minute}}},
	}
	for _, threads := range []int{1, 3} {
		rng := rand.New(rand.NewPCG(10, uint64(threads)))
		e := newEngine(t, func(o *Options) { o.Threads = threads })
		for range 20 {
			game := playout(rng, rng.IntN(150))
			if !movegen.HasLegal(game.Position()) {
				continue
			}
			for name, h := range hurried {
				r := e.Search(h.ctx, game, h.limits, nil)
				require.True(t, movegen.IsLegal(game.Position(), r.Best), "%s: %s in %s", name, r.Best, game.Position())
				require.Equal(t, r.Best, r.PV[0])
				require.Positive(t, r.Depth, "the first iteration is always finished")
				if h.ctx.Err() != nil {
					require.Equal(t, 1, r.Depth, "no other begins if the context is done from the start")
				}
				if r.Ponder != board.NoMove {
					child := game.Position().Make(r.Best)
					require.True(t, movegen.IsLegal(&child, r.Ponder), "%s: %s after %s in %s", name, r.Ponder, r.Best, game.Position())
				}
			}
		}
	}
}

// TestPanic asserts that no thread searches any more after a panic, so that the engine can be closed.
func TestPanic(t *testing.T) {
	e := newEngine(t, func(o *Options) { o.Threads = 3 })
	assert.PanicsWithValue(t, "broken", func() {
		e.Search(t.Context(), board.NewLine(board.Start()), Limits{}, func(i Info) {
			if i.Depth > 6 {
				panic("broken")
			}
		})
	})
	e.Close()
	time.Sleep(50 * time.Millisecond) // a thread that went on would use memory that was given back
}

func TestNoLegalMove(t *testing.T) {
	for _, fen := range []string{
		"9/5k3/9/9/5R3/1Cn5P/9/9/4K4/2BA5 b - - 8 33",
		"3k5/2P6/9/9/9/6B2/9/9/5N3/4K4 b - - 0 52",
	} {
		r, infos := toDepth(newEngine(t), newGame(t, fen), 5)
		assert.Equal(t, board.NoMove, r.Best)
		assert.Equal(t, board.NoMove, r.Ponder)
		assert.Empty(t, r.PV)
		assert.Equal(t, eval.MatedIn(0), r.Score)
		assert.Empty(t, infos)
	}
}

func TestRootRestrictions(t *testing.T) {
	testpos.SkipRace(t)
	game := board.NewLine(board.Start())
	legal := movegen.Legal(game.Position(), nil)
	e := newEngine(t)
	best := func(limits Limits) board.Move {
		limits.Depth = 4
		return e.Search(context.Background(), game, limits, nil).Best
	}

	favourite := best(Limits{})
	assert.NotEqual(t, favourite, best(Limits{Banned: []board.Move{favourite}}))
	for _, m := range legal {
		assert.Equal(t, m, best(Limits{Only: []board.Move{m}}))
	}
	a, b := legal[3], legal[7]
	assert.Equal(t, b, best(Limits{Banned: slices.DeleteFunc(slices.Clone(legal), func(m board.Move) bool { return m == b })}))
	assert.Equal(t, b, best(Limits{Only: []board.Move{a, b}, Banned: []board.Move{a}}))
	assert.Contains(t, legal, best(Limits{Banned: legal}), "bans of everything are ignored")
	assert.Equal(t, a, best(Limits{Only: []board.Move{a}, Banned: []board.Move{a}}))

	illegal := board.MustParseMove("a0a9")
	assert.Contains(t, legal, best(Limits{Only: []board.Move{illegal}, Banned: []board.Move{illegal}}))
}

// TestReports checks all that searches report.
func TestReports(t *testing.T) {
	testpos.SkipRace(t)
	games := testpos.Rounds(6, 25, 25)
	rng := rand.New(rand.NewPCG(11, 1))
	for _, lines := range []int{1, 4} {
		e := newEngine(t, func(o *Options) { o.MultiPV = lines })
		for range games {
			game := playout(rng, rng.IntN(160))
			p := game.Position()
			ranks := min(lines, len(movegen.Legal(p, nil)))
			r, infos := toDepth(e, game, 7)
			if ranks == 0 {
				continue
			}
			require.Len(t, infos, 7*ranks)
			var before Info
			for n, i := range infos {
				require.Equal(t, n/ranks+1, i.Depth)
				require.Equal(t, n%ranks+1, i.MultiPV)
				require.LessOrEqual(t, i.Score, eval.Mate-1)
				require.GreaterOrEqual(t, i.Score, -eval.Mate)
				require.Equal(t, Exact, i.Bound)
				require.GreaterOrEqual(t, i.Nodes, before.Nodes)
				require.GreaterOrEqual(t, i.Time, before.Time)
				require.Positive(t, i.SelDepth)
				require.True(t, i.HashFull >= 0 && i.HashFull <= 1000)
				if i.MultiPV > 1 {
					require.LessOrEqual(t, i.Score, before.Score, "the lines are ordered")
				}
				require.NotEmpty(t, i.PV)
				requireLine(t, *p, i.PV)
				for _, other := range infos[n/ranks*ranks : n] {
					require.NotEqual(t, other.PV[0], i.PV[0], "the lines differ")
				}
				before = i
			}
			last := infos[6*ranks]
			assert.Equal(t, last.PV, r.PV)
			assert.Equal(t, last.Score, r.Score)
			assert.Equal(t, 7, r.Depth)
			assert.Equal(t, r.PV[0], r.Best)
		}
	}
}

// TestReportsOfALongSearch lets searches begin some seconds ago. Their clock stands
// still, so that a slow machine reports no more than a fast one.
func TestReportsOfALongSearch(t *testing.T) {
	testpos.SkipRace(t)
	synctest.Test(t, testReportsOfALongSearch)
}

func testReportsOfALongSearch(t *testing.T) {
	// reports searches to 8 plies.
	reports := func(lines int, ago time.Duration) (infos []Info) {
		e := newEngine(t, func(o *Options) { o.MultiPV = lines })
		game := newGame(t, busy)
		r := newRun(e, game, Limits{Depth: 8}, func(i Info) { infos = append(infos, i) })
		r.start = r.start.Add(-ago)
		iterated(e, r, game)
		return infos
	}
	count := func(infos []Info) (lines, bounds, moves, counts int) {
		for _, i := range infos {
			switch {
			case len(i.PV) > 0 && i.Bound == Exact:
				lines++
			case len(i.PV) > 0:
				bounds++
			case i.CurrMove != board.NoMove:
				moves++
			default:
				counts++
				assert.Positive(t, i.Depth)
				assert.GreaterOrEqual(t, i.Time, silence)
			}
		}
		return
	}
	legal := len(movegen.Legal(newGame(t, busy).Position(), nil))

	lines, bounds, moves, counts := count(reports(1, 0))
	assert.Equal(t, 8, lines)
	assert.Zero(t, bounds+moves, "nobody could read them")
	assert.Zero(t, counts)

	lines, _, moves, counts = count(reports(1, 2*silence))
	assert.Equal(t, 8, lines)
	assert.Zero(t, moves)
	assert.Equal(t, 1, counts, "nothing was reported for two seconds")

	lines, bounds, moves, counts = count(reports(1, slow))
	assert.Equal(t, 8, lines)
	assert.Positive(t, bounds)
	assert.GreaterOrEqual(t, moves, 8*legal, "each move of each iteration")
	assert.Equal(t, 1, counts)

	lines, bounds, moves, _ = count(reports(3, slow))
	assert.Greater(t, lines, 8*3, "the lines of an iteration as they come")
	assert.Zero(t, bounds)
	var numbers []int
	for _, i := range reports(3, slow) {
		if i.CurrMove != board.NoMove && i.Depth == 8 {
			numbers = append(numbers, i.CurrMoveNumber)
		}
	}
	assert.Equal(t, 1, numbers[0])
	assert.LessOrEqual(t, slices.Max(numbers), legal)
	assert.Positive(t, moves)
}

// TestSpeaker asks whose move is played when workers disagree.
func TestSpeaker(t *testing.T) {
	const a, b = "h2e2", "b2e2"
	type found struct {
		move  string
		depth int
		score eval.Score
	}
	mateIn := func(plies int) eval.Score { return -eval.MatedIn(plies) }
	for _, c := range []struct {
		name           string
		multiPV, depth int // asked for
		found          []found
		winner         int
	}{
		{"alone", 1, 0, []found{{a, 9, 10}}, 0},
		{"the majority", 1, 0, []found{{a, 9, 10}, {b, 9, 10}, {b, 9, 10}}, 1},
		{"the deepest of them speaks", 1, 0, []found{{a, 9, 10}, {b, 9, 10}, {b, 10, 10}}, 2},
		{"a much better score", 1, 0, []found{{a, 9, 10}, {b, 9, 90}}, 1},
		{"the first of equals", 1, 0, []found{{a, 9, 10}, {b, 9, 10}}, 0},
		{"nothing finished", 1, 0, []found{{a, 1, -300}, {b, 0, 0}}, 0},
		{"a win beats any number of votes", 1, 0, []found{{a, 30, 200}, {a, 30, 200}, {b, 5, mateIn(3)}}, 2},
		{"the quickest win", 1, 0, []found{{a, 12, mateIn(5)}, {b, 20, mateIn(9)}, {b, 20, mateIn(9)}}, 0},
		{"the quickest win of one move", 1, 0, []found{{a, 20, mateIn(9)}, {a, 12, mateIn(5)}}, 1},
		{"no lost move while another is open", 1, 0, []found{{a, 20, eval.MatedIn(6)}, {b, 8, -400}}, 1},
		{"several lines", 3, 0, []found{{a, 9, 10}, {b, 9, 90}}, 0},
		{"a depth", 1, 9, []found{{a, 9, 10}, {b, 8, 90}}, 0},
	} {
		e, r := &Engine{}, &run{multiPV: c.multiPV, limits: Limits{Depth: c.depth}}
		for id, f := range c.found {
			w := &worker{id: id, done: result{depth: f.depth, score: f.score}}
			w.done.pv.set(board.MustParseMove(f.move), new(line))
			e.workers = append(e.workers, w)
		}
		assert.Equal(t, c.winner, e.speaker(r).id, c.name)
	}
}

// TestLastReport ends searches at once after an iteration and within one.
func TestLastReport(t *testing.T) {
	for _, threads := range []int{1, 3} {
		e := newEngine(t, func(o *Options) { o.Threads = threads })
		for _, limits := range []Limits{{Depth: 7}, {Nodes: 5000}, {Nodes: 20_000}, {MoveTime: 50 * time.Millisecond}} {
			var last Info
			lines := 0
			r := e.Search(context.Background(), newGame(t, busy), limits, func(i Info) {
				if i.MultiPV == 1 {
					last = i
					lines++
				}
			})
			assert.Equal(t, r.PV, last.PV)
			assert.Equal(t, r.Score, last.Score)
			assert.Equal(t, r.Nodes, last.Nodes, "%+v", limits)
			assert.Equal(t, r.Depth, last.Depth)
			assert.Positive(t, last.SelDepth, "%+v", limits)
			if threads == 1 && limits.Depth > 0 {
				assert.Equal(t, limits.Depth, lines, "no line twice")
			}
		}
	}
}

// TestLastLines cuts searches for several lines short. What they end with are as many
// different moves, the one that is played first.
func TestLastLines(t *testing.T) {
	testpos.SkipRace(t)
	const lines = 3
	rng := rand.New(rand.NewPCG(14, 1))
	rounds, cut := testpos.Rounds(10, 80, 1000), 0
	for range rounds {
		game := playout(rng, rng.IntN(80))
		legal := len(movegen.Legal(game.Position(), nil))
		if legal == 0 {
			continue
		}
		e := newEngine(t, func(o *Options) { o.MultiPV = lines })
		var last []Info
		r := e.Search(context.Background(), game, Limits{Nodes: 200 + rng.Uint64N(20_000)}, func(i Info) {
			if i.Last {
				last = append(last, i)
			}
		})
		if last == nil { // the limit fell on the end of an iteration
			continue
		}
		cut++
		require.Len(t, last, min(lines, legal))
		assert.Equal(t, r.PV, last[0].PV)
		assert.Equal(t, r.Score, last[0].Score)
		assert.Equal(t, r.Bound, last[0].Bound)
		moves := map[board.Move]bool{}
		for k := 2; k < len(last); k++ { // the first is the move that is played, from whichever iteration
			if last[k].Depth == last[k-1].Depth {
				assert.LessOrEqual(t, last[k].Score, last[k-1].Score, "line %d", k+1)
			}
		}
		for rank, i := range last {
			assert.Equal(t, rank+1, i.MultiPV)
			assert.Equal(t, r.Nodes, i.Nodes)
			requireLine(t, *game.Position(), i.PV)
			moves[i.PV[0]] = true
		}
		assert.Len(t, moves, len(last), "the lines differ")
	}
	assert.Greater(t, cut, rounds/2)
}

// requireLine fails unless the moves can be played one after the other.
func requireLine(t *testing.T, p board.Position, line []board.Move) {
	t.Helper()
	for _, m := range line {
		require.True(t, movegen.IsLegal(&p, m), "%s of %v in %s", m, line, &p)
		p.Play(m)
	}
}

func TestMultiPVOfEveryMove(t *testing.T) {
	e := newEngine(t, func(o *Options) { o.MultiPV = MaxMultiPV })
	_, infos := toDepth(e, board.NewLine(board.Start()), 3)
	all := movegen.Legal(new(board.Start()), nil)
	require.Len(t, infos, 3*len(all))
	var reported []board.Move
	for _, i := range infos[2*len(all):] {
		reported = append(reported, i.PV[0])
	}
	assert.ElementsMatch(t, all, reported)
}

func TestProbe(t *testing.T) {
	for _, lines := range []int{1, 3} { // the best of them counts
		testProbe(t, newEngine(t, func(o *Options) { o.MultiPV = lines }))
	}
}

func testProbe(t *testing.T, e *Engine) {
	game := board.NewLine(board.Start())
	_, known := e.Probe(game.Position())
	assert.False(t, known)
	r, _ := toDepth(e, game, 7)
	found, known := e.Probe(game.Position())
	require.True(t, known)
	assert.Equal(t, Entry{Move: r.Best, Score: r.Score, Bound: Exact, Depth: found.Depth}, found)
	assert.True(t, found.Depth >= 1 && found.Depth <= 7)

	child := game.Position().Make(r.Best)
	found, known = e.Probe(&child)
	require.True(t, known)
	assert.Equal(t, r.Ponder, found.Move)

	e.Clear()
	_, known = e.Probe(game.Position())
	assert.False(t, known)
	e.table.store(game.Position().Key(), &entry{move: board.MustParseMove("a0a9"), bound: Exact, depth: 3})
	_, known = e.Probe(game.Position())
	assert.False(t, known, "an entry of another position, by its move")
}

// TestRestrictedRoot searches only the worst move. What that is worth is not what the
// position is worth.
func TestRestrictedRoot(t *testing.T) {
	e, game := newEngine(t), board.NewLine(board.Start())
	limits := Limits{Depth: 7, Only: []board.Move{board.MustParseMove("b2b9")}}
	r := e.Search(context.Background(), game, limits, nil)
	require.Less(t, r.Score, eval.Score(-100))
	_, known := e.Probe(game.Position())
	assert.False(t, known)
	limits.Only = movegen.Legal(game.Position(), nil)
	e.Search(context.Background(), game, limits, nil)
	_, known = e.Probe(game.Position())
	assert.True(t, known)
}

func TestEvaluate(t *testing.T) {
	testpos.SkipRace(t)
	net := nnuetest.Material(0)
	e := newEngine(t, classical)
	withNet := newEngine(t, func(o *Options) { o.Evaluation = net })
	slow := eval.Classical{}.New()
	rng := rand.New(rand.NewPCG(12, 1))
	for range 50 {
		p := *playout(rng, rng.IntN(100)).Position()
		slow.Reset(&p)
		assert.Equal(t, slow.Evaluate(&p), e.Evaluate(&p))
		assert.Equal(t, net.Evaluate(&p), withNet.Evaluate(&p))
	}
}

// TestStrangeTable fills the table with nonsense about the positions that a
// search will meet, as collisions of keys may: with any content, moves and
// lines are legal.
func TestStrangeTable(t *testing.T) {
	testpos.SkipRace(t)
	rng := rand.New(rand.NewPCG(13, 1))
	e := newEngine(t)
	var spoil func(p *board.Position, depth int)
	spoil = func(p *board.Position, depth int) {
		nonsense := randomEntry(rng)
		nonsense.score %= eval.Mate
		nonsense.eval %= eval.MaxEval
		e.table.store(p.Key(), &nonsense)
		if depth > 0 {
			for _, m := range movegen.Legal(p, nil) {
				child := p.Make(m)
				spoil(&child, depth-1)
			}
		}
	}
	for range 12 {
		game := playout(rng, rng.IntN(150))
		if !movegen.HasLegal(game.Position()) {
			continue
		}
		spoil(game.Position(), 2)
		r, infos := toDepth(e, game, 6)
		require.True(t, movegen.IsLegal(game.Position(), r.Best))
		for _, i := range infos {
			requireLine(t, *game.Position(), i.PV)
		}
	}
}
