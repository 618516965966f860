package pgn

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/internal/testpos"
)

// TestVietnam reads moves with the letters of Vietnam, in which P is a cannon and C a pawn,
// both with a meaning in WXF.
func TestVietnam(t *testing.T) {
	const fen = "[FEN \"3k5/9/9/6C2/6P2/9/9/9/9/4K4 w\"]\n"
	for text, want := range map[string]string{
		"1. P2-5 M8.7 2. M2.3 X9-8 3. X1-2 B7.1":        "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5",
		"1. P2–5 P8–5 2. M2.3 M8.7":                     "h2e2 h7e7 h0g2 h9g7",
		"1. C7.1 C7.1 2. M2.3":                          "c3c4 g6g5 h0g2",
		"1. h2e2 h9g7 2. P8.7 a9b9 3. P5-6":             "h2e2 h9g7 b2b9 a9b9 e2d2",
		fen + "P3.2 Tg4.1":                              "g6g8 d9d8",
		fen + "P3.2 k4+1":                               "g5h5 d9d8",
		"[Format \"Vietnamese\"]\n" + fen + "P3.2 k4+1": "g6g8 d9d8",
	} {
		games, err := read(text)
		require.NoError(t, err, text)
		require.Len(t, games, 1, text)
		assert.Equal(t, want, strings.Trim(fmt.Sprint(games[0].Moves()), "[]"), text)
	}
	// The first move of another game. With the letters of WXF it would not be a move.
	games, err := read(fen + "1. P3.2 Tg4.1 *\n1. P2.1 M8.7 *\n")
	require.NoError(t, err)
	assert.Len(t, games, 2)

	read, err := Moves(board.Start(), "1. P2-5 M8.7 2. M2.3 P1.1")
	assert.ErrorContains(t, err, `"P1.1"`)
	assert.Len(t, read.Moves(), 3, "those before the bad move")

	// The letters of a list without a tag follow from all its moves, where no single one decides.
	g := game.New(testpos.FEN(t, "3k5/9/9/6C2/6P2/9/9/9/9/4K4 w"), board.MustParseMove("g6g8"))
	for range 2 {
		var out bytes.Buffer
		_, err := MoveList.Write(&out, g, game.WriteOptions{Notation: notation.Vietnamese})
		require.NoError(t, err)
		for back, err := range Games(&out) {
			require.NoError(t, err)
			assert.Equal(t, g.Moves(), back.Moves())
		}
		g = game.New(board.Start(), board.MustParseMove("h2e2"))
	}
}
