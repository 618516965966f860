package sample

import (
	"math"

	"chuhe/board"
	"chuhe/eval/nnue"
)

// pieceInputs holds the input of each piece on each square.
type pieceInputs [16][128]uint16

// inputsOf returns the inputs of a perspective whose king stands on a square.
// Perspective 0 is the view of the side at the bottom.
func inputsOf(perspective int, king uint8) *pieceInputs {
	return &inputs[perspective][palacePlace[king&127]]
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

// NoImage is the image of an input in [Images] that has none.
const NoImage = math.MaxUint16

// Images returns for each input the input of the same piece mirrored left to right,
// if it belongs to a king on the middle file. A king on another file is mirrored
// itself, and the network sees the same inputs again: those have NoImage.
func Images() []uint16 {
	images := make([]uint16, nnue.Inputs)
	for i := range images {
		images[i] = NoImage
	}
	for kings := board.Palace[board.Red]; !kings.IsEmpty(); {
		king := kings.Pop()
		if king.Mirror() != king {
			continue
		}
		for side := range board.Side(2) {
			for kind := board.Pawn; kind <= board.King; kind++ {
				piece := board.NewPiece(side, kind)
				points := nnue.Points(side, kind)
				if piece == board.NewPiece(board.Red, board.King) {
					points = king.Bit() // the king bucket says where it is
				}
				for !points.IsEmpty() {
					s := points.Pop()
					images[nnue.Input(board.Red, king, piece, s)] = nnue.Input(board.Red, king, piece, s.Mirror())
				}
			}
		}
	}
	return images
}

// inputs has pieceInputs by perspective and place of its king. The entry of a
// square where a piece cannot stand has no meaning.
var inputs = func() (t [2][palace]pieceInputs) {
	for perspective := range board.Side(2) {
		for kings := board.Palace[perspective]; !kings.IsEmpty(); {
			king := kings.Pop()
			of := &t[perspective][palacePlace[king]]
			for side := range board.Side(2) {
				for kind := board.Pawn; kind <= board.King; kind++ {
					piece := board.NewPiece(side, kind)
					for s := range board.Square(board.Squares) {
						of[piece][s] = nnue.Input(perspective, king, piece, s)
					}
				}
			}
		}
	}
	return
}()
