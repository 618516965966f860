package spsa

import (
	"context"
	"encoding/json"
	"fmt"

	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/internal/unit"
	"chuhe/lab/selfplay"
	"chuhe/search"
)

// unitSettings are the settings of a job: the iterations from First on, which all start from
// the values At. The files may have a network, "evalfile".
type unitSettings struct {
	Settings settings
	First    int
	At       map[string]float64
}

// newJob returns iterations as a job: a unit is an iteration.
func newJob(s *unitSettings, n int, evaluation eval.Evaluation, network []byte) (*unit.Job, error) {
	j, err := unit.New("tune", s.Settings.Search, true, s, map[string][]byte{"evalfile": network})
	if err != nil {
		return nil, err
	}
	j.Units = n
	j.State = func() string {
		return fmt.Sprintf("iterations %d to %d of %d", s.First+1, s.First+n, s.Settings.Schedule.Iterations)
	}
	j.Kind = func(*unit.Recipe, map[string][]byte) (func() (unit.Worker, error), error) {
		return s.open(evaluation)
	}
	return j, nil
}

// Units is the [unit.Kind] of a tuning run.
func Units(recipe *unit.Recipe, files map[string][]byte) (func() (unit.Worker, error), error) {
	s := &unitSettings{}
	if err := recipe.Read(s); err != nil {
		return nil, err
	}
	evaluation, err := evals.Named(s.Settings.Evaluator, files["evalfile"])
	if err != nil {
		return nil, err
	}
	if !s.Settings.playable() || s.First < 0 {
		return nil, fmt.Errorf("settings out of range: %s", recipe.Settings)
	}
	if err := recipe.CheckBuild(search.Signature); err != nil {
		return nil, err
	}
	return s.open(evaluation)
}

// playable reports whether games can be played with the settings.
func (s *settings) playable() bool {
	return s.Schedule.Iterations > 0 && s.Pairs > 0 && s.Nodes > 0 && s.Nodes <= selfplay.MaxNodes && s.Cut >= 0 && s.Hash > 0 && s.Hash <= selfplay.MaxHash
}

// open returns what makes workers.
func (s *unitSettings) open(evaluation eval.Evaluation) (func() (unit.Worker, error), error) {
	space, err := newSpace(&s.Settings)
	if err != nil {
		return nil, err
	}
	at, err := space.read(s.At)
	if err != nil {
		return nil, err
	}
	return func() (unit.Worker, error) {
		a, err := newArena(&s.Settings, evaluation)
		return iterations{a, s, &space, at}, err
	}, nil
}

// iterations plays iterations.
type iterations struct {
	arena
	*unitSettings
	space *space
	at    point
}

// Do implements [unit.Worker]: the result has the tally of the iteration as JSON.
func (w iterations) Do(ctx context.Context, n int) ([]byte, error) {
	t := newTrial(w.Settings.Seed, w.First+n, w.Settings.Schedule, w.at, w.space.ranges)
	result, err := w.play(ctx, t, w.space.params(t.plus), w.space.params(t.minus), w.Settings.Pairs)
	if err != nil {
		return nil, err
	}
	return json.Marshal(result)
}
