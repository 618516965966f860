package model

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval/nnue"
	"chuhe/internal/testpos"
	"chuhe/lab/train/kernel"
)

// TestQuantise rounds weights in the middle between two integers as training does, and limits
// larger ones.
func TestQuantise(t *testing.T) {
	for k := range 127 {
		row := []kernel.Row{{}}
		w := (float32(k) + 0.5) / nnue.QA
		row[0][0] = w
		kernel.Round(row, row, nnue.QA)
		var n int8
		quantiseInput(&w, &n, nnue.QA)
		assert.InDelta(t, row[0][0], float32(n)/nnue.QA, 1e-6, "%d and a half", k)
	}
	for _, large := range []float32{1.01, 1.99, 300} {
		for sign := range int8(2) {
			w, n := large*float32(1-2*sign), int8(0)
			quantiseInput(&w, &n, nnue.QA)
			assert.Equal(t, nnue.MaxWeight*(1-2*sign), n, "%g", w)
		}
	}
}

// TestNet turns a model of random weights into a network, which has the same weights when
// it becomes a model and a network again.
func TestNet(t *testing.T) {
	testpos.SkipRace(t)
	m, err := New(NetShape(), 1, 1)
	require.NoError(t, err)
	net, err := m.Net(300, "a test")
	require.NoError(t, err)
	other, err := New(NetShape(), 1, 2)
	require.NoError(t, err)
	require.NoError(t, other.Adopt(net))
	again, err := other.Net(300, "a test")
	require.NoError(t, err)
	assert.Equal(t, net.Weights(), again.Weights())

	m, err = New(tiny, 1, 1)
	require.NoError(t, err)
	_, err = m.Net(300, "")
	assert.ErrorContains(t, err, "for a net")
}
