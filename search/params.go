package search

import (
	"math"

	"chuhe/eval"
)

// Params are the margins of the search in Score points, its reductions in plies
// where nothing else is said, and how it spends time. They are of the usual shape
// of the field.
//
// All are int, so that a tuner can walk over them with [Params.Each]. The tag of
// a field has its default, its bounds, and a change that is small but can be
// felt: a tuner's last step. The defaults were found by tune in 11,000 games of
// 2500 nodes with the network, from first guesses; depths and times still are
// such.
type Params struct {
	// AspirationWindow is half the width of the first window around the last
	// score, from AspirationDepth on. It grows by AspirationGrowth percent each
	// time the score falls outside, and opens fully beyond AspirationMost.
	AspirationWindow int `range:"18,5,80,3"`
	AspirationDepth  int `range:"5,1,10,1"`
	AspirationGrowth int `range:"49,10,200,10"`
	AspirationMost   int `range:"600,100,3000,100"`

	// RazorMargin is per ply, below alpha, up to RazorDepth.
	RazorMargin int `range:"273,50,800,30"`
	RazorDepth  int `range:"3,0,8,1"`

	// ReverseMargin is per ply, above beta (reverse futility), up to
	// ReverseDepth; less ReverseImproving where the position got better.
	ReverseMargin    int `range:"48,20,250,8"`
	ReverseImproving int `range:"65,0,250,10"`
	ReverseDepth     int `range:"9,3,20,1"`

	// NullDepth is the least depth of a null move. NullReduction is the base
	// of its reduction and NullShare what is added for each ply of depth, in
	// 1/1024 plies; a ply more for each NullDivisor of the evaluation's distance
	// above beta, up to NullMost plies. NullMargin is the least such distance, less NullSlope per
	// ply, and NullVerifyDepth the least depth that is verified whatever the
	// material.
	NullDepth       int `range:"3,1,8,1"`
	NullReduction   int `range:"3918,1024,8192,300"`
	NullShare       int `range:"328,0,700,30"`
	NullDivisor     int `range:"185,40,1000,20"`
	NullMost        int `range:"3,0,8,1"`
	NullMargin      int `range:"126,-100,500,20"`
	NullSlope       int `range:"17,0,80,3"`
	NullVerifyDepth int `range:"12,4,30,1"`

	// ProbCutMargin is above beta, from ProbCutDepth on. The search behind it is
	// ProbCutReduction plies less deep.
	ProbCutMargin    int `range:"198,50,600,20"`
	ProbCutDepth     int `range:"5,4,12,1"`
	ProbCutReduction int `range:"4,2,6,1"`

	// IIRDepth is the least depth for internal iterative reduction.
	IIRDepth int `range:"4,2,12,1"`

	// SingularMargin is in 1/16 points per ply, below the hash score, from
	// SingularDepth on. DoubleMargin is further below, for two plies, and
	// MostDoubles the number of such extensions on a path. The hash entry may be
	// SingularTableDepth plies less deep than the node.
	SingularDepth      int `range:"7,4,14,1"`
	SingularTableDepth int `range:"3,0,6,1"`
	SingularMargin     int `range:"34,4,128,5"`
	DoubleMargin       int `range:"18,0,120,5"`
	MostDoubles        int `range:"6,0,20,1"`
	// CheckExtensionDepth is the largest depth at which a check is extended.
	CheckExtensionDepth int `range:"8,0,30,1"`

	// FutilityMargin is per reduced ply, above FutilityBase, up to
	// FutilityDepth reduced plies; the depth is changed by FutilityHistory for
	// each 1024 points of the move's history, in 1/1024 plies.
	FutilityBase    int `range:"108,0,500,15"`
	FutilityMargin  int `range:"105,20,400,10"`
	FutilityDepth   int `range:"8,2,16,1"`
	FutilityHistory int `range:"30,0,128,6"`
	// CaptureFutilityMargin and the like are the same for captures, less what is
	// taken and CaptureFutilityHistory points for each 1024 of the history.
	CaptureFutilityBase    int `range:"281,50,800,25"`
	CaptureFutilityMargin  int `range:"242,50,800,25"`
	CaptureFutilityDepth   int `range:"6,1,16,1"`
	CaptureFutilityHistory int `range:"13,0,64,3"`
	// QuietSEE is what a quiet move may lose by exchange per squared reduced
	// ply, and CaptureSEE another move per ply.
	QuietSEE   int `range:"30,5,120,3"`
	CaptureSEE int `range:"161,20,400,10"`
	// HistoryPrune is per ply, below zero, up to HistoryDepth.
	HistoryPrune int `range:"3673,500,10000,300"`
	HistoryDepth int `range:"5,0,16,1"`
	// LateBase and LateSlope say after how many moves the quiet ones left are
	// skipped where the position got better, in 1/100 moves, the slope being
	// per squared ply; LateBaseWorse and LateSlopeWorse where it did not.
	LateBase       int `range:"423,0,1500,50"`
	LateSlope      int `range:"116,20,400,10"`
	LateBaseWorse  int `range:"332,0,1500,50"`
	LateSlopeWorse int `range:"57,10,300,6"`

	// BadCaptureMargin is what a good capture may lose by exchange, and
	// CaptureOrder the weight of what is taken against the move's history.
	BadCaptureMargin int `range:"57,-100,300,15"`
	CaptureOrder     int `range:"16,1,64,2"`

	// QuiescenceFutility is added to what a capture takes. EvasionLimit is the
	// number of moves after which quiet evasions are left out, once one does not
	// lose.
	QuiescenceFutility int `range:"190,20,600,15"`
	EvasionLimit       int `range:"3,1,12,1"`

	// LMRDepth is the least depth of late move reductions. LMRBase and
	// LMRDivisor, in 1/1000, make their base; see reductions.
	LMRDepth int `range:"2,2,6,1"`
	// LMRCaptureCount is the number of moves after which captures are reduced
	// even where a principal variation once went.
	LMRCaptureCount int `range:"4,1,16,1"`
	LMRBase         int `range:"579,-500,2000,60"`
	LMRDivisor      int `range:"2235,1000,5000,120"`
	// LMRHistoryDivisor is the history of a move that is reduced by a ply less.
	LMRHistoryDivisor int `range:"9780,2000,30000,700"`
	// The others say in 1/1024 plies by how much a reduction is changed.
	LMRCut          int `range:"1382,0,3500,130"`   // more where a fail-high is expected
	LMRWasPV        int `range:"728,0,3000,130"`    // less where a principal variation once went
	LMRIsPV         int `range:"516,0,3000,130"`    // less on the principal variation
	LMRNotImproving int `range:"581,-500,2500,130"` // more where the position got worse
	LMRCheck        int `range:"576,-500,2500,130"` // less for a check
	LMRCutoffs      int `range:"899,-500,2500,130"` // more after over ManyCutoffs fail-highs among the siblings
	LMRLoudHash     int `range:"523,-500,2500,130"` // more where the hash move is a capture
	LMRKiller       int `range:"859,-500,2500,130"` // less for a killer or counter move
	LMRCapture      int `range:"584,-500,2500,130"` // less for a capture
	ManyCutoffs     int `range:"1,0,12,1"`

	// A reduced move that beats alpha is searched a ply more deeply if its
	// score is above the best one so far by more than DeeperMargin, and a ply
	// less if by less than ShallowerMargin.
	DeeperMargin    int `range:"46,5,250,6"`
	ShallowerMargin int `range:"6,0,80,2"`
	// RaisedLowDepth and RaisedHighDepth limit the depths, both excluded, at
	// which the moves after one that raised alpha are searched a ply less deeply.
	RaisedLowDepth  int `range:"2,0,8,1"`
	RaisedHighDepth int `range:"12,4,30,1"`

	// HistoryBonus is what a move's history gains for a cut-off per ply of
	// depth, up to HistoryBonusMost, and HistoryMalus what the moves tried before
	// it lose.
	HistoryBonus     int `range:"124,20,800,16"`
	HistoryBonusMost int `range:"2048,300,6000,150"`
	HistoryMalus     int `range:"178,20,800,16"`
	HistoryMalusMost int `range:"1608,300,6000,150"`

	// CorrectionPawn and CorrectionPieces are the weights of the correction
	// history by pawns and by the pieces of a side, in 1/65536 points per step,
	// and CorrectionRate is how fast it learns, in 1/1024 steps per point and
	// ply.
	CorrectionPawn   int `range:"2582,0,10000,250"`
	CorrectionPieces int `range:"2844,0,10000,250"`
	CorrectionRate   int `range:"131,16,600,12"`

	// TimeMoves is the number of moves that the clock must last for where no time
	// control is in sight: most games end sooner, and the increment and a
	// shrinking clock take care of the others. TimeIncrement is the part of the
	// increment to use for a move, and TimePonder what is added when the engine
	// thinks on the opponent's time, in percent.
	TimeMoves     int `range:"28,10,80,2"`
	TimeIncrement int `range:"75,0,100,5"`
	TimePonder    int `range:"25,0,100,5"`
	// TimeHard is the hard limit in percent of the soft one. TimeSoftMost and
	// TimeHardMost are the parts of the clock, in percent, that they may take.
	TimeHard     int `range:"500,100,1000,20"`
	TimeSoftMost int `range:"20,5,90,2"`
	TimeHardMost int `range:"35,10,90,2"`
	// The soft limit is scaled by three factors in percent: TimeStable, less
	// TimeStableStep for each iteration with the same best move, up to
	// TimeStableMost of them; TimeFallBase, and TimeFall more for each 100 points
	// that the score fell, up to TimeFallMost points; TimeShare, less TimeShareStep
	// times the best move's part of the nodes.
	TimeStable     int `range:"135,80,250,5"`
	TimeStableStep int `range:"8,0,30,1"`
	TimeStableMost int `range:"8,1,20,1"`
	TimeFallBase   int `range:"85,50,120,3"`
	TimeFall       int `range:"77,0,200,5"`
	TimeFallMost   int `range:"120,20,400,10"`
	TimeShare      int `range:"165,100,300,5"`
	TimeShareStep  int `range:"105,0,200,5"`
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
