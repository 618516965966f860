package search

import (
	"context"
	_ "embed" // for the positions
	"fmt"
	"io"
	"strings"
	"time"

	"chuhe/board"
	"chuhe/eval"
)

// What Bench searches with: part of the meaning of its node count.
const (
	benchDepth = 10
	benchHash  = 16 // MiB
)

//go:embed testdata/bench.fen
var benchPositions string

// Bench searches a fixed set of positions with one worker to a fixed depth and
// prints the nodes of each, then in three lines the sum, the time and the speed,
// and last a line "N nodes R nps" as OpenBench reads it. The sum is the same in
// every run, and so the signature of a version of the search and of its
// evaluation. The error is that of ctx, of the options, of the positions or of
// out.
func Bench(ctx context.Context, out io.Writer, evaluation eval.Evaluation) error {
	return bench(ctx, out, evaluation, benchDepth)
}

func bench(ctx context.Context, out io.Writer, evaluation eval.Evaluation, depth int) error {
	options := DefaultOptions()
	options.Hash, options.Evaluation = benchHash, evaluation
	engine, err := New(options)
	if err != nil {
		return err
	}
	defer engine.Close()

	games, err := benchGames()
	if err != nil {
		return err
	}
	var nodes uint64
	var spent time.Duration
	for i, game := range games {
		engine.Clear()
		r := engine.Search(ctx, game, Limits{Depth: depth}, nil)
		if err := ctx.Err(); err != nil {
			return err
		}
		nodes += r.Nodes
		spent += r.Time
		if _, err := fmt.Fprintf(out, "%2d/%d %10d  %s\n", i+1, len(games), r.Nodes, game.Position().FEN()); err != nil {
			return err
		}
	}
	rate := uint64(float64(nodes) / max(spent, time.Millisecond).Seconds())
	for _, line := range []string{
		fmt.Sprintf("Nodes searched: %d", nodes),
		fmt.Sprintf("Time: %d ms", spent.Milliseconds()),
		fmt.Sprintf("Nodes per second: %d", rate),
		fmt.Sprintf("%d nodes %d nps", nodes, rate),
	} {
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}

// benchGames returns the positions of Bench, each as the start of a game.
func benchGames() ([]*board.Game, error) {
	var games []*board.Game
	for fen := range strings.SplitSeq(strings.TrimSpace(benchPositions), "\n") {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return nil, fmt.Errorf("search: bench position %d: %w", len(games)+1, err)
		}
		games = append(games, board.NewGame(p))
	}
	return games, nil
}
