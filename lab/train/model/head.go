package model

import (
	"chuhe/eval/nnue"
	"chuhe/lab/train/kernel"
)

// The kernels are made for the dimensions of the dense head, or this does not compile.
const (
	_ = uint(kernel.Neurons-nnue.Neurons) + uint(nnue.Neurons-kernel.Neurons)
	_ = uint(kernel.Hidden-nnue.Hidden) + uint(nnue.Hidden-kernel.Hidden)
)

// The numbers of rows with the weights of the first layer for a side, and of the second.
const (
	firstRows  = len(kernel.FirstWeights{})
	secondRows = len(kernel.SecondWeights{})
)

// layers holds the numbers of an output bucket of the dense head that are not in the blocks
// or Model.outBias: the weights of the second layer, a row of weights of the last, and a
// row with the biases of the first and of the second layer.
type layers [secondRows + 2]kernel.Row

func (l *layers) second() *kernel.SecondWeights { return (*kernel.SecondWeights)(l[:]) }
func (l *layers) last() *[kernel.Hidden]float32 { return (*[kernel.Hidden]float32)(l[secondRows][:]) }
func (l *layers) firstBias() *[kernel.Neurons]float32 {
	return (*[kernel.Neurons]float32)(l[secondRows+1][:])
}
func (l *layers) secondBias() *[kernel.Hidden]float32 {
	return (*[kernel.Hidden]float32)(l[secondRows+1][kernel.Neurons:])
}

// startBias is the bias of a neuron at the start: in the middle between the bounds,
// where the slope is 1.
const startBias = 0.5

// randomiseLayers draws the weights as randomise does. All output buckets start with the
// same second and last layer; randomise draws a first layer for each.
func (m *Model) randomiseLayers(next func(fanIn int, size float64) float32) {
	for bucket := range m.layers {
		l := &m.layers[bucket]
		if bucket > 0 {
			*l = m.layers[0]
			continue
		}
		for r := range l.second() {
			for c := range l.second()[r] {
				l.second()[r][c] = next(kernel.Neurons, 1)
			}
		}
		for k := range l.last() {
			l.last()[k] = next(kernel.Hidden, 1)
		}
		for j := range l.firstBias() {
			l.firstBias()[j] = startBias
		}
		for k := range l.secondBias() {
			l.secondBias()[k] = startBias
		}
	}
}

// group returns the number of the dense layer of a block for a side of an output bucket:
// 0 for the side to move, 1 for the other.
func group(bucket uint8, side int) int { return 2*int(bucket) + side }

// groupRow returns the first row of a group in a block.
func (s Shape) groupRow(group int) int { return s.output(0) + group*firstRows }

// transposeFirst updates the copies of the first layer of a block that have one input
// after another.
func (m *Model) transposeFirst(block int) {
	b := &m.blocks[block]
	for g := range b.across {
		transpose(b.across[g][:], b.used[m.groupRow(g):][:firstRows], kernel.Columns)
	}
}

// transpose sets across to weights, which has one neuron after another, as a kernel needs
// them in the forward pass: one input after another.
func transpose(across, weights []kernel.Row, inputs int) {
	neurons := len(weights) * kernel.Columns / inputs
	for from := range len(weights) * kernel.Columns {
		to := from%inputs*neurons + from/inputs
		across[to/kernel.Columns][to%kernel.Columns] = weights[from/kernel.Columns][from%kernel.Columns]
	}
}

// denseForward computes the accumulators of a slice and the sums of the first layer.
func (s *shard) denseForward(m *Model) {
	clear(s.sums[:])
	var squares kernel.Row
	for i := range m.blocks {
		b, accs := &m.blocks[i], s.accs[i]
		for k := range 2 * s.slice.n {
			inputs := s.slice.inputs[k][:s.slice.counts[k/2]]
			kernel.SumRows(&accs[k], &b.used[m.bias()], b.used, inputs)
			kernel.Square(&squares, &accs[k])
			kernel.First(&s.sums[k/2], &squares, &b.across[group(s.slice.buckets[k/2], k%2)])
		}
	}
}

// denseBackward is backward down to the accumulators, which the gradient with respect to
// them replaces.
func (s *shard) denseBackward(m *Model, block int) {
	b, accs, grads := &m.blocks[block], s.accs[block], s.grads[block]
	var squares, slopes kernel.Row
	for k := range 2 * s.slice.n {
		row := m.groupRow(group(s.slice.buckets[k/2], k%2))
		kernel.Square(&squares, &accs[k])
		kernel.FirstBack(&slopes, (*kernel.FirstWeights)(grads[row:]), &squares, (*kernel.FirstWeights)(b.used[row:]), &s.sums[k/2])
		kernel.SquareBack(&accs[k], &slopes)
	}
}

// activations are the outputs of the neurons of the first and second layer, with the sums
// they come from, biases included.
type activations struct {
	first      [kernel.Neurons]float32
	second     [kernel.Hidden]float32
	firstSums  [kernel.Neurons]float32
	secondSums [kernel.Hidden]float32
}

// output returns the output for the sums of the first layer.
func (a *activations) output(m *Model, bucket uint8, sums *[kernel.Neurons]float32) float32 {
	l := &m.layers[bucket]
	for j, bias := range l.firstBias() {
		a.firstSums[j] = sums[j] + bias
		x := clip(a.firstSums[j])
		a.first[j] = float32(x * x)
	}
	a.secondSums = *l.secondBias()
	kernel.Second(&a.secondSums, &a.first, &m.across[bucket])
	output := m.outBias[bucket]
	for k, w := range l.last() {
		x := clip(a.secondSums[k])
		a.second[k] = float32(x * x)
		output += float32(a.second[k] * w)
	}
	return output
}

// back adds to the gradient of the layers, given slope, the gradient with respect to the
// output, and sets sums to that with respect to the sums of the first layer.
func (a *activations) back(l, grad *layers, slope float32, sums *[kernel.Neurons]float32) {
	var slopes [kernel.Hidden]float32
	for k, w := range l.last() {
		grad.last()[k] += float32(a.second[k] * slope)
		slopes[k] = float32(w*slope) * steepness(a.secondSums[k])
		grad.secondBias()[k] += slopes[k]
	}
	kernel.SecondBack(sums, grad.second(), &a.first, l.second(), &slopes)
	for j := range sums {
		sums[j] *= steepness(a.firstSums[j])
		grad.firstBias()[j] += sums[j]
	}
}

// clip returns x limited to [0, 1].
func clip(x float32) float32 { return max(0, min(x, 1)) }

// steepness returns the slope of the square of x, clipped.
func steepness(x float32) float32 {
	if x > 0 && x < 1 {
		return x + x
	}
	return 0
}

// Bounds of the weights and of all biases of the dense head.
const (
	firstLimit  = float64(nnue.MaxFirst) / nnue.FirstOne
	secondLimit = float64(nnue.MaxSecond) / nnue.SecondOne
	lastLimit   = float64(nnue.MaxLast) / nnue.LastOne
	biasLimit   = 100
)

// The network can have such biases, or this does not compile.
const (
	_ = uint(nnue.MaxLayerBias - biasLimit*nnue.FirstUnit)
	_ = uint(nnue.MaxLayerBias - biasLimit*nnue.SecondUnit)
	_ = uint(nnue.MaxLayerBias - biasLimit*nnue.LastUnit)
)

// updateLayers makes a step of the optimiser on the layers and clears their gradient.
func (t *Trainer) updateLayers(adam *kernel.Adam) {
	m := t.Model
	var zero layers
	for bucket := range m.layers {
		grad := &t.shards[0].layers[bucket]
		for _, s := range t.shards[1:] {
			kernel.Drain(grad[:], s.layers[bucket][:])
		}
		weights, means, squares := &m.layers[bucket], &m.layerMeans[bucket], &m.layerSquares[bucket]
		step := func(first, end int, limit float64) {
			bounded := *adam
			bounded.Low, bounded.High = float32(-limit), float32(limit)
			bounded.Step(weights[first:end], means[first:end], squares[first:end], grad[first:end], zero[first:end])
		}
		step(0, secondRows, secondLimit)
		step(secondRows, secondRows+1, lastLimit)
		step(secondRows+1, secondRows+2, biasLimit)
	}
	m.transposeSecond()
}

// transposeSecond updates the copies of the second layer that have one input after
// another.
func (m *Model) transposeSecond() {
	for bucket := range m.across {
		transpose(m.across[bucket][:], m.layers[bucket].second()[:], kernel.Neurons)
	}
}

// WithHead returns a model with the weights of the inputs of m and the dense head, or
// the direct one, with random weights that the seed determines.
func (m *Model) WithHead(dense bool, seed uint64) (*Model, error) {
	shape := m.Shape
	shape.Dense = dense
	other, err := New(shape, 1, seed)
	if err != nil {
		return nil, err
	}
	for i := range m.blocks {
		copy(other.blocks[i].weights[:m.output(0)], m.blocks[i].weights)
	}
	return other, nil
}
