package nnue

import (
	"chuhe/board"
	"chuhe/eval"
)

// Net is a quantised network and an [eval.Evaluation]. [NewNet], [Read] and
// [Embedded] return networks that are valid and never change, so any number of
// evaluators may share one. The zero Net cannot be used.
type Net struct{ weights Weights }

// NewNet returns a network with a copy of the weights, or the error of
// [Weights.Validate].
func NewNet(w *Weights) (*Net, error) {
	if err := w.Validate(); err != nil {
		return nil, err
	}
	return &Net{w.clone()}, nil
}

// Weights returns a copy of the weights.
func (n *Net) Weights() *Weights {
	w := n.weights.clone()
	return &w
}

// Description says where the network comes from.
func (n *Net) Description() string { return n.weights.Description }

// New implements [eval.Evaluation].
func (n *Net) New() eval.Evaluator { return newEvaluator(n) }

// Evaluate returns the score of a position for its side to move, within
// ±eval.MaxEval. It computes everything from scratch; an evaluator of [Net.New]
// comes to the same score faster along a search.
func (n *Net) Evaluate(p *board.Position) eval.Score {
	own := AppendFeatures(make([]uint16, 0, maxActive), p, p.Side())
	theirs := AppendFeatures(make([]uint16, 0, maxActive), p, p.Side().Other())
	return n.forward(OutputBucket(p), own, theirs)
}

// forward returns the score of the active inputs of the side to move and of the
// other side.
func (n *Net) forward(bucket int, own, theirs []uint16) eval.Score {
	var accs [2]accumulator
	for half, inputs := range [2][]uint16{own, theirs} {
		acc := &accs[half]
		*acc = accumulator(n.weights.FeatureBias)
		for _, input := range inputs {
			for column, w := range &n.weights.FeatureWeights[input] {
				acc[column] += int16(w)
			}
		}
	}
	weights := n.weights.output(bucket)
	var sum int64
	for half := range accs {
		for column, x := range accs[half] {
			clamped := int64(max(0, min(x, QA)))
			sum += clamped * clamped * int64(weights[half*Width+column])
		}
	}
	return n.score(bucket, sum)
}
