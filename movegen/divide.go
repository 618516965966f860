package movegen

import (
	"context"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"chuhe/board"
	"chuhe/internal/memory"
)

// DivideOptions say how Divide counts.
type DivideOptions struct {
	// Threads is the number of goroutines, 0 for one for each processor.
	Threads int
	// Hash is the size in MiB of a cache of counts by position and depth, 0
	// for none.
	Hash int
	// Progress, if not nil, is called now and then with the number of
	// subtrees counted and their total, never by two goroutines at once.
	Progress func(done, total int)
}

// Branch is a legal move and the number of leaf nodes below it.
type Branch struct {
	Move  board.Move
	Nodes uint64
}

// Divide returns Perft by move, the moves in order of their squares. The counts
// add up to Perft for every depth but 0, for which there are no branches. Its
// errors are those of ctx and of a lack of memory for the cache.
func Divide(ctx context.Context, p *board.Position, depth int, o DivideOptions) ([]Branch, error) {
	if depth <= 0 {
		return nil, ctx.Err()
	}
	var cache *countCache
	if o.Hash > 0 {
		c, err := newCountCache(o.Hash)
		if err != nil {
			return nil, err
		}
		defer c.free()
		cache = c
	}

	var counts []Branch
	var subtrees []subtree
	moves := Legal(p, nil)
	slices.Sort(moves)
	for i, m := range moves {
		counts = append(counts, Branch{Move: m})
		subtrees = append(subtrees, subtree{p.Make(m), depth - 1, i})
	}
	// Small subtrees keep all goroutines busy to the end.
	for plies := 1; plies < 3 && depth-plies > 3; plies++ {
		subtrees = split(subtrees)
	}

	threads := o.Threads
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	nodes := make([]atomic.Uint64, len(counts))
	var next, done atomic.Int64
	var reporting sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	for range threads {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(subtrees) {
					return nil
				}
				s := &subtrees[i]
				nodes[s.root].Add(cache.perft(ctx, &s.position, s.depth))
				if err := ctx.Err(); err != nil {
					return err // the count may be short
				}
				finished := int(done.Add(1))
				if o.Progress != nil && reporting.TryLock() {
					o.Progress(finished, len(subtrees))
					reporting.Unlock()
				}
			}
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for i := range counts {
		counts[i].Nodes = nodes[i].Load()
	}
	return counts, nil
}

// subtree is a position whose leaves count for the root move of an index.
type subtree struct {
	position board.Position
	depth    int
	root     int
}

// split replaces each subtree by those of its moves.
func split(subtrees []subtree) (parts []subtree) {
	var buf [MaxMoves]board.Move
	for i := range subtrees {
		s := &subtrees[i]
		for _, m := range Legal(&s.position, buf[:0]) {
			parts = append(parts, subtree{s.position.Make(m), s.depth - 1, s.root})
		}
	}
	return
}

// countCache remembers counts by position and depth. Its slots are written and
// read without locks: a slot is the count and the key XOR the count, so that
// one torn by two writers matches nothing. A nil cache remembers nothing.
type countCache struct {
	slots []countSlot
	free  func()
}

type countSlot struct{ check, count atomic.Uint64 }

// countBucket is the number of slots in which a key may be: one cache line.
const countBucket = 4

func newCountCache(mib int) (*countCache, error) {
	slots, free, err := memory.Slice[countSlot](mib << 20 / 16)
	if err != nil {
		return nil, err
	}
	return &countCache{slots, free}, nil
}

// cachedDepth is the least depth that is remembered: counting anew is as fast
// as memory below it.
const cachedDepth = 2

// promptDepth is the greatest depth that is counted without asking whether
// anyone still waits: a small part of a second.
const promptDepth = 4

// perft is Perft with the cache. Once ctx is done what it returns is too small.
func (c *countCache) perft(ctx context.Context, p *board.Position, depth int) uint64 {
	if depth < cachedDepth || c == nil && depth <= promptDepth {
		return Perft(p, depth)
	}
	if c == nil {
		return c.below(ctx, p, depth)
	}
	key := p.Key() + uint64(depth)*0x9e3779b97f4a7c15 // 2^64 over the golden ratio
	at, _ := bits.Mul64(key, uint64(len(c.slots)/countBucket))
	bucket := c.slots[at*countBucket:][:countBucket]
	for i := range bucket {
		count := bucket[i].count.Load()
		if bucket[i].check.Load()^count == key {
			return count
		}
	}
	var nodes uint64
	if depth == 2 {
		nodes = Perft(p, depth)
	} else {
		nodes = c.below(ctx, p, depth)
	}
	if ctx.Err() != nil {
		return nodes
	}
	// The smallest count is the cheapest to lose.
	least := 0
	for i := range bucket {
		if bucket[i].count.Load() < bucket[least].count.Load() {
			least = i
		}
	}
	bucket[least].count.Store(nodes)
	bucket[least].check.Store(key ^ nodes)
	return nodes
}

// below adds up perft of the position's moves.
func (c *countCache) below(ctx context.Context, p *board.Position, depth int) (nodes uint64) {
	var buf [MaxMoves]board.Move
	var child board.Position
	for _, m := range Legal(p, buf[:0]) {
		if ctx.Err() != nil {
			break
		}
		child = p.Make(m)
		nodes += c.perft(ctx, &child, depth-1)
	}
	return nodes
}
