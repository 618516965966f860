package kernel

import "golang.org/x/sys/cpu"

// What the processor can do.
var (
	hasAVX512 = cpu.X86.HasAVX512F
	hasAVX2   = cpu.X86.HasAVX2
)

func sumRows(dst, init *Row, table []Row, list []uint16) {
	switch {
	case len(list) == 0:
		*dst = *init
	case hasAVX512:
		sumRowsAVX512(dst, init, &table[0], &list[0], len(list))
	case hasAVX2:
		sumRowsAVX2(dst, init, &table[0], &list[0], len(list))
	default:
		sumRowsGo(dst, init, table, list)
	}
}

func sumRowsDot(dst, init *Row, table []Row, list []uint16, weights *Row) float32 {
	switch {
	case hasAVX512:
		return sumRowsDotAVX512(dst, init, &table[0], &list[0], len(list), weights)
	case hasAVX2:
		return sumRowsDotAVX2(dst, init, &table[0], &list[0], len(list), weights)
	}
	return sumRowsDotGo(dst, init, table, list, weights)
}

func back(acc, weights, grad *Row, slope float32) {
	switch {
	case hasAVX512:
		backAVX512(acc, weights, grad, slope)
	case hasAVX2:
		backAVX2(acc, weights, grad, slope)
	default:
		backGo(acc, weights, grad, slope)
	}
}

func drain(dst, src []Row) {
	switch {
	case len(dst) == 0:
	case hasAVX512:
		drainAVX512(&dst[0], &src[0], len(dst))
	case hasAVX2:
		drainAVX2(&dst[0], &src[0], len(dst))
	default:
		drainGo(dst, src)
	}
}

func round(dst, src []Row, one, unit float32) {
	switch {
	case len(dst) == 0:
	case hasAVX512:
		roundAVX512(&dst[0], &src[0], len(dst), one, unit)
	case hasAVX2:
		roundAVX2(&dst[0], &src[0], len(dst), one, unit)
	default:
		roundGo(dst, src, one, unit)
	}
}

func adam(w, m, v, g, shift []Row, c *Adam) {
	if len(w) == 0 || !hasAVX2 {
		adamGo(w, m, v, g, shift, c)
		return
	}
	constants := c.constants()
	if hasAVX512 {
		adamAVX512(&w[0], &m[0], &v[0], &g[0], &shift[0], len(w), &constants)
	} else {
		adamAVX2(&w[0], &m[0], &v[0], &g[0], &shift[0], len(w), &constants)
	}
}

// constants returns the fields in the order of the assembly.
func (c *Adam) constants() [9]float32 {
	return [9]float32{c.Rate, c.Keep, c.Beta1, c.Rest1, c.Beta2, c.Rest2, c.Epsilon, c.Low, c.High}
}
