package selfplay

import (
	"context"
	"errors"
	"iter"
	"time"

	"chuhe/internal/ordered"
	"chuhe/lab/record"
)

// amount is a number of games and of the positions in them, one per ply.
type amount struct{ Games, Positions uint64 }

func (c *amount) add(g *record.Game) {
	c.Games++
	c.Positions += uint64(len(g.Plies))
}

// goal says when a file is complete: at the first complete block that reaches one
// of the numbers; 0 for no such goal.
type goal amount

func (g goal) reached(c amount) bool {
	return g.Games > 0 && c.Games >= g.Games || g.Positions > 0 && c.Positions >= g.Positions
}

// progress says how far a file is.
type progress struct {
	Begin   amount // in the file when the run started
	Made    amount // Begin and the games of this run
	Written amount // in the file, safe from a kill
	// Cut is the size in bytes of an incomplete block that was cut off the end of the
	// file when the run started.
	Cut   int64
	Spent time.Duration
}

// rate returns the positions made per second.
func (p *progress) rate() float64 {
	return float64(p.Made.Positions-p.Begin.Positions) / max(p.Spent.Seconds(), 1e-3)
}

// generate adds games to the file until it reaches the goal, or until ctx is done,
// whose error it then returns. The header of a new file has the settings, the
// evaluator and the signature of the search. An existing file must have the same
// header; generate continues after its last block and cuts off what is left of a block
// that was being written. Each block is synced to disk. When ctx is done, or a game
// fails, the finished games are written too, as a block that the next run fills, but for
// those that wait for an earlier game.
//
// The file is locked, where the system has locks, so that another generate on it
// fails. If it is deleted, replaced or changed, generate returns [journal.ErrGone] at the
// end of the block. One goroutine calls report, at the start and after each game.
//
// Errors are [command.ErrInput] if games cannot be added to the file, or if the
// settings allow no opening. Others come from the system or from the options of an
// engine.
func (r *request) generate(ctx context.Context, report func(progress)) error {
	s := &r.settings
	var players []*player
	for range s.Threads {
		p, err := newPlayer(s, r.evaluation)
		if err != nil {
			return err
		}
		defer p.Close()
		players = append(players, p)
	}
	return r.store(ctx, func(first uint64) iter.Seq[outcome] { return play(ctx, players, first) }, report)
}

// store adds the games of a source, from a number on, to the file, as generate says.
func (r *request) store(ctx context.Context, source func(first uint64) iter.Seq[outcome], report func(progress)) error {
	s := &r.settings
	file, err := openStore(r.name, s.text(r.evaluation.Name(), r.search))
	if err != nil {
		return err
	}
	defer file.Close()
	p := progress{Begin: file.total(), Made: file.total(), Written: file.written, Cut: file.cut}
	report(p)
	if r.goal.reached(file.full) {
		return nil
	}

	start := time.Now()
	for o := range source(p.Made.Games) {
		if o.err != nil {
			err = o.err
			break
		}
		if err := file.add(&o.game); err != nil {
			return err
		}
		p.Made.add(&o.game)
		p.Written, p.Spent = file.written, time.Since(start)
		report(p)
		if r.goal.reached(file.full) {
			return nil
		}
	}
	if err == nil {
		err = context.Cause(ctx)
	}
	if file.total() != file.written { // keep what is finished
		if e := file.flush(); errors.Is(err, context.Canceled) && e != nil {
			return e // alone: package command prints no error that wraps an interrupt
		} else if e != nil {
			return errors.Join(err, e)
		}
		p.Written = file.written
		report(p)
	}
	return err
}

// outcome is a game played, or why it could not be.
type outcome struct {
	game record.Game
	err  error
}

// play plays games in parallel and yields them in order, starting at a number.
func play(ctx context.Context, players []*player, number uint64) iter.Seq[outcome] {
	numbers := func(yield func(uint64) bool) {
		for n := number; yield(n); n++ {
		}
	}
	var workers []func(context.Context, uint64) outcome
	for _, p := range players {
		workers = append(workers, func(ctx context.Context, n uint64) outcome {
			game, err := p.play(ctx, n)
			return outcome{game, err}
		})
	}
	return ordered.Map(ctx, numbers, workers...)
}
