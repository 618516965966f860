package pgn

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/traditionalchinese"

	"chuhe/board"
	"chuhe/game"
)

// TestTraditionalHeads reads the lines above the moves in traditional characters.
func TestTraditionalHeads(t *testing.T) {
	const sheet = "比賽名稱：全國賽\n標題：第一局\n地點：上海\n比賽時間：1974\n輪次：3\n紅方：甲　黑方：乙\n紅方單位：上海\n開局：中炮\n結果：紅勝\n\n1. 炮二平五 馬8進7\n"
	for _, e := range []encoding.Encoding{encoding.Nop, traditionalchinese.Big5} {
		file, err := e.NewEncoder().String(sheet)
		require.NoError(t, err)
		games, err := read(file)
		require.NoError(t, err)
		require.Len(t, games, 1)
		assert.Equal(t, []game.Tag{
			{Name: game.TagEvent, Value: "全國賽"}, {Name: game.TagTitle, Value: "第一局"}, {Name: game.TagSite, Value: "上海"}, {Name: game.TagDate, Value: "1974"},
			{Name: game.TagRound, Value: "3"}, {Name: game.TagRed, Value: "甲"}, {Name: game.TagBlack, Value: "乙"},
			{Name: game.TagRedTeam, Value: "上海"}, {Name: game.TagOpening, Value: "中炮"},
		}, games[0].Tags)
		assert.Equal(t, board.RedWins, games[0].Result)
		assert.Len(t, games[0].Moves(), 2)
	}
	value, changed := SheetValue("紅方：甲")
	assert.Equal(t, "紅方 ：甲", value)
	assert.Equal(t, 1, changed)
}

// TestPlaceOfSheet asserts that a game of a score sheet begins with the first line above its moves.
func TestPlaceOfSheet(t *testing.T) {
	const before = "棋谱\n\n"
	games, err := read(before + "红方：甲\n黑方：乙\n\n1. 炮二平五 *\n")
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.Equal(t, 3, games[0].Line)
	assert.EqualValues(t, len(before), games[0].Offset)
}
