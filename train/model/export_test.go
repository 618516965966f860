package model

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNet turns a model of random weights into a network, which has the same weights when
// it becomes a model and a network again.
func TestNet(t *testing.T) {
	for _, dense := range []bool{false, true} {
		m, err := New(NetShape(dense), 1, 1)
		require.NoError(t, err)
		net, err := m.Net(300, "a test")
		require.NoError(t, err)
		assert.Equal(t, dense, net.Dense())
		other, err := New(NetShape(dense), 1, 2)
		require.NoError(t, err)
		require.NoError(t, other.Adopt(net))
		again, err := other.Net(300, "a test")
		require.NoError(t, err)
		assert.Equal(t, net.Weights(), again.Weights())

		wrong, err := New(NetShape(!dense), 1, 2)
		require.NoError(t, err)
		assert.ErrorContains(t, wrong.Adopt(net), "a network with dense head")
	}
	m, err := New(tiny, 1, 1)
	require.NoError(t, err)
	_, err = m.Net(300, "")
	assert.ErrorContains(t, err, "for a net")
}
