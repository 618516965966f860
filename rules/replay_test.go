package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/internal/testpos"
)

// TestIllegal asks for each reason why a move is not legal. After the last one a rook could
// take the king as well.
func TestIllegal(t *testing.T) {
	const start = board.StartFEN
	for _, test := range []struct {
		fen, move string
		want      error
		text      string // of the error of Replay
	}{
		{start, "h2e2", nil, ""},
		{start, "e4e5", ErrNoPiece, "no piece stands on the first square (ply 1, e4e5, red)"},
		{start, "h9g7", ErrNotOwn, "the piece belongs to the other side (ply 1, h9g7, black knight)"},
		{start, "i0h0", ErrOwnTarget, "the side's own piece stands on the second square (ply 1, i0h0, red rook)"},
		{start, "h2h9", nil, ""},
		{start, "h2h8", ErrUnreached, "the piece cannot go there (ply 1, h2h8, red cannon)"},
		{start, "h0f1", ErrUnreached, "the piece cannot go there (ply 1, h0f1, red knight)"},
		{"4k4/9/9/9/4C4/9/9/9/9/4K4 w", "e5d5", ErrFacing, "kings would face (ply 1, e5d5, red cannon)"},
		{"4k4/9/9/9/4r4/9/9/9/4R4/4K4 w", "e1d1", ErrKingSafety, "leaves own king in check (ply 1, e1d1, red rook)"},
		{"4k4/9/9/9/9/9/9/9/9/3K4r w", "d0e0", ErrFacing, "kings would face (ply 1, d0e0, red king)"},
	} {
		p, m := testpos.FEN(t, test.fen), board.MustParseMove(test.move)
		assert.Equal(t, test.want, Illegal(&p, m), test.move)
		game, err := Replay(p, []board.Move{m})
		if test.want == nil {
			assert.NoError(t, err, test.move)
			continue
		}
		assert.ErrorIs(t, err, test.want, test.move)
		assert.EqualError(t, err, test.text)
		assert.Zero(t, game.Len(), "the game before it")
	}
}
