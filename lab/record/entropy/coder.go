// Package entropy writes decisions in as few bits as their probabilities allow: a
// binary arithmetic coder, adaptive probabilities, and the mixing of several of them
// in the logistic domain. The method comes from the compressors of Matt Mahoney
// (PAQ; "Adaptive weighing of context models for lossless data compression", 2005).
//
// Everything is integer arithmetic, so that all machines code alike. Files depend on
// each number in this package: changing one needs a new version of their format.
package entropy

// One is the probability of certainty, Least the smallest that the coder takes; the
// largest is One-Least.
const (
	One   = 1 << 16
	Least = 16
)

// tail is the number of bytes that a reading coder may need beyond what the writing one wrote.
const tail = 7

// Coder codes binary decisions. The same calls with the same probabilities write
// decisions and read them back.
type Coder struct {
	low, high uint64 // the codes that are possible after the decisions so far, both included
	code      uint64 // 8 bytes of what is read
	bytes     []byte // written, or still to be read
	reading   bool
	missing   int // bytes that were needed beyond the end
}

// Write makes c a coder that appends to b.
func (c *Coder) Write(b []byte) { *c = Coder{high: ^uint64(0), bytes: b} }

// Read makes c a coder that reads the bytes that another one has appended.
func (c *Coder) Read(b []byte) {
	*c = Coder{high: ^uint64(0), bytes: b, reading: true}
	for range 8 {
		c.next()
	}
}

// Reading reports whether the coder reads.
func (c *Coder) Reading() bool { return c.reading }

// next takes the next byte into the code, zero beyond the end.
func (c *Coder) next() {
	c.code <<= 8
	if len(c.bytes) == 0 {
		c.missing++
		return
	}
	c.code |= uint64(c.bytes[0])
	c.bytes = c.bytes[1:]
}

// Code writes a decision, 0 or 1. A reading coder ignores the argument. Code returns
// the decision. p is the probability of 1.
func (c *Coder) Code(bit int, p uint32) int {
	middle := c.low + (c.high-c.low)>>16*uint64(p)
	if c.reading {
		bit = 0
		if c.code <= middle {
			bit = 1
		}
	}
	if bit != 0 {
		c.high = middle
	} else {
		c.low = middle + 1
	}
	for (c.low^c.high)>>56 == 0 {
		if c.reading {
			c.next()
		} else {
			c.bytes = append(c.bytes, byte(c.low>>56))
		}
		c.low, c.high = c.low<<8, c.high<<8|255
	}
	return bit
}

// Bits codes the lowest n bits of a value, each with the probability 1/2.
func (c *Coder) Bits(value, n int) int {
	read := 0
	for i := n - 1; i >= 0; i-- {
		read = read<<1 | c.Code(value>>i&1, One/2)
	}
	return read
}

// Finish ends the writing and returns the bytes.
func (c *Coder) Finish() []byte {
	// The first bytes of low and high differ. So this one, with zeros after it, lies
	// between them.
	return append(c.bytes, byte(c.low>>56)+1)
}

// Overrun reports whether a reading coder has needed more bytes than a writing one
// leaves out: what it reads was not written.
func (c *Coder) Overrun() bool { return c.missing > tail }

// Ended reports whether a reading coder has come to the end that Finish has made.
func (c *Coder) Ended() bool { return len(c.bytes) == 0 && c.missing == tail }
