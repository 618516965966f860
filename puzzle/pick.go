package puzzle

import (
	"cmp"
	"slices"

	"chuhe/internal/splitmix"
)

// Pick returns at most `each` puzzles of each theme, length and grade, in this order.
// Which ones depends on their positions alone. No position is taken twice.
func Pick(all []Puzzle, each int) (picked []Puzzle) {
	type kind struct {
		theme         Theme
		length, grade int
	}
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b Puzzle) int {
		return cmp.Compare(splitmix.Mix(a.Start.Key()), splitmix.Mix(b.Start.Key()))
	})
	count, seen := make(map[kind]int), make(map[uint64]bool)
	for _, p := range all {
		k, key := kind{p.Theme, p.Length(), p.Grade}, p.Start.Key()
		if count[k] >= each || seen[key] {
			continue
		}
		count[k]++
		seen[key] = true
		picked = append(picked, p)
	}
	slices.SortStableFunc(picked, func(a, b Puzzle) int {
		return cmp.Or(cmp.Compare(a.Theme, b.Theme), cmp.Compare(a.Length(), b.Length()), cmp.Compare(a.Grade, b.Grade))
	})
	return picked
}
