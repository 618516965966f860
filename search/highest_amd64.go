package search

import "golang.org/x/sys/cpu"

var (
	hasAVX2   = cpu.X86.HasAVX2
	hasAVX512 = cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL
)

// highest is highestGo, eight moves at a time if the processor can and there are as many.
func highest(moves []scoredMove) int {
	switch {
	case len(moves) < 8:
		return highestGo(moves)
	case hasAVX512:
		return highestAVX512(&moves[0], len(moves))
	case hasAVX2:
		return highestAVX2(&moves[0], len(moves))
	}
	return highestGo(moves)
}

// highestAVX2 needs at least eight moves.
//
//go:noescape
func highestAVX2(moves *scoredMove, n int) int

//go:noescape
func highestAVX512(moves *scoredMove, n int) int
