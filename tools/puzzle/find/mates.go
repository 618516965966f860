package find

import (
	"context"
	"errors"

	"chuhe/board"
	"chuhe/movegen"
	"chuhe/puzzle"
	"chuhe/tools/puzzle/mate"
)

// exactMate is the longest mate, in moves, that is proved by trying every move. Longer ones
// are by checks, and a search says whether other moves win too.
const exactMate = 5

// mate returns the puzzle to mate within a number of moves, without a rating: ok is false
// where the mate is longer or has two solutions, or the proof takes too long.
func (f *Finder) mate(ctx context.Context, p *board.Position, moves int) (found puzzle.Puzzle, ok bool) {
	found = puzzle.Puzzle{Start: *p, Theme: puzzle.Mate}
	f.solver.Forget()
	plies, ok, err := f.solver.Distance(p, 2*min(moves, exactMate)-1)
	if ok && err == nil {
		if plies > 0 {
			found.Moves, err = mateLine(f.solver, p, plies)
		}
		if !errors.Is(err, mate.ErrLimit) {
			return found, plies > 0 && err == nil
		}
	}
	return f.byChecks(ctx, p, moves)
}

// byChecks returns the puzzle of a mate by checks, the only way to win.
func (f *Finder) byChecks(ctx context.Context, p *board.Position, moves int) (found puzzle.Puzzle, ok bool) {
	found = puzzle.Puzzle{Start: *p, Theme: puzzle.Mate}
	f.checks.Forget()
	plies, ok, err := f.checks.Distance(p, 2*moves-1)
	if !ok || err != nil || plies < 0 {
		return found, false
	}
	if found.Moves, err = mateLine(f.checks, p, plies); err != nil {
		return found, false
	}
	return found, f.confirmMate(ctx, &found) == nil
}

// mateLine returns the moves of a mate in a number of plies at which the solver has one
// move only, but for the last. Of the longest defences it takes the first that leaves
// but one.
func mateLine(s *mate.Solver, p *board.Position, plies int) ([]board.Move, error) {
	first, err := s.Winning(p, plies, 2)
	if err != nil {
		return nil, err
	}
	if len(first) != 1 {
		return nil, errNotUnique
	}
	child := p.Make(first[0])
	if plies == 1 {
		return first, nil
	}
	for _, answer := range movegen.Legal(&child, nil) {
		next := child.Make(answer)
		distance, _, err := s.Distance(&next, plies-2)
		if err != nil {
			return nil, err
		}
		if distance != plies-2 {
			continue // a shorter defence
		}
		if distance == 1 {
			last, err := s.Winning(&next, 1, 1)
			if err != nil {
				return nil, err
			}
			return append(first, answer, last[0]), nil
		}
		rest, err := mateLine(s, &next, distance)
		if errors.Is(err, errNotUnique) {
			continue
		}
		return append(append(first, answer), rest...), err
	}
	return nil, errNotUnique
}
