package model

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/lab/train/kernel"
	"chuhe/lab/train/sample"
)

// tiny is a small shape; its width has several blocks.
var tiny = Shape{KingBuckets: 2, PieceSquares: 20, Width: 3 * kernel.Columns, OutputBuckets: 2}

// tinies are tiny with each head.
var tinies = []Shape{tiny, {KingBuckets: 2, PieceSquares: 20, Width: 3 * kernel.Columns, OutputBuckets: 2, Dense: true}}

// example is a position of made-up inputs.
type example struct {
	own, their []uint16
	bucket     int
	target     float32
}

// examples returns random examples whose target is a function of their inputs.
func examples(shape Shape, n int, seed uint64) []example {
	rng := rand.New(rand.NewPCG(seed, 0))
	all := make([]example, n)
	for i := range all {
		e := &all[i]
		count := 1 + rng.IntN(6)
		sum := 0.0
		for side, list := range []*[]uint16{&e.own, &e.their} {
			king := rng.IntN(shape.KingBuckets) * shape.PieceSquares
			for _, p := range rng.Perm(shape.PieceSquares)[:count] {
				*list = append(*list, uint16(king+p))
				sum += float64(1-2*side) * (float64(p) - 9.5) / 10
			}
		}
		e.bucket = count * shape.OutputBuckets / 7
		e.target = float32(1 / (1 + math.Exp(-sum)))
	}
	return all
}

// source returns a Source of the examples.
func source(all []example) Source {
	return func(i int, own, their *[sample.MaxPieces]uint16) (n, bucket int, target float32) {
		e := &all[i]
		copy(their[:], e.their)
		return copy(own[:], e.own), e.bucket, e.target
	}
}

var adam = Optimiser{Beta1: 0.9, Beta2: 0.999, Decay: 0.01, Factoriser: true}

// TestGradient compares the gradient with the change of the loss when a weight
// moves a little.
func TestGradient(t *testing.T) {
	for _, shape := range tinies {
		for _, power := range []float64{2, 2.5} {
			t.Run(fmt.Sprintf("dense %t, power %v", shape.Dense, power), func(t *testing.T) { gradient(t, shape, power) })
		}
	}
}

func gradient(t *testing.T, shape Shape, power float64) {
	m, err := New(shape, 1, 1)
	require.NoError(t, err)
	all := examples(shape, 50, 2)
	trainer := NewTrainer(m, Loss{power}, adam, 1, 1)
	s := trainer.shards[0]
	s.slice.make(0, len(all), source(all)) // the first half of Learn
	s.slice.invert(shape.inputs())
	s.forward(m)
	s.measure(m, trainer.loss, len(all), true)
	s.backward(m)

	loss := func() (sum float64) {
		for _, e := range all {
			output := m.plainly(&e)
			sum += math.Pow(math.Abs(1/(1+math.Exp(-output))-float64(e.target)), power)
		}
		return sum / float64(len(all))
	}
	const step = 1.0 / 1024
	slope := func(w *float32) float64 {
		was := *w
		*w = was + step
		up := loss()
		*w = was - step
		down := loss()
		*w = was
		return (up - down) / (2 * step)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		k := rng.IntN(len(m.blocks))
		row, c := rng.IntN(shape.rows()), rng.IntN(kernel.Columns)
		want, got := slope(&m.blocks[k].weights[row][c]), float64(s.grads[k][row][c])
		assert.InDelta(t, want, got, 1e-5+0.02*math.Abs(want), "row %d, column %d", row, c)
	}
	for bucket := range m.layers {
		for range 100 {
			row, c := rng.IntN(len(layers{})), rng.IntN(kernel.Columns)
			want, got := slope(&m.layers[bucket][row][c]), float64(s.layers[bucket][row][c])
			assert.InDelta(t, want, got, 1e-5+0.02*math.Abs(want), "layers of bucket %d, row %d, column %d", bucket, row, c)
		}
	}
	for i := range m.outBias {
		assert.InDelta(t, slope(&m.outBias[i]), float64(s.biases[i]), 1e-5, "output bias %d", i)
	}
}

// plainly returns the output for an example in double precision, computed in the
// plainest way.
func (m *Model) plainly(e *example) float64 {
	bounded := func(x float64) float64 { return max(0, min(x, 1)) }
	output := float64(m.outBias[e.bucket])
	var first [kernel.Neurons]float64
	for side, list := range [][]uint16{e.own, e.their} {
		for i := range m.blocks {
			rows := m.blocks[i].weights
			var acc [kernel.Columns]float64
			for c := range acc {
				sum := float64(rows[m.bias()][c])
				for _, input := range list {
					sum += float64(rows[input][c])
				}
				acc[c] = bounded(sum)
			}
			if !m.Dense {
				for c, x := range acc {
					output += x * x * float64(rows[m.output(e.bucket)+side][c])
				}
				continue
			}
			for j := range first {
				for c, x := range acc {
					first[j] += x * x * float64(rows[m.output(e.bucket)+side*kernel.Neurons+j][c])
				}
			}
		}
	}
	if !m.Dense {
		return output
	}
	l := &m.layers[e.bucket]
	for k, w := range l.last() {
		sum := float64(l.secondBias()[k])
		for j := range first {
			x := bounded(first[j] + float64(l.firstBias()[j]))
			at := k*kernel.Neurons + j
			sum += x * x * float64(l.second()[at/kernel.Columns][at%kernel.Columns])
		}
		output += bounded(sum) * bounded(sum) * float64(w)
	}
	return output
}

// learn trains a model for some steps and returns the losses, at the end that over
// all examples.
func learn(t *testing.T, tiny Shape, threads, steps int, o Optimiser) (m *Model, losses []float64) {
	t.Helper()
	m, err := New(tiny, 1, 1)
	require.NoError(t, err)
	const batch = 3*sliceLen - 100
	all := examples(tiny, 4*batch, 2)
	trainer := NewTrainer(m, Loss{2}, o, 3, threads)
	for step := range steps {
		from := all[step%4*batch:]
		losses = append(losses, trainer.Learn(batch, source(from), 0.01))
	}
	return m, append(losses, trainer.Measure(len(all), source(all)))
}

func TestThreads(t *testing.T) {
	for _, shape := range tinies {
		want, wantLosses := learn(t, shape, 1, 8, adam)
		for threads := 2; threads <= 4; threads++ {
			got, losses := learn(t, shape, threads, 8, adam)
			assert.Equal(t, wantLosses, losses, "%d threads", threads)
			assert.Equal(t, digest(t, want), digest(t, got), "%d threads", threads)
		}
	}
}

// TestMeasure measures between steps, which does not change what the model learns.
func TestMeasure(t *testing.T) {
	for _, shape := range tinies {
		all := examples(shape, 100, 2)
		var digests [2][sha256.Size]byte
		for measures := range digests {
			m, err := New(shape, 1, 1)
			require.NoError(t, err)
			trainer := NewTrainer(m, Loss{2}, adam, 2, 1)
			for range 3 {
				for range measures {
					trainer.Measure(len(all), source(all))
				}
				trainer.Learn(len(all), source(all), 0.01)
			}
			digests[measures] = digest(t, m)
		}
		assert.Equal(t, digests[0], digests[1], "dense %t", shape.Dense)
	}
}

// TestTied trains with tied weights on examples in which mirror images have different
// targets: the outputs of the images are the same all the same.
func TestTied(t *testing.T) {
	o := adam
	o.Images = make([]uint16, tiny.inputs())
	mirror := func(list []uint16) (image []uint16) {
		for _, input := range list {
			if o.Images[input] != sample.NoImage {
				input = o.Images[input]
			}
			image = append(image, input)
		}
		return image
	}
	for i := range o.Images {
		o.Images[i] = sample.NoImage
		if i >= tiny.PieceSquares { // of the second king bucket
			o.Images[i] = uint16(i ^ 1)
		}
	}
	for i := range 4 {
		o.Rounded = i&1 != 0
		m, err := New(tinies[i/2], 1, 1)
		require.NoError(t, err)
		assert.Greater(t, m.Asymmetry(o.Images), float32(0.05))
		trainer := NewTrainer(m, Loss{2}, o, 2, 2)
		assert.Zero(t, m.Asymmetry(o.Images))
		all := examples(tiny, 500, 2)
		first := trainer.Measure(len(all), source(all))
		for range 40 {
			trainer.Learn(len(all), source(all), 0.01)
		}
		assert.Less(t, trainer.Measure(len(all), source(all)), first/2)
		for _, e := range all {
			want, got := trainer.Output(e.own, e.their, e.bucket), trainer.Output(mirror(e.own), mirror(e.their), e.bucket)
			require.InDelta(t, want, got, 1e-5)
		}
	}
}

// TestSpread draws smaller weights for the inputs and the same for the outputs.
func TestSpread(t *testing.T) {
	one, err := New(tiny, 1, 7)
	require.NoError(t, err)
	quarter, err := New(tiny, 0.25, 7)
	require.NoError(t, err)
	for i := range one.blocks {
		for row := range one.blocks[i].weights {
			for c, w := range one.blocks[i].weights[row] {
				if row < one.bias() {
					w /= 4
				}
				require.InDelta(t, w, quarter.blocks[i].weights[row][c], 1e-7)
			}
		}
	}
}

// TestOutputBiases trains with output biases beyond the bounds of the dense head, which
// its network could not have.
func TestOutputBiases(t *testing.T) {
	for _, shape := range tinies {
		m, err := New(shape, 1, 1)
		require.NoError(t, err)
		const beyond = biasLimit + 50
		m.outBias[0], m.outBias[1] = beyond, -beyond
		all := examples(shape, 100, 2)
		NewTrainer(m, Loss{2}, adam, 1, 1).Learn(len(all), source(all), 0.01)
		want := float32(beyond)
		if shape.Dense {
			want = biasLimit
		}
		assert.InDelta(t, want, m.outBias[0], 0.1, "dense %t", shape.Dense)
		assert.InDelta(t, -want, m.outBias[1], 0.1, "dense %t", shape.Dense)
	}
}

func TestLearns(t *testing.T) {
	for i := range 8 {
		o := adam
		o.Factoriser, o.Rounded = i&1 != 0, i&2 != 0
		_, losses := learn(t, tinies[i/4], 2, 60, o)
		assert.Less(t, losses[len(losses)-1], losses[0]/10, "%+v: %v", o, losses)
	}
}

// BenchmarkLearn has about as many inputs as a middle game.
func BenchmarkLearn(b *testing.B) {
	b.Run("direct", func(b *testing.B) { benchmarkLearn(b, NetShape(false)) })
	b.Run("dense", func(b *testing.B) { benchmarkLearn(b, NetShape(true)) })
}

func benchmarkLearn(b *testing.B, shape Shape) {
	m, err := New(shape, 1, 1)
	require.NoError(b, err)
	const batch = 16384
	rng := rand.New(rand.NewPCG(1, 2))
	all := make([]example, batch)
	for i := range all {
		e := &all[i]
		for _, list := range []*[]uint16{&e.own, &e.their} {
			seen := map[uint16]bool{}
			for len(*list) < 26 {
				x := rng.Float64()
				input := uint16(x * x * x * float64(m.inputs())) // most are few
				if !seen[input] {
					seen[input] = true
					*list = append(*list, input)
				}
			}
		}
		e.bucket, e.target = rng.IntN(8), rng.Float32()
	}
	for _, threads := range []int{1, 2} {
		b.Run([]string{1: "1 thread", 2: "2 threads"}[threads], func(b *testing.B) {
			trainer := NewTrainer(m, Loss{2}, adam, 2, threads)
			for b.Loop() {
				trainer.Learn(batch, source(all), 0.001)
			}
			b.ReportMetric(batch*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
