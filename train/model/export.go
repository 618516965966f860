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
	for i := range m.blocks {
		first := i * kernel.Columns
		for row, weights := range m.blocks[i].weights {
			for c, w := range weights {
				switch {
				case row < m.bias():
					net.FeatureWeights[row*m.Width+first+c] = quantised(w, nnue.QA)
				case row == m.bias():
					net.FeatureBias[first+c] = quantised(w, nnue.QA)
				default:
					net.OutputWeights[(row-m.output(0))*m.Width+first+c] = quantised(w, nnue.QB)
				}
			}
		}
	}
	for i, w := range m.outBias {
		net.OutputBias[i] = int32(math.RoundToEven(float64(w) * nnue.QA * nnue.QB))
	}
	return nnue.NewNet(net)
}

func quantised(w float32, one float64) int16 { return int16(math.RoundToEven(float64(w) * one)) }

// Adopt copies the weights of a network, so that training continues from them.
func (m *Model) Adopt(n *nnue.Net) error {
	if m.Shape != NetShape() {
		return fmt.Errorf("model: shape %+v, want %+v for a net", m.Shape, NetShape())
	}
	net := n.Weights()
	for i := range m.blocks {
		first := i * kernel.Columns
		for row := range m.blocks[i].weights {
			weights := &m.blocks[i].weights[row]
			for c := range weights {
				switch {
				case row < m.bias():
					weights[c] = float32(net.FeatureWeights[row*m.Width+first+c]) / nnue.QA
				case row == m.bias():
					weights[c] = float32(net.FeatureBias[first+c]) / nnue.QA
				default:
					weights[c] = float32(net.OutputWeights[(row-m.output(0))*m.Width+first+c]) / nnue.QB
				}
			}
		}
	}
	for i, w := range net.OutputBias {
		m.outBias[i] = float32(w) / (nnue.QA * nnue.QB)
	}
	return nil
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
