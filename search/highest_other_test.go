//go:build !amd64

package search

// machineHighest returns nothing where the plain twin is the only one.
func machineHighest() []func([]scoredMove) int { return nil }
