package search

import (
	"chuhe/board"
	"chuhe/eval"
)

// pruneNode tries to end a zero-window node without searching its moves.
func (w *worker) pruneNode(n *node) (score eval.Score, done bool) {
	// A side left with defenders only may be stalemated, which loses: there
	// the evaluation proves nothing.
	if n.isPV || n.check || n.excluded != board.NoMove || !n.p.CanAttack(n.p.Side()) {
		return 0, false
	}

	t := &w.params
	winning := eval.Score(t.Winning)
	// A lost side often stands above so low a beta, although a quiet threat mates it.
	if n.beta < -winning {
		return 0, false
	}
	// Razoring: hopelessly below alpha, unless captures change that. A side that wins
	// anyway looks for quiet threats as well.
	if n.depth <= t.RazorDepth && n.alpha < winning && n.estimate+depthScore(t.RazorMargin, n.depth) < n.alpha {
		if score := w.quiesce(n.ply, n.alpha, n.alpha+1); score <= n.alpha || w.aborted() {
			return score, true
		}
	}

	// Reverse futility: so far above beta that the opponent will not come back.
	if n.depth <= t.ReverseDepth && !n.wasPV && n.estimate >= n.beta && !n.beta.IsDecided() && !n.estimate.IsDecided() &&
		n.estimate-w.reverseMargin(n) >= n.beta {
		return n.beta + (n.estimate-n.beta)*eval.Score(t.ReverseReturn)/1024, true
	}

	if score, done := w.nullMove(n); done {
		return score, true
	}

	if n.beta.IsDecided() {
		return 0, false
	}
	// ProbCut: a capture that beats beta by a margin in a shallow search will beat it
	// in a deep one.
	probBeta := n.beta + eval.Score(t.ProbCutMargin) - eval.Score(t.ProbCutImproving*b2i(n.improving))
	if n.depth >= t.ProbCutDepth && !(n.known && n.hit.depth > n.depth-t.ProbCutReduction && n.hit.score < probBeta) {
		if score, done := w.probCut(n, probBeta); done {
			return score, true
		}
	}
	// The same where the table has the result of a search nearly as deep.
	probBeta = n.beta + eval.Score(t.ProbCutKnown)
	if n.known && n.hit.bound != Upper && n.hit.depth >= n.depth-t.ProbCutReduction && n.hit.score >= probBeta && !n.hit.score.IsDecided() {
		return probBeta, true
	}
	return 0, false
}

// reverseMargin returns by how much the evaluation must be above beta for reverse
// futility pruning.
func (w *worker) reverseMargin(n *node) eval.Score {
	t := &w.params
	perPly := t.ReverseMargin + t.ReverseCurve*n.depth/16
	if !n.known {
		perPly -= t.ReverseUnknown
	}
	margin := perPly * n.depth
	if n.improving {
		margin -= t.ReverseImproving
	}
	return eval.Score(max(margin, 0))
}

// nullMove lets the opponent move twice: when even that does not bring the
// score below beta, the node will fail high. In deep nodes and where few pieces
// are left, so that passing may be the best move, the result is verified.
func (w *worker) nullMove(n *node) (score eval.Score, done bool) {
	ply, p, t, beta := n.ply, n.p, &w.params, n.beta
	if !n.cut || n.depth < t.NullDepth || n.estimate < beta || n.static+depthScore(t.NullSlope, n.depth) < beta+eval.Score(t.NullMargin) ||
		beta.IsDecided() || w.frame(ply-1).move == board.NoMove || ply < w.nullFrom {
		return 0, false
	}
	pieces := p.Of(p.Side()).And(p.AllOf(board.Rook).Or(p.AllOf(board.Knight)).Or(p.AllOf(board.Cannon))).Count()
	if pieces == 0 {
		return 0, false
	}
	reduced := n.depth - (t.NullReduction+t.NullShare*n.depth)/1024 - min(int(n.estimate-beta)/t.NullDivisor, t.NullMost)
	w.makeNull(ply)
	score = -w.search(ply+1, reduced, -beta, -beta+1, !n.cut)
	w.unmakeNull(ply)
	if w.aborted() || score < beta {
		return 0, w.aborted()
	}
	if score.IsDecided() {
		score = beta
	}
	if w.nullFrom > 0 || n.depth < t.NullVerifyDepth && pieces > 1 {
		return score, true
	}
	w.nullFrom = ply + max(reduced, 0)*3/4 + 1
	verified := w.search(ply, max(reduced, 1), beta-1, beta, false)
	w.nullFrom = 0
	return score, verified >= beta || w.aborted()
}

// probCut tries captures with a reduced search against a raised beta.
func (w *worker) probCut(n *node, beta eval.Score) (eval.Score, bool) {
	ply, p := n.ply, n.p
	hash := n.hit.move
	if hash != board.NoMove && p.Captured(hash) == board.NoPiece {
		hash = board.NoMove
	}
	k := &w.space[ply].pickers[inner]
	k.initQuiescence(w, ply, p, hash)
	for m := k.pick(); m != board.NoMove; m = k.pick() {
		if !seeAtLeast(p, m, beta-n.static) {
			continue
		}
		check := k.givesCheck(m)
		if w.blind && w.overlooks(p, m, ply, check) {
			continue
		}
		w.make(ply, m, check)
		score := -w.quiesce(ply+1, -beta, -beta+1)
		if score >= beta {
			if depth := n.depth - w.params.ProbCutReduction; depth > 0 {
				score = -w.search(ply+1, depth, -beta, -beta+1, !n.cut)
			}
		}
		w.unmake(ply)
		if w.aborted() {
			return eval.Draw, true
		}
		if score >= beta {
			w.table.store(n.key, &entry{move: m, pv: n.wasPV, bound: Lower, depth: max(n.depth-w.params.ProbCutReduction, 0) + 1, score: toTable(n.allowed(score), ply), eval: n.raw})
			if score.IsDecided() {
				return score, true
			}
			return score - (beta - n.beta), true
		}
	}
	return 0, false
}

// skips reports whether a move is so unlikely to matter that it is not searched,
// and what it could reach at most; the caller already has a move that does not lose.
// raised is true once a move has raised alpha.
func (w *worker) skips(n *node, c *candidate, k *picker, raised bool) (reach eval.Score, skip bool) {
	const nothing = -eval.Infinity
	t := &w.params
	depth := n.depth - 1 - c.reduction/1024 // may be below 0
	if c.quiet() && c.count >= w.reductions.lateMoves(n.depth, n.improving) && (n.ply > 1 || w.rootDepth > t.RepliesDepth) {
		k.skipQuiets()
	}
	switch {
	case c.check:
		return nothing, false // what it sacrifices may be worth a mate
	case !c.quiet():
		if !n.check && depth <= t.CaptureFutilityDepth {
			reach = n.static + eval.Score(t.CaptureFutilityBase) + depthScore(t.CaptureFutilityMargin, depth) +
				exchangeValue[c.taken] + eval.Score(c.history*t.CaptureFutilityHistory/1024)
			if reach <= n.alpha {
				return nothing, true
			}
		}
		margin := t.CaptureSEE*n.depth + c.history*t.CaptureSEEHistory/1024
		return nothing, !seeAtLeast(n.p, c.move, eval.Score(-max(margin, 0)))
	}
	if n.isPV && n.f.onLine {
		return nothing, false // the last iteration's best line is worth a closer look
	}
	history := c.continuation + int(k.pawns[c.at])
	if history < -t.HistoryPrune*n.depth {
		return nothing, true
	}
	history += c.butterfly * t.FutilityQuiet / 1024
	depth += w.reductions.futility.times(history)
	if !n.check && depth <= t.FutilityDepth {
		base := t.FutilityBase
		if raised {
			base = t.FutilityRaised
		}
		if n.static > n.alpha {
			base += t.FutilityAbove
		}
		if reach = n.static + eval.Score(base) + depthScore(t.FutilityMargin, depth); reach <= n.alpha {
			return reach, true
		}
	}
	depth = max(depth, 0)
	return nothing, !seeAtLeast(n.p, c.move, depthScore(-t.QuietSEE, depth*depth))
}
