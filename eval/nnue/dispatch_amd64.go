package nnue

import "golang.org/x/sys/cpu"

var (
	hasAVX2   = cpu.X86.HasAVX2
	hasAVX512 = hasAVX2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512VNNI
)

// The calls are direct, because pointers passed through a function variable
// escape to the heap.

func addSub(dst, src *accumulator, add, sub *row) {
	switch {
	case hasAVX512:
		addSubAVX512(&dst[0], &src[0], &add[0], &sub[0])
	case hasAVX2:
		addSubAVX2(&dst[0], &src[0], &add[0], &sub[0])
	default:
		addSubGo(dst, src, add, sub)
	}
}

func addSubSub(dst, src *accumulator, add, sub1, sub2 *row) {
	switch {
	case hasAVX512:
		addSubSubAVX512(&dst[0], &src[0], &add[0], &sub1[0], &sub2[0])
	case hasAVX2:
		addSubSubAVX2(&dst[0], &src[0], &add[0], &sub1[0], &sub2[0])
	default:
		addSubSubGo(dst, src, add, sub1, sub2)
	}
}

func apply(acc *accumulator, table *table, adds, subs *inputs) {
	switch {
	case hasAVX512:
		applyAVX512(&acc[0], &table[0][0], &adds.list[0], adds.n, &subs.list[0], subs.n)
	case hasAVX2:
		applyAVX2(&acc[0], &table[0][0], &adds.list[0], adds.n, &subs.list[0], subs.n)
	default:
		applyGo(acc, table, adds, subs)
	}
}

func dot(own, theirs *accumulator, weights *[2 * Width]int16) int64 {
	switch {
	case hasAVX512:
		return dotAVX512(&own[0], &theirs[0], &weights[0])
	case hasAVX2:
		return dotAVX2(&own[0], &theirs[0], &weights[0])
	}
	return dotGo(own, theirs, weights)
}
