package search

import (
	"fmt"
	"sort"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/eval/nnue/nnuetest"
	"chuhe/internal/memory"
	"chuhe/internal/testpos"
	"chuhe/rules"
)

// weighed is an evaluation that cannot be compared.
type weighed struct {
	eval.Classical
	_ []int
}

func TestBadOptions(t *testing.T) {
	mostHash := 1 << 20
	if strconv.IntSize == 32 {
		mostHash = 1 << 10
	}
	for _, c := range []struct {
		change func(*Options)
		want   string
	}{
		{func(o *Options) { o.Hash = 0 }, fmt.Sprintf("search: hash in MiB is 0, want 1-%d", mostHash)},
		{func(o *Options) { o.Hash = MaxHash + 1 }, fmt.Sprintf("search: hash in MiB is %d, want 1-%d", mostHash+1, mostHash)},
		{func(o *Options) { o.Threads = 0 }, "search: threads is 0, want 1-1024"},
		{func(o *Options) { o.Threads = -3 }, "search: threads is -3, want 1-1024"},
		{func(o *Options) { o.MultiPV = MaxMultiPV + 1 }, "search: multipv is 129, want 1-128"},
		{func(o *Options) { o.MoveOverhead = -time.Second }, "search: move overhead is -1s, want 0s-10s"},
		{func(o *Options) { o.MoveOverhead = -time.Millisecond / 2 }, "search: move overhead is -500µs, want 0s-10s"},
		{func(o *Options) { o.MoveOverhead = MaxOverhead + time.Millisecond/4 }, "search: move overhead is 10.00025s, want 0s-10s"},
		{func(o *Options) { o.MoveOverhead = time.Minute }, "search: move overhead is 1m0s, want 0s-10s"},
		{func(o *Options) { o.Randomness = MaxRandom + 1 }, "search: randomness is 1001, want 0-1000"},
		{func(o *Options) { o.Oversight = -1 }, "search: oversight is -1, want 0-10000"},
		{func(o *Options) { o.Carelessness = 951 }, "search: carelessness is 951, want 0-950"},
		{func(o *Options) { o.Rules.Set = 6 }, "search: unknown set of rules, number 6: want 0-5"},
		{func(o *Options) { o.Rules.MoveLimit = -60 }, "search: natural move limit is -60 plies, want 1-10000, 0 for none, or -1 for that of the rules"},
		{func(o *Options) { o.Rules.MoveLimit = 10001 }, "search: natural move limit is 10001 plies, want 1-10000, 0 for none, or -1 for that of the rules"},
		{func(o *Options) { o.Evaluation = weighed{} }, "search: evaluation of type search.weighed, want one that can be compared, such as a pointer"},
		{func(o *Options) { o.Evaluation = nil }, "search: no evaluation, want one such as eval.Classical"},
	} {
		o := DefaultOptions()
		c.change(&o)
		_, err := New(o)
		require.EqualError(t, err, c.want)

		e := newEngine(t)
		old := e.Options()
		toDepth(e, board.NewLine(board.Start()), 3)
		require.EqualError(t, e.SetOptions(o), c.want)
		assert.Equal(t, old, e.Options())
		_, known := e.Probe(new(board.Start()))
		assert.True(t, known, "the table is kept")
	}
}

// TestNoMemory asserts that a table is refused that no machine holds, and threads that the
// memory beside a table does not hold.
func TestNoMemory(t *testing.T) {
	if memory.Left() == 0 {
		t.Skip("what is left is unknown here")
	}
	if strconv.IntSize == 32 {
		t.Skip("the largest table has 1 GiB, which a machine may hold")
	}
	e := newEngine(t)
	old := e.Options()
	o := old
	o.Hash = MaxHash
	require.ErrorContains(t, e.SetOptions(o), fmt.Sprintf("search: hash of %d MiB, threads: 1: no memory for ", MaxHash))
	assert.Equal(t, old, e.Options())

	most := sort.Search(MaxHash, func(mib int) bool { return memory.Ask(uint64(mib)<<20, 0) != nil }) // the least that is refused
	const other = 2000                                                                                // MiB that other programs may take or give back meanwhile
	if o.Hash = most - other; o.Hash < MinHash || most == MaxHash {
		t.Skip("too little memory, or too much")
	}
	require.NoError(t, e.Fits(o))
	o.Threads = MaxThreads
	require.ErrorContains(t, e.Fits(o), fmt.Sprintf("search: hash of %d MiB, threads: 1024: no memory for ", o.Hash))
	assert.Greater(t, o.Memory(), uint64(o.Hash)<<20+6<<30)
}

func TestSetOptions(t *testing.T) {
	e, start := newEngine(t), board.Start()
	known := func() bool { _, ok := e.Probe(&start); return ok }
	for _, c := range []struct {
		change func(*Options)
		kept   bool // the table
	}{
		{func(o *Options) { o.Threads = 4 }, true},
		{func(o *Options) { o.MultiPV = 3 }, true},
		{func(o *Options) { o.Randomness, o.Seed = 10, 99 }, false},
		{func(o *Options) { o.Seed = 98 }, false},
		{func(o *Options) { o.Oversight = 10 }, false},
		{func(o *Options) { o.Carelessness = 10 }, false},
		{func(o *Options) { o.MoveOverhead, o.Ponder = time.Second, true }, true},
		{func(o *Options) { o.Rules.Set = rules.Asian }, false},
		{func(o *Options) { o.Evaluation = nnuetest.Material(0) }, false},
		{func(o *Options) { o.MultiPV = 2 }, true},
		{classical, false},
		{func(o *Options) { o.Hash = 5 }, false},
		{func(o *Options) { o.Threads, o.MultiPV = 2, 1 }, true},
		{func(o *Options) { o.Hash, o.Threads = 1, 1 }, false},
		{func(*Options) {}, true},
	} {
		// Threads that store the same position at the same moment may spoil the entry.
		for range 20 {
			if toDepth(e, board.NewLine(start), 4); known() {
				break
			}
		}
		require.True(t, known())
		o := e.Options()
		c.change(&o)
		require.NoError(t, e.SetOptions(o))
		assert.Equal(t, o, e.Options())
		assert.Equal(t, c.kept, known())
		assert.Len(t, e.table.slots, o.Hash<<16)
	}
}

func TestRandomness(t *testing.T) {
	testpos.SkipRace(t)
	play := func(width int, seed uint64) Result {
		e := newEngine(t, func(o *Options) { o.Randomness, o.Seed = width, seed })
		r, _ := toDepth(e, board.NewLine(board.Start()), 4)
		r.Time = 0
		return r
	}
	assert.Equal(t, play(0, 1), play(0, 2), "no noise, no seed")

	best := map[board.Move]bool{}
	for seed := range uint64(12) {
		r := play(60, seed)
		assert.Equal(t, r, play(60, seed))
		best[r.Best] = true
	}
	assert.Greater(t, len(best), 2)
}

func TestNoise(t *testing.T) {
	r := &run{random: 20, seed: 5}
	seen := map[int]bool{}
	for key := range uint64(2000) {
		n := int(r.noise(key))
		require.Equal(t, n, int(r.noise(key)))
		require.True(t, n >= -20 && n <= 20)
		seen[n] = true
	}
	assert.Len(t, seen, 41)
}
