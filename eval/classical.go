package eval

import "chuhe/board"

// Classical is the hand-written evaluation. The sums of material and
// piece-square values follow the moves; the rest is looked up in each position.
type Classical struct {
	tables *tables
	stack  [MaxPly + 1]frame
	ply    int
}

// frame is what Classical knows of a position from its moves alone, Red's
// values less Black's.
type frame struct {
	squares pair // material and squares
	phase   int32
}

// tables are Params as the evaluation reads them.
type tables struct {
	squares [16][128]pair // by piece and square, negative for Black's pieces
	tempo   pair
}

// phases is what each piece adds to the phase of the game.
var phases = [board.PieceTypes]int32{board.Knight: 1, board.Cannon: 1, board.Rook: 2}

// fullPhase is the phase of the start position.
const fullPhase = 16

var defaultTables = newTables(DefaultParams())

func newTables(params Params) *tables {
	t := &tables{tempo: params.Tempo.pair()}
	for kind := board.Pawn; kind <= board.King; kind++ {
		value := params.Material[kind].pair()
		if kind == board.King {
			value = 0
		}
		for s := range board.Square(board.Squares) {
			t.squares[board.NewPiece(board.Red, kind)][s] = value + params.Squares[kind].pair(s, board.Red)
			t.squares[board.NewPiece(board.Black, kind)][s] = -value - params.Squares[kind].pair(s, board.Black)
		}
	}
	return t
}

// NewClassical returns the evaluator with the default weights.
func NewClassical() *Classical { return &Classical{tables: defaultTables} }

// NewTuned returns an evaluator with other weights.
func NewTuned(params Params) *Classical { return &Classical{tables: newTables(params)} }

// Reset implements [Evaluator].
func (c *Classical) Reset(p *board.Position) {
	var f frame
	for all := p.Occupied(); !all.IsEmpty(); {
		s := all.Pop()
		piece := p.At(s)
		f.squares += c.tables.squares[piece&15][s&127]
		f.phase += phases[piece.Type()]
	}
	c.ply = 0
	c.stack[0] = f
}

// Make implements [Evaluator].
func (c *Classical) Make(p *board.Position, m board.Move) {
	f := c.stack[c.ply]
	from, to := m.From(), m.To()
	piece, captured := p.At(from)&15, p.At(to)&15
	f.squares += c.tables.squares[piece][to] - c.tables.squares[piece][from] - c.tables.squares[captured][to]
	f.phase -= phases[captured.Type()]
	c.ply++
	c.stack[c.ply] = f
}

// Unmake implements [Evaluator].
func (c *Classical) Unmake() { c.ply-- }

// Evaluate implements [Evaluator].
func (c *Classical) Evaluate(p *board.Position) Score {
	f := &c.stack[c.ply]
	sum := f.squares
	if p.Side() == board.Black {
		sum = -sum
	}
	sum += c.tables.tempo
	score := Score((sum.mg()*f.phase + sum.eg()*(fullPhase-f.phase)) / fullPhase)
	return max(-MaxEval, min(score, MaxEval))
}
