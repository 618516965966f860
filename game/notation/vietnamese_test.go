package notation

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
)

func TestVietnamese(t *testing.T) {
	const (
		cannons = "5k3/9/4b4/9/9/4C4/9/4C4/9/3K5 w"
		pawns3  = "5k3/4P4/4P4/4P4/9/9/9/9/9/3K5 w"
		pawns4  = "4k4/9/4P1P2/4P1P2/9/9/9/9/9/3K5 w"
		pawns5  = "3k5/9/4P4/4P1P2/4P1P2/9/9/9/9/4K4 w"
		stack4  = "3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w"
		stack5  = "3k5/4P4/4P4/4P4/4P4/4P4/9/9/9/5K3 w"
	)
	black := strings.Replace(board.StartFEN, " w ", " b ", 1)
	for _, c := range []struct{ fen, move, text string }{
		{board.StartFEN, "h2e2", "P2-5"},
		{board.StartFEN, "b0c2", "M8.7"},
		{board.StartFEN, "g0e2", "T3.5"},
		{board.StartFEN, "d0e1", "S6.5"},
		{board.StartFEN, "e0e1", "Tg5.1"},
		{board.StartFEN, "c3c4", "B7.1"},
		{board.StartFEN, "b2b1", "P8/1"},
		{black, "h9g7", "M8.7"},
		{black, "g6g5", "B7.1"},
		{cannons, "e4e3", "Pt/1"},
		{cannons, "e2e3", "Ps.1"},
		{pawns3, "e7f7", "Bg-4"},
		{pawns4, "g7h7", "Bt3-2"},
		{pawns4, "e6d6", "Bs5-6"},
		{pawns5, "e6d6", "Bg5-6"},
		{pawns5, "g6h6", "Bt3-2"},
		{stack4, "e7d7", "Btg-6"},
		{stack4, "e6d6", "Bsg-6"},
		{stack5, "e6d6", "Bg-6"},
		{stack5, "e5d5", "Bsg-6"},
		{"4k4/9/9/9/9/9/9/5A3/9/3K1A3 w", "f2e1", "S4/5"},
	} {
		p := testpos.FEN(t, c.fen)
		assert.Equal(t, c.text, Vietnamese.Format(&p, board.MustParseMove(c.move)), c.fen)
	}
}

// TestParseVietnamese reads other ways to write moves, and what has a meaning in WXF too.
func TestParseVietnamese(t *testing.T) {
	black := strings.Replace(board.StartFEN, " w ", " b ", 1)
	both := "3k5/9/9/6C2/6P2/9/9/9/9/4K4 w" // a cannon and a pawn on file 3
	for _, c := range []struct {
		fen, text  string
		zero, viet string // the move in each reading, "" for none
	}{
		{board.StartFEN, "P2-5", "h2e2", "h2e2"},
		{board.StartFEN, "P2–5", "h2e2", "h2e2"},
		{board.StartFEN, " P2-5 ", "h2e2", "h2e2"},
		{board.StartFEN, "p8=5", "b2e2", "b2e2"},
		{board.StartFEN, "M2.3", "h0g2", "h0g2"},
		{board.StartFEN, "m2+3", "h0g2", "h0g2"},
		{board.StartFEN, "V3.5", "g0e2", "g0e2"},
		{board.StartFEN, "Tg.5.1", "e0e1", "e0e1"},
		{board.StartFEN, "Tg.1", "e0e1", "e0e1"},
		{board.StartFEN, "C7.1", "", "c3c4"},
		{board.StartFEN, "C2.5", "h2e2", ""},
		{board.StartFEN, "B7.1", "c3c4", "c3c4"},
		{board.StartFEN, "B3+5", "g0e2", ""},
		{board.StartFEN, "H8+7", "b0c2", "b0c2"},
		{board.StartFEN, "炮二平五", "h2e2", "h2e2"},
		{board.StartFEN, "h2e2", "h2e2", "h2e2"},
		{board.StartFEN, "X1-2", "", ""},
		{black, "X9.1", "i9i8", "i9i8"},
		{"4k4/9/9/9/4N4/9/9/9/9/3K5 w", "M5-6", "e5d3", "e5d3"},
		{both, "P3.2", "g5h5", "g6g8"},
		{both, "C3.1", "g6i6", ""},
		{both, "Pt.1", "", ""},
	} {
		p := testpos.FEN(t, c.fen)
		for reading, want := range map[Reading]string{FromZero: c.zero, FromVietnam: c.viet} {
			m, err := reading.Parse(&p, c.text)
			if want == "" {
				require.ErrorIs(t, err, ErrMove, "%s: %v", c.text, m)
				continue
			}
			require.NoError(t, err, c.text)
			require.Equal(t, want, m.String(), "%s, reading %d", c.text, reading)
		}
	}
	for _, text := range []string{"P", "Pt", "P2", "P2-", "P2-0", "P0-5", "Tg", "Tg.", "X-5", "Mz5.1", "Btt.1", "P2x5", "1.P2-5", "B3.4.5"} {
		_, is := parseVietnamese(text)
		assert.False(t, is, text)
	}
	for text, want := range map[string]bool{"P2-5": true, "B3.1": true, "X1/1": true, "P3.4": false, "C2.1": false, "B3-5": false, "C2.5": false, "h2e2": false} {
		assert.Equal(t, want, IsVietnamese(text), text)
	}
}
