package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/testpos"
)

func TestHistoryStaysInBounds(t *testing.T) {
	testpos.SkipRace(t)
	rng := rand.New(rand.NewPCG(41, 1))
	for _, most := range []int{quietMax, pawnMax, captureMax, continuationMax} {
		for _, lean := range []int{-3, 0, 3} {
			var h history
			for range 2000 {
				before, bonus := h, rng.IntN(2*most)
				if rng.IntN(8)+lean < 4 {
					h.add(-bonus, most)
					require.LessOrEqual(t, h, before)
				} else {
					h.add(bonus, most)
					require.GreaterOrEqual(t, h, before)
				}
				require.LessOrEqual(t, abs(int(h)), most)
			}
		}
	}
}

func TestCorrectionLearns(t *testing.T) {
	w, p := prepared(newEngine(t), board.NewLine(board.Start())), board.Start()
	n := node{p: &p}
	w.recallCorrections(&n)
	c := &n.corrections
	assert.Zero(t, c.sum(&w.params))
	for _, difference := range []eval.Score{40, -40, eval.MaxEval, -eval.MaxEval} {
		for range 1000 {
			c.learn(&w.params, difference, 1+eval.MaxPly)
			for _, e := range c {
				require.LessOrEqual(t, abs(int(*e)), correctionMax)
			}
		}
		assert.Equal(t, difference > 0, c.sum(&w.params) > 0)
		assert.Equal(t, eval.MaxEval, bounded(eval.MaxEval+max(0, c.sum(&w.params))))
		assert.Equal(t, -eval.MaxEval, bounded(-eval.MaxEval+min(0, c.sum(&w.params))))
	}
	w.hist.correction.moves = [correctionMoves]int16{}
	other := p.Pass()
	n.p = &other
	w.recallCorrections(&n)
	assert.Zero(t, c.sum(&w.params), "the other side's view is its own")
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

// TestClearForgets clears the histories of an engine that has searched: they equal a new
// engine's, also with other starts.
func TestClearForgets(t *testing.T) {
	testpos.SkipRace(t)
	e := newEngine(t)
	h, fresh := e.workers[0].hist, new(histories)
	*fresh = *h
	e.Search(t.Context(), board.NewLine(board.Start()), Limits{Nodes: 20_000}, nil)
	for _, learnt := range []bool{h.quiet != fresh.quiet, h.low != fresh.low, h.pawn != fresh.pawn, h.capture != fresh.capture,
		h.continuation != fresh.continuation, h.counter != fresh.counter, h.correction != fresh.correction} {
		assert.True(t, learnt)
	}
	w := e.workers[0]
	w.prepare(w.run, board.NewLine(board.Start()))
	assert.True(t, h.low == fresh.low, "the root is another one")
	assert.False(t, h.quiet == fresh.quiet)
	e.Clear()
	assert.True(t, *h == *fresh)
	for _, start := range []int{100, 0} {
		e.Search(t.Context(), board.NewLine(board.Start()), Limits{Nodes: 2000}, nil)
		p := e.params
		p.PawnStart, p.ContinuationStart = start, -start
		require.NoError(t, e.SetParams(p))
		*fresh = histories{}
		fresh.clear(&p)
		assert.True(t, *h == *fresh)
		assert.EqualValues(t, p.PawnStart, h.pawn[pawnStructures-1][0])
		assert.EqualValues(t, p.ContinuationStart, h.continuation[pieceTos-1][0])
	}
}
