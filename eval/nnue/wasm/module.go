package wasm

// Types of values.
const (
	i32  = 0x7f
	i64  = 0x7e
	v128 = 0x7b
)

// Numbers of sections.
const (
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	tableSection    = 4
	exportSection   = 7
	elementSection  = 9
	codeSection     = 10
)

// Kinds of what is imported or exported.
const (
	functionKind = 0
	tableKind    = 1
	memoryKind   = 2
)

// table is the type of a table with one place for each function.
var table = join([]byte{0x70, 0}, unsigned(uint(len(functions))))

// unsigned returns a number in LEB128.
func unsigned(x uint) (b []byte) {
	for ; x >= 0x80; x >>= 7 {
		b = append(b, byte(x)|0x80)
	}
	return append(b, byte(x))
}

// signed returns a signed number in LEB128.
func signed(x int32) (b []byte) {
	for ; x < -0x40 || x >= 0x40; x >>= 7 {
		b = append(b, byte(x)|0x80)
	}
	return append(b, byte(x)&0x7f)
}

// join returns parts in one piece.
func join(parts ...[]byte) (all []byte) {
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}

// list returns items after their number.
func list(items ...[]byte) []byte { return append(unsigned(uint(len(items))), join(items...)...) }

// sized returns content after its length.
func sized(content []byte) []byte { return append(unsigned(uint(len(content))), content...) }

// section returns a section of a module.
func section(number byte, items ...[]byte) []byte {
	return append([]byte{number}, sized(list(items...))...)
}

// module returns a module.
func module(sections ...[]byte) []byte {
	return append([]byte("\x00asm\x01\x00\x00\x00"), join(sections...)...)
}

// imported returns an import: a kind and what else it says.
func imported(from, name string, kind ...byte) []byte {
	return join(sized([]byte(from)), sized([]byte(name)), kind)
}

// exported returns an export.
func exported(name string, kind byte, index int) []byte {
	return join(sized([]byte(name)), []byte{kind}, unsigned(uint(index)))
}

// function is a function of a module.
type function struct {
	name    string
	params  []byte // their types
	result  byte
	kernel  func(*code)
	vectors uint // how many variables a kernel has besides its parameters and its numbers
}

// numbers is how many variables for numbers of 32 bits each kernel has. They come after the
// parameters, before the vectors.
const numbers = 3

// signature returns the type of a function.
func (f *function) signature() []byte {
	return join([]byte{0x60}, sized(f.params), []byte{1, f.result})
}

// code is the instructions of a function. Its methods append to them.
type code []byte

func (c *code) op(bytes ...byte) { *c = append(*c, bytes...) }

// get puts a variable on the stack, set takes it from there: parameters, a number and
// vectors, from 0 on.
func (c *code) get(variable uint) { c.op(append([]byte{0x20}, unsigned(variable)...)...) }
func (c *code) set(variable uint) { c.op(append([]byte{0x21}, unsigned(variable)...)...) }

// number puts a number of 32 bits on the stack.
func (c *code) number(x int32) { c.op(append([]byte{0x41}, signed(x)...)...) }

// simd appends an operation on vectors.
func (c *code) simd(operation uint) { c.op(append([]byte{0xfd}, unsigned(operation)...)...) }

// at appends an operation on memory, whose address is on the stack plus an offset in bytes.
func (c *code) at(operation uint, offset int) {
	c.simd(operation)
	c.op(append([]byte{0}, unsigned(uint(offset))...)...)
}

// read puts a vector on the stack: what an operation reads from the address in a variable
// plus an offset.
func (c *code) read(operation uint, base uint, offset int) {
	c.get(base)
	c.at(operation, offset)
}

// splat sets a vector to a number in each lane.
func (c *code) splat(x int32, operation, to uint) {
	c.number(x)
	c.simd(operation)
	c.set(to)
}

// lane puts a lane of 32 bits of a vector on the stack.
func (c *code) lane(variable uint, lane byte) {
	c.get(variable)
	c.simd(extractLane32)
	c.op(lane)
}

// advance adds to the number in a variable.
func (c *code) advance(variable uint, by int32) {
	c.get(variable)
	c.number(by)
	c.op(add)
	c.set(variable)
}

// Operations on numbers.
const (
	end      = 0x0b
	load16   = 0x2f // unsigned
	add      = 0x6a
	sub      = 0x6b
	shl      = 0x74
	add64    = 0x7c
	extend64 = 0xac // to 64 bits, signed
)

// Operations on vectors. The numbers say how many bits a lane has.
const (
	load          = 0x00
	load8to16     = 0x01 // eight numbers of 8 bits, signed
	store         = 0x0b
	splat16       = 0x10
	extractLane32 = 0x1b
	add16         = 0x8e
	sub16         = 0x91
	mul16         = 0x95
	min16         = 0x96
	max16         = 0x98
	add32         = 0xae
	dot16         = 0xba // products, each two added up to a lane of 32
)

// repeat runs a body the number of times that a variable says, which may be 0, and leaves 0
// there.
func (c *code) repeat(count uint, body func()) {
	c.op(0x02, 0x40) // block
	c.get(count)
	c.op(0x45, 0x0d, 0) // leave the block if zero
	c.op(0x03, 0x40)    // loop
	body()
	c.get(count)
	c.number(1)
	c.op(sub, 0x22) // tee
	c.op(unsigned(count)...)
	c.op(0x0d, 0, end, end) // again unless zero
}
