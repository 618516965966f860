package nnue

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/keyed"
)

// ErrNet is wrapped by every error about a network or its file.
var ErrNet error = keyed.New("error.network", "unusable network")

// Weights are the numbers of a quantised network and where they come from.
// [NewWeights] makes them, [NewNet] turns them into a network.
type Weights struct {
	FeatureWeights [][Width]int16 // Inputs rows, 1 is QA
	FeatureBias    []int16        // [Width], 1 is QA
	OutputWeights  []int16        // [OutputBuckets][2*Width], the side to move first, 1 is QB, within ±MaxOutputWeight
	OutputBias     []int32        // [OutputBuckets], 1 is QA*QB
	// Scale is the score (eval.Score) of a position that the side to move wins
	// with the logistic function of 1, some 73 %. It is positive.
	Scale int32
	// Description says where the network comes from, in UTF-8 and at most
	// MaxDescription bytes.
	Description string
}

// MaxDescription is the largest number of bytes of a description.
const MaxDescription = 1 << 16

// NewWeights returns all-zero weights of the right sizes.
func NewWeights(scale int32, description string) *Weights {
	return &Weights{
		FeatureWeights: make([][Width]int16, Inputs),
		FeatureBias:    make([]int16, Width),
		OutputWeights:  make([]int16, OutputBuckets*2*Width),
		OutputBias:     make([]int32, OutputBuckets),
		Scale:          scale,
		Description:    description,
	}
}

// Validate returns an error that wraps ErrNet and names what is wrong with the
// weights: a size, a value out of range, or an accumulator that could leave
// 16 bits in some position.
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
		return fmt.Errorf("%w: description %q is not UTF-8", ErrNet, w.Description)
	}
	for bucket := range Buckets {
		if err := w.checkAccumulators(bucket); err != nil {
			return err
		}
	}
	return nil
}

// checkAccumulators looks for columns in which the worst pieces that a king
// bucket can see leave 16 bits; that two pieces cannot share a square is ignored.
// Intermediate sums may wrap around, which does no harm.
func (w *Weights) checkAccumulators(bucket int) error {
	var low, high [Width]int32
	for column, bias := range w.FeatureBias {
		low[column], high[column] = int32(bias), int32(bias)
	}
	next := bucket * PieceSquares
	for side := range board.Side(2) {
		for _, kind := range kinds {
			squares := points(side, kind).Count()
			from, to := next, next+squares
			next = to
			if side == board.Red && kind == board.King { // the bucket says where it is
				from += int(pieceSquare[board.NewPiece(side, kind)][board.SquareAt(3+bucket/3, bucket%3)])
				to = from + 1
			}
			var worst, best [Width]int16 // zero for a piece that is missing
			if kind == board.King {
				worst = w.FeatureWeights[from]
				best = worst
			}
			for input := from; input < to; input++ {
				for column, weight := range &w.FeatureWeights[input] {
					worst[column], best[column] = min(worst[column], weight), max(best[column], weight)
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

// clone returns a copy that shares nothing with the weights.
func (w *Weights) clone() Weights {
	c := *w
	c.FeatureWeights, c.FeatureBias = slices.Clone(w.FeatureWeights), slices.Clone(w.FeatureBias)
	c.OutputWeights, c.OutputBias = slices.Clone(w.OutputWeights), slices.Clone(w.OutputBias)
	return c
}
