package model

import "math"

// Loss is the mean over positions of |p-y|^Power, where p is the logistic function
// of the network's output and y the target.
type Loss struct{ Power float64 }

// of returns the loss of an output and its derivative.
func (l Loss) of(output, target float32) (loss, slope float64) {
	p := 1 / (1 + math.Exp(-float64(output)))
	miss := p - float64(target)
	if l.Power == 2 {
		return float64(miss * miss), 2 * miss * p * (1 - p) // float64 keeps it from being fused with a sum of losses
	}
	size := math.Abs(miss)
	rest := math.Pow(size, l.Power-1)
	return float64(rest * size), math.Copysign(l.Power*rest, miss) * p * (1 - p)
}
