package nnue

// Every 64-bit ARM processor has NEON.

//go:noescape
func addSub(dst, src *accumulator, add, sub *row)

//go:noescape
func addSubSub(dst, src *accumulator, add, sub1, sub2 *row)

//go:noescape
func applyNEON(acc *accumulator, table *table, adds *uint16, addCount int, subs *uint16, subCount int)

//go:noescape
func dot(own, theirs *accumulator, weights *[2 * Width]int16) int64

func apply(acc *accumulator, table *table, adds, subs *inputs) {
	applyNEON(acc, table, &adds.list[0], adds.n, &subs.list[0], subs.n)
}
