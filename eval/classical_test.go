package eval_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
)

// evaluate returns the score of a position without a past.
func evaluate(p *board.Position) eval.Score {
	c := eval.NewClassical()
	c.Reset(p)
	return c.Evaluate(p)
}

// playouts calls visit on the positions of games of random moves, with the
// moves that led from the start to each.
func playouts(games int, visit func(p board.Position, line []board.Move)) {
	random := rand.New(rand.NewPCG(1, 2))
	for range games {
		p := board.Start()
		var line []board.Move
		for len(line) < eval.MaxPly {
			visit(p, line)
			moves := movegen.Legal(&p, nil)
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			line = append(line, m)
			p.Play(m)
		}
	}
}

// transform returns the position with every square sent elsewhere, and the
// sides exchanged if asked.
func transform(t *testing.T, p *board.Position, to func(board.Square) board.Square, exchange bool) board.Position {
	from := p.Setup()
	s := board.Setup{Side: from.Side, Halfmove: from.Halfmove, Fullmove: from.Fullmove}
	if exchange {
		s.Side = s.Side.Other()
	}
	for sq, piece := range from.Pieces {
		if piece != board.NoPiece && exchange {
			piece = board.NewPiece(piece.Side().Other(), piece.Type())
		}
		s.Pieces[to(board.Square(sq))] = piece
	}
	q, err := s.Position()
	require.NoError(t, err)
	return q
}

func TestClassicalIsSymmetric(t *testing.T) {
	playouts(100, func(p board.Position, _ []board.Move) {
		want := evaluate(&p)
		flipped := transform(t, &p, board.Square.Flip, true)
		require.Equal(t, want, evaluate(&flipped), "sides exchanged: %v", p)
		mirrored := transform(t, &p, board.Square.Mirror, false)
		require.Equal(t, want, evaluate(&mirrored), "mirrored: %v", p)
	})
}

func TestClassicalFollowsMoves(t *testing.T) {
	c, start := eval.NewClassical(), board.Start()
	playouts(100, func(want board.Position, line []board.Move) {
		p := start
		c.Reset(&p)
		for _, m := range line {
			if moves := movegen.Legal(&p, nil); len(line)%8 == 0 { // detours are taken back without a trace
				c.Make(&p, moves[0])
				c.Unmake()
			}
			c.Make(&p, m)
			p.Play(m)
		}
		require.Equal(t, evaluate(&want), c.Evaluate(&want), want)
	})
}

func TestClassicalScores(t *testing.T) {
	p := board.Start()
	assert.InDelta(t, 0, int(evaluate(&p)), 60, "the start position is balanced but for the move")
	rookUp, err := board.ParseFEN("1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")
	require.NoError(t, err)
	assert.Greater(t, evaluate(&rookUp), eval.Score(600))
	assert.Less(t, evaluate(&rookUp), eval.MaxEval)
}

func TestClassicalAllocatesNothing(t *testing.T) {
	c, p := eval.NewClassical(), board.Start()
	m := board.MustParseMove("h2e2")
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		c.Reset(&p)
		c.Make(&p, m)
		child := p.Make(m)
		c.Evaluate(&child)
		c.Unmake()
	}))
}

// BenchmarkClassical evaluates positions of random games.
func BenchmarkClassical(b *testing.B) {
	var positions []board.Position
	playouts(20, func(p board.Position, _ []board.Move) { positions = append(positions, p) })
	c := eval.NewClassical()
	c.Reset(&positions[0])
	i := 0
	for b.Loop() {
		c.Evaluate(&positions[i])
		i = (i + 1) % len(positions)
	}
}
