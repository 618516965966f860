package model

import (
	"math"
	"sync"
	"sync/atomic"

	"chuhe/lab/train/kernel"
	"chuhe/lab/train/sample"
)

// Optimiser holds the constants of the optimiser; see [kernel.Adam].
type Optimiser struct {
	Beta1, Beta2 float64
	Decay        float64
	// Factoriser lets the king buckets learn from each other: the sum of their
	// gradients moves all of them.
	Factoriser bool
	// Rounded computes with weights rounded as in the network, and updates exact
	// ones.
	Rounded bool
}

// Source gives position i: it writes the inputs of the side to move and of the
// other side, n of each. n is at least 1 and no input occurs twice. Several
// goroutines call it at the same time.
type Source func(i int, own, their *[sample.MaxPieces]uint16) (n, bucket int, target float32)

// Trainer trains a model. One goroutine may use it.
type Trainer struct {
	Model     *Model
	loss      Loss
	optimiser Optimiser
	threads   int

	shards []*shard
	shared []sharedStep // by thread
}

// shard is a fixed part of a batch with the memory to process it.
type shard struct {
	slice  slice
	accs   [][]kernel.Row    // by block, then in the order of slice.inputs
	shares []float32         // what each block adds to the outputs, in the same order
	slopes [sliceLen]float32 // gradient of the loss with respect to the output

	grads  [][]kernel.Row // by block, its rows
	biases []float32      // gradient of the output biases
	loss   float64        // summed
}

// NewTrainer returns a trainer. At most as many threads as shards are busy with the passes
// over positions. The number of threads does not change the result; the number of shards
// does, because it changes the order of the sums.
func NewTrainer(m *Model, l Loss, o Optimiser, shards, threads int) *Trainer {
	t := &Trainer{Model: m, loss: l, optimiser: o, threads: max(1, threads)}
	t.shards = make([]*shard, max(1, shards))
	t.shared = make([]sharedStep, t.threads)
	for i := range t.shards {
		s := &shard{biases: make([]float32, m.OutputBuckets), shares: make([]float32, len(m.blocks)*2*sliceLen)}
		for range m.blocks {
			s.accs = append(s.accs, make([]kernel.Row, 2*sliceLen))
			s.grads = append(s.grads, make([]kernel.Row, m.rows()))
		}
		t.shards[i] = s
	}
	for b := range m.blocks {
		m.refresh(b, 0, m.rows(), o.Rounded)
	}
	return t
}

// parallel calls work for 0..n-1 on several threads, with the number of the thread.
func (t *Trainer) parallel(n int, work func(thread, i int)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for thread := range min(t.threads, n) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(thread, i)
			}
		})
	}
	wait.Wait()
}

// Learn makes one step of the optimiser with the gradient of a batch of n
// positions, and returns their mean loss before the step.
func (t *Trainer) Learn(n int, source Source, rate float64) float64 {
	m := t.Model
	slices := (n + sliceLen - 1) / sliceLen
	t.parallel(len(t.shards), func(_, i int) {
		s := t.shards[i]
		s.loss = 0
		for k := i * slices / len(t.shards); k < (i+1)*slices/len(t.shards); k++ {
			first := k * sliceLen
			s.slice.make(first, min(sliceLen, n-first), source)
			s.slice.invert(m.inputs())
			s.forward(m)
			s.loss += s.measure(m, t.loss, n, true)
			s.backward(m)
		}
	})
	m.Step++
	adam := kernel.NewAdam(m.Step, rate, t.optimiser.Beta1, t.optimiser.Beta2, t.optimiser.Decay, limit)
	const parts = 8 // of a block, so that the threads finish together
	t.parallel(parts*len(m.blocks), func(thread, i int) {
		t.update(i/parts, i%parts, parts, &adam, &t.shared[thread])
	})
	loss := 0.0
	for i, s := range t.shards {
		loss += s.loss
		for bucket := range s.biases {
			if i > 0 {
				t.shards[0].biases[bucket] += s.biases[bucket]
				s.biases[bucket] = 0
			}
		}
	}
	m.updateBiases(&adam, t.shards[0].biases)
	return loss / float64(n)
}

// Measure returns the mean loss over n positions, without learning from them.
func (t *Trainer) Measure(n int, source Source) float64 {
	losses := make([]float64, (n+sliceLen-1)/sliceLen)
	idle := make(chan *shard, len(t.shards))
	for _, s := range t.shards {
		idle <- s
	}
	t.parallel(len(losses), func(_, i int) {
		s := <-idle
		first := i * sliceLen
		s.slice.make(first, min(sliceLen, n-first), source)
		s.forward(t.Model)
		losses[i] = s.measure(t.Model, t.loss, n, false)
		idle <- s
	})
	sum := 0.0
	for _, l := range losses {
		sum += l
	}
	return sum / float64(n)
}

// forward computes the accumulators of a slice and what each block adds to its
// outputs.
func (s *shard) forward(m *Model) {
	for i := range m.blocks {
		used, accs, shares := m.blocks[i].used, s.accs[i], s.shares[i*2*sliceLen:]
		for k := range 2 * s.slice.n {
			inputs := s.slice.inputs[k][:s.slice.counts[k/2]]
			row := m.output(int(s.slice.buckets[k/2])) + k%2
			shares[k] = kernel.SumRowsDot(&accs[k], &used[m.bias()], used, inputs, &used[row])
		}
	}
}

// measure computes the outputs of a slice and returns the summed loss. If learning, it
// also sets the gradient of the mean loss of a batch of n with respect to the outputs, and
// adds to the gradient of the output biases.
func (s *shard) measure(m *Model, l Loss, n int, learning bool) (loss float64) {
	for i := range s.slice.n {
		bucket := s.slice.buckets[i]
		output := m.outBias[bucket]
		for b := range m.blocks {
			output += s.shares[b*2*sliceLen+2*i]
			output += s.shares[b*2*sliceLen+2*i+1]
		}
		one, slope := l.of(output, s.slice.targets[i])
		loss += one
		if !learning {
			continue
		}
		s.slopes[i] = float32(slope / float64(n))
		s.biases[bucket] += s.slopes[i]
	}
	return loss
}

// backward adds the slice to the gradient, from its accumulators and the gradient with
// respect to the outputs.
func (s *shard) backward(m *Model) {
	for i := range m.blocks {
		used, accs, grads := m.blocks[i].used, s.accs[i], s.grads[i]
		for k := range 2 * s.slice.n {
			row := m.output(int(s.slice.buckets[k/2])) + k%2
			kernel.Back(&accs[k], &used[row], &grads[row], s.slopes[k/2])
		}
		for k, input := range s.slice.touched {
			grad := &grads[input]
			kernel.SumRows(grad, grad, accs, s.slice.users[s.slice.starts[k]:s.slice.starts[k+1]])
		}
		grad := &grads[m.bias()]
		kernel.SumRows(grad, grad, accs, s.slice.all)
	}
}

// Output returns the output of the model for the inputs of the side to move and of
// the other side: the logarithm of the odds.
func (t *Trainer) Output(own, their []uint16, bucket int) float32 {
	m := t.Model
	sum := m.outBias[bucket]
	for i := range m.blocks {
		used := m.blocks[i].used
		var acc kernel.Row
		sum += kernel.SumRowsDot(&acc, &used[m.bias()], used, own, &used[m.output(bucket)])
		sum += kernel.SumRowsDot(&acc, &used[m.bias()], used, their, &used[m.output(bucket)+1])
	}
	return sum
}

// sharedRows is the number of inputs whose shared steps are computed together.
const sharedRows = 16

// sharedStep is the part of a step that all king buckets share, for a few inputs.
type sharedStep struct {
	steps, grads [sharedRows]kernel.Row
	zero         [sharedRows]kernel.Row
}

// update makes a step of the optimiser on one part of a block and clears its
// gradient.
func (t *Trainer) update(block, part, parts int, adam *kernel.Adam, shared *sharedStep) {
	m, b := t.Model, &t.Model.blocks[block]
	output := *adam
	output.Low, output.High = float32(-outputLimit), float32(outputLimit)
	free := *adam // starts at zero, so that it leaves the step in place of the weights
	free.Keep, free.Low, free.High = 0, float32(math.Inf(-1)), float32(math.Inf(1))
	grads := t.shards[0].grads[block]
	gather := func(first, n int) { // the gradients of the other shards
		for _, s := range t.shards[1:] {
			kernel.Drain(grads[first:first+n], s.grads[block][first:])
		}
	}
	step := func(adam *kernel.Adam, first, n int, shift []kernel.Row) {
		adam.Step(b.weights[first:first+n], b.means[first:], b.squares[first:], grads[first:], shift)
		m.refresh(block, first, n, t.optimiser.Rounded)
	}
	var list [1 << 8]uint16
	end := (part + 1) * m.PieceSquares / parts
	for first := part * m.PieceSquares / parts; first < end; first += sharedRows {
		n := min(sharedRows, end-first)
		for k := range m.KingBuckets {
			gather(k*m.PieceSquares+first, n)
		}
		if t.optimiser.Factoriser {
			for i := range n {
				for k := range m.KingBuckets {
					list[k] = uint16(k*m.PieceSquares + first + i)
				}
				kernel.SumRows(&shared.grads[i], &shared.zero[0], grads, list[:m.KingBuckets])
			}
			free.Step(shared.steps[:n], b.sharedMeans[first:], b.sharedSquares[first:], shared.grads[:], shared.zero[:])
		}
		for k := range m.KingBuckets {
			step(adam, k*m.PieceSquares+first, n, shared.steps[:])
		}
	}
	if part > 0 {
		return
	}
	gather(m.bias(), 1)
	step(adam, m.bias(), 1, shared.zero[:])
	for first := m.output(0); first < m.rows(); first += sharedRows {
		n := min(sharedRows, m.rows()-first)
		gather(first, n)
		step(&output, first, n, shared.zero[:])
	}
}

// updateBiases makes a step of the optimiser on the output biases and clears their
// gradient.
func (m *Model) updateBiases(adam *kernel.Adam, grads []float32) {
	for i, g := range grads {
		mean := float32(m.outMean[i]*adam.Beta1) + float32(g*adam.Rest1)
		square := float32(m.outSquare[i]*adam.Beta2) + float32(float32(g*adam.Rest2)*g)
		m.outMean[i], m.outSquare[i] = mean, square
		m.outBias[i] -= float32(mean*adam.Rate) / (float32(math.Sqrt(float64(square))) + adam.Epsilon)
		grads[i] = 0
	}
}
