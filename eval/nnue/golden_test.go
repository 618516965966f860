package nnue

import (
	"encoding/binary"
	"hash/fnv"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
)

// The evaluations of a fixed network on fixed games, hashed to one number that is
// the same in every build, on every processor and with every kernel. A change of
// the network's arithmetic, inputs or random numbers changes it.
func TestAllBuildsEvaluateTheSame(t *testing.T) {
	coarse := randomWeights(2)
	coarse.OutputOne = CoarseQB
	for _, head := range []struct {
		name    string
		weights *Weights
		want    uint64
	}{
		{"direct", randomWeights(2), 0x1066fb63b565a872},
		{"direct, coarse", coarse, 0xe3b9187541556165},
		{"dense", randomDenseWeights(2), 0x381bbfcf44b96f51},
	} {
		w := head.weights
		e := newEvaluator(made(w))
		h := fnv.New64a()
		n := 0
		playouts(11, func(p *board.Position) bool {
			e.Reset(p)
			_ = binary.Write(h, binary.LittleEndian, int32(e.Evaluate(p)))
			n++
			return n < 2000
		})
		assert.Equal(t, head.want, h.Sum64(), "%s: now %#x", head.name, h.Sum64())
	}
}
