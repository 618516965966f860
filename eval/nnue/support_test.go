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
	w, random := NewWeights(400, "random"), rand.New(rand.NewPCG(seed, 1))
	for input := range w.FeatureWeights {
		for i := range w.FeatureWeights[input] {
			w.FeatureWeights[input][i] = int8(random.IntN(2*MaxWeight+1) - MaxWeight)
		}
	}
	for i := range w.FeatureBias {
		w.FeatureBias[i] = int16(random.IntN(QA + 1))
	}
	for i := range w.OutputWeights {
		w.OutputWeights[i] = int16(random.IntN(2*MaxOutputWeight+1) - MaxOutputWeight)
	}
	for i := range w.OutputBias {
		w.OutputBias[i] = int32(random.IntN(2*QA*64+1) - QA*64)
	}
	return w
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
