package search

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

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
	testpos.SkipRace(t)
	count := func() (all []uint64) {
		for r, err := range bench(t.Context(), eval.Classical{}, 3) {
			require.NoError(t, err)
			all = append(all, r.Nodes)
			assert.Equal(t, len(all), r.Number)
		}
		return all
	}
	first := count()
	assert.Len(t, first, strings.Count(benchPositions, "\n"))
	assert.Equal(t, first, count())
}

func TestBenchStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	n := 0
	for _, err := range Bench(ctx, eval.Classical{}) {
		assert.ErrorIs(t, err, context.Canceled)
		n++
	}
	assert.Equal(t, 1, n)
	for range bench(t.Context(), eval.Classical{}, 1) {
		break
	}
}

// BenchmarkSearch reports how many nodes a second one worker searches in the positions of
// Bench. "make profile" samples it.
func BenchmarkSearch(b *testing.B) {
	games, err := benchGames()
	require.NoError(b, err)
	e := newEngine(b, func(o *Options) { o.Hash = DefaultHash })
	nodes := uint64(0)
	for b.Loop() {
		for _, game := range games {
			e.Clear()
			nodes += e.Search(b.Context(), game, Limits{Nodes: 200_000}, nil).Nodes
		}
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// BenchmarkThreads reports how many nodes a second several workers search together. With
// "-cpu 66" the system divides the processors among them, as in the program.
func BenchmarkThreads(b *testing.B) {
	for _, threads := range []int{2, 64} {
		b.Run(strconv.Itoa(threads), func(b *testing.B) {
			e := newEngine(b, func(o *Options) { o.Hash, o.Threads = 256, threads })
			e.Ready()
			nodes, spent := uint64(0), time.Duration(0)
			for b.Loop() {
				e.Clear()
				r := e.Search(b.Context(), newGame(b, busy), Limits{MoveTime: 5 * time.Second}, nil)
				nodes, spent = nodes+r.Nodes, spent+r.Time
			}
			b.ReportMetric(float64(nodes)/spent.Seconds(), "nodes/s")
		})
	}
}
