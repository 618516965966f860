package search

import (
	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
)

// search returns the score of the position of a ply, searched to a depth
// within the window alpha..beta (fail-soft). A window wider than one point
// marks a node of the principal variation; cut tells that a zero-window node
// is expected to fail high.
func (w *worker) search(ply, depth int, alpha, beta eval.Score, cut bool) eval.Score {
	if depth <= 0 {
		return w.quiesce(ply, 0, alpha, beta)
	}
	f, p := w.frame(ply), w.position(ply)
	isPV := beta-alpha > 1
	isRoot := ply == 0
	excluded := f.excluded
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
	if !isRoot && excluded == board.NoMove {
		score, over, salt := w.gameOver(ply)
		if over {
			return score
		}
		key ^= salt
		if ply >= eval.MaxPly-1 {
			return w.evaluate(ply)
		}
		// Neither side can do better than mate at once, nor worse than being
		// mated here.
		alpha = max(alpha, eval.MatedIn(ply))
		beta = min(beta, -eval.MatedIn(ply+1))
		if alpha >= beta {
			return alpha
		}
	}

	// What the table knows.
	var hit entry
	var known bool
	if excluded == board.NoMove {
		if hit, known = w.table.probe(key); known {
			hit.score = fromTable(hit.score, ply)
			if hit.move != board.NoMove && !(movegen.PseudoLegal(p, hit.move) && safety.Legal(p, hit.move)) {
				known, hit = false, entry{}
			}
		}
		if isRoot && w.rootMoves[w.pvIndex].pv.n > 0 {
			hit.move = w.rootMoves[w.pvIndex].move
		}
		if known && !isPV && hit.depth >= depth && w.usable(hit, ply, beta) {
			if hit.score >= beta && hit.move != board.NoMove && p.Captured(hit.move) == board.NoPiece {
				w.reward(ply, hit.move, depth, nil, nil)
			}
			return hit.score
		}
	}
	wasPV := isPV || known && hit.pv

	// The static evaluation, and whether it got better since our last move.
	raw := eval.Score(noEval)
	improving := false
	switch {
	case safety.Check:
		f.eval = noEval
	case excluded != board.NoMove:
		raw = f.eval // of the same node
	default:
		if raw = hit.eval; !known || raw == noEval {
			raw = w.evaluate(ply)
		}
		f.eval = w.hist.correction.apply(p, raw)
	}
	static := f.eval
	if !safety.Check {
		if before := w.frame(ply - 2).eval; before != noEval {
			improving = static > before
		} else if before = w.frame(ply - 4).eval; before != noEval {
			improving = static > before
		}
	}
	estimate := static // sharpened by the table
	if known && !safety.Check && hit.score != noEval &&
		(hit.bound == Exact || hit.bound == Lower && hit.score > static || hit.bound == Upper && hit.score < static) {
		estimate = hit.score
	}
	w.frame(ply + 1).cutoffs = 0
	w.frame(ply + 2).killers = [2]board.Move{}

	// A side left with defenders only may be stalemated, which loses: there
	// the evaluation proves nothing.
	trusted := !safety.Check && excluded == board.NoMove && hasAttacker(p, p.Side())

	if trusted && !isPV {
		if depth <= razorDepth && estimate+depthScore(razorMargin, depth) < alpha {
			if score := w.quiesce(ply, 0, alpha, alpha+1); score <= alpha {
				return score
			}
		}

		margin := depthScore(reverseMargin, depth)
		if improving {
			margin -= reverseMargin
		}
		if depth <= reverseDepth && estimate-margin >= beta && !beta.IsDecided() && !estimate.IsDecided() &&
			!(wasPV && !isPV) {
			return (estimate + beta) / 2
		}

		if score, ok := w.nullMove(ply, depth, beta, static, estimate, cut); ok {
			return score
		}

		// A capture that beats beta by a margin in a shallow search will beat
		// it in a deep one.
		probBeta := beta + probCutMargin
		if depth >= probCutDepth && !beta.IsDecided() && !(known && hit.depth >= depth-3 && hit.score < probBeta) {
			if score, ok := w.probCut(ply, depth, probBeta, static, &safety, hit.move, raw, key); ok {
				return score
			}
		}
	}

	// Without a hash move the order is poor: search less deeply first.
	if depth >= iirDepth && hit.move == board.NoMove && excluded == board.NoMove && (isPV || cut) {
		depth--
	}

	k := &f.pickers[0]
	if excluded != board.NoMove {
		k = &f.pickers[1]
	}
	k.init(w, ply, p, &safety, hit.move)
	gives := movegen.NewChecks(p)
	best, bestMove := -eval.Infinity, board.NoMove
	oldAlpha := alpha
	count := 0
	quiets, captures := f.quiets[:0], f.captures[:0]

	for m := k.pick(); m != board.NoMove; m = k.pick() {
		if m == excluded || isRoot && w.rootIndex(m) < 0 {
			continue
		}
		count++
		captured := p.Captured(m)
		quiet := captured == board.NoPiece
		check := gives.Gives(p, m)
		if isRoot {
			w.reportMove(m, count)
		}

		past := 0 // the move's history
		if quiet {
			past = w.quietHistory(p, m, &k.follow)
		} else {
			past = int(w.hist.capture[newPieceTo(p.At(m.From()), m.To())][captured.Type()])
		}
		reduce := reduction(depth, count)

		// Skip moves that are unlikely to matter, once one is known that does
		// not lose.
		if !isRoot && best > -eval.MaxEval && hasAttacker(p, p.Side()) {
			reduced := max(depth-1-reduce/1024, 0)
			switch {
			case quiet && !check:
				if count >= lateMoves(depth, improving) {
					k.skipQuiets()
					continue
				}
				if depth <= historyDepth && past < -historyPrune*depth {
					continue
				}
				reduced = max(reduced+past/(2*historyMax), 0)
				if !safety.Check && reduced <= futilityDepth &&
					static+futilityBase+depthScore(futilityMargin, reduced) <= alpha {
					k.skipQuiets()
					continue
				}
				if !exchangeWins(p, m, depthScore(-quietSEE, reduced*reduced)) {
					continue
				}
			case quiet:
				if !exchangeWins(p, m, depthScore(-captureSEE, depth)) {
					continue
				}
			default:
				if !check && !safety.Check && reduced <= captureFutilityPly0 &&
					static+captureFutilityBase+depthScore(captureFutilityPly, reduced)+
						exchangeValue[captured.Type()]+eval.Score(past/64) <= alpha {
					continue
				}
				if !exchangeWins(p, m, depthScore(-captureSEE, depth)) {
					continue
				}
			}
		}

		extension := 0
		if !isRoot && ply < 2*w.rootDepth {
			switch {
			case m == hit.move && excluded == board.NoMove && known && depth >= singularDepth &&
				hit.bound != Upper && hit.depth >= depth-3 && !hit.score.IsDecided():
				var cutoff bool
				if extension, cutoff = w.singular(ply, depth, hit, beta, isPV, cut); cutoff {
					return hit.score - depthScore(singularMargin, depth)
				}
			case check && depth <= 8 && quiet && exchangeWins(p, m, 0):
				extension = 1
			}
		}

		nodes := w.nodes
		doubles := f.doubles
		w.frame(ply + 1).doubles = doubles
		if extension >= 2 {
			w.frame(ply+1).doubles++
		}
		w.make(ply, m)
		newDepth := depth - 1 + extension
		var score eval.Score

		switch {
		case depth >= lmrDepth && count > 1+b2i(isRoot) && (quiet || !wasPV || count > 4):
			// Late moves are searched less deeply; those that beat alpha all
			// the same again in full.
			if cut {
				reduce += 1300
			}
			if wasPV {
				reduce -= 900
			}
			if isPV {
				reduce -= 500
			}
			if !improving {
				reduce += 350
			}
			if check {
				reduce -= 700
			}
			if w.frame(ply+1).cutoffs > 3 {
				reduce += 800
			}
			if hit.move != board.NoMove && p.Captured(hit.move) != board.NoPiece {
				reduce += 600
			}
			if m == k.special[0] || m == k.special[1] || m == k.special[2] {
				reduce -= 800
			}
			if quiet {
				reduce -= past * 1024 / lmrHistoryDivisor
			} else {
				reduce -= 600 + past*1024/lmrHistoryDivisor
			}
			reduced := max(1, min(newDepth-reduce/1024, newDepth+1))
			score = -w.search(ply+1, reduced, -alpha-1, -alpha, true)
			if score > alpha && reduced < newDepth {
				if score > best+50 && newDepth > reduced+1 {
					newDepth++
				} else if score < best+8 {
					newDepth--
				}
				if reduced < newDepth {
					score = -w.search(ply+1, newDepth, -alpha-1, -alpha, !cut)
				}
			}
		case !isPV || count > 1:
			score = -w.search(ply+1, newDepth, -alpha-1, -alpha, !cut)
		}
		if isPV && (count == 1 || score > alpha) {
			score = -w.search(ply+1, newDepth, -beta, -alpha, false)
		}

		w.eval.Unmake()
		if w.run.stop.Load() {
			return eval.Draw
		}
		if isRoot {
			w.recordRoot(m, count, score, alpha, beta, nodes)
		}
		if score > best {
			best = score
			if score > alpha {
				bestMove = m
				if isPV {
					w.pv[ply].set(m, &w.pv[ply+1])
				}
				if score >= beta {
					f.cutoffs += 1 + b2i(hit.move == board.NoMove)
					break
				}
				alpha = score
				if depth > 2 && depth < 12 && !score.IsDecided() {
					depth--
				}
			}
		}
		if m != bestMove {
			if quiet {
				quiets = append(quiets, m)
			} else {
				captures = append(captures, m)
			}
		}
	}

	if count == 0 {
		if excluded != board.NoMove {
			return alpha
		}
		return eval.MatedIn(ply) // mate or stalemate, which loses as well
	}
	if bestMove != board.NoMove && best >= beta {
		w.reward(ply, bestMove, depth, quiets, captures)
	} else if best <= oldAlpha {
		w.rewardPrevious(ply, depth)
	}

	if excluded == board.NoMove && !(isRoot && w.pvIndex > 0) {
		bound := Exact
		switch {
		case best >= beta:
			bound = Lower
		case best <= oldAlpha:
			bound = Upper
		}
		w.table.store(key, entry{move: bestMove, pv: wasPV, bound: bound, depth: depth, score: toTable(best, ply), eval: raw})
		if !safety.Check && (bestMove == board.NoMove || p.Captured(bestMove) == board.NoPiece) &&
			!(bound == Lower && best <= static) && !(bound == Upper && best >= static) && !best.IsDecided() {
			w.hist.correction.learn(p, best-static, depth)
		}
	}
	return best
}

// nullMove lets the opponent move twice: when even that does not bring the
// score below beta, the node will fail high. In deep nodes and where few pieces
// are left, so that passing may be the best move, the result is verified.
func (w *worker) nullMove(ply, depth int, beta, static, estimate eval.Score, cut bool) (eval.Score, bool) {
	p := w.position(ply)
	pieces := p.Of(p.Side()).And(p.AllOf(board.Rook).Or(p.AllOf(board.Knight)).Or(p.AllOf(board.Cannon))).Count()
	if depth < nullDepth || estimate < beta || static+depthScore(18, depth) < beta+120 || beta.IsDecided() ||
		w.frame(ply-1).move == board.NoMove || ply < w.nullFrom || pieces == 0 {
		return 0, false
	}
	reduced := depth - nullReduction - depth/3 - int(min((estimate-beta)/nullDivisor, 3))
	w.makeNull(ply)
	score := -w.search(ply+1, reduced, -beta, -beta+1, !cut)
	if w.run.stop.Load() || score < beta {
		return 0, w.run.stop.Load()
	}
	if score.IsDecided() {
		score = beta
	}
	if w.nullFrom > 0 || depth < nullVerifyDepth && pieces > 1 {
		return score, true
	}
	w.nullFrom = ply + max(reduced, 0)*3/4 + 1
	verified := w.search(ply, max(reduced, 1), beta-1, beta, false)
	w.nullFrom = 0
	return score, verified >= beta
}

// probCut tries captures with a reduced search against a raised beta.
func (w *worker) probCut(ply, depth int, beta, static eval.Score, safety *movegen.Safety, hash board.Move, raw eval.Score, key uint64) (eval.Score, bool) {
	p := w.position(ply)
	if hash != board.NoMove && p.Captured(hash) == board.NoPiece {
		hash = board.NoMove
	}
	k := &w.frame(ply).pickers[1]
	k.initQuiescence(w, ply, p, safety, hash)
	for m := k.pick(); m != board.NoMove; m = k.pick() {
		if !exchangeWins(p, m, beta-static) {
			continue
		}
		w.make(ply, m)
		score := -w.quiesce(ply+1, 0, -beta, -beta+1)
		if score >= beta && depth > 4 {
			score = -w.search(ply+1, depth-4, -beta, -beta+1, true)
		}
		w.eval.Unmake()
		if w.run.stop.Load() {
			return eval.Draw, true
		}
		if score >= beta {
			w.table.store(key, entry{move: m, bound: Lower, depth: depth - 3, score: toTable(score, ply), eval: raw})
			if score.IsDecided() {
				return score, true
			}
			return score - probCutMargin, true
		}
	}
	return 0, false
}

// singular searches a node without its hash move: when all others are worse by
// a margin, the move is forced and deserves more depth, up to two plies. When
// another move beats beta as well the whole node will: cutoff.
func (w *worker) singular(ply, depth int, hit entry, beta eval.Score, isPV, cut bool) (extension int, cutoff bool) {
	f := w.frame(ply)
	bound := hit.score - depthScore(singularMargin, depth)
	f.excluded = hit.move
	score := w.search(ply, (depth-1)/2, bound-1, bound, cut)
	f.excluded = board.NoMove
	switch {
	case w.run.stop.Load():
		return 0, false
	case score < bound:
		if !isPV && score < bound-doubleMargin && f.doubles < 6 {
			return 2, false
		}
		return 1, false
	case bound >= beta:
		return 0, !isPV
	case hit.score >= beta:
		return -2 + b2i(isPV), false
	case cut:
		return -1, false
	}
	return 0, false
}

// reward updates the histories for a move that failed high and those tried in
// vain before it.
func (w *worker) reward(ply int, m board.Move, depth int, quiets, captures []board.Move) {
	p, f := w.position(ply), w.frame(ply)
	bonus, malus := historyBonus(depth), -historyMalus(depth)
	at := newPieceTo(p.At(m.From()), m.To())
	if captured := p.Captured(m); captured != board.NoPiece {
		w.hist.capture[at][captured.Type()].add(bonus)
	} else {
		if m != f.killers[0] {
			f.killers = [2]board.Move{m, f.killers[0]}
		}
		w.hist.counter[w.frame(ply-1).moved] = m
		w.addQuiet(ply, m, bonus)
		for _, other := range quiets {
			w.addQuiet(ply, other, malus)
		}
	}
	for _, other := range captures {
		w.hist.capture[newPieceTo(p.At(other.From()), other.To())][p.Captured(other).Type()].add(malus)
	}
}

// rewardPrevious credits the opponent's quiet move that left this node without
// a move above alpha.
func (w *worker) rewardPrevious(ply, depth int) {
	before := w.frame(ply - 1)
	if ply == 0 || before.move == board.NoMove || w.position(ply-1).Captured(before.move) != board.NoPiece {
		return
	}
	w.addQuiet(ply-1, before.move, historyBonus(depth)/2)
}

// addQuiet updates the histories of a quiet move of a ply.
func (w *worker) addQuiet(ply int, m board.Move, bonus int) {
	p := w.position(ply)
	at := newPieceTo(p.At(m.From()), m.To())
	w.hist.quiet[p.Side()&1][m&(1<<14-1)].add(bonus)
	for i, back := range [3]int{1, 2, 4} {
		if before := w.frame(ply - back); before.moved != 0 {
			w.hist.follow[before.moved][at].add(bonus >> (i / 2))
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
