package web

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
		require.NoError(t, p.enter(ticket))
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
	assert.Equal(t, 2, p.busy())
	p.leave(first)
	assert.Zero(t, p.busy())
}
