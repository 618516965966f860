package eval

import "chuhe/board"

// params are the weights of the hand-written evaluation, in units of [Score]
// unless another is named.
type params struct {
	// Material is the value of each type of piece.
	Material byType
	// Squares is added for the square a piece stands on.
	Squares [board.PieceTypes]squareTable
	// Tempo is the bonus of the side to move.
	Tempo weight

	// CrowdedKnight and CrowdedCannon are for each knight or cannon, times the
	// pieces on the board beyond 16: cannons need screens, knights need room.
	CrowdedKnight, CrowdedCannon weight
	// RookKnight, RookCannon and KnightCannon are for a side that has both.
	RookKnight, RookCannon, KnightCannon weight
	// Rookless is for a side without rooks against one with.
	Rookless weight
	// Guards is by the number of a side's advisors and of its bishops.
	Guards [3][3]weight
	// AdvisorAgainst and BishopAgainst are for each advisor or bishop, times the
	// enemy pieces of a type.
	AdvisorAgainst, BishopAgainst byType
	// Scale is the share of an advantage that remains in an ending, in 1/64, when the
	// attacking pieces outweigh the defending ones by at most -2, -1, 0, and by
	// at least 1; see tables.kept.
	Scale [4]int16

	// PawnPair is for two pawns side by side across the river, AdvisorPair and
	// BishopPair for two that protect each other.
	PawnPair, AdvisorPair, BishopPair weight
	// The mobilities are by the number of squares a piece can move to that are
	// not attacked by an enemy pawn. Of those, CannonMobility counts empty ones
	// only, and RookMobility ones that no enemy knight or cannon attacks.
	KnightMobility               [9]weight
	CannonMobility, RookMobility [18]weight
	// Hanging is for an enemy piece that is attacked and not protected: first
	// if the enemy is to move, then if it is not.
	Hanging [2]byType
	// ByPawn and ByMinor are for a protected enemy piece that is attacked by a
	// pawn, or else by a knight or cannon.
	ByPawn, ByMinor byType

	// Danger is about the kings, in a unit of its own.
	Danger danger
}

// danger has the weights of threats to a king; see view.kings.
type danger struct {
	// Attacker is for each piece that attacks points around the king, and Hit
	// for each of these points.
	Attacker, Hit [board.PieceTypes]int16
	// File and Rank are for a rook or cannon on a line with the king, on a file
	// also for the enemy king, by the number of pieces in between, at most 3.
	File, Rank [board.PieceTypes][4]int16
	// Check is for each type of piece that can safely give check.
	Check [board.PieceTypes]int16
	// Escapes is by the number of points that the king can step to.
	Escapes [5]int16
	// Missing is for each missing guard.
	Missing [board.PieceTypes]int16
}

// weight has a value for the middlegame and one for the endgame. The evaluation
// goes from the former to the latter as rooks, knights and cannons are captured.
type weight struct{ Mg, Eg int16 }

func (w weight) pair() pair { return newPair(w.Mg, w.Eg) }

// byType has a weight for each type of piece, in the order of [board.PieceType]:
// for no piece, which stays zero, pawn, advisor, bishop, knight, cannon and rook.
type byType [board.PieceTypes]weight

// squareTable has values for the points of the left half of the board and the
// centre file, a to e. The first row is the rank farthest from the owner, as on
// a diagram of Red's pieces. The right half mirrors the left.
type squareTable [board.Ranks][board.Files/2 + 1]weight

// pair returns the value of a square as Red counts ranks.
func (t *squareTable) pair(s board.Square) pair {
	return t[board.Ranks-1-s.Rank()][min(s.File(), s.Mirror().File())].pair()
}
