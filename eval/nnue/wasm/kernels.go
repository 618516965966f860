// Package wasm makes the kernels of the network for WebAssembly, whose vector instructions
// Go does not use: a module of its own that works on the memory of Go's.
//
// Go's module must have all that it imports before it can share its memory. So there is a
// second module, the switch: Go's imports are its functions, and each calls what stands in
// its place of a table. The kernels take these places when they start. Until then, and
// where there are no vector instructions, ready returns 0, and only that may be called.
package wasm

// The network's dimensions; the tests of the kernels compare them with the network's own.
const (
	width    = 1024
	qa       = 127
	accBytes = 2 * width
	rowShift = 10 // a row of the table has width bytes, 1 << rowShift
	bytes    = 16 // of a vector
)

// functions are what Go imports, in the order of the table. All but ready are named like
// their twins in Go. The result of those that only write has no meaning.
var functions = []function{
	{"ready", nil, i32, ready, 0},
	{"addSub", []byte{i32, i32, i32, i32}, i32, combine(1), 0},
	{"addSubSub", []byte{i32, i32, i32, i32, i32}, i32, combine(2), 0},
	{"apply", []byte{i32, i32, i32, i32, i32, i32}, i32, apply, perPass},
	{"dot", []byte{i32, i32, i32}, i64, dot, 3 + chains},
}

// Switch returns the module whose functions Go's module imports. It exports the table as
// "table".
func Switch() []byte {
	var types, indexes, exports, bodies [][]byte
	for i, f := range functions {
		types = append(types, f.signature())
		indexes = append(indexes, unsigned(uint(i)))
		exports = append(exports, exported(f.name, functionKind, i))
		var c code
		for p := range f.params {
			c.get(uint(p))
		}
		c.number(int32(i))
		c.op(0x11, byte(i), 0, end) // call what stands in this place of the table
		bodies = append(bodies, sized(join(list(), c)))
	}
	// The first place has a ready that returns 0.
	indexes = append(indexes, unsigned(0))
	bodies = append(bodies, sized(join(list(), []byte{0x41, 0, end})))
	return module(
		section(typeSection, types...),
		section(functionSection, indexes...),
		section(tableSection, table),
		section(exportSection, append(exports, exported("table", tableKind, 0))...),
		section(elementSection, join([]byte{0, 0x41, 0, end}, list(unsigned(uint(len(functions)))))),
		section(codeSection, bodies...),
	)
}

// Kernels returns the module of the kernels. It imports the memory of Go as "go.mem", and
// the table as "switch.table". A browser without vector instructions refuses it.
func Kernels() []byte {
	var types, indexes, bodies [][]byte
	for i, f := range functions {
		types = append(types, f.signature())
		indexes = append(indexes, unsigned(uint(i)))
		locals := list([]byte{numbers, i32}, join(unsigned(f.vectors), []byte{v128}))
		var c code
		f.kernel(&c)
		c.op(end)
		bodies = append(bodies, sized(join(locals, c)))
	}
	return module(
		section(typeSection, types...),
		section(importSection,
			imported("go", "mem", memoryKind, 0, 0),
			imported("switch", "table", append([]byte{tableKind}, table...)...)),
		section(functionSection, indexes...),
		section(elementSection, join([]byte{0, 0x41, 0, end}, list(indexes...))),
		section(codeSection, bodies...),
	)
}

func ready(c *code) { c.number(1) }

// combine makes dst = src plus a row less one or two others.
func combine(subs uint) func(*code) {
	return func(c *code) {
		const dst, src, added, firstSub = 0, 1, 2, 3
		for at := 0; at < accBytes; at += bytes {
			c.get(dst)
			c.read(load, src, at)
			c.read(load8to16, added, at/2)
			c.simd(add16)
			for i := range subs {
				c.read(load8to16, firstSub+i, at/2)
				c.simd(sub16)
			}
			c.at(store, at)
		}
		c.number(0)
	}
}

// perPass is how many vectors of the accumulator stay in registers while the rows go by.
const perPass = 8

// apply adds the rows of table that the list adds names to acc, and subtracts the rows that
// subs names.
func apply(c *code) {
	const acc, table, adds, subs, next, left, row, sums = 0, 1, 2, 4, 6, 7, 8, 9
	for pass := range accBytes / bytes / perPass {
		at := func(k uint) int { return (pass*perPass + int(k)) * bytes }
		for k := range uint(perPass) {
			c.read(load, acc, at(k))
			c.set(sums + k)
		}
		for _, list := range []uint{adds, subs} {
			operation := uint(add16)
			if list == subs {
				operation = sub16
			}
			c.get(list)
			c.set(next)
			c.get(list + 1)
			c.set(left)
			c.repeat(left, func() {
				c.get(table)
				c.get(next)
				c.op(load16, 0, 0)
				c.number(rowShift)
				c.op(shl, add)
				c.set(row)
				for k := range uint(perPass) {
					c.get(sums + k)
					c.read(load8to16, row, at(k)/2)
					c.simd(operation)
					c.set(sums + k)
				}
				c.advance(next, 2)
			})
		}
		for k := range uint(perPass) {
			c.get(acc)
			c.get(sums + k)
			c.at(store, at(k))
		}
	}
	c.number(0)
}

// clip puts the clipped columns at an address on the stack; zero and one are variables.
func (c *code) clip(acc uint, at int, zero, one uint) {
	c.read(load, acc, at)
	c.get(zero)
	c.simd(max16)
	c.get(one)
	c.simd(min16)
}

// chains is how many sums go on side by side.
const chains = 4

// dot makes the output layer. A product of a clipped number and a weight fits 16 bits, and
// all such products in a lane times the number again fit 32; only the sum of the lanes
// does not.
func dot(c *code) {
	const own, weights, zero, one, x, sums = 0, 2, 6, 7, 8, 9
	c.splat(qa, splat16, one)
	for half := range uint(2) {
		for at := 0; at < accBytes; at += bytes {
			sum := uint(sums + at/bytes%chains)
			c.clip(own+half, at, zero, one)
			c.set(x)
			c.get(x)
			c.read(load, weights, int(half)*accBytes+at)
			c.simd(mul16)
			c.get(x)
			c.simd(dot16)
			c.get(sum)
			c.simd(add32)
			c.set(sum)
		}
	}
	c.get(sums)
	for k := range uint(chains - 1) {
		c.get(sums + 1 + k)
		c.simd(add32)
	}
	c.set(x)
	for k := range byte(4) {
		c.lane(x, k)
		c.op(extend64)
		if k > 0 {
			c.op(add64)
		}
	}
}
