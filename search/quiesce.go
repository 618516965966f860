package search

import (
	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
)

// quiesce returns the score of the position of a ply once the captures are
// played out; in check all moves are looked at.
func (w *worker) quiesce(ply int, alpha, beta eval.Score) eval.Score {
	w.space[ply].pv.n = 0
	if w.stopped() {
		return eval.Draw
	}
	var n node
	w.enter(&n, ply, leastDepth, alpha, beta, false)
	if score, over := w.judge(&n); over {
		return score
	}
	if score, done := w.lookUp(&n); done {
		return n.allowed(score)
	}
	w.evaluateNode(&n)
	best := -eval.Infinity
	if !n.check {
		if score, done := w.standPat(&n); done {
			return score
		}
		best = n.estimate
		n.alpha = max(n.alpha, best)
	}
	return w.searchLoud(&n, best)
}

// standPat ends a node of the quiescence search whose side to move need not capture to
// reach beta, or is left with defenders only and stalemated. A side whose attackers are
// stuck as well is rare, and gets its evaluation.
func (w *worker) standPat(n *node) (score eval.Score, done bool) {
	if !n.p.CanAttack(n.p.Side()) && !movegen.HasLegal(n.p) {
		return eval.MatedIn(n.ply), true
	}
	if n.estimate < n.beta {
		return 0, false
	}
	if !n.known {
		w.table.store(n.key, &entry{bound: Lower, depth: leastDepth, score: toTable(n.allowed(n.estimate), n.ply), eval: n.raw})
	}
	if n.estimate.IsDecided() {
		return n.allowed(n.estimate), true
	}
	return n.allowed(n.beta + (n.estimate-n.beta)*eval.Score(w.params.StandPatReturn)/1024), true
}

// searchLoud searches the captures of a node, or in check all its moves. best is
// the score of not capturing.
func (w *worker) searchLoud(n *node, best eval.Score) eval.Score {
	ply, p, check := n.ply, n.p, n.check
	hash := n.hit.move
	if hash != board.NoMove && !check && p.Captured(hash) == board.NoPiece {
		hash = board.NoMove
	}
	k := &w.space[ply].pickers[outer]
	k.initQuiescence(w, ply, p, hash)
	bestMove := board.NoMove
	count := 0
	for m := k.pick(); m != board.NoMove; m = k.pick() {
		gives := k.givesCheck(m)
		if w.blind && !check && w.overlooks(p, m, ply, gives) {
			continue
		}
		count++
		if best > -eval.MaxEval {
			if check {
				if p.Captured(m) == board.NoPiece && count > w.params.EvasionLimit {
					k.skipQuiets()
					continue
				}
			} else if reach, skip := w.skipsCapture(n, m, count, gives); skip {
				best = max(best, reach)
				continue
			}
		}
		w.make(ply, m, gives)
		score := -w.quiesce(ply+1, -n.beta, -n.alpha)
		w.unmake(ply)
		if w.aborted() {
			return eval.Draw
		}
		if score > best {
			best = score
			if score > n.alpha {
				bestMove = m
				if n.isPV {
					w.space[ply].pv.set(m, &w.space[ply+1].pv)
				}
				if score >= n.beta {
					break
				}
				n.alpha = score
			}
		}
	}
	if check && count == 0 {
		return eval.MatedIn(ply)
	}
	best = n.allowed(best)
	if best >= n.beta && !best.IsDecided() {
		best = (best + n.beta) / 2
	}
	bound := Upper
	if best >= n.beta {
		bound = Lower
	}
	w.table.store(n.key, &entry{
		move: bestMove, pv: n.known && n.hit.pv, bound: bound, depth: leastDepth + b2i(check), score: toTable(best, ply), eval: n.raw,
	})
	return best
}

// skipsCapture reports whether a capture, which is the count-th of its node and may give
// check, cannot raise alpha or loses material, and what score it could reach at most.
func (w *worker) skipsCapture(n *node, m board.Move, count int, gives bool) (reach eval.Score, skip bool) {
	if before := w.frame(n.ply - 1); !gives && (before.move == board.NoMove || m.To() != before.move.To()) {
		if count > w.params.QuiescenceLimit {
			return -eval.Infinity, true
		}
		futility := n.static + eval.Score(w.params.QuiescenceFutility)
		if reach := futility + exchangeValue[n.p.Captured(m).Type()]; reach <= n.alpha {
			return reach, true
		}
		if !seeAtLeast(n.p, m, n.alpha-futility) {
			return min(n.alpha, futility), true
		}
	}
	return -eval.Infinity, !seeAtLeast(n.p, m, eval.Score(-w.params.QuiescenceSEE))
}
