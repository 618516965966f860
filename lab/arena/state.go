package main

import (
	"fmt"
	"time"

	"chuhe/internal/stats"
	"chuhe/lab/progress"
)

// settings decide the outcome of a test: pairs are counted in the order of their numbers,
// however many threads play them.
type settings struct {
	// New and Old are the parameters of both sides, in the form of Params.Set.
	New, Old string
	// NewEval and OldEval are the names of their evaluations.
	NewEval, OldEval string
	// Nodes of a move, and of the old side's moves.
	Nodes, OldNodes uint64
	// Clock and Increment are the nodes of a game clock in place of Nodes, unless 0.
	Clock, Increment uint64 `json:",omitempty"`
	Cut              int    // plies of a game, 0 for all
	Hash             int    // MiB
	// Openings names the list of openings.
	Openings string
	Test     stats.SPRT
	// Search is the signature of the search, see [search.Signature].
	Search string
}

// state is the progress of a test, as its file stores it.
type state struct {
	Settings settings
	Count    count // of the first pairs
	Spent    time.Duration
}

// fileOf returns the file of a run's state.
func fileOf(name string) progress.File { return progress.File{Name: name, Run: "a test"} }

// Validate implements [progress.State].
func (s *state) Validate() error {
	c := &s.Count
	for i, n := range c.Pairs {
		if n < 0 {
			return fmt.Errorf("%d pairs with score %d of %d, want 0 or more", n, i, steps)
		}
	}
	if games := c.Wins + c.Draws + c.Losses + c.Cut; games != 2*c.pairs() || min(c.Wins, c.Draws, c.Losses, c.Cut, c.Plies) < 0 {
		return fmt.Errorf("%d games in %d pairs, want two in each", games, c.pairs())
	}
	return s.Settings.Test.Validate()
}
