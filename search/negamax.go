package search

import (
	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
)

// node is what the search knows of a position that it searches.
type node struct {
	ply, depth  int
	alpha, beta eval.Score
	isPV, cut   bool
	excluded    board.Move // left out by a singular search, NoMove for none

	p      *board.Position
	f      *frame
	safety movegen.Safety
	key    uint64 // in the table

	hit   entry // what the table knows, if known
	known bool
	wasPV bool // here, or when the table's entry was made

	raw       eval.Score // evaluation, noEval in check
	static    eval.Score // corrected by experience
	estimate  eval.Score // sharpened by the table
	improving bool       // better than before our last move
}

// candidate is a move that the search is about to make in a node.
type candidate struct {
	move    board.Move
	count   int // moves looked at so far, this one included
	taken   board.PieceType
	check   bool
	history int
	reduce  int // by which a late move is searched less deeply, in 1/1024 plies
}

func (c *candidate) quiet() bool { return c.taken == board.NoPieceType }

// search returns the score of the position of a ply, searched to a depth
// within the window alpha..beta (fail-soft). A window wider than one point
// marks a node of the principal variation; cut tells that a zero-window node
// is expected to fail high.
func (w *worker) search(ply, depth int, alpha, beta eval.Score, cut bool) eval.Score {
	if depth <= 0 {
		return w.quiesce(ply, alpha, beta)
	}
	w.pv[ply].n = 0
	if w.stopped() {
		return eval.Draw
	}
	f, p := w.frame(ply), w.position(ply)
	n := node{
		ply: ply, depth: depth, alpha: alpha, beta: beta, isPV: beta-alpha > 1, cut: cut, excluded: f.excluded,
		p: p, f: f, safety: movegen.NewSafety(p), key: p.Key(),
	}
	w.arrive(ply, n.safety.Check)
	if n.isPV {
		w.selDepth = max(w.selDepth, ply+1)
	}
	if ply > 0 && n.excluded == board.NoMove {
		score, over, salt := w.gameOver(ply)
		if over {
			return score
		}
		n.key ^= salt
		if ply >= eval.MaxPly-1 {
			return w.evaluate(ply)
		}
		// Neither side can do better than mate at once, nor worse than being
		// mated here.
		n.alpha = max(n.alpha, eval.MatedIn(ply))
		n.beta = min(n.beta, -eval.MatedIn(ply+1))
		if n.alpha >= n.beta {
			return n.alpha
		}
	}
	if score, done := w.lookUp(&n); done {
		return score
	}
	w.assess(&n)
	w.frame(ply + 1).cutoffs = 0
	w.frame(ply + 2).killers = [2]board.Move{}
	if score, done := w.pruneNode(&n); done {
		return score
	}
	// Without a hash move the order is poor: search less deeply first.
	if n.depth >= iirDepth && n.hit.move == board.NoMove && n.excluded == board.NoMove && (n.isPV || cut) {
		n.depth--
	}
	return w.searchMoves(&n)
}

// lookUp asks the transposition table, whose answer may end the node.
func (w *worker) lookUp(n *node) (score eval.Score, done bool) {
	if n.excluded == board.NoMove {
		n.hit, n.known = w.probe(n.key, n.ply, n.p, &n.safety)
		if n.ply == 0 && w.rootMoves[w.pvIndex].pv.n > 0 {
			n.hit.move = w.rootMoves[w.pvIndex].move
		}
		if n.known && !n.isPV && n.hit.depth >= n.depth && w.usable(n.hit, n.ply, n.beta) {
			if n.hit.score >= n.beta && n.hit.move != board.NoMove && n.p.Captured(n.hit.move) == board.NoPiece {
				w.reward(n, n.hit.move, nil, nil)
			}
			return n.hit.score, true
		}
	}
	n.wasPV = n.isPV || n.known && n.hit.pv
	return 0, false
}

// assess evaluates the position without searching it.
func (w *worker) assess(n *node) {
	n.raw = noEval
	switch {
	case n.safety.Check:
		n.f.eval = noEval
		n.static, n.estimate = noEval, noEval
		return
	case n.excluded != board.NoMove:
		n.raw = n.f.eval // of the same node
	default:
		if n.raw = n.hit.eval; !n.known || n.raw == noEval {
			n.raw = w.evaluate(n.ply)
		}
		n.f.eval = w.hist.correction.apply(n.p, n.raw)
	}
	n.static = n.f.eval
	if before := w.frame(n.ply - 2).eval; before != noEval {
		n.improving = n.static > before
	} else if before = w.frame(n.ply - 4).eval; before != noEval {
		n.improving = n.static > before
	}
	n.estimate = n.static
	if h := &n.hit; n.known &&
		(h.bound == Exact || h.bound == Lower && h.score > n.static || h.bound == Upper && h.score < n.static) {
		n.estimate = h.score
	}
}

// pruneNode tries to end a zero-window node without searching its moves.
func (w *worker) pruneNode(n *node) (score eval.Score, done bool) {
	// A side left with defenders only may be stalemated, which loses: there
	// the evaluation proves nothing.
	if n.isPV || n.safety.Check || n.excluded != board.NoMove || !hasAttacker(n.p, n.p.Side()) {
		return 0, false
	}

	// Razoring: hopelessly below alpha, unless captures change that.
	if n.depth <= razorDepth && n.estimate+depthScore(razorMargin, n.depth) < n.alpha {
		if score := w.quiesce(n.ply, n.alpha, n.alpha+1); score <= n.alpha {
			return score, true
		}
	}

	// Reverse futility: so far above beta that the opponent will not come back.
	margin := depthScore(reverseMargin, n.depth-b2i(n.improving))
	if n.depth <= reverseDepth && n.estimate-margin >= n.beta && !n.beta.IsDecided() && !n.estimate.IsDecided() && !n.wasPV {
		return (n.estimate + n.beta) / 2, true
	}

	if score, done := w.nullMove(n); done {
		return score, true
	}

	// A capture that beats beta by a margin in a shallow search will beat it
	// in a deep one.
	probBeta := n.beta + probCutMargin
	if n.depth >= probCutDepth && !n.beta.IsDecided() && !(n.known && n.hit.depth >= n.depth-3 && n.hit.score < probBeta) {
		return w.probCut(n, probBeta)
	}
	return 0, false
}

// searchMoves searches the moves of a node one by one.
func (w *worker) searchMoves(n *node) eval.Score {
	ply, p, f := n.ply, n.p, n.f
	k := &f.pickers[b2i(n.excluded != board.NoMove)]
	k.init(w, ply, p, &n.safety, n.hit.move)
	gives := movegen.NewChecks(p)
	best, bestMove := -eval.Infinity, board.NoMove
	oldAlpha := n.alpha
	quiets, captures := f.quiets[:0], f.captures[:0]
	var c candidate

	for m := k.pick(); m != board.NoMove; m = k.pick() {
		if m == n.excluded || ply == 0 && w.rootIndex(m) < 0 {
			continue
		}
		c = candidate{move: m, count: c.count + 1, taken: p.Captured(m).Type(), check: gives.Gives(p, m)}
		if ply == 0 {
			w.reportMove(m, c.count)
		}
		if c.quiet() {
			c.history = w.quietHistory(p, m, &k.follow)
		} else {
			c.history = int(w.hist.capture[newPieceTo(p.At(m.From()), m.To())][c.taken])
		}
		c.reduce = reduction(n.depth, c.count)
		if ply > 0 && best > -eval.MaxEval && hasAttacker(p, p.Side()) && w.skips(n, &c, k) {
			continue
		}
		extension, cutoff := w.extend(n, &c)
		if cutoff {
			return n.hit.score - depthScore(singularMargin, n.depth)
		}

		nodes := w.nodes
		w.frame(ply + 1).doubles = f.doubles + b2i(extension >= 2)
		w.make(ply, m)
		score := w.searchMove(n, &c, k, n.depth-1+extension, best)
		w.eval.Unmake()
		if w.aborted() {
			return eval.Draw
		}
		if ply == 0 {
			w.recordRoot(m, c.count, score, n.alpha, n.beta, nodes)
		}

		if score > best {
			best = score
			if score > n.alpha {
				bestMove = m
				if n.isPV {
					w.pv[ply].set(m, &w.pv[ply+1])
				}
				if score >= n.beta {
					f.cutoffs += 1 + b2i(n.hit.move == board.NoMove)
					break
				}
				n.alpha = score
				if n.depth > 2 && n.depth < 12 && !score.IsDecided() {
					n.depth-- // the others are likely worse
				}
			}
		}
		if m != bestMove {
			if c.quiet() {
				quiets = append(quiets, m)
			} else {
				captures = append(captures, m)
			}
		}
	}

	if c.count == 0 {
		if n.excluded != board.NoMove {
			return n.alpha
		}
		return eval.MatedIn(ply) // mate or stalemate, which loses as well
	}
	bound := Exact
	switch {
	case best >= n.beta:
		bound = Lower
		w.reward(n, bestMove, quiets, captures)
	case best <= oldAlpha:
		bound = Upper
		w.rewardPrevious(n)
	}
	if n.excluded == board.NoMove && !(ply == 0 && w.pvIndex > 0) {
		w.remember(n, best, bestMove, bound)
	}
	return best
}

// skips reports whether a move is so unlikely to matter that it is not
// searched; one that does not lose must be known.
func (w *worker) skips(n *node, c *candidate, k *picker) bool {
	depth := max(n.depth-1-c.reduce/1024, 0)
	switch {
	case c.quiet() && !c.check:
		if c.count >= lateMoves(n.depth, n.improving) {
			k.skipQuiets()
			return true
		}
		if n.depth <= historyDepth && c.history < -historyPrune*n.depth {
			return true
		}
		depth = max(depth+c.history/(2*historyMax), 0)
		if !n.safety.Check && depth <= futilityDepth && n.static+futilityBase+depthScore(futilityMargin, depth) <= n.alpha {
			k.skipQuiets()
			return true
		}
		return !exchangeWins(n.p, c.move, depthScore(-quietSEE, depth*depth))
	case !c.quiet() && !c.check && !n.safety.Check && depth <= captureFutilityDepth:
		reach := n.static + captureFutilityBase + depthScore(captureFutilityMargin, depth) +
			exchangeValue[c.taken] + eval.Score(c.history/64)
		if reach <= n.alpha {
			return true
		}
	}
	return !exchangeWins(n.p, c.move, depthScore(-captureSEE, n.depth))
}

// extend returns by how many plies a move is searched more deeply. The singular
// search behind it may show that the whole node will fail high: cutoff.
func (w *worker) extend(n *node, c *candidate) (plies int, cutoff bool) {
	if n.ply == 0 || n.ply >= 2*w.rootDepth {
		return 0, false
	}
	if c.move == n.hit.move && n.excluded == board.NoMove && n.known && n.depth >= singularDepth &&
		n.hit.bound != Upper && n.hit.depth >= n.depth-3 && !n.hit.score.IsDecided() {
		return w.singular(n)
	}
	if c.check && c.quiet() && n.depth <= checkExtensionDepth && exchangeWins(n.p, c.move, 0) {
		return 1, false
	}
	return 0, false
}

// searchMove returns the score of a move that has been made, searched to a
// depth at first with a zero window and, if late, less deeply. best is the best
// score so far.
func (w *worker) searchMove(n *node, c *candidate, k *picker, depth int, best eval.Score) (score eval.Score) {
	ply := n.ply + 1
	switch {
	case n.depth >= lmrDepth && c.count > 1+b2i(n.ply == 0) && (c.quiet() || !n.wasPV || c.count > 4):
		reduced := max(1, min(depth-w.lateReduction(n, c, k)/1024, depth+1))
		score = -w.search(ply, reduced, -n.alpha-1, -n.alpha, true)
		if score > n.alpha && reduced < depth {
			if score > best+50 && depth > reduced+1 {
				depth++
			} else if score < best+8 {
				depth--
			}
			if reduced < depth {
				score = -w.search(ply, depth, -n.alpha-1, -n.alpha, !n.cut)
			}
		}
	case !n.isPV || c.count > 1:
		score = -w.search(ply, depth, -n.alpha-1, -n.alpha, !n.cut)
	}
	if n.isPV && (c.count == 1 || score > n.alpha) {
		score = -w.search(ply, depth, -n.beta, -n.alpha, false)
	}
	return score
}

// lateReduction returns by how much a late move is searched less deeply, in
// 1/1024 plies.
func (w *worker) lateReduction(n *node, c *candidate, k *picker) int {
	r := c.reduce - c.history*1024/lmrHistoryDivisor
	if n.cut {
		r += 1300
	}
	if n.wasPV {
		r -= 900
	}
	if n.isPV {
		r -= 500
	}
	if !n.improving {
		r += 350
	}
	if c.check {
		r -= 700
	}
	if w.frame(n.ply+1).cutoffs > 3 {
		r += 800
	}
	if n.hit.move != board.NoMove && n.p.Captured(n.hit.move) != board.NoPiece {
		r += 600
	}
	if k.isKiller(c.move) {
		r -= 800
	}
	if !c.quiet() {
		r -= 600
	}
	return r
}

// remember stores the result of a node and learns from how far the evaluation
// was off.
func (w *worker) remember(n *node, best eval.Score, move board.Move, bound Bound) {
	w.table.store(n.key, entry{
		move: move, pv: n.wasPV, bound: bound, depth: n.depth, score: toTable(best, n.ply), eval: n.raw,
	})
	if n.safety.Check || move != board.NoMove && n.p.Captured(move) != board.NoPiece || best.IsDecided() ||
		bound == Lower && best <= n.static || bound == Upper && best >= n.static {
		return
	}
	w.hist.correction.learn(n.p, best-n.static, n.depth)
}

// nullMove lets the opponent move twice: when even that does not bring the
// score below beta, the node will fail high. In deep nodes and where few pieces
// are left, so that passing may be the best move, the result is verified.
func (w *worker) nullMove(n *node) (score eval.Score, done bool) {
	ply, p, beta := n.ply, n.p, n.beta
	pieces := p.Of(p.Side()).And(p.AllOf(board.Rook).Or(p.AllOf(board.Knight)).Or(p.AllOf(board.Cannon))).Count()
	if n.depth < nullDepth || n.estimate < beta || n.static+depthScore(nullSlope, n.depth) < beta+nullMargin ||
		beta.IsDecided() || w.frame(ply-1).move == board.NoMove || ply < w.nullFrom || pieces == 0 {
		return 0, false
	}
	reduced := n.depth - nullReduction - n.depth/3 - int(min((n.estimate-beta)/nullDivisor, 3))
	w.makeNull(ply)
	score = -w.search(ply+1, reduced, -beta, -beta+1, !n.cut)
	if w.aborted() || score < beta {
		return 0, w.aborted()
	}
	if score.IsDecided() {
		score = beta
	}
	if w.nullFrom > 0 || n.depth < nullVerifyDepth && pieces > 1 {
		return score, true
	}
	w.nullFrom = ply + max(reduced, 0)*3/4 + 1
	verified := w.search(ply, max(reduced, 1), beta-1, beta, false)
	w.nullFrom = 0
	return score, verified >= beta
}

// probCut tries captures with a reduced search against a raised beta.
func (w *worker) probCut(n *node, beta eval.Score) (eval.Score, bool) {
	ply, p := n.ply, n.p
	hash := n.hit.move
	if hash != board.NoMove && p.Captured(hash) == board.NoPiece {
		hash = board.NoMove
	}
	k := &n.f.pickers[1]
	k.initQuiescence(w, ply, p, &n.safety, hash)
	for m := k.pick(); m != board.NoMove; m = k.pick() {
		if !exchangeWins(p, m, beta-n.static) {
			continue
		}
		w.make(ply, m)
		score := -w.quiesce(ply+1, -beta, -beta+1)
		if score >= beta {
			score = -w.search(ply+1, n.depth-4, -beta, -beta+1, true)
		}
		w.eval.Unmake()
		if w.aborted() {
			return eval.Draw, true
		}
		if score >= beta {
			w.table.store(n.key, entry{move: m, bound: Lower, depth: n.depth - 3, score: toTable(score, ply), eval: n.raw})
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
func (w *worker) singular(n *node) (plies int, cutoff bool) {
	bound := n.hit.score - depthScore(singularMargin, n.depth)
	n.f.excluded = n.hit.move
	score := w.search(n.ply, (n.depth-1)/2, bound-1, bound, n.cut)
	n.f.excluded = board.NoMove
	switch {
	case w.aborted():
		return 0, false
	case score < bound:
		if !n.isPV && score < bound-doubleMargin && n.f.doubles < mostDoubles {
			return 2, false
		}
		return 1, false
	case bound >= n.beta:
		return 0, !n.isPV
	case n.hit.score >= n.beta:
		return -2 + b2i(n.isPV), false
	case n.cut:
		return -1, false
	}
	return 0, false
}

// reward updates the histories for a move that failed high and those tried in
// vain before it.
func (w *worker) reward(n *node, m board.Move, quiets, captures []board.Move) {
	p, f := n.p, n.f
	bonus, malus := historyBonus(n.depth), -historyMalus(n.depth)
	at := newPieceTo(p.At(m.From()), m.To())
	if captured := p.Captured(m); captured != board.NoPiece {
		w.hist.capture[at][captured.Type()].add(bonus)
	} else {
		if m != f.killers[0] {
			f.killers = [2]board.Move{m, f.killers[0]}
		}
		w.hist.counter[w.frame(n.ply-1).moved] = m
		w.addQuiet(n.ply, m, bonus)
		for _, other := range quiets {
			w.addQuiet(n.ply, other, malus)
		}
	}
	for _, other := range captures {
		w.hist.capture[newPieceTo(p.At(other.From()), other.To())][p.Captured(other).Type()].add(malus)
	}
}

// rewardPrevious credits the opponent's quiet move that left this node without
// a move above alpha.
func (w *worker) rewardPrevious(n *node) {
	before := w.frame(n.ply - 1)
	if n.ply == 0 || before.move == board.NoMove || w.position(n.ply-1).Captured(before.move) != board.NoPiece {
		return
	}
	w.addQuiet(n.ply-1, before.move, historyBonus(n.depth)/2)
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
