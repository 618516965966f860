package search

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/testpos"
)

// defaults are the parameters that the tests of the clock ask.
var defaults = DefaultParams()

// start is the position that they ask about.
var start = board.Start()

func TestBudget(t *testing.T) {
	const (
		ms     = time.Millisecond
		minute = time.Minute
	)
	between := func(t *testing.T, what string, low, value, high time.Duration) {
		t.Helper()
		assert.True(t, low <= value && value <= high, "%s is %s, want %s to %s", what, value, low, high)
	}
	for _, c := range []struct {
		name             string
		clock            Clock
		overhead         time.Duration
		softMin, softMax time.Duration
		hardMin, hardMax time.Duration
	}{
		{"five minutes a game", Clock{Time: 5 * minute}, 30 * ms, 5 * time.Second, 20 * time.Second, 20 * time.Second, 3 * minute},
		{"with an increment", Clock{Time: minute, Increment: time.Second}, 30 * ms, 2 * time.Second, 6 * time.Second, 5 * time.Second, 40 * time.Second},
		{"living off the increment", Clock{Time: 2 * time.Second, Increment: 2 * time.Second}, 30 * ms, 300 * ms, time.Second, 500 * ms, 1500 * ms},
		{"last move of the control", Clock{Time: 10 * time.Second, MovesToGo: 1}, 30 * ms, 5 * time.Second, 9970 * ms, 9 * time.Second, 9970 * ms},
		{"two moves to the control", Clock{Time: 10 * time.Second, MovesToGo: 2}, 30 * ms, 3 * time.Second, 6 * time.Second, 5 * time.Second, 8 * time.Second},
		{"forty moves to the control", Clock{Time: 40 * minute, MovesToGo: 40}, 30 * ms, 30 * time.Second, 2 * minute, 2 * minute, 20 * minute},
		{"no time", Clock{}, 30 * ms, ms, ms, ms, ms},
		{"less time than overhead", Clock{Time: 20 * ms}, 30 * ms, ms, ms, ms, ms},
		{"overdrawn", Clock{Time: -time.Hour, Increment: time.Second}, 30 * ms, ms, ms, ms, ms},
		{"no overhead", Clock{Time: 100 * ms, MovesToGo: 1}, 0, 50 * ms, 100 * ms, 90 * ms, 100 * ms},
		{"for ever", Clock{Time: math.MaxInt64, MovesToGo: 1}, 30 * ms, 1000 * time.Hour, math.MaxInt64, 1000 * time.Hour, math.MaxInt64},
		{"a negative increment", Clock{Time: 5 * minute, Increment: math.MinInt64}, 30 * ms, 5 * time.Second, 20 * time.Second, 20 * time.Second, 3 * minute},
		{"an endless increment", Clock{Time: minute, Increment: math.MaxInt64}, 30 * ms, 5 * time.Second, 30 * time.Second, 10 * time.Second, minute},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, ponder := range []bool{false, true} {
				soft, hard := defaults.budget(c.clock, c.overhead, ponder, &start)
				between(t, "soft", c.softMin, soft, c.softMax)
				between(t, "hard", c.hardMin, hard, c.hardMax)
			}
		})
	}
}

// TestBudgetGrows asks what makes more time: few pieces, since fewer moves are to come, and
// the time of the opponent.
func TestBudgetGrows(t *testing.T) {
	few, clock := testpos.FEN(t, "3k5/9/9/9/9/9/9/9/R8/4K4 w"), Clock{Set: true, Time: time.Minute}
	soft, _ := defaults.budget(clock, 0, false, &start)
	fewer, _ := defaults.budget(clock, 0, false, &few)
	assert.Greater(t, fewer, soft)
	pondered, _ := defaults.budget(clock, 0, true, &start)
	assert.Greater(t, pondered, soft)
}

// randomClock returns a clock of any order of magnitude from none to a week.
func randomClock(rng *rand.Rand) Clock {
	spread := func(most float64) time.Duration { return time.Duration(math.Pow(most, rng.Float64())) - 1 }
	c := Clock{Set: true, Time: spread(7 * 24 * 3600e9)}
	if rng.IntN(2) == 0 {
		c.Increment = spread(600e9)
	}
	if rng.IntN(2) == 0 {
		c.MovesToGo = 1 + rng.IntN(80)
	}
	return c
}

func TestBudgetKeepsTheClock(t *testing.T) {
	testpos.SkipRace(t)
	rng := rand.New(rand.NewPCG(4, 1))
	for range 5000 {
		c, overhead := randomClock(rng), time.Duration(rng.Int64N(int64(MaxOverhead)))
		soft, hard := defaults.budget(c, overhead, rng.IntN(2) == 0, &start)
		left := max(c.Time-overhead, time.Millisecond)
		require.LessOrEqual(t, soft, left, "soft of %+v less %s", c, overhead)
		require.LessOrEqual(t, hard, left, "hard of %+v less %s", c, overhead)
		require.GreaterOrEqual(t, soft, time.Millisecond, "soft of %+v", c)
		require.GreaterOrEqual(t, hard, time.Millisecond, "hard of %+v", c)
	}
}

// TestEffort asks what the time for a move is scaled by: the nodes of the first line
// alone, however many lines are reported.
func TestEffort(t *testing.T) {
	testpos.SkipRace(t)
	for _, lines := range []int{1, 3} {
		e := newEngine(t, func(o *Options) { o.MultiPV = lines })
		game := newGame(t, busy)
		w := iterated(e, newRun(e, game, Limits{Depth: 8}, nil), game)
		sum := uint64(0)
		for _, m := range w.rootMoves {
			sum += m.nodes
		}
		if lines == 1 {
			assert.Equal(t, w.nodes, sum)
		} else {
			assert.Less(t, sum, w.nodes*3/4)
		}
		assert.InDelta(t, float64(w.rootMoves[0].nodes)/float64(sum), w.effort(), 1e-9)
	}
}

// TestPrevious asks for the score that a search compares its own with: that of the search
// before, if it was for the same side and in the same game.
func TestPrevious(t *testing.T) {
	e := newEngine(t)
	red, black := newGame(t, busy), newGame(t, busy, "a0a1")
	assert.Equal(t, -eval.Infinity, e.previous(red), "there was none")
	r, _ := toDepth(e, red, 6)
	require.False(t, r.Score.IsDecided())
	assert.Equal(t, r.Score, e.previous(red))
	assert.Equal(t, r.Score, newRun(e, red, Limits{}, nil).previous)
	assert.Equal(t, -eval.Infinity, e.previous(black), "it was for the other side")
	e.Clear()
	assert.Equal(t, -eval.Infinity, e.previous(red), "it was in another game")

	mated, _ := toDepth(e, newGame(t, "4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1"), 4)
	require.True(t, mated.Score.IsDecided())
	assert.Equal(t, -eval.Infinity, e.previous(red), "a mate says nothing of later scores")
}

func TestBudgetIsMonotonic(t *testing.T) {
	testpos.SkipRace(t)
	rng := rand.New(rand.NewPCG(5, 1))
	for range 5000 {
		c, more := randomClock(rng), time.Duration(rng.Int64N(int64(time.Minute)))
		soft, hard := defaults.budget(c, DefaultOverhead, false, &start)
		atLeast := func(what string, c Clock, overhead time.Duration, ponder bool) {
			t.Helper()
			softer, harder := defaults.budget(c, overhead, ponder, &start)
			require.GreaterOrEqual(t, softer, soft, "soft of %+v with %s", c, what)
			require.GreaterOrEqual(t, harder, hard, "hard of %+v with %s", c, what)
		}
		longer, faster, sooner := c, c, c
		longer.Time += more
		atLeast("more time", longer, DefaultOverhead, false)
		faster.Increment += more
		atLeast("more increment", faster, DefaultOverhead, false)
		if c.MovesToGo > 1 {
			sooner.MovesToGo--
			atLeast("fewer moves to go", sooner, DefaultOverhead, false)
		}
		atLeast("the opponent's time", c, DefaultOverhead, true)
		atLeast("less overhead", c, DefaultOverhead/2, false)
	}
}

// Where more moves are to come, one delay of some overheads must not lose the game,
// from the first move to the last ones, which live off the increment.
func TestBudgetKeepsAReserve(t *testing.T) {
	const delay = reserve * DefaultOverhead
	for _, increment := range []time.Duration{5 * time.Millisecond, 100 * time.Millisecond} {
		clock := Clock{Set: true, Time: 100 * increment, Increment: increment}
		for range 80 {
			soft, hard := defaults.budget(clock, DefaultOverhead, false, &start)
			require.Less(t, hard+delay, clock.Time, "%+v", clock)
			clock.Time += increment - soft
		}
	}
	// With less time than the delay there is nothing left to save, but one overhead.
	_, hard := defaults.budget(Clock{Set: true, Time: 2 * DefaultOverhead}, DefaultOverhead, false, &start)
	assert.Less(t, hard, DefaultOverhead/4)
	// Where the reserve is most of the clock, an eighth of it is left to use.
	const overhead = 10 * time.Second
	for _, left := range []time.Duration{8 * time.Second, 24 * time.Second} {
		soft, hard := defaults.budget(Clock{Set: true, Time: overhead + left}, overhead, false, &start)
		wantSoft, wantHard := defaults.budget(Clock{Set: true, Time: left / 8}, 0, false, &start)
		assert.Equal(t, []time.Duration{wantSoft, wantHard}, []time.Duration{soft, hard}, left)
	}
	// Otherwise it is three overheads, as README.md and docs/protocol.md say, beside the one.
	soft, hard := defaults.budget(Clock{Set: true, Time: 100 * time.Second}, time.Second, false, &start)
	wantSoft, wantHard := defaults.budget(Clock{Set: true, Time: 96 * time.Second}, 0, false, &start)
	assert.Equal(t, []time.Duration{wantSoft, wantHard}, []time.Duration{soft, hard})
	// The last move of a control, and a clock without overhead, may be used up.
	_, hard = defaults.budget(Clock{Set: true, Time: time.Second, MovesToGo: 1}, DefaultOverhead, false, &start)
	assert.Greater(t, hard, time.Second-delay)
	_, hard = defaults.budget(Clock{Set: true, Time: 100 * time.Millisecond}, 0, false, &start)
	assert.Greater(t, hard, 10*time.Millisecond)
}

// A game must be playable to its end on any clock: however many moves it takes,
// each leaves time for the next, even if every one is thought about to the last.
func TestBudgetLastsForAGame(t *testing.T) {
	for _, most := range []time.Duration{time.Second, 10 * time.Second, 5 * time.Minute, time.Hour} {
		for _, increment := range []time.Duration{0, 100 * time.Millisecond, 10 * time.Second} {
			clock := Clock{Set: true, Time: most, Increment: increment}
			for move := range 200 {
				if clock.Time <= 10*time.Millisecond { // too short to be divided
					break
				}
				_, hard := defaults.budget(clock, 0, true, &start)
				clock.Time += increment - hard
				require.Positive(t, clock.Time, "%s + %s, move %d", most, increment, move)
			}
		}
	}
	for moves := 1; moves <= 60; moves++ {
		clock := Clock{Set: true, Time: time.Minute, MovesToGo: moves}
		for clock.MovesToGo > 0 && clock.Time > 10*time.Millisecond {
			_, hard := defaults.budget(clock, 0, true, &start)
			clock.Time -= hard
			clock.MovesToGo--
			require.Positive(t, clock.Time, "%d of %d moves to go", clock.MovesToGo, moves)
		}
	}
}

func TestTimeScale(t *testing.T) {
	matters := map[string]bool{}
	for stable := range 12 {
		for fall := -200; fall <= 400; fall += 50 {
			for share := 0.0; share <= 1; share += 0.125 {
				scaled := func(change func(*outlook)) float64 {
					o := outlook{stable: stable, fall: fall, slump: fall / 2, share: share, changes: 1}
					change(&o)
					return defaults.timeScale(&o)
				}
				scale := scaled(func(*outlook) {})
				require.Greater(t, scale, 0.2)
				require.Less(t, scale, 5.0)
				with := func(what string, sign float64, change func(*outlook)) {
					t.Helper()
					more := (scaled(change) - scale) * sign
					require.GreaterOrEqual(t, more, 0.0, what)
					if more > 0 {
						matters[what] = true
					}
				}
				with("a stable move needs less time", -1, func(o *outlook) { o.stable++ })
				with("a falling score needs more time", 1, func(o *outlook) { o.fall += 50 })
				with("a score below the last one needs more time", 1, func(o *outlook) { o.slump += 50 })
				with("a changing move needs more time", 1, func(o *outlook) { o.changes++ })
				with("a clear choice needs less time", -1, func(o *outlook) { o.share += 0.125 })
			}
		}
	}
	assert.Len(t, matters, 5, "each makes a difference")
}
