package perft

import (
	"math/bits"
	"sync/atomic"

	"chuhe/internal/memory"
	"chuhe/internal/splitmix"
)

// cache stores counts by position and depth. Its slots are written and read without
// locks: a slot is the count and the key XOR the count, so that a slot torn by two
// writers matches no key. A nil cache is empty and stays so.
type cache struct {
	slots []slot
	free  func()
}

type slot struct{ check, nodes atomic.Uint64 }

const (
	// bucketSlots is the number of slots in which a key may be: one cache line.
	bucketSlots = 4
	slotBytes   = 16
	pageBytes   = 4096
	// cachedDepth is the least depth to cache: below it, counting again is as fast
	// as memory.
	cachedDepth = 2
)

func newCache(mib int) (*cache, error) {
	if err := memory.Ask(uint64(mib)<<20, 0); err != nil {
		return nil, err
	}
	slots, free, err := memory.Slice[slot](mib << 20 / slotBytes)
	if err != nil {
		return nil, err
	}
	for i := 0; i < len(slots); i += pageBytes / slotBytes {
		slots[i].nodes.Store(0) // so that the system provides the page now, not while counting
	}
	return &cache{slots, free}, nil
}

// place returns the key of a position at a depth and the slots for it.
func (c *cache) place(key uint64, depth int) (uint64, []slot) {
	key += uint64(depth) * splitmix.Gamma
	bucket, _ := bits.Mul64(key, uint64(len(c.slots)/bucketSlots))
	return key, c.slots[bucket*bucketSlots:][:bucketSlots]
}

// get returns what put stored; ok is false if it has been replaced since.
func (c *cache) get(key uint64, depth int) (nodes uint64, ok bool) {
	if c == nil {
		return 0, false
	}
	key, bucket := c.place(key, depth)
	for i := range bucket {
		nodes := bucket[i].nodes.Load()
		if bucket[i].check.Load()^nodes == key {
			return nodes, true
		}
	}
	return 0, false
}

// put stores a count in place of the smallest one, the cheapest to lose.
func (c *cache) put(key uint64, depth int, nodes uint64) {
	if c == nil {
		return
	}
	key, bucket := c.place(key, depth)
	least := &bucket[0]
	for i := range bucket {
		if bucket[i].nodes.Load() < least.nodes.Load() {
			least = &bucket[i]
		}
	}
	least.nodes.Store(nodes)
	least.check.Store(key ^ nodes)
}
