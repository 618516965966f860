package nnue

import (
	"chuhe/board"
	"chuhe/eval"
)

// Dimensions of what follows the feature set.
const (
	Width         = 1024 // of an accumulator
	Bands         = 8    // of the number of pieces
	rookCounts    = 3    // of a side, which has two rooks at most
	rookPairs     = rookCounts * rookCounts
	OutputBuckets = Bands * rookPairs // copies of the head
	QA            = 127               // 1.0 in an accumulator
	QB            = 256               // 1.0 as an output weight
	MaxWeight     = 127               // of an input, stored in 8 bits
	// With MaxOutputWeight a product with QA fits 16 bits, and the sum of a side 32, as the
	// kernels need.
	MaxOutputWeight = 127
)

// OutputBucket returns which copy of the head a position has, 0..OutputBuckets-1. They are in
// the order of the band, then the rooks of the side to move, then the rooks of the other side.
func OutputBucket(p *board.Position) int { return outputBucket(p, p.Occupied()) }

// outputBucket is OutputBucket where only some of the pieces count, both kings among them.
func outputBucket(p *board.Position, pieces board.Bitboard) int {
	own := p.Pieces(p.Side(), board.Rook).And(pieces).Count()
	theirs := p.Pieces(p.Side().Other(), board.Rook).And(pieces).Count()
	band := (pieces.Count() - 2) * Bands / (maxActive - 1)
	return band*rookPairs + own*rookCounts + theirs
}

// Band returns the band of an output bucket, 0..Bands-1: the more pieces, the higher.
func Band(bucket int) int { return bucket / rookPairs }

// BandPieces returns the fewest and the most pieces besides the kings that belong to a band.
func BandPieces(band int) (least, most int) {
	first := func(band int) int { return (band*(maxActive-1) + Bands - 1) / Bands }
	return first(band), first(band+1) - 1
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
