package count

import (
	"chuhe/board"
	"chuhe/movegen"
)

// Leaves returns the number of leaves of the tree of legal moves at a depth in
// plies; 1 for depth 0.
func Leaves(p *board.Position, depth int) (nodes uint64) {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return uint64(Moves(p))
	case depth == 2:
		return uint64(countReplies(p))
	}
	var buf [movegen.MaxMoves]board.Move
	var child board.Position // outside the loop, so that it escapes to the heap only once
	for _, m := range movegen.Legal(p, buf[:0]) {
		child = p.Make(m)
		nodes += Leaves(&child, depth-1)
	}
	return nodes
}
