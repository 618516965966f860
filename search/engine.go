package search

import (
	"context"
	"fmt"
	"time"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
)

// Bounds of the options.
const (
	MinHash     = 1       // MiB
	MaxHash     = 1 << 20 // MiB
	DefaultHash = 64      // MiB
	MaxThreads  = 1024
	MaxMultiPV  = movegen.MaxMoves
	MaxRandom   = 1000 // Score
	MaxOverhead = 10 * time.Second
	DefOverhead = 30 * time.Millisecond
)

// Options configure an Engine.
type Options struct {
	// Hash is the size of the transposition table in MiB.
	Hash int
	// Threads is the number of workers.
	Threads int
	// MultiPV is the number of lines to report.
	MultiPV int
	// MoveOverhead is time set aside for each move's way to the host.
	MoveOverhead time.Duration
	// Ponder tells that the host lets the engine think on the opponent's
	// time, so it may spend more of its own.
	Ponder bool
	// Randomness is the width of noise on evaluations, for variety or weaker
	// play; 0 for none.
	Randomness int
	// Seed of the noise.
	Seed uint64
}

// DefaultOptions returns the options of a new engine.
func DefaultOptions() Options {
	return Options{Hash: DefaultHash, Threads: 1, MultiPV: 1, MoveOverhead: DefOverhead}
}

// Validate returns an error that names the first option out of its range.
func (o *Options) Validate() error {
	for _, r := range []struct {
		name            string
		value, min, max int
	}{
		{"hash", o.Hash, MinHash, MaxHash},
		{"threads", o.Threads, 1, MaxThreads},
		{"multipv", o.MultiPV, 1, MaxMultiPV},
		{"move overhead", int(o.MoveOverhead / time.Millisecond), 0, int(MaxOverhead / time.Millisecond)},
		{"randomness", o.Randomness, 0, MaxRandom},
	} {
		if r.value < r.min || r.value > r.max {
			return fmt.Errorf("search: %s is %d, want %d-%d", r.name, r.value, r.min, r.max)
		}
	}
	return nil
}

// Engine searches positions. Its methods other than PonderHit must not be
// called during a search.
type Engine struct {
	options Options
}

// New returns an engine, or an error if an option is out of range or the table
// cannot be had.
func New(o Options) (*Engine, error) {
	e := &Engine{}
	return e, e.SetOptions(o)
}

// Options returns the options in force.
func (e *Engine) Options() Options { return e.options }

// SetOptions changes the options. On an error the old ones stay in force. The
// table is emptied only if its size changes.
func (e *Engine) SetOptions(o Options) error {
	if err := o.Validate(); err != nil {
		return err
	}
	e.options = o
	return nil
}

// Clear forgets everything learnt in earlier searches, as for a new game.
func (e *Engine) Clear() {}

// PonderHit tells a search with Limits.Ponder that the expected move was
// played: its clock starts now. It does nothing for other searches and may be
// called at any time.
func (e *Engine) PonderHit() {}

// Entry is what the transposition table knows of a position.
type Entry struct {
	Move  board.Move // NoMove if none is stored
	Score eval.Score
	Bound Bound
	Depth int
}

// Probe looks a position up in the transposition table.
func (e *Engine) Probe(p *board.Position) (entry Entry, ok bool) { return }

// Search searches the last position of a game until a limit is reached or ctx
// is done, calls report (if not nil) as it goes on, and returns the best move.
// It always returns a legal move if there is one, even when ctx is done from
// the start.
func (e *Engine) Search(ctx context.Context, game *board.Game, limits Limits, report func(Info)) Result {
	moves := movegen.Legal(game.Position(), nil)
	if len(moves) == 0 {
		return Result{}
	}
	return Result{Best: moves[0], Depth: 1, PV: moves[:1]}
}
