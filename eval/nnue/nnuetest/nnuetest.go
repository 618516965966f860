// Package nnuetest makes simple networks for the tests of other packages.
package nnuetest

import (
	"chuhe/board"
	"chuhe/eval/nnue"
)

// Constant returns a network that gives every position the same score, which is
// positive.
func Constant(score int32) *nnue.Net {
	w := nnue.NewWeights(score, "")
	for i := range w.OutputBias {
		w.OutputBias[i] = nnue.QA * nnue.QB
	}
	return net(w)
}

// Material returns a network that counts pieces. It uses two columns: one grows
// with the balance of material as the other shrinks, so that the difference of
// their squares is proportional to the balance. The bias is added to every
// output, in units of 1/(QA*QB).
func Material(bias int32) *nnue.Net {
	w := nnue.NewWeights(12000, "")
	w.FeatureBias[0], w.FeatureBias[1] = nnue.QA/2, nnue.QA/2
	for bucket := range nnue.OutputBuckets {
		w.OutputWeights[bucket*2*nnue.Width], w.OutputWeights[bucket*2*nnue.Width+1] = 127, -127
		w.OutputBias[bucket] = bias
	}
	everywhere := [2]board.Bitboard{board.AllSquares, board.AllSquares}
	for _, piece := range []struct {
		kind   board.PieceType
		worth  int8
		points [2]board.Bitboard
	}{
		{board.Pawn, 1, board.PawnPoints},
		{board.Advisor, 2, board.AdvisorPoints},
		{board.Bishop, 2, board.BishopPoints},
		{board.Knight, 5, everywhere},
		{board.Cannon, 5, everywhere},
		{board.Rook, 10, everywhere},
	} {
		for side, sign := range [2]int8{1, -1} {
			for view := range nnue.View(nnue.Views) {
				for points := piece.points[side]; !points.IsEmpty(); {
					row := view.Input(board.Red, board.NewPiece(board.Side(side), piece.kind), points.Pop())
					w.FeatureWeights[row][0] = sign * piece.worth
					w.FeatureWeights[row][1] = -sign * piece.worth
				}
			}
		}
	}
	return net(w)
}

// net returns the network of weights that are valid.
func net(w *nnue.Weights) *nnue.Net {
	n, err := nnue.NewNet(w)
	if err != nil {
		panic(err)
	}
	return n
}
