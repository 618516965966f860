package model

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/testpos"
	"chuhe/lab/train/kernel"
	"chuhe/lab/train/sample"
)

// tiny is a small shape; its width has several blocks.
var tiny = Shape{KingBuckets: 2, PieceSquares: 20, Width: 3 * kernel.Columns, OutputBuckets: 2}

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
	for _, power := range []float64{2, 2.5} {
		t.Run(fmt.Sprintf("power %v", power), func(t *testing.T) { gradient(t, power) })
	}
}

func gradient(t *testing.T, power float64) {
	testpos.SkipRace(t)
	m, err := New(tiny, 1, 1)
	require.NoError(t, err)
	all := examples(tiny, 50, 2)
	trainer := NewTrainer(m, Loss{power}, adam, 1, 1)
	s := trainer.shards[0]
	s.slice.make(0, len(all), source(all)) // the first half of Learn
	s.slice.invert(tiny.inputs())
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
		row, c := rng.IntN(tiny.rows()), rng.IntN(kernel.Columns)
		want, got := slope(&m.blocks[k].weights[row][c]), float64(s.grads[k][row][c])
		assert.InDelta(t, want, got, 1e-5+0.02*math.Abs(want), "row %d, column %d", row, c)
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
	for side, list := range [][]uint16{e.own, e.their} {
		for i := range m.blocks {
			rows := m.blocks[i].weights
			for c := range kernel.Columns {
				sum := float64(rows[m.bias()][c])
				for _, input := range list {
					sum += float64(rows[input][c])
				}
				x := bounded(sum)
				output += x * x * float64(rows[m.output(e.bucket)+side][c])
			}
		}
	}
	return output
}

// learn trains a model for some steps and returns the losses, at the end that over
// all examples.
func learn(t *testing.T, threads, steps int, o Optimiser) (m *Model, losses []float64) {
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
	want, wantLosses := learn(t, 1, 8, adam)
	for threads := 2; threads <= 4; threads++ {
		got, losses := learn(t, threads, 8, adam)
		assert.Equal(t, wantLosses, losses, "%d threads", threads)
		assert.Equal(t, digest(t, want), digest(t, got), "%d threads", threads)
	}
}

// TestMeasure measures between steps, which does not change what the model learns.
func TestMeasure(t *testing.T) {
	all := examples(tiny, 100, 2)
	var digests [2][sha256.Size]byte
	for measures := range digests {
		m, err := New(tiny, 1, 1)
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
	assert.Equal(t, digests[0], digests[1])
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

func TestLearns(t *testing.T) {
	for i := range testpos.Rounds(1, 4, 4) {
		o := adam
		o.Factoriser, o.Rounded = i&1 != 0, i&2 != 0
		_, losses := learn(t, 2, 60, o)
		assert.Less(t, losses[len(losses)-1], losses[0]/10, "%+v: %v", o, losses)
	}
}

// BenchmarkLearn has about as many inputs as a middle game.
func BenchmarkLearn(b *testing.B) {
	m, err := New(NetShape(), 1, 1)
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
