package main

import (
	"math"

	"chuhe/lab/train/model"
	"chuhe/lab/train/sample"
)

// reader turns samples into input and target of the model.
type reader struct {
	expected []float32 // result by score + maxScore
	maxScore int
}

func newReader(s *settings) *reader {
	r := &reader{maxScore: s.Data.MaxScore}
	for score := -r.maxScore; score <= r.maxScore; score++ {
		r.expected = append(r.expected, float32(1/(1+math.Exp(-float64(score)/float64(s.Scale)))))
	}
	return r
}

// target returns the target of a sample, the score alone if it has no result.
func (r *reader) target(s *sample.Sample, lambda float64) float32 {
	score := float64(r.expected[int(s.Score())+r.maxScore])
	if !s.HasResult() {
		return float32(score)
	}
	return float32(float64(lambda*score) + float64((1-lambda)*s.Points())) // never fused
}

// source returns a source of the samples that at returns.
func (r *reader) source(lambda float64, at func(i int) *sample.Sample) model.Source {
	return func(i int, own, their *[sample.MaxPieces]uint16) (n, bucket int, target float32) {
		s := at(i)
		return s.Inputs(own, their), s.OutputBucket(), r.target(s, lambda)
	}
}
