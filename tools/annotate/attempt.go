package annotate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
)

// Grade says how good an attempt is to find a better move than a player.
type Grade uint8

// The grades.
const (
	Wrong Grade = iota // loses nearly as much as the move of the game, or is that move
	Near               // better than that, but not good
	Right              // as good as the best move
)

// String returns the name of the grade in lower case.
func (g Grade) String() string { return [...]string{"wrong", "near", "right"}[g] }

// An attempt is right if it gives up at most rightLoss of the expected points, and near
// if it gives up at most nearPart of what the move of the game gave up.
const (
	rightLoss = 0.03
	nearPart  = 0.5
)

// ErrIllegal is wrapped by the error about an attempt with an illegal move.
var ErrIllegal = errors.New("illegal move")

// Attempt is a search's judgement of an attempt.
type Attempt struct {
	Grade       Grade
	Best, Tried Line
	// BestPoints and TriedPoints are the expected points of the side to move, 0 to 1.
	BestPoints, TriedPoints float64
}

// Attempt compares a move that somebody tries in the last position of a game with the
// best one and with the one played, in one search. The error is [ErrIllegal] or comes from
// the search.
func (a *Analyser) Attempt(ctx context.Context, g *board.Line, best, played, tried board.Move) (*Attempt, error) {
	p := g.Position()
	var only []board.Move
	for _, m := range []board.Move{best, played, tried} {
		if !movegen.IsLegal(p, m) {
			return nil, fmt.Errorf("%w: %v in %s", ErrIllegal, m, p.FEN())
		}
		if !slices.Contains(only, m) {
			only = append(only, m)
		}
	}
	limits, found := a.Limits, &Found{}
	limits.Only = only
	result, err := a.Search(ctx, g, limits, len(only), found.note)
	if err != nil {
		return nil, err
	}
	found.lead(Line{result.Score, result.PV})
	points := func(l *Line) float64 {
		if l == nil { // the search ended before it came to this move
			return 0
		}
		return l.Score.Chances(p).Expected()
	}
	out := &Attempt{Best: found.Lines[0], Tried: Line{-eval.Mate, []board.Move{tried}}}
	if l := line(found.Lines, tried); l != nil {
		out.Tried, out.TriedPoints = *l, points(l)
	}
	out.BestPoints = points(&out.Best)
	if tried == played {
		return out, nil
	}
	out.Grade = grade(out.BestPoints, points(line(found.Lines, played)), out.TriedPoints)
	if best := mateIn(out.Best.Score); best > 0 && best <= shortMate && out.Grade == Right {
		if n := mateIn(out.Tried.Score); n <= 0 || n > shortMate {
			out.Grade = Near // it wins, but the short mate was to be found
		}
	}
	return out, nil
}

// grade grades an attempt by the points to expect with the best move, with the move of the
// game and with the attempt.
func grade(best, played, tried float64) Grade {
	switch loss := best - tried; {
	case loss <= rightLoss:
		return Right
	case loss <= nearPart*(best-played):
		return Near
	}
	return Wrong
}
