// Package maker makes openings for matches: positions after a few plies that are drawn
// at random, with a score within a window. No two openings of a list are the same
// position or mirror images. The searches have one thread and limits in nodes, so a list
// follows from the recipe, the engine and the evaluation.
package maker

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/ordered"
	"chuhe/rules"
	"chuhe/search"
)

// Recipe is how openings are made. A candidate is a game whose moves are drawn from those
// that a shallow search finds nearly as good as the best. A deep search decides whether
// it is taken.
type Recipe struct {
	Seed uint64 // of the draws
	// MinPlies and MaxPlies bound the plies of a candidate.
	MinPlies, MaxPlies int
	// Shallow is the nodes of the search that finds the moves to draw from: at most
	// Choice moves whose score is at most Margin below the best.
	Shallow        uint64
	Choice, Margin int
	// Deep is the nodes of the search whose score decides.
	Deep uint64
	// Low and High bound the distance of that score from zero, whichever side is better.
	Low, High int
	// Hash is the size of the engine's table in MiB.
	Hash int
}

// Random returns the recipe of many openings for a test. A candidate costs about 6,000
// nodes; one of two or three is taken with a window of 0-40, one of four or five with
// 80-200.
func Random(seed uint64, low, high int) Recipe {
	return Recipe{
		Seed: seed, MinPlies: 6, MaxPlies: 10, Shallow: 300, Choice: 8, Margin: 80, Deep: 4_000, Low: low, High: high, Hash: 2,
	}
}

// ParseWindow reads Low and High of a recipe as a user writes them: "80-200".
func ParseWindow(text string) (low, high int, err error) {
	const highest = 2_000
	a, b, ok := strings.Cut(text, "-")
	low, err1 := strconv.Atoi(a)
	high, err2 := strconv.Atoi(b)
	if !ok || err1 != nil || err2 != nil || low < 0 || high < low || high > highest {
		return 0, 0, fmt.Errorf("%q, want LOW-HIGH such as 80-200, from 0 to %d", text, highest)
	}
	return low, high, nil
}

// String returns the recipe in words that differ where recipes differ.
func (r Recipe) String() string {
	return fmt.Sprintf("seed %d, %d-%d plies, shallow %d, choice %d, margin %d, deep %d, window %d-%d, hash %d",
		r.Seed, r.MinPlies, r.MaxPlies, r.Shallow, r.Choice, r.Margin, r.Deep, r.Low, r.High, r.Hash)
}

// Validate returns an error that names the first unusable value.
func (r Recipe) Validate() error {
	options := r.options(eval.Classical{})
	switch err := options.Validate(); {
	case r.MinPlies < 1 || r.MaxPlies < r.MinPlies:
		return fmt.Errorf("plies are %d-%d, want 1 or more, ascending", r.MinPlies, r.MaxPlies)
	case r.Shallow == 0 || r.Deep == 0:
		return fmt.Errorf("shallow is %d and deep %d nodes, want 1 or more", r.Shallow, r.Deep)
	case r.Choice < 1 || r.Choice > search.MaxMultiPV:
		return fmt.Errorf("choice is %d, want 1-%d", r.Choice, search.MaxMultiPV)
	case r.Margin < 0:
		return fmt.Errorf("margin is %d, want 0 or more", r.Margin)
	case r.Low < 0 || r.High < r.Low:
		return fmt.Errorf("window is %d-%d, want 0 or more, ascending", r.Low, r.High)
	case err != nil:
		return err
	}
	return nil
}

// options are for the searches that find the moves to draw from.
func (r Recipe) options(evaluation eval.Evaluation) search.Options {
	o := search.DefaultOptions()
	o.Hash, o.MultiPV, o.Evaluation = r.Hash, r.Choice, evaluation
	return o
}

// List has openings in the order in which they are made: to ask for more of them adds to
// the end.
type List struct {
	// Openings are positions with the counters of the game that led to them.
	Openings []board.Position
	// Candidates is the number of games looked at.
	Candidates uint64
	seen       map[board.Setup]bool // with their mirror images, without counters
}

// barren is the number of candidates in a row without an opening after which the window
// counts as one that hardly any game falls into.
const barren = 2_000

// Maker makes the openings of a recipe.
type Maker struct {
	Recipe
	Evaluation eval.Evaluation
	Threads    int            // less than 1 counts as 1; the openings do not depend on it
	Report     func(have int) // is called after each opening, if not nil
}

// Extend makes openings until the list has a number of them. The error comes from ctx, or
// says that the window is too narrow; the list keeps what was made before.
func (m *Maker) Extend(ctx context.Context, list *List, count int) error {
	if err := m.Validate(); err != nil {
		return err
	}
	if list.seen == nil {
		list.seen = make(map[board.Setup]bool)
		for i := range list.Openings {
			list.note(&list.Openings[i])
		}
	}
	if len(list.Openings) >= count {
		return nil
	}
	var makers []func(context.Context, uint64) *board.Position
	for range max(1, m.Threads) {
		e, err := search.New(m.options(m.Evaluation))
		if err != nil {
			return err
		}
		defer e.Close()
		makers = append(makers, func(ctx context.Context, number uint64) *board.Position { return m.candidate(ctx, e, number) })
	}
	numbers := func(yield func(uint64) bool) {
		for n := list.Candidates; yield(n); n++ {
		}
	}
	dry := 0
	for p := range ordered.Map(ctx, numbers, makers...) {
		if ctx.Err() != nil {
			break // the searches may be cut short
		}
		list.Candidates++
		if p == nil || !list.note(p) {
			if dry++; dry == barren {
				return fmt.Errorf("no new opening with a score of %d to %d for either side in %d games of %d to %d plies", m.Low, m.High, barren, m.MinPlies, m.MaxPlies)
			}
			continue
		}
		dry = 0
		list.Openings = append(list.Openings, *p)
		if m.Report != nil {
			m.Report(len(list.Openings))
		}
		if len(list.Openings) >= count {
			return nil
		}
	}
	return ctx.Err()
}

// note remembers an opening and its mirror image. It reports whether it was new.
func (l *List) note(p *board.Position) bool {
	setup := p.Setup()
	setup.Halfmove, setup.Fullmove = 0, 0
	if l.seen[setup] {
		return false
	}
	l.seen[setup], l.seen[setup.Mirror()] = true, true
	return true
}

// candidate plays a game and returns its last position, nil if that is no opening.
func (r Recipe) candidate(ctx context.Context, e *search.Engine, number uint64) *board.Position {
	e.Clear()
	rng := rand.New(rand.NewPCG(r.Seed, number))
	game := board.NewLine(board.Start())
	for range r.MinPlies + rng.IntN(r.MaxPlies-r.MinPlies+1) {
		moves := r.sensible(ctx, e, game)
		if len(moves) == 0 {
			return nil
		}
		game.Play(moves[rng.IntN(len(moves))])
	}
	if rules.Judge(game, rules.DefaultOptions()).Result.Finished() {
		return nil
	}
	r.lines(e, 1)
	e.Clear()
	result := e.Search(ctx, game, search.Limits{Nodes: r.Deep}, nil)
	size := int(max(result.Score, -result.Score))
	if result.Best == board.NoMove || size < r.Low || size > r.High {
		return nil
	}
	return game.Position()
}

// sensible returns the moves that are nearly as good as the best.
func (r Recipe) sensible(ctx context.Context, e *search.Engine, game *board.Line) (moves []board.Move) {
	r.lines(e, r.Choice)
	lines := make(map[int]search.Info)
	e.Search(ctx, game, search.Limits{Nodes: r.Shallow}, func(i search.Info) {
		if len(i.PV) > 0 && i.Bound == search.Exact {
			i.PV = slices.Clone(i.PV)
			lines[i.MultiPV] = i
		}
	})
	for rank := 1; rank <= r.Choice; rank++ {
		line, ok := lines[rank]
		if ok && line.Depth >= lines[1].Depth-1 && int(lines[1].Score-line.Score) <= r.Margin {
			moves = append(moves, line.PV[0])
		}
	}
	return
}

// lines sets the number of best lines that an engine looks for.
func (r Recipe) lines(e *search.Engine, n int) {
	o := e.Options()
	o.MultiPV = n
	if err := e.SetOptions(o); err != nil {
		panic(err) // the recipe is valid, and only the lines change
	}
}
