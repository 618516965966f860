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
	width    = 512
	qa       = 255
	rowBytes = 2 * width
	rowShift = 10 // rowBytes is 1 << rowShift
	bytes    = 16 // of a vector

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

// functions are what Go imports, in the order of the table. All but ready are named like
// their twins in Go. The result of those that only write has no meaning.
var functions = []function{
	{"ready", nil, i32, ready, 0},
	{"addSub", []byte{i32, i32, i32, i32}, i32, combine(1), 0},
	{"addSubSub", []byte{i32, i32, i32, i32, i32}, i32, combine(2), 0},
	{"apply", []byte{i32, i32, i32, i32, i32, i32}, i32, apply, perPass},
	{"dot", []byte{i32, i32, i32}, i64, dot, 3 + chains},
	{"dense", []byte{i32, i32, i32, i32}, i32, dense, 4 + 8 + neurons/4},
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
		for at := 0; at < rowBytes; at += bytes {
			c.get(dst)
			c.read(load, src, at)
			c.read(load, added, at)
			c.simd(add16)
			for i := range subs {
				c.read(load, firstSub+i, at)
				c.simd(sub16)
			}
			c.at(store, at)
		}
		c.number(0)
	}
}

// perPass is how many vectors of the accumulator stay in registers while the rows go by.
const perPass = 8

// apply makes acc plus the rows of a table that a list names, less those of another list.
func apply(c *code) {
	const acc, table, adds, subs, next, left, row, sums = 0, 1, 2, 4, 6, 7, 8, 9
	for pass := range rowBytes / bytes / perPass {
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
			c.repeat(left, true, func() {
				c.get(table)
				c.get(next)
				c.op(load16, 0, 0)
				c.number(rowShift)
				c.op(shl, add)
				c.set(row)
				for k := range uint(perPass) {
					c.get(sums + k)
					c.read(load, row, at(k))
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
		for at := 0; at < rowBytes; at += bytes {
			sum := uint(sums + at/bytes%chains)
			c.clip(own+half, at, zero, one)
			c.set(x)
			c.get(x)
			c.read(load, weights, int(half)*rowBytes+at)
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

// dense makes the dense layers. Scratch has the squares of the columns, later the outputs
// of the first layer.
func dense(c *code) {
	const own, layers, scratch, zero, one, x, y, sums = 0, 2, 3, 7, 8, 9, 10, 11
	c.splat(qa, splat16, one)
	for half := range uint(2) {
		for column := 0; column < width; column += bytes {
			c.get(scratch)
			for part := range 2 {
				c.clip(own+half, 2*column+part*bytes, zero, one)
				c.set(x)
				c.get(x)
				c.get(x)
				c.number(squareBits - inputBits)
				c.simd(shl16)
				c.simd(mulRound16)
			}
			c.simd(narrow16)
			c.at(store, int(half)*width+column)
		}
	}
	first(c)
	// The second layer: each lane of 32 bits is an output.
	const groups = hidden / 4
	for k := range uint(groups) {
		c.read(load, layers, secondBias+int(k)*bytes)
		c.set(sums + k)
	}
	for pair := range neurons / 2 {
		c.read(loadSplat32, scratch, 4*pair)
		c.set(x)
		for k := range uint(groups) {
			c.get(sums + k)
			c.read(load, layers, second+pair*4*hidden+int(k)*bytes)
			c.get(x)
			c.simd(dot16)
			c.simd(add32)
			c.set(sums + k)
		}
	}
	c.splat(secondTop, splat32, one)
	c.splat(1<<(squareBits-1), splat32, y)
	for k := range uint(groups) {
		c.get(sums + k)
		c.number(secondBits)
		c.simd(shr32)
		c.get(zero)
		c.simd(max32)
		c.get(one)
		c.simd(min32)
		c.set(x)
		c.get(x)
		c.get(x)
		c.simd(mul32)
		c.get(y)
		c.simd(add32)
		c.number(squareBits)
		c.simd(shr32)
		c.read(load16s, layers, last+int(k)*bytes/2)
		c.simd(mul32)
		if k > 0 {
			c.simd(add32)
		}
	}
	c.set(x)
	for k := range byte(4) {
		c.lane(x, k)
		if k > 0 {
			c.op(add)
		}
	}
}

// first makes the first layer from the squares in scratch, and puts the squares of its
// clipped sums in their place. A group of neurons at a time meets all columns.
func first(c *code) {
	const layers, scratch, at, left, from, zero, one, x, y, sums = 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
	const group = 8
	for pass := range neurons / group {
		for k := range uint(group) {
			c.get(zero)
			c.set(sums + k)
		}
		c.get(layers)
		c.set(from)
		c.get(scratch)
		c.set(at)
		c.number(inputs / bytes)
		c.set(left)
		c.repeat(left, false, func() {
			c.read(load8u, at, 0)
			c.set(x)
			c.read(load8u, at, bytes/2)
			c.set(y)
			for k := range uint(group) {
				c.get(sums + k)
				for part, squares := range []uint{x, y} {
					c.read(load8s, from, (pass*group+int(k))*inputs+part*bytes/2)
					c.get(squares)
					c.simd(dot16)
					c.simd(add32)
				}
				c.set(sums + k)
			}
			c.advance(at, bytes)
			c.advance(from, bytes)
		})
		// The sum of the lanes of each neuron becomes a lane of its own.
		for quad := range uint(group / 4) {
			c.get(zero)
			for k := range uint(4) {
				for l := range byte(4) {
					c.lane(sums+quad*4+k, l)
					if l > 0 {
						c.op(add)
					}
				}
				c.simd(replaceLane32)
				c.op(byte(k))
			}
			c.read(load, layers, firstBias+(pass*group+int(quad)*4)*4)
			c.simd(add32)
			c.number(firstBits)
			c.simd(shr32)
			c.set(uint(sums+group) + uint(pass)*2 + quad)
		}
	}
	c.splat(firstTop, splat16, one)
	for half := range uint(neurons / 8) {
		// Narrow clips to 16 bits, which are more than firstTop.
		c.get(scratch)
		c.get(uint(sums+group) + 2*half)
		c.get(uint(sums+group) + 2*half + 1)
		c.simd(narrow32)
		c.get(zero)
		c.simd(max16)
		c.get(one)
		c.simd(min16)
		c.set(x)
		c.get(x)
		c.get(x)
		c.simd(mulRound16)
		c.at(store, int(half)*bytes)
	}
}
