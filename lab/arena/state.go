package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"chuhe/internal/command"
	"chuhe/internal/differ"
	"chuhe/internal/filelock"
	"chuhe/internal/stats"
	"chuhe/internal/wholefile"
)

// settings decide the outcome of a test: pairs are counted in the order of their numbers,
// however many threads play them.
type settings struct {
	// New and Old are the parameters of both sides, in the form of Params.Set.
	New, Old string
	// NewEval and OldEval are the names of their evaluations.
	NewEval, OldEval string
	// Nodes of a move, and those of the old side.
	Nodes, OldNodes uint64
	Cut             int // plies of a game, 0 for all
	Hash            int // MiB
	// Openings is what names the list of openings.
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

// unusable returns an error about a file that is not the state of a test.
func unusable(name string, why error) error {
	return command.Inputf("%s is not the state of a test, or is damaged: %w; give another -state, or remove the file to start over", name, why)
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

// resume returns the state in a file, or a new state if there is no file. The settings in
// the file must be the same.
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
		err = command.Inputf("%s belongs to a test with other settings: %s; use those, or another -state", name, what)
	}
	return s, err
}

// hold locks a state against other processes until the result is closed, and removes
// temporary files that a killed process left beside it.
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
