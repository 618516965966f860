package annotate

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/game"
	"chuhe/rules"
	"chuhe/search"
)

// scripted returns a search that gives c3c4 and every other move of the start the scores
// for its limits, and every later position the score of the other side.
func scripted(shallow, deep [2]eval.Score, calls *int) Search {
	return func(_ context.Context, g *board.Line, l search.Limits, moves int, report func(search.Info)) (search.Result, error) {
		scores := shallow
		if l.Nodes >= 100_000 {
			scores = deep
			*calls++
		}
		if g.Len() > 0 {
			return search.Result{Best: board.MustParseMove("h9g7"), PV: []board.Move{board.MustParseMove("h9g7")}, Score: -scores[1], Depth: 5}, nil
		}
		best, other := board.MustParseMove("c3c4"), board.MustParseMove("h2e2")
		a := search.Info{MultiPV: 1, PV: []board.Move{best}, Score: scores[0], Bound: search.Exact}
		b := search.Info{MultiPV: 2, PV: []board.Move{other}, Score: scores[1], Bound: search.Exact}
		if scores[1] > scores[0] {
			a.PV, b.PV, a.Score, b.Score = b.PV, a.PV, b.Score, a.Score
		}
		report(a)
		report(b)
		return search.Result{Best: a.PV[0], PV: a.PV, Score: a.Score, Depth: 5}, nil
	}
}

// TestProof asserts that a blunder, and the only good move, are named where a deeper
// search finds them too, and not otherwise.
func TestProof(t *testing.T) {
	for _, c := range []struct {
		name, played  string
		shallow, deep [2]eval.Score // of c3c4, of the others
		proof         bool
		want          game.NAG
		calls         int
	}{
		{"a blunder", "h2e2", [2]eval.Score{0, -700}, [2]eval.Score{0, -600}, true, game.Blunder, 1},
		{"none", "h2e2", [2]eval.Score{0, -700}, [2]eval.Score{0, -10}, true, 0, 1},
		{"a mistake", "h2e2", [2]eval.Score{0, -700}, [2]eval.Score{0, -200}, true, game.Mistake, 1},
		{"not proven", "h2e2", [2]eval.Score{0, -700}, [2]eval.Score{0, -600}, false, game.Mistake, 0},
		{"better than it seemed", "h2e2", [2]eval.Score{0, -700}, [2]eval.Score{-50, 100}, true, 0, 1},
		{"the only move", "c3c4", [2]eval.Score{0, -700}, [2]eval.Score{0, -600}, true, game.GoodMove, 1},
		{"one of several", "c3c4", [2]eval.Score{0, -700}, [2]eval.Score{0, -30}, true, 0, 1},
		{"a quiet move", "c3c4", [2]eval.Score{0, -30}, [2]eval.Score{0, -700}, true, 0, 0},
	} {
		calls := 0
		a := Analyser{
			Search: scripted(c.shallow, c.deep, &calls), Limits: search.Limits{Nodes: 2000}, MultiPV: 2,
			Rules: rules.Options{Set: rules.Computer, MoveLimit: rules.OwnLimit},
		}
		if c.proof {
			a.Deeper = Deeper
		}
		played := board.NewLine(board.Start())
		played.Play(board.MustParseMove(c.played))
		found, err := a.Analyse(t.Context(), played)
		require.NoError(t, err, c.name)
		m := found.Judge(0)
		assert.Equal(t, c.want, m.Sign, c.name)
		assert.Equal(t, c.calls, calls, c.name)
	}
}

func TestDeeper(t *testing.T) {
	assert.Equal(t, search.Limits{Nodes: 100_000}, Deeper(search.Limits{Nodes: 2000}))
	assert.Equal(t, search.Limits{Nodes: 400_000, MoveTime: 4}, Deeper(search.Limits{Nodes: 100_000, MoveTime: 1}))
	assert.Equal(t, search.Limits{Depth: eval.MaxPly - 1}, Deeper(search.Limits{Depth: eval.MaxPly - 2}))
}

// TestThreatened asserts that a piece is threatened where it could be taken.
func TestThreatened(t *testing.T) {
	start := play(t, "3k5/9/9/9/4r4/9/4C4/9/4A4/4K4 w", "").Start
	assert.True(t, threatened(&start, board.MustParseMove("e3e4").From()))
	assert.False(t, threatened(&start, board.MustParseMove("e1d2").From()))
}
