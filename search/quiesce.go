package search

import (
	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
)

// quiesce returns the score of the position of a ply once the captures are
// played out; in check all moves are looked at.
func (w *worker) quiesce(ply int, alpha, beta eval.Score) eval.Score {
	f, p := w.frame(ply), w.position(ply)
	isPV := beta-alpha > 1
	w.pv[ply].n = 0
	if w.stopped() {
		return eval.Draw
	}
	safety := movegen.NewSafety(p)
	w.arrive(ply, safety.Check)
	if isPV {
		w.selDepth = max(w.selDepth, ply+1)
	}
	key := p.Key()
	if ply > 0 {
		score, over, salt := w.gameOver(ply)
		if over {
			return score
		}
		key ^= salt
	}
	if ply >= eval.MaxPly-1 {
		return w.evaluate(ply)
	}

	hit, known := w.probe(key, ply, p, &safety)
	if known && !isPV && w.usable(hit, ply, beta) {
		return hit.score
	}

	best := -eval.Infinity
	raw := eval.Score(noEval)
	futility := -eval.Infinity
	f.eval = noEval
	if !safety.Check {
		if raw = hit.eval; !known || raw == noEval {
			raw = w.evaluate(ply)
		}
		best = w.hist.correction.apply(&w.params, p, raw)
		f.eval = best
		if known && w.believed(hit.score, ply) &&
			(hit.bound == Lower && hit.score > best || hit.bound == Upper && hit.score < best || hit.bound == Exact) {
			best = hit.score
		}
		if !hasAttacker(p, p.Side()) && !movegen.HasLegal(p) {
			return eval.MatedIn(ply)
		}
		if best >= beta {
			if !known {
				w.table.store(key, entry{bound: Lower, depth: -1, score: toTable(best, ply), eval: raw})
			}
			return best
		}
		alpha = max(alpha, best)
		futility = f.eval + eval.Score(w.params.QuiescenceFutility)
	}

	hash := hit.move
	if hash != board.NoMove && !safety.Check && p.Captured(hash) == board.NoPiece {
		hash = board.NoMove
	}
	k := &f.pickers[0]
	k.initQuiescence(w, ply, p, &safety, hash)
	var gives movegen.Checks
	if !safety.Check {
		gives = movegen.NewChecks(p)
	}
	bestMove := board.NoMove
	count := 0
	for m := k.pick(); m != board.NoMove; m = k.pick() {
		count++
		captured := p.Captured(m)
		if best > -eval.MaxEval {
			if safety.Check {
				if captured == board.NoPiece && count > w.params.EvasionLimit {
					k.skipQuiets()
					continue
				}
			} else {
				if !gives.Gives(p, m) {
					if reach := futility + exchangeValue[captured.Type()]; reach <= alpha {
						best = max(best, reach)
						continue
					}
					if futility <= alpha && !exchangeWins(p, m, 1) {
						best = max(best, futility)
						continue
					}
				}
				if !exchangeWins(p, m, 0) {
					continue
				}
			}
		}
		w.make(ply, m)
		score := -w.quiesce(ply+1, -beta, -alpha)
		w.eval.Unmake()
		if w.aborted() {
			return eval.Draw
		}
		if score > best {
			best = score
			if score > alpha {
				bestMove = m
				if isPV {
					w.pv[ply].set(m, &w.pv[ply+1])
				}
				if score >= beta {
					break
				}
				alpha = score
			}
		}
	}
	if safety.Check && count == 0 {
		return eval.MatedIn(ply)
	}
	if best >= beta && !best.IsDecided() {
		best = (best + beta) / 2
	}
	bound := Upper
	if best >= beta {
		bound = Lower
	}
	w.table.store(key, entry{move: bestMove, pv: known && hit.pv, bound: bound, depth: -b2i(!safety.Check), score: toTable(best, ply), eval: raw})
	return best
}
