package pgn

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/internal/testpos"
)

// TestProse takes words between the moves for comments, where the number behind them proves that they hide
// no move of the game.
func TestProse(t *testing.T) {
	for text, want := range map[string]int{ // moves
		// As the comments on old books have them, wrapped within a variation.
		"1.炮二平五炮8平5 2.马二进三马8进7 3.车一平二车9进1 4.车二进六………… 如改走车二进四，车9平4；\n马八进七，马2进3；\n前炮退一，红胜。（原谱第6变）\n4.…………车9平4 5.车二平三\n": 9,
		"1. 炮二平五，……\n如马二进三，则炮8平5；黑胜。\n1.……，马8进7；2. 马二进三，……\n2.……，车9平8；3. 车一平二，和。\n":                                   5,
		"①炮二平五 马8进7\n红方如兵七进一，则卒7进1。\n②马二进三………… \n正着。\n②…………车9平8\n":                                                    4,
		"1 炮二平五(中炮) 马8进7(护卒)\n图20—6\n2 马二进三 车9平8\n":                                                                   4,
		"1) p2-5 m8.7\n\nTránh p8-7 m3.2 , x2.6 v3.5 ....\n\n2) m2.3 x9-8\n":                                          4,
		"1. 炮二平五\n黑方应以\n1. 马8进7\n2. 马二进三\n":                                                                           3,
		// At the end words without anything like a move.
		"1. 炮二平五 马8进7\n至此，红方先手。\n":                  2,
		"炮二平五 马8进7\n以下从略。\n棋友，2002年3月\n":            2,
		"炮二平五 马8进7\n来源：http://example.com/p5?c=1\n": 2,
		"炮二平五 马8进7\n编辑：张三\n":                        2,
		"炮二平五 马8进7\n发表于 2020-1-1 12:00\n":           2,
		"1. P2-5 M8.7\nHai bên cân bằng.\n":         2,
		"1. C2.5 H8+7\nRed: wins soon\n":            2,
		"1. C2.5 H8+7\nRed:wins soon\n2. H2+3\n":    3,
	} {
		games, err := read(text)
		require.NoError(t, err, text)
		require.Len(t, games, 1, text)
		assert.Len(t, games[0].Moves(), want, text)
		assert.Empty(t, games[0].Warnings, text)
		assert.NotZero(t, games[0].Count().Comments, text)
	}
	const moves = "1. 炮二平五 马8进7\n"
	games, err := read(moves + "红方如兵七进一，\n则卒7进1。\n2. 马二进三\n")
	require.NoError(t, err)
	assert.Equal(t, "红方如兵七进一，\n则卒7进1。", games[0].Root.Main().Main().Comment)

	// Words that hide a move, or may.
	for _, text := range []string{
		moves + "接着红方走马二进三，黑方车9平8。\n3. 车一平二 卒7进1\n",
		moves + "2. 马二进三\n黑方出车。\n3. 车一平二 卒7进1\n",
		moves + "跑八平六 马2进3\n3. 马二进三\n",
		moves + "2. 跑八平六 马2进3\n3. 马二进三\n",
		moves + "2. 跑八平六\n2. …… 马2进3\n",
		moves + "xyz\n", moves + "红方 先手占优。\n2. xyz\n", "1. 炮二平五 wrong\n", moves + "跑八平六\n", moves + "跑八平\n", moves + "马八六\n", moves + "跑 八 平 六\n", moves + "Mã 2 tn 3\n", moves + "2. 吗八尽七\n", moves + "马8尽7\n", moves + "M8,9\n2. X1-2 M2.3\n",
		moves + "以下红方可走马二进三。\n", moves + "红方：马二进\n", moves + "红方：车平\n", moves + "红：前马退。\n", "炮二平五 马8进7\n黑方：车9平\n", "炮二平五 马8进7\n红方：居二平\n",
		"炮二平五 马8进7\n红方如兵七进一，则卒7进1。\n马二进三 车9平8\n",
		moves + "3. 马二进三 车9平8\n红方先手。\n4. 车一平二\n", // a number that did not fit
		moves + "正着。\n5. 马二进三 车9平8\n",
		moves + "红方先手。\n2. 马二进九\n",
		"[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 9\"]\n\n9. 跑二平五\n9. 炮八平五\n",
		moves + "红方走。" + strings.Repeat("长", 1<<11) + "\n",
	} {
		games, err := read(text)
		require.ErrorIs(t, err, notation.ErrMove, text)
		assert.LessOrEqual(t, len(games), 1, text)
	}
}

// TestRemarksOfPlayers takes a line that begins with a side for a remark, where it is neither a move nor the head of
// another game.
func TestRemarksOfPlayers(t *testing.T) {
	const tags = "[Red \"甲\"]\n[Black \"乙\"]\n\n"
	for text, want := range map[string]string{
		"1. 炮二平五 马8进7\n红方：好棋。\n2. 马二进三\n":                      "h2e2 h9g7{红方：好棋。} h0g2",
		"1. 炮二平五 马8进7\n\n红方：好棋。\n黑方: 谢谢\n2. 马二进三\n":            "h2e2 h9g7{红方：好棋。\n黑方: 谢谢} h0g2",
		"红方：甲\n1. 炮二平五\n黑方：怎么走？\n1. …… 马8进7\n2. 马二进三\n":        "h2e2{黑方：怎么走？} h9g7 h0g2",
		"1. 炮二平五 马8进7\n红方：好棋。\n":                               "h2e2 h9g7{红方：好棋。}",
		"第一回合\n红方：炮二平五\n黑方：马8进7\n第二回合\n红方：马二进三\n":              "h2e2 h9g7 h0g2",
		"红方：\n炮二平五\n黑方：\n马8进7\n":                               "h2e2 h9g7",
		"Red:\nC2.5\nBlack:\nH8+7\n":                           "h2e2 h9g7",
		tags + "Red: best\n1. C2.5 H8+7\nRed: good\n2. H2+3\n": "{Red: best} h2e2 h9g7{Red: good} h0g2",
		tags + "红方：最佳\n一盘好棋\n1. 炮二平五 马8进7\n":                   "{红方：最佳\n一盘好棋} h2e2 h9g7",
	} {
		games, err := read(text)
		require.NoError(t, err, text)
		require.Len(t, games, 1, text)
		assert.Equal(t, want, spoken(games[0]), text)
		assert.Empty(t, games[0].Warnings, text)
	}
	readsAs(t, "1. 炮二平五 马8进7\n红方：甲\n黑方：乙\n1. 炮八平五\n红方：丙\n黑方：\n1. 炮二平五\n", " * 2, 甲 * 1, 丙 * 1, ")
	readsAs(t, "1. 炮二平五 马8进7\n\n红方：甲\n", " * 2, 甲 * 0, ")
	for _, text := range []string{tags + "Red: C2.55\n1. H8+7\n", tags + "一盘好棋\n2. 炮二平五 马8进7\n"} {
		_, err := read(text)
		assert.ErrorIs(t, err, notation.ErrMove, text)
	}
}

// TestMovesInWideBrackets takes moves in Chinese brackets for a comment, unless they are the next moves of the game.
func TestMovesInWideBrackets(t *testing.T) {
	for text, want := range map[string]string{
		"1. 炮二平五（炮八平五亦可） 马8进7":                      "h2e2{炮八平五亦可} h9g7",
		"1. 炮二平五（炮八平五） 马8进7":                        "h2e2{炮八平五} h9g7",
		"1. 炮二平五 马8进7（1. …… 炮8平5 2. 马二进三）\n2. 马二进三": "h2e2 h9g7{1. …… 炮8平5 2. 马二进三} h0g2",
		"1. 炮二平五 马8进7（马2进3；炮8平5）2. 马二进三":            "h2e2 h9g7{马2进3；炮8平5} h0g2",
		"1. 炮二平五 马8进7（炮八平五）\n2. 马二进三":               "h2e2 h9g7{炮八平五} h0g2",
		"1. h2e2（b2e2） h9g7":                        "h2e2{b2e2} h9g7",
		"1. 炮二平五（马8进7）2. 马二进三（车9平8）":                "h2e2 h9g7 h0g2 i9h9",
		"（炮二平五 马8进7）（2. 马二进三，车9平8）":                 "h2e2 h9g7 h0g2 i9h9",
		"1. 炮二平五（如马8进7（马2进3），则好） 马2进3":              "h2e2{如马8进7（马2进3），则好} b9c7",
		"1. 炮二平五（（中炮） 马2进3":                         "h2e2{（中炮} b9c7",
	} {
		games, err := read(text)
		require.NoError(t, err, text)
		require.Len(t, games, 1, text)
		assert.Equal(t, want, spoken(games[0]), text)
		assert.Empty(t, games[0].Warnings, text)
	}
	_, err := read("1. C2.5 （C8.5） H8+7")
	assert.ErrorContains(t, err, "）", "a variation, or Black's move")
	for _, text := range []string{
		"炮二平五（马8进7）马二进三（车9进8）", "炮二平五（马8进7）马二进三（车9平）", "炮二平五（马8进）马二进三（车9平8）",
		"（炮二平五 马8进7 马二进三 车9平）",
	} {
		_, err := read(text)
		assert.ErrorIs(t, err, notation.ErrMove, text)
	}
}

// TestLastWords takes Chinese words behind the last move of a line for a comment, and a result in them for that of the
// game.
func TestLastWords(t *testing.T) {
	const moves = "1. 炮二平五 马8进7 2. 马二进三 "
	for words, want := range map[string]string{
		"红优":                    "h2e2 h9g7 h0g2{红优} *",
		"，红方先手。\n":              "h2e2 h9g7 h0g2{红方先手。} *",
		"\n均势\n":                "h2e2 h9g7 h0g2{均势} *",
		"(2. 兵七进一 红优) 未完":       "h2e2 h9g7 h0g2{未完} *",
		"黑方少子，红胜。":              "h2e2 h9g7 h0g2{黑方少子，红胜。} 1-0",
		"结果：和棋":                 "h2e2 h9g7 h0g2{结果：和棋} 1/2-1/2",
		"——[双方不变作和]":            "h2e2 h9g7 h0g2 1/2-1/2",
		"如逃车，红胜":                "h2e2 h9g7 h0g2{如逃车，红胜} *",
		"黑方没有看到，否则，红胜":          "h2e2 h9g7 h0g2{黑方没有看到，否则，红胜} *",
		"应能取胜，不然，和棋":            "h2e2 h9g7 h0g2{应能取胜，不然，和棋} *",
		"车9平8\n双方不变作和\n3. 车一平二": "h2e2 h9g7 h0g2 i9h9{双方不变作和} i0h0 *",
	} {
		games, err := read(moves + words)
		require.NoError(t, err, words)
		require.Len(t, games, 1, words)
		assert.Equal(t, want, spoken(games[0])+" "+games[0].Result.String(), words)
		assert.Empty(t, games[0].Warnings, words)
	}
	games, err := read(moves + "(2. 兵七进一 卒7进1 红优) 车9平8")
	require.NoError(t, err)
	assert.Equal(t, "红优", games[0].Root.Main().Main().Next[1].Main().Comment)
	for _, words := range []string{"炮", "泡八平六", "车好", "前车", "wrong", "红", "(2. 兵七进一 泡8平6) 车9平8"} {
		games, err := read(moves + words)
		if err == nil {
			assert.NotEmpty(t, games[0].Warnings, words)
			continue
		}
		assert.ErrorIs(t, err, notation.ErrMove, words)
	}
}

// spoken returns the moves of a game with their comments.
func spoken(g *game.Game) string {
	said := "{" + g.Root.Comment + "}"
	for node := g.Root.Main(); node != nil; node = node.Main() {
		said += " " + node.Move.String() + "{" + node.Comment + "}"
	}
	return strings.TrimSpace(strings.ReplaceAll(said, "{}", ""))
}

// TestStrokes asserts that two strokes begin a comment up to the end of the line, with moves in it or not, unless
// they separate moves.
func TestStrokes(t *testing.T) {
	for text, want := range map[string]string{
		"C2.5 // centre\nH8+7 //C8.5 is worse\nH2+3":        "h2e2{centre} h9g7{C8.5 is worse} h0g2",
		"// C2.5 is usual\n1. C8.5 h2+3 // even\n":          "{C2.5 is usual} b2e2 b9c7{even}",
		"[Event \"x\"]\n\n1. C2.5 H8+7 1-0 // R1.2 follows": "h2e2 h9g7{R1.2 follows}",
		"1. C2.5 (1. C8.5 // (also good\n) H8+7 2. H2+3":    "h2e2 h9g7 h0g2",
		"炮二平五 // 马8进7 // 马二进三 // 1-0":                       "h2e2 h9g7 h0g2",
		"P2-5/M8.7//M2.3/X9-8":                              "h2e2 h9g7 h0g2 i9h9",
	} {
		games, err := read(text)
		require.NoError(t, err, text)
		require.Len(t, games, 1, text)
		assert.Equal(t, want, spoken(games[0]), text)
		assert.Empty(t, games[0].Warnings, text)
	}
}

// TestManyStrokes says of each pair of strokes in a line what it is if it is the only one that is asked about, and takes
// time in proportion to the length of the line.
func TestManyStrokes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range testpos.Rounds(10, 100, 10_000) {
		var b strings.Builder
		few := 1 + random.IntN(9) // kinds of parts
		for range random.IntN(300) {
			b.WriteString([]string{"// ", "//h2e2 ", "//", "// h2e2", "/h2e2/h9g7 ", "马8进7 ", "1-0 ", "\n", "甲"}[random.IntN(few)])
		}
		p := parser{text: b.String()}
		for round := range 2 { // the second begins where the first may have been
			for p.at = round * random.IntN(len(p.text)+1); p.at < len(p.text); p.at++ {
				alone := parser{text: p.text, at: p.at}
				require.Equal(t, alone.atLineComment(), p.atLineComment(), "%q at %d", p.text, p.at)
			}
		}
	}

	took := func(unit string) time.Duration {
		start := time.Now()
		_, _ = read(strings.Repeat(unit, 1<<11))
		return time.Since(start)
	}
	const most = 15 // 4, and 80 if each pair looks at the words behind it
	strokes, blanks := took("// h2e2 "), took("   h2e2 ")
	for tries := 0; strokes > most*blanks && tries < 100; tries++ { // the machine may have been busy
		strokes, blanks = min(strokes, took("// h2e2 ")), min(blanks, took("   h2e2 "))
	}
	assert.LessOrEqual(t, strokes, most*blanks)
}
