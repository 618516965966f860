package search

import (
	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
)

// probe asks the transposition table for the position of a node. An entry whose
// move is not legal here is one of another position.
func (w *worker) probe(n *node) bool {
	hit := &n.hit
	if !w.table.probe(n.key, hit) {
		return false
	}
	if hit.move != board.NoMove && !movegen.PseudoLegal(n.p, hit.move) {
		*hit = entry{}
		return false
	}
	if hit.move != board.NoMove {
		w.table.fetch(n.p.KeyAfter(hit.move)) // most likely the first to be made
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
// not believed, nor is a mate that the natural limit would forestall.
func (w *worker) believed(score eval.Score, ply int) bool {
	if !score.IsDecided() {
		return true
	}
	if _, rule := score.RuleDistance(); rule {
		return false
	}
	limit := w.run.moveLimit
	plies, mate := score.MateDistance()
	// The mate comes first where the rules let it, and otherwise a ply before the limit.
	need := max(plies, -plies) - ply + b2i(w.run.rules.Set.LimitFirst())
	if limit > 0 && mate && need > limit-w.frame(ply).position.Halfmove() {
		return need <= limit-w.clockAt(w.root+ply).Plies()
	}
	return true
}
