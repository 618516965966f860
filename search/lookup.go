package search

import (
	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
)

// lookUp asks the transposition table, whose answer may end the node.
func (w *worker) lookUp(n *node) (score eval.Score, done bool) {
	if !n.check {
		// What most nodes need is done while the table's bucket is on its way.
		w.recallCorrections(n)
		n.correction = n.corrections.sum(&w.params)
	}
	n.known = w.probe(n)
	if n.ply == 0 && w.rootMoves[w.pvIndex].pv.n > 0 {
		n.hit.move = w.rootMoves[w.pvIndex].move
	}
	return n.hit.score, n.known && !n.isPV && n.hit.depth >= n.depth && w.usable(&n.hit, n.ply, n.beta)
}

// confirmed reports whether what the table knows of the position after the hash move
// agrees that a deep node fails high, or low, if it knows that position.
func (w *worker) confirmed(n *node) bool {
	if n.depth < w.params.ConfirmDepth || n.hit.move == board.NoMove || n.hit.score.IsDecided() {
		return true
	}
	var next entry
	return !w.table.probe(n.p.KeyAfter(n.hit.move), &next) || next.depth == unsearched || (n.hit.score >= n.beta) == (-next.score >= n.beta)
}

// probe asks the transposition table for the position of a node. An entry whose move
// no piece can make here is one of another position. Whether the move leaves the king
// safe is asked when it is its turn, since most nodes end before.
func (w *worker) probe(n *node) bool {
	hit := &n.hit
	if !w.table.probe(n.key, hit) {
		return false
	}
	if hit.move != board.NoMove && !movegen.PseudoLegal(n.p, hit.move) {
		*hit = entry{}
		return false
	}
	hit.score = fromTable(hit.score, n.ply)
	return true
}

// usable reports whether a table entry of sufficient depth ends a zero-window
// node.
func (w *worker) usable(hit *entry, ply int, beta eval.Score) bool {
	return (hit.bound == Exact || hit.bound == Lower && hit.score >= beta || hit.bound == Upper && hit.score < beta) &&
		w.believed(hit.score, ply)
}

// believed reports whether a score of the table may be taken for the position
// of a ply. Wins and losses by the rules of repetition depend on the path and are
// not believed, nor is a mate that lies beyond the deepest ply or that the natural limit
// would forestall.
func (w *worker) believed(score eval.Score, ply int) bool {
	if !score.IsDecided() {
		return true
	}
	plies, mate := score.MateDistance()
	if !mate {
		return false
	}
	limit := w.run.moveLimit
	// The mate comes first where the rules let it, and otherwise a ply before the limit.
	need := max(plies, -plies) - ply + b2i(w.run.rules.Set.LimitFirst())
	if limit > 0 && need > limit-w.frame(ply).position.Halfmove() {
		return need <= limit-w.clockAt(w.root+ply).Plies()
	}
	return true
}

// remember stores the result of a node and learns from how far the evaluation
// was off.
func (w *worker) remember(n *node, best eval.Score, move board.Move, bound Bound) {
	w.table.store(n.key, &entry{
		move: move, pv: n.wasPV, bound: bound, depth: n.depth, score: toTable(best, n.ply), eval: n.raw,
	})
	if n.check || move != board.NoMove && n.p.Captured(move) != board.NoPiece || best.IsDecided() ||
		bound == Lower && best <= n.static || bound == Upper && best >= n.static {
		return
	}
	n.corrections.learn(&w.params, best-n.static, n.depth)
}
