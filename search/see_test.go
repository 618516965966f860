package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

// slowExchange returns the value that seeAtLeast compares with a threshold: the gain of
// a move when afterwards both sides capture on its square with their least
// valuable piece, the lowest square first, or stop. Without pins it is that of seemsAtLeast.
func slowExchange(p *board.Position, m board.Move, pins bool) eval.Score {
	child := p.Make(m)
	return exchangeValue[p.Captured(m).Type()] - slowRecapture(&child, m.To(), pins)
}

// slowRecapture returns the gain of the side to move by captures on a square, at least
// 0. Its king captures only what nothing protects.
func slowRecapture(p *board.Position, to board.Square, pins bool) eval.Score {
	least := leastCapture(p, to, pins)
	if least == board.NoMove {
		return 0
	}
	child := p.Make(least)
	if p.At(least.From()).Type() == board.King && leastCapture(&child, to, false) != board.NoMove {
		return 0
	}
	return max(0, exchangeValue[p.At(to).Type()]-slowRecapture(&child, to, pins))
}

// leastCapture returns the capture on a square by the least valuable piece. Where pins count,
// those on the lines of their king and on the legs of knights need a legal move.
func leastCapture(p *board.Position, to board.Square, pins bool) board.Move {
	king := p.King(p.Side())
	near := func(s board.Square) bool {
		files, ranks := abs(s.File()-king.File()), abs(s.Rank()-king.Rank())
		return files == 0 || ranks == 0 || files == 1 && ranks == 1
	}
	least := board.NoMove
	for from := range board.Square(board.Squares) {
		m := board.NewMove(from, to)
		if m == board.NoMove || !movegen.PseudoLegal(p, m) {
			continue
		}
		if pins && from != king && near(from) && !movegen.IsLegal(p, m) {
			continue
		}
		if least == board.NoMove || p.At(from).Type() < p.At(least.From()).Type() {
			least = m
		}
	}
	return least
}

func TestExchange(t *testing.T) {
	values := exchangeValue
	for _, c := range []struct {
		name, fen, move string
		want            eval.Score
	}{
		{"free pawn", "4k4/9/9/p8/9/9/9/9/9/R4K3 w", "a0a6", values[board.Pawn]},
		{"pawn protected by a knight", "4k4/9/1n7/9/p8/9/9/9/9/R4K3 w", "a0a5", values[board.Pawn] - values[board.Rook]},
		{"pawn protected by a rook", "4k3r/9/9/9/p7r/9/9/9/9/R4K3 w", "a0a5", values[board.Pawn] - values[board.Rook]},
		{"rooks behind each other", "r3k4/9/9/9/p8/9/9/9/R8/R4K3 w", "a1a5", values[board.Pawn]},
		{"quiet and safe", "4k4/9/9/9/9/9/9/9/9/R2K5 w", "a0a5", 0},
		{"quiet into a pawn", "4k4/9/9/p8/9/9/9/9/9/R2K5 w", "a0a5", -values[board.Rook]},
		{"cannon whose screen captures", "4k4/9/9/9/4r4/9/4R4/9/4C4/3K5 w", "e3e5", values[board.Rook]},
		{"protected by a cannon", "c3k4/9/n8/9/r8/9/9/9/9/R4K3 w", "a0a5", 0},
		{"the capturer was the cannon's screen", "c3k4/9/R8/9/r8/9/9/9/9/5K3 w", "a7a5", values[board.Rook]},
		{"king takes the unprotected", "3Rk4/9/9/9/9/9/9/9/9/5K3 b", "e9d9", values[board.Rook]},
		{"king does not take the protected", "3ak4/4n4/9/9/9/9/9/4R4/4C4/5K3 w", "e2e8", values[board.Knight] - values[board.Rook]},
		{"a guard that the kings pin", "4k4/4a4/b2a5/9/2b6/9/9/4K4/9/5R3 w", "f0f7", 0},
		{"a guard on the leg of a knight", "4k4/2Nr5/9/9/9/R2p5/9/9/9/5K3 w", "a4d4", values[board.Pawn]},
		{"a guard between a cannon and its screen", "4k4/4a4/4n4/6p2/9/9/4C4/6R2/9/5K3 w", "g2g6", values[board.Pawn]},
		{"a pinned guard captures along the pin", "4k4/9/4r4/9/9/4p4/9/4R4/9/5K3 w", "e2e4", values[board.Pawn] - values[board.Rook]},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, m := testpos.FEN(t, c.fen), board.MustParseMove(c.move)
			require.True(t, movegen.IsLegal(&p, m))
			require.Equal(t, c.want, slowExchange(&p, m, true), "the slow exchange")
			require.True(t, seeAtLeast(&p, m, c.want))
			require.False(t, seeAtLeast(&p, m, c.want+1))
		})
	}
}

// TestExchangeSlow holds seeAtLeast and seemsAtLeast against the slow exchange for all legal
// moves of random positions, at thresholds around the true value and elsewhere.
func TestExchangeSlow(t *testing.T) {
	games := testpos.Rounds(60, 300, 300)
	rng := rand.New(rand.NewPCG(3, 1))
	moves := 0
	for range games {
		p := *playout(rng, 10+rng.IntN(120)).Position()
		for _, m := range movegen.Legal(&p, nil) {
			moves++
			for pins, atLeast := range map[bool]func(*board.Position, board.Move, eval.Score) bool{true: seeAtLeast, false: seemsAtLeast} {
				gain := slowExchange(&p, m, pins)
				for _, threshold := range []eval.Score{gain, gain + 1, gain - 1, 0, 1, -60, 190, -1000, 1000} {
					require.Equal(t, gain >= threshold, atLeast(&p, m, threshold),
						"%s in %s: gains %d, threshold %d, pins %t", m, &p, gain, threshold, pins)
				}
			}
		}
	}
	require.Greater(t, moves, 15*games)
}
