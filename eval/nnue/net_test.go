package nnue

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/testpos"
)

// A network does not change when the weights that it was made from, or that it
// returned, are changed.
func TestNetStaysValid(t *testing.T) {
	w := randomWeights(1)
	net, name := made(w), randomNet(1).Name()
	for _, w := range []*Weights{w, net.Weights()} {
		assert.Equal(t, randomWeights(1), w)
		w.FeatureWeights[0][0], w.FeatureBias[0], w.OutputWeights[0], w.OutputBias[0] = 127, 1000, 1000, 1000
		w.Scale, w.Description = 0, "spoilt"
	}
	assert.Equal(t, name, net.Name())
	assert.Equal(t, "random", net.Description())
}

// A position worked out by hand.
func TestEvaluateByHand(t *testing.T) {
	p := testpos.FEN(t, "4ka3/9/9/9/9/9/9/9/9/R2K5 w - - 0 1")
	w := quiet()
	own, theirs := AppendFeatures(nil, &p, board.Red), AppendFeatures(nil, &p, board.Black)
	for i, weight := range []int8{70, 20, 30, 10} { // rook, king, enemy king, enemy advisor
		w.FeatureWeights[own[i]][5] = weight
	}
	w.FeatureWeights[theirs[0]][8], w.FeatureWeights[theirs[1]][8] = 100, 40
	w.FeatureBias[5], w.FeatureBias[8], w.FeatureBias[11] = -30, -5, -1
	oneToNone := w.output(3) // rooks, of the side to move first
	oneToNone[5], oneToNone[Width+8], oneToNone[11] = 64, -127, 127
	noneToOne := w.output(1)
	noneToOne[8], noneToOne[Width+5] = 10, -20
	w.OutputBias[3], w.OutputBias[1] = 1000, 2000
	passed := p.Pass()
	// 100^2 * 64 - 127^2 * 127 = -1408383; / 127 = -11089; + 1000 = -10089; * 100 / 32512 = -31
	assert.Equal(t, eval.Score(-31), made(w).Evaluate(&p))
	// Black to move: 127^2 * 10 - 100^2 * 20 = -38710; / 127 = -304; + 2000 = 1696; * 100 / 32512 = 5
	assert.Equal(t, eval.Score(5), made(w).Evaluate(&passed))
}

func TestEvaluateIsBounded(t *testing.T) {
	p := board.Start()
	w := quiet()
	w.Scale = 29000
	w.OutputBias[OutputBuckets-1] = math.MaxInt32
	assert.Equal(t, eval.MaxEval, made(w).Evaluate(&p))
	w.OutputBias[OutputBuckets-1] = math.MinInt32
	assert.Equal(t, -eval.MaxEval, made(w).Evaluate(&p))
	for i := range w.OutputWeights {
		w.OutputWeights[i] = MaxOutputWeight
	}
	for i := range w.FeatureBias {
		w.FeatureBias[i] = 1000
	}
	w.OutputBias[OutputBuckets-1] = math.MaxInt32
	assert.Equal(t, eval.MaxEval, made(w).Evaluate(&p))
}
