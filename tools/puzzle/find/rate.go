package find

import (
	"context"

	"chuhe/board"
	"chuhe/movegen"
	"chuhe/puzzle"
	"chuhe/search"
	"chuhe/search/level"
)

// The levels of play that try a puzzle. The first is of those without an Elo: it is as far
// below the next as matches showed.
const (
	firstStep = 3
	firstElo  = 87
	// lastGain is the Elo by which failures of the last level raise a rating at most.
	lastGain = 300
	// tries is how often each level tries.
	tries = 3
)

// Rate returns the rating of a puzzle. It is the mean Elo that the levels need: each adds
// its distance to the next one by the share of its tries that fail. The levels above the
// first that never fails are not asked. If ctx is done the result means nothing.
func (f *Finder) Rate(ctx context.Context, p *puzzle.Puzzle) int {
	rating := float64(firstElo)
	for step := firstStep; step < level.Steps; step++ {
		failed := 0
		for try := range uint64(tries) {
			if !f.solves(ctx, level.OfStep(step), 1+try, p) {
				failed++
			}
		}
		if failed == 0 {
			break
		}
		rating += float64(eloOf(step+1)-eloOf(step)) * float64(failed) / tries
	}
	return int(rating)
}

// eloOf returns the Elo of a step from firstStep on.
func eloOf(step int) int {
	switch step {
	case firstStep:
		return firstElo
	case level.Steps:
		return level.MaxElo + lastGain
	}
	return level.OfStep(step).Elo
}

// solves reports whether a level plays the solution, or another last move that mates.
func (f *Finder) solves(ctx context.Context, l level.Level, seed uint64, p *puzzle.Puzzle) bool {
	o := search.DefaultOptions()
	o.Seed, o.Evaluation = seed, f.options.Evaluation
	l.Apply(&o)
	if f.weak.SetOptions(o) != nil {
		return false // not before it is out of memory
	}
	line := board.NewLine(p.Start)
	for i, m := range p.Moves {
		if i%2 == 0 {
			f.weak.Clear()
			played := f.weak.Search(ctx, line, search.Limits{Nodes: uint64(l.Nodes)}, nil).Best
			if played != m {
				end := line.Position().Make(played)
				return p.Theme == puzzle.Mate && i == len(p.Moves)-1 && !movegen.HasLegal(&end)
			}
		}
		line.Play(m)
	}
	return true
}
