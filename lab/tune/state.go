package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"

	"chuhe/internal/command"
	"chuhe/internal/differ"
	"chuhe/internal/filelock"
	"chuhe/internal/wholefile"
	"chuhe/search"
)

// settings decide the outcome of a run, apart from the order in which several
// threads finish their games.
type settings struct {
	Schedule schedule
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
	// Values of the parameters that are tuned, by name.
	Values map[string]float64
	Done   int // iterations
	// Unfinished are the iterations that were begun and not finished, ascending:
	// threads do not finish them in order. All others below Done + len(Unfinished)
	// are done.
	Unfinished []int `json:",omitempty"`
	Tally      tally
	Spent      time.Duration
}

// chosen returns the ranges of the parameters that match comma-separated patterns,
// with wildcards as in [path.Match] and in either case. Each pattern adds its
// parameters to those before it, or removes them if it begins with a minus.
func chosen(patterns string) ([]search.Range, error) {
	taken := make(map[string]bool)
	for _, pattern := range strings.Split(patterns, ",") {
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

// unusable returns an error about a file that is not the state of a run.
func unusable(name string, why error) error {
	return command.Inputf("%s is not the state of a tuning run, or is damaged: %w; give another -state, or remove the file to start over", name, why)
}

// load reads a state. Errors are [command.ErrInput], and [fs.ErrNotExist] if there is no
// file.
func load(name string) (*state, error) {
	text, err := command.ReadFile(name, command.MaxText)
	if err != nil {
		return nil, command.Inputf("-state: %w", err)
	}
	s := new(state)
	if err = json.Unmarshal(text, s); err == nil {
		err = s.validate()
	}
	if err != nil {
		return nil, unusable(name, err)
	}
	return s, nil
}

// validate returns an error that names the first inconsistency.
func (s *state) validate() error {
	if s.Done < 0 || s.Done > s.Settings.Schedule.Iterations {
		return fmt.Errorf("%d iterations done, want 0-%d", s.Done, s.Settings.Schedule.Iterations)
	}
	begun := s.Done + len(s.Unfinished)
	if begun > s.Settings.Schedule.Iterations {
		return fmt.Errorf("%d iterations begun, want 0-%d", begun, s.Settings.Schedule.Iterations)
	}
	for i, k := range s.Unfinished {
		if k < 0 || k >= begun || i > 0 && k <= s.Unfinished[i-1] {
			return fmt.Errorf("unfinished iterations are %v, want them ascending, 0-%d", s.Unfinished, begun-1)
		}
	}
	return nil
}

// resume returns the state in a file, or a new state if there is no file. The
// settings in the file must be the same.
func resume(name string, want settings) (*state, error) {
	s, err := load(name)
	if errors.Is(err, fs.ErrNotExist) {
		return &state{Settings: want}, nil
	}
	if err != nil {
		return nil, err
	}
	what, err := differ.Fields(s.Settings, want)
	if err == nil && what != "" {
		err = command.Inputf("%s belongs to a run with other settings: %s; use those, or another -state", name, what)
	}
	return s, err
}

// hold locks a state against other processes until the result is closed, and
// removes temporary files that a killed process left beside it.
func hold(name string) (io.Closer, error) {
	held, err := filelock.Hold(name)
	if err != nil {
		return nil, command.Inputf("-state: %w", err)
	}
	if err := wholefile.Sweep(name); err != nil {
		held.Close()
		return nil, err
	}
	return held, nil
}

// save writes the state to a file, replacing it in one step.
func (s *state) save(name string) error {
	text, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return err
	}
	return wholefile.Write(name, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}
