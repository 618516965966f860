package movegen_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/movegen"
	"chuhe/tools/perft/count"
)

// TestCornersOfTheRules names the rules that move generators get wrong, one
// position each.
func TestCornersOfTheRules(t *testing.T) {
	for _, c := range []struct {
		name, fen      string
		legal, illegal []string
	}{
		{"a cannon needs a screen to capture and none to move",
			"r2k5/9/9/9/9/9/9/9/9/C3K4 w", []string{"a0a8", "a0d0"}, []string{"a0a9", "a0f0"}},
		{"taking the screen of a cannon's check does not end it",
			"3k5/9/9/4c4/9/9/R3p4/8R/9/4K4 w", []string{"i2e2", "e0f0"}, []string{"a3e3"}},
		{"of two screens neither may go, nor take the other",
			"3k5/9/9/4c4/9/4p4/9/4R4/9/4K4 w", []string{"e2e3", "e2e1"}, []string{"e2e4", "e2d2"}},
		{"a piece may not become the screen of a cannon",
			"3k5/9/9/4c4/9/9/9/3N5/9/4K4 w", []string{"d2b3"}, []string{"d2e4"}},
		{"a knight's leg may not be uncovered",
			"3k5/9/9/9/9/9/9/3n5/3R5/4K4 w", []string{"e0f0", "d1d2"}, []string{"d1a1", "d1d0"}},
		{"a bishop's eye",
			"3k5/9/9/9/9/9/9/9/1p7/2B1K4 w", []string{"c0e2"}, []string{"c0a2", "c0d1"}},
		{"the river holds bishops back and lets pawns turn",
			"3k5/9/9/9/4P4/2B6/4P4/9/9/4K4 w", []string{"e5d5", "e5e6", "e3e4"}, []string{"c4e6", "e3d3", "e5e4"}},
		{"kings may not face each other",
			"3k5/9/9/9/9/9/9/9/9/4K4 w", []string{"e0f0", "e0e1"}, []string{"e0d0"}},
		{"the piece between the kings stays on the file",
			"4k4/9/9/9/9/9/9/9/4C4/4K4 w", []string{"e1e2", "e1e8"}, []string{"e1d1"}},
		{"a king stays in its palace",
			"3k5/9/9/9/9/9/9/5K3/9/9 w", []string{"f2f1", "f2e2"}, []string{"f2g2", "f2f3"}},
		{"an answer to one check may not open another",
			"3k5/9/9/9/4r4/9/9/3n5/3R5/4K4 w", []string{"e0f0"}, []string{"d1e1"}},
		{"two checks at once leave the king to move",
			"3k5/9/9/9/4r4/9/9/3n5/9/4KA3 w", []string{"e0d0"}, []string{"f0e1"}},
		{"of two pawns that check another piece may take neither",
			"5k3/9/9/9/9/9/9/9/9/R2pKp3 w", []string{"e0d0", "e0e1"}, []string{"a0d0", "e0f0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := testpos.FEN(t, c.fen)
			require.NoError(t, agree(&p))
			for _, m := range c.legal {
				assert.True(t, movegen.IsLegal(&p, board.MustParseMove(m)), m)
			}
			for _, m := range c.illegal {
				assert.False(t, movegen.IsLegal(&p, board.MustParseMove(m)), m)
			}
		})
	}
}

func TestNoMovesLeft(t *testing.T) {
	for name, fen := range map[string]string{
		"mated":     "3k5/3R5/3R5/9/9/9/9/9/9/4K4 b",
		"stalemate": "3k5/4R4/9/9/9/9/9/9/9/4K4 b",
	} {
		p := testpos.FEN(t, fen)
		assert.Empty(t, movegen.Legal(&p, nil), name)
		assert.False(t, movegen.HasLegal(&p), name)
		assert.Zero(t, count.Moves(&p), name)
		assert.Equal(t, name == "mated", p.InCheck(), name)
	}
}

// TestMaxMoves adds up what each piece could do at best: a buffer of MaxMoves
// holds more.
func TestMaxMoves(t *testing.T) {
	total := 0
	for pt := board.Pawn; pt <= board.King; pt++ {
		most := 0
		for s := range board.Square(board.Squares) {
			most = max(most, board.Moves(pt, board.Red, s, board.Bitboard{}, board.Bitboard{}).Count())
		}
		total += most * pt.MaxCount()
	}
	assert.LessOrEqual(t, total, movegen.MaxMoves)
}

// TestNothingAllocates asserts that nothing that a search or perft calls allocates.
func TestNothingAllocates(t *testing.T) {
	for _, fen := range []string{
		board.StartFEN,
		"r2akab1r/9/2n1b1n1c/p1p1C1p1p/9/2P6/P3P1P1P/2N1c1N2/9/R1BAKABR1 b - - 0 9",
	} {
		p := testpos.FEN(t, fen)
		buf := make([]board.Move, 0, movegen.MaxMoves)
		safety, checks := movegen.NewSafety(&p), movegen.NewChecks(&p)
		m := movegen.Legal(&p, nil)[0]
		game := p
		for name, f := range map[string]func(){
			"Legal":       func() { buf = movegen.Legal(&p, buf[:0]) },
			"Captures":    func() { buf = movegen.Captures(&p, &safety, buf[:0]) },
			"Quiets":      func() { buf = movegen.Quiets(&p, &safety, buf[:0]) },
			"Moves":       func() { count.Moves(&p) },
			"HasLegal":    func() { movegen.HasLegal(&p) },
			"NewSafety":   func() { safety = movegen.NewSafety(&p) },
			"NewChecks":   func() { checks = movegen.NewChecks(&p) },
			"Gives":       func() { checks.Gives(&p, m) },
			"IsLegal":     func() { movegen.IsLegal(&p, m) },
			"PseudoLegal": func() { movegen.PseudoLegal(&p, m) },
			"Leaves":      func() { count.Leaves(&p, 2) },
			"Make":        func() { game = p.Make(m) },
			"Play":        func() { game = p; game.Play(m) },
		} {
			assert.Zero(t, testing.AllocsPerRun(100, f), name)
		}
	}
}

// A Safety that served another position leaves nothing behind.
func TestResetSafety(t *testing.T) {
	pinned := testpos.FEN(t, "3k5/4r4/9/9/9/9/9/4c4/4A4/4K4 w - - 0 1")
	checked := testpos.FEN(t, "4k4/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1")
	start := board.Start()
	s := movegen.NewSafety(&start)
	for _, p := range []board.Position{checked, pinned, start} {
		s.Reset(&p.Placement)
		assert.Equal(t, movegen.NewSafety(&p), s, "%v", &p)
	}
}
