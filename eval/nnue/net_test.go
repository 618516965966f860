package nnue

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/eval"
)

func TestValidate(t *testing.T) {
	assert.NoError(t, randomNet(1).Validate())
	for _, c := range []struct {
		why    string
		damage func(*Net)
	}{
		{"0 feature weights, want 2116608", func(n *Net) { n.FeatureWeights = nil }},
		{"511 feature biases, want 512", func(n *Net) { n.FeatureBias = n.FeatureBias[1:] }},
		{"8191 output weights, want 8192", func(n *Net) { n.OutputWeights = n.OutputWeights[1:] }},
		{"9 output biases, want 8", func(n *Net) { n.OutputBias = append(n.OutputBias, 0) }},
		{"output weight 3 of bucket 2 is 128, want it within ±127", func(n *Net) { n.OutputWeights[2*2*Width+3] = 128 }},
		{"is -128", func(n *Net) { n.OutputWeights[0] = -128 }},
		{"scale is -1", func(n *Net) { n.Scale = -1 }},
		{"scale is 29001, want 1-29000", func(n *Net) { n.Scale = 29001 }},
		{"description of 65537 bytes", func(n *Net) { n.Description = string(make([]byte, MaxDescription+1)) }},
		{"is not UTF-8", func(n *Net) { n.Description = "\xff" }},
		{"accumulator 7 of king bucket 0 could reach", func(n *Net) { n.FeatureBias[7] = math.MaxInt16 }},
		{"accumulator 7 of king bucket 0 could reach", func(n *Net) { n.FeatureBias[7] = math.MinInt16 }},
	} {
		n := randomNet(1)
		c.damage(n)
		err := n.Validate()
		assert.ErrorIs(t, err, ErrNet)
		assert.ErrorContains(t, err, c.why)
	}
}

// quiet returns a network without weights.
func quiet() *Net {
	return &Net{
		FeatureWeights: make([]int16, Inputs*Width), FeatureBias: make([]int16, Width),
		OutputWeights: make([]int16, OutputBuckets*2*Width), OutputBias: make([]int32, OutputBuckets), Scale: 100,
	}
}

// The bound on accumulators is exact where pieces do not get in each other's
// way.
func TestValidateKnowsWhatFits(t *testing.T) {
	p := position(t, "4kab2/4a4/4b4/9/9/9/9/4B4/4A4/2BAK4 w - - 0 1") // no pawns, so that all squares are known
	for perspective := range board.Side(2) {
		inputs := AppendFeatures(nil, &p, perspective)
		for _, sign := range []int16{1, -1} {
			n := quiet()
			for _, input := range inputs {
				n.FeatureWeights[int(input)*Width+9] = 3000 * sign
			}
			n.FeatureBias[9] = sign * int16(math.MaxInt16-3000*len(inputs))
			if sign < 0 {
				n.FeatureBias[9]-- // numbers reach one further down
			}
			assert.NoError(t, n.Validate())
			n.FeatureBias[9] += sign
			want := "accumulator 9 of king bucket 3 could reach 5768 to 32768"
			if sign < 0 {
				want = "accumulator 9 of king bucket 3 could reach -32769 to -5769"
			}
			assert.ErrorContains(t, n.Validate(), want)
		}
	}
}

// A position worked out by hand.
func TestEvaluateByHand(t *testing.T) {
	p := position(t, "4ka3/9/9/9/9/9/9/9/9/R2K5 w - - 0 1")
	n := quiet()
	own, theirs := AppendFeatures(nil, &p, board.Red), AppendFeatures(nil, &p, board.Black)
	for i, w := range []int16{100, 40, 60, 10} { // rook, king, enemy king, enemy advisor
		n.FeatureWeights[int(own[i])*Width+5] = w
	}
	n.FeatureWeights[int(theirs[0])*Width+8] = 300
	n.FeatureBias[5], n.FeatureBias[8], n.FeatureBias[11] = -30, -5, -1
	n.OutputWeights[5], n.OutputWeights[Width+8], n.OutputWeights[11] = 64, -127, 127
	n.OutputBias[0] = 1000
	// 180^2 * 64 - 255^2 * 127 = -6184575; / 255 = -24253; + 1000 = -23253; * 100 / 16320 = -142
	assert.Equal(t, eval.Score(-142), n.Evaluate(&p))
	passed := p.Pass()
	// Black to move: its 295 meets a weight of zero, and so does Red's 180.
	assert.Equal(t, eval.Score(1000*100/16320), n.Evaluate(&passed))
}

func TestEvaluateIsBounded(t *testing.T) {
	p := board.Start()
	n := quiet()
	n.Scale = 29000
	n.OutputBias[7] = math.MaxInt32
	assert.Equal(t, eval.MaxEval, n.Evaluate(&p))
	n.OutputBias[7] = math.MinInt32
	assert.Equal(t, -eval.MaxEval, n.Evaluate(&p))
	for i := range n.OutputWeights {
		n.OutputWeights[i] = MaxOutputWeight
	}
	for i := range n.FeatureBias {
		n.FeatureBias[i] = 1000
	}
	n.OutputBias[7] = math.MaxInt32
	assert.NoError(t, n.Validate())
	assert.Equal(t, eval.MaxEval, n.Evaluate(&p))
}
