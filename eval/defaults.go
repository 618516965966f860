package eval

import "chuhe/board"

// defaultParams returns the weights in use. They were fitted to the results and
// scores of the engine's own games.
func defaultParams() params {
	return params{
		Material: byType{
			board.Pawn:    {69, 151},
			board.Advisor: {92, 47},
			board.Bishop:  {94, 48},
			board.Knight:  {419, 451},
			board.Cannon:  {406, 407},
			board.Rook:    {974, 1051},
		},
		Squares: defaultSquares(),
		Tempo:   weight{39, 1},

		CrowdedKnight: weight{-2, 14},
		CrowdedCannon: weight{-5, 21},
		RookKnight:    weight{2, 21},
		RookCannon:    weight{-6, -26},
		KnightCannon:  weight{0, 66},
		Rookless:      weight{-71, -74},
		Guards: [3][3]weight{
			{{-24, -1}, {-26, -13}, {-12, -3}},
			{{-19, -13}, {-3, 4}, {25, 0}},
			{{1, 0}, {5, 7}, {9, -2}},
		},
		AdvisorAgainst: byType{
			board.Pawn:   {13, 5},
			board.Bishop: {2, 1},
			board.Knight: {30, 18},
			board.Cannon: {-17, -36},
			board.Rook:   {7, 6},
		},
		BishopAgainst: byType{
			board.Pawn:    {-7, 15},
			board.Advisor: {-2, 1},
			board.Knight:  {18, -3},
			board.Cannon:  {21, 32},
			board.Rook:    {2, -1},
		},
		Scale: [4]int16{13, 35, 35, 58},

		PawnPair:    weight{15, 34},
		AdvisorPair: weight{19, 6},
		BishopPair:  weight{35, 1},
		KnightMobility: [9]weight{
			{-44, -56}, {-22, -37}, {-19, -14}, {-22, 5}, {-1, 6}, {6, 16},
			{17, 21}, {33, 23}, {34, 12},
		},
		CannonMobility: [18]weight{
			{-28, -27}, {-21, -19}, {-11, -11}, {-1, -15}, {-7, -6}, {-7, 0},
			{-3, 0}, {4, 0}, {-4, 9}, {3, 10}, {4, 6}, {4, -1},
			{10, -1}, {14, 14}, {10, 10}, {16, 7}, {8, 8}, {15, 16},
		},
		RookMobility: [18]weight{
			{-72, -59}, {-29, -42}, {-24, -31}, {-8, -25}, {-2, -5}, {-5, -1},
			{5, 8}, {14, 11}, {11, 22}, {6, 18}, {6, 14}, {10, 27},
			{16, 25}, {25, 28}, {31, 35}, {27, 34}, {26, 30}, {28, 30},
		},
		Hanging: [2]byType{
			{
				board.Pawn:    {13, 21},
				board.Advisor: {14, 12},
				board.Bishop:  {23, 16},
				board.Knight:  {50, 49},
				board.Cannon:  {58, 45},
				board.Rook:    {44, 40},
			},
			{
				board.Pawn:    {17, 14},
				board.Advisor: {21, 24},
				board.Bishop:  {23, 25},
				board.Knight:  {63, 65},
				board.Cannon:  {70, 62},
				board.Rook:    {88, 94},
			},
		},
		ByPawn: byType{
			board.Pawn:    {1, 4},
			board.Advisor: {8, 17},
			board.Bishop:  {5, 8},
			board.Knight:  {49, 37},
			board.Cannon:  {45, 32},
			board.Rook:    {61, 50},
		},
		ByMinor: byType{
			board.Pawn:    {3, -12},
			board.Advisor: {0, 5},
			board.Bishop:  {-9, 3},
			board.Knight:  {14, 20},
			board.Cannon:  {22, 3},
			board.Rook:    {50, 36},
		},

		Danger: danger{
			Attacker: [board.PieceTypes]int16{board.Pawn: -6, board.Knight: 23, board.Cannon: -4, board.Rook: 6},
			Hit:      [board.PieceTypes]int16{board.Pawn: 23, board.Knight: 5, board.Cannon: 3, board.Rook: 3},
			File: [board.PieceTypes][4]int16{
				board.Cannon: {62, 20, 36, 24},
				board.Rook:   {0, 30, 20, -9},
				board.King:   {0, 2, 20, -2},
			},
			Rank: [board.PieceTypes][4]int16{
				board.Cannon: {4, 12, 31, 7},
				board.Rook:   {0, 16, 2, 0},
			},
			Check:   [board.PieceTypes]int16{board.Knight: 40, board.Cannon: 20, board.Rook: 35},
			Escapes: [5]int16{17, 11, 12, 0, 3},
			Missing: [board.PieceTypes]int16{board.Advisor: 6, board.Bishop: 3},
		},
	}
}
