// Package find looks for puzzles in games, proves and grades them.
//
// [Finder.Find] searches a game, [Finder.Verify] proves a puzzle again.
package find

import (
	"context"
	"errors"
	"slices"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
	"chuhe/puzzle"
	"chuhe/search"
	"chuhe/tools/puzzle/mate"
	"chuhe/tools/source"
)

// Bounds of what is a puzzle.
const (
	// MaxMate is the most moves of a mate.
	MaxMate = 5
	// maxWin is the most moves of the solver that win material.
	maxWin = 4
	// A move wins if its score is at least winning, and no other does if its score is at
	// most undecided.
	winning   eval.Score = 350
	undecided eval.Score = 120
	// before is the most that the solver's last score in the game may have been: what was
	// won already is no puzzle.
	before eval.Score = 150
	// piece is the least gain in the worth of pieces.
	piece = 3
	// quietPlies is the number of plies after the solution in which the gain must not be
	// lost again.
	quietPlies = 4
	// deeper times Options.Nodes is the length of the searches that confirm a solution.
	deeper = 50
	// scanShare is the part of Options.Nodes, as a divisor, by which each position of a
	// game without scores is searched.
	scanShare = 8
)

// worth is the worth of pieces as players count them.
var worth = [board.PieceTypes]int{board.Pawn: 1, board.Advisor: 2, board.Bishop: 2, board.Knight: 4, board.Cannon: 4, board.Rook: 9}

// Options say how carefully puzzles are looked for.
type Options struct {
	// Nodes is the length of a search that judges a position. Those that confirm a solution
	// are fifty times as long.
	Nodes uint64
	// Proof is the most nodes of the proof of a mate; positions that need more are left
	// out.
	Proof int
	// Mate is the most moves of a mate, up to MaxMate; 0 for no mates.
	Mate int
	// Evaluation judges positions.
	Evaluation eval.Evaluation
}

// DefaultOptions returns options that take some 50 ms for each position that may be a
// puzzle.
func DefaultOptions(e eval.Evaluation) Options {
	return Options{Nodes: 20_000, Proof: 400_000, Mate: 4, Evaluation: e}
}

// Finder looks for puzzles. It does the same whatever it was asked before.
type Finder struct {
	options Options
	engine  *search.Engine
	solver  *mate.Solver
}

// NewFinder returns a finder, or an error if there is no memory for its engine.
func NewFinder(o Options) (*Finder, error) {
	options := search.DefaultOptions()
	options.Hash, options.MultiPV, options.Evaluation = 4, 2, o.Evaluation
	engine, err := search.New(options)
	if err != nil {
		return nil, err
	}
	return &Finder{o, engine, mate.New(o.Proof)}, nil
}

// Close frees the memory.
func (f *Finder) Close() { f.engine.Close() }

// Find returns the puzzles of a game of legal moves, the first that it offers to each
// side, with their sources not set. The scores of the game say where to look, if it
// has any. It stops when ctx is done, with the error of ctx.
func (f *Finder) Find(ctx context.Context, g *source.Game) (found []puzzle.Puzzle, err error) {
	scored := slices.ContainsFunc(g.Scores, func(s eval.Score) bool { return s != source.NoScore })
	var last [2]eval.Score // the score before the last move of each side
	p := g.Start
	f.engine.Clear()
	done := [2]bool{}
	for i, m := range g.Moves {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		side := p.Side()
		score := source.NoScore
		switch {
		case scored:
			score = g.Scores[i]
		case movegen.HasLegal(&p):
			score = f.glance(ctx, &p)
		}
		if score != source.NoScore && !done[side&1] {
			candidate, ok := f.try(ctx, g, i, &p, score, last[side&1])
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if ok {
				found = append(found, candidate)
				done[side&1] = true
			}
		}
		if score != source.NoScore {
			last[side&1] = score
		}
		p.Play(m)
	}
	return found, nil
}

// glance returns the score of a short search.
func (f *Finder) glance(ctx context.Context, p *board.Position) eval.Score {
	return f.engine.Search(ctx, board.NewLine(*p), search.Limits{Nodes: max(f.options.Nodes/scanShare, 1)}, nil).Score
}

// try returns the puzzle of a position whose score has just become good.
func (f *Finder) try(ctx context.Context, g *source.Game, ply int, p *board.Position, score, last eval.Score) (puzzle.Puzzle, bool) {
	plies, decided := score.MateDistance()
	switch {
	case decided && plies > 0 && plies <= 2*f.options.Mate-1:
		if before, mated := last.MateDistance(); mated && before > 0 && before <= 2*f.options.Mate-1 {
			return puzzle.Puzzle{}, false // the same mate as two plies ago
		}
		return f.Mate(p, f.options.Mate)
	case decided || score < winning || last > before:
		return puzzle.Puzzle{}, false
	case ply > 0 && recaptures(g, ply, p):
		return puzzle.Puzzle{}, false
	}
	return f.Material(ctx, p)
}

// recaptures reports whether the move of a ply takes back.
func recaptures(g *source.Game, ply int, p *board.Position) bool {
	return g.Moves[ply].To() == g.Moves[ply-1].To() && p.Captured(g.Moves[ply]) != board.NoPiece
}

// Mate returns the puzzle to mate within a number of moves, ungraded if there is no
// such puzzle: ok is false where the mate is longer or has two solutions, or the proof
// takes too long.
func (f *Finder) Mate(p *board.Position, moves int) (found puzzle.Puzzle, ok bool) {
	f.solver.Forget()
	plies, ok, err := f.solver.Distance(p, 2*moves-1)
	if !ok || err != nil || plies < 0 {
		return found, false
	}
	found = puzzle.Puzzle{Start: *p, Theme: puzzle.Mate}
	if found.Moves, err = f.mateLine(p, plies); err != nil {
		return found, false
	}
	found.Grade = f.grade(&found)
	return found, true
}

// errNotUnique says that there is no solution with one move only at each turn.
var errNotUnique = errors.New("puzzle: another move solves it too")

// mateLine returns the moves of a mate in a number of plies at which the solver has one
// move only, but for the last. Of the longest defences it takes the first that leaves
// but one.
func (f *Finder) mateLine(p *board.Position, plies int) ([]board.Move, error) {
	first, err := f.solver.Winning(p, plies, 2)
	if err != nil {
		return nil, err
	}
	if len(first) > 1 {
		return nil, errNotUnique
	}
	child := p.Make(first[0])
	if plies == 1 {
		return first, nil
	}
	for _, answer := range movegen.Legal(&child, nil) {
		next := child.Make(answer)
		distance, _, err := f.solver.Distance(&next, plies-2)
		if err != nil {
			return nil, err
		}
		if distance != plies-2 {
			continue // a shorter defence
		}
		if distance == 1 {
			last, err := f.solver.Winning(&next, 1, 1)
			return append(first, answer, last[0]), err
		}
		rest, err := f.mateLine(&next, distance)
		if errors.Is(err, errNotUnique) {
			continue
		}
		return append(append(first, answer), rest...), err
	}
	return nil, errNotUnique
}

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

// unique reports whether the best move alone wins.
func (l *lines) unique() bool {
	return l.first >= winning && l.second <= undecided && !l.first.IsDecided() && len(l.pv) > 0
}

// Material returns the puzzle to win material, if one move alone does. Its solution
// ends with the capture after which the gain is safe.
func (f *Finder) Material(ctx context.Context, p *board.Position) (found puzzle.Puzzle, ok bool) {
	found = puzzle.Puzzle{Start: *p, Theme: puzzle.Material}
	at, solver, balance := *p, p.Side(), balanceOf(p, p.Side())
	for range maxWin {
		l := f.judge(ctx, &at, f.options.Nodes)
		if !l.unique() {
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
			if f.confirm(ctx, &found) != nil {
				return found, false
			}
			found.Grade = f.grade(&found)
			return found, true
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
	for kind, each := range worth {
		own, other := p.Pieces(side, board.PieceType(kind)), p.Pieces(side.Other(), board.PieceType(kind))
		balance += each * (own.Count() - other.Count())
	}
	return balance
}

// Verify checks a puzzle again. The error says what is wrong: another move solves it
// too, or the solution does not. The grade is not checked.
func (f *Finder) Verify(ctx context.Context, p *puzzle.Puzzle) error {
	if p.Theme == puzzle.Mate {
		return f.verifyMate(p)
	}
	return f.confirm(ctx, p)
}

// confirm looks more deeply than Material whether each move of the solver alone wins, and
// whether the gain is safe at the end.
func (f *Finder) confirm(ctx context.Context, p *puzzle.Puzzle) error {
	nodes := deeper * f.options.Nodes
	at, solver := p.Start, p.Start.Side()
	for i, m := range p.Moves {
		if i%2 == 0 {
			if l := f.judge(ctx, &at, nodes); !l.unique() || l.pv[0] != m {
				return errNotUnique
			}
		}
		at.Play(m)
	}
	answer := f.judge(ctx, &at, nodes)
	if f.kept(&at, answer.pv, solver)-balanceOf(&p.Start, solver) < piece {
		return errNotSafe
	}
	return nil
}

// verifyMate proves each move of a mate but the last, which need only mate.
func (f *Finder) verifyMate(p *puzzle.Puzzle) error {
	end := p.Start
	for _, m := range p.Moves {
		end.Play(m)
	}
	if movegen.HasLegal(&end) {
		return errNotMate
	}
	f.solver.Forget()
	at := p.Start
	for i, m := range p.Moves {
		if left := len(p.Moves) - i; i%2 == 0 && (i == 0 || left > 1) {
			solutions, err := f.solver.Winning(&at, left, 2)
			switch {
			case err != nil:
				return err
			case len(solutions) > 1:
				return errNotUnique
			case !slices.Contains(solutions, m):
				return errNotMate
			}
		}
		at.Play(m)
	}
	return nil
}

// errNotSafe says that a solution does not win material for good.
var errNotSafe = errors.New("puzzle: what the solution wins is lost again")

// errNotMate says that a solution does not mate.
var errNotMate = errors.New("puzzle: the solution does not mate in its moves")
