package lonerook

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/rules/endgame"
)

var update = flag.Bool("update", false, "rewrite drawn.bits")

// TestBits compares every position with the solved ending.
func TestBits(t *testing.T) {
	testpos.SkipRace(t)
	material, _, err := endgame.ParseMaterial("Raabb")
	require.NoError(t, err)
	tables, err := endgame.Solve(t.Context(), material, endgame.Options{})
	require.NoError(t, err)
	defer tables.Close()
	made := make([]byte, positions/8)
	draws := 0
	each(func(p *board.Placement) {
		v, ok := tables.Probe(p)
		require.True(t, ok)
		if !v.Won {
			n := number(p, board.Red)
			made[n>>3] |= 1 << (n & 7)
			draws++
		}
	})
	assert.Positive(t, draws)
	if *update {
		require.NoError(t, os.WriteFile("drawn.bits", made, 0o666))
		return
	}
	require.Equal(t, string(made), bits, "want what go test ./rules/endgame/lonerook -update writes")
}

// each calls do for every position of a red rook, with either side to move.
func each(do func(*board.Placement)) {
	for kings := board.Palace[board.Red]; !kings.IsEmpty(); {
		own := kings.Pop()
		for kings := board.Palace[board.Black]; !kings.IsEmpty(); {
			king := kings.Pop()
			pairs(board.AdvisorPoints[board.Black].AndNot(king.Bit()), func(advisors board.Bitboard) {
				pairs(board.BishopPoints[board.Black].AndNot(king.Bit()), func(bishops board.Bitboard) {
					p := board.NewPlacement(own, king, board.Red)
					p.Toggle(board.NewPiece(board.Black, board.Advisor), advisors)
					p.Toggle(board.NewPiece(board.Black, board.Bishop), bishops)
					for rooks := p.Occupied().Not(); !rooks.IsEmpty(); {
						q := p
						q.Toggle(board.NewPiece(board.Red, board.Rook), rooks.Pop().Bit())
						for _, q := range [...]board.Placement{q, q.Pass()} {
							if q.Checkers(q.Side().Other()).IsEmpty() {
								do(&q)
							}
						}
					}
				})
			})
		}
	}
}

// pairs calls do for every two of the points.
func pairs(points board.Bitboard, do func(board.Bitboard)) {
	for !points.IsEmpty() {
		first := points.Pop()
		for rest := points; !rest.IsEmpty(); {
			do(first.Bit().Or(rest.Pop().Bit()))
		}
	}
}

func TestDrawn(t *testing.T) {
	for fen, want := range map[string]bool{
		"4kab2/4a4/4b4/9/9/9/9/9/R8/4K4 w":     true,
		"4kab2/4a4/4b4/9/9/9/9/9/R8/4K4 b":     true,
		"2bak4/4a4/4b4/9/9/9/9/9/R3A4/4KAB2 w": true, // the attacker's own guards do not help
		"4k4/8r/9/9/9/9/9/4B4/4A4/2BAK4 b":     true, // Black attacks
		"4k4/8r/9/9/9/9/9/4B4/4A4/2BAK4 w":     true,
		"4ka3/4a4/4b4/9/9/9/9/9/R8/4K4 w":      false, // a bishop less
		"4kab2/9/4b4/9/9/9/9/9/R8/4K4 w":       false, // an advisor less
		"4kab2/4a4/4b4/9/9/4P4/9/9/R8/4K4 w":   false, // another attacker
		"4kab2/4a4/4b4/9/9/9/9/9/R8/3RK4 w":    false,
		"4kabr1/4a4/4b4/9/9/9/9/9/R8/4K4 w":    false, // the defender attacks, too
		"4kab2/4a4/4b4/9/9/9/9/9/9/4K4 w":      false, // nothing to win with
		"4k4/9/b3b4/R8/9/9/9/9/9/3AKA3 w":      false,
		"3k1a3/9/3ab3b/9/9/9/9/9/3R5/4K4 w":    false, // a guard is lost
		board.StartFEN:                         false,
	} {
		p := testpos.FEN(t, fen)
		assert.Equal(t, want, Drawn(&p.Placement), fen)
	}
}
