package search

import "golang.org/x/sys/cpu"

var hasAVX512 = cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL

// highest is highestGo, eight moves at a time if the processor can.
func highest(moves []scoredMove) int {
	if hasAVX512 {
		return highestAVX512(&moves[0], len(moves))
	}
	return highestGo(moves)
}

//go:noescape
func highestAVX512(moves *scoredMove, n int) int
