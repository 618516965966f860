package search

import (
	"math"
	"math/bits"
	"runtime"
	"sync"
	"unsafe"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/memory"
)

// table is the transposition table, shared by all workers without locks.
//
// A slot is two atomic words, the data and the key XOR the data: a slot torn by
// two writers at once decodes to a key that matches nothing (Hyatt and Mann,
// "A lockless transposition table implementation for parallel search", 2002).
type table struct {
	slots   []slot
	buckets uint64
	age     uint8 // of the current search, modulo maxAge
	used    bool  // by a search since it was last empty
	touched sync.WaitGroup
	release func()
}

type slot struct{ check, data word }

const (
	bucketSlots = 4 // one cache line
	bucketBytes = bucketSlots * int(unsafe.Sizeof(slot{}))
	maxAge      = 1 << 5
)

// entry is the content of a slot of the table. Its data word is
//
//	bits  0..13  move
//	bit      14  whether the position was on a principal variation
//	bits 15..16  bound, as a Bound plus one; 0 marks an empty slot
//	bits 17..21  age
//	bits 24..31  depth + depthOffset, at most 255
//	bits 32..47  score, mates counted from the position
//	bits 48..63  static evaluation
type entry struct {
	move  board.Move
	pv    bool
	bound Bound
	depth int
	score eval.Score
	eval  eval.Score
}

// leastDepth is the depth that the quiescence search stores; in check, where it looks at
// all moves, it stores one more. depthOffset makes depths positive.
const (
	leastDepth  = -1
	unsearched  = -2 // of an entry that has only the static evaluation
	depthOffset = 8
)

// noEval marks a missing static evaluation, as in check.
const noEval = -eval.Infinity

func (e *entry) encode(age uint8) uint64 {
	w := uint64(e.move) | uint64(e.bound+1)<<15 | uint64(age)<<17 | uint64(min(e.depth+depthOffset, math.MaxUint8))<<24 |
		uint64(uint16(e.score))<<32 | uint64(uint16(e.eval))<<48
	if e.pv {
		w |= 1 << 14
	}
	return w
}

func (e *entry) decode(w uint64) {
	e.move = board.Move(w & moveBits)
	e.pv = w>>14&1 != 0
	e.bound = Bound(w>>15&3) - 1
	e.depth = slotDepth(w) - depthOffset
	e.score = eval.Score(int16(w >> 32))
	e.eval = eval.Score(int16(w >> 48))
}

// moveBits are the bits of a data word that hold the move.
const moveBits = 1<<14 - 1

func slotDepth(w uint64) int { return int(w >> 24 & 255) }
func slotAge(w uint64) uint8 { return uint8(w >> 17 & (maxAge - 1)) }
func slotUsed(w uint64) bool { return w>>15&3 != 0 }

// newTable returns an empty table of a size in MiB.
func newTable(mib int) (*table, error) {
	buckets := mib << 20 / bucketBytes
	slots, free, err := memory.Slice[slot](buckets * bucketSlots)
	if err != nil {
		return nil, err
	}
	return &table{slots: slots, buckets: uint64(buckets), release: free}, nil
}

// touch begins to write to every page, changing nothing, so that the system hands the
// memory out while the host is still setting up the game and not in the course of the
// first search. The previous table must be freed already: there may not be memory for both.
func (t *table) touch() {
	t.parts(runtime.GOMAXPROCS(0), func(part []slot) {
		t.touched.Go(func() {
			const page = 4096 / int(unsafe.Sizeof(slot{}))
			for i := 0; i < len(part); i += page {
				part[i].data.Add(0)
			}
		})
	})
}

// parts calls work with each of a number of parts of the table.
func (t *table) parts(number int, work func([]slot)) {
	size := (len(t.slots) + number - 1) / number
	for start := 0; start < len(t.slots); start += size {
		work(t.slots[start:min(start+size, len(t.slots))])
	}
}

// free gives the memory back; the table must not be used any more.
func (t *table) free() {
	t.touched.Wait()
	t.release()
}

// bucket returns the slots in which a key may be. The high bits of the key
// choose, so any number of buckets will do.
func (t *table) bucket(key uint64) []slot {
	i, _ := bits.Mul64(key, t.buckets)
	i *= bucketSlots
	return t.slots[i : i+bucketSlots : i+bucketSlots]
}

// fetch brings the bucket of a key near before it is asked for.
func (t *table) fetch(key uint64) {
	i, _ := bits.Mul64(key, t.buckets)
	prefetch(unsafe.Pointer(&t.slots[i*bucketSlots]))
}

// probe fills in what is known of a position, and reports whether anything is. It takes a
// pointer because copying a struct that was just written field by field stalls the
// processor's store forwarding.
func (t *table) probe(key uint64, e *entry) bool {
	b := t.bucket(key)
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load()^data == key && slotUsed(data) {
			e.decode(data)
			return true
		}
	}
	return false
}

// store keeps what was learnt of a position, in place of an older entry of the
// same position, an empty slot, or the one of least depth and greatest age.
func (t *table) store(key uint64, e *entry) {
	b, data := t.bucket(key), e.encode(t.age)
	worst, worstValue := 0, 1<<30
	for i := range b {
		old := b[i].data.Load()
		if !slotUsed(old) {
			worst = i
			break
		}
		if b[i].check.Load()^old == key {
			if e.move == board.NoMove {
				data |= old & moveBits
			}
			if e.bound != Exact && slotAge(old) == t.age && e.depth+4 <= slotDepth(old)-depthOffset {
				// The old entry says more, but the newer move is better known.
				data = old&^moveBits | data&moveBits
			}
			worst = i
			break
		}
		age := int(t.age-slotAge(old)) & (maxAge - 1)
		if value := slotDepth(old) - 8*age; value < worstValue {
			worst, worstValue = i, value
		}
	}
	b[worst].data.Store(data)
	b[worst].check.Store(key ^ data)
}

// nextAge begins a new search: entries not touched since grow stale.
func (t *table) nextAge() { t.age, t.used = (t.age+1)%maxAge, true }

// clear empties the table while no search runs, with several goroutines as
// the first touch of fresh memory takes its time.
func (t *table) clear(workers int) {
	if !t.used {
		return
	}
	t.touched.Wait()
	var wg sync.WaitGroup
	t.parts(workers, func(part []slot) { wg.Go(func() { clear(part) }) })
	wg.Wait()
	t.age, t.used = 0, false
}

// full returns the part of the table used by the current search, in
// thousandths, from a sample.
func (t *table) full() int {
	sample := t.slots[:min(len(t.slots), 4000)]
	used := 0
	for i := range sample {
		if data := sample[i].data.Load(); slotUsed(data) && slotAge(data) == t.age {
			used++
		}
	}
	return used * 1000 / len(sample)
}

// toTable turns a score counted from the root into one counted from a position
// at a ply, and fromTable back, so that a mate is found at the right distance
// on every path to the position.
func toTable(s eval.Score, ply int) eval.Score {
	switch {
	case s > eval.MaxEval:
		return s + eval.Score(ply)
	case s < -eval.MaxEval:
		return s - eval.Score(ply)
	}
	return s
}

func fromTable(s eval.Score, ply int) eval.Score {
	switch {
	case s > eval.MaxEval:
		return s - eval.Score(ply)
	case s < -eval.MaxEval:
		return s + eval.Score(ply)
	}
	return s
}
