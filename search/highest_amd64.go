package search

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// highest is highestGo, eight moves at a time if there are as many and the processor can.
func highest(moves []scoredMove) int {
	if len(moves) < 8 || !hasAVX2 {
		return highestGo(moves)
	}
	return highestAVX2(&moves[0], len(moves))
}

// highestAVX2 needs at least eight moves.
//
//go:noescape
func highestAVX2(moves *scoredMove, n int) int
