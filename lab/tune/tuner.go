package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"chuhe/eval"
	"chuhe/search"
)

// tuner is a run. Its workers draw trials from it and return the results.
type tuner struct {
	settings   settings
	evaluation eval.Evaluation
	ranges     []search.Range // of the parameters that are tuned
	base       search.Params  // with the others
	file       string         // where the state is kept
	report     func(*tuner)   // called every so often, before the save, with the lock held
	every      time.Duration  // how often it is called and the state saved

	mu         sync.Mutex
	at         point
	again      []int        // iterations that earlier runs left unfinished, drawn first
	next       int          // the first iteration that was never drawn
	unfinished map[int]bool // drawn in this or an earlier run, without a result yet
	done       int
	tally      tally
	spent      time.Duration // in earlier runs
	fresh      int           // games of this run
	start      time.Time     // of this run; zero before
	last       time.Time     // when the state was last saved
	end        int           // iteration to stop before
}

// newTuner continues from a state.
func newTuner(s *state, file string) (*tuner, error) {
	t := &tuner{
		settings: s.Settings, file: file, tally: s.Tally, spent: s.Spent,
		again: s.Unfinished, next: s.Done + len(s.Unfinished), unfinished: make(map[int]bool), done: s.Done,
		every: 30 * time.Second, report: func(*tuner) {}, end: s.Settings.Schedule.Iterations,
	}
	for _, k := range s.Unfinished {
		t.unfinished[k] = true
	}
	var err error
	if t.ranges, err = chosen(s.Settings.Params); err != nil {
		return nil, err
	}
	if t.base, err = startParams(&s.Settings); err != nil {
		return nil, err
	}
	start := make(map[string]int)
	for r, at := range t.base.Each() {
		start[r.Name] = *at
	}
	for _, r := range t.ranges {
		value := float64(start[r.Name])
		if s.Values != nil {
			known, ok := s.Values[r.Name]
			switch {
			case !ok:
				return nil, fileOf(file).Damaged(fmt.Errorf("no value for %s", r.Name))
			case clamp(known, r) != known:
				return nil, fileOf(file).Damaged(fmt.Errorf("%s is %v, want %d to %d", r.Name, known, r.Min, r.Max))
			}
			value = known
		}
		t.at = append(t.at, value)
	}
	return t, nil
}

// params returns all parameters, the tuned ones with the values given.
func (t *tuner) params(values []int) search.Params {
	p := t.base
	byName := make(map[string]int, len(values))
	for i, r := range t.ranges {
		byName[r.Name] = values[i]
	}
	for r, at := range p.Each() {
		if v, ok := byName[r.Name]; ok {
			*at = v
		}
	}
	return p
}

// values returns the current point in whole numbers.
func (t *tuner) values() []int {
	list := make([]int, len(t.at))
	for i, x := range t.at {
		list[i] = int(math.Round(x))
	}
	return list
}

// run plays on a number of threads until all iterations are done, or until ctx is
// done, whose error it then returns. It saves the state in both cases.
func (t *tuner) run(ctx context.Context, threads int) error {
	t.start, t.last = time.Now(), time.Now()
	if err := fileOf(t.file).Save(t.state()); err != nil { // fail now rather than in half a minute
		return err
	}
	group, inner := errgroup.WithContext(ctx)
	for range threads {
		group.Go(func() error {
			a, err := newArena(&t.settings, t.evaluation)
			if err != nil {
				return err
			}
			defer a.Close()
			for {
				trial := t.draw()
				if trial == nil {
					return nil
				}
				result, err := a.play(inner, trial, t.params(trial.plus), t.params(trial.minus), t.settings.Pairs)
				if err == nil {
					err = t.learn(trial, result)
				}
				if err != nil {
					return err
				}
			}
		})
	}
	err := group.Wait()
	t.mu.Lock()
	defer t.mu.Unlock()
	if e := fileOf(t.file).Save(t.state()); e != nil && (err == nil || errors.Is(err, context.Canceled)) {
		return e // alone: package command prints no error that wraps an interrupt
	}
	return err
}

// draw returns the next trial, nil if all have been drawn.
func (t *tuner) draw() *trial {
	t.mu.Lock()
	defer t.mu.Unlock()
	k := t.next
	switch {
	case len(t.again) > 0:
		k, t.again = t.again[0], t.again[1:]
	case t.next < t.end:
		t.next++
	default:
		return nil
	}
	t.unfinished[k] = true
	return newTrial(t.settings.Seed, k, t.settings.Schedule, t.at, t.ranges)
}

// learn applies the result of a trial. With several threads the point may have
// moved since the trial was drawn, by too little to matter.
func (t *tuner) learn(trial *trial, result tally) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.at.learn(trial, result.result(), t.ranges)
	t.tally.add(result)
	delete(t.unfinished, trial.k)
	t.done++
	t.fresh += result.games()
	if time.Since(t.last) < t.every {
		return nil
	}
	t.last = time.Now()
	t.report(t)
	return fileOf(t.file).Save(t.state())
}

// running returns how long this run has taken.
func (t *tuner) running() time.Duration {
	if t.start.IsZero() {
		return 0
	}
	return time.Since(t.start)
}

// state returns the state to save.
func (t *tuner) state() *state {
	s := &state{
		Settings: t.settings, Values: make(map[string]float64), Done: t.done, Tally: t.tally,
		Unfinished: slices.Sorted(maps.Keys(t.unfinished)), Spent: t.spent + t.running(),
	}
	for i, r := range t.ranges {
		s.Values[r.Name] = t.at[i]
	}
	return s
}
