package sample

import (
	"chuhe/board"
	"chuhe/eval/nnue"
)

// pieceInputs holds the input of each piece on each square.
type pieceInputs [16][128]uint16

// inputs has pieceInputs by perspective and view. Perspective 0 is the side to move, which
// sits at the bottom. The entry of a square where a piece cannot stand has no meaning.
var inputs = func() (t [2][1 << viewBits]pieceInputs) {
	for perspective := range board.Side(2) {
		for view := range nnue.View(nnue.Views) {
			of := &t[perspective][view]
			for side := range board.Side(2) {
				for kind := board.Pawn; kind <= board.King; kind++ {
					piece := board.NewPiece(side, kind)
					for s := range board.Square(board.Squares) {
						of[piece][s] = view.Input(perspective, piece, s)
					}
				}
			}
		}
	}
	return
}()
