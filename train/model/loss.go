package model

import "math"

// Loss is the mean over positions of |p-y|^Power, p being the expected result
// that the network gives, the logistic function of its output, and y the
// target.
type Loss struct{ Power float64 }

// of returns the loss of an output, and its slope by the output.
func (l Loss) of(output, target float32) (loss, slope float64) {
	p := 1 / (1 + math.Exp(-float64(output)))
	miss := p - float64(target)
	if l.Power == 2 {
		return float64(miss * miss), 2 * miss * p * (1 - p) // not to be fused with a sum of losses
	}
	size := math.Abs(miss)
	rest := math.Pow(size, l.Power-1)
	return float64(rest * size), math.Copysign(l.Power*rest, miss) * p * (1 - p)
}
