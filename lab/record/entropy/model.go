package entropy

// Bit is an adaptive probability that a decision is 1: 22 bits of it, and above how
// many decisions it is the mean in the 10 bits below.
type Bit uint32

const (
	countBits = 10
	memory    = 1<<countBits - 1 // decisions that a Bit remembers
)

// NewBit returns a probability that is a mere guess.
func NewBit(p uint32) Bit { return Bit(p << 16) }

// p returns the probability.
func (b Bit) p() uint32 { return max(min(uint32(b)>>16, One-Least), Least) }

// Stretched returns the logarithm of the odds that the decision is 1, in 1/256.
func (b Bit) Stretched() int32 { return stretch(uint32(b) >> 16) }

// learn moves the probability towards a decision: at first to the mean of all
// decisions, later by a share of it.
func (b *Bit) learn(bit int) {
	n, p := uint32(*b)&memory, int64(*b>>countBits)
	p += (int64(bit)*(1<<22-1) - p) * shares[n] >> 16
	if n < memory {
		n++
	}
	*b = Bit(uint32(p)<<countBits | n)
}

// shares[n] is the share of the next decision in a mean of n + 1, in 1/2^16. A guess
// counts for half a decision.
var shares = func() (t [memory + 1]int64) {
	for n := range t {
		t[n] = 1 << 17 / (2*int64(n) + 3)
	}
	return t
}()

// Code codes a decision with the probability alone, and learns from it.
func (b *Bit) Code(c *Coder, bit int) int {
	bit = c.Code(bit, b.p())
	b.learn(bit)
	return bit
}

// CodeTree codes the lowest n bits of a value, the highest first. The probabilities
// belong to a tree with 1<<n nodes. The first node is not used.
func CodeTree(c *Coder, tree []Bit, value, n int) int {
	node := 1
	for i := n - 1; i >= 0; i-- {
		node = node<<1 | tree[node].Code(c, value>>i&1)
	}
	return node - 1<<n
}

// Inputs is the largest number of probabilities in a mix.
const Inputs = 6

// Weights weigh the inputs of a mix, in 1/2^16.
type Weights [Inputs]int32

// EqualWeights returns the weights by which n inputs are averaged.
func EqualWeights(n int) (w Weights) {
	for i := range n {
		w[i] = One / int32(n)
	}
	return w
}

// Mix is a decision with several probabilities for it.
type Mix struct {
	n     int
	bits  [Inputs]*Bit
	input [Inputs]int32 // the probabilities, stretched
}

// Add adds a probability.
func (m *Mix) Add(b *Bit) {
	m.bits[m.n], m.input[m.n] = b, b.Stretched()
	m.n++
}

// Reset removes the probabilities.
func (m *Mix) Reset() { m.n = 0 }

// Sum returns the weighted sum of the inputs: the more probable the decision 1, the
// larger.
func (m *Mix) Sum(w *Weights) int {
	sum := int64(0)
	for i := range m.n {
		sum += int64(w[i]) * int64(m.input[i])
	}
	return int(sum >> 16)
}

// Code codes a decision, and the probabilities and weights learn from it.
func (m *Mix) Code(c *Coder, bit int, w *Weights) int {
	p := squash(int64(m.Sum(w)))
	bit = c.Code(bit, p)
	miss := (int64(bit)*One - int64(p)) * rate
	for i := range m.n {
		w[i] += int32((int64(m.input[i])*miss + 1<<19) >> 20)
		m.bits[i].learn(bit)
	}
	return bit
}

// rate is how fast weights learn.
const rate = 4
