package eval

import "chuhe/board"

// tables are Params and what is made of them for speed.
type tables struct {
	Params
	squares [16][128]pair // material and squares by piece and square, negative for Black
}

var defaultTables = newTables(DefaultParams())

func newTables(params Params) *tables {
	t := &tables{Params: params}
	for kind := board.Pawn; kind <= board.King; kind++ {
		for s := range board.Square(board.Squares) {
			value := t.Material[kind].pair() + t.Squares[kind].pair(s)
			t.squares[board.NewPiece(board.Red, kind)][s] = value
			t.squares[board.NewPiece(board.Black, kind)][s.Flip()] = -value
		}
	}
	return t
}
