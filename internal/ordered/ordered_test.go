package ordered

import (
	"context"
	"iter"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// numbers yields 0, 1, 2, ... and counts them.
func numbers(taken *atomic.Int64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := 0; yield(n); n++ {
			taken.Add(1)
		}
	}
}

// square takes the longer the smaller the number is, so that results come out of order.
func square(ctx context.Context, n int) int {
	select {
	case <-time.After(time.Duration(7-n%8) * time.Millisecond):
		return n * n
	case <-ctx.Done():
		return -1
	}
}

func TestMap(t *testing.T) {
	inputs := []int{5, 0, 9, 1, 8, 2, 7, 3, 4, 6}
	var want []int
	for _, n := range inputs {
		want = append(want, n*n)
	}
	worker := square
	for _, workers := range [][]func(context.Context, int) int{{worker}, {worker, worker, worker}} {
		got := slices.Collect(Map(t.Context(), slices.Values(inputs), workers...))
		assert.Equal(t, want, got, "%d workers", len(workers))
		assert.Empty(t, slices.Collect(Map(t.Context(), slices.Values([]int(nil)), workers...)))
	}
}

// TestMapBreak leaves the loop: the endless inputs end as well, not far ahead.
func TestMapBreak(t *testing.T) {
	var taken atomic.Int64
	want := 0
	for got := range Map(t.Context(), numbers(&taken), square, square) {
		assert.Equal(t, want*want, got)
		if want++; want == 10 {
			break
		}
	}
	assert.LessOrEqual(t, taken.Load(), int64(10+2*ahead+2))
	after := taken.Load()
	time.Sleep(10 * time.Millisecond)
	assert.Equal(t, after, taken.Load(), "a goroutine goes on")
}

// TestMapWorkers lets two workers meet: each runs in a goroutine of its own.
func TestMapWorkers(t *testing.T) {
	meet := make(chan int)
	var got []int
	for n := range Map(t.Context(), slices.Values([]int{1, 2}),
		func(_ context.Context, n int) int { meet <- n; return n },
		func(_ context.Context, n int) int { return 10*n + <-meet }) {
		got = append(got, n)
	}
	assert.Contains(t, [][]int{{1, 21}, {12, 2}}, got)
}

// TestMapWaits leaves the loop while a worker is busy: the loop ends after it.
func TestMapWaits(t *testing.T) {
	var busy atomic.Int64
	for range Map(t.Context(), slices.Values([]int{0, 1, 2}), func(_ context.Context, n int) int {
		busy.Add(1)
		defer busy.Add(-1)
		time.Sleep(time.Duration(n) * 20 * time.Millisecond)
		return n
	}) {
		break
	}
	assert.Zero(t, busy.Load())
}

// TestMapCancelled ends with the context, which the workers share.
func TestMapCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var taken atomic.Int64
	started := make(chan struct{}, 1)
	ended := 0
	for range Map(ctx, numbers(&taken), func(ctx context.Context, n int) int {
		if n == 3 {
			started <- struct{}{}
			<-ctx.Done() // of the worker
		}
		return n
	}) {
		if ended++; ended == 3 {
			<-started
			cancel()
		}
	}
	assert.Equal(t, 3, ended)
	assert.Empty(t, slices.Collect(Map(ctx, slices.Values([]int{1, 2}), square)), "it was over before")
}
