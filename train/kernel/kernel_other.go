//go:build !amd64

package kernel

// SumRows sets dst to init plus the listed rows of a table, in this order.
func SumRows(dst, init *Row, table []Row, list []uint16) { sumRows(dst, init, table, list) }

// SumRowsDot is SumRows, and returns the sum over columns of the square of dst,
// clipped to 0..1, times a weight.
func SumRowsDot(dst, init *Row, table []Row, list []uint16, weights *Row) float32 {
	return sumRowsDot(dst, init, table, list, weights)
}

// Back goes SumRowsDot backwards. From what it left in acc, the weights and the
// slope of the loss by its result, it adds the slopes by the weights to grad and
// puts those by the columns in the place of acc.
func Back(acc, weights, grad *Row, slope float32) { back(acc, weights, grad, slope) }

// Drain adds the rows of src to those of dst, and clears src. Both have the same
// length.
func Drain(dst, src []Row) { drain(dst, src) }

// Round sets dst to src rounded to the nearest multiples of 1/one. Both have the
// same length.
func Round(dst, src []Row, one float32) { round(dst, src, one, 1/one) }

// Step moves the weights w by their gradient g, of which m is the mean and v the
// mean square, and adds shift. It clears g. All have the same length.
func (c *Adam) Step(w, m, v, g, shift []Row) { adam(w, m, v, g, shift, c) }
