package pgn

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/game"
	"chuhe/game/notation"
)

// dpxqTree is a text of dpxq.com with variations, of which one leaves another, and notes below the moves.
const dpxqTree = `标题: 中炮对屏风马
 
【主变: 红胜】
　　1.　炮二平五　　马８进７　
　　2.　马二进三　　车９平８　
　　3.　车一平二　　卒７进１　

　　*第  2 回合红: 正着，
　　如改走兵七进一，卒７进１。
　　*第  2 回合黑: 有[变1-0-2]
　　*第  3 回合红: 有[变2-0-3]
 
【变1-0-2】
　　2.　…………　　卒７进１　
　　3.　车一平二　　车９平８　
　　*第  3 回合红: 有[变3-1-3]
 
【变2-0-3】
　　3.　兵七进一　　卒７进１　
 
【变3-1-3】
　　3.　兵七进一　　车９平８　
　　*第  3 回合黑: 好

棋谱由 http://www.dpxq.com/ 生成
`

// written returns the moves of a game with its variations and comments, as PGN has them.
func written(t *testing.T, g *game.Game) string {
	t.Helper()
	var out bytes.Buffer
	_, err := Format.Write(&out, g, game.WriteOptions{Notation: notation.Chinese})
	require.NoError(t, err)
	_, moves, _ := strings.Cut(out.String(), "\n\n")
	return strings.Join(strings.Fields(moves), " ")
}

// TestSections reads variations below headings behind the main line.
func TestSections(t *testing.T) {
	const main = "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n3. 车一平二 卒7进1\n"
	const both = "1. 炮二平五 马８进７ 2. 马二进三 车９平８ ({变一} 2. ... 卒７进１ 3. 车一平二 车９平８) 3. 车一平二 ({变二} 3. 兵七进一 卒７进１) 3. ... 卒７进１ 1-0"
	const one, two = "变一\n2. …… 卒7进1\n3. 车一平二 车9平8\n", "变二\n3. 兵七进一 卒7进1\n"
	for text, want := range map[string]string{
		dpxqTree: "1. 炮二平五 马８进７ 2. 马二进三 {正着， 如改走兵七进一，卒７进１。} 2. ... 车９平８ ({【变1-0-2】} 2. ... 卒７进１ 3. 车一平二 " +
			"({【变3-1-3】} 3. 兵七进一 车９平８ {好}) 3. ... 车９平８) 3. 车一平二 ({【变2-0-3】} 3. 兵七进一 卒７进１) 3. ... 卒７进１ *",
		main + " \n变①接主变第2回合\n2.  …………  卒7进1\n3. 车一平二 车9平8\n \n变②接变①第3回合\n3. 兵七进一 车9平8\n": "1. 炮二平五 马８进７ 2. 马二进三 车９平８ " +
			"({变①接主变第2回合} 2. ... 卒７进１ 3. 车一平二 ({变②接变①第3回合} 3. 兵七进一 车９平８) 3. ... 车９平８) 3. 车一平二 卒７进１ *",
		main + "红胜\n" + one + two:                    both,
		main + one + two + "\n红胜":                    strings.Replace(both, "1-0", "*", 1),
		main + "红胜\n以上是实战着法。\n\n" + one + "\n" + two: both,
		// The main line goes on below the first heading.
		"1. 炮二平五 马8进7\n黑方有两种着法：\n（一）出车\n2. 马二进三 车9平8\n红方先手。\n（二）挺卒\n2. ………… 卒7进1\n": "1. 炮二平五 马８进７ {黑方有两种着法： （一）出车} 2. 马二进三 " +
			"车９平８ {红方先手。} ({（二）挺卒} 2. ... 卒７进１) *",
		// A variation in the line of its heading, behind which the main line could not go on.
		"1. 炮二平五 马8进7 2. 马二进三 车9平8\n变1：2. …… 卒7进1\n": "1. 炮二平五 马８进７ 2. 马二进三 车９平８ ({变1：} 2. ... 卒７进１) *",
		// Headings without a number.
		main + "\n变化：\n2. …… 卒7进1\n【变着】 3. 兵七进一 卒7进1\n": "1. 炮二平五 马８进７ 2. 马二进三 车９平８ ({变化：} 2. ... 卒７进１) 3. 车一平二 ({【变着】} 3. 兵七进一 卒７进１) 3. ... 卒７进１ *",
		main + "变化：\n黑方满意。\n4. 兵七进一\n变化：黑方难走。\n":        "1. 炮二平五 马８进７ 2. 马二进三 车９平８ 3. 车一平二 卒７进１ {变化： 黑方满意。} 4. 兵七进一 {变化：黑方难走。} *",
		"(1)炮二平五 马8进7 (2)马二进三 车9平8\n变着A (2)…… 卒7进1\n":   "1. 炮二平五 马８进７ 2. 马二进三 车９平８ ({变着A} 2. ... 卒７进１) *",
	} {
		games, err := read(text)
		require.NoError(t, err, text)
		require.Len(t, games, 1, text)
		assert.Empty(t, games[0].Warnings, text)
		assert.Equal(t, want, written(t, games[0]), text)
	}
}

// TestNoteEnds ends a note below the moves where the numbers of the moves go on.
func TestNoteEnds(t *testing.T) {
	const text = "1. 炮二平五 马8进7\n*第 1 回合红: 正着\n好\n2. 马二进三 车9平8\n"
	games, err := read(text)
	require.NoError(t, err)
	assert.Len(t, games[0].Moves(), 4)
	assert.Equal(t, "正着\n好", games[0].Root.Main().Comment)
	games, err = read(strings.Replace(text, "2.", "3.", 1))
	require.NoError(t, err)
	assert.Len(t, games[0].Moves(), 4)
	require.Len(t, games[0].Warnings, 1)
	assert.ErrorIs(t, games[0].Warnings[0], ErrNumber)
	games, err = read("1. 炮二平五 马8进7\n*第 2 着: 好\n")
	require.NoError(t, err)
	assert.Equal(t, "好", games[0].Last().Comment)
	for _, moves := range []string{"炮二平五 马8进7\n", "[Red \"甲\"]\n\n"} {
		_, err = read(moves + "*第 1 回合红: 正着\n1. 马二进三 车9平8\n")
		require.ErrorIs(t, err, notation.ErrMove, moves)
	}
}

// TestSectionsCut cuts variations of which the place is not clear, or that have a bad move, and keeps the rest.
func TestSectionsCut(t *testing.T) {
	for bad, good := range map[string]string{
		"【变1-7-2】": "【变1-0-2】", "【变2-0-9】\n　　9": "【变2-0-3】\n　　3", "3.　兵七进一　　车９平８": "3.　兵七进一　　车９平９", "【变3-1-3】\n　　3.　兵": "【变3-1-3】\n　　兵",
	} {
		text := strings.Replace(dpxqTree, good, bad, 1)
		if strings.Contains(dpxqTree, bad) {
			text = strings.Replace(dpxqTree, bad, good, 1)
		}
		games, err := read(text)
		require.NoError(t, err, bad)
		require.Len(t, games[0].Moves(), 6, bad)
		require.Len(t, games[0].Warnings, 1, bad)
		assert.ErrorIs(t, games[0].Warnings[0], game.ErrCut, bad)
	}
	// The main line may go on behind a variation in one line, and a heading without numbers may be anything.
	const main = "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n"
	for _, text := range []string{
		main + "变一：\n车一平二 卒7进1\n", "炮二平五 马8进7\n变一：\n2. …… 卒7进1\n", main + "变一：9. 车一平二 卒7进1\n",
	} {
		_, err := read(text)
		require.ErrorIs(t, err, notation.ErrMove, text)
	}
	for _, heading := range []string{"变一：", "（二）"} {
		_, err := read(main + heading + "2. …… 卒7进1\n3. 车一平二 卒7进1\n")
		require.ErrorIs(t, err, ErrSection, heading)
		assert.ErrorContains(t, err, "line 4 ", heading)
	}
	games, err := read(main + "红胜\n变一：\n9. 车一平二\n")
	require.NoError(t, err)
	require.Len(t, games[0].Warnings, 1)
	assert.ErrorIs(t, games[0].Warnings[0], ErrSection)
	games, err = read(main + "红胜\n变一：2. …… 卒7进2 3. 车一平二 卒7进1\n")
	require.NoError(t, err)
	assert.ErrorContains(t, games[0].Warnings[0], "leaves out 3 moves")
	games, err = read("1. 炮二平五 马8进7（好）\n*第  1 回合黑: 正着\n棋谱由")
	require.NoError(t, err)
	assert.Equal(t, "好 正着", games[0].Last().Comment)
	games, err = read(main + "红胜\n变一：\n车一平二 卒7进1\n第一变化多端\n")
	require.NoError(t, err)
	assert.Zero(t, games[0].Count().Variations)
}
