package perft

import (
	"context"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"chuhe/board"
	"chuhe/lang"
	"chuhe/movegen"
	"chuhe/tools/perft/count"
)

// ErrTooMany is returned for a tree with more leaves than 64 bits can count. With a
// cache such trees are within reach.
var ErrTooMany error = lang.Errorf("perft.tooMany")

// Options say how a Counter counts.
type Options struct {
	// Threads is the number of goroutines, 0 for one per processor.
	Threads int
	// Hash is the size in MiB of a cache of counts by position and depth; with 0
	// there is no cache.
	Hash int
	// Progress, if not nil, is called now and then while counting, never by
	// two goroutines at once.
	Progress func(Progress)
}

// Progress is the state of an unfinished count.
type Progress struct {
	Done, Total int    // parts of the tree, of unequal size
	Nodes       uint64 // leaves in the parts that are done
}

// Branch is a legal move and the number of leaves below it.
type Branch struct {
	Move  board.Move
	Nodes uint64
}

// sortBranches sorts branches by their squares.
func sortBranches(b []Branch) {
	slices.SortFunc(b, func(a, b Branch) int { return int(a.Move) - int(b.Move) })
}

// Tree is the result of a count.
type Tree struct {
	// Nodes is the number of leaves, 1 at depth 0.
	Nodes uint64
	// Branches are the legal moves, sorted by squares, with their leaves; empty at
	// depth 0.
	Branches []Branch
}

// Counter counts leaves; use [New]. Its cache is kept from one count to the next.
type Counter struct {
	threads  int
	cache    *cache
	progress func(Progress)
}

// New returns a Counter. The error says that there is no memory for the cache.
func New(o Options) (*Counter, error) {
	c := &Counter{threads: o.Threads, progress: o.Progress}
	if c.threads <= 0 {
		c.threads = runtime.GOMAXPROCS(0)
	}
	if o.Hash > 0 {
		var err error
		if c.cache, err = newCache(o.Hash); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Close frees the cache.
func (c *Counter) Close() {
	if c.cache != nil {
		c.cache.free()
		c.cache = nil
	}
}

// Count counts the leaves of a position at a depth in plies, 0 or more; each takes room
// on the stack, which hundreds of thousands exhaust. Its errors are ErrTooMany and those
// of ctx.
func (c *Counter) Count(ctx context.Context, p *board.Position, depth int) (Tree, error) {
	if depth <= 0 {
		return Tree{Nodes: 1}, ctx.Err()
	}
	var tree Tree
	for _, m := range movegen.Legal(p, nil) {
		tree.Branches = append(tree.Branches, Branch{Move: m})
	}
	sortBranches(tree.Branches)
	var parts []part
	for i, b := range tree.Branches {
		parts = append(parts, part{p.Make(b.Move), depth - 1, i})
	}
	parts = split(parts)

	nodes := make([]uint64, len(parts))
	var next, done atomic.Int64
	var total atomic.Uint64
	var reporting sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	for range c.threads {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(parts) {
					return ctx.Err()
				}
				s := &parts[i]
				n := c.below(ctx, &s.position, s.depth)
				if err := ctx.Err(); err != nil {
					return err
				}
				nodes[i] = n
				now := Progress{int(done.Add(1)), len(parts), total.Add(n)}
				if c.progress != nil && reporting.TryLock() {
					c.progress(now)
					reporting.Unlock()
				}
			}
		})
	}
	if err := group.Wait(); err != nil {
		return Tree{}, err
	}
	for i, n := range nodes {
		b := &tree.Branches[parts[i].root]
		b.Nodes = plus(b.Nodes, n)
		tree.Nodes = plus(tree.Nodes, n)
	}
	if tree.Nodes == math.MaxUint64 {
		return Tree{}, ErrTooMany
	}
	return tree, nil
}

// plus adds two counts. A sum beyond 64 bits saturates.
func plus(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}

// part is a position whose leaves belong to the root move of an index.
type part struct {
	position board.Position
	depth    int
	root     int
}

const (
	// enoughParts keeps all goroutines busy to the end: the last part takes about
	// a thousandth of the time. Shallow trees have fewer parts.
	enoughParts = 1000
	// wholeDepth is counted without checking the context: it takes a few
	// milliseconds.
	wholeDepth = 4
)

// split replaces parts by the positions after their moves until there are enough.
func split(parts []part) []part {
	var buf [movegen.MaxMoves]board.Move
	for len(parts) > 0 && len(parts) < enoughParts && parts[0].depth > 3 {
		var smaller []part
		for i := range parts {
			s := &parts[i]
			for _, m := range movegen.Legal(&s.position, buf[:0]) {
				smaller = append(smaller, part{s.position.Make(m), s.depth - 1, s.root})
			}
		}
		parts = smaller
	}
	return parts
}

// below counts the leaves below a position, looking them up in the cache if there is
// one. Once ctx is done the number means nothing.
func (c *Counter) below(ctx context.Context, p *board.Position, depth int) uint64 {
	if depth < cachedDepth {
		return count.Leaves(p, depth)
	}
	if ctx.Err() != nil {
		return 0
	}
	if c.cache == nil && depth <= wholeDepth {
		return count.Leaves(p, depth)
	}
	if nodes, ok := c.cache.get(p.Key(), depth); ok {
		return nodes
	}
	var nodes uint64
	if depth == cachedDepth {
		nodes = count.Leaves(p, depth)
	} else {
		var buf [movegen.MaxMoves]board.Move
		var child board.Position // outside the loop, so that it escapes to the heap only once
		for _, m := range movegen.Legal(p, buf[:0]) {
			child = p.Make(m)
			nodes = plus(nodes, c.below(ctx, &child, depth-1))
		}
	}
	if ctx.Err() == nil {
		c.cache.put(p.Key(), depth, nodes)
	}
	return nodes
}
