//go:build !amd64 && !arm64 && !(wasm && kernels)

package nnue

func addSub(dst, src *accumulator, add, sub *row) { addSubGo(dst, src, add, sub) }

func addSubSub(dst, src *accumulator, add, sub1, sub2 *row) { addSubSubGo(dst, src, add, sub1, sub2) }

func apply(acc *accumulator, table *table, adds, subs *inputs) { applyGo(acc, table, adds, subs) }

func dot(own, theirs *accumulator, weights *[2 * Width]int16) int64 {
	return dotGo(own, theirs, weights)
}
