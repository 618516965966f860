package search

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

func TestBenchPositions(t *testing.T) {
	fens := strings.Split(strings.TrimSpace(benchPositions), "\n")
	assert.GreaterOrEqual(t, len(fens), 40)
	seen := map[uint64]bool{}
	checks := 0
	for _, fen := range fens {
		p := testpos.FEN(t, fen)
		assert.Equal(t, fen, p.FEN())
		assert.True(t, movegen.HasLegal(&p), "%s is over", fen)
		assert.False(t, seen[p.Key()], "%s twice", fen)
		seen[p.Key()] = true
		if p.InCheck() {
			checks++
		}
	}
	assert.GreaterOrEqual(t, checks, 5)
}

func TestBenchIsRepeatable(t *testing.T) {
	var first string
	for range 2 {
		var out strings.Builder
		require.NoError(t, bench(t.Context(), &out, eval.Classical{}, 3))
		assert.Regexp(t, `\nNodes searched: (\d+)\nTime: \d+ ms\nNodes per second: \d+\n\d+ nodes \d+ nps\n$`, out.String())
		sum := regexp.MustCompile("Nodes searched.*").FindString(out.String())
		if first == "" {
			first = sum
		}
		assert.Equal(t, first, sum)
	}
}

func TestBenchStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out strings.Builder
	assert.ErrorIs(t, Bench(ctx, &out, eval.Classical{}), context.Canceled)
	assert.Empty(t, out.String())
	assert.EqualError(t, bench(t.Context(), full{}, eval.Classical{}, 1), "disk full")
}

// full is a writer that fails.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }
