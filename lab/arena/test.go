package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/internal/ordered"
	"chuhe/internal/stats"
	"chuhe/lab/openings/maker"
	"chuhe/lab/selfplay"
	"chuhe/search"
)

// test is a run of a test.
type test struct {
	*state
	file        string
	evaluations [2]eval.Evaluation
	params      [2]search.Params
	openings    func(ctx context.Context, count int) ([]board.Position, error)
	pairs       int           // after which it ends without a verdict
	every       time.Duration // how often it is shown and saved
	show        func(*state)
}

// firstBlock and lastBlock bound the number of pairs for which openings are made at a time:
// few at first, so that play begins soon.
const firstBlock, lastBlock = 100, 1000

// result is a pair, or why it was not played.
type result struct {
	pair [2]selfplay.Finish
	err  error
}

// run plays until the test is decided or all pairs are played, or until ctx is done, whose
// error it then returns. It saves the state in all cases.
func (t *test) run(ctx context.Context, threads int) (err error) {
	before, start, last := t.Spent, time.Now(), time.Now()
	keep := func() error {
		t.Spent = before + time.Since(start)
		return fileOf(t.file).Save(t.state)
	}
	if err := keep(); err != nil { // fail now rather than in half a minute
		return err
	}
	defer func() {
		if e := keep(); e != nil && (err == nil || errors.Is(err, context.Canceled)) {
			err = e // alone: package command prints no error that wraps an interrupt
		}
	}()
	var workers []func(context.Context, *board.Position) result
	for range threads {
		a, err := t.arena()
		if err != nil {
			return err
		}
		defer a.Close()
		workers = append(workers, func(ctx context.Context, p *board.Position) result {
			pair, err := a.Pair(ctx, board.NewLine(*p))
			return result{pair, err}
		})
	}
	for t.Count.pairs() < t.pairs && !t.decided() {
		from := t.Count.pairs()
		to := min(t.pairs, from+max(firstBlock, min(from/2, lastBlock)))
		list, err := t.openings(ctx, to)
		if err != nil {
			return err
		}
		inputs := func(yield func(*board.Position) bool) {
			for i := from; i < to && yield(&list[i]); i++ {
			}
		}
		for r := range ordered.Map(ctx, inputs, workers...) {
			if r.err != nil {
				return r.err
			}
			t.Count.add(r.pair)
			if t.decided() {
				return nil
			}
			if time.Since(last) >= t.every {
				last = time.Now()
				if err := keep(); err != nil {
					return err
				}
				t.show(t.state)
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// arena returns an arena of the two sides.
func (t *test) arena() (*selfplay.Arena, error) {
	s := &t.Settings
	a, err := selfplay.NewArena(&selfplay.ArenaSettings{
		Nodes: s.Nodes, RivalNodes: s.OldNodes, Clock: s.Clock, Increment: s.Increment,
		Cut: s.Cut, Hash: s.Hash, Judge: search.DefaultParams(),
	}, t.evaluations)
	if err != nil {
		return nil, err
	}
	if err := a.SetParams(t.params[0], t.params[1]); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// decided reports whether the test has an answer.
func (t *test) decided() bool {
	_, d := t.Count.decide(t.Settings.Test)
	return d != stats.Undecided
}

// openingsOf returns the source of openings of a maker, which are kept in a cache if it can keep
// them, and shows how they are made.
func openingsOf(cache maker.Cache, m maker.Maker, meter *command.Meter) func(context.Context, int) ([]board.Position, error) {
	var list maker.List
	warned := false
	return func(ctx context.Context, count int) ([]board.Position, error) {
		said := false
		m.Report = func(have int) {
			if !said {
				said = true
				fmt.Fprintf(meter.Err, "making openings to number %d\n", count)
			}
			meter.Show(-1, fmt.Sprintf("opening %d of %d", have, count))
		}
		err := cache.Extend(ctx, &m, &list, count)
		if errors.As(err, new(*maker.UnsavedError)) {
			if !warned {
				warned = true
				fmt.Fprintln(meter.Err, err)
			}
			err = nil
		}
		if err != nil {
			return nil, err
		}
		return list.Openings[:count:count], nil
	}
}
