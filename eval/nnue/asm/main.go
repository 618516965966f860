// Command asm generates the amd64 kernels of the network with avo. It is a
// module of its own, so that building the engine does not need avo. After a
// change, run it with "go generate ./eval/nnue".
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The network's dimensions; the tests of the kernels compare them with the
// network's own.
const (
	width    = 512
	qa       = 255
	rowBytes = 2 * width
	rowShift = 10 // rowBytes is 1 << rowShift

	neurons    = 16
	hidden     = 32
	inputs     = 2 * width // of the first layer
	inputBits  = 9
	inputOne   = qa * qa >> inputBits
	squareBits = 15
	firstOne   = 256
	firstBits  = 1
	firstTop   = inputOne * firstOne >> firstBits
	secondOne  = 1024
	secondBits = 9
	secondTop  = (firstTop * firstTop >> squareBits) * secondOne >> secondBits

	// The fields of Layers.
	firstBias  = neurons * inputs
	second     = firstBias + 4*neurons
	secondBias = second + 2*neurons*hidden
	last       = secondBias + 4*hidden
)

// target is an instruction set.
type target struct {
	suffix string
	what   string
	bytes  int // in a register
	vector func() reg.VecVirtual
	vnni   bool
}

var targets = []target{
	{"AVX2", "AVX2", 32, YMM, false},
	{"AVX512", "AVX-512 BW, VL and VNNI", 64, ZMM, true},
}

func main() {
	ConstraintExpr("amd64")
	for _, t := range targets {
		t.combine("addSub", 1)
		t.combine("addSubSub", 2)
		t.apply()
		t.dot()
		t.dense()
	}
	Generate()
}

// vectors returns n registers.
func (t target) vectors(n int) []reg.VecVirtual {
	all := make([]reg.VecVirtual, n)
	for i := range all {
		all[i] = t.vector()
	}
	return all
}

// param loads a parameter that is a pointer or a number.
func param(name string) reg.Register { return Load(Param(name), GP64()) }

// at returns the i-th vector from an address.
func (t target) at(base reg.Register, i int) Mem { return Mem{Base: base, Disp: i * t.bytes} }

// load copies a vector from memory to a register, and store the other way.
func (t target) load(from Mem, to reg.VecVirtual) {
	if t.bytes == 64 {
		VMOVDQU64(from, to)
	} else {
		VMOVDQU(from, to)
	}
}

func (t target) store(from reg.VecVirtual, to Mem) {
	if t.bytes == 64 {
		VMOVDQU64(from, to)
	} else {
		VMOVDQU(from, to)
	}
}

// combine generates dst = src plus a row less one or two others.
func (t target) combine(name string, subs int) {
	params, rows := "dst, src", []string{"add"}
	for i := range subs {
		rows = append(rows, numbered("sub", i, subs))
	}
	for _, row := range rows {
		params += ", " + row
	}
	TEXT(name+t.suffix, NOSPLIT, fmt.Sprintf("func(%s *int16)", params))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s%s is %sGo for %s.", name, t.suffix, name, t.what))
	dst, src := param("dst"), param("src")
	var from []reg.Register
	for _, row := range rows {
		from = append(from, param(row))
	}
	const unrolled = 8
	i := GP64()
	XORQ(i, i)
	loop := name + "Loop"
	Label(loop)
	indexed := func(base reg.Register, k int) Mem {
		return Mem{Base: base, Index: i, Scale: 1, Disp: k * t.bytes}
	}
	sums := t.vectors(unrolled)
	for k, sum := range sums {
		t.load(indexed(src, k), sum)
	}
	for r, row := range from {
		for k, sum := range sums {
			if r == 0 {
				VPADDW(indexed(row, k), sum, sum)
			} else {
				VPSUBW(indexed(row, k), sum, sum)
			}
		}
	}
	for k, sum := range sums {
		t.store(sum, indexed(dst, k))
	}
	ADDQ(U32(unrolled*t.bytes), i)
	CMPQ(i, U32(rowBytes))
	JB(LabelRef(loop))
	VZEROUPPER()
	RET()
}

// numbered returns a name, with a number if it is one of several.
func numbered(name string, i, of int) string {
	if of == 1 {
		return name
	}
	return fmt.Sprint(name, i+1)
}

// apply generates acc plus the rows of a table that a list names, less those
// of another list.
func (t target) apply() {
	TEXT("apply"+t.suffix, NOSPLIT, "func(acc, table *int16, adds *uint16, addCount int, subs *uint16, subCount int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("apply%s is applyGo for %s, its lists given as first element and length.", t.suffix, t.what))
	acc, table := param("acc"), param("table")
	const perPass = 16 // registers, all that AVX2 has: rows are memory operands
	sums := t.vectors(perPass)
	for pass := range rowBytes / t.bytes / perPass {
		for k, sum := range sums {
			t.load(t.at(acc, pass*perPass+k), sum)
		}
		for _, list := range []string{"add", "sub"} {
			next, left := param(list+"s"), param(list+"Count")
			loop, done := fmt.Sprint(list, "Loop", pass), fmt.Sprint(list, "Done", pass)
			Label(loop)
			TESTQ(left, left)
			JZ(LabelRef(done))
			row := GP64()
			MOVWQZX(Mem{Base: next}, row)
			SHLQ(U8(rowShift), row)
			ADDQ(table, row)
			for k, sum := range sums {
				if list == "add" {
					VPADDW(t.at(row, pass*perPass+k), sum, sum)
				} else {
					VPSUBW(t.at(row, pass*perPass+k), sum, sum)
				}
			}
			ADDQ(U8(2), next)
			DECQ(left)
			JMP(LabelRef(loop))
			Label(done)
		}
		for k, sum := range sums {
			t.store(sum, t.at(acc, pass*perPass+k))
		}
	}
	VZEROUPPER()
	RET()
}

// dot generates the output layer. A product of a clipped number and a weight
// fits 16 bits, and the sum of each lane, of at most 2*width/8 such products
// times the number again, fits 32; only the sum of the lanes does not.
func (t target) dot() {
	TEXT("dot"+t.suffix, NOSPLIT, "func(own, theirs, weights *int16) int64")
	Pragma("noescape")
	Doc(fmt.Sprintf("dot%s is dotGo for %s.", t.suffix, t.what))
	const unrolled = 4
	weights := param("weights")
	zero, one := t.zero(), t.full(16, qa)
	sums := t.zeros(unrolled)
	for _, half := range []string{"own", "theirs"} {
		acc, left := param(half), GP64()
		MOVQ(U32(rowBytes/(unrolled*t.bytes)), left)
		loop := half + "Loop"
		Label(loop)
		for k, sum := range sums {
			x, product := t.vector(), t.vector()
			VPMAXSW(t.at(acc, k), zero, x)
			VPMINSW(x, one, x)
			VPMULLW(t.at(weights, k), x, product)
			if t.vnni {
				VPDPWSSD(x, product, sum)
			} else {
				VPMADDWD(x, product, product)
				VPADDD(product, sum, sum)
			}
		}
		ADDQ(U32(unrolled*t.bytes), acc)
		ADDQ(U32(unrolled*t.bytes), weights)
		DECQ(left)
		JNZ(LabelRef(loop))
	}
	VPADDD(sums[1], sums[0], sums[0])
	VPADDD(sums[3], sums[2], sums[2])
	VPADDD(sums[2], sums[0], sums[0])

	// Eight lanes of 32 bits, or two times eight, to lanes of 64.
	wide, high := YMM(), XMM()
	if t.bytes == 64 {
		low, upper := ZMM(), YMM()
		VPMOVSXDQ(sums[0].AsY(), low)
		VEXTRACTI64X4(U8(1), sums[0], upper)
		widened := ZMM()
		VPMOVSXDQ(upper, widened)
		VPADDQ(widened, low, low)
		folded := YMM()
		VEXTRACTI64X4(U8(1), low, folded)
		VPADDQ(low.AsY(), folded, wide)
	} else {
		upper, widened := XMM(), YMM()
		VPMOVSXDQ(sums[0].AsX(), wide)
		VEXTRACTI128(U8(1), sums[0], upper)
		VPMOVSXDQ(upper, widened)
		VPADDQ(widened, wide, wide)
	}
	VEXTRACTI128(U8(1), wide, high)
	result := wide.AsX()
	VPADDQ(high, result, result)
	VPSRLDQ(U8(8), result, high)
	VPADDQ(high, result, result)
	sum := GP64()
	VMOVQ(result, sum)
	Store(sum, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// full returns a register with a number in every lane of 16 or 32 bits.
func (t target) full(bits int, value uint32) reg.VecVirtual {
	v, number := t.vector(), GP32()
	MOVL(U32(value), number)
	source := Op(number)
	if t.bytes == 32 {
		low := XMM()
		VMOVD(number, low)
		source = low
	}
	if bits == 16 {
		VPBROADCASTW(source, v)
	} else {
		VPBROADCASTD(source, v)
	}
	return v
}

// zero returns a register of zeros.
func (t target) zero() reg.VecVirtual { return t.zeros(1)[0] }

// zeros returns n registers of zeros.
func (t target) zeros(n int) []reg.VecVirtual {
	all := t.vectors(n)
	for _, v := range all {
		if t.bytes == 64 {
			VPXORD(v, v, v)
		} else {
			VPXOR(v, v, v)
		}
	}
	return all
}

// squares generates 8-bit squares of the clipped columns from acc, as many as a
// register has bytes.
func (t target) squares(acc reg.Register, zero, one, order reg.VecVirtual) reg.VecVirtual {
	x, y := t.vectors(2), t.vectors(2)
	for i := range x {
		VPMAXSW(t.at(acc, i), zero, x[i])
		VPMINSW(x[i], one, x[i])
		VPSLLW(U8(squareBits-inputBits), x[i], y[i])
		VPMULHRSW(x[i], y[i], x[i])
	}
	VPACKUSWB(x[1], x[0], x[0])
	if t.bytes == 64 {
		VPERMQ(x[0], order, x[0])
	} else {
		VPERMQ(U8(0xd8), x[0], x[0])
	}
	return x[0]
}

// pairs adds up pairs of registers: of two with lanes a and b, each 128 bits of the
// result have a0+a2, b0+b2, a1+a3, b1+b3, and if wide, of 64 bits, a0+a1, b0+b1.
func (t target) pairs(in []reg.VecVirtual, wide bool) (out []reg.VecVirtual) {
	for i := 0; i < len(in); i += 2 {
		low := t.vector()
		if wide {
			VPUNPCKLQDQ(in[i+1], in[i], low)
			VPUNPCKHQDQ(in[i+1], in[i], in[i])
		} else {
			VPUNPCKLDQ(in[i+1], in[i], low)
			VPUNPCKHDQ(in[i+1], in[i], in[i])
		}
		VPADDD(low, in[i], in[i])
		out = append(out, in[i])
	}
	return out
}

// dense generates the dense layers.
func (t target) dense() {
	TEXT("dense"+t.suffix, NOSPLIT, "func(own, theirs *int16, layers *int8, scratch *uint8) int32")
	Pragma("noescape")
	Doc(fmt.Sprintf("dense%s is denseGo for %s.", t.suffix, t.what))
	layers, scratch := param("layers"), param("scratch")
	var activations reg.VecVirtual // 16 lanes of 16 bits
	if t.bytes == 64 {
		activations = t.firstVNNI(layers)
	} else {
		activations = t.firstAVX2(layers, scratch)
	}
	VPMULHRSW(activations, activations, activations)
	VMOVDQU(activations, Mem{Base: scratch})

	// The second layer: each lane of 32 bits is an output.
	parts := 4 * hidden / t.bytes
	const chains = 2
	sums := t.vectors(parts)
	for i, sum := range sums {
		t.load(Mem{Base: layers, Disp: secondBias + i*t.bytes}, sum)
	}
	sums = append(sums, t.zeros((chains-1)*parts)...)
	for k := range neurons / 2 {
		two := t.vector()
		VPBROADCASTD(Mem{Base: scratch, Disp: 4 * k}, two)
		for i := range parts {
			weights := Mem{Base: layers, Disp: second + k*4*hidden + i*t.bytes}
			sum := sums[k%chains*parts+i]
			if t.vnni {
				VPDPWSSD(weights, two, sum)
			} else {
				product := t.vector()
				VPMADDWD(weights, two, product)
				VPADDD(product, sum, sum)
			}
		}
	}
	zero, top := t.zero(), t.full(32, secondTop)
	for i := range parts {
		VPADDD(sums[parts+i], sums[i], sums[i])
		VPSRAD(U8(secondBits), sums[i], sums[i])
		VPMAXSD(zero, sums[i], sums[i])
		VPMINSD(top, sums[i], sums[i])
	}

	// The output, from two registers of 16 lanes of 16 bits.
	var halves [2]reg.VecVirtual
	for i := range halves {
		halves[i] = YMM()
		if t.bytes == 64 {
			VPMOVDW(sums[i], halves[i])
		} else {
			VPACKSSDW(sums[2*i+1], sums[2*i], halves[i])
			VPERMQ(U8(0xd8), halves[i], halves[i])
		}
		VPMULHRSW(halves[i], halves[i], halves[i])
		VPMADDWD(Mem{Base: layers, Disp: last + 32*i}, halves[i], halves[i])
	}
	VPADDD(halves[1], halves[0], halves[0])
	four, other := XMM(), XMM()
	VEXTRACTI128(U8(1), halves[0], other)
	VPADDD(halves[0].AsX(), other, four)
	VPSHUFD(U8(0x4e), four, other)
	VPADDD(other, four, four)
	VPSHUFD(U8(0xb1), four, other)
	VPADDD(other, four, four)
	result := GP32()
	VMOVD(four, result)
	Store(result, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// firstVNNI generates the first layer for AVX-512: 64 squares at a time meet the
// weights of all neurons. It returns the clipped sums.
func (t target) firstVNNI(layers reg.Register) reg.VecVirtual {
	sums := t.zeros(neurons)
	zero, one, order := t.zero(), t.full(16, qa), t.vector()
	VMOVDQU64(packOrder(), order)
	weights := GP64()
	MOVQ(layers, weights)
	for _, half := range []string{"own", "theirs"} {
		acc, left := param(half), GP64()
		MOVQ(U32(rowBytes/(2*t.bytes)), left)
		loop := half + "Loop"
		Label(loop)
		squares := t.squares(acc, zero, one, order)
		for j, sum := range sums {
			VPDPBUSD(Mem{Base: weights, Disp: j * inputs}, squares, sum)
		}
		ADDQ(U32(2*t.bytes), acc)
		ADDQ(U32(t.bytes), weights)
		DECQ(left)
		JNZ(LabelRef(loop))
	}
	four := t.pairs(t.pairs(sums, false), true)
	var two [2]reg.VecVirtual
	for i := range two {
		even := t.vector()
		VSHUFI32X4(U8(0x88), four[2*i+1], four[2*i], even)
		VSHUFI32X4(U8(0xdd), four[2*i+1], four[2*i], four[2*i])
		VPADDD(even, four[2*i], four[2*i])
		two[i] = four[2*i]
	}
	even := t.vector()
	VSHUFI32X4(U8(0x88), two[1], two[0], even)
	VSHUFI32X4(U8(0xdd), two[1], two[0], two[0])
	VPADDD(even, two[0], two[0])
	VPADDD(Mem{Base: layers, Disp: firstBias}, two[0], two[0])
	VPSRAD(U8(firstBits), two[0], two[0])
	VPMAXSD(zero, two[0], two[0])
	VPMINSD(t.full(32, firstTop), two[0], two[0])
	result := YMM()
	VPMOVDW(two[0], result)
	return result
}

// packOrder returns data that puts the parts of a packed register in order.
func packOrder() Mem {
	order := GLOBL("packOrder", RODATA|NOPTR)
	for i, part := range []uint64{0, 2, 4, 6, 1, 3, 5, 7} {
		DATA(8*i, U64(part))
	}
	return order
}

// firstAVX2 generates the first layer for AVX2: eight neurons at a time meet the
// squares, which scratch keeps. It returns the clipped sums.
func (t target) firstAVX2(layers, scratch reg.Register) reg.VecVirtual {
	zero, one := t.zero(), t.full(16, qa)
	next := GP64()
	MOVQ(scratch, next)
	for _, half := range []string{"own", "theirs"} {
		acc, left := param(half), GP64()
		MOVQ(U32(rowBytes/(2*t.bytes)), left)
		loop := half + "Loop"
		Label(loop)
		t.store(t.squares(acc, zero, one, nil), Mem{Base: next})
		ADDQ(U32(2*t.bytes), acc)
		ADDQ(U32(t.bytes), next)
		DECQ(left)
		JNZ(LabelRef(loop))
	}
	const group = 8
	ones := t.full(16, 1)
	var clipped [neurons / group]reg.VecVirtual
	for pass := range clipped {
		sums := t.zeros(group)
		at := GP64()
		XORQ(at, at)
		loop := fmt.Sprint("neurons", pass)
		Label(loop)
		squares := t.vector()
		t.load(Mem{Base: scratch, Index: at, Scale: 1}, squares)
		for j, sum := range sums {
			product := t.vector()
			VPMADDUBSW(Mem{Base: layers, Index: at, Scale: 1, Disp: (pass*group + j) * inputs}, squares, product)
			VPMADDWD(ones, product, product)
			VPADDD(product, sum, sum)
		}
		ADDQ(U32(t.bytes), at)
		CMPQ(at, U32(inputs))
		JB(LabelRef(loop))
		two := t.pairs(t.pairs(sums, false), true)
		low := t.vector()
		VPERM2I128(U8(0x20), two[1], two[0], low)
		VPERM2I128(U8(0x31), two[1], two[0], two[0])
		VPADDD(low, two[0], two[0])
		VPADDD(Mem{Base: layers, Disp: firstBias + pass*t.bytes}, two[0], two[0])
		clipped[pass] = two[0]
	}
	top := t.full(32, firstTop)
	for _, x := range clipped {
		VPSRAD(U8(firstBits), x, x)
		VPMAXSD(zero, x, x)
		VPMINSD(top, x, x)
	}
	VPACKSSDW(clipped[1], clipped[0], clipped[0])
	VPERMQ(U8(0xd8), clipped[0], clipped[0])
	return clipped[0]
}
