//go:build !amd64

package kernel

func sumRows(dst, init *Row, table []Row, list []uint16) { sumRowsGo(dst, init, table, list) }

func sumRowsDot(dst, init *Row, table []Row, list []uint16, weights *Row) float32 {
	return sumRowsDotGo(dst, init, table, list, weights)
}

func back(acc, weights, grad *Row, slope float32) { backGo(acc, weights, grad, slope) }

func drain(dst, src []Row) { drainGo(dst, src) }

func round(dst, src []Row, one, unit float32) { roundGo(dst, src, one, unit) }

func adam(w, m, v, g, shift []Row, c *Adam) { adamGo(w, m, v, g, shift, c) }
