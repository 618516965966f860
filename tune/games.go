package main

import (
	"context"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/search"
	"chuhe/selfplay"
)

// tally counts games by their result for the plus side.
type tally struct{ Wins, Draws, Losses int }

func (t *tally) add(o tally) {
	t.Wins, t.Draws, t.Losses = t.Wins+o.Wins, t.Draws+o.Draws, t.Losses+o.Losses
}

func (t tally) games() int { return t.Wins + t.Draws + t.Losses }

// result returns what [point.learn] takes.
func (t tally) result() int { return t.Wins - t.Losses }

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

// arena has the two engines of a worker.
type arena struct {
	plus, minus *search.Engine
	duel        *selfplay.Duel // plus being Red
}

func newArena(s *settings, evaluation eval.Evaluation) (*arena, error) {
	g := gameSettings(s)
	a := new(arena)
	for _, at := range []**search.Engine{&a.plus, &a.minus} {
		e, err := g.NewEngine(evaluation)
		if err != nil {
			a.close()
			return nil, err
		}
		*at = e
	}
	a.duel = selfplay.NewDuel(&g, a.plus, a.minus)
	if s.Clock > 0 {
		a.duel.SetClock(s.Clock, s.Increment)
	}
	return a, nil
}

func (a *arena) close() {
	for _, e := range []*search.Engine{a.plus, a.minus} {
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
		for _, wins := range []board.Result{board.RedWins, board.BlackWins} {
			result, err := a.duel.Play(ctx, opening.Clone())
			if err != nil {
				return tally{}, err
			}
			switch result {
			case wins:
				all.Wins++
			case board.Draw:
				all.Draws++
			default:
				all.Losses++
			}
			a.duel.Swap()
		}
	}
	return all, nil
}
