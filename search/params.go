package search

// Params are the margins of the search in Score points, its depths in plies, its
// reductions in 1/1024 plies, and how it spends time. They are of the usual shape of
// the field.
//
// All are int, so that a tuner can walk over them with [Params.Each]. The tag of a field
// has its default, its bounds, and a change that is small but can be felt: a tuner's last
// step. The defaults were found by tune, from first guesses: at 3,000 nodes a move, and
// then, with what had come since, in 14,000 games at 10,000 nodes a move (docs/strength.md,
// the sixth step). Two more tunings won in games that were cut after 50 plies, and lost in
// whole games (the ninth step). Depths, times and small numbers are still guesses;
// ManyCutoffs, RaisedLess and SingularBeta were set back part of the way after the first
// tuning, since short games undervalue depth.
type Params struct {
	// AspirationWindow is half the width of the first window around the last
	// score, from AspirationDepth on. It grows by AspirationGrowth percent each
	// time the score falls outside, and opens fully beyond AspirationMost. When the
	// score falls below, the upper end comes down to AspirationLow/1024 of the window.
	AspirationWindow int `range:"14,5,80,3"`
	AspirationDepth  int `range:"5,1,10,1"`
	AspirationGrowth int `range:"52,20,200,10"`
	AspirationMost   int `range:"710,100,3000,100"`
	AspirationLow    int `range:"512,0,1024,60"`

	// Winning is the score beyond which a side wins anyway, so that only the mate is
	// left to find. Where beta is below minus Winning no node is pruned as a whole,
	// where alpha reaches Winning there is no razoring, and beyond either singular moves
	// are extended by one ply only.
	Winning int `range:"1000,300,30000,100"`

	// RazorMargin is per ply, below alpha, up to RazorDepth.
	RazorMargin int `range:"297,50,800,30"`
	RazorDepth  int `range:"3,0,8,1"`

	// ReverseMargin is per ply, above beta (reverse futility), up to ReverseDepth, with
	// ReverseCurve/16 per squared ply. It is less by ReverseUnknown per ply where the
	// table knows nothing, and by ReverseImproving where the position got better. The
	// score returned is above beta by ReverseReturn/1024 of what the evaluation is.
	ReverseMargin    int `range:"44,10,250,5"`
	ReverseCurve     int `range:"27,0,200,6"`
	ReverseUnknown   int `range:"2,0,60,4"`
	ReverseImproving int `range:"27,0,250,10"`
	ReverseReturn    int `range:"408,0,1024,40"`
	ReverseDepth     int `range:"12,3,20,1"`

	// NullDepth is the least depth of a null move. NullReduction is the base
	// of its reduction and NullShare what is added for each ply of depth, in
	// 1/1024 plies; a ply more for each NullDivisor of the evaluation's distance
	// above beta, up to NullMost plies. NullMargin is the least such distance, less
	// NullSlope per ply, and NullVerifyDepth the least depth that is verified with
	// any material.
	NullDepth       int `range:"3,1,8,1"`
	NullReduction   int `range:"4142,1024,8192,300"`
	NullShare       int `range:"397,0,700,30"`
	NullDivisor     int `range:"170,40,1000,20"`
	NullMost        int `range:"4,0,8,1"`
	NullMargin      int `range:"155,-100,500,20"`
	NullSlope       int `range:"12,0,80,3"`
	NullVerifyDepth int `range:"12,4,30,1"`

	// ProbCutMargin is above beta, less ProbCutImproving where the position got better,
	// from ProbCutDepth on. The search behind it is ProbCutReduction plies less deep.
	// ProbCutKnown is the margin where the table has the result of such a search.
	ProbCutMargin    int `range:"165,50,600,15"`
	ProbCutImproving int `range:"37,0,200,10"`
	ProbCutKnown     int `range:"294,50,800,25"`
	ProbCutDepth     int `range:"4,3,12,1"`
	ProbCutReduction int `range:"4,2,6,1"`

	// DoubtDepth is the largest depth at which a node is searched that the table
	// would end otherwise than expected.
	DoubtDepth int `range:"5,0,20,1"`
	// ConfirmDepth is the least depth at which the table ends a node only if what it
	// knows of the position after the hash move does not contradict.
	ConfirmDepth int `range:"8,2,20,1"`

	// IIRDepth is the least depth for internal iterative reduction.
	IIRDepth int `range:"4,2,12,1"`

	// SingularMargin is in 1/16 points per ply, below the hash score, from
	// SingularDepth on. Where a principal variation once went it begins one ply
	// later, and SingularWasPV is added to it if none goes there now. The hash entry may
	// be SingularTableDepth plies less deep than the node.
	SingularDepth      int `range:"5,4,14,1"`
	SingularTableDepth int `range:"3,0,6,1"`
	SingularMargin     int `range:"16,4,128,4"`
	SingularWasPV      int `range:"13,0,128,4"`
	// DoubleMargin is further below, for two plies, and TripleMargin for three,
	// more on the principal variation and less where the hash move is quiet.
	// MostDoubles is the number of such extensions on a path.
	DoubleMargin int `range:"7,-40,120,5"`
	DoublePV     int `range:"128,0,400,12"`
	DoubleQuiet  int `range:"22,-50,300,8"`
	TripleMargin int `range:"81,0,300,10"`
	TriplePV     int `range:"181,0,500,15"`
	TripleQuiet  int `range:"52,-50,300,10"`
	MostDoubles  int `range:"7,0,20,1"`
	// SingularDeeper is by how many plies the other moves of a node are searched more
	// deeply whose hash move is extended: as singular, or as a check. SingularBeta and
	// SingularCut are the plies that a hash move loses which is not singular, but above
	// beta or in a node expected to fail high.
	SingularDeeper int `range:"1,0,2,1"`
	SingularBeta   int `range:"3,0,5,1"`
	SingularCut    int `range:"2,0,5,1"`
	// CheckExtensionDepth is the largest depth at which a check is extended.
	CheckExtensionDepth int `range:"8,0,30,1"`

	// FutilityMargin is per reduced ply, above FutilityBase, or FutilityRaised once
	// a move has raised alpha, up to FutilityDepth reduced plies; FutilityAbove is
	// added where the static evaluation is above alpha. The reduced depth grows by
	// a ply for each FutilityHistory of the move's continuation and pawn history
	// and FutilityQuiet/1024 times the quiet history.
	FutilityBase    int `range:"127,0,500,12"`
	FutilityRaised  int `range:"38,-50,300,10"`
	FutilityAbove   int `range:"55,0,300,10"`
	FutilityMargin  int `range:"71,20,300,8"`
	FutilityDepth   int `range:"12,2,16,1"`
	FutilityHistory int `range:"3655,1000,12000,250"`
	FutilityQuiet   int `range:"1936,0,6000,200"`
	// CaptureFutilityMargin and the like are the same for captures, with what is
	// taken and CaptureFutilityHistory points for each 1024 of the history.
	CaptureFutilityBase    int `range:"166,0,800,20"`
	CaptureFutilityMargin  int `range:"142,30,600,12"`
	CaptureFutilityDepth   int `range:"6,1,16,1"`
	CaptureFutilityHistory int `range:"52,0,200,6"`
	// QuietSEE is the most that a quiet move may lose by exchange per squared reduced
	// ply. CaptureSEE is the most that a capture may lose per ply, CaptureSEEHistory points
	// more for each 1024 of its history. A check may lose anything.
	QuietSEE          int `range:"16,2,80,2"`
	CaptureSEE        int `range:"141,20,400,8"`
	CaptureSEEHistory int `range:"31,0,100,3"`
	// HistoryPrune is per ply, below zero, of the continuation and pawn history.
	HistoryPrune int `range:"4458,500,15000,300"`
	// LateBase and LateSlope say after how many moves the quiet ones left are
	// skipped where the position got better, in 1/100 moves, the slope being
	// per squared ply; LateBaseWorse and LateSlopeWorse where it did not.
	LateBase       int `range:"360,0,1500,50"`
	LateSlope      int `range:"99,20,400,10"`
	LateBaseWorse  int `range:"63,0,1500,50"`
	LateSlopeWorse int `range:"58,10,300,6"`
	// RepliesDepth is the last iteration in which no reply to a move of the root is skipped
	// as late: at depth 1 hardly a quiet move is looked at, and then a reply that only
	// blunders may be the best one that is found. 0 skips them everywhere.
	RepliesDepth int `range:"4,0,20,1"`

	// BadCaptureMargin is the most that a good capture may lose by exchange, and
	// BadCaptureScore the most that it may lose besides for each 1024 points of its order.
	// CaptureOrder is the weight of the captured piece against the move's history.
	BadCaptureMargin int `range:"4,-100,300,10"`
	BadCaptureScore  int `range:"20,0,80,3"`
	CaptureOrder     int `range:"17,1,64,2"`
	// CheckOrder is the bonus in the order of a quiet check that loses at most
	// CheckOrderSEE by exchange.
	CheckOrder    int `range:"13471,0,40000,1000"`
	CheckOrderSEE int `range:"60,-50,300,10"`
	// BadQuiet is how far below zero the order of a quiet move puts it after the bad
	// captures.
	BadQuiet int `range:"13379,0,60000,1000"`
	// LowPlyOrder is the weight of the history of the plies near the root.
	LowPlyOrder int `range:"3,0,16,1"`

	// QuiescenceFutility is added to what a capture takes. QuiescenceLimit is the
	// number of captures after which the others must give check or take back, and
	// QuiescenceSEE what a capture may lose by exchange. A score that needs no capture
	// to reach beta counts as above it by StandPatReturn/1024 of what it is.
	// EvasionLimit is the number of moves after which quiet evasions are left out,
	// once one does not lose.
	QuiescenceLimit    int `range:"2,1,20,1"`
	QuiescenceSEE      int `range:"42,-50,200,8"`
	StandPatReturn     int `range:"586,0,1024,40"`
	QuiescenceFutility int `range:"151,20,600,15"`
	EvasionLimit       int `range:"3,1,12,1"`

	// LMRDepth is the least depth of late move reductions.
	LMRDepth int `range:"2,2,6,1"`
	// LMRDivisor, in 1/1000, divides the product of the logarithms of depth and
	// move number. LMRHistoryDivisor is the history of a move that is reduced by a
	// ply less, and LMRCaptureValue the history that a point taken is worth.
	LMRDivisor        int `range:"2270,1000,5000,80"`
	LMRHistoryDivisor int `range:"10653,2000,30000,600"`
	LMRCaptureValue   int `range:"11,0,40,1"`
	// The others say in 1/1024 plies by how much a reduction is changed. The first
	// four also hold where a move is pruned by its reduced depth.
	LMRBase         int `range:"1229,-500,3000,80"`
	LMRNotImproving int `range:"468,0,1200,40"`      // more where the position got worse, times the reduction
	LMRDelta        int `range:"810,0,2500,60"`      // less for the window's part of the root's
	LMRPruneWasPV   int `range:"818,-500,2500,100"`  // more where a principal variation once went
	LMRWasPV        int `range:"2681,0,5000,130"`    // less where a principal variation once went
	LMRIsPV         int `range:"922,0,3000,100"`     // less on the principal variation
	LMRHashAbove    int `range:"808,-500,2500,100"`  // less there where the table's score is above alpha
	LMRHashDeep     int `range:"634,-500,2500,100"`  // less there where the table's entry is as deep
	LMRLate         int `range:"865,-500,2500,80"`   // more for every move
	LMRCount        int `range:"65,0,200,8"`         // less for each move before
	LMRCorrection   int `range:"9,0,40,1"`           // less for each point that the evaluation is corrected by
	LMRCut          int `range:"2874,0,5000,130"`    // more where a fail-high is expected
	LMRCutBare      int `range:"945,-500,3000,100"`  // more there without a hash move
	LMRCheck        int `range:"336,-500,2500,100"`  // less for a check
	LMRCutoffs      int `range:"919,-500,2500,100"`  // more after over ManyCutoffs fail-highs among the siblings
	LMRCutoffsAll   int `range:"640,-500,2500,100"`  // more then where no fail-high is expected
	LMRAll          int `range:"959,0,3000,100"`     // more where no fail-high is expected, times the reduction and by depth + 1
	LMRFirst        int `range:"3461,500,9000,250"`  // the reduction from which the first move is searched a ply less deeply
	LMRFirstMore    int `range:"1871,0,6000,150"`    // what more makes it two plies
	LMRLoudHash     int `range:"1302,-500,3000,100"` // more where the hash move is a capture
	LMRHashMove     int `range:"1961,-500,4000,130"` // less for the hash move
	LMRKiller       int `range:"451,-500,2500,100"`  // less for a killer or counter move
	ManyCutoffs     int `range:"1,0,12,1"`

	// A reduced move that beats alpha is searched a ply more deeply if its score is
	// above the best one so far by more than DeeperMargin and a point per ply, and
	// a ply less if by less than ShallowerMargin.
	DeeperMargin    int `range:"25,0,250,6"`
	ShallowerMargin int `range:"8,0,80,2"`
	// A node whose move was reduced by HindsightDeeper plies is searched a ply more
	// deeply unless the position got worse for the mover, and one whose move was
	// reduced at all a ply less if it got worse by HindsightMargin.
	HindsightDeeper int `range:"4,1,8,1"`
	HindsightMargin int `range:"100,0,400,10"`
	// RaisedLowDepth and RaisedHighDepth limit the depths, both excluded, at which
	// the moves after one that raised alpha are searched RaisedLess plies less
	// deeply.
	RaisedLowDepth  int `range:"2,0,8,1"`
	RaisedHighDepth int `range:"13,4,30,1"`
	RaisedLess      int `range:"2,0,3,1"`

	// A move that fails high gains HistoryBonus per ply of depth less
	// HistoryBonusBase, up to HistoryBonusMost, and HistoryHashBonus more if it is
	// the hash move. The moves tried before it lose HistoryMalus per ply less
	// HistoryMalusBase, up to HistoryMalusMost, each MalusDecay/1024 times as much as the
	// one before.
	HistoryBonus     int `range:"127,20,800,10"`
	HistoryBonusBase int `range:"72,-200,400,15"`
	HistoryBonusMost int `range:"1634,300,6000,100"`
	HistoryHashBonus int `range:"316,0,1500,30"`
	HistoryMalus     int `range:"711,20,2000,50"`
	HistoryMalusBase int `range:"228,-400,1000,30"`
	HistoryMalusMost int `range:"2302,300,6000,130"`
	MalusDecay       int `range:"954,500,1024,15"`
	// The histories take these parts of it, in 1/1024.
	QuietShare        int `range:"1053,100,3000,60"`
	PawnShare         int `range:"869,0,3000,60"`
	PawnMalusShare    int `range:"612,0,3000,50"`
	ContinuationShare int `range:"940,100,3000,60"`
	CaptureBonus      int `range:"1419,100,4000,90"`
	CaptureMalus      int `range:"1405,100,4000,90"`
	RefutedMalus      int `range:"530,0,2500,50"` // the opponent's first move after the hash move, if it led here
	// CaptureStart, PawnStart and ContinuationStart are the histories of moves that were
	// never tried.
	CaptureStart      int `range:"-494,-3000,1000,100"`
	PawnStart         int `range:"-812,-3000,1000,100"`
	ContinuationStart int `range:"-422,-3000,1000,80"`
	// ResearchBonus is the bonus for a reduced move's continuation when it beat alpha.
	ResearchBonus int `range:"1272,0,4000,90"`
	// The move that led to a node without a move above alpha gains the bonus in
	// 1/64 times a sum: PreviousBase, PreviousDepth per ply up to PreviousDepthMost,
	// less its own history times PreviousStat/65536 up to PreviousStatMost,
	// PreviousLate if PreviousLateCount moves were before it, and PreviousBelow for
	// each side's static evaluation that is at least PreviousSurprise points
	// above the result. The histories take parts of it, in 1/1024. A capture gains
	// PreviousCaptureBonus.
	PreviousBase         int `range:"-177,-1000,1000,30"`
	PreviousDepth        int `range:"62,0,300,6"`
	PreviousDepthMost    int `range:"480,0,1500,30"`
	PreviousStat         int `range:"752,0,3000,50"`
	PreviousStatMost     int `range:"357,0,2000,30"`
	PreviousLate         int `range:"181,0,800,20"`
	PreviousLateCount    int `range:"6,2,20,1"`
	PreviousSurprise     int `range:"37,0,300,8"`
	PreviousBelow        int `range:"162,0,800,15"`
	PreviousQuiet        int `range:"634,0,3000,60"`
	PreviousPawn         int `range:"2126,0,5000,150"`
	PreviousContinuation int `range:"982,0,4000,80"`
	PreviousCaptureBonus int `range:"905,0,3000,70"`
	// A quiet move gains by the points that its side's static evaluation gained,
	// up to ChangeMost, and ChangeBase, in 1/64 times these factors.
	ChangeMost  int `range:"111,20,500,8"`
	ChangeBase  int `range:"24,-100,200,6"`
	ChangeQuiet int `range:"1136,0,4000,70"`
	ChangePawn  int `range:"1195,0,4000,100"`

	// CorrectionPawn, CorrectionPieces, CorrectionMinor and CorrectionMoves are the
	// weights of the correction history by pawns, by the pieces of a side, by knights and cannons,
	// and by the last moves, in 1/65536 points per step. CorrectionRate is how fast
	// it learns, in 1/1024 steps per point and ply.
	CorrectionPawn   int `range:"2315,0,10000,250"`
	CorrectionPieces int `range:"3159,0,10000,250"`
	CorrectionMinor  int `range:"1982,0,10000,200"`
	CorrectionMoves  int `range:"2002,0,10000,200"`
	CorrectionRate   int `range:"148,16,600,12"`

	// TimeMoves is the number of moves that the clock must last for where no time
	// control is in sight, with TimePieces more while all 32 pieces are on the board
	// and fewer later: most games end sooner, and the increment and a shrinking clock
	// take care of the others. TimeIncrement is the part of the increment to use for a
	// move, and TimePonder what is added when the engine thinks on the opponent's time,
	// in percent.
	TimeMoves     int `range:"18,8,80,2"`
	TimePieces    int `range:"12,0,60,2"`
	TimeIncrement int `range:"75,0,100,5"`
	TimePonder    int `range:"25,0,100,5"`
	// TimeHard is the hard limit in percent of the soft one. TimeSoftMost and
	// TimeHardMost are the parts of the clock, in percent, that they may take where no
	// time control is in sight.
	TimeHard     int `range:"500,100,1000,20"`
	TimeSoftMost int `range:"20,5,90,2"`
	TimeHardMost int `range:"35,10,90,2"`
	// The soft limit is scaled by four factors in percent: TimeStable, less
	// TimeStableStep for each iteration with the same best move, up to
	// TimeStableMost of them; TimeFallBase, and TimeFall more for each 100 points
	// that the score fell, up to TimeFallMost points, and TimeSlump more for each 100
	// points that it is below the score for the move before, or as much less for a rise
	// of up to TimeRiseMost points; TimeShare, less TimeShareStep times the best move's
	// part of the nodes; and TimeChange more for each change of the best move within
	// an iteration.
	TimeStable     int `range:"135,80,250,5"`
	TimeStableStep int `range:"8,0,30,1"`
	TimeStableMost int `range:"8,1,20,1"`
	TimeFallBase   int `range:"85,50,120,3"`
	TimeFall       int `range:"77,0,200,5"`
	TimeSlump      int `range:"20,0,200,5"`
	TimeRiseMost   int `range:"20,0,200,5"`
	TimeChange     int `range:"15,0,100,4"`
	TimeFallMost   int `range:"120,20,400,10"`
	TimeShare      int `range:"165,100,300,5"`
	TimeShareStep  int `range:"105,0,200,5"`
}
