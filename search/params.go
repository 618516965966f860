package search

import (
	"math"

	"chuhe/eval"
)

// Params are the margins of the search in Score points and its reductions, in
// plies where nothing else is said. They are of the usual shape of the field.
// All are int, so that a tuner can walk over them with [Params.Each]; their
// defaults and bounds are in the table [Ranges].
type Params struct {
	// AspirationWindow is half the width of the first window around the last
	// score, from AspirationDepth on; it grows by AspirationGrowth percent.
	AspirationWindow, AspirationDepth, AspirationGrowth int

	// RazorMargin is per ply, below alpha, up to RazorDepth.
	RazorMargin, RazorDepth int

	// ReverseMargin is per ply, above beta (reverse futility), up to
	// ReverseDepth; less ReverseImproving where the position got better.
	ReverseMargin, ReverseImproving, ReverseDepth int

	// NullDepth is the least depth of a null move. NullReduction is the base
	// of its reduction and NullShare what is added for each ply of depth, in
	// 1/1024 plies; a ply more for each NullDivisor of the evaluation's distance
	// above beta. NullMargin is the least such distance, less NullSlope per
	// ply, and NullVerifyDepth the least depth that is verified whatever the
	// material.
	NullDepth, NullReduction, NullShare, NullDivisor int
	NullMargin, NullSlope, NullVerifyDepth           int

	// ProbCutMargin is above beta, from ProbCutDepth on.
	ProbCutMargin, ProbCutDepth int

	// IIRDepth is the least depth for internal iterative reduction.
	IIRDepth int

	// SingularMargin is in 1/16 points per ply, below the hash score, from
	// SingularDepth on. DoubleMargin is further below, for two plies, and
	// MostDoubles the number of such extensions on a path.
	SingularDepth, SingularMargin, DoubleMargin, MostDoubles int
	// CheckExtensionDepth is the largest depth at which a check is extended.
	CheckExtensionDepth int

	// FutilityMargin is per reduced ply, above FutilityBase, up to
	// FutilityDepth reduced plies; the depth is changed by FutilityHistory for
	// each 1024 points of the move's history, in 1/1024 plies.
	FutilityBase, FutilityMargin, FutilityDepth, FutilityHistory int
	// CaptureFutilityMargin and the like are the same for captures, less what is
	// taken and CaptureFutilityHistory points for each 1024 of the history.
	CaptureFutilityBase, CaptureFutilityMargin, CaptureFutilityDepth, CaptureFutilityHistory int
	// QuietSEE is what a quiet move may lose by exchange per squared reduced
	// ply, and CaptureSEE another move per ply.
	QuietSEE, CaptureSEE int
	// HistoryPrune is per ply, below zero, up to HistoryDepth.
	HistoryPrune, HistoryDepth int
	// LateBase and LateSlope say after how many moves the quiet ones left are
	// skipped where the position got better, in 1/100 moves, the slope being
	// per squared ply; LateBaseWorse and LateSlopeWorse where it did not.
	LateBase, LateSlope, LateBaseWorse, LateSlopeWorse int

	// BadCaptureMargin is what a good capture may lose by exchange, and
	// CaptureOrder the weight of what is taken against the move's history.
	BadCaptureMargin, CaptureOrder int

	// QuiescenceFutility is added to what a capture takes. EvasionLimit is the
	// number of moves after which quiet evasions are left out, once one does not
	// lose.
	QuiescenceFutility, EvasionLimit int

	// LMRDepth is the least depth of late move reductions. LMRBase and
	// LMRDivisor, in 1/1000, make their base; see reductions.
	LMRDepth, LMRBase, LMRDivisor int
	// LMRHistoryDivisor is the history of a move that is reduced by a ply less.
	LMRHistoryDivisor int
	// The others say in 1/1024 plies by how much a reduction is changed.
	LMRCut          int // more where a fail-high is expected
	LMRWasPV        int // less where a principal variation once went
	LMRIsPV         int // less on the principal variation
	LMRNotImproving int // more where the position got worse
	LMRCheck        int // less for a check
	LMRCutoffs      int // more after over ManyCutoffs fail-highs among the siblings
	LMRLoudHash     int // more where the hash move is a capture
	LMRKiller       int // less for a killer or counter move
	LMRCapture      int // less for a capture
	ManyCutoffs     int

	// A reduced move that beats alpha is searched a ply more deeply if its
	// score is above the best one so far by more than DeeperMargin, and a ply
	// less if by less than ShallowerMargin.
	DeeperMargin, ShallowerMargin int

	// HistoryBonus is what a move's history gains for a cut-off per ply of
	// depth, up to HistoryBonusMost, and HistoryMalus what the moves tried before
	// it lose.
	HistoryBonus, HistoryBonusMost, HistoryMalus, HistoryMalusMost int

	// CorrectionPawn and CorrectionPieces are the weights of the correction
	// history by pawns and by the pieces of a side, in 1/65536 points per step,
	// and CorrectionRate is how fast it learns, in 1/1024 steps per point and
	// ply.
	CorrectionPawn, CorrectionPieces, CorrectionRate int
}

// Params returns the margins and reductions in force.
func (e *Engine) Params() Params { return e.params }

// SetParams changes margins and reductions, which are not among the options as
// only a tuner has a use for it. On an error the old ones stay in force. The
// table is emptied if they differ.
func (e *Engine) SetParams(p Params) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if p != e.params {
		e.params, e.reductions = p, newReductions(&p)
		for _, w := range e.workers {
			w.params, w.reductions = e.params, e.reductions
		}
		e.table.clear(len(e.workers)) // its scores are those of another search
	}
	return nil
}

// reductions is what of the late move reductions is worked out once.
type reductions struct {
	// base is by depth and move number, in 1/1024 plies.
	base [64][64]int32
	// late is by whether the position got better, and by depth; see lateMoves.
	late [2][64]int32
	// history is 1024 over LMRHistoryDivisor, in 1/2^40, lest the search divide.
	history int64
}

// newReductions fills the tables. That of reductions has a base, and the product
// of the logarithms over a divisor.
func newReductions(p *Params) *reductions {
	t := &reductions{history: 1<<50/int64(p.LMRHistoryDivisor) + 1}
	base, divisor := float64(p.LMRBase)/1000, float64(p.LMRDivisor)/1000
	for depth := 1; depth < len(t.base); depth++ {
		for move := 1; move < len(t.base[0]); move++ {
			t.base[depth][move] = int32(1024 * (base + math.Log(float64(depth))*math.Log(float64(move))/divisor))
		}
	}
	for depth := range t.late[0] {
		square := depth * depth
		t.late[0][depth] = int32((p.LateBaseWorse + p.LateSlopeWorse*square) / 100)
		t.late[1][depth] = int32((p.LateBase + p.LateSlope*square) / 100)
	}
	return t
}

// at returns the base reduction in 1/1024 plies.
func (t *reductions) at(depth, move int) int {
	return int(t.base[min(depth, len(t.base)-1)][min(move, len(t.base[0])-1)])
}

// less returns by how much a move's history lowers its reduction, in 1/1024
// plies: exactly the quotient, rounded towards zero.
func (t *reductions) less(history int) int { return int(int64(history) * t.history / (1 << 40)) }

// lateMoves returns how many moves are looked at before the quiet ones left
// are skipped.
func (t *reductions) lateMoves(depth int, improving bool) int {
	return int(t.late[b2i(improving)][min(depth, len(t.late[0])-1)])
}

// historyBonus returns what a move's history gains at a depth for a cut-off.
func (p *Params) historyBonus(depth int) int { return min(p.HistoryBonus*depth, p.HistoryBonusMost) }

// historyMalus returns what the moves tried before the cut-off lose.
func (p *Params) historyMalus(depth int) int { return min(p.HistoryMalus*depth, p.HistoryMalusMost) }

// singularMargin returns how far below the hash score the others must be.
func (p *Params) singularMargin(depth int) eval.Score {
	return depthScore(p.SingularMargin, depth) / 16
}

// depthScore scales a margin by depth.
func depthScore(margin, depth int) eval.Score { return eval.Score(margin * depth) }
