package sample

import (
	"chuhe/board"
	"chuhe/eval/nnue"
)

// pieceInputs holds the input of each piece on each square.
type pieceInputs [16][128]uint16

// inputsOf returns the inputs of a perspective whose king stands on a square, in a
// position with a tilt. Perspective 0 is the view of the side at the bottom.
func inputsOf(perspective int, king uint8, tilt int64) *pieceInputs {
	return &inputs[perspective][palacePlace[king&127]][uint64(tilt)>>63]
}

const palace = 9

// palacePlace numbers the squares of either palace.
var palacePlace = func() (t [128]uint8) {
	for i := range uint8(palace) {
		s := board.SquareAt(3+int(i)%3, int(i)/3)
		t[s], t[s.Flip()] = i, i
	}
	return
}()

// inputs has pieceInputs by perspective, place of its king and whether the tilt is
// negative. The entry of a square where a piece cannot stand has no meaning.
var inputs = func() (t [2][palace][2]pieceInputs) {
	for perspective := range board.Side(2) {
		for kings := board.Palace[perspective]; !kings.IsEmpty(); {
			king := kings.Pop()
			for negative, tilt := range [2]int64{0, -1} {
				of := &t[perspective][palacePlace[king]][negative]
				eachPiece(func(piece board.Piece, s board.Square) {
					of[piece][s] = nnue.Input(perspective, king, tilt, piece, s)
				})
			}
		}
	}
	return
}()

// tilts has what each piece on each square adds to the tilt of a perspective.
var tilts = func() (t [2][16][128]int64) {
	for perspective := range board.Side(2) {
		eachPiece(func(piece board.Piece, s board.Square) {
			t[perspective][piece][s] = nnue.Tilt(perspective, piece, s)
		})
	}
	return
}()

// eachPiece calls f with each piece on each square of the board.
func eachPiece(f func(piece board.Piece, s board.Square)) {
	for side := range board.Side(2) {
		for kind := board.Pawn; kind <= board.King; kind++ {
			for s := range board.Square(board.Squares) {
				f(board.NewPiece(side, kind), s)
			}
		}
	}
}
