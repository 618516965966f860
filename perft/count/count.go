package count

import (
	"chuhe/board"
	"chuhe/movegen"
)

// Leaves returns the number of leaf nodes of the tree of legal moves at a depth
// in plies; 1 for depth 0.
func Leaves(p *board.Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if depth == 1 {
		return uint64(Moves(p))
	}
	if depth == 2 {
		return uint64(countReplies(p))
	}
	var buf [movegen.MaxMoves]board.Move
	moves := movegen.Legal(p, buf[:0])
	var nodes uint64
	var child board.Position // outside the loop, lest its address passed down put it on the heap
	for _, m := range moves {
		child = p.Make(m)
		nodes += Leaves(&child, depth-1)
	}
	return nodes
}
