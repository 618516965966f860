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
	for _, unit := range []struct {
		name    string
		weights *Weights
		want    uint64
	}{
		{"fine", randomWeights(2), 0x1066fb63b565a872},
		{"coarse", coarse, 0xe3b9187541556165},
	} {
		e := newEvaluator(made(unit.weights))
		h := fnv.New64a()
		n := 0
		playouts(11, func(p *board.Position) bool {
			e.Reset(p)
			_ = binary.Write(h, binary.LittleEndian, int32(e.Evaluate(p)))
			n++
			return n < 2000
		})
		assert.Equal(t, unit.want, h.Sum64(), "%s: now %#x", unit.name, h.Sum64())
	}
}
