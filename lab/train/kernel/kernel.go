// Package kernel does the arithmetic of training a network whose input is
// sparse: sums of rows of weights, a squared clipped ReLU with its gradient, and
// the Adam optimiser.
//
// A row is 64 columns of a weight table, so that the most used rows stay in the
// cache. The results do not depend on the processor: the assembly for amd64 and
// the Go code do the same operations in the same order and give the same bits.
// The assembly is generated; see the folder asm.
package kernel

import "math"

//go:generate go -C asm run . -isa AVX2 -pkg kernel -out ../avx2_amd64.s -stubs ../avx2_amd64.go
//go:generate go -C asm run . -isa AVX512 -pkg kernel -out ../avx512_amd64.s -stubs ../avx512_amd64.go

// Columns is the length of a row.
const Columns = 64

// Row is a part of a row of weights, or of a result computed from such rows.
type Row = [Columns]float32

// lanes is the number of sums over columns that run in parallel.
const lanes = 16

// SumRows sets dst to init plus the listed rows of a table, in that order.
func SumRows(dst, init *Row, table []Row, list []uint16) { sumRows(dst, init, table, list) }

// SumRowsDot does SumRows and returns the sum over columns of the square of dst,
// clipped to 0..1, times a weight. The list must not be empty.
func SumRowsDot(dst, init *Row, table []Row, list []uint16, weights *Row) float32 {
	return sumRowsDot(dst, init, table, list, weights)
}

// Back is the backward pass of SumRowsDot. acc has what that left in dst; slope is the
// gradient of the loss with respect to its result. Back adds the gradient with respect to
// the weights to grad and replaces acc by that with respect to its columns.
func Back(acc, weights, grad *Row, slope float32) { back(acc, weights, grad, slope) }

// Drain adds the rows of src to the rows of dst and clears them. src is at least as
// long as dst.
func Drain(dst, src []Row) { drain(dst, src[:len(dst)]) }

// Round sets dst to src, rounded to the nearest multiples of 1/one. src is at least
// as long as dst.
func Round(dst, src []Row, one float32) { round(dst, src[:len(dst)], one, 1/one) }

// The functions below have all of the arithmetic. Their namesakes without "Go" call
// them or the assembly, whichever suits the processor.

func sumRowsGo(dst, init *Row, table []Row, list []uint16) {
	sum := *init
	for _, index := range list {
		for i, x := range table[index] {
			sum[i] += x
		}
	}
	*dst = sum
}

func sumRowsDotGo(dst, init *Row, table []Row, list []uint16, weights *Row) float32 {
	sumRowsGo(dst, init, table, list)
	var dots Row
	for i, x := range dst {
		x = clip(x)
		dots[i] = float32(float32(x*x) * weights[i])
	}
	for i := lanes; i < Columns; i++ {
		dots[i%lanes] += dots[i]
	}
	for half := lanes / 2; half > 0; half /= 2 {
		for i := range half {
			dots[i] += dots[i+half]
		}
	}
	return dots[0]
}

func backGo(acc, weights, grad *Row, slope float32) {
	for i, x := range acc {
		x = clip(x)
		grad[i] += float32(float32(x*x) * slope)
		acc[i] = 0
		if x > 0 && x < 1 {
			acc[i] = float32(weights[i]*slope) * float32(x+x)
		}
	}
}

// clip returns x limited to [0, 1].
func clip(x float32) float32 {
	if !(x > 0) {
		return 0
	}
	if x < 1 {
		return x
	}
	return 1
}

func drainGo(dst, src []Row) {
	for r := range dst {
		for i, x := range src[r] {
			dst[r][i] += x
		}
		src[r] = Row{}
	}
}

func roundGo(dst, src []Row, one, unit float32) {
	for r := range dst {
		for i, x := range src[r] {
			dst[r][i] = float32(math.RoundToEven(float64(float32(x*one)))) * unit
		}
	}
}

// Adam holds the constants of a step of the optimiser Adam (Kingma and Ba 2014) with
// decoupled weight decay (AdamW, Loshchilov and Hutter 2017).
type Adam struct {
	Rate         float32 // learning rate, corrected for the bias of the first steps
	Keep         float32 // factor of a weight: 1 minus its decay
	Beta1, Rest1 float32 // decay of the mean of gradients, and 1 minus that
	Beta2, Rest2 float32 // decay of the mean of squares, and 1 minus that
	Epsilon      float32
	Low, High    float32 // bounds of weights
}

// NewAdam returns the constants of a step; the first step has number 1.
func NewAdam(step uint64, rate, beta1, beta2, decay, limit float64) Adam {
	n := float64(step)
	return Adam{
		Rate:  float32(rate * math.Sqrt(1-math.Pow(beta2, n)) / (1 - math.Pow(beta1, n))),
		Keep:  float32(1 - float64(rate*decay)), // never fused
		Beta1: float32(beta1), Rest1: float32(1 - beta1),
		Beta2: float32(beta2), Rest2: float32(1 - beta2),
		Epsilon: 1e-8,
		Low:     float32(-limit), High: float32(limit),
	}
}

// Step moves the weights w by their gradient g, adds shift and clears g. m has the
// mean of the gradient and v the mean of its square. All are at least as long as w.
func (c *Adam) Step(w, m, v, g, shift []Row) {
	n := len(w)
	adam(w, m[:n], v[:n], g[:n], shift[:n], c)
}

func adamGo(w, m, v, g, shift []Row, c *Adam) {
	for r := range w {
		for i, grad := range g[r] {
			mean := float32(m[r][i]*c.Beta1) + float32(grad*c.Rest1)
			square := float32(v[r][i]*c.Beta2) + float32(float32(grad*c.Rest2)*grad)
			step := float32(mean*c.Rate) / (float32(math.Sqrt(float64(square))) + c.Epsilon)
			x := float32(float32(w[r][i]*c.Keep)+shift[r][i]) - step
			if !(x > c.Low) {
				x = c.Low
			}
			if !(x < c.High) {
				x = c.High
			}
			m[r][i], v[r][i], w[r][i], g[r][i] = mean, square, x, 0
		}
	}
}
