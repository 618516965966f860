package puzzle

import (
	"cmp"
	"slices"

	"chuhe/board"
	"chuhe/internal/splitmix"
)

// alike is the number of squares: two positions that differ on fewer are nearly the same.
const alike = 10

// Pick returns at most `each` puzzles of each theme, length and grade, in this order, but of
// mates in one half as many, rounded up. Which ones depends on their positions alone. No
// position is taken twice, nor two puzzles of a theme and length whose positions are nearly
// the same, one of them reflected left to right or not.
func Pick(all []Puzzle, each int) (picked []Puzzle) {
	type kind struct {
		theme  Theme
		length int
	}
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b Puzzle) int {
		return cmp.Compare(splitmix.Mix(a.Start.Key()), splitmix.Mix(b.Start.Key()))
	})
	seen := make(map[uint64]bool)
	count := make(map[kind]*[MaxGrade + 1]int)
	setups := make(map[kind][]board.Setup)
	for i := range all {
		p := &all[i]
		k, key, most := kind{p.Theme, p.Length()}, p.Start.Key(), each
		if k == (kind{Mate, 1}) {
			most = (each + 1) / 2
		}
		if count[k] == nil {
			count[k] = new([MaxGrade + 1]int)
		}
		setup := p.Start.Setup()
		image := setup.Mirror()
		if count[k][p.Grade()] >= most || seen[key] || slices.ContainsFunc(setups[k], func(s board.Setup) bool {
			return near(&s, &setup) || near(&s, &image)
		}) {
			continue
		}
		count[k][p.Grade()]++
		seen[key] = true
		setups[k] = append(setups[k], setup)
		picked = append(picked, *p)
	}
	slices.SortStableFunc(picked, func(a, b Puzzle) int {
		return cmp.Or(cmp.Compare(a.Theme, b.Theme), cmp.Compare(a.Length(), b.Length()), cmp.Compare(a.Rating, b.Rating))
	})
	return picked
}

// near reports whether two positions are nearly the same.
func near(a, b *board.Setup) bool {
	differing := 0
	for s, piece := range a.Pieces {
		if piece != b.Pieces[s] {
			if differing++; differing == alike {
				return false
			}
		}
	}
	return true
}
