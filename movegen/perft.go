package movegen

import "chuhe/board"

// Perft returns the number of leaf nodes of the tree of legal moves at a depth
// in plies; 1 for depth 0.
func Perft(p *board.Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if depth == 1 {
		return uint64(Count(p))
	}
	if depth == 2 {
		return uint64(countReplies(p))
	}
	var buf [MaxMoves]board.Move
	moves := Legal(p, buf[:0])
	var nodes uint64
	var child board.Position // outside the loop, lest its address passed down put it on the heap
	for _, m := range moves {
		child = p.Make(m)
		nodes += Perft(&child, depth-1)
	}
	return nodes
}
