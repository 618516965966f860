package search

import (
	"math"

	"chuhe/eval"
)

// The margins of the search in Score points and its reductions in plies. They
// are of the usual shape of the field; the values are first guesses that no
// tuning has touched.
const (
	aspirationWindow = 18 // half width of the first window around the last score
	aspirationDepth  = 5  // least depth that has a window

	razorMargin = 260 // per ply, below alpha
	razorDepth  = 3

	reverseMargin = 75 // per ply, above beta: reverse futility
	reverseDepth  = 9

	nullDepth       = 3   // least depth
	nullReduction   = 4   // base
	nullMargin      = 120 // above beta, less nullSlope per ply
	nullSlope       = 18
	nullDivisor     = 180 // of the evaluation's distance above beta
	nullVerifyDepth = 12  // least depth that is verified whatever the material

	probCutMargin = 190
	probCutDepth  = 5

	iirDepth = 4 // least depth for internal iterative reduction

	singularDepth  = 7
	singularMargin = 2  // per ply, below the hash score
	doubleMargin   = 22 // further below, for two plies
	mostDoubles    = 6  // on a path

	checkExtensionDepth = 8

	futilityMargin = 110 // per reduced ply
	futilityBase   = 120
	futilityDepth  = 8

	captureFutilityBase   = 260
	captureFutilityMargin = 230
	captureFutilityDepth  = 6

	quietSEE     = 28 // per squared reduced ply
	captureSEE   = 110
	historyPrune = 3200 // per ply
	historyDepth = 5

	badCaptureMargin = 60 // what a good capture may lose by exchange

	quiescenceFutility = 180
	evasionLimit       = 3 // moves after which quiet evasions are left out, once one does not lose

	lmrDepth = 2 // least depth of late move reductions

	// By how much a late move's reduction is changed, in 1/1024 plies.
	lmrHistoryDivisor = 9000 // the move's history for one ply less
	lmrCut            = 1300 // more where a fail-high is expected
	lmrWasPV          = 900  // less where a principal variation once went
	lmrIsPV           = 500  // less on the principal variation
	lmrNotImproving   = 350  // more where the position got worse
	lmrCheck          = 700  // less for a check
	lmrCutoffs        = 800  // more after many fail-highs among the siblings
	lmrLoudHash       = 600  // more where the hash move is a capture
	lmrKiller         = 800  // less for a killer or counter move
	lmrCapture        = 600  // less for a capture
	manyCutoffs       = 3    // fail-highs that are not yet many

	// A reduced move that beats alpha is searched a ply more deeply if its
	// score is above the best one so far by more than deeperMargin, and a ply
	// less if by less than shallowerMargin.
	deeperMargin    = 50
	shallowerMargin = 8
)

// reductions is the base of late move reductions by depth and move number, in
// 1/1024 plies.
var reductions = func() (t [64][64]int) {
	for depth := 1; depth < 64; depth++ {
		for move := 1; move < 64; move++ {
			t[depth][move] = int(1024 * (0.55 + math.Log(float64(depth))*math.Log(float64(move))/2.15))
		}
	}
	return
}()

// reduction returns the base reduction in 1/1024 plies.
func reduction(depth, move int) int { return reductions[min(depth, 63)][min(move, 63)] }

// lateMoves returns how many moves are looked at before the quiet ones left
// are skipped.
func lateMoves(depth int, improving bool) int {
	if improving {
		return 4 + depth*depth
	}
	return 3 + depth*depth/2
}

// historyBonus returns what a move's history gains at a depth for a cut-off.
func historyBonus(depth int) int { return min(160*depth, 1800) }

// historyMalus returns what the moves tried before the cut-off lose.
func historyMalus(depth int) int { return min(150*depth, 1500) }

// depthScore scales a margin by depth.
func depthScore(margin, depth int) eval.Score { return eval.Score(margin * depth) }
