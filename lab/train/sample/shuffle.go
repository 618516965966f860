package sample

import (
	"math/bits"

	"chuhe/internal/splitmix"
)

// Mix returns 64 bits that depend on all bits of a number and a key.
func Mix(x, key uint64) uint64 { return splitmix.Mix(x + key*splitmix.Gamma) }

// Shuffle is a random permutation of the numbers below n that needs no memory: a
// Feistel network over a power of four of at least n, applied until it gives a
// number below n.
type Shuffle struct {
	n    uint64
	half uint // bits of a half
	keys [4]uint64
}

// NewShuffle returns the permutation for a key; n is at least 1.
func NewShuffle(n int, key uint64) *Shuffle {
	s := &Shuffle{n: uint64(n), half: max(1, uint(bits.Len64(uint64(n)-1)+1)/2)}
	for i := range s.keys {
		s.keys[i] = Mix(uint64(i)+1, key)
	}
	return s
}

// At returns the number at place i, 0 <= i < n.
func (s *Shuffle) At(i int) int {
	mask := uint64(1)<<s.half - 1
	x := uint64(i)
	for {
		left, right := x>>s.half, x&mask
		for _, key := range s.keys {
			left, right = right, left^Mix(right, key)&mask
		}
		x = left<<s.half | right
		if x < s.n {
			return int(x)
		}
	}
}
