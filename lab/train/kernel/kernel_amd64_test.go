package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/sys/cpu"
)

// TestAssembly compares every kernel that this processor can run with the Go code,
// bit by bit.
func TestAssembly(t *testing.T) {
	for _, width := range []struct {
		name       string
		has        bool
		sumRows    func(dst, init, table *Row, list *uint16, n int)
		sumRowsDot func(dst, init, table *Row, list *uint16, n int, weights *Row) float32
		back       func(acc, weights, grad *Row, slope float32)
		drain      func(dst, src *Row, n int)
		round      func(dst, src *Row, n int, one, unit float32)
		adam       func(w, m, v, g, shift *Row, n int, c *[9]float32)
	}{
		{"AVX2", cpu.X86.HasAVX2, sumRowsAVX2, sumRowsDotAVX2, backAVX2, drainAVX2, roundAVX2, adamAVX2},
		{"AVX512", cpu.X86.HasAVX512F, sumRowsAVX512, sumRowsDotAVX512, backAVX512, drainAVX512, roundAVX512, adamAVX512},
	} {
		t.Run(width.name, func(t *testing.T) {
			if !width.has {
				t.Skip("this processor lacks it")
			}
			rng := rand.New(rand.NewPCG(1, 2))
			row := func() Row { return randomRow(rng) }
			rows := func(n int) []Row { return randomRows(rng, n) }
			for range 1000 {
				table, init, weights := rows(50), row(), row()
				list := make([]uint16, 1+rng.IntN(33))
				for i := range list {
					list[i] = uint16(rng.IntN(len(table)))
				}
				var want, got Row
				sumRowsGo(&want, &init, table, list)
				width.sumRows(&got, &init, &table[0], &list[0], len(list))
				sameBits(t, []Row{want}, []Row{got}, "sum of %d rows", len(list))

				for i := range init { // around 0 and 1
					init[i] -= want[i] - float32(rng.NormFloat64())
				}
				wantDot := sumRowsDotGo(&want, &init, table, list, &weights)
				gotDot := width.sumRowsDot(&got, &init, &table[0], &list[0], len(list), &weights)
				sameBits(t, []Row{want}, []Row{got}, "sum of %d rows", len(list))
				assert.Equal(t, math.Float32bits(wantDot), math.Float32bits(gotDot), "dot after %d rows", len(list))

				wantGrad, slope := row(), float32(rng.NormFloat64())
				gotGrad := wantGrad
				for i := range want { // the bounds themselves, too
					if rng.IntN(8) == 0 {
						want[i] = float32(rng.IntN(2))
					}
				}
				got = want
				backGo(&want, &weights, &wantGrad, slope)
				width.back(&got, &weights, &gotGrad, slope)
				sameBits(t, []Row{want}, []Row{got}, "gradient with respect to columns")
				sameBits(t, []Row{wantGrad}, []Row{gotGrad}, "gradient with respect to weights")

				n := rng.IntN(4)
				w, m, v, g, shift := rows(n+1), rows(n+1), rows(n+1), rows(n+1), rows(n+1)
				for r := range v {
					for i := range v[r] {
						v[r][i] = max(v[r][i], -v[r][i])
					}
				}
				w2, m2, v2, g2 := slices.Clone(w), slices.Clone(m), slices.Clone(v), slices.Clone(g)
				c := NewAdam(uint64(1+rng.IntN(1000)), 0.01, 0.9, 0.999, 0.1, 0.9)
				constants := c.constants()
				adamGo(w[:n], m[:n], v[:n], g[:n], shift[:n], &c)
				width.adam(&w2[0], &m2[0], &v2[0], &g2[0], &shift[0], n, &constants)
				sameBits(t, slices.Concat(w, m, v, g), slices.Concat(w2, m2, v2, g2), "%d rows of Adam", n)

				w2, m2 = slices.Clone(w), slices.Clone(m)
				drainGo(w[:n], m[:n])
				width.drain(&w2[0], &m2[0], n)
				sameBits(t, slices.Concat(w, m), slices.Concat(w2, m2), "%d rows drained", n)

				roundGo(w[:n], shift[:n], one, 1.0/one)
				width.round(&w2[0], &shift[0], n, one, 1.0/one)
				sameBits(t, w, w2, "%d rows rounded", n)
				if t.Failed() {
					return
				}
			}
		})
	}
}
