package nnue

import "chuhe/board"

//go:generate go -C asm run . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg nnue

// accumulator is the sum of a perspective. Intermediate sums may wrap around; the
// final one is right, see [Weights.Validate].
type accumulator [Width]int16

// row is the weights of an input.
type row = [Width]int8

// table is the weights of all inputs.
type table [Inputs]row

// row returns the weights of an input.
func (t *table) row(input uint16) *row { return &t[input] }

// inputs is a list of inputs of one perspective.
type inputs struct {
	n    int
	list [maxActive + 1]uint16 // the last one never counts
}

// put adds the input of a piece on a square, unless it is board.NoPiece. It does so
// without a jump, which would often be mispredicted.
func (in *inputs) put(e *eye, piece board.Piece, s board.Square) {
	n := in.n
	in.list[n] = e.input(piece, s)
	if piece != board.NoPiece {
		n++
	}
	in.n = n
}

// The functions below are all of the arithmetic that takes time. Their
// namesakes without "Go" do the same with the vector instructions of the processor.

// addSubGo sets dst to src plus one row minus another: a piece has moved.
func addSubGo(dst, src *accumulator, add, sub *row) {
	for i := range dst {
		dst[i] = src[i] + int16(add[i]) - int16(sub[i])
	}
}

// addSubSubGo sets dst to src plus one row minus two others: a piece has moved
// and captured.
func addSubSubGo(dst, src *accumulator, add, sub1, sub2 *row) {
	for i := range dst {
		dst[i] = src[i] + int16(add[i]) - int16(sub1[i]) - int16(sub2[i])
	}
}

// applyGo adds rows of a table to an accumulator and subtracts others.
func applyGo(acc *accumulator, table *table, adds, subs *inputs) {
	for _, input := range adds.list[:adds.n] {
		for i, w := range table.row(input) {
			acc[i] += int16(w)
		}
	}
	for _, input := range subs.list[:subs.n] {
		for i, w := range table.row(input) {
			acc[i] -= int16(w)
		}
	}
}

// dotGo returns the dot product of the clipped and squared accumulators with their
// weights.
func dotGo(own, theirs *accumulator, weights *[2 * Width]int16) int64 {
	var sum int64
	for half, acc := range [2]*accumulator{own, theirs} {
		part := (*[Width]int16)(weights[half*Width:])
		var of int32 // at most Width*QA*QA*MaxOutputWeight, which fits
		for i, x := range acc {
			clipped := int32(max(0, min(x, QA)))
			of += clipped * clipped * int32(part[i])
		}
		sum += int64(of)
	}
	return sum
}
