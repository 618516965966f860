//go:build !amd64

package search

func highest(moves []scoredMove) int { return highestGo(moves) }
