// Command asm writes the assembly of package kernel, once for each vector
// width; the go:generate lines of that package run it.
//
// Every kernel works on rows of 64 columns: eight registers of 8 lanes or four
// of 16. A sum over columns runs in 16 lanes whatever the width, and no multiply
// is fused with an add, so both give the bits of the Go code of package kernel.
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const rowBytes = 64 * 4

// width is the size of a vector register in bytes.
var width int

func main() {
	isa := flag.String("isa", "AVX2", "`set` of instructions, AVX2 or AVX512")
	flag.Parse()
	switch *isa {
	case "AVX2":
		width = 32
	case "AVX512":
		width = 64
	default:
		log.Fatalf("-isa %s, want AVX2 or AVX512", *isa)
	}
	ConstraintExpr("amd64")
	sumRows("sumRows" + *isa)
	sumRowsDot("sumRowsDot" + *isa)
	back("back" + *isa)
	drain("drain" + *isa)
	round("round" + *isa)
	adam("adam" + *isa)
	Generate()
}

func vec() reg.VecVirtual {
	if width == 64 {
		return ZMM()
	}
	return YMM()
}

// row returns registers for a row.
func row() []reg.VecVirtual {
	all := make([]reg.VecVirtual, rowBytes/width)
	for i := range all {
		all[i] = vec()
	}
	return all
}

func zero() reg.VecVirtual {
	v := vec()
	clear(v)
	return v
}

func clear(v reg.VecVirtual) {
	if width == 64 {
		VPXORD(v, v, v)
	} else {
		VXORPS(v, v, v)
	}
}

// one returns a register full of 1.
func one() reg.VecVirtual {
	bits, x, v := GP32(), XMM(), vec()
	MOVL(operand.U32(0x3f800000), bits)
	VMOVD(bits, x)
	VBROADCASTSS(x, v)
	return v
}

// at is the i-th vector from an address.
func at(base reg.Register, i int) operand.Mem {
	return operand.Mem{Base: base, Disp: i * width}
}

func pointer(name string) reg.Register { return Load(Param(name), GP64()) }

// sum loads init into the registers of acc and adds the rows of a table that a
// list of n indices names.
func sum(acc []reg.VecVirtual) {
	init, table, list, n := pointer("init"), pointer("table"), pointer("list"), pointer("n")
	for i, v := range acc {
		VMOVUPS(at(init, i), v)
	}
	TESTQ(n, n)
	JZ(operand.LabelRef("summed"))
	Label("next")
	index := GP64()
	MOVWQZX(operand.Mem{Base: list}, index)
	SHLQ(operand.Imm(8), index)
	ADDQ(table, index)
	for i, v := range acc {
		VADDPS(at(index, i), v, v)
	}
	ADDQ(operand.Imm(2), list)
	DECQ(n)
	JNZ(operand.LabelRef("next"))
	Label("summed")
}

func sumRows(name string) {
	TEXT(name, NOSPLIT, "func(dst, init, table *[64]float32, list *uint16, n int)")
	Pragma("noescape")
	Doc(name + " is sumRowsGo.")
	acc := row()
	sum(acc)
	dst := pointer("dst")
	for i, v := range acc {
		VMOVUPS(v, at(dst, i))
	}
	VZEROUPPER()
	RET()
}

func sumRowsDot(name string) {
	TEXT(name, NOSPLIT, "func(dst, init, table *[64]float32, list *uint16, n int, weights *[64]float32) float32")
	Pragma("noescape")
	Doc(name + " is sumRowsDotGo.")
	acc := row()
	sum(acc)
	dst := pointer("dst")
	for i, v := range acc {
		VMOVUPS(v, at(dst, i))
	}
	weights := pointer("weights")
	nought, unit := zero(), one()
	// Lane l of dots[0] and dots[1] (one register of 16 lanes) sums the columns
	// l, l+16, l+32 and l+48 in this order.
	dots := make([]reg.VecVirtual, 64/width)
	for i, x := range acc {
		VMAXPS(nought, x, x)
		VMINPS(unit, x, x)
		VMULPS(x, x, x)
		VMULPS(at(weights, i), x, x)
		if i < len(dots) {
			dots[i] = x
			continue
		}
		VADDPS(x, dots[i%len(dots)], dots[i%len(dots)])
	}
	// 16 lanes to 8, 4, 2, 1.
	eight, high := YMM(), YMM()
	if width == 64 {
		VEXTRACTF64X4(operand.Imm(1), dots[0], high)
		VADDPS(high, dots[0].AsY(), eight)
	} else {
		VADDPS(dots[1], dots[0], eight)
	}
	four, other := XMM(), XMM()
	VEXTRACTF128(operand.Imm(1), eight, other)
	VADDPS(other, eight.AsX(), four)
	VMOVHLPS(four, four, other)
	VADDPS(other, four, four)
	VMOVSHDUP(four, other)
	VADDSS(other, four, four)
	Store(four, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

func back(name string) {
	TEXT(name, NOSPLIT, "func(acc, weights, grad *[64]float32, slope float32)")
	Pragma("noescape")
	Doc(name + " is backGo.")
	acc, weights, grad := pointer("acc"), pointer("weights"), pointer("grad")
	slope := vec()
	d := XMM()
	Load(Param("slope"), d)
	VBROADCASTSS(d, slope)
	nought, unit := zero(), one()
	for i := range rowBytes / width {
		x, square, step := vec(), vec(), vec()
		VMOVUPS(at(acc, i), x)
		VMAXPS(nought, x, x)
		VMINPS(unit, x, x)
		VMULPS(x, x, square)
		VMULPS(slope, square, square)
		VADDPS(at(grad, i), square, square)
		VMOVUPS(square, at(grad, i))
		VMULPS(at(weights, i), slope, step)
		twice := vec()
		VADDPS(x, x, twice)
		VMULPS(twice, step, step)
		// x is in [0, 1]: where it is 0 or 1 the slope is 0.
		if width == 64 {
			above, below := K(), K()
			VCMPPS(operand.Imm(14), nought, x, above) // x > 0
			VCMPPS(operand.Imm(1), unit, x, above, below)
			VMOVAPS_Z(step, below, step)
		} else {
			mask := vec()
			VCMPPS(operand.Imm(14), nought, x, mask)
			VANDPS(mask, step, step)
			VCMPPS(operand.Imm(1), unit, x, mask)
			VANDPS(mask, step, step)
		}
		VMOVUPS(step, at(acc, i))
	}
	VZEROUPPER()
	RET()
}

func drain(name string) {
	TEXT(name, NOSPLIT, "func(dst, src *[64]float32, n int)")
	Pragma("noescape")
	Doc(name + " is drainGo for n rows.")
	dst, src, n := pointer("dst"), pointer("src"), pointer("n")
	nought := zero()
	TESTQ(n, n)
	JZ(operand.LabelRef("done"))
	Label("loop")
	for i, v := range row()[:4] {
		for ; i < rowBytes/width; i += 4 {
			VMOVUPS(at(src, i), v)
			VADDPS(at(dst, i), v, v)
			VMOVUPS(v, at(dst, i))
			VMOVUPS(nought, at(src, i))
		}
	}
	ADDQ(operand.U32(rowBytes), dst)
	ADDQ(operand.U32(rowBytes), src)
	DECQ(n)
	JNZ(operand.LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

func round(name string) {
	TEXT(name, NOSPLIT, "func(dst, src *[64]float32, n int, one, unit float32)")
	Pragma("noescape")
	Doc(name + " is roundGo for n rows.")
	dst, src, n := pointer("dst"), pointer("src"), pointer("n")
	one, unit, x := vec(), vec(), XMM()
	Load(Param("one"), x)
	VBROADCASTSS(x, one)
	Load(Param("unit"), x)
	VBROADCASTSS(x, unit)
	TESTQ(n, n)
	JZ(operand.LabelRef("done"))
	Label("loop")
	for i, v := range row() {
		VMULPS(at(src, i), one, v)
		if width == 64 {
			VRNDSCALEPS(operand.Imm(0), v, v) // to the nearest, ties to even
		} else {
			VROUNDPS(operand.Imm(0), v, v)
		}
		VMULPS(unit, v, v)
		VMOVUPS(v, at(dst, i))
	}
	ADDQ(operand.U32(rowBytes), dst)
	ADDQ(operand.U32(rowBytes), src)
	DECQ(n)
	JNZ(operand.LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

func adam(name string) {
	TEXT(name, NOSPLIT, "func(w, m, v, grad, shift *[64]float32, n int, c *[9]float32)")
	Pragma("noescape")
	Doc(name + " is adamGo for n rows.")
	w, m, v, g, shift := pointer("w"), pointer("m"), pointer("v"), pointer("grad"), pointer("shift")
	n, c := pointer("n"), pointer("c")
	// The fields of Adam, in its order.
	var f [9]reg.VecVirtual
	for i := range f {
		f[i] = vec()
		VBROADCASTSS(operand.Mem{Base: c, Disp: 4 * i}, f[i])
	}
	rate, decay, beta1, rest1, beta2, rest2, epsilon, low, high := f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8]
	nought := zero()
	offset := GP64()
	XORQ(offset, offset)
	SHLQ(operand.Imm(8), n)
	JZ(operand.LabelRef("done"))
	Label("loop")
	in := func(base reg.Register) operand.Mem {
		return operand.Mem{Base: base, Index: offset, Scale: 1}
	}
	grad, mean, square, t := vec(), vec(), vec(), vec()
	VMOVUPS(in(g), grad)
	VMULPS(in(m), beta1, mean)
	VMULPS(grad, rest1, t)
	VADDPS(t, mean, mean)
	VMOVUPS(mean, in(m))
	VMULPS(grad, rest2, t)
	VMULPS(grad, t, t)
	VMULPS(in(v), beta2, square)
	VADDPS(t, square, square)
	VMOVUPS(square, in(v))
	VSQRTPS(square, square)
	VADDPS(epsilon, square, square)
	VMULPS(rate, mean, mean)
	VDIVPS(square, mean, mean)
	VMULPS(in(w), decay, t)
	VADDPS(in(shift), t, t)
	VSUBPS(mean, t, t)
	VMAXPS(low, t, t)
	VMINPS(high, t, t)
	VMOVUPS(t, in(w))
	VMOVUPS(nought, in(g))
	ADDQ(operand.Imm(uint64(width)), offset)
	CMPQ(offset, n)
	JNE(operand.LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}
