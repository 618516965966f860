package nnue

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/internal/testpos"
)

func TestValidate(t *testing.T) {
	assert.NoError(t, randomWeights(1).Validate())
	for _, c := range []struct {
		why    string
		damage func(*Weights)
	}{
		{"0 rows of feature weights, want 4134", func(w *Weights) { w.FeatureWeights = nil }},
		{"511 feature biases, want 512", func(w *Weights) { w.FeatureBias = w.FeatureBias[1:] }},
		{"8191 output weights, want 8192", func(w *Weights) { w.OutputWeights = w.OutputWeights[1:] }},
		{"9 output biases, want 8", func(w *Weights) { w.OutputBias = append(w.OutputBias, 0) }},
		{"output weight 3 of bucket 2 is 128, want -127 to 127", func(w *Weights) { w.OutputWeights[2*2*Width+3] = 128 }},
		{"is -128", func(w *Weights) { w.OutputWeights[0] = -128 }},
		{"scale is -1", func(w *Weights) { w.Scale = -1 }},
		{"scale is 29001, want 1-29000", func(w *Weights) { w.Scale = 29001 }},
		{"description of 65537 bytes", func(w *Weights) { w.Description = string(make([]byte, MaxDescription+1)) }},
		{"is not UTF-8", func(w *Weights) { w.Description = "\xff" }},
		{"accumulator 7 of king bucket 0 could reach", func(w *Weights) { w.FeatureBias[7] = math.MaxInt16 }},
		{"accumulator 7 of king bucket 0 could reach", func(w *Weights) { w.FeatureBias[7] = math.MinInt16 }},
	} {
		w := randomWeights(1)
		c.damage(w)
		err := w.Validate()
		assert.ErrorIs(t, err, ErrNet)
		assert.ErrorContains(t, err, c.why)
		net, refused := NewNet(w)
		assert.Nil(t, net)
		assert.Equal(t, err, refused)
	}
}

// quiet returns weights of zero.
func quiet() *Weights { return NewWeights(100, "") }

// The bound on accumulators is exact where no two pieces compete for a square.
func TestValidateKnowsWhatFits(t *testing.T) {
	p := testpos.FEN(t, "4kab2/4a4/4b4/9/9/9/9/4B4/4A4/2BAK4 w - - 0 1") // no pawns, so that all squares are known
	for perspective := range board.Side(2) {
		inputs := AppendFeatures(nil, &p, perspective)
		for _, sign := range []int16{1, -1} {
			w := quiet()
			for _, input := range inputs {
				w.FeatureWeights[input][9] = 3000 * sign
			}
			w.FeatureBias[9] = sign * int16(math.MaxInt16-3000*len(inputs))
			if sign < 0 {
				w.FeatureBias[9]-- // numbers reach one further down
			}
			assert.NoError(t, w.Validate())
			w.FeatureBias[9] += sign
			want := "accumulator 9 of king bucket 3 could reach 5768 to 32768"
			if sign < 0 {
				want = "accumulator 9 of king bucket 3 could reach -32769 to -5769"
			}
			assert.ErrorContains(t, w.Validate(), want)
		}
	}
}
