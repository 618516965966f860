package search

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/testpos"
)

func TestReduction(t *testing.T) {
	testpos.SkipRace(t)
	params := DefaultParams()
	table := newReductions(&params)
	for depth := 1; depth < 2*eval.MaxPly; depth++ {
		for count := 1; count < 128; count++ {
			r := table.at(depth, count)
			require.True(t, r >= 0 && r < 1024*64)
			require.GreaterOrEqual(t, table.at(depth, count+1), r)
			require.GreaterOrEqual(t, table.at(depth+1, count), r)
		}
		require.GreaterOrEqual(t, table.lateMoves(depth, true), table.lateMoves(depth, false))
	}
	assert.Less(t, depthScore(params.QuietSEE, eval.MaxPly*eval.MaxPly), eval.Score(math.MaxInt32/2), "the largest margin")
}

func TestReductionAtTheMost(t *testing.T) {
	most := newReductions(&Params{LMRDivisor: 1000, LMRHistoryDivisor: 1, FutilityHistory: 1})
	assert.Less(t, most.at(63, 63), 64*1024)
	assert.Equal(t, most.at(63, 63), most.at(200, board.Squares))
}

func TestQuotient(t *testing.T) {
	for _, divisor := range []int{1000, 1001, 2001, 3333, 8192, 9000, 12000, 29999, 30000} {
		for _, dividend := range []int{1, 1024} {
			q := newQuotient(dividend, divisor)
			for h := -120_000; h <= 120_000; h++ {
				if want, got := h*dividend/divisor, q.times(h); got != want {
					require.Equal(t, want, got, "%d times %d/%d", h, dividend, divisor)
				}
			}
		}
	}
}
