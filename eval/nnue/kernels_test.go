package nnue

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// kernelSet is one way to do the arithmetic.
type kernelSet struct {
	name      string
	addSub    func(dst, src *accumulator, add, sub *row)
	addSubSub func(dst, src *accumulator, add, sub1, sub2 *row)
	apply     func(acc *accumulator, table *table, adds, subs *inputs)
	dot       func(own, theirs *accumulator, weights *[2 * Width]int16) int64
}

var goKernels = kernelSet{"go", addSubGo, addSubSubGo, applyGo, dotGo}

// kernelSets returns the kernels that this processor can run, the twins first.
func kernelSets() []kernelSet {
	return append([]kernelSet{goKernels, {"chosen", addSub, addSubSub, apply, dot}}, machineKernels()...)
}

// data is random input for the kernels: accumulators of all sizes, or close to the
// bounds of the clipping.
type data struct {
	table            *table
	src, own, theirs accumulator
	adds, subs       inputs
	rows             [3]uint16
	weights          [2 * Width]int16
}

func newData(random *rand.Rand, table *table) *data {
	d := &data{table: table}
	wide := random.IntN(2) == 0
	fill := func(x []int16, low, high int) {
		for i := range x {
			x[i] = int16(low + random.IntN(high-low+1))
		}
	}
	fill(d.src[:], math.MinInt16, math.MaxInt16)
	for _, x := range []*accumulator{&d.own, &d.theirs} {
		if wide {
			fill(x[:], math.MinInt16, math.MaxInt16)
		} else {
			fill(x[:], -40, QA+40)
		}
	}
	fill(d.weights[:], -MaxOutputWeight, MaxOutputWeight)
	for _, list := range []*inputs{&d.adds, &d.subs} {
		for range random.IntN(maxActive + 1) {
			list.list[list.n] = uint16(random.IntN(Inputs))
			list.n++
		}
	}
	for i := range d.rows {
		d.rows[i] = uint16(random.IntN(Inputs))
	}
	return d
}

// check compares all kernels with their twins.
func (d *data) check(t *testing.T) {
	t.Helper()
	row := d.table.row
	var want [3]accumulator
	addSubGo(&want[0], &d.src, row(d.rows[0]), row(d.rows[1]))
	addSubSubGo(&want[1], &d.src, row(d.rows[0]), row(d.rows[1]), row(d.rows[2]))
	want[2] = d.src
	applyGo(&want[2], d.table, &d.adds, &d.subs)
	sum := dotGo(&d.own, &d.theirs, &d.weights)
	for _, k := range kernelSets()[1:] {
		var got [3]accumulator
		k.addSub(&got[0], &d.src, row(d.rows[0]), row(d.rows[1]))
		k.addSubSub(&got[1], &d.src, row(d.rows[0]), row(d.rows[1]), row(d.rows[2]))
		got[2] = d.src
		k.apply(&got[2], d.table, &d.adds, &d.subs)
		assert.Equal(t, want, got, k.name)
		assert.Equal(t, sum, k.dot(&d.own, &d.theirs, &d.weights), k.name)
	}
}

func newTable() *table {
	t := new(table)
	random := rand.New(rand.NewPCG(1, 4))
	for input := range t {
		for i := range t[input] {
			t[input][i] = int8(random.Uint32())
		}
	}
	return t
}

func TestKernelsEqualTheirTwins(t *testing.T) {
	table := newTable()
	random := rand.New(rand.NewPCG(1, 5))
	for range 500 {
		d := newData(random, table)
		if d.check(t); t.Failed() {
			return
		}
	}
}

// The largest possible sums, of either sign.
func TestKernelsDoNotOverflow(t *testing.T) {
	var full accumulator
	for i := range full {
		full[i] = math.MaxInt16
	}
	for _, w := range []int16{MaxOutputWeight, -MaxOutputWeight} {
		var weights [2 * Width]int16
		for i := range weights {
			weights[i] = w
		}
		want := int64(2*Width) * QA * QA * int64(w)
		for _, k := range kernelSets() {
			assert.Equal(t, want, k.dot(&full, &full, &weights), k.name)
		}
	}
}

// The twins agree with plain sums in wider numbers.
func TestTwins(t *testing.T) {
	table := newTable()
	random := rand.New(rand.NewPCG(1, 6))
	d := newData(random, table)
	var got accumulator
	addSubSubGo(&got, &d.src, table.row(1), table.row(2), table.row(3))
	applied := d.src
	applyGo(&applied, table, &inputs{1, [...]uint16{0: 1, maxActive: 0}}, &inputs{2, [...]uint16{0: 2, 1: 3, maxActive: 0}})
	assert.Equal(t, got, applied)
	addSubGo(&got, &d.src, table.row(1), table.row(2))
	var sum int64
	for i := range Width {
		assert.Equal(t, int16(int(d.src[i])+int(table[1][i])-int(table[2][i])), got[i])
		for half, acc := range []*accumulator{&d.own, &d.theirs} {
			x := int64(max(0, min(acc[i], QA)))
			sum += x * x * int64(d.weights[half*Width+i])
		}
	}
	assert.Equal(t, sum, dotGo(&d.own, &d.theirs, &d.weights))
}

func FuzzKernels(f *testing.F) {
	table := newTable()
	f.Add(uint64(1), []byte{0, 0, 0xff, 0, 0, 1, 0xff, 0x7f, 0, 0x80})
	f.Fuzz(func(t *testing.T, seed uint64, edge []byte) {
		d := newData(rand.New(rand.NewPCG(seed, 7)), table)
		for i := 0; i+1 < len(edge) && i/2 < Width; i += 2 {
			x := int16(binary.LittleEndian.Uint16(edge[i:]))
			d.src[i/2], d.own[i/2], d.theirs[Width-1-i/2] = x, x, x
		}
		d.check(t)
	})
}

func BenchmarkKernels(b *testing.B) {
	table := newTable()
	d := newData(rand.New(rand.NewPCG(1, 8)), table)
	d.adds.n, d.subs.n = 3, 3
	var dst accumulator
	for _, k := range kernelSets() {
		for _, bench := range []struct {
			name string
			run  func()
		}{
			{"addSub", func() { k.addSub(&dst, &d.src, table.row(d.rows[0]), table.row(d.rows[1])) }},
			{"addSubSub", func() {
				k.addSubSub(&dst, &d.src, table.row(d.rows[0]), table.row(d.rows[1]), table.row(d.rows[2]))
			}},
			{"apply6", func() { k.apply(&dst, table, &d.adds, &d.subs) }},
			{"dot", func() { k.dot(&d.own, &d.theirs, &d.weights) }},
		} {
			b.Run(bench.name+"/kernel="+k.name, func(b *testing.B) {
				for b.Loop() {
					bench.run()
				}
			})
		}
	}
	require.NotZero(b, dst)
}
