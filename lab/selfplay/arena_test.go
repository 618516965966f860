package selfplay

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/testpos"
	"chuhe/search"
)

// TestLead asks for what to expect of a game whose outcome is plain.
func TestLead(t *testing.T) {
	a, err := NewArena(&ArenaSettings{Nodes: 50, Hash: 1, Judge: search.DefaultParams()}, [2]eval.Evaluation{eval.Classical{}, eval.Classical{}})
	require.NoError(t, err)
	defer a.Close()
	for fen, want := range map[string]float64{
		"3k5/9/9/9/9/9/9/9/4R4/4KR3 w - - 0 1":         1,  // a mate
		"3k5/9/9/9/9/9/9/9/4R4/4KR3 b - - 0 1":         1,  // the same with the other side to move
		"4kr3/4r4/9/9/9/9/9/9/9/3K5 w - - 0 1":         -1, // and for Black
		"2bakab2/9/9/9/9/9/9/4B4/3K5/3A1AB2 w - - 0 1": 0,  // neither side can attack
	} {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		lead, err := a.lead(t.Context(), board.NewLine(p), board.Red)
		require.NoError(t, err)
		assert.InDelta(t, want, lead, 0.05, fen)
		lead, err = a.lead(t.Context(), board.NewLine(p), board.Black)
		require.NoError(t, err)
		assert.InDelta(t, -want, lead, 0.05, fen)
	}
}

// contrary is the hand-written evaluation under another name.
type contrary struct{ eval.Classical }

func (contrary) Name() string { return "contrary" }

// TestJudges judges by both evaluations where the engines have different ones.
func TestJudges(t *testing.T) {
	s := ArenaSettings{Nodes: 50, Hash: 1, Judge: search.DefaultParams()}
	for _, c := range []struct {
		second eval.Evaluation
		judges int
		nodes  uint64
	}{{eval.Classical{}, 1, 200}, {contrary{}, 2, 100}} {
		a, err := NewArena(&s, [2]eval.Evaluation{eval.Classical{}, c.second})
		require.NoError(t, err)
		assert.Len(t, a.judges, c.judges)
		assert.Equal(t, c.nodes, a.limits.Nodes)
		a.Close()
	}
}

// TestRivalNodes gives one side more nodes: it keeps them when the colours change, and wins.
func TestRivalNodes(t *testing.T) {
	if testing.Short() {
		t.Skip("plays whole games, one after another")
	}
	s := ArenaSettings{Nodes: 1500, RivalNodes: 100, Hash: 1, Cut: 40, Judge: search.DefaultParams()}
	a, err := NewArena(&s, [2]eval.Evaluation{eval.Classical{}, eval.Classical{}})
	require.NoError(t, err)
	defer a.Close()
	sum := [2]float64{}
	for k := range uint64(10) {
		opening, err := a.Open(t.Context(), rand.New(rand.NewPCG(1, k)))
		require.NoError(t, err)
		pair, err := a.Pair(t.Context(), opening)
		require.NoError(t, err)
		for i, f := range pair {
			sum[i] += f.Lead
			assert.True(t, f.Plies > 0 && f.Plies <= 40)
			assert.True(t, !f.Cut || f.Plies == 40)
		}
	}
	assert.Greater(t, sum[0], 1.0, "as Red")
	assert.Greater(t, sum[1], 1.0, "as Black")
}

// fading is a context that is done when it has been asked a number of times.
type fading struct {
	context.Context
	left int
}

func (f *fading) Err() error {
	if f.left--; f.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestPairAfterInterrupt interrupts pairs in their first and in their second game, as a worker
// of a fleet does when nobody wants its unit any more. The next pair is the one of a new arena.
func TestPairAfterInterrupt(t *testing.T) {
	testpos.SkipRace(t)
	s := ArenaSettings{Nodes: 300, RivalNodes: 20, Hash: 1, Cut: 12, Judge: search.DefaultParams()}
	a, err := NewArena(&s, [2]eval.Evaluation{eval.Classical{}, eval.Classical{}})
	require.NoError(t, err)
	defer a.Close()
	opening, err := a.Open(t.Context(), rand.New(rand.NewPCG(1, 0)))
	require.NoError(t, err)
	want, err := a.Pair(t.Context(), opening)
	require.NoError(t, err)
	for _, asked := range []int{1, want[0].Plies + 5, want[0].Plies + 1} { // each ply and each judge asks once
		_, err := a.Pair(&fading{t.Context(), asked}, opening)
		require.ErrorIs(t, err, context.Canceled)
		got, err := a.Pair(t.Context(), opening)
		require.NoError(t, err)
		assert.Equal(t, want, got, "interrupted when asked for the %dth time", asked+1)
	}
}
