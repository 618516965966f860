package search

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

func TestRanges(t *testing.T) {
	fields := reflect.TypeFor[Params]()
	require.Equal(t, fields.NumField(), len(Ranges()), "one row for each field")
	for i, r := range Ranges() {
		assert.Equal(t, fields.Field(i).Name, r.Name, "the order of the fields")
		assert.True(t, r.Min <= r.Default && r.Default <= r.Max, r.Name)
		assert.Positive(t, r.Step, r.Name)
		assert.LessOrEqual(t, 2*r.Step, r.Max-r.Min, r.Name)
	}
	Ranges()[0].Default++
	assert.Equal(t, ranges[:], Ranges(), "the table is nobody else's")
	p := DefaultParams()
	require.NoError(t, p.Validate())
	for r, at := range p.Each() {
		for value, want := range map[int]bool{r.Min: true, r.Max: true, r.Min - 1: false, r.Max + 1: false} {
			*at = value
			assert.Equal(t, want, p.Validate() == nil, "%s=%d", r.Name, value)
		}
		*at = r.Default
	}
	assert.Equal(t, DefaultParams(), p)
}

// TestWindowGrows asserts that the smallest growth of the smallest window is not rounded to nothing.
func TestWindowGrows(t *testing.T) {
	least := map[string]int{}
	for _, r := range Ranges() {
		least[r.Name] = r.Min
	}
	assert.Positive(t, least["AspirationWindow"]*least["AspirationGrowth"]/100)
}

func TestParamsOfText(t *testing.T) {
	p := DefaultParams()
	assert.Empty(t, p.String())
	require.NoError(t, p.Set("razormargin=270, LMRBase = -20 "))
	assert.Equal(t, 270, p.RazorMargin)
	assert.Equal(t, -20, p.LMRBase)
	assert.Equal(t, "RazorMargin=270,LMRBase=-20", p.String())

	again := DefaultParams()
	require.NoError(t, again.Set(p.String()))
	assert.Equal(t, p, again)

	for text, want := range map[string]string{
		"":                             `search: parameter "", want name=value`,
		"RazorMargin":                  `search: parameter "RazorMargin", want name=value`,
		"RazorMargin=250,":             `search: parameter "", want name=value`,
		"RazorMargin=":                 `search: parameter RazorMargin is "", want a whole number`,
		"RazorMargin=2.5":              `search: parameter RazorMargin is "2.5", want a whole number`,
		"Razor=250":                    `search: no parameter "Razor"`,
		"LMRCut=1000,Oops=1":           `search: no parameter "Oops"`,
		"LMRCut=1000,RazorMargin=9999": `search: RazorMargin is 9999, want 50 to 800`,
		"LMRCut=1000,lmrcut=1200":      `search: parameter lmrcut is given twice`,
	} {
		require.EqualError(t, p.Set(text), want)
		assert.Equal(t, again, p, "nothing is changed by %q", text)
	}
}

// TestTwoParams shows that two engines of one process search each with its own.
func TestTwoParams(t *testing.T) {
	testpos.SkipRace(t)
	game := newGame(t, busy)
	nodes := func(e *Engine) uint64 {
		e.Clear()
		return e.Search(context.Background(), game, Limits{Depth: 10}, nil).Nodes
	}
	other := DefaultParams()
	require.NoError(t, other.Set("LMRBase=-500,LMRDivisor=5000"))
	a, b := newEngine(t), newEngine(t)
	require.NoError(t, b.SetParams(other))
	plain, changed := nodes(a), nodes(b)
	assert.Less(t, plain, changed, "less reduction, more nodes")
	assert.Equal(t, plain, nodes(a))

	require.NoError(t, a.SetParams(other))
	assert.Equal(t, other, a.params)
	o := a.Options()
	o.Threads = 2
	require.NoError(t, a.SetOptions(o))
	for _, w := range a.workers {
		assert.Equal(t, other, w.params)
		assert.Equal(t, newReductions(&other), w.reductions)
	}
	o.Threads = 1
	require.NoError(t, a.SetOptions(o))
	assert.Equal(t, changed, nodes(a))
	require.NoError(t, a.SetParams(DefaultParams()))
	assert.Equal(t, plain, nodes(a))
}

func TestSetParamsOfEngine(t *testing.T) {
	e, start := newEngine(t), board.Start()
	known := func() bool { _, ok := e.Probe(&start); return ok }
	toDepth(e, board.NewLine(start), 4)
	require.True(t, known())

	bad := DefaultParams()
	bad.LMRDivisor = 0
	require.EqualError(t, e.SetParams(bad), "search: LMRDivisor is 0, want 1000 to 5000")
	assert.Equal(t, DefaultParams(), e.params)
	require.NoError(t, e.SetParams(DefaultParams()))
	assert.True(t, known(), "the table is kept where nothing changes")

	other := DefaultParams()
	other.RazorMargin++
	require.NoError(t, e.SetParams(other))
	assert.False(t, known(), "its scores are those of another search")
}

// TestAnyParams asserts that the engine plays legal moves with any values in
// range.
func TestAnyParams(t *testing.T) {
	testpos.SkipRace(t)
	rng := rand.New(rand.NewPCG(62, 1))
	e := newEngine(t)
	sets := testpos.Rounds(12, 40, 40)
	for n := range sets {
		params := DefaultParams()
		for r, at := range params.Each() {
			switch n {
			case 0:
				*at = r.Min
			case 1:
				*at = r.Max
			default:
				*at = []int{r.Min, r.Max, r.Min + rng.IntN(r.Max-r.Min+1)}[rng.IntN(3)]
			}
		}
		require.NoError(t, e.SetParams(params))
		for range 4 {
			game := playout(rng, rng.IntN(100))
			if !movegen.HasLegal(game.Position()) {
				continue
			}
			r := e.Search(context.Background(), game, Limits{Nodes: 5000}, nil)
			require.True(t, movegen.IsLegal(game.Position(), r.Best), "%v in %v with %v", r.Best, game.Position(), &params)
		}
	}
}
