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
	e := newEvaluator(randomNet(2))
	h := fnv.New64a()
	n := 0
	playouts(11, func(p *board.Position) bool {
		e.Reset(p)
		_ = binary.Write(h, binary.LittleEndian, int32(e.Evaluate(p)))
		n++
		return n < 2000
	})
	assert.Equal(t, uint64(0x0ca6c4dd87519844), h.Sum64(), "now %#x", h.Sum64())
}
