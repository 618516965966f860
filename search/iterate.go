package search

import (
	"slices"
	"time"

	"chuhe/board"
	"chuhe/eval"
)

// iterate searches the root deeper and deeper until the run ends, and leaves
// the last finished iteration in w.done.
func (w *worker) iterate() {
	r := w.run
	var scores [eval.MaxPly]eval.Score // of the finished iterations
	var look outlook
	for depth := 1; depth <= r.maxDepth; depth++ {
		// Helpers skip some depths, each its own, so that they do not all
		// search the same tree.
		if w.id > 0 && depth > 3 && (depth+w.id)%(3+w.id%3) == 0 {
			continue
		}
		if !w.searchLines(depth) {
			w.keepPartial()
			return
		}
		first := w.rootMoves[0]
		again := w.done.depth > 0 && w.done.pv.moves[0] == first.move
		w.done = result{depth: depth, selDepth: first.selDepth, score: first.score, pv: first.pv}
		scores[depth] = first.score
		if w.id != 0 {
			continue
		}

		if again {
			look.stable++
		} else {
			look.stable = 0
		}
		look.fall, look.slump = 0, 0
		if depth > 4 {
			look.fall = int(scores[depth-3] - first.score)
			if r.previous != -eval.Infinity {
				look.slump = int(r.previous - first.score)
			}
		}
		look.share, look.changes = w.effort(), w.changes
		if w.enough(depth, &look) {
			return
		}
	}
}

// searchLines searches an iteration, line by line; false when the run was stopped.
func (w *worker) searchLines(depth int) bool {
	w.rootDepth = depth
	w.changes /= 2
	for _, rm := range w.rootMoves {
		rm.previous, rm.previousPV = rm.score, rm.pv
		rm.score = -eval.Infinity
	}
	lines := min(w.run.multiPV, len(w.rootMoves))
	for w.pvIndex = 0; w.pvIndex < lines; w.pvIndex++ {
		w.selDepth = 0
		if !w.aspire(depth) {
			return false
		}
		// Lines searched so far in order, the others behind them.
		slices.SortStableFunc(w.rootMoves[:w.pvIndex+1], byScore)
		w.reportLines(lines)
	}
	return true
}

// effort returns the best move's part of the nodes of the first line.
func (w *worker) effort() float64 {
	all := uint64(0)
	for _, rm := range w.rootMoves {
		all += rm.nodes
	}
	return float64(w.rootMoves[0].nodes) / float64(max(all, 1))
}

// enough reports whether the first worker may end the search after an iteration.
func (w *worker) enough(depth int, look *outlook) bool {
	r := w.run
	if r.limits.Infinite {
		return false
	}
	done := r.timed && (w.nothingToFind(depth) || r.spent(w.params.timeScale(look), w.nodes)) ||
		r.limits.SoftNodes > 0 && w.nodes-w.published+r.nodes.Load() >= r.limits.SoftNodes ||
		r.limits.Mate > 0 && w.mateFound(depth)
	if r.pondering.Load() {
		r.overdue.Store(done)
		// A hit may have come in between that did not see overdue.
		return done && !r.pondering.Load()
	}
	return done
}

// keepPartial takes what an iteration that was cut short has found: a first line that
// was finished, or a move that was searched to its end and beat those before it, is
// better than the best one of the last iteration.
func (w *worker) keepPartial() {
	first := w.rootMoves[0]
	if w.done.depth > 0 && (w.pvIndex > 0 || first.score != -eval.Infinity && first.bound != Upper) {
		w.done.selDepth, w.done.score, w.done.bound, w.done.pv = first.selDepth, first.score, first.bound, first.pv
		w.done.partial = true
	}
}

// nothingToFind reports whether deeper iterations would waste time: a mate is not likely
// to come any nearer, or there is only one move and a game clock runs. With a time for
// the move alone its score is wanted as well.
func (w *worker) nothingToFind(depth int) bool {
	plies, mate := w.done.score.MateDistance()
	return mate && depth > 2*max(plies, -plies)+2 || w.run.limits.Clock.Set && len(w.rootMoves) == 1 && depth >= 4
}

// mateFound reports whether the mate that Limits.Mate asks for is found, or the side to
// move is mated itself. A longer mate proves nothing: the search may have pruned what
// makes it shorter.
func (w *worker) mateFound(depth int) bool {
	plies, mate := w.done.score.MateDistance()
	return mate && (plies > 0 && plies/2 < w.run.limits.Mate || plies <= 0 && w.nothingToFind(depth))
}

// aspire searches the line at pvIndex to a depth in a window around the last
// score, widened until the score is within; false when the run was stopped.
func (w *worker) aspire(depth int) bool {
	r := w.run
	previous := w.rootMoves[w.pvIndex].previous
	alpha, beta := -eval.Infinity, eval.Infinity
	delta := eval.Score(w.params.AspirationWindow)
	if depth >= w.params.AspirationDepth && previous != -eval.Infinity && !previous.IsDecided() {
		average := w.rootMoves[w.pvIndex].average
		alpha, beta = average-delta, average+delta
	}
	reduced := 0
	for {
		w.rootDelta = int(beta - alpha)
		w.frame(0).onLine = w.pvIndex == 0 && w.done.depth > 0
		score := w.search(0, max(depth-reduced, 1), alpha, beta, false)
		slices.SortStableFunc(w.rootMoves[w.pvIndex:], byScore)
		if w.aborted() {
			return false
		}
		if (score <= alpha || score >= beta) && r.multiPV == 1 && r.elapsed() >= slow {
			w.reportLines(1)
		}
		switch {
		case score <= alpha:
			beta = alpha + (beta-alpha)*eval.Score(w.params.AspirationLow)/1024
			alpha = max(score-delta, -eval.Infinity)
			reduced = 0
		case score >= beta:
			beta = min(score+delta, eval.Infinity)
			reduced++
		default:
			return true
		}
		delta += delta * eval.Score(w.params.AspirationGrowth) / 100
		if delta > eval.Score(w.params.AspirationMost) {
			alpha, beta = -eval.Infinity, eval.Infinity
		}
	}
}

// byScore orders root moves, best first; those not searched keep the order of
// the iteration before.
func byScore(a, b *rootMove) int {
	if a.score != b.score {
		return int(b.score - a.score)
	}
	return int(b.previous - a.previous)
}

// rootIndex returns the place of a move among those to be searched for the
// current line, -1 if it is not one of them.
func (w *worker) rootIndex(m board.Move) int {
	for i := w.pvIndex; i < len(w.rootMoves); i++ {
		if w.rootMoves[i].move == m {
			return i
		}
	}
	return -1
}

// recordRoot notes the score of a root move, the count-th searched within
// alpha..beta; nodes is the worker's count before it.
func (w *worker) recordRoot(m board.Move, count int, score, alpha, beta eval.Score, nodes uint64) {
	rm := w.rootMoves[w.rootIndex(m)]
	if w.pvIndex == 0 {
		rm.nodes += w.nodes - nodes
	}
	if count > 1 && score <= alpha {
		rm.score = -eval.Infinity // only known to be worse than another
		return
	}
	if rm.average == -eval.Infinity {
		rm.average = score
	}
	rm.score, rm.selDepth, rm.average = score, w.selDepth, (rm.average+score)/2
	if count > 1 && w.pvIndex == 0 {
		w.changes++
	}
	rm.bound = Exact
	switch {
	case score >= beta:
		rm.bound = Lower
	case score <= alpha:
		rm.bound = Upper
	}
	rm.pv.set(m, &w.space[1].pv)
}

// reportLines reports the lines of the current iteration and, for lines not yet
// searched again, the ones from the iteration before.
func (w *worker) reportLines(lines int) {
	r := w.run
	if w.id != 0 || r.report == nil {
		return
	}
	// Several lines are reported together, unless they take long to complete.
	elapsed := r.elapsed()
	if w.pvIndex < lines-1 && elapsed < slow {
		return
	}
	w.publish()
	r.lineNodes, r.nodesAt = r.nodes.Load(), elapsed
	w.reportRanks(w.pvIndex+1, lines, board.NoMove, Info{Nodes: r.lineNodes, Time: elapsed, HashFull: r.table.full()})
}

// line sets what the report of a line says of it.
func (i *Info) line(selDepth int, score eval.Score, bound Bound, pv *line) {
	i.SelDepth, i.Score, i.Bound, i.PV = selDepth, score, bound, slices.Clone(pv.moves[:pv.n])
}

// reportRanks reports root moves, except one, until there are enough lines: those before a
// place, whose lines this iteration has searched, then the others as the iteration before
// left them. The rank of the last line reported and the state of the search are in info.
func (w *worker) reportRanks(searched, lines int, except board.Move, info Info) {
	report := func(rm *rootMove, depth int, score eval.Score, bound Bound, pv *line) {
		if rm.move == except || info.MultiPV == lines || score == -eval.Infinity {
			return
		}
		info.Depth = depth
		info.MultiPV++
		info.line(rm.selDepth, score, bound, pv)
		w.run.report(info)
	}
	for _, rm := range w.rootMoves[:searched] {
		report(rm, w.rootDepth, rm.score, rm.bound, &rm.pv)
	}
	if info.MultiPV == lines {
		return
	}
	rest := slices.Clone(w.rootMoves[searched:])
	slices.SortStableFunc(rest, func(a, b *rootMove) int { return int(b.previous - a.previous) })
	for _, rm := range rest {
		report(rm, w.done.depth, rm.previous, Exact, &rm.previousPV)
	}
}

// reportLast reports what a search ends with: the line that is played, and after it the
// others, as far as an iteration that was cut short has come, or as the one before it
// left them.
func (w *worker) reportLast() {
	r, d := w.run, &w.done
	lines := min(r.multiPV, len(w.rootMoves))
	info := Info{Depth: d.depth, MultiPV: 1, Nodes: r.nodes.Load(), Time: r.elapsed(), HashFull: r.table.full(), Last: true}
	info.line(d.selDepth, d.score, d.bound, &d.pv)
	r.report(info)
	w.reportRanks(w.pvIndex, lines, d.pv.moves[0], info)
}

const (
	slow    = 3 * time.Second // after which a search says more, since a person can read it
	silence = time.Second     // without a number of nodes
)

// reportMove reports which root move is being searched.
func (w *worker) reportMove(m board.Move, count int) {
	r := w.run
	if w.id != 0 || r.report == nil || r.elapsed() < slow {
		return
	}
	r.report(Info{Depth: w.rootDepth, CurrMove: m, CurrMoveNumber: count + w.pvIndex, Nodes: r.nodes.Load(), Time: r.elapsed()})
}

// reportNodes reports how far the search has come, if no report has said so for long.
func (w *worker) reportNodes() {
	r := w.run
	if w.id != 0 || r.report == nil {
		return
	}
	elapsed := r.elapsed()
	if elapsed-r.nodesAt < silence {
		return
	}
	r.nodesAt = elapsed
	r.report(Info{Depth: w.rootDepth, SelDepth: w.selDepth, Nodes: r.nodes.Load(), Time: elapsed, HashFull: r.table.full()})
}
