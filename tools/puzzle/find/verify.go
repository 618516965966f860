package find

import (
	"context"
	"errors"
	"slices"

	"chuhe/internal/keyed"
	"chuhe/movegen"
	"chuhe/puzzle"
	"chuhe/tools/puzzle/mate"
)

// What is wrong with a puzzle.
var (
	errNotUnique error = keyed.New("puzzles.notUnique", "puzzle: another move solves it too")
	errNotSafe   error = keyed.New("puzzles.notSafe", "puzzle: what the solution wins is lost again")
	errNotMate   error = keyed.New("puzzles.notMate", "puzzle: the solution does not mate in its moves")
)

// Verify checks a puzzle again. The error says what is wrong: another move solves it
// too, or the solution does not. The rating is not checked.
func (f *Finder) Verify(ctx context.Context, p *puzzle.Puzzle) error {
	if p.Theme != puzzle.Mate {
		return f.confirm(ctx, p)
	}
	end := p.Start
	for _, m := range p.Moves {
		end.Play(m)
	}
	if movegen.HasLegal(&end) {
		return errNotMate
	}
	if p.Length() <= exactMate {
		f.solver.Forget()
		if err := verifyMate(f.solver, p); !errors.Is(err, mate.ErrLimit) {
			return err
		}
	}
	f.checks.Forget()
	if err := verifyMate(f.checks, p); err != nil {
		return err
	}
	return f.confirmMate(ctx, p)
}

// verifyMate proves each move of a mate but the last, which need only mate.
func verifyMate(s *mate.Solver, p *puzzle.Puzzle) error {
	at := p.Start
	for i, m := range p.Moves {
		if left := len(p.Moves) - i; i%2 == 0 && (i == 0 || left > 1) {
			solutions, err := s.Winning(&at, left, 2)
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

// confirmMate looks more deeply whether the first move of a mate by checks alone wins, and
// whether there is no shorter mate.
func (f *Finder) confirmMate(ctx context.Context, p *puzzle.Puzzle) error {
	for _, times := range deeper {
		l := f.judge(ctx, &p.Start, times*f.options.Nodes)
		plies, ok := l.first.MateDistance()
		switch {
		case l.second > undecided || len(l.pv) == 0 || l.pv[0] != p.Moves[0]:
			return errNotUnique
		case times == deeper[len(deeper)-1] && (!ok || plies != len(p.Moves)):
			return errNotMate
		}
	}
	return nil
}

// confirm looks more deeply whether each move of the solver alone solves the puzzle, and
// whether a gain is safe at the end.
func (f *Finder) confirm(ctx context.Context, p *puzzle.Puzzle) error {
	for _, times := range deeper {
		nodes := times * f.options.Nodes
		at := p.Start
		for i, m := range p.Moves {
			if i%2 == 0 {
				if l := f.judge(ctx, &at, nodes); !l.only(p.Theme) || l.pv[0] != m {
					return errNotUnique
				}
			}
			at.Play(m)
		}
		if p.Theme != puzzle.Material {
			continue
		}
		if answer := f.judge(ctx, &at, nodes); f.kept(&at, answer.pv, p.Start.Side())-balanceOf(&p.Start, p.Start.Side()) < piece {
			return errNotSafe
		}
	}
	return nil
}
