package search

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
)

func TestHistoryStaysInBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 1))
	params := DefaultParams()
	for _, lean := range []int{-3, 0, 3} {
		var h history
		for range 10_000 {
			depth := 1 + rng.IntN(eval.MaxPly)
			before := h
			if rng.IntN(8)+lean < 4 {
				h.add(-params.historyMalus(depth))
				require.LessOrEqual(t, h, before)
			} else {
				h.add(params.historyBonus(depth))
				require.GreaterOrEqual(t, h, before)
			}
			require.LessOrEqual(t, abs(int(h)), historyMax)
		}
	}
}

func TestCorrectionLearns(t *testing.T) {
	p := board.Start()
	c := new(correction)
	params := DefaultParams()
	assert.Equal(t, eval.Score(30), c.apply(&params, &p, 30))
	for _, difference := range []eval.Score{40, -40, eval.MaxEval, -eval.MaxEval} {
		for range 1000 {
			c.learn(&params, &p, difference, 1+eval.MaxPly)
			for _, e := range c.entries(&p) {
				require.LessOrEqual(t, abs(int(*e)), correctionMax)
			}
		}
		assert.Equal(t, difference > 0, c.apply(&params, &p, 0) > 0)
		assert.LessOrEqual(t, c.apply(&params, &p, eval.MaxEval), eval.MaxEval)
		assert.GreaterOrEqual(t, c.apply(&params, &p, -eval.MaxEval), -eval.MaxEval)
	}
	other := p.Pass()
	assert.Zero(t, c.apply(&params, &other, 0), "the other side's view is its own")
}

func TestPieceToIsInRange(t *testing.T) {
	seen := map[pieceTo]bool{0: true} // of no move
	for _, side := range []board.Side{board.Red, board.Black} {
		for kind := board.Pawn; kind <= board.King; kind++ {
			for s := range board.Square(board.Squares) {
				at := newPieceTo(board.NewPiece(side, kind), s)
				require.Less(t, int(at), pieceTos)
				require.False(t, seen[at])
				seen[at] = true
			}
		}
	}
}

func TestReduction(t *testing.T) {
	params := DefaultParams()
	table := newReductions(&params)
	for depth := 1; depth < 2*eval.MaxPly; depth++ {
		for count := 1; count < 128; count++ {
			r := table.at(depth, count)
			require.True(t, r >= 0 && r < 1024*64)
			require.GreaterOrEqual(t, table.at(depth, count+1), r)
			require.GreaterOrEqual(t, table.at(depth+1, count), r)
		}
		require.GreaterOrEqual(t, table.lateMoves(depth, true), table.lateMoves(depth, false))
	}
	assert.Less(t, depthScore(params.CaptureSEE, eval.MaxPly*eval.MaxPly), eval.Score(math.MaxInt32/2))
}
