package nnue

import (
	"chuhe/board"
	"chuhe/eval"
)

// Dimensions of what follows the feature set.
const (
	Width         = 512 // of an accumulator
	OutputBuckets = 8   // copies of the head, chosen by the number of pieces
	QA            = 255 // 1.0 in an accumulator
	QB            = 256 // 1.0 as an output weight
	// MaxOutputWeight times QA fits 16 bits, as the kernels need.
	MaxOutputWeight = 127
)

// OutputBucket returns which copy of the head a position has, 0..OutputBuckets-1: the
// more pieces, the higher.
func OutputBucket(p *board.Position) int { return outputBucket(p.Occupied().Count()) }

// outputBucket returns the output bucket of a number of pieces, kings included.
func outputBucket(pieces int) int { return (pieces - 2) * OutputBuckets / (maxActive - 1) }

// BucketPieces returns the fewest and the most pieces besides the kings that
// belong to an output bucket.
func BucketPieces(bucket int) (least, most int) {
	first := func(bucket int) int { return (bucket*(maxActive-1) + OutputBuckets - 1) / OutputBuckets }
	return first(bucket), first(bucket+1) - 1
}

// output returns the output weights of a bucket, first for the side to move.
func (w *Weights) output(bucket int) *[2 * Width]int16 {
	return (*[2 * Width]int16)(w.OutputWeights[bucket*2*Width:])
}

// score turns the sum of the output layer, in units of 1/(QA*QA*QB), into a
// score.
func (n *Net) score(bucket int, sum int64) eval.Score {
	score := (sum/QA + int64(n.weights.OutputBias[bucket])) * int64(n.weights.Scale) / (QA * QB)
	return eval.Score(max(-int64(eval.MaxEval), min(score, int64(eval.MaxEval))))
}
