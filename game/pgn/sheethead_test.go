package pgn

import (
	"fmt"
	"strings"
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

// TestFENLine reads the position of a line as programs and people write it, with numbers at the moves,
// without, and with no moves.
func TestFENLine(t *testing.T) {
	const fen = "4k4/9/9/9/9/9/9/9/3R5/3K5 w"
	for _, name := range []string{"FEN: ", "Fen: ", "fen：", "局面：", "", "　"} {
		for _, c := range []struct {
			moves string
			n     int
		}{{"\n1. 车六平五 将5平6 红胜\n", 2}, {"车六平五 将5平6\n", 2}, {"车六平五将5平6车五进一\n", 3}, {"", 0}} {
			games, err := read("残局\n" + name + fen + "\n" + c.moves)
			require.NoError(t, err)
			require.Len(t, games, 1, name+c.moves)
			assert.Equal(t, fen+" - - 0 1", games[0].Start.FEN())
			assert.Len(t, games[0].Moves(), c.n, name+c.moves)
			assert.Empty(t, games[0].Tags)
		}
	}
	games, err := read("炮二平五 马8进7\nFen: " + fen + "\n")
	require.NoError(t, err)
	require.Len(t, games, 2)
	assert.Len(t, games[0].Moves(), 2, "the moves above it are from the start position")
	assert.Equal(t, fen+" - - 0 1", games[1].Start.FEN())
	games, err = read("残局\nFEN: " + fen + "\n\n[Event \"E\"]\n\n1. 炮二平五 *\n\nFEN: " + fen + "\n")
	require.NoError(t, err)
	require.Len(t, games, 1, "words around a game with tags")
	value, _ := SheetValue("Fen: 甲")
	assert.Equal(t, "Fen : 甲", value)
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

// TestPlaceOfBadPosition says in which line of a score sheet the position is wrong.
func TestPlaceOfBadPosition(t *testing.T) {
	const before = "棋谱\n红方：甲\n黑方：乙　"
	_, err := read(before + "局面：x/\n\n1. 炮二平五 *\n")
	require.ErrorContains(t, err, "bad FEN")
	where := (*game.Error)(nil)
	require.ErrorAs(t, err, &where)
	assert.Equal(t, 3, where.Line)
	assert.EqualValues(t, len(before), where.Offset)
}

// TestDongping reads sheets as dpxq.com writes them, several in a file.
func TestDongping(t *testing.T) {
	const sheet = "标题: 上海 甲 先胜 广东 乙\n分类: 全国赛\n赛事: 1990年全国赛\n轮次: 第05轮\n布局: 中炮局\n红方: 上海 甲 (大师)\n黑方: 广东 乙\n" +
		"结果: 红方胜\n日期: 1990年11月1日\n地点: 北京\n组别: 男子\n台次: 第02台\n评论: 丁\n作者: 丙\n备注: 无\n记时规则: 90分\n红方用时: 60分\n红等级分: 2500\n" +
		"棋局类型: 全局\n红方团体: 上海\n红方姓名: 甲\n黑方团体: 广东\n黑方姓名: 乙\n棋谱主人: x\n浏览次数: 7\n来源网站: y\n \n" +
		"【主变: 红胜】\n　　1.　炮二平五　　马８进７　\n　　2.　马二进三\n \n棋谱由 http://www.dpxq.com/ 生成"
	want := []game.Tag{
		{Name: game.TagTitle, Value: "上海 甲 先胜 广东 乙"}, {Name: "Class", Value: "全国赛"}, {Name: game.TagEvent, Value: "1990年全国赛"}, {Name: game.TagRound, Value: "第05轮"},
		{Name: game.TagOpening, Value: "中炮局"}, {Name: game.TagRed, Value: "甲"}, {Name: game.TagBlack, Value: "乙"}, {Name: game.TagDate, Value: "1990年11月1日"},
		{Name: game.TagSite, Value: "北京"}, {Name: game.TagGroup, Value: "男子"}, {Name: game.TagTable, Value: "第02台"}, {Name: game.TagAnnotator, Value: "丁"},
		{Name: game.TagAuthor, Value: "丙"}, {Name: game.TagRemark, Value: "无"}, {Name: game.TagTimeControl, Value: "90分"}, {Name: game.TagRedTime, Value: "60分"},
		{Name: game.TagRedElo, Value: "2500"}, {Name: "Kind", Value: "全局"}, {Name: game.TagRedTeam, Value: "上海"}, {Name: game.TagBlackTeam, Value: "广东"},
		{Name: game.TagSource, Value: "y"},
	}
	for _, file := range []string{sheet, sheet + "\n" + sheet + "\r\n\r\n" + sheet + "\n", "分类: x\n" + sheet} {
		require.True(t, recogniseMoves([]byte(file)))
		games, err := read(file)
		require.NoError(t, err)
		require.Len(t, games, strings.Count(file, "【"))
		for i, g := range games {
			assert.Equal(t, board.RedWins, g.Result)
			assert.Len(t, g.Moves(), 3)
			if file[0] == sheet[0] {
				assert.Equal(t, want, g.Tags, i)
				assert.Empty(t, g.Warnings)
			}
		}
	}
	// Behind the moves a detail begins no game, and is no move.
	_, err := read("红方：甲\n\n1. 炮二平五\n备注：无\n")
	assert.ErrorContains(t, err, "备注")
	games, err := read("红方：甲\n红方姓名：乙\n\n1. 炮二平五\n")
	require.NoError(t, err)
	assert.Equal(t, "甲", games[0].Tag(game.TagRed))
	assert.Len(t, games[0].Warnings, 1)
}

// TestHeadAlone reads heads of sheets without anything between them, or behind the last of them.
func TestHeadAlone(t *testing.T) {
	for text, want := range map[string]string{
		"红方：甲\n黑方：丙\n\n红方：乙\n黑方：丁\n结果：红胜\n\n1. 炮二平五\n":       "甲 * 0, 乙 1-0 1, ",
		"紅方：甲  黑方：丙\n \n \n红方：乙\n\n1. 炮二平五\n":                "甲 * 0, 乙 * 1, ",
		"标题：第一局\n红方：甲\n结果：和棋\n\n标题：第二局\n红方：乙\n\n炮二平五 马8进7\n": "甲 1/2-1/2 0, 乙 * 2, ",
		"红方：甲\n\n1. 炮二平五 马8进7\n\n红方：乙\n黑方：丁\n":               "甲 * 2, 乙 * 0, ",
		"红方：甲\n\n1. 炮二平五 马8进7\n\n日期：1990\n":                  "甲 * 2, ",
		"红方：甲\n\n结果：红胜\n\n结果：红胜\n\n1. 炮二平五\n":                "甲 1-0 1, ",
		"红方：甲\n{弃权}\n\n红方：乙\n\n1. 炮二平五\n":                    "甲 * 0, 乙 * 1, ",
		"红方：甲\n\n黑方：乙\n\n1. 炮二平五\n":                          "甲 * 1, ",
		"红方：\n黑方：\n":                         "",
		"红方：甲\n\n[Event \"乙\"]\n\n1. 炮二平五\n": "甲 * 1, ",
	} {
		games := readsAs(t, text, want)
		if strings.Contains(text, "{") {
			assert.Equal(t, "弃权", games[0].Root.Comment)
		}
	}
}

// TestCommentsInHead keeps the comments among the lines of a head, in which other such lines may stand.
func TestCommentsInHead(t *testing.T) {
	for text, comment := range map[string]string{
		"红方：甲\n{\n红方：丙\n结果：红胜\n}\n黑方：乙\n\n1. 炮二平五\n":         "红方：丙\n结果：红胜",
		"{x} 红方：甲\n; y\n黑方：乙\n\n{z}\n1. 炮二平五\n":              "x y z",
		"{\n红方：丙\n}\n红方：甲\n黑方：乙\n[Event \"a\"]\n\n1. 炮二平五\n": "红方：丙",
		"{x} 红方：甲\n黑方：乙\n":                                   "x",
	} {
		games, err := read(text)
		require.NoError(t, err, text)
		require.Len(t, games, 1, text)
		g := games[0]
		assert.Equal(t, "甲乙", g.Tag(game.TagRed)+g.Tag(game.TagBlack), text)
		assert.Equal(t, comment, g.Root.Comment, text)
		assert.Equal(t, board.Unfinished, g.Result, text)
		assert.Empty(t, g.Warnings, text)
	}
}

// TestOpenCommentBelowHead reports a comment without end in front of the moves of a sheet.
func TestOpenCommentBelowHead(t *testing.T) {
	const before = "红方：甲\n\n1. 炮二平五 *\n\n红方：乙\n第二局\n"
	games, err := read(before + "{x\n1. 炮八平五\n")
	assert.Equal(t, "甲 * 1, ", results(games))
	require.ErrorIs(t, err, ErrOpenComment)
	where := (*game.Error)(nil)
	require.ErrorAs(t, err, &where)
	assert.Equal(t, 7, where.Line)
	assert.EqualValues(t, len(before), where.Offset)
}

// results says what was read: the player, the result and the number of moves of each game.
func results(games []*game.Game) (all string) {
	for _, g := range games {
		all += fmt.Sprint(g.Tag(game.TagRed), " ", g.Result, g.Tag(game.TagResultText), " ", len(g.Moves()), ", ")
	}
	return all
}

// readsAs asserts that a text holds the games with these results and nothing doubtful, and returns them.
func readsAs(t *testing.T, text, want string) []*game.Game {
	t.Helper()
	games, err := read(text)
	require.NoError(t, err, text)
	assert.Equal(t, want, results(games), text)
	for _, g := range games {
		assert.Empty(t, g.Warnings, text)
	}
	return games
}

// TestWordsBelowHead reads sheets with words between the lines of the head, or between the head and
// the moves.
func TestWordsBelowHead(t *testing.T) {
	for text, want := range map[string]string{
		"红方：甲\n\n第一局\n\n1. 炮二平五 马8进7\n":                                 "甲 * 2, ",
		"结果：红胜\n某某评注\n红方：甲\n\n炮二平五 马8进7\n":                              "甲 1-0 2, ",
		"红方：甲\n某某评注\n结果：红胜\n黑方：乙\n\n1. 炮二平五 马8进7\n":                     "甲 1-0 2, ",
		"红方：甲\n第一局 红先胜\n1. 炮二平五 马8进7\n":                                 "甲 * 2, ",
		"红方：甲\n红先和\n1. 炮二平五 马8进7\n\n红方：乙\n红胜\n炮八平五\n":                   "甲 * 2, 乙 * 1, ",
		"[Red \"甲\"]\n\n1-0\n\n1. 炮二平五 马8进7\n":                          "甲 1-0 0,  * 2, ",
		"[Red \"甲\"]\n\n红先胜\n\n1. 炮二平五 马8进7\n":                          "甲 * 2, ",
		"[Red \"甲\"]\n\n红胜\n\n[Red \"乙\"]\n\n1. 炮二平五\n":                 "甲 1-0 0, 乙 * 1, ",
		"红方：甲\n某某评注\n1. 炮二平五 马8进7\n\n红方：乙\n第二局\n\n1. 炮八平五\n":            "甲 * 2, 乙 * 1, ",
		"红方：甲\n某某评注\nh2e2 h9g7 1-0\n\n红方：乙\n某某评注\nb2e2 *\n红方：丙\nc3c4 *": "甲 1-0 2, 乙 * 1, 丙 * 1, ",
		"红方：甲\n1. 炮二平四五 马8进7\n\n红方：乙\n1. 炮八平五":                          "乙 * 1, ", // a slip in the first move
		// Words in brackets are no tag.
		"[第一局]\n红方：甲\n\n1. 炮二平五 马8进7 *\n\n[第二局]\n红方：乙\n\n1. 炮八平五\n": "甲 * 2, 乙 * 1, ",
		"红方：甲\n[中炮 对屏风马]\n1. 炮二平五 马8进7\n\n红方：乙\n\n1. 炮八平五\n":        "甲 * 2, 乙 * 1, ",
		"[中炮 局]\n\n1. 炮二平五 马8进7\n":                                  " * 2, ",
		"[中炮 \"局\"]\n[Red \"甲\"]\n\n1. 炮二平五 马8进7\n":                 "甲 * 2, ",
		// The first game has words in place of its moves.
		"红方：甲\n黑方：丙\n缺谱\n\n红方：乙\n黑方：丁\n\n1. 炮二平五\n":      "乙 * 1, ",
		"紅方：甲  黑方：丙\n缺谱\n红方：乙\n黑方：丁\n结果：红胜\n\n1. 炮二平五\n": "乙 1-0 1, ",
	} {
		games, err := read(text)
		assert.Equal(t, strings.Contains(text, "四五"), err != nil, text)
		assert.Equal(t, want, results(games), text)
	}
}

// TestResultBehindMoves gives a result that stands in a line of its own behind the moves to the
// game before it, unless it is in the head of the next.
func TestResultBehindMoves(t *testing.T) {
	const one, two, three = "红方：甲\n\n1. 炮二平五 马8进7\n", "红方：乙\n\n1. 炮八平五\n", "红方：丙\n\n1. 兵七进一\n"
	for text, want := range map[string]string{
		one + "结果：红胜\n\n" + two + "结果：黑胜\n\n" + three: "甲 1-0 2, 乙 0-1 1, 丙 * 1, ",
		one + "\n\n結果：紅勝\n\n\n" + two:                 "甲 1-0 2, 乙 * 1, ",
		one + "比赛结果: 红胜\n" + two:                      "甲 1-0 2, 乙 * 1, ",
		one + "\n结果：和棋":                               "甲 1/2-1/2 2, ",
		one + "结果：红优\n\n" + two:                       "甲 *红优 2, 乙 * 1, ",
		one + "结果：\n\n" + two:                         "甲 * 2, 乙 * 1, ",
		// In the head of the next game.
		one + "\n结果：红胜\n" + two:           "甲 * 2, 乙 1-0 1, ",
		one + "\n结果：红胜\n\n1. 炮八平五\n":      "甲 * 2,  1-0 1, ",
		one + "红胜\n结果：黑胜\n" + two:         "甲 1-0 2, 乙 0-1 1, ",
		"结果：红胜\n" + one + "结果：黑胜\n" + two: "甲 1-0 2, 乙 0-1 1, ",
		one + "结果：红胜 赛事：x\n" + two:        "甲 * 2, 乙 1-0 1, ",
		one + "红方胜！\n" + two:              "甲 1-0 2, 乙 * 1, ",
		"红方：甲 结果：红胜\n\n1. 炮二平五 马8进7\n\n结果：黑胜\n\n红方：乙\n\n1. 炮八平五\n": "甲 1-0 2, 乙 0-1 1, ",
		// Behind a result in brackets.
		"红方：甲\n\n1. 炮二平五 马8进7 （红胜）\n结果：黑胜\n" + two:    "甲 1-0 2, 乙 0-1 1, ",
		"红方：甲\n\n1. 炮二平五 马8进7 (和棋)\n结果：黑胜\n\n1. 炮八平五": "甲 1/2-1/2 2,  0-1 1, ",
		"红方：甲\n\n1. 炮二平五 马8进7 （红胜）\n结果：红胜\n\n" + two:  "甲 1-0 2, 乙 * 1, ",
		"红方：甲\n\n1. 炮二平五 马8进7 （红胜）\n结果：红胜\n":          "甲 1-0 2, ",
		"红方：甲\n\n1. 炮二平五 （红胜）\n马8进7\n结果：黑胜\n" + two:   "甲 0-1 2, 乙 * 1, ",
		"红方：甲\n\n1. 炮二平五 马8进7 （评注）\n结果：黑胜\n" + two:    "甲 0-1 2, 乙 * 1, ",
		// Indented with a wide blank.
		one + "　结果：红胜":                          "甲 1-0 2, ",
		one + "　 棋谱由 http://www.dpxq.com/ 生成\n": "甲 * 2, ",
		"[Red \"甲\"]\n\n1. 炮二平五 马8进7\n　结果：红胜\n": "甲 1-0 2, ",
		// With tags.
		"[Red \"甲\"]\n\n1. 炮二平五 马8进7\n结果：红胜\n\n[Red \"乙\"]\n\n1. 炮八平五\n": "甲 1-0 2, 乙 * 1, ",
		"[Red \"甲\"]\n\n1. 炮二平五 {\n结果：红胜\n} 马8进7\n":                      "甲 * 2, ",
	} {
		games, err := read(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, results(games), text)
	}
}

// TestResultInBrackets takes a result in brackets behind the last move for the result of a game
// that has no other, and anywhere else for a comment.
func TestResultInBrackets(t *testing.T) {
	for text, want := range map[string]string{
		"1. 炮二平五 马8进7 （红胜）\n": " 1-0 2, ",
		"1. 炮二平五 马8进7 (和棋)":   " 1/2-1/2 2, ",
		"1. 炮二平五 马8进7（黑方认输）\n\n1. 炮八平五 炮2平5 马二进三 (黑胜)\n\n": " 1-0 2,  0-1 3, ",
		"1. 炮二平五 马8进7 （红胜）\n棋谱由 http://www.dpxq.com/ 生成\n": " 1-0 2, ",
		"1. 炮二平五 马8进7 （红胜） *\n\n1. 炮八平五 (黑胜)\n*\n":         " 1-0 2,  0-1 1, ",
		"1. 炮二平五 马8进7 （红胜） 0-1":                            " 0-1 2, 红胜",
		"1. 炮二平五 （红胜） 马8进7":                                " * 2, 红胜",
		"1. 炮二平五 马8进7 （红优）":                                " * 2, 红优",
		"1. 炮二平五 (1. 炮八平五 （红胜）) 马8进7":                      " * 2, ",
		"[Result \"0-1\"]\n\n1. 炮二平五 马8进7 （红胜）\n":          " 0-1 2, 红胜",
	} {
		games, err := read(text)
		require.NoError(t, err, text)
		got := results(games)
		for v := range games[0].Main() {
			got += v.Comment
		}
		assert.Equal(t, want, got, text)
		assert.Empty(t, games[0].Warnings, text)
	}
	games, err := read("1. 炮二平五 马8进7 （红胜） * 2. 马二进三\n")
	require.NoError(t, err)
	require.Len(t, games[0].Warnings, 1)
	assert.ErrorIs(t, games[0].Warnings[0], ErrAfterResult)
}

// TestPlayers reads the players above the moves behind the name of a side alone, which begin another game only behind an
// empty line and in front of a first move.
func TestPlayers(t *testing.T) {
	for text, want := range map[string]string{
		"Đỏ: Văn A\nĐen: B\n\n1. P2-5 M8.7\n":                     "Văn A - B 2, ",
		"Red: A a  Black: B\n1. C2.5 H8+7\n":                      "A a - B 2, ",
		"Red: A\nBlack: B\nRed: C2.5\nBlack: H8+7\n\nRed: H2+3\n": "A - B 3, ",
		"先手：A\n後手：B\n1. 炮二平五\n":                                   "A - B 1, ", "紅棋：A　黑棋：B\n1. 炮二平五\n": "A - B 1, ", "红：A 黑方：B\n1. 炮二平五\n": "A - B 1, ",
		"红：A 黑：B C\n红：炮二平五 黑：马8进7\n\n紅：C\n黑: D\n\n1. 炮二平五\n":           "A - B C 2, C - D 1, ",
		"Đỏ: A\n\n1. P2-5 M8.7\n\nĐỏ: C\nĐen: D\n\n1. P2-5 M2.3 0-1\n": "A -  2, C - D 2, ",
		"1. C2.5 H8+7\n\nRed: better.\n\n2. H2+3\n":                    " -  3, ",
	} {
		games, err := read(text)
		require.NoError(t, err, text)
		got := ""
		for _, g := range games {
			got += fmt.Sprintf("%s - %s %d, ", g.Tag(game.TagRed), g.Tag(game.TagBlack), len(g.Moves()))
		}
		assert.Equal(t, want, got, text)
	}
}
