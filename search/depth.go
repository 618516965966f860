package search

import (
	"math"

	"chuhe/board"
	"chuhe/eval"
)

// extend returns by how many plies a move is searched more deeply. The singular
// search behind it may show that the whole node will fail high: cutoff, with the
// score.
func (w *worker) extend(n *node, c *candidate) (plies int, score eval.Score, cutoff bool) {
	if n.ply == 0 || n.ply >= 2*w.rootDepth {
		return 0, 0, false
	}
	if c.move == n.hit.move && n.excluded == board.NoMove && n.known && n.depth >= w.params.SingularDepth+b2i(n.wasPV) &&
		n.hit.bound != Upper && n.hit.depth >= n.depth-w.params.SingularTableDepth && !n.hit.score.IsDecided() {
		return w.singular(n, c)
	}
	if c.check && c.quiet() && n.depth <= w.params.CheckExtensionDepth && seeAtLeast(n.p, c.move, 0) {
		return 1, 0, false
	}
	return 0, 0, false
}

// singular searches a node without its hash move: when all others are worse by
// a margin, the move is forced and deserves more depth, up to three plies. When
// another move beats beta as well the whole node will: cutoff. An aborted search is a
// cutoff too, so that no further move is made.
func (w *worker) singular(n *node, c *candidate) (plies int, score eval.Score, cutoff bool) {
	t := &w.params
	margin := t.SingularMargin
	if n.wasPV && !n.isPV {
		margin += t.SingularWasPV
	}
	bound := n.hit.score - depthScore(margin, n.depth)/16
	n.f.excluded = n.hit.move
	score = w.search(n.ply, (n.depth-1)/2, bound-1, bound, n.cut)
	n.f.excluded = board.NoMove
	switch {
	case w.aborted():
		return 0, eval.Draw, true
	case score < bound:
		pv, loud := b2i(n.isPV), b2i(!c.quiet())
		double := t.DoubleMargin + pv*t.DoublePV - (1-loud)*t.DoubleQuiet
		triple := t.TripleMargin + pv*t.TriplePV - (1-loud)*t.TripleQuiet
		plies = 1
		if n.f.doubles < t.MostDoubles && abs(int(bound)) < t.Winning {
			plies += b2i(score < bound-eval.Score(double)) + b2i(score < bound-eval.Score(max(double, triple)))
		}
		return plies, 0, false
	case score >= n.beta && !score.IsDecided():
		return 0, score, !n.isPV
	case n.hit.score >= n.beta:
		return -t.SingularBeta, 0, false
	case n.cut:
		return -t.SingularCut, 0, false
	}
	return 0, 0, false
}

// baseReduction returns by how much a move is reduced by its number in the list
// alone, in 1/1024 plies. Pruning goes by it.
func (w *worker) baseReduction(n *node, c *candidate) int {
	t := &w.params
	r := w.reductions.at(n.depth, c.count)
	if n.isPV && w.rootDelta > 0 { // elsewhere the window is one point wide
		r -= int(n.beta-n.alpha) * t.LMRDelta / w.rootDelta
	}
	if !n.improving {
		r += r * t.LMRNotImproving / 1024
	}
	if n.wasPV {
		r += t.LMRPruneWasPV
	}
	return r + t.LMRBase
}

// lateReduction returns by how much a late move is searched less deeply, in
// 1/1024 plies.
func (w *worker) lateReduction(n *node, c *candidate, k *picker) int {
	t := &w.params
	r := c.reduction
	if n.wasPV {
		r -= t.LMRWasPV
		if n.isPV {
			r -= t.LMRIsPV
		}
		if n.known && n.hit.score > n.alpha {
			r -= t.LMRHashAbove
		}
		if n.known && n.hit.depth >= n.depth {
			r -= t.LMRHashDeep
		}
	}
	r += t.LMRLate - c.count*t.LMRCount
	if n.static != noEval {
		r -= abs(int(n.static-n.raw)) * t.LMRCorrection
	}
	if n.cut {
		r += t.LMRCut
		if n.hit.move == board.NoMove {
			r += t.LMRCutBare
		}
	}
	if c.check {
		r -= t.LMRCheck
	}
	if w.frame(n.ply+1).cutoffs > t.ManyCutoffs {
		r += t.LMRCutoffs
		if !n.isPV && !n.cut {
			r += t.LMRCutoffsAll
		}
	}
	if n.hit.move != board.NoMove && n.p.Captured(n.hit.move) != board.NoPiece {
		r += t.LMRLoudHash
	}
	if c.move == n.hit.move {
		r -= t.LMRHashMove
	}
	if k.isKiller(c.move) {
		r -= t.LMRKiller
	}
	history := c.history
	if !c.quiet() {
		history += int(exchangeValue[c.taken]) * t.LMRCaptureValue
	}
	r -= w.reductions.history.times(history)
	if !n.isPV && !n.cut {
		r += r * t.LMRAll / (1024 * (n.depth + 1)) // a fail-low is expected
	}
	return r
}

// reductions holds the precomputed part of the late move reductions.
type reductions struct {
	// base is by depth and move number, in 1/1024 plies.
	base [64][64]int32
	// late is by whether the position got better, and by depth; see lateMoves.
	late     [2][64]int32
	history  quotient // 1024 over LMRHistoryDivisor
	futility quotient // 1 over FutilityHistory
}

// quotient is a fraction in units of 1/2^40. Multiplying by it is faster than a division.
// It is rounded up, so that no product is too small.
type quotient int64

func newQuotient(dividend, divisor int) quotient {
	return quotient(int64(dividend)<<40/int64(divisor) + 1)
}

// times returns the product, rounded towards zero. That is exactly what the division gives
// if the history times the divisor is below 2^40, as it always is.
func (q quotient) times(history int) int { return int(int64(history) * int64(q) / (1 << 40)) }

// newReductions fills the tables.
func newReductions(p *Params) *reductions {
	t := &reductions{history: newQuotient(1024, p.LMRHistoryDivisor), futility: newQuotient(1, p.FutilityHistory)}
	for depth := 1; depth < len(t.base); depth++ {
		for move := 1; move < len(t.base[0]); move++ {
			t.base[depth][move] = int32(1024 * 1000 * math.Log(float64(depth)) * math.Log(float64(move)) / float64(p.LMRDivisor))
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

// lateMoves returns how many moves are looked at before the quiet ones left
// are skipped.
func (t *reductions) lateMoves(depth int, improving bool) int {
	return int(t.late[b2i(improving)][min(depth, len(t.late[0])-1)])
}

// depthScore scales a margin by depth.
func depthScore(margin, depth int) eval.Score { return eval.Score(margin * depth) }
