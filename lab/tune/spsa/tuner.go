package spsa

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"chuhe/internal/unit"
	"chuhe/search"
)

// tuner is a run. It plays batches of iterations: all of a batch start from the same point,
// and the point learns from them in their order, so that a run does not depend on which game
// ends first.
type tuner struct {
	settings settings
	space
	file   string                                // where the state is kept
	report func(*tuner)                          // called every so often, before the save
	every  time.Duration                         // how often it is called and the state saved
	job    func(first, n int) (*unit.Job, error) // the job of n iterations from the first on
	play   unit.Carrier

	at    point         // at the start of the batch
	done  int           // iterations of the batches before
	begun []tally       // results of the batch, the first ones
	tally tally         // with those
	spent time.Duration // in earlier runs
	fresh int           // games of this run
	start time.Time     // of this run; zero before
	last  time.Time     // when the state was last saved
	end   int           // iteration to stop before
}

// newTuner continues from a state.
func newTuner(s *state, file string) (t *tuner, err error) {
	t = &tuner{
		settings: s.Settings, file: file, tally: s.Tally, spent: s.Spent, done: s.Done, begun: s.Begun,
		every: 30 * time.Second, report: func(*tuner) {}, end: s.Settings.Schedule.Iterations,
	}
	if t.space, err = newSpace(&s.Settings); err != nil {
		return nil, err
	}
	if s.Values == nil {
		t.at = t.begin()
	} else if t.at, err = t.read(s.Values); err != nil {
		return nil, fileOf(file).Damaged(err)
	}
	return t, nil
}

// values returns the current point in whole numbers.
func (t *tuner) values() []int {
	list := make([]int, len(t.at))
	for i, x := range t.at {
		list[i] = int(math.Round(x))
	}
	return list
}

// run plays until all iterations are done, or until ctx is done, whose error it then
// returns. It saves the state in both cases.
func (t *tuner) run(ctx context.Context) error {
	t.start, t.last = time.Now(), time.Now()
	err := fileOf(t.file).Save(t.state()) // fail now rather than in half a minute
	for err == nil && t.done < t.end {
		err = t.batch(ctx)
	}
	if e := fileOf(t.file).Save(t.state()); e != nil && (err == nil || errors.Is(err, context.Canceled)) {
		return e // alone: package command prints no error that wraps an interrupt
	}
	return err
}

// next returns the next batch as a job.
func (t *tuner) next() (*unit.Job, error) {
	return t.job(t.done, min(t.settings.Batch, t.settings.Schedule.Iterations-t.done))
}

// batchName returns the name of the output of the next batch, where that is played in parts.
func (t *tuner) batchName() string { return fmt.Sprintf("%s.%d", t.file, t.done) }

// batch plays what is left of a batch, and moves the point.
func (t *tuner) batch(ctx context.Context) error {
	j, err := t.next()
	if err != nil {
		return err
	}
	for text, err := range t.play(ctx, j, len(t.begun)) {
		if err != nil {
			return err
		}
		var result tally
		if err := json.Unmarshal(text, &result); err != nil {
			return fmt.Errorf("iteration %d: %w", t.done+len(t.begun), err)
		}
		if result.games() != 2*t.settings.Pairs {
			return fmt.Errorf("iteration %d: %d games, want %d", t.done+len(t.begun), result.games(), 2*t.settings.Pairs)
		}
		if !result.possible() {
			return fmt.Errorf("iteration %d: no games have the result %s", t.done+len(t.begun), text)
		}
		if err := t.count(result); err != nil {
			return err
		}
	}
	at := slices.Clone(t.at)
	for i, result := range t.begun {
		at.learn(newTrial(t.settings.Seed, t.done+i, t.settings.Schedule, t.at, t.ranges), result.result(), t.ranges)
	}
	t.at, t.begun, t.done = at, nil, t.done+j.Units
	return nil
}

// count counts the result of the next iteration of the batch.
func (t *tuner) count(result tally) error {
	t.begun = append(t.begun, result)
	t.tally.add(result)
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
	return &state{
		Settings: t.settings, Values: t.named(t.at), Done: t.done, Begun: t.begun, Tally: t.tally, Spent: t.spent + t.running(),
	}
}

// space is the parameters that are tuned, and the others.
type space struct {
	ranges []search.Range // of those that are tuned
	base   search.Params  // all as a run begins
}

func newSpace(s *settings) (p space, err error) {
	if p.ranges, err = chosen(s.Params); err != nil {
		return p, err
	}
	p.base, err = startParams(s)
	return p, err
}

// begin returns the point at which a run begins.
func (s *space) begin() (at point) {
	start := make(map[string]int)
	for r, value := range s.base.Each() {
		start[r.Name] = *value
	}
	for _, r := range s.ranges {
		at = append(at, float64(start[r.Name]))
	}
	return at
}

// named returns the values of a point by the names of the parameters.
func (s *space) named(at point) map[string]float64 {
	values := make(map[string]float64)
	for i, r := range s.ranges {
		values[r.Name] = at[i]
	}
	return values
}

// read returns the point of values by name.
func (s *space) read(values map[string]float64) (at point, err error) {
	for _, r := range s.ranges {
		value, ok := values[r.Name]
		switch {
		case !ok:
			return nil, fmt.Errorf("no value for %s", r.Name)
		case clamp(value, r) != value:
			return nil, fmt.Errorf("%s is %v, want %d to %d", r.Name, value, r.Min, r.Max)
		}
		at = append(at, value)
	}
	return at, nil
}

// params returns all parameters, the tuned ones with the values given.
func (s *space) params(values []int) search.Params {
	p := s.base
	byName := make(map[string]int, len(values))
	for i, r := range s.ranges {
		byName[r.Name] = values[i]
	}
	for r, at := range p.Each() {
		if v, ok := byName[r.Name]; ok {
			*at = v
		}
	}
	return p
}
