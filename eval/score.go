package eval

import "chuhe/board"

// Score is the value of a position for the side to move. A pawn across the river,
// an advisor or a bishop is worth about 100, a knight or a cannon about 430.
//
// Scores fall into bands, from zero outwards: evaluations up to ±MaxEval, wins
// by the rules of repetition up to ±RuleWin, mates up to ±Mate. Within the two
// outer bands the distance in plies from the root is subtracted from the
// bound, so that a nearer win is the better one.
type Score int32

// Bounds of the bands.
const (
	// Infinity is beyond every score.
	Infinity Score = 32000
	// Mate is a mate or a stalemate given at the root, less one for each ply.
	Mate Score = 31000
	// RuleWin is a win by repetition claimed at the root, less one for each ply.
	RuleWin Score = 30000
	// MaxEval bounds what an evaluation may return.
	MaxEval Score = 29000
	// MaxPly is the deepest ply of a search, and so the width of the outer bands.
	MaxPly = 256
	// Draw is the score of a drawn game.
	Draw Score = 0
)

// Worth returns what players count a piece for when they say what is won or lost, a pawn being
// 1; 0 for a king.
func Worth(t board.PieceType) int {
	return [board.PieceTypes]int{board.Pawn: 1, board.Advisor: 2, board.Bishop: 2, board.Knight: 4, board.Cannon: 4, board.Rook: 9}[t]
}

// MatedIn returns the score of the side to move that is mated at a ply of the
// search.
func MatedIn(ply int) Score { return -Mate + Score(ply) }

// LostByRuleIn returns the score of the side to move that loses by the rules of
// repetition at a ply of the search.
func LostByRuleIn(ply int) Score { return -RuleWin + Score(ply) }

// MateDistance returns the plies until the mate that a score announces,
// positive when the side to move wins and negative when it is mated; ok is
// false when the score announces none.
func (s Score) MateDistance() (plies int, ok bool) { return s.distance(Mate) }

// RuleDistance is MateDistance for a win or loss by the rules of repetition.
func (s Score) RuleDistance() (plies int, ok bool) { return s.distance(RuleWin) }

// distance returns the plies by which a score is nearer to zero than the outer
// bound of its band; ok is false if it is in another band.
func (s Score) distance(bound Score) (plies int, ok bool) {
	switch {
	case s >= bound-MaxPly && s <= bound:
		return int(bound - s), true
	case s <= -bound+MaxPly && s >= -bound:
		return -int(bound + s), true
	}
	return 0, false
}

// IsDecided reports whether a score announces a mate or a win or loss by the
// rules, and so is not an evaluation.
func (s Score) IsDecided() bool { return s > MaxEval || s < -MaxEval }
