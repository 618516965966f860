package search

import (
	"chuhe/board"
	"chuhe/eval"
)

// extend returns by how many plies a move is searched more deeply. The singular
// search behind it may show that the whole node will fail high: cutoff.
func (w *worker) extend(n *node, c *candidate) (plies int, cutoff bool) {
	if n.ply == 0 || n.ply >= 2*w.rootDepth {
		return 0, false
	}
	if c.move == n.hit.move && n.excluded == board.NoMove && n.known && n.depth >= w.params.SingularDepth &&
		n.hit.bound != Upper && n.hit.depth >= n.depth-w.params.SingularTableDepth && !n.hit.score.IsDecided() {
		return w.singular(n)
	}
	if c.check && c.quiet() && n.depth <= w.params.CheckExtensionDepth && seeAtLeast(n.p, c.move, 0) {
		return 1, false
	}
	return 0, false
}

// singular searches a node without its hash move: when all others are worse by
// a margin, the move is forced and deserves more depth, up to two plies. When
// another move beats beta as well the whole node will: cutoff.
func (w *worker) singular(n *node) (plies int, cutoff bool) {
	bound := n.hit.score - w.params.singularMargin(n.depth)
	n.f.excluded = n.hit.move
	score := w.search(n.ply, (n.depth-1)/2, bound-1, bound, n.cut)
	n.f.excluded = board.NoMove
	switch {
	case w.aborted():
		return 0, false
	case score < bound:
		if !n.isPV && score < bound-eval.Score(w.params.DoubleMargin) && n.f.doubles < w.params.MostDoubles {
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

// lateReduction returns by how much a late move is searched less deeply, in
// 1/1024 plies.
func (w *worker) lateReduction(n *node, c *candidate, k *picker) int {
	t := &w.params
	r := c.reduction - w.reductions.less(c.history)
	if n.cut {
		r += t.LMRCut
	}
	if n.wasPV {
		r -= t.LMRWasPV
	}
	if n.isPV {
		r -= t.LMRIsPV
	}
	if !n.improving {
		r += t.LMRNotImproving
	}
	if c.check {
		r -= t.LMRCheck
	}
	if w.frame(n.ply+1).cutoffs > t.ManyCutoffs {
		r += t.LMRCutoffs
	}
	if n.hit.move != board.NoMove && n.p.Captured(n.hit.move) != board.NoPiece {
		r += t.LMRLoudHash
	}
	if k.isKiller(c.move) {
		r -= t.LMRKiller
	}
	if !c.quiet() {
		r -= t.LMRCapture
	}
	return r
}
