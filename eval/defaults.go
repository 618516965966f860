package eval

import "chuhe/board"

// DefaultParams returns the weights the engine plays with. They were fitted to
// the results and scores of the engine's own games.
func DefaultParams() Params {
	return Params{
		Material: ByType{
			board.Pawn:    {67, 109},
			board.Advisor: {91, 74},
			board.Bishop:  {92, 77},
			board.Knight:  {428, 464},
			board.Cannon:  {434, 435},
			board.Rook:    {965, 1029},
		},
		Squares: defaultSquares(),
		Tempo:   Weight{34, 7},

		CrowdedKnight: Weight{-3, 9},
		CrowdedCannon: Weight{-3, 16},
		RookKnight:    Weight{13, 18},
		RookCannon:    Weight{4, 0},
		KnightCannon:  Weight{12, 23},
		Rookless:      Weight{-54, -48},
		Guards: [3][3]Weight{
			{{-29, -18}, {-17, -9}, {-10, -6}},
			{{-15, -10}, {-1, 2}, {8, 5}},
			{{-4, 2}, {8, 1}, {16, 13}},
		},
		AdvisorAgainst: ByType{
			board.Pawn:   {7, -6},
			board.Bishop: {1, 2},
			board.Knight: {16, 10},
			board.Cannon: {-1, -13},
			board.Rook:   {6, 3},
		},
		BishopAgainst: ByType{
			board.Pawn:    {0, -2},
			board.Advisor: {-1, -2},
			board.Knight:  {8, 3},
			board.Cannon:  {12, 14},
			board.Rook:    {0, 2},
		},
		Scale: [4]int16{14, 34, 36, 57},

		PawnPair:    Weight{13, 19},
		AdvisorPair: Weight{13, 1},
		BishopPair:  Weight{19, 7},
		KnightMobility: [9]Weight{
			{-54, -51}, {-25, -31}, {-17, -13}, {-13, 0}, {1, 6}, {12, 15},
			{24, 18}, {30, 22}, {32, 22},
		},
		CannonMobility: [18]Weight{
			{-29, -25}, {-19, -18}, {-12, -12}, {-5, -10}, {-6, -6}, {-4, -2},
			{-1, 0}, {4, 3}, {6, 6}, {8, 8}, {7, 8}, {7, 6},
			{10, 8}, {13, 12}, {12, 12}, {13, 12}, {14, 13}, {16, 15},
		},
		RookMobility: [18]Weight{
			{-71, -60}, {-41, -42}, {-33, -30}, {-17, -21}, {-9, -11}, {-5, -5},
			{1, 1}, {10, 6}, {12, 13}, {14, 16}, {14, 18}, {18, 23},
			{18, 25}, {25, 28}, {28, 32}, {29, 33}, {30, 34}, {33, 36},
		},
		Hanging: [2]ByType{
			{
				board.Pawn:    {10, 16},
				board.Advisor: {13, 12},
				board.Bishop:  {15, 13},
				board.Knight:  {37, 36},
				board.Cannon:  {35, 30},
				board.Rook:    {44, 44},
			},
			{
				board.Pawn:    {16, 16},
				board.Advisor: {20, 25},
				board.Bishop:  {21, 25},
				board.Knight:  {61, 61},
				board.Cannon:  {62, 60},
				board.Rook:    {98, 99},
			},
		},
		ByPawn: ByType{
			board.Pawn:    {1, 1},
			board.Advisor: {2, 4},
			board.Bishop:  {3, 3},
			board.Knight:  {41, 35},
			board.Cannon:  {37, 30},
			board.Rook:    {60, 50},
		},
		ByMinor: ByType{
			board.Pawn:    {5, -1},
			board.Advisor: {-1, 2},
			board.Bishop:  {-4, 1},
			board.Knight:  {8, 7},
			board.Cannon:  {9, 4},
			board.Rook:    {42, 35},
		},

		Danger: Danger{
			Attacker: [board.PieceTypes]int16{board.Pawn: 9, board.Knight: 18, board.Cannon: 3, board.Rook: 11},
			Hit:      [board.PieceTypes]int16{board.Pawn: 14, board.Knight: 9, board.Cannon: -1, board.Rook: 2},
			File: [board.PieceTypes][4]int16{
				board.Cannon: {59, 20, 28, 14},
				board.Rook:   {0, 21, 11, 2},
				board.King:   {0, 11, 7, 3},
			},
			Rank: [board.PieceTypes][4]int16{
				board.Cannon: {10, 12, 18, 5},
				board.Rook:   {0, 14, 6, 2},
			},
			Check:   [board.PieceTypes]int16{board.Knight: 30, board.Cannon: 18, board.Rook: 34},
			Escapes: [5]int16{16, 10, 9, 1, 2},
			Missing: [board.PieceTypes]int16{board.Advisor: 6, board.Bishop: 8},
		},
	}
}
