// Command asm writes the assembly of package kernel for one vector width. The
// go:generate lines of that package run it once for each.
//
// Every kernel works on rows of 64 columns: eight registers of 8 lanes or four of
// 16. A sum over columns uses 16 lanes at either width, and no multiplication is
// fused with an addition, so both give the same bits as the Go code of package
// kernel.
package main

import (
	"flag"
	"log"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const rowBytes = 64 * 4

// target is an instruction set.
type target struct {
	suffix string
	bytes  int // in a register
	vector func() reg.VecVirtual
}

var targets = []target{{"AVX2", 32, YMM}, {"AVX512", 64, ZMM}}

func main() {
	isa := flag.String("isa", "AVX2", "`set` of instructions, AVX2 or AVX512")
	flag.Parse()
	i := slices.IndexFunc(targets, func(t target) bool { return t.suffix == *isa })
	if i < 0 {
		log.Fatalf("-isa %s, want AVX2 or AVX512", *isa)
	}
	t := targets[i]
	ConstraintExpr("amd64")
	t.sumRows()
	t.sumRowsDot()
	t.back()
	t.drain()
	t.round()
	t.adam()
	Generate()
}

// begin starts a kernel; what completes its doc comment.
func (t target) begin(name, what, signature string) {
	TEXT(name+t.suffix, NOSPLIT, signature)
	Pragma("noescape")
	Doc(name + t.suffix + " is " + what)
}

// row returns registers for a row.
func (t target) row() []reg.VecVirtual {
	all := make([]reg.VecVirtual, rowBytes/t.bytes)
	for i := range all {
		all[i] = t.vector()
	}
	return all
}

func (t target) zero() reg.VecVirtual {
	v := t.vector()
	if t.bytes == 64 {
		VPXORD(v, v, v)
	} else {
		VXORPS(v, v, v)
	}
	return v
}

// one returns a register full of 1.
func (t target) one() reg.VecVirtual {
	bits, x, v := GP32(), XMM(), t.vector()
	MOVL(operand.U32(0x3f800000), bits)
	VMOVD(bits, x)
	VBROADCASTSS(x, v)
	return v
}

// at returns the address of the i-th vector from base.
func (t target) at(base reg.Register, i int) operand.Mem {
	return operand.Mem{Base: base, Disp: i * t.bytes}
}

func pointer(name string) reg.Register { return Load(Param(name), GP64()) }

// sum loads init into the registers of acc and adds the rows of the table whose n
// indices are in list.
func (t target) sum(acc []reg.VecVirtual) {
	init, table, list, n := pointer("init"), pointer("table"), pointer("list"), pointer("n")
	for i, v := range acc {
		VMOVUPS(t.at(init, i), v)
	}
	TESTQ(n, n)
	JZ(operand.LabelRef("summed"))
	Label("next")
	index := GP64()
	MOVWQZX(operand.Mem{Base: list}, index)
	SHLQ(operand.Imm(8), index)
	ADDQ(table, index)
	for i, v := range acc {
		VADDPS(t.at(index, i), v, v)
	}
	ADDQ(operand.Imm(2), list)
	DECQ(n)
	JNZ(operand.LabelRef("next"))
	Label("summed")
}

func (t target) sumRows() {
	t.begin("sumRows", "sumRowsGo.", "func(dst, init, table *[64]float32, list *uint16, n int)")
	acc := t.row()
	t.sum(acc)
	dst := pointer("dst")
	for i, v := range acc {
		VMOVUPS(v, t.at(dst, i))
	}
	VZEROUPPER()
	RET()
}

func (t target) sumRowsDot() {
	t.begin("sumRowsDot", "sumRowsDotGo.", "func(dst, init, table *[64]float32, list *uint16, n int, weights *[64]float32) float32")
	acc := t.row()
	t.sum(acc)
	dst := pointer("dst")
	for i, v := range acc {
		VMOVUPS(v, t.at(dst, i))
	}
	weights := pointer("weights")
	nought, unit := t.zero(), t.one()
	// Lane l of dots[0] and dots[1] (one register of 16 lanes) sums the columns
	// l, l+16, l+32 and l+48 in this order.
	dots := make([]reg.VecVirtual, 64/t.bytes)
	for i, x := range acc {
		clip(nought, unit, x)
		VMULPS(x, x, x)
		VMULPS(t.at(weights, i), x, x)
		if i < len(dots) {
			dots[i] = x
			continue
		}
		VADDPS(x, dots[i%len(dots)], dots[i%len(dots)])
	}
	// 16 lanes to 8, 4, 2, 1.
	eight, high := YMM(), YMM()
	if t.bytes == 64 {
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

func (t target) back() {
	t.begin("back", "backGo.", "func(acc, weights, grad *[64]float32, slope float32)")
	acc, weights, grad := pointer("acc"), pointer("weights"), pointer("grad")
	slope := t.vector()
	d := XMM()
	Load(Param("slope"), d)
	VBROADCASTSS(d, slope)
	nought, unit := t.zero(), t.one()
	for i := range rowBytes / t.bytes {
		x, square, step := t.vector(), t.vector(), t.vector()
		VMOVUPS(t.at(acc, i), x)
		clip(nought, unit, x)
		VMULPS(x, x, square)
		VMULPS(slope, square, square)
		VADDPS(t.at(grad, i), square, square)
		VMOVUPS(square, t.at(grad, i))
		VMULPS(t.at(weights, i), slope, step)
		twice := t.vector()
		VADDPS(x, x, twice)
		VMULPS(twice, step, step)
		t.within(nought, unit, x, step)
		VMOVUPS(step, t.at(acc, i))
	}
	VZEROUPPER()
	RET()
}

func (t target) drain() {
	t.begin("drain", "drainGo for n rows.", "func(dst, src *[64]float32, n int)")
	dst, src, n := pointer("dst"), pointer("src"), pointer("n")
	nought := t.zero()
	TESTQ(n, n)
	JZ(operand.LabelRef("done"))
	Label("loop")
	for i, v := range t.row()[:4] {
		for ; i < rowBytes/t.bytes; i += 4 {
			VMOVUPS(t.at(src, i), v)
			VADDPS(t.at(dst, i), v, v)
			VMOVUPS(v, t.at(dst, i))
			VMOVUPS(nought, t.at(src, i))
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

func (t target) round() {
	t.begin("round", "roundGo for n rows.", "func(dst, src *[64]float32, n int, one, unit float32)")
	dst, src, n := pointer("dst"), pointer("src"), pointer("n")
	one, unit, x := t.vector(), t.vector(), XMM()
	Load(Param("one"), x)
	VBROADCASTSS(x, one)
	Load(Param("unit"), x)
	VBROADCASTSS(x, unit)
	TESTQ(n, n)
	JZ(operand.LabelRef("done"))
	Label("loop")
	for i, v := range t.row() {
		VMULPS(t.at(src, i), one, v)
		if t.bytes == 64 {
			VRNDSCALEPS(operand.Imm(0), v, v) // to the nearest, ties to even
		} else {
			VROUNDPS(operand.Imm(0), v, v)
		}
		VMULPS(unit, v, v)
		VMOVUPS(v, t.at(dst, i))
	}
	ADDQ(operand.U32(rowBytes), dst)
	ADDQ(operand.U32(rowBytes), src)
	DECQ(n)
	JNZ(operand.LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

func (t target) adam() {
	t.begin("adam", "adamGo for n rows.", "func(w, m, v, grad, shift *[64]float32, n int, c *[9]float32)")
	w, m, v, g, shift := pointer("w"), pointer("m"), pointer("v"), pointer("grad"), pointer("shift")
	n, c := pointer("n"), pointer("c")
	// The fields of Adam, in its order.
	var f [9]reg.VecVirtual
	for i := range f {
		f[i] = t.vector()
		VBROADCASTSS(operand.Mem{Base: c, Disp: 4 * i}, f[i])
	}
	rate, decay, beta1, rest1, beta2, rest2, epsilon, low, high := f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8]
	nought := t.zero()
	offset := GP64()
	XORQ(offset, offset)
	SHLQ(operand.Imm(8), n)
	JZ(operand.LabelRef("done"))
	Label("loop")
	in := func(base reg.Register) operand.Mem {
		return operand.Mem{Base: base, Index: offset, Scale: 1}
	}
	grad, mean, square, x := t.vector(), t.vector(), t.vector(), t.vector()
	VMOVUPS(in(g), grad)
	VMULPS(in(m), beta1, mean)
	VMULPS(grad, rest1, x)
	VADDPS(x, mean, mean)
	VMOVUPS(mean, in(m))
	VMULPS(grad, rest2, x)
	VMULPS(grad, x, x)
	VMULPS(in(v), beta2, square)
	VADDPS(x, square, square)
	VMOVUPS(square, in(v))
	VSQRTPS(square, square)
	VADDPS(epsilon, square, square)
	VMULPS(rate, mean, mean)
	VDIVPS(square, mean, mean)
	VMULPS(in(w), decay, x)
	VADDPS(in(shift), x, x)
	VSUBPS(mean, x, x)
	VMAXPS(low, x, x)
	VMINPS(high, x, x)
	VMOVUPS(x, in(w))
	VMOVUPS(nought, in(g))
	ADDQ(operand.Imm(uint64(t.bytes)), offset)
	CMPQ(offset, n)
	JNE(operand.LabelRef("loop"))
	Label("done")
	VZEROUPPER()
	RET()
}

// clip limits a register to [0, 1].
func clip(nought, unit, x reg.VecVirtual) {
	VMAXPS(nought, x, x)
	VMINPS(unit, x, x)
}

// within clears the lanes of step where x, which is in [0, 1], is 0 or 1.
func (t target) within(nought, unit, x, step reg.VecVirtual) {
	if t.bytes == 64 {
		above, below := K(), K()
		VCMPPS(operand.Imm(14), nought, x, above) // x > 0
		VCMPPS(operand.Imm(1), unit, x, above, below)
		VMOVAPS_Z(step, below, step)
		return
	}
	mask := t.vector()
	VCMPPS(operand.Imm(14), nought, x, mask)
	VANDPS(mask, step, step)
	VCMPPS(operand.Imm(1), unit, x, mask)
	VANDPS(mask, step, step)
}
