package eval

import "chuhe/board"

// tables are params with what is computed from them for speed.
type tables struct {
	params
	squares [16][128]pair // material and squares by piece and square, negative for Black
}

var defaultTables = newTables(defaultParams())

func newTables(params params) *tables {
	t := &tables{params: params}
	for kind := board.Pawn; kind <= board.King; kind++ {
		for s := range board.Square(board.Squares) {
			value := t.Material[kind].pair() + t.Squares[kind].pair(s)
			t.squares[board.NewPiece(board.Red, kind)][s] = value
			t.squares[board.NewPiece(board.Black, kind)][s.Flip()] = -value
		}
	}
	return t
}
