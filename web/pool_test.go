package web

import (
	"context"
	"fmt"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"chuhe/search"
)

// busy returns the number of processors that searches use.
func (p *pool) busy() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.processors - p.free
}

// TestPoolLateLeave has a ticket leave the moment after it was served: its processors are
// free again and serve those who wait, whatever their number.
func TestPoolLateLeave(t *testing.T) {
	p := newPool(2, 1)
	enter := func(threads int) *ticket {
		ticket := &ticket{threads: threads, ready: make(chan struct{}), place: make(chan int, 1)}
		require.NoError(t, p.enter(ticket, client{}))
		return ticket
	}
	served := func(ticket *ticket) bool {
		select {
		case <-ticket.ready:
			return true
		default:
			return false
		}
	}
	first, second := enter(2), enter(1)
	require.True(t, served(first))
	require.False(t, served(second))
	p.leave(first)
	assert.True(t, served(second))
	assert.Equal(t, 1, p.busy())
	p.leave(second)
	assert.Zero(t, p.busy())

	first, second = enter(2), enter(1)
	p.leave(second) // before it is served: it gives nothing back
	assert.False(t, served(second))
	assert.Equal(t, 2, p.busy())
	p.leave(first)
	assert.Zero(t, p.busy())
}

// TestPoolKeepsTables has an analysis with all threads let moves and another analysis pass:
// it gets its own engine again, with its table, and there is one engine more at most.
func TestPoolKeepsTables(t *testing.T) {
	for _, processors := range []int{1, 2} {
		p := newPool(processors, 2)
		analysis := search.DefaultOptions()
		analysis.Hash, analysis.Threads, analysis.MultiPV = 2, processors, 5
		move := search.DefaultOptions()
		move.Hash = 1
		take := func(o search.Options, urgent bool) *search.Engine {
			e, err := p.acquire(t.Context(), client{}, o, urgent, nil)
			require.NoError(t, err)
			p.release(e)
			return e
		}
		first := take(analysis, false)
		for i := range 3 {
			move.Randomness = 10 * i
			assert.NotSame(t, first, take(move, true))
			assert.Same(t, first, take(analysis, false))
		}
		move.Hash, move.Threads = analysis.Hash, analysis.Threads // as an analysis has them
		assert.NotSame(t, first, take(move, true), "whatever its options")
		assert.Same(t, first, take(analysis, false))
		for lines := range 4 {
			analysis.MultiPV = lines + 1
			analysis.Hash = 1 + lines%2
			take(analysis, false)
		}
		assert.LessOrEqual(t, p.made, processors+1)
		p.close()
		assert.Zero(t, p.made)
		assert.Empty(t, p.moving)
	}
}

// TestPoolHasOneLarge asks for several tables beyond the bound at once, as pages do that the browser
// opens again together: there is memory for one.
func TestPoolHasOneLarge(t *testing.T) {
	p := newPool(4, 1)
	o := search.DefaultOptions()
	o.Hash = 32
	engines := make([]*search.Engine, p.processors)
	var group errgroup.Group
	begin := make(chan struct{})
	for i := range engines {
		group.Go(func() (err error) {
			<-begin
			engines[i], err = p.acquire(t.Context(), client{own: true}, o, false, nil)
			return err
		})
	}
	close(begin)
	require.NoError(t, group.Wait())
	large := 0
	for _, e := range engines {
		if e.Options().Hash > p.maxHash {
			large++
			assert.True(t, e == p.large, "the pool knows of it")
		}
		p.release(e)
	}
	assert.Equal(t, 1, large)
	p.dropLarge()
	o.Threads = p.processors
	e, err := p.acquire(t.Context(), client{own: true}, o, false, nil)
	require.NoError(t, err)
	assert.True(t, e == p.large, "the next may be made when it has gone")
	p.release(e)
	p.close()
}

// TestAnalysisWithoutEnd ends the analyses of others, never one of this machine.
func TestAnalysisWithoutEnd(t *testing.T) {
	for address, ends := range map[string]bool{"127.0.0.1:4000": false, "[::1]:4000": false, "192.0.2.7:4000": true, "": true} {
		r := httptest.NewRequest("POST", "/api/analyse", nil)
		r.RemoteAddr = address
		ctx, cancel := analysisContext(r.WithContext(context.WithValue(r.Context(), fromKey{}, clientOf(address))))
		_, bounded := ctx.Deadline()
		assert.Equal(t, ends, bounded, address)
		cancel()
		assert.Error(t, ctx.Err())
	}
}

// TestPoolTakesTurns asserts that a client with many searches makes no other wait for all of
// them, and that none is passed for ever.
func TestPoolTakesTurns(t *testing.T) {
	p := newPool(1, 1)
	crowd, other := clientOf("192.0.2.1:1"), clientOf("192.0.2.2:1")
	enter := func(from client, urgent bool) *ticket {
		ticket := &ticket{threads: 1, urgent: urgent, ready: make(chan struct{}), place: make(chan int, 1)}
		require.NoError(t, p.enter(ticket, from))
		return ticket
	}
	enter(crowd, false) // has the processor
	var waiting []*ticket
	for range 5 {
		waiting = append(waiting, enter(crowd, false))
	}
	late := enter(other, false)
	assert.Equal(t, []*ticket{waiting[0], late}, p.queue[:2])
	move := enter(crowd, true)
	assert.Same(t, move, p.queue[0], "a move goes before all analyses")
	var served []*ticket
	for i := 0; len(p.queue) > 0; i++ {
		served = append(served, p.queue[0])
		p.mu.Lock()
		p.free++
		p.serve()
		p.mu.Unlock()
		if i < 20 {
			enter(clientOf(fmt.Sprintf("198.51.100.%d:1", i)), false)
		}
	}
	place := slices.Index(served, waiting[4])
	assert.Less(t, place, 25, "those who come later must not pass it for ever")
	assert.Positive(t, place)
	assert.LessOrEqual(t, len(p.others.last), 1, "what is past is forgotten")
}
