package search

import (
	"context"
	_ "embed" // for the positions
	"fmt"
	"iter"
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

// Benched is the result for one position of Bench: position Number, from 1, of Of.
type Benched struct {
	Number, Of int
	Position   board.Position
	Nodes      uint64
	Time       time.Duration
}

// Bench searches a fixed set of positions with one worker to a fixed depth and
// yields them one by one. The sum of the nodes is the same in every run, and so
// the signature of a version of the search and of its evaluation. An error ends
// it; it comes from ctx, from the options or from the positions.
func Bench(ctx context.Context, evaluation eval.Evaluation) iter.Seq2[Benched, error] {
	return bench(ctx, evaluation, benchDepth)
}

func bench(ctx context.Context, evaluation eval.Evaluation, depth int) iter.Seq2[Benched, error] {
	return func(yield func(Benched, error) bool) {
		games, err := benchGames()
		if err != nil {
			yield(Benched{}, err)
			return
		}
		options := DefaultOptions()
		options.Hash, options.Evaluation = benchHash, evaluation
		engine, err := New(options)
		if err != nil {
			yield(Benched{}, err)
			return
		}
		defer engine.Close()
		for i, game := range games {
			engine.Clear()
			r := engine.Search(ctx, game, Limits{Depth: depth}, nil)
			err := ctx.Err()
			if !yield(Benched{i + 1, len(games), *game.Position(), r.Nodes, r.Time}, err) || err != nil {
				return
			}
		}
	}
}

// benchGames returns the positions of Bench, each as the start of a game.
func benchGames() ([]*board.Line, error) {
	var games []*board.Line
	for fen := range strings.SplitSeq(strings.TrimSpace(benchPositions), "\n") {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return nil, fmt.Errorf("search: bench position %d: %w", len(games)+1, err)
		}
		games = append(games, board.NewLine(p))
	}
	return games, nil
}
