package eval

import (
	"fmt"
	"strings"

	"chuhe/board"
)

// Classical is the hand-written [Evaluation].
type Classical struct{}

// Name implements [Evaluation].
func (Classical) Name() string { return "classical" }

// New implements [Evaluation].
func (Classical) New() Evaluator { return &classical{tables: defaultTables} }

// Explain implements [Evaluation]: it lists the terms as Red sees them.
func (Classical) Explain(p *board.Position) string {
	f, v := newFrame(defaultTables, p), newView(defaultTables, p)
	var b strings.Builder
	line := func(term string, sum pair) { fmt.Fprintf(&b, "%-8s %6d %6d\n", term, sum.mg(), sum.eg()) }
	fmt.Fprintf(&b, "hand-written evaluation, terms for Red\n\n%-8s %6s %6s\n", "term", "middle", "end")
	line("squares", f.squares)
	line("balance", f.balance)
	before := v.red()
	v.add(func(term string) {
		line(term, v.red()-before)
		before = v.red()
	})
	tempo := defaultTables.Tempo.pair()
	if p.Side() == board.Black {
		tempo = -tempo
	}
	line("tempo", tempo)
	line("sum", f.squares+f.balance+v.red()+tempo)
	fmt.Fprintf(&b, "\nphase %d of %d: 0 counts the end column alone\n", f.phase, fullPhase)
	fmt.Fprintf(&b, "kept of an advantage: %d/%d for Red, %d/%d for Black\n", f.scale[board.Red], fullScale, f.scale[board.Black], fullScale)
	return b.String()
}

// classical is the [Evaluator] of [Classical]. Material and the values of pieces
// on their squares follow the moves; mobility, threats and the danger to the
// kings are computed for each position.
type classical struct {
	tables *tables
	stack  [MaxPly + 1]frame
	ply    int
}

// frame holds the parts of the evaluation that are updated move by move.
type frame struct {
	squares pair // values of the pieces on their squares, Red's less Black's
	counts  counts
	material
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

// Reset implements [Evaluator].
func (c *classical) Reset(p *board.Position) {
	c.ply = 0
	c.stack[0] = newFrame(c.tables, p)
}

// Make implements [Evaluator].
func (c *classical) Make(p *board.Position, m board.Move, _ *board.Position) {
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
func (c *classical) Unmake() { c.ply-- }

// Evaluate implements [Evaluator].
func (c *classical) Evaluate(p *board.Position) Score {
	f := &c.stack[c.ply]
	v := newView(c.tables, p)
	v.add(nil)
	return f.score(p.Side(), f.squares+f.balance+v.red(), c.tables.Tempo.pair())
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
