package pgn

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/game"
)

// TestOldMac reads games whose lines end with \\r alone, and names the line of a fault.
func TestOldMac(t *testing.T) {
	const file = "[Event \"one\"]\n[Red \"甲\"]\n\n1. 炮二平五 马8进7 ; good\n2. 马二进三 *\n\n[Event \"two\"]\n\n1. h2e2 h2e2 *\n"
	require.True(t, Recognise([]byte(strings.ReplaceAll(file, "\n", "\r"))))
	for _, end := range []string{"\n", "\r", "\r\n"} {
		games, err := read(strings.ReplaceAll(file, "\n", end))
		require.Len(t, games, 1, "%q", end)
		assert.Equal(t, "甲", games[0].Tag(game.TagRed))
		assert.Len(t, games[0].Moves(), 3, "%q", end)
		assert.Equal(t, "good", games[0].Root.Main().Main().Comment)
		assert.ErrorContains(t, err, "line 9 ", "%q", end)
		assert.ErrorContains(t, err, "game 2: ply 2", "%q", end)
	}
}

// TestJoined reads files with byte order marks that were joined to one: the head of each
// game begins with its first tag.
func TestJoined(t *testing.T) {
	const one = "\ufeff[Event \"E\"]\r\n[Red \"甲\"]\r\n\r\n1. 炮二平五 *\r\n"
	games, err := read(strings.Repeat(one, 3) + "\x1a")
	require.NoError(t, err)
	require.Len(t, games, 3)
	for i, g := range games {
		assert.Equal(t, []game.Tag{{Name: "Event", Value: "E"}, {Name: "Red", Value: "甲"}}, g.Tags)
		assert.Equal(t, 1+4*i, g.Line)
		assert.EqualValues(t, i*len(one)+len("\ufeff"), g.Offset)
	}
}

// TestJoinedInLine reads files joined to one of which the first does not end with a line end, so that
// the head of the second game stands behind the first on its line.
func TestJoinedInLine(t *testing.T) {
	for _, end := range []string{"1-0", "*", "红胜", "马8进7", "{完}", "{见; 下} 红胜"} {
		for _, mark := range []string{"", " ", "\x1a", "\ufeff"} {
			first := "[Event \"一\"]\n\n1. 炮二平五 炮8平5 2. 马二进三 " + end
			file := first + mark + "[Event \"二\"] [Red \"乙\"]\n\n1. 兵七进一 *\n"
			games, err := read(file)
			require.NoError(t, err, "%q", file)
			require.Len(t, games, 2, "%q", file)
			assert.Equal(t, "一", games[0].Tag(game.TagEvent))
			assert.Equal(t, []game.Tag{{Name: "Event", Value: "二"}, {Name: "Red", Value: "乙"}}, games[1].Tags, "%q", file)
			assert.Equal(t, 3, games[1].Line)
			assert.EqualValues(t, len(first+mark), games[1].Offset)
		}
	}
	games, err := read("[Event \"一\"]\n\n{见第3局 [Event \"x\"]} 1. 炮二平五 {棋局[Red \"x\"]\n完} *\n")
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.Equal(t, "棋局[Red \"x\"]\n完", games[0].Root.Main().Comment, "in a comment")
	games, err = read("[Event \"一\"]\n\n1. 炮二平五 ; 见第3[Event \"x\"]\n马8进7 *\n")
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.Len(t, games[0].Moves(), 2, "behind a comment")
}
