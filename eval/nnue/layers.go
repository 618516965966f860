package nnue

import (
	"fmt"
	"math"
)

// Dimensions and units of the dense head. In each layer One is 1.0 as a weight, and Unit
// is 1.0 as a bias and as a weighted sum.
const (
	Neurons = 16 // of the first layer
	Hidden  = 32 // neurons of the second layer

	inputShift  = 9  // from the square of a column to an input of the first layer
	squareShift = 15 // from the square of a clipped sum to an input of the next layer
	inputOne    = QA * QA >> inputShift

	FirstOne   = 256
	FirstUnit  = inputOne * FirstOne
	MaxFirst   = 127 // largest size of a weight of the first layer
	firstShift = 1
	firstTop   = FirstUnit >> firstShift // 1.0 as a sum of the first layer before its square

	SecondOne   = 1024 // finer than FirstOne, because weights have 16 bits
	SecondUnit  = (firstTop * firstTop >> squareShift) * SecondOne
	MaxSecond   = 4*SecondOne - 1
	secondShift = 9
	secondTop   = SecondUnit >> secondShift // 1.0 as a sum of the second layer before its square

	LastOne  = 1024
	LastUnit = (secondTop * secondTop >> squareShift) * LastOne
	MaxLast  = 8*LastOne - 1

	// MaxLayerBias is the largest size of a bias: no sum of a layer leaves 32 bits.
	MaxLayerBias = 1 << 30
)

// Layers are the dense layers of an output bucket.
type Layers struct {
	// First has for each neuron a weight for each column, those of the side to move
	// first. 1 is FirstOne.
	First     [Neurons * 2 * Width]int8
	FirstBias [Neurons]int32 // 1 is FirstUnit
	// Second has for each pair of neurons of the first layer and each neuron of the
	// second layer two weights, see SecondIndex. 1 is SecondOne.
	Second     [Neurons * Hidden]int16
	SecondBias [Hidden]int32 // 1 is SecondUnit
	Last       [Hidden]int16 // 1 is LastOne
	LastBias   int32         // 1 is LastUnit
	_          [60]byte      // to a multiple of a cache line, as TestLayersSize checks
}

// SecondIndex returns the place in Layers.Second of the weight from a neuron of the
// first layer to one of the second.
func SecondIndex(from, to int) int { return from/2*2*Hidden + 2*to + from%2 }

// parts returns the numbers in the order of the file.
func (l *Layers) parts() []any {
	return []any{l.First[:], l.FirstBias[:], l.Second[:], l.SecondBias[:], l.Last[:], &l.LastBias}
}

// layerBytes is the size of Layers in a file.
const layerBytes = Neurons*2*Width + 4*Neurons + 2*Neurons*Hidden + 4*Hidden + 2*Hidden + 4

// validate returns an error that names a number out of range.
func (l *Layers) validate() error {
	for i, w := range l.First {
		if w < -MaxFirst {
			return fmt.Errorf("weight %d of the first layer is %d, want %d to %d", i, w, -MaxFirst, MaxFirst)
		}
	}
	for _, part := range []struct {
		name    string
		weights []int16
		most    int16
	}{{"second", l.Second[:], MaxSecond}, {"last", l.Last[:], MaxLast}} {
		for i, w := range part.weights {
			if w < -part.most || w > part.most {
				return fmt.Errorf("weight %d of the %s layer is %d, want %d to %d", i, part.name, w, -part.most, part.most)
			}
		}
	}
	for _, part := range []struct {
		name   string
		biases []int32
	}{{"first", l.FirstBias[:]}, {"second", l.SecondBias[:]}, {"last", []int32{l.LastBias}}} {
		for i, b := range part.biases {
			if b < -MaxLayerBias || b > MaxLayerBias {
				return fmt.Errorf("bias %d of the %s layer is %d, want %d to %d", i, part.name, b, -MaxLayerBias, MaxLayerBias)
			}
		}
	}
	return nil
}

// Every sum fits 32 bits, or this does not compile: those of the first two layers with
// their bias, that of the last without.
const (
	_ = uint(math.MaxInt32 - MaxLayerBias - 2*Width*inputOne*MaxFirst)
	_ = uint(math.MaxInt32 - MaxLayerBias - Neurons*(firstTop*firstTop>>squareShift+1)*MaxSecond)
	_ = uint(math.MaxInt32 - Hidden*(secondTop*secondTop>>squareShift+1)*MaxLast)
)

// scratch is memory for the kernels of the dense head.
type scratch [2 * Width]uint8

// denseGo returns the sum of the last layer without its bias.
func denseGo(own, theirs *accumulator, l *Layers) int32 {
	var inputs [2 * Width]int32
	for half, acc := range [2]*accumulator{own, theirs} {
		for i, x := range acc {
			clipped := int32(max(0, min(x, QA)))
			inputs[half*Width+i] = (clipped*clipped + 1<<(inputShift-1)) >> inputShift
		}
	}
	var first [Neurons]int32
	for j := range first {
		sum := l.FirstBias[j]
		for i, w := range l.First[j*2*Width:][:2*Width] {
			sum += inputs[i] * int32(w)
		}
		first[j] = square(max(0, min(sum>>firstShift, firstTop)))
	}
	var last int32
	for k, sum := range l.SecondBias {
		for j, x := range first {
			sum += x * int32(l.Second[SecondIndex(j, k)])
		}
		last += square(max(0, min(sum>>secondShift, secondTop))) * int32(l.Last[k])
	}
	return last
}

// square returns the rounded square of a clipped sum.
func square(x int32) int32 { return (x*x + 1<<(squareShift-1)) >> squareShift }
