package main

import (
	"context"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/lab/selfplay"
	"chuhe/search"
)

// tally counts games by their result for the plus side.
type tally struct {
	Wins, Draws, Losses int
	// Cut is the number of games that -cut ended, and Lead the sum of what to expect
	// from them: the plus side's chance to win less the other's.
	Cut  int     `json:",omitempty"`
	Lead float64 `json:",omitempty"`
}

func (t *tally) add(o tally) {
	t.Wins, t.Draws, t.Losses = t.Wins+o.Wins, t.Draws+o.Draws, t.Losses+o.Losses
	t.Cut, t.Lead = t.Cut+o.Cut, t.Lead+o.Lead
}

func (t tally) games() int { return t.Wins + t.Draws + t.Losses + t.Cut }

// result returns what [point.learn] takes.
func (t tally) result() float64 { return float64(t.Wins-t.Losses) + t.Lead }

// gameSettings says how games are played. They are adjudicated sooner than games
// for training: in 120 games of 2500 nodes played to the end, this would have saved
// a quarter of the plies and changed eight results.
func gameSettings(s *settings) selfplay.Settings {
	g := selfplay.DefaultSettings()
	g.Nodes, g.Hash, g.PlayOut = s.Nodes, s.Hash, 0
	g.WinScore, g.WinPlies = 1000, 4
	g.DrawScore, g.DrawPlies, g.MinDraw, g.MaxPlies = 20, 10, 50, 200
	return g
}

// judgeFactor is how many times the nodes of a move a game that is cut is searched
// with.
const judgeFactor = 4

// arena has the engines of a worker.
type arena struct {
	plus, minus *search.Engine
	// judge says what to expect from a game that is cut. It has the parameters of the
	// start: a side's own score would reward parameters that make it overrate itself.
	judge       *search.Engine
	judgeLimits search.Limits
	duel        *selfplay.Duel // plus being Red
}

func newArena(s *settings, evaluation eval.Evaluation) (*arena, error) {
	g := gameSettings(s)
	a := &arena{judgeLimits: search.Limits{Nodes: s.Nodes * judgeFactor}}
	for _, at := range []**search.Engine{&a.plus, &a.minus, &a.judge} {
		e, err := g.NewEngine(evaluation)
		if err != nil {
			a.close()
			return nil, err
		}
		*at = e
	}
	start, err := startParams(s)
	if err == nil {
		err = a.judge.SetParams(start)
	}
	if err != nil {
		a.close()
		return nil, err
	}
	a.duel = selfplay.NewDuel(&g, a.plus, a.minus)
	a.duel.SetCut(s.Cut)
	if s.Clock > 0 {
		a.duel.SetClock(s.Clock, s.Increment)
	}
	return a, nil
}

func (a *arena) close() {
	for _, e := range []*search.Engine{a.plus, a.minus, a.judge} {
		if e != nil {
			e.Close()
		}
	}
}

// play plays pairs of games. Both games of a pair have the same opening, with the
// colours swapped. The error is that of ctx, or about parameters out of range.
func (a *arena) play(ctx context.Context, t *trial, plus, minus search.Params, pairs int) (all tally, err error) {
	if err := a.plus.SetParams(plus); err != nil {
		return tally{}, err
	}
	if err := a.minus.SetParams(minus); err != nil {
		return tally{}, err
	}
	for range pairs {
		opening, err := a.duel.Open(ctx, t.random)
		if err != nil {
			return tally{}, err
		}
		for _, side := range []board.Side{board.Red, board.Black} {
			game := opening.Clone()
			result, err := a.duel.Play(ctx, game)
			if err != nil {
				return tally{}, err
			}
			switch result {
			case board.Win(side):
				all.Wins++
			case board.Draw:
				all.Draws++
			case board.Unfinished:
				all.Cut++
				lead, err := a.lead(ctx, game, side)
				if err != nil {
					return tally{}, err
				}
				all.Lead += lead
			default:
				all.Losses++
			}
			a.duel.Swap()
		}
	}
	return all, nil
}

// lead returns a side's chance to win an unfinished game less the other's, -1 to 1. The
// error is that of ctx.
func (a *arena) lead(ctx context.Context, game *board.Line, side board.Side) (float64, error) {
	a.judge.Clear()
	r := a.judge.Search(ctx, game, a.judgeLimits, nil)
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	chances := r.Score.Chances(game.Position())
	if side != game.Position().Side() {
		return chances.Lost - chances.Won, nil
	}
	return chances.Won - chances.Lost, nil
}
