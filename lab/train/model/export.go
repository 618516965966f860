package model

import (
	"fmt"
	"math"

	"chuhe/eval/nnue"
	"chuhe/lab/train/kernel"
)

// Net returns the model as a network with integer weights. scale is the score of
// an output of 1.
func (m *Model) Net(scale int32, description string) (*nnue.Net, error) {
	if err := m.netShape(); err != nil {
		return nil, err
	}
	net := nnue.NewWeights(scale, description)
	m.pairInputs(net, quantiseInput, quantise)
	m.pairOutputs(net, quantise, quantiseBias)
	return nnue.NewNet(net)
}

// Adopt copies the weights of a network, so that training continues from them.
func (m *Model) Adopt(n *nnue.Net) error {
	if err := m.netShape(); err != nil {
		return err
	}
	net := n.Weights()
	m.pairInputs(net, restore[int8], restore[int16])
	m.pairOutputs(net, restore[int16], restore[int32])
	return nil
}

// netShape returns an error unless the model has the shape of a network.
func (m *Model) netShape() error {
	if m.Shape != NetShape() {
		return fmt.Errorf("model: shape %+v, want %+v for a net", m.Shape, NetShape())
	}
	return nil
}

// quantise sets an integer to a weight in units of 1/one. It rounds as kernel.Round does,
// so that the network has the weights that training computed with.
func quantise(w *float32, quantised *int16, one float64) {
	*quantised = int16(math.RoundToEven(float64(*w * float32(one))))
}

// quantiseInput is quantise for the weights of the inputs. Each step of training limits them;
// random weights may be larger.
func quantiseInput(w *float32, quantised *int8, one float64) {
	*quantised = int8(max(-nnue.MaxWeight, min(nnue.MaxWeight, math.RoundToEven(float64(*w*float32(one))))))
}

// quantiseBias is quantise for the biases of the head, which training does not round.
func quantiseBias(w *float32, quantised *int32, one float64) {
	*quantised = int32(math.RoundToEven(float64(*w) * one))
}

// restore is the inverse of quantise.
func restore[N int8 | int16 | int32](w *float32, quantised *N, one float64) {
	*w = float32(*quantised) / float32(one)
}

// pairInputs calls weight with each weight of an input, and bias with each bias of a column,
// with the integer that stands for it in a network, and with the integer that stands for 1.
func (m *Model) pairInputs(net *nnue.Weights, weight func(w *float32, quantised *int8, one float64), bias func(w *float32, quantised *int16, one float64)) {
	for i := range m.blocks {
		weights, first := m.blocks[i].weights, i*kernel.Columns
		for input := range m.inputs() {
			for c := range weights[input] {
				weight(&weights[input][c], &net.FeatureWeights[input][first+c], nnue.QA)
			}
		}
		for c := range weights[m.bias()] {
			bias(&weights[m.bias()][c], &net.FeatureBias[first+c], nnue.QA)
		}
	}
}

// pairOutputs is pairInputs for the head.
func (m *Model) pairOutputs(net *nnue.Weights, weight func(w *float32, quantised *int16, one float64), bias func(w *float32, quantised *int32, one float64)) {
	for i := range m.blocks {
		for row := m.output(0); row < m.rows(); row++ {
			quantised := net.OutputWeights[(row-m.output(0))*m.Width+i*kernel.Columns:]
			for c := range m.blocks[i].weights[row] {
				weight(&m.blocks[i].weights[row][c], &quantised[c], nnue.QB)
			}
		}
	}
	for i := range m.outBias {
		bias(&m.outBias[i], &net.OutputBias[i], nnue.QA*nnue.QB)
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
