package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// one is the unit of rounding: weights become multiples of 1/one.
const one = 64

// randomRow returns a row with some zeros of both signs, ones, and numbers in the middle between
// two that rounding knows.
func randomRow(rng *rand.Rand) (r Row) {
	for i := range r {
		r[i] = float32(rng.NormFloat64())
		switch rng.IntN(16) {
		case 0:
			r[i] = 0
		case 1:
			r[i] = float32(math.Copysign(0, -1))
		case 2:
			r[i] = float32(2*rng.IntN(2) - 1)
		case 3:
			r[i] = (float32(rng.IntN(2*one)-one) + 0.5) / one
		}
	}
	return
}

func randomRows(rng *rand.Rand, n int) []Row {
	all := make([]Row, n)
	for i := range all {
		all[i] = randomRow(rng)
	}
	return all
}

// sameBits compares rows by their bits, which distinguishes -0 from 0.
func sameBits(t *testing.T, want, got []Row, format string, args ...any) {
	t.Helper()
	require.Len(t, got, len(want))
	for r := range want {
		for i := range want[r] {
			if math.Float32bits(want[r][i]) != math.Float32bits(got[r][i]) {
				assert.Failf(t, "other bits", format+": row %d, column %d: want %v, got %v", append(args, r, i, want[r][i], got[r][i])...)
				return
			}
		}
	}
}

// twin is one of the ways in which the kernels are there.
type twin struct {
	name       string
	sumRows    func(dst, init *Row, table []Row, list []uint16)
	sumRowsDot func(dst, init *Row, table []Row, list []uint16, weights *Row) float32
	back       func(acc, weights, grad *Row, slope float32)
	drain      func(dst, src []Row)
	round      func(dst, src []Row, one float32)
	adam       func(c *Adam, w, m, v, g, shift []Row)
}

// eachTwin tests the Go code, and what this processor runs instead, some times.
func eachTwin(t *testing.T, times int, test func(t *testing.T, k *twin, rng *rand.Rand)) {
	for _, k := range []twin{
		{"Go", sumRowsGo, sumRowsDotGo, backGo, drainGo,
			func(dst, src []Row, one float32) { roundGo(dst, src, one, 1/one) },
			func(c *Adam, w, m, v, g, shift []Row) { adamGo(w, m, v, g, shift, c) }},
		{"processor", SumRows, SumRowsDot, Back, Drain, Round, (*Adam).Step},
	} {
		t.Run(k.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 3))
			for range times {
				test(t, &k, rng)
			}
		})
	}
}

// TestSums compares sums of rows with plain ones in double precision, and the way back with
// the slopes between points that are near.
func TestSums(t *testing.T) {
	eachTwin(t, 8, func(t *testing.T, k *twin, rng *rand.Rand) {
		table, init, weights := randomRows(rng, 20), randomRow(rng), randomRow(rng)
		list := make([]uint16, 1+rng.IntN(8))
		for i := range list {
			list[i] = uint16(rng.IntN(len(table)))
		}
		var sum Row
		k.sumRows(&sum, &init, table, list)
		dot := 0.0
		for i := range sum {
			want := float64(init[i])
			for _, index := range list {
				want += float64(table[index][i])
			}
			require.InDelta(t, want, sum[i], 1e-5)
			dot += activation(want) * float64(weights[i])
		}
		var again Row
		require.InDelta(t, dot, k.sumRowsDot(&again, &init, table, list, &weights), 1e-4)
		sameBits(t, []Row{sum}, []Row{again}, "with and without dot")
		k.sumRows(&again, &init, table, nil)
		sameBits(t, []Row{init}, []Row{again}, "no rows")

		acc, grad, slope := sum, randomRow(rng), rng.NormFloat64()
		before := grad
		k.back(&acc, &weights, &grad, float32(slope))
		for i, x := range sum {
			require.InDelta(t, float64(before[i])+activation(float64(x))*slope, grad[i], 1e-5)
			const h = 1e-4
			if x := float64(x); math.Abs(x) > h && math.Abs(x-1) > h {
				steepness := (activation(x+h) - activation(x-h)) / (2 * h)
				require.InDelta(t, steepness*float64(weights[i])*slope, acc[i], 1e-4, "at %v", x)
			}
		}
	})
}

// TestDrain adds rows to others, as far as there are others.
func TestDrain(t *testing.T) {
	eachTwin(t, 8, func(t *testing.T, k *twin, rng *rand.Rand) {
		dst, src := randomRows(rng, 3), randomRows(rng, 4)
		to, from := slices.Clone(dst), slices.Clone(src)
		k.drain(dst, src)
		for r := range dst {
			for i := range dst[r] {
				require.InDelta(t, float64(to[r][i])+float64(from[r][i]), dst[r][i], 1e-5)
			}
		}
		assert.Equal(t, make([]Row, 3), src[:3], "drained")
		assert.Equal(t, from[3], src[3], "beyond dst")
	})
}

// TestRound rounds to multiples of 1/one.
func TestRound(t *testing.T) {
	eachTwin(t, 8, func(t *testing.T, k *twin, rng *rand.Rand) {
		dst, src := randomRows(rng, 3), randomRows(rng, 4)
		k.round(dst, src, one)
		for r := range dst {
			for i, x := range dst[r] {
				require.InDelta(t, src[r][i], x, 0.5/one)
				require.InDelta(t, math.Round(float64(x)*one), float64(x)*one, 0, "a multiple")
				require.InDelta(t, math.RoundToEven(float64(src[r][i])*one), float64(x)*one, 0, "ties to even")
			}
		}
	})
}

// TestAdam compares steps with plain ones in double precision.
func TestAdam(t *testing.T) {
	eachTwin(t, 1, func(t *testing.T, k *twin, rng *rand.Rand) {
		const rate, beta1, beta2, decay, limit = 0.01, 0.9, 0.99, 0.1, 1.5
		w, m, v := randomRows(rng, 2), make([]Row, 2), make([]Row, 2)
		var weight, mean, square [2][Columns]float64
		for r := range w {
			for i, x := range w[r] {
				weight[r][i] = float64(x)
			}
		}
		for step := 1.0; step <= 20; step++ {
			g, shift := randomRows(rng, 2), randomRows(rng, 2)
			grads := slices.Clone(g)
			c := NewAdam(uint64(step), rate, beta1, beta2, decay, limit)
			k.adam(&c, w, m, v, g, shift)
			assert.Equal(t, make([]Row, 2), g, "the gradient is cleared")
			for r := range w {
				for i, x := range grads[r] {
					x := float64(x)
					mean[r][i] += (1 - beta1) * (x - mean[r][i])
					square[r][i] += (1 - beta2) * (x*x - square[r][i])
					move := 0.0 // while all slopes were zero
					if square[r][i] > 0 {
						move = rate * mean[r][i] / (1 - math.Pow(beta1, step)) / math.Sqrt(square[r][i]/(1-math.Pow(beta2, step)))
					}
					weight[r][i] = max(-limit, min(weight[r][i]*(1-rate*decay)+float64(shift[r][i])-move, limit))
					require.InDelta(t, weight[r][i], w[r][i], 1e-4, "step %v", step)
					require.InDelta(t, mean[r][i], m[r][i], 1e-5)
					require.InDelta(t, square[r][i], v[r][i], 1e-5)
				}
			}
		}
	})
}

// activation returns the square of x clipped to 0..1.
func activation(x float64) float64 {
	x = max(0, min(x, 1))
	return x * x
}
