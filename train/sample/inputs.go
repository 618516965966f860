package sample

import (
	"fmt"

	"chuhe/board"
	"chuhe/eval/nnue"
)

// Map knows the input of every piece on every square for every place of a
// perspective's king. It is learnt from [nnue.AppendFeatures], so that the
// numbering of inputs stands in one place only.
type Map struct {
	inputs [2][palace]pieceInputs // by perspective, then by its king
}

const palace = 9

// pieceInputs has the inputs by piece and square.
type pieceInputs [16][128]uint16

// of returns the inputs of a perspective, 0 being that of the side at the
// bottom, whose king stands on a square.
func (m *Map) of(perspective int, king uint8) *pieceInputs {
	return &m.inputs[perspective][palacePlace[king&127]]
}

// palacePlace numbers the squares of either palace.
var palacePlace = func() (t [128]uint8) {
	for i := range uint8(palace) {
		s := board.SquareAt(3+int(i)%3, int(i)/3)
		t[s], t[s.Flip()] = i, i
	}
	return
}()

// NewMap makes the map, by looking at positions of two kings and one piece.
func NewMap() (*Map, error) {
	m := new(Map)
	for ownKing := board.Palace[board.Red]; !ownKing.IsEmpty(); {
		own := ownKing.Pop()
		for theirKing := board.Palace[board.Black]; !theirKing.IsEmpty(); {
			their := theirKing.Pop()
			for t := board.Pawn; t <= board.Rook; t++ {
				for s := range board.Square(board.Squares) {
					for side := range board.Side(2) {
						if s != own && s != their {
							m.learn(own, their, s, board.NewPiece(side, t))
						}
					}
				}
			}
		}
	}
	return m, m.check()
}

// learn notes the inputs of a position, if it is one.
func (m *Map) learn(own, their, s board.Square, piece board.Piece) {
	for side := range board.Side(2) {
		setup := board.Setup{Side: side, Fullmove: 1}
		setup.Pieces[own] = board.NewPiece(board.Red, board.King)
		setup.Pieces[their] = board.NewPiece(board.Black, board.King)
		setup.Pieces[s] = piece
		p, err := setup.Position()
		if err != nil {
			continue
		}
		for perspective, king := range [2]board.Square{own, their} {
			var buf [MaxPieces]uint16
			inputs := nnue.AppendFeatures(buf[:0], &p, board.Side(perspective))
			known := m.of(perspective, uint8(king))
			i := 0
			for occ := p.Occupied(); !occ.IsEmpty(); i++ { // one each, in this order
				at := occ.Pop()
				known[p.At(at)][at] = inputs[i]
			}
		}
		return
	}
}

// check returns an error if a piece on a square that it can stand on has no
// input of its own.
func (m *Map) check() error {
	for perspective := range m.inputs {
		for king := range m.inputs[perspective] {
			seen := map[uint16]bool{}
			for piece := range m.inputs[perspective][king] {
				for s := range board.Squares {
					if input := m.inputs[perspective][king][piece][s]; input != 0 {
						if seen[input] || input >= nnue.Inputs {
							return fmt.Errorf("input %d of %v on %v, want another for each, below %d",
								input, board.Piece(piece), board.Square(s), nnue.Inputs)
						}
						seen[input] = true
					}
				}
			}
			if len(seen) < nnue.PieceSquares/2 {
				return fmt.Errorf("%d inputs of king place %d, want some %d", len(seen), king, nnue.PieceSquares)
			}
		}
	}
	return nil
}
