package model

import (
	"math"
	"sync"
	"sync/atomic"

	"chuhe/train/kernel"
	"chuhe/train/sample"
)

// Optimiser has the constants of learning, see [kernel.Adam].
type Optimiser struct {
	Beta1, Beta2 float64
	Decay        float64
	// Factoriser makes the king buckets learn from each other: the sum of their
	// gradients moves them all.
	Factoriser bool
	// Rounded learns with weights rounded as they are in a net. What is learnt
	// is added to exact ones.
	Rounded bool
}

// Source tells about position i of those to learn from: it writes the inputs of
// the side to move and of the other side, of which there are n each, at least
// one and each once. Several goroutines call it at a time.
type Source func(i int, own, their *[sample.MaxPieces]uint16) (n, bucket int, target float32)

// Trainer teaches a model. It is for one goroutine.
type Trainer struct {
	Model     *Model
	Loss      Loss
	Optimiser Optimiser
	Threads   int // at work at a time, which does not alter the outcome

	shards []*shard
	shared []sharedStep // by thread
}

// shard is a fixed part of a batch, and what it takes to go through it.
type shard struct {
	slice  slice
	accs   [][]kernel.Row // by block, then in the order of slice.inputs
	shares []float32      // of the blocks in the outputs, in the same order
	slopes [sliceLen]float32

	grads  [][]kernel.Row // by block, its rows
	biases []float32      // gradient of the output biases
	loss   float64        // summed
}

// NewTrainer returns a trainer. The number of shards bounds that of threads with
// work, and alters the outcome by the order in which numbers are added.
func NewTrainer(m *Model, l Loss, o Optimiser, shards, threads int) *Trainer {
	t := &Trainer{Model: m, Loss: l, Optimiser: o, Threads: max(1, threads)}
	t.shards = make([]*shard, max(1, shards))
	t.shared = make([]sharedStep, t.Threads)
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

// parallel calls work for 0..n-1, with the number of the thread that does it.
func (t *Trainer) parallel(n int, work func(thread, i int)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for thread := range min(t.Threads, n) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(thread, i)
			}
		})
	}
	wait.Wait()
}

// Learn makes one step of the optimiser with the gradient over a batch of n
// positions, and returns their mean loss before it.
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
			s.loss += s.measure(m, t.Loss, n)
			s.backward(m)
		}
	})
	m.Step++
	adam := kernel.NewAdam(m.Step, rate, t.Optimiser.Beta1, t.Optimiser.Beta2, t.Optimiser.Decay, limit)
	const parts = 8 // of a block, for the threads to end at the same time
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
		losses[i] = s.measure(t.Model, t.Loss, n)
		clear(s.biases)
		idle <- s
	})
	sum := 0.0
	for _, l := range losses {
		sum += l
	}
	return sum / float64(n)
}

// forward computes the accumulators of a slice and the shares of all blocks in
// its outputs.
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

// measure computes the outputs of a slice, and from them the slopes of the mean
// loss of a batch of n and the loss itself.
func (s *shard) measure(m *Model, l Loss, n int) (loss float64) {
	for i := range s.slice.n {
		bucket := s.slice.buckets[i]
		output := m.outBias[bucket]
		for b := range m.blocks {
			output += s.shares[b*2*sliceLen+2*i]
			output += s.shares[b*2*sliceLen+2*i+1]
		}
		miss, slope := l.of(output, s.slice.targets[i])
		loss += miss
		s.slopes[i] = float32(slope / float64(n))
		s.biases[bucket] += s.slopes[i]
	}
	return loss
}

// backward adds to the gradient, given the accumulators and the slopes.
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

// Output returns what the model gives for the inputs of the side to move and of
// the other side: the logarithm of the odds.
func (m *Model) Output(own, their []uint16, bucket int) float32 {
	sum := m.outBias[bucket]
	for i := range m.blocks {
		used := m.blocks[i].used
		var acc kernel.Row
		sum += kernel.SumRowsDot(&acc, &used[m.bias()], used, own, &used[m.output(bucket)])
		sum += kernel.SumRowsDot(&acc, &used[m.bias()], used, their, &used[m.output(bucket)+1])
	}
	return sum
}

// sharedRows is how many inputs' shared steps are computed at a time.
const sharedRows = 16

// sharedStep is what the king buckets have in common of a step, for a few inputs.
type sharedStep struct {
	steps, grads [sharedRows]kernel.Row
	zero         [sharedRows]kernel.Row
}

// update makes a step of the optimiser on one of several parts of a block, and
// clears its gradient.
func (t *Trainer) update(block, part, parts int, adam *kernel.Adam, shared *sharedStep) {
	m, b := t.Model, &t.Model.blocks[block]
	free := *adam // makes a step from zero and returns it in place of the weights
	free.Keep, free.Low, free.High = 0, float32(math.Inf(-1)), float32(math.Inf(1))
	grads := t.shards[0].grads[block]
	gather := func(first, n int) { // what other shards have
		for _, s := range t.shards[1:] {
			kernel.Drain(grads[first:first+n], s.grads[block][first:])
		}
	}
	step := func(first, n int, shift []kernel.Row) {
		adam.Step(b.weights[first:first+n], b.means[first:], b.squares[first:], grads[first:], shift)
		m.refresh(block, first, n, t.Optimiser.Rounded)
	}
	var list [1 << 8]uint16
	end := (part + 1) * m.PieceSquares / parts
	for first := part * m.PieceSquares / parts; first < end; first += sharedRows {
		n := min(sharedRows, end-first)
		for k := range m.KingBuckets {
			gather(k*m.PieceSquares+first, n)
		}
		if t.Optimiser.Factoriser {
			for i := range n {
				for k := range m.KingBuckets {
					list[k] = uint16(k*m.PieceSquares + first + i)
				}
				kernel.SumRows(&shared.grads[i], &shared.zero[0], grads, list[:m.KingBuckets])
			}
			free.Step(shared.steps[:n], b.sharedMeans[first:], b.sharedSquares[first:], shared.grads[:], shared.zero[:])
		}
		for k := range m.KingBuckets {
			step(k*m.PieceSquares+first, n, shared.steps[:])
		}
	}
	if part > 0 {
		return
	}
	for first := m.inputs(); first < m.rows(); first += sharedRows {
		n := min(sharedRows, m.rows()-first)
		gather(first, n)
		step(first, n, shared.zero[:])
	}
}

// updateBiases makes a step of the optimiser on the output biases, and clears
// their gradient.
func (m *Model) updateBiases(adam *kernel.Adam, grads []float32) {
	for i, g := range grads {
		mean := float32(m.outMean[i]*adam.Beta1) + float32(g*adam.Rest1)
		square := float32(m.outSquare[i]*adam.Beta2) + float32(float32(g*adam.Rest2)*g)
		m.outMean[i], m.outSquare[i] = mean, square
		m.outBias[i] -= float32(mean*adam.Rate) / (float32(math.Sqrt(float64(square))) + adam.Epsilon)
		grads[i] = 0
	}
}
