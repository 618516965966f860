package nnue

import (
	"fmt"

	"chuhe/board"
	"chuhe/eval"
)

// Net is a quantised network. [NewNet], [Read], [Open] and [Default] return only
// such as can be used, and none changes: whoever has one need not look again, and
// it serves any number of evaluators at the same time. The zero Net is none.
type Net struct{ weights Weights }

// NewNet returns a network with a copy of the weights, or the error of
// [Weights.Validate].
func NewNet(w *Weights) (*Net, error) {
	if err := w.Validate(); err != nil {
		return nil, err
	}
	return &Net{w.clone()}, nil
}

// Check returns an error that wraps ErrNet for the zero Net. It costs nothing.
func (n *Net) Check() error {
	if n.weights.FeatureWeights == nil {
		return fmt.Errorf("%w: it has no weights, want one that was read or made of weights", ErrNet)
	}
	return nil
}

// Weights returns a copy of the weights.
func (n *Net) Weights() *Weights {
	w := n.weights.clone()
	return &w
}

// Description tells how the network came about.
func (n *Net) Description() string { return n.weights.Description }

// Evaluate returns the score of a position for its side to move, within
// ±eval.MaxEval. It computes everything anew; an [Evaluator] gives the same
// faster along a search.
func (n *Net) Evaluate(p *board.Position) eval.Score {
	var inputs [maxActive]uint16
	bucket := OutputBucket(p)
	weights := n.weights.OutputWeights[bucket*2*Width:][:2*Width]
	var sum int64
	for half, perspective := range [2]board.Side{p.Side(), p.Side().Other()} {
		var acc [Width]int16
		copy(acc[:], n.weights.FeatureBias)
		for _, input := range AppendFeatures(inputs[:0], p, perspective) {
			for column, w := range n.weights.row(int(input)) {
				acc[column] += w
			}
		}
		for column, x := range acc {
			clamped := int64(max(0, min(x, QA)))
			sum += clamped * clamped * int64(weights[half*Width+column])
		}
	}
	return n.score(bucket, sum)
}

// score turns the sum of the output layer, in units of 1/(QA*QA*QB), into a
// score.
func (n *Net) score(bucket int, sum int64) eval.Score {
	score := (sum/QA + int64(n.weights.OutputBias[bucket])) * int64(n.weights.Scale) / (QA * QB)
	return eval.Score(max(-int64(eval.MaxEval), min(score, int64(eval.MaxEval))))
}
