package sample

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
)

// A batch has the samples that were drawn, the same king buckets together and in their order.
func TestBatch(t *testing.T) {
	var all []Sample
	positions(6, func(p *board.Position) { all = append(all, New(p, int16(len(all)), board.Draw)) })
	var batch Batch
	for _, n := range []int{len(all), 100, 1} { // a smaller one reuses the memory of a larger one
		batch.Draw(n, func(i int) *Sample { return &all[n-1-i] })
		seen, groups := make([]bool, n), 0
		for i := range n {
			s := batch.At(i)
			require.Equal(t, all[s.Score()], *s)
			require.False(t, seen[s.Score()], "sample %d twice", s.Score())
			seen[s.Score()] = true
			if i == 0 {
				continue
			}
			before := batch.At(i - 1)
			require.LessOrEqual(t, before.kingPair(), s.kingPair())
			if before.kingPair() == s.kingPair() {
				require.Greater(t, before.Score(), s.Score())
			} else {
				groups++
			}
		}
		assert.True(t, groups > 10 || n < len(all), "%d groups", groups)
	}
}
