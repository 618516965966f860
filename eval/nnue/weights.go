package nnue

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"chuhe/eval"
	"chuhe/internal/keyed"
)

// ErrNet is wrapped by every error about a network or its file.
var ErrNet error = keyed.New("error.network", "unusable network")

// Weights are the numbers of a quantised network and where they come from.
// [NewWeights] makes them, [NewNet] turns them into a network.
type Weights struct {
	FeatureWeights [][Width]int8 // Inputs rows, 1 is QA, within ±MaxWeight
	FeatureBias    []int16       // [Width], 1 is QA, within ±MaxBias
	OutputWeights  []int16       // [OutputBuckets][2*Width], the side to move first, 1 is QB, within ±MaxOutputWeight
	OutputBias     []int32       // [OutputBuckets], 1 is QA*QB
	// Scale is the score (eval.Score) of a position that the side to move wins
	// with the logistic function of 1, some 73 %. It is positive.
	Scale int32
	// Description says where the network comes from, in UTF-8 and at most
	// MaxDescription bytes.
	Description string
}

// MaxBias is the largest size of a bias of a column: with it and the weights of all pieces
// that a position can have, no accumulator leaves 16 bits.
const MaxBias = math.MaxInt16 - maxActive*MaxWeight

// MaxDescription is the largest number of bytes of a description.
const MaxDescription = 1 << 16

// NewWeights returns all-zero weights of the right sizes.
func NewWeights(scale int32, description string) *Weights {
	return &Weights{
		FeatureWeights: make([][Width]int8, Inputs),
		FeatureBias:    make([]int16, Width),
		OutputWeights:  make([]int16, OutputBuckets*2*Width),
		OutputBias:     make([]int32, OutputBuckets),
		Scale:          scale,
		Description:    description,
	}
}

// Validate returns an error that wraps ErrNet and names what is wrong with the
// weights: a size or a value out of range.
func (w *Weights) Validate() error {
	for _, part := range []struct {
		name      string
		got, want int
	}{
		{"rows of feature weights", len(w.FeatureWeights), Inputs},
		{"feature biases", len(w.FeatureBias), Width},
		{"output weights", len(w.OutputWeights), OutputBuckets * 2 * Width},
		{"output biases", len(w.OutputBias), OutputBuckets},
	} {
		if part.got != part.want {
			return fmt.Errorf("%w: %d %s, want %d", ErrNet, part.got, part.name, part.want)
		}
	}
	for i := range w.FeatureWeights {
		for column, weight := range &w.FeatureWeights[i] {
			if weight < -MaxWeight { // no number of 8 bits is above
				return fmt.Errorf("%w: feature weight %d of input %d is %d, want %d to %d", ErrNet, column, i, weight, -MaxWeight, MaxWeight)
			}
		}
	}
	for column, bias := range w.FeatureBias {
		if bias < -MaxBias || bias > MaxBias {
			return fmt.Errorf("%w: feature bias %d is %d, want %d to %d", ErrNet, column, bias, -MaxBias, MaxBias)
		}
	}
	for i, weight := range w.OutputWeights {
		if weight < -MaxOutputWeight || weight > MaxOutputWeight {
			return fmt.Errorf("%w: output weight %d of bucket %d is %d, want %d to %d",
				ErrNet, i%(2*Width), i/(2*Width), weight, -MaxOutputWeight, MaxOutputWeight)
		}
	}
	if w.Scale < 1 || w.Scale > int32(eval.MaxEval) {
		return fmt.Errorf("%w: scale is %d, want 1-%d", ErrNet, w.Scale, eval.MaxEval)
	}
	if len(w.Description) > MaxDescription {
		return fmt.Errorf("%w: description of %d bytes, want at most %d", ErrNet, len(w.Description), MaxDescription)
	}
	if !utf8.ValidString(w.Description) {
		return fmt.Errorf("%w: description of %d bytes is not UTF-8", ErrNet, len(w.Description))
	}
	return nil
}

// clone returns a copy that shares nothing with the weights.
func (w *Weights) clone() Weights {
	c := *w
	c.FeatureWeights, c.FeatureBias = slices.Clone(w.FeatureWeights), slices.Clone(w.FeatureBias)
	c.OutputWeights, c.OutputBias = slices.Clone(w.OutputWeights), slices.Clone(w.OutputBias)
	return c
}
