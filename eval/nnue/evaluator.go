package nnue

import (
	"chuhe/board"
	"chuhe/eval"
)

// evaluator is the [eval.Evaluator] of a network. The accumulators of a position differ
// from its predecessor's only by the pieces that moved.
//
// Make only notes what moves. Accumulators are computed when a position is
// evaluated, from the last position on the path that has them; many positions of
// a search never need them. If a side's king has moved since then, all inputs of
// that side have changed, and its accumulator comes from the refresh cache.
type evaluator struct {
	// The accumulators come first, aligned to cache lines.
	stack [eval.MaxPly + 1][2]accumulator
	cache refreshCache

	frames [eval.MaxPly + 1]frame
	ply    int
	net    *Net
	table  *table
}

// frame holds everything about a ply of the path except its accumulators. Arrays are
// indexed by side.
type frame struct {
	piece, captured board.Piece // of the move that led here
	from, to        board.Square
	tilts           [2]tilt
	views           [2]view
	ready           [2]bool // whether the accumulator has been computed
}

func newEvaluator(net *Net) *evaluator {
	e := &evaluator{net: net, table: (*table)(net.weights.FeatureWeights)}
	e.cache.reset((*accumulator)(net.weights.FeatureBias))
	return e
}

// Reset implements [eval.Evaluator].
func (e *evaluator) Reset(p *board.Position) {
	e.ply = 0
	e.frames[0] = frame{}
	for side := range board.Side(2) {
		t := tiltOf(p, p.Occupied(), side)
		e.frames[0].tilts[side], e.frames[0].views[side] = t, viewOf(p.King(side), side, t)
	}
}

// Make implements [eval.Evaluator].
func (e *evaluator) Make(p *board.Position, m board.Move) {
	piece := p.At(m.From())
	f, next := &e.frames[e.ply], &e.frames[e.ply+1]
	e.ply++
	next.piece, next.captured, next.from, next.to = piece, p.At(m.To()), m.From(), m.To()
	next.ready = [2]bool{}
	for side := range board.Side(2) {
		t := f.tilts[side] + tiltBy(side, piece, m.To()) - tiltBy(side, piece, m.From()) - tiltBy(side, next.captured, m.To())
		next.tilts[side], next.views[side] = t, f.views[side].tilted(t)
	}
	if piece.Type() == board.King {
		side := piece.Side() & 1
		next.views[side] = viewOf(m.To(), side, next.tilts[side])
	}
}

// Unmake implements [eval.Evaluator].
func (e *evaluator) Unmake() { e.ply-- }

// Evaluate implements [eval.Evaluator].
func (e *evaluator) Evaluate(p *board.Position) eval.Score {
	us := p.Side() & 1
	e.update(p, us)
	e.update(p, us^1)
	bucket := OutputBucket(p)
	accs := &e.stack[e.ply]
	return e.net.score(bucket, dot(&accs[us], &accs[us^1], e.net.weights.output(bucket)))
}

// update computes the accumulator of a side in the current position p.
func (e *evaluator) update(p *board.Position, side board.Side) {
	side &= 1
	v := e.frames[e.ply].views[side]
	from := e.ply
	for !e.frames[from].ready[side] {
		if from == 0 || e.frames[from-1].views[side] != v {
			e.cache.refresh(&e.stack[e.ply][side], e.table, p, side, v)
			e.frames[e.ply].ready[side] = true
			return
		}
		from--
	}
	seen := v.eye(side)
	for ; from < e.ply; from++ {
		f := &e.frames[from+1]
		src, dst := &e.stack[from][side], &e.stack[from+1][side]
		add, sub := e.table.row(seen.input(f.piece, f.to)), e.table.row(seen.input(f.piece, f.from))
		if f.captured == board.NoPiece {
			addSub(dst, src, add, sub)
		} else {
			addSubSub(dst, src, add, sub, e.table.row(seen.input(f.captured, f.to)))
		}
		f.ready[side] = true
	}
}
