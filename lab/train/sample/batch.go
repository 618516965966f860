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
	var next [kings]int // by the king buckets, the place of the next sample
	b.drawn = b.drawn[:0]
	for i := range n {
		s := at(i)
		b.drawn = append(b.drawn, s)
		next[s.kings()]++
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
		k := s.kings()
		b.samples[next[k]] = *s
		next[k]++
	}
}

// At returns sample i of the batch. It stays valid until the next Draw.
func (b *Batch) At(i int) *Sample { return &b.samples[i] }

// kings is the number of pairs of king buckets.
const kings = nnue.Buckets * nnue.Buckets

// kings returns a number below kings for the king buckets of the two sides.
func (s *Sample) kings() int {
	own, their := s.views()
	return int(own.Bucket())*nnue.Buckets + int(their.Bucket())
}
