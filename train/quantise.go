package main

import (
	"fmt"
	"math"

	"chuhe/eval/nnue"
	"chuhe/train/sample"
)

// quantisation is how far the integers of a network stray from the model that
// they were made of, in units of eval.Score.
type quantisation struct {
	Positions     int
	Mean, Largest float64
	Above2        float64 // share of positions where it is more than 2
	MeanScore     float64 // of the model, without sign: what the rest is to be seen against
}

func (q *quantisation) String() string {
	return fmt.Sprintf("mean %.2f, largest %.1f, above 2 in %.2f %%; mean size of a score %.0f", q.Mean, q.Largest, 100*q.Above2, q.MeanScore)
}

// maxMean is the mean beyond which something has gone wrong: with rounded weights
// it is below 1, without some 17.
const maxMean = 5

func (q *quantisation) bad() bool { return q.Mean > maxMean }

// quantisationPositions is how many positions are looked at.
const quantisationPositions = 10000

// quantisation compares a network with the model, on validation positions where
// there are any.
func (t *session) quantisation(net *nnue.Net) (*quantisation, error) {
	pool := &t.set.Validation
	if pool.Len() == 0 {
		pool = &t.set.Training
	}
	q := &quantisation{Positions: min(quantisationPositions, pool.Len())}
	for i := range q.Positions {
		s := pool.At(i * pool.Len() / q.Positions)
		p, err := s.Position()
		if err != nil {
			return nil, err
		}
		var own, their [sample.MaxPieces]uint16
		n := s.Inputs(false, &own, &their)
		exact := float64(float64(t.trainer.Output(own[:n], their[:n], s.Bucket())) * float64(t.Scale)) // never fused
		miss := math.Abs(exact - float64(net.Evaluate(&p)))
		q.Mean += miss / float64(q.Positions)
		q.MeanScore += math.Abs(exact) / float64(q.Positions)
		q.Largest = max(q.Largest, miss)
		if miss > 2 {
			q.Above2 += 1 / float64(q.Positions)
		}
	}
	return q, nil
}
