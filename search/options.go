package search

import (
	"errors"
	"fmt"
	"reflect"
	"time"

	"chuhe/eval"
	"chuhe/movegen"
	"chuhe/rules"
)

// Bounds of the options.
const (
	MinHash         = 1                             // MiB
	MaxHash         = 1 << (10 + 10*(^uint(0)>>63)) // MiB; less where addresses have 32 bits
	DefaultHash     = 64                            // MiB
	MaxThreads      = 1024
	MaxMultiPV      = movegen.MaxMoves
	MaxRandom       = 1000   // Score
	MaxOversight    = 10_000 // thousandths
	MaxCarelessness = 950    // thousandths
	MaxOverhead     = 10 * time.Second
	DefaultOverhead = 10 * time.Millisecond
)

// Options configure an Engine.
type Options struct {
	// Hash is the size of the transposition table in MiB.
	Hash int
	// Threads is the number of workers.
	Threads int
	// MultiPV is the number of lines to report.
	MultiPV int
	// MoveOverhead is the time set aside for each move's way to the host on a clock,
	// unless Limits.Late is more.
	MoveOverhead time.Duration
	// Ponder is set if the host lets the engine think on the opponent's time, so
	// that it may spend more of its own.
	Ponder bool
	// Rules decide what repetitions are worth and when play ends undecided.
	Rules rules.Options
	// Randomness is the most that noise adds to an evaluation or takes from it, for
	// variety or weaker play; 0 for none.
	Randomness int
	// Oversight is how often moves are overlooked that a person would find hard to
	// see, in thousandths of their difficulty; 0 for never.
	Oversight int
	// Carelessness is how often any move is overlooked, in thousandths, however easy it
	// is to see.
	Carelessness int
	// Seed of the noise and of the oversights.
	Seed uint64
	// Evaluation judges the positions. Several engines may share one. It must be
	// comparable, such as a pointer.
	Evaluation eval.Evaluation
}

// DefaultOptions returns the options of a new engine, with the hand-written
// evaluation.
func DefaultOptions() Options {
	return Options{
		Hash: DefaultHash, Threads: 1, MultiPV: 1, MoveOverhead: DefaultOverhead, Rules: rules.DefaultOptions(),
		Evaluation: eval.Classical{},
	}
}

// Validate returns an error that names the first option that is missing or out of
// its range.
func (o *Options) Validate() error {
	for _, r := range []struct {
		name            string
		value, min, max int
	}{
		{"hash in MiB", o.Hash, MinHash, MaxHash},
		{"threads", o.Threads, 1, MaxThreads},
		{"multipv", o.MultiPV, 1, MaxMultiPV},
		{"randomness", o.Randomness, 0, MaxRandom},
		{"oversight", o.Oversight, 0, MaxOversight},
		{"carelessness", o.Carelessness, 0, MaxCarelessness},
	} {
		if r.value < r.min || r.value > r.max {
			return fmt.Errorf("search: %s is %d, want %d-%d", r.name, r.value, r.min, r.max)
		}
	}
	if o.MoveOverhead < 0 || o.MoveOverhead > MaxOverhead {
		return fmt.Errorf("search: move overhead is %v, want 0s-%v", o.MoveOverhead, MaxOverhead)
	}
	if err := o.Rules.Validate(); err != nil {
		return fmt.Errorf("search: %w", err)
	}
	if o.Evaluation == nil {
		return errors.New("search: no evaluation, want one such as eval.Classical")
	}
	if !reflect.ValueOf(o.Evaluation).Comparable() {
		return fmt.Errorf("search: evaluation of type %T, want one that can be compared, such as a pointer", o.Evaluation)
	}
	return nil
}

// Memory returns about how many bytes an engine with the options takes.
func (o *Options) Memory() uint64 { return uint64(o.Hash)<<20 + uint64(o.Threads)*workerBytes }
