package eval

import "chuhe/board"

// DefaultParams returns the weights the engine plays with.
func DefaultParams() Params {
	return Params{
		Material: ByType{
			board.Pawn:    {60, 90},
			board.Advisor: {90, 90},
			board.Bishop:  {90, 90},
			board.Knight:  {430, 470},
			board.Cannon:  {440, 440},
			board.Rook:    {960, 1020},
		},
		Squares: defaultSquares(),
		Tempo:   Weight{25, 15},

		CrowdedKnight: Weight{-1, -1},
		CrowdedCannon: Weight{2, 2},
		RookKnight:    Weight{15, 15},
		RookCannon:    Weight{10, 5},
		KnightCannon:  Weight{20, 20},
		Rookless:      Weight{-50, -40},
		Guards: [3][3]Weight{
			{{-30, -25}, {-15, -10}, {-10, -5}},
			{{-15, -10}, {0, 0}, {5, 5}},
			{{-5, 0}, {10, 10}, {15, 15}},
		},
		AdvisorAgainst: ByType{
			board.Pawn:   {0, 1},
			board.Knight: {4, 4},
			board.Cannon: {2, 0},
			board.Rook:   {8, 12},
		},
		BishopAgainst: ByType{
			board.Pawn:   {1, 2},
			board.Knight: {3, 3},
			board.Cannon: {7, 6},
			board.Rook:   {4, 8},
		},
		Scale: [4]int16{12, 20, 32, 64},

		PawnPair:    Weight{12, 15},
		AdvisorPair: Weight{8, 5},
		BishopPair:  Weight{10, 8},
		KnightMobility: [9]Weight{
			{-60, -50}, {-35, -30}, {-15, -12}, {-2, 0}, {8, 8}, {16, 14}, {22, 18}, {28, 22}, {32, 25},
		},
		CannonMobility: [18]Weight{
			{-30, -25}, {-20, -18}, {-14, -13}, {-9, -9}, {-5, -5}, {-2, -2}, {1, 1}, {4, 3}, {6, 5},
			{8, 7}, {9, 8}, {10, 9}, {11, 10}, {12, 11}, {13, 12}, {14, 13}, {15, 14}, {16, 15},
		},
		RookMobility: [18]Weight{
			{-70, -60}, {-48, -42}, {-32, -30}, {-20, -20}, {-12, -12}, {-5, -6}, {1, 0}, {6, 5}, {10, 10},
			{14, 14}, {17, 18}, {20, 22}, {23, 25}, {25, 28}, {27, 31}, {29, 33}, {31, 35}, {33, 37},
		},
		Hanging: [2]ByType{
			{
				board.Pawn:    {10, 12},
				board.Advisor: {12, 12},
				board.Bishop:  {12, 12},
				board.Knight:  {30, 30},
				board.Cannon:  {22, 25},
				board.Rook:    {45, 45},
			},
			{
				board.Pawn:    {14, 18},
				board.Advisor: {20, 25},
				board.Bishop:  {20, 25},
				board.Knight:  {60, 60},
				board.Cannon:  {60, 60},
				board.Rook:    {100, 100},
			},
		},
		ByPawn: ByType{
			board.Knight: {40, 35},
			board.Cannon: {35, 30},
			board.Rook:   {60, 50},
		},
		ByMinor: ByType{
			board.Knight: {4, 4},
			board.Cannon: {4, 4},
			board.Rook:   {40, 35},
		},

		Danger: Danger{
			Attacker: [board.PieceTypes]int16{board.Pawn: 10, board.Knight: 14, board.Cannon: 8, board.Rook: 16},
			Hit:      [board.PieceTypes]int16{board.Pawn: 4, board.Knight: 5, board.Cannon: 3, board.Rook: 3},
			File: [board.PieceTypes][4]int16{
				board.Cannon: {50, 20, 18, 6},
				board.Rook:   {0, 16, 8, 2},
				board.King:   {0, 12, 0, 0},
			},
			Rank: [board.PieceTypes][4]int16{
				board.Cannon: {18, 12, 14, 4},
				board.Rook:   {0, 14, 6, 2},
			},
			Check:   [board.PieceTypes]int16{board.Knight: 24, board.Cannon: 16, board.Rook: 24},
			Escapes: [5]int16{16, 6, 2, 0, 0},
			Missing: [board.PieceTypes]int16{board.Advisor: 12, board.Bishop: 7},
		},
	}
}
