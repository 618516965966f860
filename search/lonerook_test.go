package search

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/eval"
	"chuhe/internal/testpos"
)

// TestLoneRook looks at what a rook against the full guard counts.
func TestLoneRook(t *testing.T) {
	const note = "A rook alone does not beat this guard: 1/32 of the score counts."
	e := newEngine(t)
	for fen, drawn := range map[string]bool{
		"4kab2/4a4/4b4/9/9/9/9/9/R8/4K4 w":     true,
		"2bak4/4a4/4b4/9/9/9/9/9/R3A4/4KAB2 w": true,
		"4k4/8r/9/9/9/9/9/4B4/4A4/2BAK4 b":     true,
		"5k3/4a4/b2a5/9/2b6/9/9/4K4/9/4R4 w":   false,
		"5k3/4a4/b4a3/3R5/2b6/9/9/9/9/3K5 w":   false,
		"4kab2/4a4/4b4/9/9/4P4/9/9/R8/4K4 w":   false,
	} {
		p := testpos.FEN(t, fen)
		score, text := e.Evaluate(&p), e.Explain(&p)
		if drawn {
			assert.Less(t, score, eval.Score(60), fen)
			assert.Contains(t, text, note, fen)
		} else {
			assert.Greater(t, score, eval.Score(300), fen)
			assert.NotContains(t, text, note, fen)
		}
	}
}

// TestLoneRookHolds has the engine find the only replies that hold: after the others the
// rook wins in 9 to 25 moves.
func TestLoneRookHolds(t *testing.T) {
	for fen, holds := range map[string]string{
		"5k3/9/b2a1a3/9/2b6/9/9/4K4/9/4R4 b": "c5e7", // against f7e8 a move wins that a pinned advisor seems to refute
		"3a1k3/9/b4a3/3R5/2b6/9/9/9/9/3K5 b": "f7e8",
	} {
		for _, nodes := range []uint64{5000, 100_000} {
			e := newEngine(t)
			r := e.Search(t.Context(), newGame(t, fen), Limits{Nodes: nodes}, nil)
			assert.Equal(t, holds, r.Best.String(), "%s after %d nodes", fen, nodes)
		}
	}
}
