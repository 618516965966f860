package board_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/internal/testpos"
)

func TestLine(t *testing.T) {
	start := board.Start()
	g := board.NewLine(start)
	assert.Equal(t, 0, g.Len())
	assert.Empty(t, g.Moves())
	assert.Equal(t, start, *g.Position())
	g.Undo()
	assert.Equal(t, start, *g.Position(), "nothing to undo")

	positions := []board.Position{start}
	moves := []board.Move{}
	playRandom(11, start, 50, func(_, child board.Position, m board.Move) {
		g.Play(m)
		positions, moves = append(positions, child), append(moves, m)
		assert.Equal(t, child, *g.Position())
	})
	assert.Equal(t, len(moves), g.Len())
	assert.Equal(t, moves, g.Moves())
	for i := range positions {
		assert.Equal(t, positions[i], *g.At(i))
	}
	for i := range moves {
		assert.Equal(t, moves[i], g.Move(i))
	}
	for i := len(moves) - 1; i >= 0; i-- {
		g.Undo()
		assert.Equal(t, i, g.Len())
		assert.Equal(t, positions[i], *g.Position())
		assert.Equal(t, moves[:i], g.Moves())
	}
}

func TestLineClone(t *testing.T) {
	g := board.NewLine(board.Start())
	for _, m := range []string{"h2e2", "h9g7"} {
		g.Play(board.MustParseMove(m))
	}
	clone := g.Clone()
	assert.Equal(t, g, clone)

	// Each goes its own way from here.
	clone.Play(board.MustParseMove("h0g2"))
	g.Undo()
	g.Play(board.MustParseMove("h7e7"))
	assert.Equal(t, testpos.Moves(t, "h2e2 h9g7 h0g2"), clone.Moves())
	assert.Equal(t, testpos.Moves(t, "h2e2 h7e7"), g.Moves())
	assert.Equal(t, board.NoPiece, g.Position().At(board.MustParseSquare("g7")))
	assert.Equal(t, board.NewPiece(board.Black, board.Knight), clone.Position().At(board.MustParseSquare("g7")))
}

func TestLineFirst(t *testing.T) {
	g := board.NewLine(board.Start())
	for _, m := range testpos.Moves(t, "h2e2 h9g7") {
		g.Play(m)
	}
	none, first := g.First(0), g.First(1)
	assert.Equal(t, board.NewLine(board.Start()).Position(), none.Position())
	assert.Empty(t, none.Moves())
	assert.Equal(t, testpos.Moves(t, "h2e2"), first.Moves())
	first.Play(board.MustParseMove("h7e7"))
	g.Play(board.MustParseMove("h0g2"))
	assert.Equal(t, testpos.Moves(t, "h2e2 h7e7"), first.Moves())
	assert.Equal(t, testpos.Moves(t, "h2e2 h9g7 h0g2"), g.Moves())
	assert.Equal(t, board.NewPiece(board.Black, board.Knight), g.At(2).At(board.MustParseSquare("g7")))

	all := g.First(g.Len())
	all.Undo()
	all.Play(board.MustParseMove("b0c2"))
	assert.Equal(t, testpos.Moves(t, "h2e2 h9g7 b0c2"), all.Moves())
	assert.Equal(t, testpos.Moves(t, "h2e2 h9g7 h0g2"), g.Moves(), "what is taken back in one line stays in the other")
	assert.Equal(t, board.NewPiece(board.Red, board.Knight), g.Position().At(board.MustParseSquare("g2")))
}
