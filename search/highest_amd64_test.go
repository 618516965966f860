package search

// machineHighest returns the kernels that run here; highest chooses one of them.
func machineHighest() (kernels []func([]scoredMove) int) {
	if hasAVX2 {
		kernels = append(kernels, func(moves []scoredMove) int { return highestAVX2(&moves[0], len(moves)) })
	}
	if hasAVX512 {
		kernels = append(kernels, func(moves []scoredMove) int { return highestAVX512(&moves[0], len(moves)) })
	}
	return kernels
}
