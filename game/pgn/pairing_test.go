package pgn

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/simplifiedchinese"

	"chuhe/game"
)

// TestPairings tells a line with both players and the outcome from prose.
func TestPairings(t *testing.T) {
	for line, want := range map[string]string{
		"胡荣华 先胜 柳大华": "胡荣华 1-0 柳大华", "胡荣华 先负 柳大华": "胡荣华 0-1 柳大华", "胡荣华 先和 柳大华": "胡荣华 1/2-1/2 柳大华",
		"胡榮華 先勝 柳大華": "胡榮華 1-0 柳大華", "胡榮華　先負　柳大華": "胡榮華 0-1 柳大華", "胡荣华 红先胜 柳大华": "胡荣华 1-0 柳大华",
		"胡荣华 胜 柳大华": "胡荣华 1-0 柳大华", "胡荣华 负 柳大华": "胡荣华 0-1 柳大华", "胡荣华 和 柳大华": "胡荣华 1/2-1/2 柳大华",
		"胡荣华 后胜 柳大华": "柳大华 0-1 胡荣华", "胡榮華 後負 柳大華": "柳大華 1-0 胡榮華", "胡荣华（后和）柳大华": "柳大华 1/2-1/2 胡荣华",
		"第01局 胡荣华(先胜)柳大华": "胡荣华 1-0 柳大华", "第十二局：胡荣华（先负）柳大华": "胡荣华 0-1 柳大华", "　第1盤 胡榮華 ( 和 ) 柳大華 \r": "胡榮華 1/2-1/2 柳大華",
		"上海胡荣华 先胜 广东柳大华": "上海胡荣华 1-0 广东柳大华", "上海 胡荣华 先胜 黑龙江 柳大华": "上海 胡荣华 1-0 黑龙江 柳大华",
		"马三 先胜 车炮明": "马三 1-0 车炮明", "张东方 先和 柳大华": "张东方 1/2-1/2 柳大华", "马良 先胜 车云": "马良 1-0 车云", "网友abc12 先和 赖理兄": "网友abc12 1/2-1/2 赖理兄",
		"胡荣华先胜柳大华": "胡荣华 1-0 柳大华", "胡榮華先負柳大華": "胡榮華 0-1 柳大華", "吕钦先和许银川": "吕钦 1/2-1/2 许银川", "王天一后胜郑惟桐": "郑惟桐 0-1 王天一",
		"第01局 胡荣华先胜柳大华": "胡荣华 1-0 柳大华", "第3局：胡荣华红先胜柳大华": "胡荣华 1-0 柳大华", "上海胡荣华先胜湖北柳大华": "上海胡荣华 1-0 湖北柳大华", "江苏徐天红先负欧阳琦琳": "江苏徐天红 0-1 欧阳琦琳",
	} {
		p, ok := pairingOf(line)
		require.True(t, ok, line)
		assert.Equal(t, want, fmt.Sprint(p.red, " ", p.result, " ", p.black), line)
	}
	for _, line := range []string{
		"红方先胜一局", "红方 先胜 一局", "红方 先胜 黑方", "胡荣华 先胜 一局", "胡荣华 先胜 后和", "甲队 先胜 乙队", "上海队 胜 广东队", "第一局 红先胜", "红先胜", "先手 胜 后手",
		"红方占先胜势明显", "黑失先 负势已成", "车一进一", "1. 炮二平五 和 马8进7", "炮二平五 先胜 马8进7", "h2e2 和 h9g7", "单马 胜 单士", "車兵 勝 車", "车 和 炮",
		"胡荣华 先胜 柳大华。", "胡荣华 先胜 柳大华，红方残局多一兵", "{胡荣华 先胜 柳大华}", "（胡荣华 先胜 柳大华）", "胡荣华(先胜柳大华", "胡荣华 先胜 柳大华 1-0", "标题: 上海 甲甲 先胜 广东 乙乙",
		"江苏先胜安徽", "马占先胜势大", "胡荣华先胜一局", "胡荣华胜柳大华", "胡荣华先胜柳大华。", "胡荣华先胜柳大华于上海", "胡荣华在上海先胜柳大华", "单马先胜单士", "高兵先胜马士", "车先和马", "红方先负黑方",
		"胡荣华 先胜", "先胜 柳大华", "此局 先胜 对手", "一 胜 一 负", "胡荣华 胜 柳大华 负", "胡荣华在一九七四年的全国赛中 先胜 柳大华", "红先 和 黑先",
		strings.Repeat("长", 50) + " 先胜 " + strings.Repeat("长", 50), "",
	} {
		assert.False(t, isPairing(line), line)
	}
}

// TestPairingHeads reads lists of moves below lines with both players and the outcome.
func TestPairingHeads(t *testing.T) {
	const one, two = "胡荣华 先胜 柳大华\n\n1. 炮二平五 马8进7\n", "第02局 柳大华(先负)胡荣华\n1. 炮八平五 马8进7 2. 马二进三\n"
	for text, want := range map[string]string{
		one:       "胡荣华 1-0 2, ",
		one + two: "胡荣华 1-0 2, 柳大华 0-1 3, ",
		"胡荣华先胜柳大华\n1. 炮二平五 马8进7\n\n柳大华先负胡荣华\n1. 炮八平五 马8进7 2. 马二进三\n": "胡荣华 1-0 2, 柳大华 0-1 3, ",
		two + "\n" + one:                               "柳大华 0-1 3, 胡荣华 1-0 2, ",
		"全国赛\n" + one + "\n\n" + two + one:             "胡荣华 1-0 2, 柳大华 0-1 3, 胡荣华 1-0 2, ",
		strings.ReplaceAll(one+"\n"+two, "\n", "\r\n"): "胡荣华 1-0 2, 柳大华 0-1 3, ",
		"胡榮華 後和 柳大華\n炮二平五 馬8進7\n\n胡榮華 勝 柳大華\n炮八平五\n": "柳大華 1/2-1/2 2, 胡榮華 1-0 1, ",
		"胡荣华 和 柳大华\nh2e2 h9g7\n柳大华 负 胡荣华\nb2e2\n":    "胡荣华 1/2-1/2 2, 柳大华 0-1 1, ",
		one + "红胜\n" + two:                  "胡荣华 1-0 2, 柳大华 0-1 3, ",
		one + "结果：红胜\n\n" + two + "结果：黑胜\n": "胡荣华 1-0 2, 柳大华 0-1 3, ",
		"胡荣华 先胜 柳大华\n1. {评注} 炮二平五 （红方先胜一局） 马8进7 1-0\n" + two: "胡荣华 1-0 2, 柳大华 0-1 3, ",
		"1. C2.5\n" + two + "1. C8.5 h8+7 *\n": " * 1, 柳大华 0-1 3,  * 2, ",
		"胡荣华 先胜 柳大华\n{缺谱}\n" + two:             "柳大华 0-1 3, ",
		"胡荣华 先胜 柳大华\n柳大华 先负 胡荣华\n\n" + one + two + "\n胡荣华 先胜 柳大华\n":    "胡荣华 1-0 2, 柳大华 0-1 3, ", // a table of the games
		"赛事：全国赛\n" + one + "\n赛事：全国赛\n" + two:                          "胡荣华 1-0 2, 柳大华 0-1 3, ",
		"胡荣华 先胜 柳大华\n红方：上海 胡荣华\n黑方：湖北 柳大华\n结果：红胜\n\n1. 炮二平五\n\n" + two: "上海 胡荣华 1-0 1, 柳大华 0-1 3, ",
		// No heads: within comments and games with tags.
		"1. 炮二平五 {\n胡荣华 先胜 柳大华\n} 马8进7\n":                                    " * 2, ",
		"{\n胡荣华 先胜 柳大华\n}\n1. 炮二平五 马8进7\n":                                   " * 2, ",
		"1. 炮二平五 (参见\n胡荣华 先胜 柳大华\n) 马8进7\n":                                  " * 2, ",
		"1. 炮二平五 （参见\n胡荣华 先胜 柳大华\n） 马8进7\n":                                  " * 2, ",
		"1. 炮二平五\n;胡荣华 先胜 柳大华\n马8进7\n":                                       " * 2, ",
		"1. 炮二平五\n{红方先胜一局} 马8进7\n":                                           " * 2, ",
		"[Red \"甲\"]\n\n1. 炮二平五 *\n\n胡荣华 先胜 柳大华\n\n[Red \"乙\"]\n\n1. 炮二平五\n": "甲 * 1, 乙 * 1, ",
		"胡荣华 先胜 柳大华\n[Red \"甲\"]\n\n1. 炮二平五\n":                               "甲 * 1, ",
	} {
		for _, g := range readsAs(t, text, want) {
			if red := g.Tag(game.TagRed); len(red) == len("胡荣华") {
				assert.Contains(t, "胡荣华 柳大华 柳大華 胡榮華", g.Tag(game.TagBlack), text)
				assert.NotEqual(t, red, g.Tag(game.TagBlack), text)
			}
		}
	}
}

// TestPairingOtherwise reads such lines in GB18030, says where they stand, and warns of another result.
func TestPairingOtherwise(t *testing.T) {
	const before, one = "棋谱\n\n", "胡荣华 先胜 柳大华\n\n1. 炮二平五 马8进7\n"
	file, err := simplifiedchinese.GB18030.NewEncoder().String(one + "\n" + one)
	require.NoError(t, err)
	require.True(t, recogniseMoves([]byte(file)))
	games, err := read(file)
	require.NoError(t, err)
	assert.Equal(t, "胡荣华 1-0 2, 胡荣华 1-0 2, ", results(games))

	games, err = read(before + one + "\n" + one)
	require.NoError(t, err)
	require.Len(t, games, 2)
	assert.Equal(t, []game.Tag{{Name: game.TagRed, Value: "胡荣华"}, {Name: game.TagBlack, Value: "柳大华"}}, games[1].Tags)
	assert.Equal(t, 3, games[0].Line)
	assert.EqualValues(t, len(before), games[0].Offset)
	assert.Equal(t, 7, games[1].Line)

	games, err = read("胡荣华 先胜 柳大华\n结果：黑胜\n\n1. 炮二平五\n")
	require.NoError(t, err)
	assert.Equal(t, "胡荣华 0-1 1, ", results(games))
	require.Len(t, games[0].Warnings, 1)
	assert.ErrorIs(t, games[0].Warnings[0], game.ErrTwice)

	games, err = read(one + "黑胜\n")
	require.NoError(t, err)
	assert.Equal(t, "胡荣华 0-1 2, ", results(games))
	require.Len(t, games[0].Warnings, 1)
	assert.ErrorIs(t, games[0].Warnings[0], ErrResults)
}
