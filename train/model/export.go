package model

import (
	"fmt"
	"math"

	"chuhe/eval/nnue"
	"chuhe/train/kernel"
)

// Net returns the model as a network with integer weights. scale is the score of
// an output of 1.
func (m *Model) Net(scale int32, description string) (*nnue.Net, error) {
	if m.Shape != NetShape() {
		return nil, fmt.Errorf("model: shape %+v, want %+v for a net", m.Shape, NetShape())
	}
	net := nnue.NewWeights(scale, description)
	m.pair(net, func(w *float32, quantised *int16, one float64) {
		*quantised = int16(math.RoundToEven(float64(*w) * one))
	})
	for i, w := range m.outBias {
		net.OutputBias[i] = int32(math.RoundToEven(float64(w) * nnue.QA * nnue.QB))
	}
	return nnue.NewNet(net)
}

// Adopt copies the weights of a network, so that training continues from them.
func (m *Model) Adopt(n *nnue.Net) error {
	if m.Shape != NetShape() {
		return fmt.Errorf("model: shape %+v, want %+v for a net", m.Shape, NetShape())
	}
	net := n.Weights()
	m.pair(net, func(w *float32, quantised *int16, one float64) { *w = float32(*quantised) / float32(one) })
	for i, w := range net.OutputBias {
		m.outBias[i] = float32(w) / float32(nnue.QA*net.OutputOne)
	}
	return nil
}

// pair calls f with each weight but the output biases, with the integer that
// stands for it in a network, and with the integer that stands for 1.
func (m *Model) pair(net *nnue.Weights, f func(w *float32, quantised *int16, one float64)) {
	for i := range m.blocks {
		first := i * kernel.Columns
		for row := range m.blocks[i].weights {
			quantised, one := net.FeatureBias[first:], float64(nnue.QA)
			switch {
			case row < m.bias():
				quantised = net.FeatureWeights[row*m.Width+first:]
			case row > m.bias():
				quantised, one = net.OutputWeights[(row-m.output(0))*m.Width+first:], float64(net.OutputOne)
			}
			for c := range m.blocks[i].weights[row] {
				f(&m.blocks[i].weights[row][c], &quantised[c], one)
			}
		}
	}
}

// Forget resets the optimiser and keeps the weights.
func (m *Model) Forget() {
	m.Step = 0
	for i := range m.blocks {
		b := &m.blocks[i]
		for _, rows := range [][]kernel.Row{b.means, b.squares, b.sharedMeans, b.sharedSquares} {
			clear(rows)
		}
	}
	clear(m.outMean)
	clear(m.outSquare)
}
