package nnue

import (
	"errors"
	"fmt"
	"math"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/eval"
)

// ErrNet is wrapped by every error about a network or its file.
var ErrNet = errors.New("unusable network")

// Net is a quantised network. It is not changed once it is in use, and then
// serves any number of evaluators at the same time.
type Net struct {
	FeatureWeights []int16 // [Inputs][Width], 1 is QA
	FeatureBias    []int16 // [Width], 1 is QA
	OutputWeights  []int16 // [OutputBuckets][2*Width], the side to move first; 1 is QB, within ±MaxOutputWeight
	OutputBias     []int32 // [OutputBuckets], 1 is QA*QB
	// Scale is the score (eval.Score) of a position that the side to move wins
	// with the logistic function of 1, some 73 %. It is positive.
	Scale int32
	// Description tells how the network came about, in UTF-8 and at most
	// MaxDescription bytes.
	Description string
}

// Bounds of a network.
const (
	// MaxOutputWeight times QA fits 16 bits, as the kernels want.
	MaxOutputWeight = 127
	MaxDescription  = 1 << 16
)

// Validate returns an error that wraps ErrNet and names what is wrong with the
// network: a size, a value out of range, or weights with which an accumulator
// could leave 16 bits in some position.
func (n *Net) Validate() error {
	for _, part := range []struct {
		name      string
		got, want int
	}{
		{"feature weights", len(n.FeatureWeights), Inputs * Width},
		{"feature biases", len(n.FeatureBias), Width},
		{"output weights", len(n.OutputWeights), OutputBuckets * 2 * Width},
		{"output biases", len(n.OutputBias), OutputBuckets},
	} {
		if part.got != part.want {
			return fmt.Errorf("%w: %d %s, want %d", ErrNet, part.got, part.name, part.want)
		}
	}
	for i, w := range n.OutputWeights {
		if w < -MaxOutputWeight || w > MaxOutputWeight {
			return fmt.Errorf("%w: output weight %d of bucket %d is %d, want it within ±%d",
				ErrNet, i%(2*Width), i/(2*Width), w, MaxOutputWeight)
		}
	}
	if n.Scale < 1 || n.Scale > int32(eval.MaxEval) {
		return fmt.Errorf("%w: scale is %d, want 1-%d", ErrNet, n.Scale, eval.MaxEval)
	}
	if len(n.Description) > MaxDescription {
		return fmt.Errorf("%w: description of %d bytes, want at most %d", ErrNet, len(n.Description), MaxDescription)
	}
	if !utf8.ValidString(n.Description) {
		return fmt.Errorf("%w: description %q is not UTF-8", ErrNet, n.Description)
	}
	for bucket := range Buckets {
		if err := n.checkAccumulators(bucket); err != nil {
			return err
		}
	}
	return nil
}

// checkAccumulators looks for columns in which the worst pieces that a bucket
// could see, ignoring that two cannot share a square, leave 16 bits. Sums on
// the way there may wrap around, which does no harm.
func (n *Net) checkAccumulators(bucket int) error {
	var low, high [Width]int32
	for column, bias := range n.FeatureBias {
		low[column], high[column] = int32(bias), int32(bias)
	}
	next := bucket * PieceSquares
	for side := range board.Side(2) {
		for _, kind := range kinds {
			squares := points(side, kind).Count()
			from, to := next, next+squares
			next = to
			if side == board.Red && kind == board.King { // the bucket tells its square
				from += int(pieceSquare[board.NewPiece(side, kind)][board.SquareAt(3+bucket/3, bucket%3)])
				to = from + 1
			}
			var worst, best [Width]int16 // no piece adds nothing
			if kind == board.King {
				copy(worst[:], n.row(from)[:])
				best = worst
			}
			for input := from; input < to; input++ {
				row := n.row(input)
				for column, w := range row {
					worst[column], best[column] = min(worst[column], w), max(best[column], w)
				}
			}
			for column := range low {
				low[column] += int32(kind.MaxCount()) * int32(worst[column])
				high[column] += int32(kind.MaxCount()) * int32(best[column])
			}
		}
	}
	for column := range low {
		if low[column] < math.MinInt16 || high[column] > math.MaxInt16 {
			return fmt.Errorf("%w: accumulator %d of king bucket %d could reach %d to %d, want it within 16 bits",
				ErrNet, column, bucket, low[column], high[column])
		}
	}
	return nil
}

// row returns the weights of an input.
func (n *Net) row(input int) *[Width]int16 { return (*[Width]int16)(n.FeatureWeights[input*Width:]) }

// Evaluate returns the score of a position for its side to move, within
// ±eval.MaxEval. It computes everything anew; an [Evaluator] gives the same
// faster along a search.
func (n *Net) Evaluate(p *board.Position) eval.Score {
	var inputs [maxActive]uint16
	bucket := OutputBucket(p)
	weights := n.OutputWeights[bucket*2*Width:][:2*Width]
	var sum int64
	for half, perspective := range [2]board.Side{p.Side(), p.Side().Other()} {
		var acc [Width]int16
		copy(acc[:], n.FeatureBias)
		for _, input := range AppendFeatures(inputs[:0], p, perspective) {
			for column, w := range n.row(int(input)) {
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
	score := (sum/QA + int64(n.OutputBias[bucket])) * int64(n.Scale) / (QA * QB)
	return eval.Score(max(-int64(eval.MaxEval), min(score, int64(eval.MaxEval))))
}
