package pgn

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/game"
)

// TestCutOff says that a file ends within the moves of a game whose tag names the result.
func TestCutOff(t *testing.T) {
	for file, warned := range map[string]bool{
		"[Red \"A\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马８进７ 2. 马二进三":     true,
		"[Red \"A\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马８进７ 2. 马二进三\n":   false,
		"[Red \"A\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马８进７ 2. 马二进三 1-0": false,
		"[Red \"A\"]\n[Result \"1-0\"]":                                   false,
		"[Red \"A\"]\n[Result \"*\"]\n\n1. 炮二平五 马８进７ 2. 马二进三":             false,
		"[Red \"A\"]\n\n1. 炮二平五 马８进７ 2. 马二进三":                             false,
		"[Red \"A\"]\r\n[Result \"0-1\"]\r\n\r\n1. C2.5 H8+7\r\n2. H2+3 ": true,
	} {
		games, err := read(file)
		require.NoError(t, err, file)
		require.Len(t, games, 1, file)
		if !warned {
			assert.Empty(t, games[0].Warnings, file)
			continue
		}
		require.Len(t, games[0].Warnings, 1, file)
		assert.ErrorIs(t, games[0].Warnings[0], game.ErrNoEnd, file)
		assert.EqualValues(t, len(file), games[0].Warnings[0].Offset, file)
	}
}

// TestDamaged keeps a game of which some bytes are damaged, and says so once.
func TestDamaged(t *testing.T) {
	for name, file := range map[string]string{
		"comment":          "[Red \"A\"]\n\n1. 炮二平五 {好\xe5着，\xe5} 马８进７ 2. 马二进三 车９平８ *",
		"tag":              "[Red \"A\"]\n[Event \"x\xff\"]\n\n1. C2.5 H8+7 2. H2+3 R9.8 *",
		"Chinese tag":      "[Red \"A\"]\n[Event \"全国\xe8赛\"]\n\n1. 炮二平五 马８进７ 2. 马二进三 车９平８ *",
		"replaced earlier": "[Red \"A\"]\n\n1. 炮二平五 {好\ufffd着} 马８进７ 2. 马二进三 车９平８ *",
	} {
		games, err := read(file)
		require.NoError(t, err, name)
		require.Len(t, games, 1, name)
		assert.Len(t, games[0].Moves(), 4, name)
		require.Len(t, games[0].Warnings, 1, name)
		w := games[0].Warnings[0]
		assert.ErrorIs(t, w, game.ErrDamaged, name)
		assert.EqualValues(t, strings.IndexRune(file, utf8.RuneError), w.Offset, name)
	}
}
