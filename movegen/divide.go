package movegen

import (
	"context"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"chuhe/board"
)

// Branch is a legal move and the number of leaf nodes below it.
type Branch struct {
	Move  board.Move
	Nodes uint64
}

// Divide returns Perft by move, the moves in order of their squares, counted by
// at most so many goroutines. The counts add up to Perft for every depth but 0,
// for which there are no branches. The error is that of ctx, which is looked at
// once for every two plies from the root.
func Divide(ctx context.Context, p *board.Position, depth, threads int) ([]Branch, error) {
	if depth <= 0 {
		return nil, ctx.Err()
	}
	moves := Legal(p, nil)
	slices.Sort(moves)
	nodes := make([]atomic.Uint64, len(moves))

	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(threads, 1))
	for i, m := range moves {
		child := p.Make(m)
		if depth < 4 { // too little to share out
			nodes[i].Store(Perft(&child, depth-1))
			continue
		}
		for _, reply := range Legal(&child, nil) {
			grandchild := child.Make(reply)
			group.Go(func() error {
				if ctx.Err() == nil {
					nodes[i].Add(Perft(&grandchild, depth-2))
				}
				return ctx.Err()
			})
		}
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}

	branches := make([]Branch, len(moves))
	for i, m := range moves {
		branches[i] = Branch{m, nodes[i].Load()}
	}
	return branches, nil
}
