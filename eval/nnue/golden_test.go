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
	for one, want := range map[int32]uint64{QB: 0x1066fb63b565a872, CoarseQB: 0xe3b9187541556165} {
		w := randomWeights(2)
		w.OutputOne = one
		e := newEvaluator(made(w))
		h := fnv.New64a()
		n := 0
		playouts(11, func(p *board.Position) bool {
			e.Reset(p)
			_ = binary.Write(h, binary.LittleEndian, int32(e.Evaluate(p)))
			n++
			return n < 2000
		})
		assert.Equal(t, want, h.Sum64(), "1 is %d: now %#x", one, h.Sum64())
	}
}
