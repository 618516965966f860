package model

import "chuhe/lab/train/sample"

// sliceLen is the number of positions in a forward pass before their backward
// pass. It is small enough for the results of a block to stay in the cache.
const sliceLen = 512

// slice is a part of a batch in the form that the passes use.
type slice struct {
	n       int
	inputs  [2 * sliceLen][sample.MaxPieces]uint16 // of position i: 2i for the side to move, 2i+1 for the other
	counts  [sliceLen]uint8                        // inputs of each side
	buckets [sliceLen]uint8
	targets [sliceLen]float32

	// The inverse: users[starts[i]:starts[i+1]] are the indices into inputs of the
	// lists that contain the input touched[i].
	touched []uint16
	starts  []uint32
	users   []uint16
	fill    []uint32 // by input, where its next user goes
	all     []uint16 // 0..2n-1
}

// make fills the slice with n positions of a source.
func (s *slice) make(first, n int, source Source) {
	s.n = n
	for i := range n {
		inputs, bucket, target := source(first+i, &s.inputs[2*i], &s.inputs[2*i+1])
		s.counts[i], s.buckets[i], s.targets[i] = uint8(inputs), uint8(bucket), target
	}
}

// invert fills the lists of users.
func (s *slice) invert(inputs int) {
	if s.fill == nil {
		s.fill = make([]uint32, inputs)
		s.users = make([]uint16, 2*sliceLen*sample.MaxPieces)
	}
	clear(s.fill)
	for i := range 2 * s.n {
		for _, input := range s.inputs[i][:s.counts[i/2]] {
			s.fill[input]++
		}
	}
	s.touched, s.starts = s.touched[:0], s.starts[:0]
	end := uint32(0)
	for input, count := range s.fill {
		if count == 0 {
			continue
		}
		s.touched = append(s.touched, uint16(input))
		s.starts = append(s.starts, end)
		s.fill[input] = end
		end += count
	}
	s.starts = append(s.starts, end)
	s.all = s.all[:0]
	for i := range 2 * s.n {
		s.all = append(s.all, uint16(i))
		for _, input := range s.inputs[i][:s.counts[i/2]] {
			s.users[s.fill[input]] = uint16(i)
			s.fill[input]++
		}
	}
}
