package pgn

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
)

// TestPasted reads games as books, forums and messages have them, with the ways in which they number and
// separate moves.
func TestPasted(t *testing.T) {
	const want = "h2e2 h9g7 h0g2 i9h9 i0h0"
	for _, text := range []string{
		"炮二平五、马8进7、马二进三、车9平8、车一平二",
		"炮二平五，马8进7\n马二进三，车9平8\n车一平二，",
		"炮二平五→马8进7→马二进三→车9平8→车一平二",
		"(1)炮二平五 马8进7\n(2)马二进三 车9平8\n(3)车一平二",
		"(1) 炮二平五 马8进7 (2) 马二进三 车9平8 (3) 车一平二",
		"（1）炮二平五 马8进7 （2）马二进三 车9平8（3）车一平二",
		"（１）炮二平五，马8进7；（２）马二进三，车9平8；（３）车一平二",
		"中炮局 (1)炮二平五 马8进7 (2)马二进三 车9平8 (3)车一平二",
		"①炮二平五 马8进7\n②马二进三 车9平8\n③车一平二！",
		"①炮二平五马8进7②马二进三车9平8③车一平二",
		"⑴炮二平五 马8进7 ⑵马二进三 车9平8 ⑶车一平二",
		"⒈炮二平五 马8进7 ⒉马二进三 ……\n⒉…… 车9平8 ⒊车一平二",
		"①炮二平五………… \n①…………马8进7 ②马二进三 车9平8 ③车一平二",
		"1、炮二平五马8进72、马二进三！车9平83、车一平二",
		"1) p2-5 m8.7\n\n2) m2.3 x9-8\n\n3 ) x1-2",
		"1) C2.5 h8+7 2) H2+3 r9.8 3) R1.2",
		"- P2-5/ M8.7\n- M2.3/ X9-8\n- X1-2",
		"• P2-5 M8.7\n• M2.3 X9-8\n• X1-2",
		"炮二平五/马8进7/马二进三/车9平8/车一平二",
		"炮二平五——马8进7——马二进三——车9平8——车一平二",
		"1. Pháo 2 bình 5 Mã 8 tấn 7\n2. Mã 2 tiến 3, Xe 9 bình 8\n3.Xe 1 bình 2!",
		"1 Pháo 2 bình 5 Mã 8 tấn 7 2 Mã 2 tiến 3 Xe 9 bình 8 3 Xe 1 bình 2",
		"Phao 2 binh 5, Ma 8 tan 7, Ma 2 tan 3, Xe 9 binh 8, Xe 1 binh 2",
		"1. 炮二平五 马 8 进 7\n2. 马二进三 车 9 平 8\n3. 车一平二",
		"Pháo 2 bình 5、Mã 8 tấn 7、Mã 2 tấn 3、Xe 9 bình 8、Xe 1 bình 2",
		"(1)Phao 2 binh 5/Ma 8 tan 7\n(2)Ma 2 tan 3——Xe 9 binh 8\n(3)Xe 1 binh 2",
		"炮 二 平 五、马 8 进 7\n马 二 进 三/车 9 平 8\n车 一 平 二",
		"炮二平五 马8进7\n：\n马二进三 车9平8\n车一平二",
		"——\nP2-5 M8.7\nM2.3 X9-8\nX1-2",
		"  1. 炮二平五  马８进７\n--------\n  2. 马二进三  车９平８  3. 车一平二\n--------\n棋谱由XQStudio生成",
		"【中炮局】\n【着法】\n1. 炮二平五 马8进7\n【黑方上马】\n2. 马二进三 车9平8【出车】3. 车一平二",
		"着法：炮二平五 马8进7\n马二进三 车9平8\n车一平二",
		"【着法】炮二平五 马8进7\n马二进三 车9平8\n车一平二",
		"1. \u200b炮二平五 马8进7\u200b 2.\u2060马二进三\u200b车9平8 3. 车一平二\ufeff",
		"炮二平五 -> 马8进7 --> 马二进三=>车9平8 -> 车一平二",
		"> 1. 炮二平五 马8进7\n> > 2. 马二进三 车9平8\n>> 3. 车一平二",
		"| 回合 | 红方 | 黑方 |\n|---|---|---|\n| 1 | 炮二平五 | 马8进7 |\n| 2 | 马二进三 | 车9平8 |\n| 3 | 车一平二 | |\n",
		"```\n1. 炮二平五 马8进7\n2. 马二进三 车9平8 3. 车一平二\n```",
	} {
		require.True(t, recogniseMoves([]byte(text)), text)
		games, err := read(text)
		require.NoError(t, err, text)
		require.Len(t, games, 1, text)
		assert.Equal(t, want, strings.Trim(fmt.Sprint(games[0].Moves()), "[]"), text)
		assert.Empty(t, games[0].Warnings, text)
	}
}

// TestResultInWords reads a result of several words behind the moves.
func TestResultInWords(t *testing.T) {
	for text, want := range map[string]board.Result{
		"Đỏ thắng": board.RedWins, "Đen thắng.\n": board.BlackWins, "Red wins!": board.RedWins, "红方 胜": board.RedWins, "黑方 认负\n\n棋友": board.RedWins,
	} {
		games, err := read("1. Pháo 2 bình 5 Mã 8 tấn 7\n" + text)
		require.NoError(t, err, text)
		assert.Equal(t, want, games[0].Result, text)
		assert.Zero(t, games[0].Count().Comments, text)
	}
}

// TestNoList passes over a line with moves above the moves, and prose about the moves behind them.
func TestNoList(t *testing.T) {
	for _, before := range []string{"开局：炮二平五 马8进7\n", "要点：炮二平五 马8进7\n\n", "要点：炮二平五 马8进8\n", "常见的有：炮二平五、兵七进一、相三进五\n"} {
		games, err := read(before + "1. 炮二平五 马8进7\n2. 马二进三 红胜\n第一步，红帥五进一看似闲招。第二步，黑马8进7。\n")
		require.NoError(t, err, before)
		require.Len(t, games, 1, before)
		assert.Len(t, games[0].Moves(), 3, before)
		assert.Empty(t, games[0].Warnings, before)
	}
	games, err := read("第一步：炮二平五 马8进7 红胜\n第一步：炮八平五 马8进7\n")
	require.NoError(t, err)
	assert.Len(t, games, 2)
}

// TestDashes takes dashes for lines and for the marks of items, but not in the place of a move.
func TestDashes(t *testing.T) {
	for _, text := range []string{"1. 炮二平五 马8进7\n——\n2. 马二进三", "1. 炮二平五 马8进7\n- 2. 马二进三\n=====\n", "1.炮二平五-马8进7-2.马二进三", "1. C2.5 H8+7 -> 2. H2+3"} {
		games, err := read(text)
		require.NoError(t, err, text)
		require.Len(t, games, 1, text)
		assert.Len(t, games[0].Moves(), 3, text)
		assert.Empty(t, games[0].Warnings, text)
	}
	for _, text := range []string{"1. 炮二平五 ——", "1. —— 马8进7", "1.——马8进7", "1. 炮二平五\n-- 马8进7", "P2-5\n-\nM2.3\nM8.7", "P2-5\n——\nM2.3\nM8.7", "1. C2.5 -> 2. H2+3 H8+7"} {
		_, err := read(text)
		assert.ErrorIs(t, err, notation.ErrMove, text)
	}
}

// TestEnclosedNumbers tells the numbers of moves from the marks of notes, and the first number of a game from
// the first note behind one.
func TestEnclosedNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"1. 炮二平五(1) 马8进7① 2. 马二进三(2) 车9平8\n":                                 " * 4, ",
		"(1)炮二平五 马8进7 (2)马二进三 红胜\n(1)炮八平五 马2进3 *\n":                          " 1-0 3,  * 2, ",
		"①炮二平五 马8进7 红胜\n①炮八平五 马2进3 *\n":                                      " 1-0 2,  * 2, ",
		"1. 炮二平五① 马8进7 红胜\n①如改走马二进三，则炮8平5。\n":                                " 1-0 2, ",
		"1. 炮二平五 马8进7 红胜\n(1)如改走马二进三，则炮8平5。\n":                               " 1-0 2, ",
		"1. 炮二平五 (1. 炮八平五 马2进3 2) 马8进7 *\n":                                  " * 2, ",
		"[Red \"甲\"]\n\n1. 炮二平五 (2002) 马8进7 (see 2) 2. 马二进三 *\n(1)如改走马八进七\n": "甲 * 3, ",
	} {
		for _, g := range readsAs(t, text, want) {
			assert.Empty(t, g.Warnings, text)
		}
	}
	games, err := read("(1)炮二平五 马8进7 (3)马二进三\n")
	require.NoError(t, err)
	require.Len(t, games[0].Warnings, 1)
	assert.ErrorIs(t, games[0].Warnings[0], ErrNumber)
}

// TestNoteNumber takes a number in brackets among moves that have other numbers for the mark of a note, not for a
// first move.
func TestNoteNumber(t *testing.T) {
	readsAs(t, "1. 炮二平五 马8进7\n(1)兵七进一 卒7进1\n3. 马二进三\n", " * 5, ")
	readsAs(t, "1. 炮二平五 马8进7\n\n(1)兵七进一 卒7进1\n", " * 2,  * 2, ")
}

// TestJoinedVariation reads a variation of joined moves, which is no remark.
func TestJoinedVariation(t *testing.T) {
	for _, moves := range []string{"M2.3——X9-8", "M2.3/X9-8", "2.M2.3、X9-8"} {
		games, err := read("1. P2-5 M8.7 2. P8-6 (" + moves + ")\n")
		require.NoError(t, err, moves)
		assert.Equal(t, 1, games[0].Count().Variations, moves)
		assert.Empty(t, games[0].Warnings, moves)
	}
}

// TestMovesBehindResultLine warns of moves behind a line with the result that stands alone.
func TestMovesBehindResultLine(t *testing.T) {
	games, err := read("1. 炮二平五 马8进7\n\n结果：和\n2. 马二进三 车9平8\n")
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.Equal(t, board.Draw, games[0].Result)
	require.Len(t, games[0].Warnings, 1)
	assert.ErrorIs(t, games[0].Warnings[0], ErrAfterResult)
}

// TestMovesBehindWords warns of moves behind a result and words, if their numbers go on, and not of those of
// which the words speak.
func TestMovesBehindWords(t *testing.T) {
	for text, want := range map[string]string{
		"1. 炮二平五 马8进7\n红胜\n注：黑方认输后继续\n2. 马二进三 车9平8\n":   "2. 马二进三 车9平8",
		"1. 炮二平五 马8进7 1-0 2. 马二进X 车9平8\n3. 车一平二 卒7进1\n": "3. 车一平二 卒7进1",
		"1. C2.5 H8+7 1-0 good game 2. H2+3 R9.8\n":     "2. H2+3 R9.8",
	} {
		games, err := read(text)
		require.NoError(t, err)
		require.Len(t, games, 1, text)
		require.Len(t, games[0].Warnings, 1, text)
		assert.ErrorIs(t, games[0].Warnings[0], ErrAfterResult)
		assert.ErrorContains(t, games[0].Warnings[0], want)
	}
	for _, text := range []string{
		"1. 炮二平五 马8进7 2. 马二进三 车9平8 1-0\n注：1. 马二进三 也可。\n",
		"1. 炮二平五 马8进7 1-0 {2. 马二进三 车9平8}\n",
		"1. 炮二平五 马8进7 1-0\n注：如下\n变一：\n1. …… 炮8平5 2. 马二进三 马8进7\n",
	} {
		games, err := read(text)
		require.NoError(t, err)
		assert.Empty(t, games[0].Warnings, text)
	}
}

// TestItemsBehindResult warns of the items of a list behind a result.
func TestItemsBehindResult(t *testing.T) {
	games, err := read("- 炮二平五 =\n- 马8进7\n")
	require.NoError(t, err)
	require.Len(t, games[0].Warnings, 1)
	assert.ErrorIs(t, games[0].Warnings[0], ErrAfterResult)
}

// TestNoFirstNumber does not take the last number of a move in words for that of a first move.
func TestNoFirstNumber(t *testing.T) {
	for _, text := range []string{"①略 Tốt 7 tấn 1 Tượng 3 tấn 5\n", "略 Tốt 7 tấn 1 Pháo 2 bình 5\n"} {
		games, _ := read(text)
		assert.Empty(t, games, text)
	}
}

// TestWideHeading takes the words of a heading for a comment, and a result in it for that of the game.
func TestWideHeading(t *testing.T) {
	games, err := read("1. 炮二平五 马8进7【平稳】\n2. 马二进三\n【红胜】\n")
	require.NoError(t, err)
	assert.Equal(t, board.RedWins, games[0].Result)
	assert.Equal(t, 1, games[0].Count().Comments)
	_, err = read("炮二平五 马8进7【平稳\n马二进三\n")
	assert.ErrorContains(t, err, "平稳")
}

// TestNoPosition reads a game below a line that should give the position and does not, and says so.
func TestNoPosition(t *testing.T) {
	const fen = "4k4/9/9/9/9/9/9/9/3R5/3K5 w"
	for _, line := range []string{"FEN: see below", "局面：见图", "局面：均势"} {
		games, err := read(line + "\n1. 炮二平五 马8进7\n")
		require.NoError(t, err, line)
		require.Len(t, games[0].Warnings, 1, line)
		assert.ErrorIs(t, games[0].Warnings[0], ErrNoPosition, line)
		assert.Equal(t, 1, games[0].Warnings[0].Line, line)
		games, err = read(line + "\n局面：" + fen + "\n1. 车六平五 将5平6\n")
		require.NoError(t, err, line)
		assert.Empty(t, games[0].Warnings, line)
		assert.Equal(t, fen+" - - 0 1", games[0].Start.FEN(), line)
	}
	for _, part := range []string{"rnbakabnr", "rnbakabnr/9 w", "9"} {
		_, err := read("FEN: " + part + "\n1. 炮二平五 马8进7\n")
		require.ErrorContains(t, err, "bad FEN", part)
	}
	games, err := read("让车路畅通\n1. 炮二平五 马8进7\n")
	require.NoError(t, err)
	assert.Empty(t, games[0].Warnings)
	assert.Equal(t, game.Game{}.Result, games[0].Result)
}
