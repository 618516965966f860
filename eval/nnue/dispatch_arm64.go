package nnue

// Every 64-bit ARM processor has NEON.

//go:noescape
func addSub(dst, src, add, sub *accumulator)

//go:noescape
func addSubSub(dst, src, add, sub1, sub2 *accumulator)

//go:noescape
func applyNEON(acc *accumulator, table *table, adds *uint16, addCount int, subs *uint16, subCount int)

//go:noescape
func dot(own, theirs *accumulator, weights *[2 * Width]int16) int64

func apply(acc *accumulator, table *table, adds, subs *inputs) {
	applyNEON(acc, table, &adds.list[0], adds.n, &subs.list[0], subs.n)
}
