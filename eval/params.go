package eval

import "chuhe/board"

// params are the weights of the hand-written evaluation, in units of [Score]
// unless another is named.
type params struct {
	// Material is the value of each type of piece.
	Material byType
	// Squares is added for the square a piece stands on.
	Squares [board.PieceTypes]squareTable
	// Tempo is for the side to move.
	Tempo weight

	// CrowdedKnight and CrowdedCannon are for each knight or cannon and each
	// piece on the board beyond 16: cannons need screens, knights room.
	CrowdedKnight, CrowdedCannon weight
	// RookKnight, RookCannon and KnightCannon are for a side with both.
	RookKnight, RookCannon, KnightCannon weight
	// Rookless is for a side without rooks against one with.
	Rookless weight
	// Guards is for the number of a side's advisors and of its elephants.
	Guards [3][3]weight
	// AdvisorAgainst and BishopAgainst are for each advisor or elephant and
	// each enemy piece of a type.
	AdvisorAgainst, BishopAgainst byType
	// Scale is what remains of an advantage in an ending, in 1/64, when the
	// attacking pieces outweigh the defending ones by at most -2, -1, 0, and by
	// at least 1; see tables.chances.
	Scale [4]int16

	// PawnPair is for two pawns side by side beyond the river, AdvisorPair and
	// BishopPair for two that protect each other.
	PawnPair, AdvisorPair, BishopPair weight
	// KnightMobility is by the number of squares that a knight can go to
	// without meeting an enemy pawn, CannonMobility by that of empty ones, and
	// RookMobility by that of squares on which neither pawn, knight nor cannon
	// captures.
	KnightMobility               [9]weight
	CannonMobility, RookMobility [18]weight
	// Hanging is for an enemy piece that is attacked and not protected, when
	// the enemy is to move and when it is not.
	Hanging [2]byType
	// ByPawn and ByMinor are for a protected enemy piece attacked by a pawn, or
	// else by a knight or cannon.
	ByPawn, ByMinor byType

	// Danger is about the kings, in units of its own.
	Danger danger
}

// danger has the weights of what threatens a king; see view.kings.
type danger struct {
	// Attacker is for each piece that attacks points around the king, and Hit
	// for each of these points.
	Attacker, Hit [board.PieceTypes]int16
	// File and Rank are for a rook, a cannon or on the file the king in line
	// with the king, by the number of pieces between, 3 for more.
	File, Rank [board.PieceTypes][4]int16
	// Check is for a type of piece that can safely give check.
	Check [board.PieceTypes]int16
	// Escapes is by the number of points the king can step to.
	Escapes [5]int16
	// Missing is for each guard lost.
	Missing [board.PieceTypes]int16
}

// weight is a value in the middlegame and one in the endgame. The evaluation
// goes from the one to the other as rooks, knights and cannons leave the board.
type weight struct{ Mg, Eg int16 }

func (w weight) pair() pair { return newPair(w.Mg, w.Eg) }

// byType has a weight for each type of piece.
type byType [board.PieceTypes]weight

// squareTable has values for the points of the left half of the board and the
// centre file, a to e. The first row is the rank farthest from the owner, as on
// a diagram of Red's pieces. The right half mirrors the left.
type squareTable struct {
	Mg, Eg [board.Ranks][board.Files/2 + 1]int16
}

// pair returns the value of a square as Red counts ranks.
func (t *squareTable) pair(s board.Square) pair {
	row, file := board.Ranks-1-s.Rank(), min(s.File(), s.Mirror().File())
	return newPair(t.Mg[row][file], t.Eg[row][file])
}
