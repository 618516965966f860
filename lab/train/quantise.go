package main

import (
	"fmt"
	"math"

	"chuhe/eval/nnue"
	"chuhe/lab/train/sample"
)

// quantisation says how far the scores of a network with integer weights are from
// the scores of the model, in units of eval.Score.
type quantisation struct {
	Positions     int
	Mean, Largest float64
	Above2        float64 // share of positions with a difference above 2
	MeanScore     float64 // mean absolute score of the model, for comparison
}

func (q *quantisation) String() string {
	return fmt.Sprintf("mean %.2f, largest %.1f, above 2 in %.2f %%; mean size of a score %.0f", q.Mean, q.Largest, 100*q.Above2, q.MeanScore)
}

// maxMean is the mean above which something is wrong. With rounded weights the mean
// is below 1, without about 17.
const maxMean = 5

func (q *quantisation) bad() bool { return q.Mean > maxMean }

// quantisationPositions is the number of positions to compare.
const quantisationPositions = 10000

// quantisation compares a network with the model, on validation positions if there
// are any.
func (t *session) quantisation(net *nnue.Net) (*quantisation, error) {
	pool := &t.set.Validation
	if pool.Len() == 0 {
		pool = &t.set.Training
	}
	q := &quantisation{Positions: min(quantisationPositions, pool.Len())}
	e := net.New() // faster than the network itself
	for i := range q.Positions {
		s := pool.At(i * pool.Len() / q.Positions)
		p, err := s.Position()
		if err != nil {
			return nil, err
		}
		var own, their [sample.MaxPieces]uint16
		n := s.Inputs(&own, &their)
		exact := float64(float64(t.trainer.Output(own[:n], their[:n], s.OutputBucket())) * float64(t.Scale)) // never fused
		e.Reset(&p)
		miss := math.Abs(exact - float64(e.Evaluate(&p)))
		q.Mean += miss / float64(q.Positions)
		q.MeanScore += math.Abs(exact) / float64(q.Positions)
		q.Largest = max(q.Largest, miss)
		if miss > 2 {
			q.Above2 += 1 / float64(q.Positions)
		}
	}
	return q, nil
}
