package eval

import "chuhe/board"

// Params are the weights of a [Classical] evaluation, in units of [Score]. All
// are int16, so that a tuner can walk over them with [Params.Each].
type Params struct {
	// Material is the value of each type of piece; that of the king is unused.
	Material [board.PieceTypes]Weight
	// Squares is added for the square a piece stands on.
	Squares [board.PieceTypes]SquareTable
	// Tempo is for the side to move.
	Tempo Weight
}

// Weight is a value in the middlegame and one in the endgame. The evaluation
// goes from the one to the other as rooks, knights and cannons leave the board.
type Weight struct{ Mg, Eg int16 }

func (w Weight) pair() pair { return newPair(w.Mg, w.Eg) }

// SquareTable has values for the points of the left half of the board and the
// centre file, a to e. The first row is the rank farthest from the owner, as on
// a diagram of Red's pieces. The right half mirrors the left.
type SquareTable struct {
	Mg, Eg [board.Ranks][board.Files/2 + 1]int16
}

func (t *SquareTable) pair(s board.Square, side board.Side) pair {
	s = s.From(side)
	file := min(s.File(), board.Files-1-s.File())
	row := board.Ranks - 1 - s.Rank()
	return newPair(t.Mg[row][file], t.Eg[row][file])
}

// DefaultParams returns the weights the engine plays with.
func DefaultParams() Params {
	return Params{
		Material: [board.PieceTypes]Weight{
			board.Pawn:    {60, 90},
			board.Advisor: {115, 110},
			board.Bishop:  {120, 110},
			board.Knight:  {430, 470},
			board.Cannon:  {470, 440},
			board.Rook:    {960, 1020},
		},
		Squares: defaultSquares(),
		Tempo:   Weight{25, 15},
	}
}
