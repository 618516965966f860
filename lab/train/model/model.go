// Package model trains the network of package nnue in floating point.
//
// Weights are cut into blocks of 64 columns, and a batch into slices. The forward
// and backward passes of a slice run block by block, so that the data of a block
// stays in the processor's cache. A fixed number of shards share the slices. Each
// has its own gradient, and the gradients are added in a fixed order. So every sum
// has one order, and the result does not depend on the number of threads.
package model

import (
	"fmt"
	"math"

	"chuhe/eval/nnue"
	"chuhe/lab/train/kernel"
	"chuhe/lab/train/sample"
)

// Shape holds the dimensions of a network. Only tests use others than NetShape.
type Shape struct {
	KingBuckets   int
	PieceSquares  int
	Width         int // a multiple of kernel.Columns
	OutputBuckets int
}

// NetShape is the shape of the networks that the engine uses.
func NetShape() Shape {
	return Shape{nnue.Buckets, nnue.PieceSquares, nnue.Width, nnue.OutputBuckets}
}

func (s Shape) inputs() int { return s.KingBuckets * s.PieceSquares }

// Rows of a block after the rows of the inputs: the bias, then for each output bucket
// the output weights of the side to move and of the other side.
func (s Shape) bias() int             { return s.inputs() }
func (s Shape) output(bucket int) int { return s.inputs() + 1 + 2*bucket }
func (s Shape) rows() int             { return s.output(s.OutputBuckets) }
func (s Shape) blocks() int           { return s.Width / kernel.Columns }
func (s Shape) validate() error {
	if s.KingBuckets < 1 || s.KingBuckets > 256 || s.PieceSquares < 1 || s.OutputBuckets < 1 || s.Width < 1 || s.Width > 1<<14 || s.Width%kernel.Columns != 0 || s.rows() > math.MaxUint16 {
		return fmt.Errorf("model: shape %+v, want positive numbers, at most %d rows, and a width that is a multiple of %d", s, math.MaxUint16, kernel.Columns)
	}
	return nil
}

// limit is the largest size of a weight of an input and of a bias of a column, outputLimit
// that of an output weight. The output biases have no limit.
const (
	limit       = float64(nnue.MaxWeight) / nnue.QA
	outputLimit = float64(nnue.MaxOutputWeight) / nnue.QB
)

// Model is a network in floating point, with the state of its optimiser.
type Model struct {
	Shape
	Step   uint64 // batches learnt
	blocks []block
	// Biases of the output buckets, with the means of their gradient and its square.
	outBias, outMean, outSquare []float32
}

// block has some columns of all rows; see Shape.
type block struct {
	weights, means, squares []kernel.Row
	// used are the weights to compute with: exact, or rounded as in the network.
	used []kernel.Row
	// Mean and mean square of the gradient of the factoriser, which the king buckets
	// share. It needs no weights of its own: its steps are added to the weights of
	// all king buckets.
	sharedMeans, sharedSquares []kernel.Row
}

// New returns a model with random weights, determined by the seed. spread is the
// size of the inputs' weights; 1 makes them as large as is usual, ±1/sqrt(inputs).
func New(shape Shape, spread float64, seed uint64) (*Model, error) {
	m, err := newModel(shape)
	if err != nil {
		return nil, err
	}
	m.randomise(spread, seed)
	return m, nil
}

// newModel returns a model whose weights are all zero.
func newModel(shape Shape) (*Model, error) {
	if err := shape.validate(); err != nil {
		return nil, err
	}
	m := &Model{
		Shape:   shape,
		blocks:  make([]block, shape.blocks()),
		outBias: make([]float32, shape.OutputBuckets), outMean: make([]float32, shape.OutputBuckets), outSquare: make([]float32, shape.OutputBuckets),
	}
	for i := range m.blocks {
		b := &m.blocks[i]
		for _, rows := range []*[]kernel.Row{&b.weights, &b.used, &b.means, &b.squares} {
			*rows = make([]kernel.Row, shape.rows())
		}
		b.sharedMeans = make([]kernel.Row, shape.PieceSquares)
		b.sharedSquares = make([]kernel.Row, shape.PieceSquares)
	}
	return m, nil
}

// refresh updates used for n rows, rounded or not.
func (m *Model) refresh(block, first, n int, rounded bool) {
	b := &m.blocks[block]
	last := first + n
	if !rounded {
		copy(b.used[first:last], b.weights[first:last])
		return
	}
	features := max(first, min(last, m.output(0)))
	kernel.Round(b.used[first:features], b.weights[first:features], nnue.QA)
	kernel.Round(b.used[features:last], b.weights[features:last], nnue.QB)
}

// randomise draws weights uniformly from ±1/sqrt(inputs of a unit), weights of the
// inputs from spread times that. All king buckets start with the same weights.
func (m *Model) randomise(spread float64, seed uint64) {
	n := uint64(0)
	next := func(fanIn int, size float64) float32 {
		n++
		unit := float64(sample.Mix(n, seed)>>11)/(1<<52) - 1
		return float32(size * unit / math.Sqrt(float64(fanIn)))
	}
	for column := range m.Width {
		b, c := &m.blocks[column/kernel.Columns], column%kernel.Columns
		for p := range m.PieceSquares {
			x := next(sample.MaxPieces, spread)
			for k := range m.KingBuckets {
				b.weights[k*m.PieceSquares+p][c] = x
			}
		}
		for row := m.output(0); row < m.rows(); row++ {
			b.weights[row][c] = next(2*m.Width, 1)
		}
	}
}
