package search

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/testpos"
)

// maxMove is the highest value a move takes.
const maxMove = board.Move((board.Squares-1)<<7 | (board.Squares - 1))

// heapTable returns a table in memory that the race detector watches.
func heapTable(buckets int) *table {
	return &table{slots: make([]slot, buckets*bucketSlots), buckets: uint64(buckets), release: func() {}}
}

// keyIn returns the n-th key of a bucket.
func keyIn(tt *table, bucket, n int) uint64 {
	return math.MaxUint64/tt.buckets*uint64(bucket) + 1<<20 + uint64(n)
}

func randomEntry(rng *rand.Rand) entry {
	return entry{
		move:  board.Move(rng.IntN(int(maxMove) + 1)),
		pv:    rng.IntN(2) == 0,
		bound: Bound(rng.IntN(3)),
		depth: rng.IntN(eval.MaxPly-8) - 1,
		score: eval.Score(rng.IntN(int(2*eval.Infinity+1))) - eval.Infinity,
		eval:  eval.Score(rng.IntN(int(2*eval.Infinity+1))) - eval.Infinity,
	}
}

// probed returns what a table knows under a key.
func probed(tt *table, key uint64) (e entry, known bool) {
	known = tt.probe(key, &e)
	return
}

// decoded returns the entry that a data word holds.
func decoded(w uint64) (e entry) {
	e.decode(w)
	return
}

func TestEntryRoundTrip(t *testing.T) {
	check := func(e entry, age uint8) {
		w := e.encode(age)
		require.Equal(t, e, decoded(w))
		require.Equal(t, age, slotAge(w))
		require.Equal(t, e.depth, slotDepth(w)-depthOffset)
		require.True(t, slotUsed(w))
	}
	for _, move := range []board.Move{board.NoMove, 1, maxMove} {
		for _, bound := range []Bound{Exact, Lower, Upper} {
			for _, depth := range []int{-1, 0, 1, math.MaxUint8 - depthOffset} {
				for _, score := range []eval.Score{noEval, -eval.Mate, -1, 0, 1, eval.Mate, eval.Infinity} {
					check(entry{move, true, bound, depth, score, -score}, 0)
					check(entry{move, false, bound, depth, score, noEval}, maxAge-1)
				}
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		check(randomEntry(rng), uint8(rng.IntN(maxAge)))
	}
}

// The deepest iterations of an endless search, and extensions on top, have more
// depth than an entry has room for.
func TestEntryDepthSaturates(t *testing.T) {
	for depth := math.MaxUint8 - depthOffset; depth < 2*eval.MaxPly; depth++ {
		e := entry{move: maxMove, bound: Lower, depth: depth}
		e = decoded(e.encode(maxAge - 1))
		require.Equal(t, entry{move: maxMove, bound: Lower, depth: math.MaxUint8 - depthOffset}, e)
	}
}

func TestTableSizes(t *testing.T) {
	for _, mib := range []int{1, 2, 3, 5, 7, 10, 33} {
		tt, err := newTable(mib)
		require.NoError(t, err)
		require.Len(t, tt.slots, mib<<20/16, "%d MiB", mib)
		rng := rand.New(rand.NewPCG(uint64(mib), 1))
		keys := []uint64{0, 1, math.MaxUint64, math.MaxUint64 - 1, 1 << 63}
		for range 100 {
			keys = append(keys, rng.Uint64())
		}
		for _, key := range keys {
			_, known := probed(tt, key)
			require.False(t, known)
			e := randomEntry(rng)
			tt.fetch(key)
			tt.store(key, &e)
			found, known := probed(tt, key)
			require.True(t, known, "%d MiB, key %x", mib, key)
			require.Equal(t, e, found)
		}
		tt.free()
	}
}

// A table of other than a power of two buckets must not leave any out.
func TestTableUsesAllItsRoom(t *testing.T) {
	tt := heapTable(1001)
	rng := rand.New(rand.NewPCG(2, 1))
	stored := make(map[uint64]entry)
	for b := range 1001 {
		for n := range bucketSlots {
			key, e := keyIn(tt, b, n), randomEntry(rng)
			tt.store(key, &e)
			stored[key] = e
		}
	}
	for key, e := range stored {
		found, known := probed(tt, key)
		require.True(t, known)
		require.Equal(t, e, found)
	}
	assert.Equal(t, 1000, tt.full())
}

func TestTableReplacement(t *testing.T) {
	at := func(depth int) *entry { return &entry{move: board.Move(depth), depth: depth, bound: Lower} }
	fill := func(depths ...int) *table {
		tt := heapTable(1)
		for i, depth := range depths {
			tt.store(uint64(i), at(depth))
		}
		return tt
	}
	kept := func(tt *table) (keys []uint64) {
		for key := range uint64(10) {
			if _, known := probed(tt, key); known {
				keys = append(keys, key)
			}
		}
		return keys
	}

	t.Run("the shallowest goes", func(t *testing.T) {
		tt := fill(9, 4, 2, 7)
		tt.store(9, at(1))
		assert.Equal(t, []uint64{0, 1, 3, 9}, kept(tt))
		tt.store(8, at(5))
		assert.Equal(t, []uint64{0, 1, 3, 8}, kept(tt))
	})
	t.Run("the stale goes first", func(t *testing.T) {
		tt := fill(11, 4, 3, 7)
		tt.nextAge()
		for _, key := range []uint64{1, 3} {
			tt.store(key, at(2))
		}
		tt.store(9, at(1))
		assert.Equal(t, []uint64{0, 1, 3, 9}, kept(tt), "an age weighs as much as 8 plies: less than depth 11 against 1")
		tt.nextAge()
		tt.store(1, at(2))
		tt.store(3, at(2))
		tt.store(9, at(2))
		tt.store(8, at(1))
		assert.Equal(t, []uint64{1, 3, 8, 9}, kept(tt))
	})
	t.Run("ages wrap around", func(t *testing.T) {
		tt := fill(9, 9, 9, 9)
		for range maxAge - 1 {
			tt.nextAge()
		}
		tt.store(0, at(5))
		tt.nextAge() // the age of the other three again, and the newer one is the oldest
		tt.store(9, at(1))
		assert.Equal(t, []uint64{1, 2, 3, 9}, kept(tt))
	})
	t.Run("a position is there once", func(t *testing.T) {
		tt := heapTable(1)
		for depth := range 20 {
			tt.store(5, at(depth))
		}
		used := 0
		for i := range tt.slots {
			if slotUsed(tt.slots[i].data.Load()) {
				used++
			}
		}
		assert.Equal(t, 1, used)
	})
}

func TestTableUpdate(t *testing.T) {
	deep := entry{move: 77, depth: 10, bound: Lower, score: 50}
	for _, c := range []struct {
		name  string
		later bool // in a later search
		next  entry
		want  entry
	}{
		{"much shallower says less, but for the move", false, entry{move: 78, depth: 6, bound: Upper}, entry{move: 78, depth: 10, bound: Lower, score: 50}},
		{"little shallower is newer", false, entry{move: 78, depth: 7, bound: Upper}, entry{move: 78, depth: 7, bound: Upper}},
		{"exact says more", false, entry{move: 78, depth: 1}, entry{move: 78, depth: 1}},
		{"a later search knows better", true, entry{move: 78, depth: 1, bound: Upper}, entry{move: 78, depth: 1, bound: Upper}},
		{"the move is kept", false, entry{depth: 12, bound: Upper}, entry{move: 77, depth: 12, bound: Upper}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tt := heapTable(1)
			tt.store(1, &deep)
			if c.later {
				tt.nextAge()
			}
			tt.store(1, &c.next)
			found, known := probed(tt, 1)
			require.True(t, known)
			assert.Equal(t, c.want, found)
		})
	}
}

func TestTableClear(t *testing.T) {
	for workers := 1; workers < 8; workers++ {
		tt := heapTable(7)
		tt.nextAge()
		for b := range 7 {
			for n := range bucketSlots {
				tt.store(keyIn(tt, b, n), &entry{depth: 3})
			}
		}
		require.Equal(t, 1000, tt.full())
		tt.clear(workers)
		assert.Zero(t, tt.full())
		assert.Zero(t, tt.age)
		for i := range tt.slots {
			require.False(t, slotUsed(tt.slots[i].data.Load()), "slot %d, %d workers", i, workers)
		}
	}
}

func TestTableFull(t *testing.T) {
	tt := heapTable(2000)
	for _, want := range []int{250, 500, 750, 1000} {
		for b := range 2000 {
			tt.store(keyIn(tt, b, want), &entry{depth: 1})
		}
		assert.Equal(t, want, tt.full())
	}
	tt.nextAge()
	assert.Zero(t, tt.full(), "entries of the last search")
}

// A score is counted from the root, an entry's from its own position: whoever
// reaches the position at another ply finds the mate as far away as it is.
func TestTableScores(t *testing.T) {
	testpos.SkipRace(t)
	for ply := range eval.MaxPly {
		for _, s := range []eval.Score{0, 1, -1, eval.MaxEval, -eval.MaxEval, 357, -4321} {
			require.Equal(t, s, toTable(s, ply))
			require.Equal(t, s, fromTable(s, ply))
		}
		for distance := ply; distance < eval.MaxPly; distance++ {
			for _, s := range []eval.Score{
				eval.MatedIn(distance), -eval.MatedIn(distance), eval.LostByRuleIn(distance), -eval.LostByRuleIn(distance),
			} {
				require.Equal(t, s, fromTable(toTable(s, ply), ply))
			}
			require.Equal(t, -eval.MatedIn(distance-ply), toTable(-eval.MatedIn(distance), ply))
		}
	}
	assert.Equal(t, -eval.MatedIn(9), fromTable(toTable(-eval.MatedIn(7), 4), 6))
	assert.Equal(t, eval.LostByRuleIn(1), fromTable(toTable(eval.LostByRuleIn(7), 6), 0))
}

// TestTableIsNeverTorn lets many goroutines store and probe the same few keys.
// The evaluation of each entry is a digest of its other fields and the key, so
// that an entry of parts that were not stored together shows.
func TestTableIsNeverTorn(t *testing.T) {
	digest := func(key uint64, e entry) eval.Score {
		h := key
		for _, field := range []int{int(e.move), b2i(e.pv), int(e.bound), e.depth, int(e.score)} {
			h = (h ^ uint64(int64(field))) * 0x9e3779b97f4a7c15
			h ^= h >> 29
		}
		return eval.Score(int16(h))
	}
	rounds := 100_000
	if testing.Short() {
		rounds = 20_000
	}
	tt := heapTable(2)
	var group sync.WaitGroup
	for id := range 8 {
		group.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(id), 7))
			for range rounds {
				key := keyIn(tt, rng.IntN(2), rng.IntN(6))
				if found, known := probed(tt, key); known && found.eval != digest(key, found) {
					t.Errorf("key %x has an entry that nobody stored: %+v", key, found)
					return
				}
				e := randomEntry(rng)
				e.move = max(e.move, 1) // without one the old entry's would be taken over
				e.bound = Exact         // always stored
				e.eval = digest(key, e)
				tt.store(key, &e)
			}
		})
	}
	group.Wait()
}
