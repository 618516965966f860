package nnue

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
)

func TestValidate(t *testing.T) {
	assert.NoError(t, randomWeights(1).Validate())
	for _, c := range []struct {
		why    string
		damage func(*Weights)
	}{
		{"0 rows of feature weights, want 4134", func(w *Weights) { w.FeatureWeights = nil }},
		{"1023 feature biases, want 1024", func(w *Weights) { w.FeatureBias = w.FeatureBias[1:] }},
		{"147455 output weights, want 147456", func(w *Weights) { w.OutputWeights = w.OutputWeights[1:] }},
		{"73 output biases, want 72", func(w *Weights) { w.OutputBias = append(w.OutputBias, 0) }},
		{"output weight 3 of bucket 2 is 128, want -127 to 127", func(w *Weights) { w.OutputWeights[2*2*Width+3] = 128 }},
		{"is -128", func(w *Weights) { w.OutputWeights[0] = -128 }},
		{"scale is -1", func(w *Weights) { w.Scale = -1 }},
		{"scale is 29001, want 1-29000", func(w *Weights) { w.Scale = 29001 }},
		{"description of 65537 bytes", func(w *Weights) { w.Description = string(make([]byte, MaxDescription+1)) }},
		{"is not UTF-8", func(w *Weights) { w.Description = "\xff" }},
		{"feature weight 5 of input 4133 is -128, want -127 to 127", func(w *Weights) { w.FeatureWeights[Inputs-1][5] = -128 }},
		{"feature bias 7 is 28704, want -28703 to 28703", func(w *Weights) { w.FeatureBias[7] = MaxBias + 1 }},
		{"is -32768", func(w *Weights) { w.FeatureBias[7] = math.MinInt16 }},
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

// The largest weights and biases take the accumulator of all pieces to the end of 16 bits.
func TestLargestAccumulator(t *testing.T) {
	p := board.Start()
	for _, sign := range []int{1, -1} {
		w := quiet()
		for _, input := range AppendFeatures(nil, &p, board.Red) {
			w.FeatureWeights[input][9] = int8(sign * MaxWeight)
		}
		w.FeatureBias[9] = int16(sign * MaxBias)
		e := newEvaluator(made(w))
		e.Reset(&p)
		assert.EqualValues(t, sign*math.MaxInt16, e.stack[0][board.Red][9])
	}
}
