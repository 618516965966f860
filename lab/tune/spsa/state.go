package spsa

import (
	"fmt"
	"path"
	"strings"
	"time"

	"chuhe/lab/progress"
	"chuhe/search"
)

// settings decide the outcome of a run.
type settings struct {
	Schedule schedule
	Batch    int // iterations that start from the same point
	Pairs    int // of games in an iteration
	Nodes    uint64
	// Clock and Increment are the nodes of a game clock that takes the place of
	// Nodes, unless 0.
	Clock, Increment uint64
	Cut              int // plies of a game, 0 for all
	Hash             int // MiB
	Seed             uint64
	Params           string // patterns of the parameters to tune
	From             string // start values in the form of Params.Set, "" for the defaults
	// Evaluator is the name of the evaluation.
	Evaluator string
	// Search is the signature of the search, see [search.Signature].
	Search string
}

// state is the progress of a run, as its file stores it.
type state struct {
	Settings settings
	// Values of the parameters that are tuned, by name, and the iterations that led to
	// them.
	Values map[string]float64
	Done   int
	// Begun are the results of the iterations after those. The values move by a whole
	// batch, so it may be whole here: the run was stopped before it learnt from it.
	Begun []tally `json:",omitempty"`
	Tally tally   // of all
	Spent time.Duration
}

// chosen returns the ranges of the parameters that match comma-separated patterns,
// with wildcards as in [path.Match] and in either case. Each pattern adds its
// parameters to those before it, or removes them if it begins with a minus.
func chosen(patterns string) ([]search.Range, error) {
	taken := make(map[string]bool)
	for pattern := range strings.SplitSeq(patterns, ",") {
		glob, minus := strings.CutPrefix(strings.TrimSpace(pattern), "-")
		found := false
		for _, r := range search.Ranges() {
			ok, err := path.Match(strings.ToLower(glob), strings.ToLower(r.Name))
			if err != nil {
				return nil, fmt.Errorf("-params: pattern %q: %w", pattern, err)
			}
			if ok {
				found = true
				taken[r.Name] = !minus
			}
		}
		if !found {
			return nil, fmt.Errorf("-params: no parameter matches %q", pattern)
		}
	}
	var list []search.Range
	for _, r := range search.Ranges() {
		if taken[r.Name] {
			list = append(list, r)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("-params: %q leaves no parameter", patterns)
	}
	return list, nil
}

// startParams returns the parameters that a run begins with.
func startParams(s *settings) (search.Params, error) {
	p := search.DefaultParams()
	if s.From == "" {
		return p, nil
	}
	if err := p.Set(s.From); err != nil {
		return p, fmt.Errorf("-from: %w", err)
	}
	return p, nil
}

// fileOf returns the file of a run's state.
func fileOf(name string) progress.File { return progress.File{Name: name, Run: "a tuning run"} }

// Validate implements [progress.State].
func (s *state) Validate() error {
	if s.Done < 0 || s.Done > s.Settings.Schedule.Iterations {
		return fmt.Errorf("%d iterations done, want 0-%d", s.Done, s.Settings.Schedule.Iterations)
	}
	if len(s.Begun) > s.Settings.Batch {
		return fmt.Errorf("%d iterations of a batch begun, want at most %d", len(s.Begun), s.Settings.Batch)
	}
	if begun := s.Done + len(s.Begun); begun > s.Settings.Schedule.Iterations {
		return fmt.Errorf("%d iterations begun, want 0-%d", begun, s.Settings.Schedule.Iterations)
	}
	return nil
}
