// Gen makes the built-in set of openings:
//
//	go run ./match/openings/gen -out tools/match/openings/openings.epd
//
// A candidate is a game of 4 to 8 plies whose moves are drawn at random from
// those that a shallow search of the engine finds nearly as good as the best.
// It is kept if a deep search finds the position near equal, and if neither it
// nor its mirror image is there already. With one thread and limits in nodes
// the searches are the same in every run, so the file follows from the engine
// and the seed.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/ordered"
	"chuhe/search"
)

// recipe is how openings are made.
type recipe struct {
	count   int    // openings wanted
	seed    uint64 // of the draws
	shallow uint64 // nodes to find the moves to draw from
	choice  int    // at most so many moves to draw from
	margin  int    // by which they may be worse than the best
	deep    uint64 // nodes of the verdict
	window  int    // largest distance of its score from zero
}

const minPlies, maxPlies = 4, 8

func main() {
	r := recipe{}
	flag.IntVar(&r.count, "count", 600, "openings wanted")
	flag.Uint64Var(&r.seed, "seed", 1, "seed of the draws")
	flag.Uint64Var(&r.shallow, "shallow", 8_000, "nodes to find the moves to draw from")
	flag.IntVar(&r.choice, "choice", 6, "most moves to draw from")
	flag.IntVar(&r.margin, "margin", 50, "score by which these may be worse than the best")
	flag.Uint64Var(&r.deep, "deep", 100_000, "nodes of the deep search")
	flag.IntVar(&r.window, "window", 40, "largest distance of its score from zero")
	out := flag.String("out", "openings.epd", "file to write")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := r.validate()
	var text []byte
	if err == nil {
		text, err = r.make(ctx)
	}
	if err == nil {
		err = os.WriteFile(*out, text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// options are those of the searches that find the moves to draw from.
func (r recipe) options() search.Options {
	return search.Options{Hash: 32, Threads: 1, MultiPV: r.choice, Evaluation: eval.Classical{}}
}

// validate returns an error that names the first unusable flag.
func (r recipe) validate() error {
	options := r.options()
	switch err := options.Validate(); {
	case r.count < 1:
		return fmt.Errorf("-count is %d, want 1 or more", r.count)
	case r.shallow == 0 || r.deep == 0:
		return fmt.Errorf("-shallow is %d and -deep %d, want 1 or more", r.shallow, r.deep)
	case r.margin < 0 || r.window < 0:
		return fmt.Errorf("-margin is %d and -window %d, want 0 or more", r.margin, r.window)
	case err != nil:
		return fmt.Errorf("-choice: %w", err)
	}
	return nil
}

// make returns the file. Candidates are looked at in batches, a worker each,
// and accepted in the order of their numbers.
func (r recipe) make(ctx context.Context) ([]byte, error) {
	var out bytes.Buffer
	fmt.Fprintf(&out, "# Made by go run ./match/openings/gen -count %d -seed %d -shallow %d -choice %d -margin %d -deep %d -window %d. DO NOT EDIT.\n",
		r.count, r.seed, r.shallow, r.choice, r.margin, r.deep, r.window)
	var makers []func(context.Context, uint64) *board.Line
	for range runtime.GOMAXPROCS(0) {
		e, err := search.New(r.options())
		if err != nil {
			return nil, err
		}
		defer e.Close()
		makers = append(makers, func(ctx context.Context, number uint64) *board.Line { return r.candidate(ctx, e, number) })
	}
	numbers := func(yield func(uint64) bool) {
		for n := uint64(0); yield(n); n++ {
		}
	}
	seen := make(map[uint64]bool)
	number, kept := 0, 0
	for g := range ordered.Map(ctx, numbers, makers...) {
		number++
		if ctx.Err() != nil {
			break // the game may be cut short
		}
		if g == nil || seen[g.Position().Key()] {
			continue
		}
		p, mirrored := g.Position(), board.Start()
		for i := range g.Len() {
			mirrored = mirrored.Make(g.Move(i).Mirror())
		}
		seen[p.Key()], seen[mirrored.Key()] = true, true
		fmt.Fprintln(&out, p.FEN())
		if kept++; kept%50 == 0 {
			fmt.Fprintf(os.Stderr, "%d openings of %d candidates\n", kept, number)
		}
		if kept == r.count {
			return out.Bytes(), nil
		}
	}
	return nil, ctx.Err()
}

// candidate plays a game, and returns nil if its last position is not near equal.
func (r recipe) candidate(ctx context.Context, e *search.Engine, number uint64) *board.Line {
	e.Clear()
	rng := rand.New(rand.NewPCG(r.seed, number))
	game := board.NewLine(board.Start())
	for range minPlies + rng.IntN(maxPlies-minPlies+1) {
		moves := r.sensible(ctx, e, game)
		if len(moves) == 0 {
			return nil
		}
		game.Play(moves[rng.IntN(len(moves))])
	}
	options := e.Options()
	options.MultiPV = 1
	if err := e.SetOptions(options); err != nil {
		panic(err) // the options were good before
	}
	e.Clear()
	result := e.Search(ctx, game, search.Limits{Nodes: r.deep}, nil)
	if result.Best == board.NoMove || result.Score > eval.Score(r.window) || result.Score < -eval.Score(r.window) {
		return nil
	}
	return game
}

// sensible returns the moves that are nearly as good as the best.
func (r recipe) sensible(ctx context.Context, e *search.Engine, game *board.Line) (moves []board.Move) {
	options := e.Options()
	options.MultiPV = r.choice
	if err := e.SetOptions(options); err != nil {
		panic(err) // the options have been validated
	}
	lines := make(map[int]search.Info)
	e.Search(ctx, game, search.Limits{Nodes: r.shallow}, func(i search.Info) {
		if len(i.PV) > 0 && i.Bound == search.Exact {
			i.PV = append([]board.Move(nil), i.PV...)
			lines[i.MultiPV] = i
		}
	})
	for rank := 1; rank <= r.choice; rank++ {
		line, ok := lines[rank]
		if ok && line.Depth >= lines[1].Depth-1 && line.Score >= lines[1].Score-eval.Score(r.margin) {
			moves = append(moves, line.PV[0])
		}
	}
	return
}
