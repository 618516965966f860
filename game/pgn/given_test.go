package pgn

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPiecesGiven warns where the head speaks of pieces given and the game begins with all of them.
func TestPiecesGiven(t *testing.T) {
	const moves = "1. 炮二平五 马8进7\n"
	for _, head := range []string{
		"让左马局\n", "标题：讓雙馬\n\n", "[Event \"某年某月某日某地某人让单车与网友对局第一局上午第一轮第一台，棋社\"]\n\n", "红方：甲（饶右炮）\n黑方：乙\n",
	} {
		games, err := read(head + moves)
		require.NoError(t, err, head)
		require.Len(t, games, 1, head)
		require.Len(t, games[0].Warnings, 1, head)
		assert.ErrorIs(t, games[0].Warnings[0], ErrHandicap, head)
		assert.ErrorContains(t, games[0].Warnings[0], "line 1 ", head)
	}
	for _, head := range []string{
		"让先局\n", "局面：rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w\n让左马\n",
		"[Event \"让左马\"]\n[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\"]\n\n",
		"这本书讲的是全局着法，书中第三章有让双马的许多对局，读者可以参考，这里从略，以后再说。\n",
	} {
		games, err := read(head + moves)
		require.NoError(t, err, head)
		require.Len(t, games, 1, head)
		assert.Empty(t, games[0].Warnings, head)
	}
	games, err := read(moves + "{黑方让左马}\n2. 马二进三 *\n")
	require.NoError(t, err)
	assert.Empty(t, games[0].Warnings, "a comment among the moves")
}
