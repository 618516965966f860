package perft

import (
	"context"

	"golang.org/x/sync/errgroup"

	"chuhe/board"
)

// plainTree is a slow twin of Counter.Count, to decide whether a count or its
// expected value is wrong. It makes every pseudo-legal move and drops those that
// leave the king attacked. It uses neither package movegen nor a cache.
func plainTree(ctx context.Context, p *board.Position, depth, threads int) ([]Branch, error) {
	if depth <= 0 {
		return nil, ctx.Err()
	}
	var branches []Branch
	plainMoves(p, func(m board.Move, _ *board.Position) { branches = append(branches, Branch{Move: m}) })
	sortBranches(branches)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(threads)
	for i := range branches {
		group.Go(func() error {
			child := p.Make(branches[i].Move)
			branches[i].Nodes = plainCount(ctx, &child, depth-1)
			return ctx.Err()
		})
	}
	return branches, group.Wait()
}

// plainCount counts leaves one by one. Once ctx is done the number means nothing.
func plainCount(ctx context.Context, p *board.Position, depth int) (nodes uint64) {
	if depth == 0 {
		return 1
	}
	if depth > 2 && ctx.Err() != nil {
		return 0
	}
	plainMoves(p, func(_ board.Move, child *board.Position) { nodes += plainCount(ctx, child, depth-1) })
	return nodes
}

// plainMoves calls visit with each legal move and the position after it.
func plainMoves(p *board.Position, visit func(board.Move, *board.Position)) {
	us := p.Side()
	for own := p.Of(us); !own.IsEmpty(); {
		from := own.Pop()
		for ends := p.MovesFrom(from).AndNot(p.Of(us)); !ends.IsEmpty(); {
			m := board.NewMove(from, ends.Pop())
			if child := p.Make(m); child.Checkers(us).IsEmpty() {
				visit(m, &child)
			}
		}
	}
}
