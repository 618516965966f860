package data

import "slices"

// histogram counts values in a range.
type histogram struct {
	lowest int
	counts []uint64
	total  uint64
	sum    float64
}

func newHistogram(lowest, highest int) *histogram {
	return &histogram{lowest: lowest, counts: make([]uint64, highest-lowest+1)}
}

// add counts a value, one out of range as the nearest bound.
func (h *histogram) add(v int) {
	v = min(max(v, h.lowest), h.lowest+len(h.counts)-1)
	h.counts[v-h.lowest]++
	h.total++
	h.sum += float64(v)
}

// quantiles describe a distribution: minimum, percentiles, maximum and mean. All are
// 0 if there are no values.
type quantiles struct {
	Min    int     `json:"min"`
	P1     int     `json:"p1"`
	P5     int     `json:"p5"`
	P25    int     `json:"p25"`
	Median int     `json:"median"`
	P75    int     `json:"p75"`
	P95    int     `json:"p95"`
	P99    int     `json:"p99"`
	Max    int     `json:"max"`
	Mean   float64 `json:"mean"`
}

func (h *histogram) quantiles() (q quantiles) {
	if h.total == 0 {
		return q
	}
	for _, to := range []struct {
		value   *int
		percent uint64
	}{
		{&q.Min, 0}, {&q.P1, 1}, {&q.P5, 5}, {&q.P25, 25}, {&q.Median, 50}, {&q.P75, 75}, {&q.P95, 95}, {&q.P99, 99}, {&q.Max, 100},
	} {
		*to.value = h.below(max(1, (h.total*to.percent+99)/100))
	}
	q.Mean = h.sum / float64(h.total)
	return q
}

// below returns the n-th value in ascending order, 1 for the first.
func (h *histogram) below(n uint64) int {
	i := slices.IndexFunc(h.counts, func(c uint64) bool {
		if c >= n {
			return true
		}
		n -= c
		return false
	})
	return h.lowest + i
}
