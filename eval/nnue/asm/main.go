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
	width    = 1024
	qa       = 127
	accBytes = 2 * width
	rowShift = 10 // a row of the table has width bytes, 1 << rowShift
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

// addWeights adds numbers of 8 bits from memory to sums of 16, or subtracts them.
func (t target) addWeights(from Mem, sum reg.VecVirtual, subtract bool) {
	weights := t.vector()
	VPMOVSXBW(from, weights)
	if subtract {
		VPSUBW(weights, sum, sum)
	} else {
		VPADDW(weights, sum, sum)
	}
}

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
	params, rows := "dst, src *int16", []string{"add"}
	for i := range subs {
		rows = append(rows, numbered("sub", i, subs))
	}
	for _, row := range rows {
		params += ", " + row
	}
	TEXT(name+t.suffix, NOSPLIT, fmt.Sprintf("func(%s *int8)", params))
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
	indexed := func(base reg.Register, k int) Mem { // i counts columns
		return Mem{Base: base, Index: i, Scale: 2, Disp: k * t.bytes}
	}
	sums := t.vectors(unrolled)
	for k, sum := range sums {
		t.load(indexed(src, k), sum)
	}
	for r, row := range from {
		for k, sum := range sums {
			t.addWeights(Mem{Base: row, Index: i, Scale: 1, Disp: k * t.bytes / 2}, sum, r > 0)
		}
	}
	for k, sum := range sums {
		t.store(sum, indexed(dst, k))
	}
	ADDQ(U32(unrolled*t.bytes/2), i)
	CMPQ(i, U32(width))
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
	TEXT("apply"+t.suffix, NOSPLIT, "func(acc *int16, table *int8, adds *uint16, addCount int, subs *uint16, subCount int)")
	Pragma("noescape")
	Doc(fmt.Sprintf("apply%s is applyGo for %s, its lists given as first element and length.", t.suffix, t.what))
	acc, table := param("acc"), param("table")
	perPass := t.bytes / 4 // half of the registers: the weights need some too
	sums := t.vectors(perPass)
	for pass := range accBytes / t.bytes / perPass {
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
				t.addWeights(Mem{Base: row, Disp: (pass*perPass + k) * t.bytes / 2}, sum, list == "sub")
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
	zero, one := t.zeros(1)[0], t.full(qa)
	sums := t.zeros(unrolled)
	for _, half := range []string{"own", "theirs"} {
		acc, left := param(half), GP64()
		MOVQ(U32(accBytes/(unrolled*t.bytes)), left)
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

// full returns a register with a number in every lane of 16 bits.
func (t target) full(value uint32) reg.VecVirtual {
	v, number := t.vector(), GP32()
	MOVL(U32(value), number)
	source := Op(number)
	if t.bytes == 32 {
		low := XMM()
		VMOVD(number, low)
		source = low
	}
	VPBROADCASTW(source, v)
	return v
}

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
