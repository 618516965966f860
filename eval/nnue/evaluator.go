package nnue

import (
	"chuhe/board"
	"chuhe/eval"
)

// Evaluator evaluates along a search: the accumulators of a position are those
// of the position before it but for the pieces that moved. It implements
// [eval.Evaluator].
//
// Make only notes what moves. Accumulators are worked out when a position is
// evaluated, from the last one on the path that has them; many positions of a
// search never are. When a side's own king has moved since then, all its inputs
// are others, and the accumulator comes from the refresh cache instead.
type Evaluator struct {
	// The accumulators stand first, on whole cache lines.
	stack [eval.MaxPly + 1][2]accumulator
	cache refreshCache

	frames [eval.MaxPly + 1]frame
	ply    int
	net    *Net
	table  *table
}

// frame is what is known of a ply of the path besides its accumulators. Arrays
// are by side.
type frame struct {
	piece, captured board.Piece // that moved from the ply before, and that was taken
	from, to        board.Square
	views           [2]view
	ready           [2]bool // whether the accumulator is worked out
}

// New returns an evaluator that uses a network.
func New(net *Net) *Evaluator {
	e := &Evaluator{net: net, table: (*table)(net.weights.FeatureWeights)}
	e.cache.reset((*accumulator)(net.weights.FeatureBias))
	return e
}

// Reset implements [eval.Evaluator].
func (e *Evaluator) Reset(p *board.Position) {
	e.ply = 0
	e.frames[0] = frame{views: [2]view{viewOf(p, board.Red), viewOf(p, board.Black)}}
}

// Make implements [eval.Evaluator].
func (e *Evaluator) Make(p *board.Position, m board.Move) {
	piece := p.At(m.From())
	views := e.frames[e.ply].views
	if piece.Type() == board.King {
		side := piece.Side()
		views[side] = kingView(m.To(), side)
	}
	e.ply++
	e.frames[e.ply] = frame{piece: piece, captured: p.At(m.To()), from: m.From(), to: m.To(), views: views}
}

// Unmake implements [eval.Evaluator].
func (e *Evaluator) Unmake() { e.ply-- }

// Evaluate implements [eval.Evaluator].
func (e *Evaluator) Evaluate(p *board.Position) eval.Score {
	us := p.Side() & 1
	e.update(p, us)
	e.update(p, us^1)
	bucket := OutputBucket(p)
	weights := (*[2 * Width]int16)(e.net.weights.OutputWeights[bucket*2*Width:])
	accs := &e.stack[e.ply]
	return e.net.score(bucket, dot(&accs[us], &accs[us^1], weights))
}

// update works out the accumulator of a side in the current position p.
func (e *Evaluator) update(p *board.Position, side board.Side) {
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
