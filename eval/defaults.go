package eval

import "chuhe/board"

// defaultParams returns the weights in use. They were fitted to the results and
// scores of the engine's own games.
func defaultParams() params {
	return params{
		Material: byType{{}, {69, 151}, {92, 47}, {94, 48}, {419, 451}, {406, 407}, {974, 1051}},
		Squares:  defaultSquares(),
		Tempo:    weight{39, 1},

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
		AdvisorAgainst: byType{{}, {13, 5}, {}, {2, 1}, {30, 18}, {-17, -36}, {7, 6}},
		BishopAgainst:  byType{{}, {-7, 15}, {-2, 1}, {}, {18, -3}, {21, 32}, {2, -1}},
		Scale:          [4]int16{13, 35, 35, 58},

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
			{{}, {13, 21}, {14, 12}, {23, 16}, {50, 49}, {58, 45}, {44, 40}},
			{{}, {17, 14}, {21, 24}, {23, 25}, {63, 65}, {70, 62}, {88, 94}},
		},
		ByPawn:  byType{{}, {1, 4}, {8, 17}, {5, 8}, {49, 37}, {45, 32}, {61, 50}},
		ByMinor: byType{{}, {3, -12}, {0, 5}, {-9, 3}, {14, 20}, {22, 3}, {50, 36}},

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
