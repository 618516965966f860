package nnue

import (
	"math/rand/v2"

	"chuhe/board"
	"chuhe/movegen"
)

// randomNet returns a network of random weights.
func randomNet(seed uint64) *Net { return made(randomWeights(seed)) }

// made returns a network of weights that are known to be valid.
func made(w *Weights) *Net {
	n, err := NewNet(w)
	if err != nil {
		panic(err)
	}
	return n
}

// randomWeights returns random weights that are large enough to take accumulators
// beyond both bounds of the clipping.
func randomWeights(seed uint64) *Weights {
	w := NewWeights(400, "random")
	w.randomise(rand.New(rand.NewPCG(seed, 1)))
	return w
}

// randomDenseWeights is randomWeights with the dense head.
func randomDenseWeights(seed uint64) *Weights {
	w := NewDenseWeights(400, "random")
	w.randomise(rand.New(rand.NewPCG(seed, 1)))
	return w
}

// randomHeads returns random weights for each head by its name.
func randomHeads(seed uint64) map[string]*Weights {
	return map[string]*Weights{"direct": randomWeights(seed), "dense": randomDenseWeights(seed)}
}

func (w *Weights) randomise(random *rand.Rand) {
	for i := range w.FeatureWeights {
		w.FeatureWeights[i] = int16(random.IntN(2*120+1) - 120)
	}
	for i := range w.FeatureBias {
		w.FeatureBias[i] = int16(random.IntN(256))
	}
	for i := range w.OutputWeights {
		w.OutputWeights[i] = int16(random.IntN(2*MaxOutputWeight+1) - MaxOutputWeight)
	}
	for i := range w.OutputBias {
		w.OutputBias[i] = int32(random.IntN(2*QA*CoarseQB+1) - QA*CoarseQB)
	}
	for i := range w.Layers {
		w.Layers[i] = randomLayers(random)
	}
}

// randomLayers returns random layers. Their sums go beyond both bounds of the clipping,
// most within them.
func randomLayers(random *rand.Rand) Layers {
	var l Layers
	most := []int32{20, MaxFirst}[random.IntN(2)]
	number := func(most int32) int32 { return random.Int32N(2*most+1) - most }
	for i := range l.First {
		l.First[i] = int8(number(most))
	}
	for i := range l.FirstBias {
		l.FirstBias[i] = number(FirstUnit)
	}
	most = []int32{SecondOne, MaxSecond}[random.IntN(2)]
	for i := range l.Second {
		l.Second[i] = int16(number(most))
	}
	for i := range l.SecondBias {
		l.SecondBias[i] = number(SecondUnit)
	}
	most = []int32{LastOne, MaxLast}[random.IntN(2)]
	for i := range l.Last {
		l.Last[i] = int16(number(most))
	}
	l.LastBias = number(LastUnit)
	return l
}

// playouts calls visit on the positions of random games from the start until
// visit returns false. Kings move more often than by chance.
func playouts(seed uint64, visit func(*board.Position) bool) {
	random := rand.New(rand.NewPCG(seed, 2))
	for {
		p := board.Start()
		for range 300 {
			if !visit(&p) {
				return
			}
			m, ok := randomMove(random, &p)
			if !ok {
				break
			}
			p.Play(m)
		}
	}
}

// randomMove returns a legal move, a king's in one of four draws; ok is false
// without one.
func randomMove(random *rand.Rand, p *board.Position) (m board.Move, ok bool) {
	moves := movegen.Legal(p, nil)
	if len(moves) == 0 {
		return board.NoMove, false
	}
	for range 1 + random.IntN(2)*4 {
		m = moves[random.IntN(len(moves))]
		if p.At(m.From()).Type() == board.King {
			break
		}
	}
	return m, true
}
