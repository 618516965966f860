package tournament

import (
	"context"
	"time"

	"chuhe/board"
	"chuhe/search"
)

// Thinker is a searcher in this process: a *search.Engine, or one that a test watches.
type Thinker interface {
	Search(ctx context.Context, game *board.Line, limits search.Limits, report func(search.Info)) search.Result
	Clear()
	Close()
}

// Searcher is a Player that thinks in the process of the tests. It closes its thinker.
type Searcher struct{ Thinker Thinker }

// NewGame makes the searcher forget earlier games.
func (s Searcher) NewGame(context.Context) error {
	s.Thinker.Clear()
	return nil
}

// Think searches. A search that is too late is stopped.
func (s Searcher) Think(ctx context.Context, game *board.Line, turn Turn) (Answer, error) {
	inner := ctx
	if turn.Allowed > 0 {
		var cancel context.CancelFunc
		inner, cancel = context.WithTimeout(ctx, turn.Allowed)
		defer cancel()
	}
	start := time.Now()
	r := s.Thinker.Search(inner, game, turn.Limits, nil)
	if ctx.Err() != nil {
		return Answer{}, ctx.Err()
	}
	score := Score{CP: int(r.Score)}
	if plies, ok := r.Score.MateDistance(); ok {
		score = MateScore((plies + sign(plies)) / 2)
	}
	return Answer{
		Move: r.Best, Text: r.Best.String(), Time: time.Since(start),
		Thought: Thought{&score, r.Depth, r.Nodes},
	}, nil
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

// Exchange returns nothing: no lines are exchanged.
func (Searcher) Exchange() []string { return nil }

// Close closes the thinker.
func (s Searcher) Close() { s.Thinker.Close() }
