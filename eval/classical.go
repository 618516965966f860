package eval

import "chuhe/board"

// Classical is the hand-written evaluation. Material and the values of pieces
// on their squares follow the moves; mobility, threats and the danger of the
// kings are looked up in each position.
type Classical struct {
	tables *tables
	stack  [MaxPly + 1]frame
	ply    int
}

// frame is what Classical knows of a position from its moves alone.
type frame struct {
	squares pair // values of the pieces on their squares, Red's less Black's
	counts  counts
	material
}

// NewClassical returns the evaluator with the default weights.
func NewClassical() *Classical { return &Classical{tables: defaultTables} }

// NewTuned returns an evaluator with other weights.
func NewTuned(params Params) *Classical { return &Classical{tables: newTables(params)} }

// Reset implements [Evaluator].
func (c *Classical) Reset(p *board.Position) {
	c.ply = 0
	c.stack[0] = newFrame(c.tables, p)
}

func newFrame(t *tables, p *board.Position) (f frame) {
	for all := p.Occupied(); !all.IsEmpty(); {
		s := all.Pop()
		piece := p.At(s)
		f.squares += t.squares[piece&15][s&127]
		f.counts.add(piece)
	}
	f.material = newMaterial(t, f.counts)
	return f
}

// Make implements [Evaluator].
func (c *Classical) Make(p *board.Position, m board.Move) {
	f := &c.stack[c.ply+1]
	*f = c.stack[c.ply]
	c.ply++
	from, to := m.From()&127, m.To()&127
	piece, captured := p.At(from)&15, p.At(to)&15
	f.squares += c.tables.squares[piece][to] - c.tables.squares[piece][from]
	if captured != board.NoPiece {
		f.squares -= c.tables.squares[captured][to]
		f.counts.remove(captured)
		f.material = newMaterial(c.tables, f.counts)
	}
}

// Unmake implements [Evaluator].
func (c *Classical) Unmake() { c.ply-- }

// Evaluate implements [Evaluator].
func (c *Classical) Evaluate(p *board.Position) Score {
	f := &c.stack[c.ply]
	v := newView(c.tables, p)
	v.guards()
	v.knights()
	v.cannons()
	v.rooks()
	v.threats()
	v.kings()
	return f.score(p.Side(), f.squares+f.balance+v.sum[board.Red]-v.sum[board.Black], c.tables.Tempo.pair())
}

// score blends the two halves of a sum of terms, Red's less Black's, for the
// side to move.
func (f *frame) score(side board.Side, sum, tempo pair) Score {
	ahead := side
	if side == board.Black {
		sum = -sum
	}
	sum += tempo
	blend := (sum.mg()*f.phase + sum.eg()*(fullPhase-f.phase)) / fullPhase
	if blend < 0 {
		ahead = side.Other()
	}
	return max(-MaxEval, min(Score(blend*f.scale[ahead&1]/fullScale), MaxEval))
}
