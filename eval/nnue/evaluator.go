package nnue

import (
	"chuhe/board"
	"chuhe/eval"
)

// evaluator is the [eval.Evaluator] of a network. The accumulators of a position differ
// from its predecessor's only by the pieces that moved. If a move changes a side's view,
// nearly all inputs of that side have changed, and its accumulator comes from the refresh
// cache.
//
// Make computes the accumulators, although a search never evaluates a third of its
// positions: when it makes a move, it is about to ask the transposition table, and the
// memory takes as long to answer.
type evaluator struct {
	// The accumulators come first, aligned to cache lines.
	stack [eval.MaxPly + 1][2]accumulator
	cache refreshCache

	frames [eval.MaxPly + 1]frame
	ply    int
	net    *Net
	table  *table
}

// frame holds everything about a ply of the path except its accumulators, by side.
type frame struct {
	tilts [2]tilt
	views [2]View
}

func newEvaluator(net *Net) *evaluator {
	e := &evaluator{net: net, table: (*table)(net.weights.FeatureWeights)}
	e.cache.reset((*accumulator)(net.weights.FeatureBias))
	return e
}

// Reset implements [eval.Evaluator].
func (e *evaluator) Reset(p *board.Position) {
	e.ply = 0
	for side := range board.Side(2) {
		t := tiltOf(p, p.Occupied(), side)
		v := viewOf(p.King(side), side, t)
		e.frames[0].tilts[side], e.frames[0].views[side] = t, v
		e.cache.refresh(&e.stack[0][side], e.table, p, side, v)
	}
}

// Make implements [eval.Evaluator].
func (e *evaluator) Make(p *board.Position, m board.Move, next *board.Position) {
	piece, captured := p.At(m.From()), p.At(m.To())
	f, after := &e.frames[e.ply], &e.frames[e.ply+1]
	src, dst := &e.stack[e.ply], &e.stack[e.ply+1]
	e.ply++
	for side := range board.Side(2) {
		t := f.tilts[side] + tiltBy(side, piece, m.To()) - tiltBy(side, piece, m.From()) - tiltBy(side, captured, m.To())
		v := f.views[side].tilted(t)
		if piece == board.NewPiece(side, board.King) {
			v = viewOf(m.To(), side, t)
		}
		after.tilts[side], after.views[side] = t, v
		if v != f.views[side] {
			e.cache.refresh(&dst[side], e.table, next, side, v)
			continue
		}
		seen := v.eye(side)
		add, sub := e.table.row(seen.input(piece, m.To())), e.table.row(seen.input(piece, m.From()))
		if captured == board.NoPiece {
			addSub(&dst[side], &src[side], add, sub)
		} else {
			addSubSub(&dst[side], &src[side], add, sub, e.table.row(seen.input(captured, m.To())))
		}
	}
}

// Unmake implements [eval.Evaluator].
func (e *evaluator) Unmake() { e.ply-- }

// Evaluate implements [eval.Evaluator].
func (e *evaluator) Evaluate(p *board.Position) eval.Score {
	us := p.Side() & 1
	bucket := OutputBucket(p)
	accs := &e.stack[e.ply]
	return e.net.score(bucket, dot(&accs[us], &accs[us^1], e.net.weights.output(bucket)))
}
