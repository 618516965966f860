package find

import (
	"context"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
	"chuhe/puzzle"
	"chuhe/search"
)

// Bounds of puzzles that searches judge.
const (
	// maxWin is the most moves of the solver that win material or defend.
	maxWin = 4
	// A move wins if its score is at least winning, and no other does if its score is at
	// most undecided. Nor does a defence lose if its score is at least -undecided, where
	// other moves have -winning or less.
	winning   eval.Score = 350
	undecided eval.Score = 120
	// piece is the least gain, as eval.Worth counts.
	piece = 3
	// quietPlies is the number of plies after the solution in which the gain must not be
	// lost again.
	quietPlies = 4
	// choice is the least number of moves to choose from where one must be the only defence.
	choice = 6
)

// deeper times Options.Nodes are the lengths of the searches that confirm a solution.
var deeper = [...]uint64{6, 50}

// lines are the best two moves of a position.
type lines struct {
	first, second eval.Score // -Infinity if there is no second move
	pv            []board.Move
}

// judge searches a position with a number of nodes.
func (f *Finder) judge(ctx context.Context, p *board.Position, nodes uint64) (found lines) {
	f.engine.Clear()
	found.second = -eval.Infinity
	result := f.engine.Search(ctx, board.NewLine(*p), search.Limits{Nodes: nodes}, func(i search.Info) {
		if i.MultiPV == 2 && len(i.PV) > 0 {
			found.second = i.Score
		}
	})
	found.first, found.pv = result.Score, result.PV
	return found
}

// only reports whether the best move alone solves the task.
func (l *lines) only(task puzzle.Theme) bool {
	if len(l.pv) == 0 {
		return false
	}
	if task == puzzle.Defend {
		return l.first >= -undecided && l.first < winning && l.second <= -winning
	}
	return l.first >= winning && l.second <= undecided
}

// material returns the puzzle to win material, without a rating, if one move alone does.
// Its solution ends with the capture after which the gain is safe.
func (f *Finder) material(ctx context.Context, p *board.Position) (found puzzle.Puzzle, ok bool) {
	found = puzzle.Puzzle{Start: *p, Theme: puzzle.Material}
	at, solver, balance := *p, p.Side(), balanceOf(p, p.Side())
	for range maxWin {
		l := f.judge(ctx, &at, f.options.Nodes)
		if !l.only(puzzle.Material) {
			return found, false
		}
		found.Moves = append(found.Moves, l.pv[0])
		at.Play(l.pv[0])
		if !movegen.HasLegal(&at) {
			return found, false
		}
		answer := f.judge(ctx, &at, f.options.Nodes)
		if len(answer.pv) == 0 || -answer.first < winning {
			return found, false
		}
		if balanceOf(&at, solver)-balance >= piece && f.kept(&at, answer.pv, solver)-balance >= piece {
			return found, f.confirm(ctx, &found) == nil
		}
		found.Moves = append(found.Moves, answer.pv[0])
		at.Play(answer.pv[0])
	}
	return found, false
}

// kept returns the balance of the solver after some plies of a line.
func (f *Finder) kept(p *board.Position, line []board.Move, solver board.Side) int {
	at := *p
	for _, m := range line[:min(len(line), quietPlies)] {
		at.Play(m)
	}
	return balanceOf(&at, solver)
}

// balanceOf returns the worth of a side's pieces less the worth of the other's.
func balanceOf(p *board.Position, side board.Side) (balance int) {
	for kind := range board.PieceType(board.PieceTypes) {
		own, other := p.Pieces(side, kind), p.Pieces(side.Other(), kind)
		balance += eval.Worth(kind) * (own.Count() - other.Count())
	}
	return balance
}

// defend returns the puzzle to find the only move that does not lose, without a rating.
// It goes on as long as the best answer leaves one such move again that is not simply
// taking back.
func (f *Finder) defend(ctx context.Context, p *board.Position) (found puzzle.Puzzle, ok bool) {
	found = puzzle.Puzzle{Start: *p, Theme: puzzle.Defend}
	at := *p
	var answer board.Move
	for len(found.Moves) < 2*maxWin-1 {
		if len(movegen.Legal(&at, nil)) < choice {
			break
		}
		l := f.judge(ctx, &at, f.options.Nodes)
		if !l.only(puzzle.Defend) || answer != board.NoMove && l.pv[0].To() == answer.To() {
			break
		}
		if answer != board.NoMove {
			found.Moves = append(found.Moves, answer)
		}
		found.Moves = append(found.Moves, l.pv[0])
		at.Play(l.pv[0])
		reply := f.judge(ctx, &at, f.options.Nodes)
		if len(reply.pv) == 0 {
			break
		}
		answer = reply.pv[0]
		at.Play(answer)
	}
	return found, len(found.Moves) > 0 && f.confirm(ctx, &found) == nil
}
