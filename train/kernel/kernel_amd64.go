package kernel

import "golang.org/x/sys/cpu"

// What the processor can do.
var (
	hasAVX512 = cpu.X86.HasAVX512F
	hasAVX2   = cpu.X86.HasAVX2
)

// SumRows sets dst to init plus the listed rows of a table, in this order.
func SumRows(dst, init *Row, table []Row, list []uint16) {
	switch {
	case len(list) == 0:
		*dst = *init
	case hasAVX512:
		sumRowsAVX512(dst, init, &table[0], &list[0], len(list))
	case hasAVX2:
		sumRowsAVX2(dst, init, &table[0], &list[0], len(list))
	default:
		sumRows(dst, init, table, list)
	}
}

// SumRowsDot is SumRows, and returns the sum over columns of the square of dst,
// clipped to 0..1, times a weight. The list is not empty.
func SumRowsDot(dst, init *Row, table []Row, list []uint16, weights *Row) float32 {
	switch {
	case hasAVX512:
		return sumRowsDotAVX512(dst, init, &table[0], &list[0], len(list), weights)
	case hasAVX2:
		return sumRowsDotAVX2(dst, init, &table[0], &list[0], len(list), weights)
	}
	return sumRowsDot(dst, init, table, list, weights)
}

// Back goes SumRowsDot backwards. From what it left in acc, the weights and the
// slope of the loss by its result, it adds the slopes by the weights to grad and
// puts those by the columns in the place of acc.
func Back(acc, weights, grad *Row, slope float32) {
	switch {
	case hasAVX512:
		backAVX512(acc, weights, grad, slope)
	case hasAVX2:
		backAVX2(acc, weights, grad, slope)
	default:
		back(acc, weights, grad, slope)
	}
}

// Drain adds the rows of src to those of dst, and clears src. Both have the same
// length.
func Drain(dst, src []Row) {
	n := len(dst)
	src = src[:n]
	switch {
	case n == 0:
	case hasAVX512:
		drainAVX512(&dst[0], &src[0], n)
	case hasAVX2:
		drainAVX2(&dst[0], &src[0], n)
	default:
		drain(dst, src)
	}
}

// Round sets dst to src rounded to the nearest multiples of 1/one. Both have the
// same length.
func Round(dst, src []Row, one float32) {
	n := len(dst)
	src = src[:n]
	switch {
	case n == 0:
	case hasAVX512:
		roundAVX512(&dst[0], &src[0], n, one, 1/one)
	case hasAVX2:
		roundAVX2(&dst[0], &src[0], n, one, 1/one)
	default:
		round(dst, src, one, 1/one)
	}
}

// Step moves the weights w by their gradient g, of which m is the mean and v the
// mean square, and adds shift. It clears g. All have the same length.
func (c *Adam) Step(w, m, v, g, shift []Row) {
	n := len(w)
	m, v, g, shift = m[:n], v[:n], g[:n], shift[:n]
	if n == 0 || !hasAVX2 {
		adam(w, m, v, g, shift, c)
		return
	}
	constants := c.constants()
	if hasAVX512 {
		adamAVX512(&w[0], &m[0], &v[0], &g[0], &shift[0], n, &constants)
	} else {
		adamAVX2(&w[0], &m[0], &v[0], &g[0], &shift[0], n, &constants)
	}
}

// constants returns the fields in the order of the assembly.
func (c *Adam) constants() [9]float32 {
	return [9]float32{c.Rate, c.Keep, c.Beta1, c.Rest1, c.Beta2, c.Rest2, c.Epsilon, c.Low, c.High}
}
