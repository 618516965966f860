//go:build !amd64

package kernel

func sumRows(dst, init *Row, table []Row, list []uint16) { sumRowsGo(dst, init, table, list) }

func sumRowsDot(dst, init *Row, table []Row, list []uint16, weights *Row) float32 {
	return sumRowsDotGo(dst, init, table, list, weights)
}

func back(acc, weights, grad *Row, slope float32) { backGo(acc, weights, grad, slope) }

func square(dst, acc *Row) {
	squareGo(dst, acc)
}

func squareBack(acc, slopes *Row) {
	squareBackGo(acc, slopes)
}

func first(sums *[Neurons]float32, squares *Row, across *FirstWeights) {
	denseGo(sums[:], squares[:], across[:], firstChains)
}

func second(sums *[Hidden]float32, acts *[Neurons]float32, across *SecondWeights) {
	denseGo(sums[:], acts[:], across[:], secondChains)
}

func firstBack(slopes *Row, grads *FirstWeights, squares *Row, weights *FirstWeights, sumSlopes *[Neurons]float32) {
	denseBackGo(slopes[:], grads[:], squares[:], weights[:], sumSlopes[:])
}

func secondBack(slopes *[Neurons]float32, grads *SecondWeights, acts *[Neurons]float32, weights *SecondWeights, sumSlopes *[Hidden]float32) {
	denseBackGo(slopes[:], grads[:], acts[:], weights[:], sumSlopes[:])
}

func drain(dst, src []Row) { drainGo(dst, src) }

func round(dst, src []Row, one, unit float32) { roundGo(dst, src, one, unit) }

func adam(w, m, v, g, shift []Row, c *Adam) { adamGo(w, m, v, g, shift, c) }
