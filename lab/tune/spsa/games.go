package spsa

import (
	"context"
	"math"

	"chuhe/eval"
	"chuhe/lab/selfplay"
	"chuhe/search"
)

// tally counts games by their result for the plus side.
type tally struct {
	Wins, Draws, Losses int
	// Cut is the number of games that -cut ended, and Lead the sum of what to expect
	// from them: the plus side's chance to win less the other's.
	Cut  int     `json:",omitempty"`
	Lead float64 `json:",omitempty"`
}

func (t *tally) add(o tally) {
	t.Wins, t.Draws, t.Losses = t.Wins+o.Wins, t.Draws+o.Draws, t.Losses+o.Losses
	t.Cut, t.Lead = t.Cut+o.Cut, t.Lead+o.Lead
}

func (t tally) games() int { return t.Wins + t.Draws + t.Losses + t.Cut }

// possible reports whether games can have the tally.
func (t tally) possible() bool {
	return min(t.Wins, t.Draws, t.Losses, t.Cut) >= 0 && math.Abs(t.Lead) <= float64(t.Cut)
}

// result returns what [point.learn] takes.
func (t tally) result() float64 { return float64(t.Wins-t.Losses) + t.Lead }

// count adds a game.
func (t *tally) count(f selfplay.Finish) {
	switch {
	case f.Cut:
		t.Cut++
		t.Lead += f.Lead
	case f.Lead > 0:
		t.Wins++
	case f.Lead < 0:
		t.Losses++
	default:
		t.Draws++
	}
}

// arena holds the engines of a worker, the first of them with more of each parameter.
type arena struct{ *selfplay.Arena }

func newArena(s *settings, evaluation eval.Evaluation) (arena, error) {
	start, err := startParams(s)
	if err != nil {
		return arena{}, err
	}
	a, err := selfplay.NewArena(&selfplay.ArenaSettings{
		Nodes: s.Nodes, Clock: s.Clock, Increment: s.Increment, Cut: s.Cut, Hash: s.Hash, Judge: start,
	}, [2]eval.Evaluation{evaluation, evaluation})
	return arena{a}, err
}

// play plays pairs of games. Both games of a pair have the same opening, with the
// colours swapped. The error comes from ctx, or is about parameters out of range.
func (a arena) play(ctx context.Context, t *trial, plus, minus search.Params, pairs int) (all tally, err error) {
	if err := a.SetParams(plus, minus); err != nil {
		return tally{}, err
	}
	for range pairs {
		opening, err := a.Open(ctx, t.random)
		if err != nil {
			return tally{}, err
		}
		pair, err := a.Pair(ctx, opening)
		if err != nil {
			return tally{}, err
		}
		for _, f := range pair {
			all.count(f)
		}
	}
	return all, nil
}
