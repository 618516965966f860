package pgn

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
)

// TestPercentLines leaves lines out that begin with %, wherever they stand.
func TestPercentLines(t *testing.T) {
	const (
		fen   = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"
		other = "% 1. C2.5 [Site \"x\"] ) { by X\n"
	)
	for text, want := range map[string]struct{ fen, moves, event string }{
		other + "[Event \"a\"]\n[FEN \"" + fen + "\"]\n\n1. a0a1 *\n":              {fen, "a0a1", "a"},
		"\n" + other + "\n " + other + "[FEN \"" + fen + "\"]\n\n1. a0a1 *\n":      {fen, "a0a1", ""},
		"[Event \"a\"]\n" + other + other + "[FEN \"" + fen + "\"]\n\n1. a0a1 *\n": {fen, "a0a1", "a"},
		"[Event \"a\"]\n" + other + "\n1. h2e2 *\n":                                {board.StartFEN, "h2e2", "a"},
		other + "1. h2e2 h9g7\n":             {board.StartFEN, "h2e2 h9g7", ""},
		"words\n" + other + "1. b2e2 h9g7\n": {board.StartFEN, "b2e2 h9g7", ""},
	} {
		games, err := read(text)
		require.NoError(t, err, text)
		require.Len(t, games, 1, text)
		assert.Equal(t, want.fen, games[0].Start.FEN(), text)
		assert.Equal(t, want.event, games[0].Tag(game.TagEvent), text)
		assert.Equal(t, want.moves, summary(games), text)
	}

	games, err := read("% x\n[Event \"a\"]\n\n1. h2e2 *\n")
	require.NoError(t, err)
	assert.Equal(t, 2, games[0].Line)

	games, err = read("[Red \"A\"]\n\n1. h2e2 (see\n% ) {\n 100 %) h9g7 (or (so\n % (\n) % ) *\n")
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.Equal(t, "h2e2 h9g7", summary(games))
	assert.Equal(t, "see\n 100 %", games[0].Root.Main().Comment)
	assert.Equal(t, "or (so\n) %", games[0].Last().Comment)

	games, err = read("[Red \"A\"]\n\n1. h2e2 (see\n\ufeff \x01% ) x\n\n % x\n100) h9g7 *\n")
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.Equal(t, "h2e2 h9g7", summary(games))
	assert.Equal(t, "see\n\n100", games[0].Root.Main().Comment, "with all blanks that are passed over")

	games, err = read("[Red \"A\"]\n\n1. h2e2 h9g7 (1... a0a9\n% 2. b2d2 )\n2. b0c2) 2. h0g2 *\n")
	require.NoError(t, err)
	require.Len(t, games, 1)
	require.Len(t, games[0].Moves(), 3)
	require.Len(t, games[0].Warnings, 1)
	assert.Contains(t, strings.Join(strings.Fields(games[0].Warnings[0].Error()), " "), "2 moves")
}

// TestAroundTags reads comments and lines of a score sheet above tags and between them.
func TestAroundTags(t *testing.T) {
	const fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"
	for before, want := range map[string]string{
		"{by X}\n": "", "; by X\n": "", "{by X}\n\n; 1. b2e2\n% x\n{y\n\n}\n": "", "红方：甲\n": "甲", "红方：甲 黑方：乙\n\n{x}\n": "甲",
	} {
		games, err := read(before + "[Event \"a\"]\n[FEN \"" + fen + "\"]\n\n1. a0a1 *\n")
		require.NoError(t, err, before)
		require.Len(t, games, 1, before)
		assert.Equal(t, fen, games[0].Start.FEN(), before)
		assert.Equal(t, "a", games[0].Tag(game.TagEvent), before)
		assert.Equal(t, want, games[0].Tag(game.TagRed), before)
		assert.Equal(t, "a0a1", summary(games), before)
	}

	// A comment between tags is about the game; above other tags it belongs to no head.
	games, err := read("[Event \"a\"] {x}\n{y} ; z\n% q\n[FEN \"" + fen + "\"]\n{w}\n\n1. a0a1 {end} *\n\n{x}\n[Event \"b\"]\n\n1. h2e2 *\n")
	require.NoError(t, err)
	require.Len(t, games, 2)
	assert.Equal(t, fen, games[0].Start.FEN())
	assert.Equal(t, "x y z w", games[0].Root.Comment)
	assert.Equal(t, "end", games[0].Last().Comment)
	assert.Empty(t, games[1].Root.Comment)
	games, err = read("[Event \"a\"]\n{x\n\ny}\n[FEN \"" + fen + "\"]\n\n1. a0a1 *\n")
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.Equal(t, fen, games[0].Start.FEN())
	assert.Equal(t, "x\n\ny", games[0].Root.Comment)
	_, err = read("[Red \"a\"]\n\n{x}\n\n[Site \"b\"]\n[Red \"b\"]\n\n1. h2e2 *\n")
	assert.ErrorContains(t, err, "[Site")
}
