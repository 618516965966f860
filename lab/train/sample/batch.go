package sample

import "chuhe/eval/nnue"

// Batch is a list of samples that training takes together, in the order of their king
// buckets. Neighbours have the same rows of weights, which stay in the cache. The zero value
// is empty.
type Batch struct {
	samples []Sample
	drawn   []*Sample
}

// Draw replaces the content by n samples, those that at returns for 0..n-1. Samples of the
// same king buckets stay in this order.
func (b *Batch) Draw(n int, at func(i int) *Sample) {
	var next [kingPairs]int // by the king buckets, the place of the next sample
	b.drawn = b.drawn[:0]
	for i := range n {
		s := at(i)
		b.drawn = append(b.drawn, s)
		next[s.kingPair()]++
	}
	place := 0
	for k, count := range next {
		next[k] = place
		place += count
	}
	if len(b.samples) < n {
		b.samples = make([]Sample, n)
	}
	for _, s := range b.drawn {
		k := s.kingPair()
		b.samples[next[k]] = *s
		next[k]++
	}
}

// At returns sample i of the batch. It stays valid until the next Draw.
func (b *Batch) At(i int) *Sample { return &b.samples[i] }

// kingPairs is the number of pairs of king buckets.
const kingPairs = nnue.Buckets * nnue.Buckets

// kingPair returns the pair of the king buckets of the two sides, 0..kingPairs-1.
func (s *Sample) kingPair() int {
	own, their := s.views()
	return int(own.Bucket())*nnue.Buckets + int(their.Bucket())
}
