//go:build kernels

package nnue

// The kernels are a module of their own, see chuhe/eval/nnue/wasm. Only a program that
// starts with it can have them, so the build tag kernels asks for them.

//go:wasmimport kernels ready
//go:noescape
func readyWasm() int32

//go:wasmimport kernels addSub
//go:noescape
func addSubWasm(dst, src *accumulator, add, sub *row) int32

//go:wasmimport kernels addSubSub
//go:noescape
func addSubSubWasm(dst, src *accumulator, add, sub1, sub2 *row) int32

//go:wasmimport kernels apply
//go:noescape
func applyWasm(acc *accumulator, table *table, adds *uint16, addCount int32, subs *uint16, subCount int32) int32

//go:wasmimport kernels dot
//go:noescape
func dotWasm(own, theirs *accumulator, weights *[2 * Width]int16) int64

var hasKernels = readyWasm() != 0

func addSub(dst, src *accumulator, add, sub *row) {
	if !hasKernels {
		addSubGo(dst, src, add, sub)
		return
	}
	addSubWasm(dst, src, add, sub)
}

func addSubSub(dst, src *accumulator, add, sub1, sub2 *row) {
	if !hasKernels {
		addSubSubGo(dst, src, add, sub1, sub2)
		return
	}
	addSubSubWasm(dst, src, add, sub1, sub2)
}

func apply(acc *accumulator, table *table, adds, subs *inputs) {
	if !hasKernels {
		applyGo(acc, table, adds, subs)
		return
	}
	applyWasm(acc, table, &adds.list[0], int32(adds.n), &subs.list[0], int32(subs.n))
}

func dot(own, theirs *accumulator, weights *[2 * Width]int16) int64 {
	if !hasKernels {
		return dotGo(own, theirs, weights)
	}
	return dotWasm(own, theirs, weights)
}
