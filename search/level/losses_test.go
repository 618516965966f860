package level_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/internal/testpos"
	"chuhe/movegen"
	"chuhe/search"
	"chuhe/search/level"
)

// tally counts the moves of a level, and those that lose a piece outright.
type tally struct {
	games, moves int
	lost         int // moves that lose a rook, knight or cannon
	plain        int // of these, where the capture is easy to see
	rooks        int // of these, rooks lost in plain sight
}

func (t tally) share(n int) float64 { return 100 * float64(n) / float64(max(t.moves, 1)) }

// Bounds of the definition of a loss.
const (
	arbiterNodes            = 2000
	lossMargin   eval.Score = 250 // less than what any of the pieces is worth
	plainSight              = 250 // search.Difficulty of a capture that is easy to see
)

// arbiter judges moves.
type arbiter struct {
	engine *search.Engine
}

func newEngine(t *testing.T, l level.Level, seed uint64) *search.Engine {
	o := search.DefaultOptions()
	o.Hash, o.Seed = 4, seed
	var err error
	o.Evaluation, err = evals.Open(evals.Embedded)
	require.NoError(t, err)
	l.Apply(&o)
	e, err := search.New(o)
	require.NoError(t, err)
	t.Cleanup(e.Close)
	return e
}

func (a *arbiter) search(g *board.Line) search.Result {
	return a.engine.Search(context.Background(), g, search.Limits{Nodes: arbiterNodes}, nil)
}

// judge notes whether a move loses a piece outright: the best answer takes a rook,
// knight or cannon, and a better move would have saved as much as a piece is worth.
// best is the arbiter's search before the move.
func (a *arbiter) judge(t *tally, g *board.Line, best search.Result, m board.Move) {
	t.moves++
	if m == best.Best {
		return
	}
	g.Play(m)
	defer g.Undo()
	p := g.Position()
	if !movegen.HasLegal(p) {
		return
	}
	answer := a.search(g)
	taken := p.Captured(answer.Best).Type()
	if taken != board.Rook && taken != board.Knight && taken != board.Cannon || best.Score+answer.Score < lossMargin || best.Score.IsDecided() {
		return
	}
	t.lost++
	if search.Difficulty(p, answer.Best, m) <= plainSight {
		t.plain++
		if taken == board.Rook {
			t.rooks++
		}
	}
}

// mostPlies ends games that do not end by themselves.
const mostPlies = 200

// choose returns the move of a player of a level.
func choose(player *search.Engine, g *board.Line, l level.Level) board.Move {
	player.Clear()
	return player.Search(context.Background(), g, search.Limits{Nodes: uint64(l.Nodes)}, nil).Best
}

// play lets a level play a game against itself from a random opening, and judges each
// of its moves.
func (a *arbiter) play(t *tally, player *search.Engine, l level.Level, random *rand.Rand) {
	g := board.NewLine(board.Start())
	for range 4 {
		moves := movegen.Legal(g.Position(), nil)
		g.Play(moves[random.IntN(len(moves))])
	}
	t.games++
	for g.Len() < mostPlies && outcome(g) == board.Unfinished {
		m := choose(player, g, l)
		a.judge(t, g, a.search(g), m)
		g.Play(m)
	}
}

// TestLosses counts which share of its moves lose a piece outright, by level above those
// of children. Beginners must lose more than experts, and mostly by what is hard to see.
func TestLosses(t *testing.T) {
	if testing.Short() {
		t.Skip("plays games")
	}
	a := &arbiter{engine: newEngine(t, level.OfStep(level.Steps), 0)}
	games, stride := testpos.Rounds(1, 3, 10), testpos.Rounds(4, 4, 1)
	var all []tally
	first := 1
	for level.OfStep(first).Elo == 0 {
		first++
	}
	for step := first; step < level.Steps; step += stride {
		l := level.OfStep(step)
		player := newEngine(t, l, uint64(step))
		random := rand.New(rand.NewPCG(uint64(step), 0))
		var n tally
		count := games
		if step == first {
			count *= 4 // fewer say little of what is in plain sight
		}
		for range count {
			a.engine.Clear()
			a.play(&n, player, l, random)
		}
		t.Logf("level %d: %d games, %d moves, of which lose a piece %.2f %%, in plain sight %.2f %%, a rook in plain sight %.2f %%",
			step, n.games, n.moves, n.share(n.lost), n.share(n.plain), n.share(n.rooks))
		all = append(all, n)
	}
	beginner, expert := all[0], all[len(all)-1]
	assert.Greater(t, beginner.share(beginner.lost), expert.share(expert.lost)+1)
	assert.Less(t, expert.share(expert.lost), 1.0)
	assert.Less(t, beginner.share(beginner.rooks), 2.0, "not even a beginner often leaves a rook in plain sight")
	assert.Less(t, 2*beginner.plain, beginner.lost)
}
