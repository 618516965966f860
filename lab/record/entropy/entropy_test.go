package entropy

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// decision is a bit with the probability, of One, that it is 1.
type decision struct {
	bit int
	p   uint32
}

// decisions returns random decisions that follow their probabilities, some of which
// are as near to certainty as the coder takes, and the bits that they are worth.
func decisions(seed uint64, n int) (all []decision, information float64) {
	random := rand.New(rand.NewPCG(seed, 0))
	for range n {
		d := decision{p: Least + random.Uint32N(One-2*Least+1)}
		switch random.IntN(4) {
		case 0:
			d.p = Least
		case 1:
			d.p = One - Least
		}
		worth := float64(d.p) / One
		if random.Uint32N(One) < d.p {
			d.bit = 1
		} else {
			worth = 1 - worth
		}
		information -= math.Log2(worth)
		all = append(all, d)
	}
	return all, information
}

func TestCoder(t *testing.T) {
	for seed := range uint64(200) {
		all, information := decisions(seed, int(seed*seed/4))
		var w, r Coder
		w.Write([]byte("head"))
		require.False(t, w.Reading())
		for _, d := range all {
			require.Equal(t, d.bit, w.Code(d.bit, d.p))
		}
		written := w.Finish()
		require.Equal(t, "head", string(written[:4]))
		require.InDelta(t, information/8, float64(len(written)-4), 2+information/8/1000, "seed %d", seed)

		r.Read(written[4:])
		require.True(t, r.Reading())
		for i, d := range all {
			require.Equal(t, d.bit, r.Code(1-d.bit, d.p), "seed %d, decision %d", seed, i)
		}
		require.True(t, r.Ended(), "seed %d", seed)
		require.False(t, r.Overrun())
	}
}

// TestCoderWrongEnd asserts that bytes too many are noticed, and that nothing was
// written. Where bytes are missing at the end, only a checksum is sure to notice.
func TestCoderWrongEnd(t *testing.T) {
	var w, r Coder
	w.Write(nil)
	w.Bits(1234, 16)
	r.Read(append(w.Finish(), 0))
	assert.Equal(t, 1234, r.Bits(0, 16))
	assert.False(t, r.Ended())
	assert.False(t, r.Overrun())
	r.Read(nil)
	assert.True(t, r.Overrun())
	assert.False(t, r.Ended())
}

func TestBytes(t *testing.T) {
	var w, r Coder
	w.Write(nil)
	assert.Equal(t, 5, w.Bits(5, 3))
	assert.Equal(t, 0, w.Bits(7, 0))
	assert.Equal(t, 0x1234, w.Bits(0xf1234, 16))
	r.Read(w.Finish())
	assert.Equal(t, 5, r.Bits(0, 3))
	assert.Equal(t, 0, r.Bits(0, 0))
	assert.Equal(t, 0x1234, r.Bits(0, 16))
}

// TestLogistic compares the tables with the function.
func TestLogistic(t *testing.T) {
	for x := int64(-edge); x < edge; x++ {
		want := One / (1 + math.Exp(-float64(max(x, 1-edge))/256))
		require.InDelta(t, max(want, Least), float64(squash(x)), 1, "x %d", x)
	}
	assert.Equal(t, squash(edge-1), squash(1<<40))
	assert.Equal(t, squash(-edge), squash(-1<<40))
	assert.EqualValues(t, One/2, squash(0))
	for p := uint32(One / 64); p < One*63/64; p++ {
		want := 256 * math.Log(float64(p)/(One-float64(p)))
		require.InDelta(t, want, float64(stretch(p)), 18, "p %d", p)
	}
	for p := uint32(1); p < One; p++ {
		require.LessOrEqual(t, stretch(p-1), stretch(p))
	}
}

// TestTables pins the numbers on which files depend.
func TestTables(t *testing.T) {
	h := fnv.New64a()
	for _, table := range []any{squashed[:], stretched[:], shares[:]} {
		require.NoError(t, binary.Write(h, binary.LittleEndian, table))
	}
	assert.Equal(t, "8072804266e8c955", fmt.Sprintf("%016x", h.Sum64()))
}

func TestBit(t *testing.T) {
	var c Coder
	c.Write(nil)
	b := NewBit(One / 4)
	assert.EqualValues(t, One/4, b.p())
	b.Code(&c, 1)
	assert.InDelta(t, One*3/4, float64(b.p()), 1, "the first decision counts twice as much as the guess")
	for range 100_000 {
		b.Code(&c, 1)
	}
	assert.InDelta(t, One-Least, float64(b.p()), 2)
	for range 100_000 {
		b.Code(&c, 0)
	}
	assert.EqualValues(t, Least, b.p())

	random := rand.New(rand.NewPCG(1, 0))
	for range 20_000 {
		bit := 0
		if random.IntN(10) == 0 {
			bit = 1
		}
		b.Code(&c, bit)
	}
	assert.InDelta(t, One/10, float64(b.p()), One/50)
}

// newBits returns n guesses.
func newBits(n int, p uint32) []Bit { return slices.Repeat([]Bit{NewBit(p)}, n) }

func TestTree(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	values := make([]int, 10_000)
	for i := range values {
		values[i] = min(random.IntN(32), random.IntN(32), random.IntN(32))
	}
	var w, r Coder
	tree := newBits(32, One/2)
	w.Write(nil)
	for _, v := range values {
		require.Equal(t, v, CodeTree(&w, tree, v, 5))
	}
	written := w.Finish()
	assert.Less(t, len(written), 10_000*9/2/8, "frequent values take fewer bits")
	tree = newBits(32, One/2)
	r.Read(written)
	for _, v := range values {
		require.Equal(t, v, CodeTree(&r, tree, 0, 5))
	}
	assert.True(t, r.Ended())
}

// TestMix mixes a probability that knows with one that does not: the mix learns which.
func TestMix(t *testing.T) {
	var c Coder
	c.Write(nil)
	random := rand.New(rand.NewPCG(1, 0))
	knows, not := newBits(2, One/2), newBits(2, One/2)
	w := EqualWeights(2)
	assert.Equal(t, Weights{One / 2, One / 2}, w)
	var m Mix
	const n = 20_000
	for range n {
		bit := random.IntN(2)
		m.Reset()
		m.Add(&knows[bit])
		m.Add(&not[random.IntN(2)])
		require.Equal(t, bit, m.Code(&c, bit, &w))
	}
	assert.Greater(t, w[0], int32(One)*3/4)
	assert.Less(t, w[1], int32(One)*5/8)
	assert.Less(t, len(c.Finish()), n/8/20)
	m.Reset()
	m.Add(&knows[1])
	assert.Positive(t, m.Sum(&w))
	m.Reset()
	assert.Zero(t, m.Sum(&w))
}
