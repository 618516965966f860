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
		w.FeatureWeights[0][0], w.FeatureBias[0], w.OutputWeights[0], w.OutputBias[0] = 1000, 1000, 1000, 1000
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
	for i, weight := range []int16{100, 40, 60, 10} { // rook, king, enemy king, enemy advisor
		w.FeatureWeights[own[i]][5] = weight
	}
	w.FeatureWeights[theirs[0]][8] = 300
	w.FeatureBias[5], w.FeatureBias[8], w.FeatureBias[11] = -30, -5, -1
	w.OutputWeights[5], w.OutputWeights[Width+8], w.OutputWeights[11] = 64, -127, 127
	w.OutputBias[0] = 1000
	passed := p.Pass()
	// 180^2 * 64 - 255^2 * 127 = -6184575; / 255 = -24253; + 1000 = -23253; * 100 / 65280 = -35
	assert.Equal(t, eval.Score(-35), made(w).Evaluate(&p))
	// Black to move: its 295 meets a weight of zero, and so does Red's 180.
	assert.Equal(t, eval.Score(1000*100/65280), made(w).Evaluate(&passed))
}

func TestEvaluateIsBounded(t *testing.T) {
	p := board.Start()
	w := quiet()
	w.Scale = 29000
	w.OutputBias[7] = math.MaxInt32
	assert.Equal(t, eval.MaxEval, made(w).Evaluate(&p))
	w.OutputBias[7] = math.MinInt32
	assert.Equal(t, -eval.MaxEval, made(w).Evaluate(&p))
	for i := range w.OutputWeights {
		w.OutputWeights[i] = MaxOutputWeight
	}
	for i := range w.FeatureBias {
		w.FeatureBias[i] = 1000
	}
	w.OutputBias[7] = math.MaxInt32
	assert.Equal(t, eval.MaxEval, made(w).Evaluate(&p))
}
