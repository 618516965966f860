package puzzle

import (
	"cmp"
	"context"
	"slices"

	"chuhe/internal/ordered"
	"chuhe/puzzle"
	"chuhe/tools/puzzle/find"
)

// maxThreads is the largest number of games or puzzles at a time.
const maxThreads = 1024

// outcome is the result of proving or rating a puzzle.
type outcome struct {
	fault  error // of the puzzle
	rating int
	err    error // why there is no outcome
}

// each calls do for each puzzle, for several at the same time, each with a finder of its own, and
// take with the outcomes, in the order of the puzzles. What k has is not done again, and the rest is
// added to it. The error comes from ctx or k, or says that there is no memory for a finder.
func (j *judging) each(ctx context.Context, all []puzzle.Puzzle, k *kept, do func(context.Context, *find.Finder, *puzzle.Puzzle) outcome, take func(i int, is outcome)) error {
	var workers []func(context.Context, int) outcome
	for range min(j.threads, len(all)) {
		f, err := find.NewFinder(j.options)
		if err != nil {
			return err
		}
		defer f.Close()
		workers = append(workers, func(ctx context.Context, i int) outcome {
			if is, known := k.of(i); known {
				return is
			}
			is := do(ctx, f, &all[i])
			if err := ctx.Err(); err != nil { // then the rest means nothing
				return outcome{err: err}
			}
			is.err = k.add(i, is)
			return is
		})
	}
	numbers := make([]int, len(all))
	for i := range numbers {
		numbers[i] = i
	}
	done := 0
	for is := range ordered.Map(ctx, slices.Values(numbers), workers...) {
		if is.err != nil {
			return cmp.Or(ctx.Err(), is.err)
		}
		take(done, is)
		done++
	}
	if done < len(all) {
		return ctx.Err()
	}
	return nil
}
