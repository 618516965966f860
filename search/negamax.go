package search

import (
	"chuhe/board"
	"chuhe/eval"
)

// The search of a node works on four records: the node, which lives as long as the call
// that searches it; the frame of its ply in the path, which the nodes above and below
// look at as well; the workspace of its ply, whose buffers are too large for either; and
// the candidate, a move that is about to be made.

// node holds the state of one position being searched.
type node struct {
	ply, depth  int
	alpha, beta eval.Score
	isPV, cut   bool
	excluded    board.Move // left out by a singular search, NoMove for none

	p     *board.Position
	f     *frame
	check bool   // the side to move is in check
	key   uint64 // in the table

	hit   entry // what the table knows, if known
	known bool
	wasPV bool // here, or when the table's entry was made

	low, high eval.Score // what the rules leave of the score

	corrections corrections // of the static evaluation, and their sum; unknown in check
	correction  eval.Score
	raw         eval.Score // evaluation, noEval in check
	static      eval.Score // corrected by experience
	estimate    eval.Score // sharpened by the table
	improving   bool       // better than before our last move
}

// allowed returns a score within what the rules leave.
func (n *node) allowed(score eval.Score) eval.Score { return max(n.low, min(score, n.high)) }

// candidate is a move that the search is about to make in a node.
type candidate struct {
	move         board.Move
	at           pieceTo
	count        int // moves looked at so far, this one included
	taken        board.PieceType
	check        bool
	butterfly    int // of a quiet move: its history by side and squares
	continuation int // of a quiet move: its history after the last two moves
	history      int // of a capture; of a quiet move 2*butterfly + continuation
	reduction    int // by which a late move is searched less deeply, in 1/1024 plies
}

func (c *candidate) quiet() bool { return c.taken == board.NoPieceType }

// search returns the score of the position of a ply, searched to a depth
// within the window alpha..beta (fail-soft). A window wider than one point
// marks a node of the principal variation; cut marks a zero-window node that is
// expected to fail high.
func (w *worker) search(ply, depth int, alpha, beta eval.Score, cut bool) eval.Score {
	if depth <= 0 {
		return w.quiesce(ply, alpha, beta)
	}
	w.space[ply].pv.n = 0
	if w.stopped() {
		return eval.Draw
	}
	var n node
	w.enter(&n, ply, depth, alpha, beta, cut)
	if n.excluded == board.NoMove {
		if score, over := w.judge(&n); over {
			return score
		}
		if ply > 0 {
			// Neither side can do better than mate at once, nor worse than
			// being mated here.
			n.alpha = max(n.alpha, eval.MatedIn(ply))
			n.beta = min(n.beta, -eval.MatedIn(ply+1))
			if n.alpha >= n.beta {
				return n.alpha
			}
		}
		// Where the table contradicts the expectation a shallow search is worth
		// its price.
		if score, done := w.lookUp(&n); done && (cut == (score >= n.beta) || depth > w.params.DoubtDepth) && w.confirmed(&n) {
			if n.hit.score >= n.beta && n.hit.move != board.NoMove && n.p.Captured(n.hit.move) == board.NoPiece {
				w.reward(&n, n.hit.move, nil, nil)
			}
			return n.allowed(score)
		}
	}
	if n.excluded == board.NoMove {
		n.wasPV = n.isPV || n.hit.pv
		n.f.wasPV, n.f.hashed = n.wasPV, n.hit.move != board.NoMove
	} else {
		n.wasPV = n.f.wasPV // of the same node
	}
	w.evaluateNode(&n)
	w.reconsider(&n)
	w.frame(ply + 1).cutoffs = 0
	w.frame(ply + 2).killers = [2]board.Move{}
	if score, done := w.pruneNode(&n); done {
		return n.allowed(score)
	}
	n.improving = n.improving || n.static != noEval && n.static >= n.beta
	// Without a hash move the order is poor, so search a ply less (internal
	// iterative reduction).
	if n.depth >= w.params.IIRDepth && n.hit.move == board.NoMove && n.excluded == board.NoMove && (n.isPV || cut) && !n.f.onLine {
		n.depth--
	}
	return w.searchMoves(&n)
}

// enter begins a node at the end of the path.
func (w *worker) enter(n *node, ply, depth int, alpha, beta eval.Score, cut bool) {
	f := w.frame(ply)
	n.ply, n.depth, n.alpha, n.beta, n.isPV, n.cut = ply, depth, alpha, beta, beta-alpha > 1, cut
	n.p, n.f, n.key, n.excluded = &f.position, f, f.key, f.excluded
	n.low, n.high = -eval.Infinity, eval.Infinity
	n.check = f.check
	if n.isPV {
		w.selDepth = max(w.selDepth, ply+1)
	}
}

// judge ends a node by the rules, or where the path is as long as it may be.
func (w *worker) judge(n *node) (score eval.Score, over bool) {
	v := w.gameOver(n.ply)
	n.key ^= v.salt
	switch {
	case n.ply == 0:
		return 0, false // the game goes on whatever the rules say
	case v.over:
		return v.low, true
	case n.ply >= eval.MaxPly-1:
		return w.evaluate(n.p), true
	case v.low >= n.beta:
		return v.low, true
	case v.high <= n.alpha:
		return v.high, true
	}
	n.low, n.high = v.low, v.high
	n.alpha, n.beta = max(n.alpha, v.low), min(n.beta, v.high)
	return 0, false
}

// evaluateNode evaluates the position without searching it. A search without the hash
// move takes the evaluation of the node it is part of, corrections included.
func (w *worker) evaluateNode(n *node) {
	n.raw = noEval
	switch {
	case n.check:
		n.f.eval = noEval
		n.static, n.estimate = noEval, noEval
		return
	case n.excluded != board.NoMove:
		n.raw = n.f.eval // of the same node, corrections included
	default:
		if n.raw = n.hit.eval; !n.known || n.raw == noEval {
			n.raw = w.evaluate(n.p)
			if !n.known && n.depth > 0 {
				// The node may end before it has a score to store. A lower bound of
				// minus infinity says nothing.
				w.table.store(n.key, &entry{bound: Lower, depth: unsearched, score: -eval.Infinity, eval: n.raw, pv: n.wasPV})
			}
		}
		n.f.eval = bounded(n.raw + n.correction)
	}
	n.static = n.f.eval
	n.estimate = n.static
	if h := &n.hit; n.known && (h.bound == Exact || h.bound == Lower && h.score > n.static || h.bound == Upper && h.score < n.static) &&
		w.believed(h.score, n.ply) {
		n.estimate = h.score
	}
}

// reconsider looks back at the moves that led to a node: whether the position got
// better for the side to move, what the last move is to learn from the change, and
// whether its reduction was right (hindsight). In check only hindsight applies, by
// the evaluation before the side's own last move.
func (w *worker) reconsider(n *node) {
	last, own := w.frame(n.ply-1), w.frame(n.ply-2)
	static := n.static
	if n.check {
		static = own.eval
	} else {
		if own.eval == noEval {
			own = w.frame(n.ply - 4) // it was in check
		}
		n.improving = own.eval != noEval && static > own.eval
	}
	if n.excluded != board.NoMove || last.eval == noEval || static == noEval {
		return
	}
	if !n.check {
		w.learnFromChange(n)
	}
	if last.reduced > 0 {
		switch {
		case last.reduced >= w.params.HindsightDeeper && static <= -last.eval:
			n.depth++
		case n.depth >= 2 && int(static+last.eval) > w.params.HindsightMargin:
			n.depth--
		}
		last.reduced = 0
	}
}

// searchMoves searches the moves of a node one by one.
func (w *worker) searchMoves(n *node) eval.Score {
	t, ply, p, f, space := &w.params, n.ply, n.p, n.f, &w.space[n.ply]
	place := outer
	if n.excluded != board.NoMove {
		place = inner
	}
	k, tried := &space.pickers[place], &space.tried[place]
	k.init(w, n)
	best, bestMove := -eval.Infinity, board.NoMove
	oldAlpha := n.alpha
	mayPrune := ply > 0 && p.CanAttack(p.Side())
	tried.quiets.n, tried.captures.n = 0, 0
	count, missed := 0, false

	for m := k.pick(); m != board.NoMove; m = k.pick() {
		if m == n.excluded || ply == 0 && w.rootIndex(m) < 0 {
			continue
		}
		if w.blind && ply > 0 && !n.check && w.overlooks(p, m, ply, k.givesCheck(m)) {
			missed = true
			continue
		}
		count++
		if ply == 0 {
			w.reportMove(m, count)
		}
		var c candidate
		w.consider(&c, n, k, m, count)
		if mayPrune && best > -eval.MaxEval {
			reach, skip := w.skips(n, &c, k, bestMove != board.NoMove)
			if skip {
				if best <= reach && !best.IsDecided() {
					best = reach
				}
				continue
			}
		}
		extension, score, cutoff := w.extend(n, &c)
		if cutoff {
			return n.allowed(score)
		}
		newDepth := n.depth - 1 + extension
		if extension > 0 && m == n.hit.move {
			n.depth += t.SingularDeeper
		}

		nodes := w.nodes
		f.count, f.stat = count, c.history
		w.make(ply, m, c.check)
		next := w.frame(ply + 1)
		next.doubles += b2i(extension >= 2)
		next.onLine = f.onLine && ply < w.done.pv.n && m == w.done.pv.moves[ply]
		score = w.searchMove(n, &c, k, newDepth, best)
		w.unmake(ply)
		if w.aborted() {
			return eval.Draw
		}
		if ply == 0 {
			w.recordRoot(m, count, score, n.alpha, n.beta, nodes)
		}

		if score > best {
			best = score
			if score > n.alpha {
				bestMove = m
				if n.isPV {
					space.pv.set(m, &w.space[ply+1].pv)
				}
				if score >= n.beta {
					f.cutoffs += b2i(extension < 2 || n.isPV)
					break
				}
				n.alpha = score
				if n.depth > t.RaisedLowDepth && n.depth < t.RaisedHighDepth && !score.IsDecided() {
					n.depth = max(n.depth-t.RaisedLess, 1) // the others are likely worse
				}
			}
		}
		if m != bestMove && count <= mostBlamed {
			if c.quiet() {
				tried.quiets.add(m)
			} else {
				tried.captures.add(m)
			}
		}
	}

	if count == 0 {
		if n.excluded != board.NoMove {
			return n.alpha
		}
		if missed {
			return n.static
		}
		return eval.MatedIn(ply) // mate or stalemate, which loses as well
	}
	return w.conclude(n, n.allowed(best), bestMove, oldAlpha, tried)
}

// consider fills in what is known of the count-th move of a node.
func (w *worker) consider(c *candidate, n *node, k *picker, m board.Move, count int) {
	p := n.p
	c.move, c.at, c.count = m, newPieceTo(p.At(m.From()), m.To()), count
	c.taken, c.check = p.Captured(m).Type(), k.givesCheck(m)
	if c.quiet() {
		c.butterfly, c.continuation = int(*w.hist.butterfly(p, m)), k.continuations.sum(c.at)
		c.history = 2*c.butterfly + c.continuation
	} else {
		c.history = int(w.hist.capture[c.at][c.taken])
	}
	c.reduction = w.baseReduction(n, c)
}

// conclude learns from a node whose moves have been searched, stores what it is worth,
// and returns that. move is the one that raised alpha, NoMove if none has.
func (w *worker) conclude(n *node, best eval.Score, move board.Move, oldAlpha eval.Score, tried *tried) eval.Score {
	if best >= n.beta && !best.IsDecided() && !n.alpha.IsDecided() {
		// A fail-high is the less certain the shallower the search.
		best = (best*eval.Score(n.depth) + n.beta) / eval.Score(n.depth+1)
	}
	bound := Exact
	switch {
	case best >= n.beta:
		bound = Lower
	case best <= oldAlpha:
		bound = Upper
		// The move that led here was good: what it leads to may be played.
		n.wasPV = n.wasPV || w.frame(n.ply-1).wasPV
	}
	if move != board.NoMove {
		w.reward(n, move, tried.quiets.all(), tried.captures.all())
	} else {
		w.rewardPrevious(n, int(best))
	}
	// Of the root only the best of all lines and of all legal moves is worth storing.
	if n.excluded == board.NoMove && !(n.ply == 0 && (w.run.restricted || w.pvIndex > 0 && best <= w.rootMoves[0].score)) {
		w.remember(n, best, move, bound)
	}
	return best
}

// mostBlamed is the number of moves of a node whose histories suffer when a later
// one fails high.
const mostBlamed = 32

// searchMove returns the score of a move that has been made, searched to a
// depth at first with a zero window and, if late, less deeply. best is the best
// score so far.
func (w *worker) searchMove(n *node, c *candidate, k *picker, depth int, best eval.Score) (score eval.Score) {
	t, ply := &w.params, n.ply+1
	n.f.reduced = 0
	switch {
	case n.depth >= t.LMRDepth && c.count > 1:
		r := w.lateReduction(n, c, k)
		reduced := max(1, min(depth-r/1024, depth+2)) + b2i(n.isPV)
		n.f.reduced = depth - reduced
		score = -w.search(ply, reduced, -n.alpha-1, -n.alpha, true)
		n.f.reduced = 0
		if score > n.alpha && reduced < depth && !w.aborted() {
			if score > best+eval.Score(t.DeeperMargin+depth) {
				depth++
			} else if score < best+eval.Score(t.ShallowerMargin) {
				depth--
			}
			if reduced < depth {
				score = -w.search(ply, depth, -n.alpha-1, -n.alpha, !n.cut)
			}
			if !w.aborted() && c.quiet() {
				w.addContinuation(n.ply, c.at, t.ResearchBonus)
			}
		}
	case !n.isPV || c.count > 1:
		if depth > 1 {
			if r := w.lateReduction(n, c, k); r > t.LMRFirst {
				depth -= 1 + b2i(depth > 2 && r > t.LMRFirst+t.LMRFirstMore)
			}
		}
		score = -w.search(ply, depth, -n.alpha-1, -n.alpha, !n.cut)
	}
	if n.isPV && (c.count == 1 || score > n.alpha) {
		if c.move == n.hit.move && n.known && n.hit.depth > 1 {
			depth = max(depth, 1) // the table knows more than the quiescence search
		}
		score = -w.search(ply, depth, -n.beta, -n.alpha, false)
	}
	return score
}
