package pgn

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/game"
)

// summary says what was read: the moves of each game, and its warnings by their kind.
func summary(games []*game.Game) string {
	var all []string
	for _, g := range games {
		line := strings.Trim(fmt.Sprint(g.Moves()), "[]")
		for _, w := range g.Warnings {
			kind, _, _ := strings.Cut(w.Err.Error(), ":")
			line += " !" + kind
		}
		all = append(all, line)
	}
	return strings.Join(all, " / ")
}

// TestRepeatedNumber reads lists that give the number of a move again in front of
// Black's, as XQWizard does behind a comment.
func TestRepeatedNumber(t *testing.T) {
	const whole = "h2e2 h7e7 h0g2 h9g7"
	const wxf = "h2e2 b7e7 h0g2 b9c7"
	for text, want := range map[string]string{
		"  1. 炮二平五\n{x}\n  1.          炮８平５\n  2. 马二进三 马８进７ *\n":  whole,
		"1. 炮二平五\n1. 炮８平５\n2. 马二进三\n2. 马８进７\n":                    whole,
		"1. 炮二平五\n1. 炮8平5\n2. 马二进三 马8进7\n":                        whole,
		"1. 炮二平五\n{x}\n1. ... 炮８平５\n2. 马二进三 马８进７\n":               whole,
		"1. 炮二平五\n{x}\n1... 炮８平５\n2. 马二进三 马８进７\n":                 whole,
		"1. 炮二平五\n{x}\n1.… 炮８平５\n2. 马二进三 马８进７\n":                  whole,
		"1. 炮二平五\n{x}\n1. …… 炮８平５\n2. 马二进三 马８进７\n":                whole,
		"1. 炮二平五\n{x\n\n1. 炮八平五\n}\n1. 炮８平５ 2. 马二进三 马８进７\n":       whole,
		"1. 炮二平五 (1. 炮八平五 {y}\n1. 炮2平5)\n1. 炮８平５\n2. 马二进三 马８进７\n": whole,
		"1. 炮二平五\n; x\n\n1. 炮８平５\n2. 马二进三\n; y\n2. 马８进７\n":        whole,
		"1. {x}\n1. 炮二平五\n1. 炮８平５\n2. 马二进三 马８进７\n":                whole,
		"1. 炮二平五! $1\n1. 炮８平５？\n2. 马二进三 马８进７\n":                   whole,
		"1. 炮二平五 {x} 1. 炮８平５ {y} 2. 马二进三 {z} 2. 马８进７\n":           whole,
		"1、炮二平五\n1、炮8平5\n2、马二进三\n2、马8进7\n":                        whole,
		"１．炮二平五\n１．炮８平５\n２．马二进三\n２．马８进７\n":                        whole,
		"一、炮二平五\n一、炮８平５\n二、马二进三\n二、马８进７\n":                        whole,
		"第1回合 炮二平五\n第1回合 炮8平5\n第2回合 马二进三 马8进7\n":                  whole,
		"1. C2.5\n1. C8.5\n2. H2+3 H8+7\n":                        whole,
		"1. C2.5\n1. c2.5\n2. H2+3 h2+3\n":                        wxf,
		"1. C2.5\n{x}\n1.     C2.5\n{y}\n2. H2+3\n2. H2+3":        wxf,
		"1. C2.5 $1\n1. C8.5 *\n":              "h2e2 h7e7",
		"1. C2.5\n1. C8.5\n":                   "h2e2 h7e7",
		"1. h2e2\n1. h7e7\n2. h0g2\n2. h9g7\n": whole,
		// Something stands between the number and the move.
		"1. 炮二平五\n{x}\n1. {q} 炮８平５\n2. 马二进三 马８进７ *\n":  whole,
		"1. 炮二平五\n1. {q\n\nq}\n炮８平５\n2. 马二进三 马８进７\n":   whole,
		"1. 炮二平五\n1. $1 炮８平５\n2. 马二进三 马８进７ *\n":        whole,
		"1. 炮二平五\n1. ?? 炮８平５\n2. 马二进三 马８进７ *\n":        whole,
		"1. 炮二平五\n1.！炮８平５\n2. 马二进三 马８进７ *\n":           whole,
		"1. 炮二平五\n1. ; c\n炮８平５\n2. 马二进三 马８进７ *\n":      whole,
		"1. 炮二平五\n1.\n炮８平５\n2. 马二进三 马８进７ *\n":          whole,
		"1. 炮二平五\n1.\n... 炮８平５\n2. 马二进三 马８进７ *\n":      whole,
		"1. h2e2\n1.\n{q} h7e7\n2. h0g2 h9g7 *\n":      whole,
		"1. 炮二平五\n1. (1. 炮八平五) 炮８平５\n2. 马二进三 马８进７ *\n": whole,
		// The number 1 is wrong.
		"1. 炮二平五 炮８平５\n2. 马二进三\n1. {a} 马８进７ *\n": whole + " !a move number that does not fit",
		"1. 炮二平五 炮８平５\n2. 马二进三\n1. 马８进７ *\n":     whole + " !a move number that does not fit",
		// Two games, each with the number twice.
		"1. C2=5\n1. H8+7\n\n\n1. C2=5\n1. C8=5\n2. H2+3\n2. H8+7\n": "h2e2 h9g7 / " + whole,
		"1. h2e2 h7e7 *\n\n1. {q} c3c4 h9g7 2. b0c2 *\n":             "h2e2 h7e7 / c3c4 h9g7 b0c2",
		"1. h2e2 h7e7 *\n\n1.\nc3c4 h9g7 2. b0c2 *\n":                "h2e2 h7e7 / c3c4 h9g7 b0c2",
		"1. H2-E2\n1. H7-E7\n2. H0-G2 H9-G7\n":                       whole,
		// Chinese digits for both sides.
		"1. 炮二平五\n1. 炮八平五\n2. 马二进三\n2. 马八进七\n": whole + " !moves written like those of the other side",
		// Other games: with two moves, with a result between them, by the digits.
		"1. C2.5\n1. C8.5 H8+7\n2. H2+3\n": "h2e2 / b2e2 h9g7 h0g2",
		"1. 炮二平五\n1. 炮八平五 马8进7\n":          "h2e2 / b2e2 h9g7",
		"1. C2.5 *\n1. C8.5 *\n":           "h2e2 / b2e2",
		"1. C2.5\n\n* {x}\n\n1. C8.5\n":    "h2e2 / b2e2",
		"1. 炮二平五\n1. 炮八平五\n":               "h2e2 / b2e2 !move number 1 again, taken for another game",
		"1. C2.5\n1. C8.5\n1. P7+1\n":      "h2e2 / b2e2 !move number 1 again, taken for another game / c3c4 !move number 1 again, taken for another game",
		// A list of first moves is likelier than games of two moves.
		"1. C2.5\n1. C8.5\n1. P7+1\n1. P7+1\n": "h2e2 / b2e2 !move number 1 again, taken for another game / " +
			"c3c4 !move number 1 again, taken for another game / c3c4 !move number 1 again, taken for another game",
		// Numbers without points.
		"1 炮二平五\n1 炮８平５\n2 马二进三 马８进７\n":                   whole,
		"1 炮二平五\n{x}\n1          炮８平５\n2 马二进三 2 马８进７ *\n": whole,
		"1 炮二平五 炮8平5\n2 马二进三 马8进7\n\n1 炮八平五 炮2平5\n":       whole + " / b2e2 b7e7",
		"1　炮二平五 炮８平５ 1-0\n1　炮八平五 炮２平５ 0-1\n":              "h2e2 h7e7 / b2e2 b7e7",
		"1 h2e2 h7e7 2 h0g2 h9g7\n1 b2e2 b7e7\n":          whole + " / b2e2 b7e7",
		"1 炮二平五 炮8平5\n3 马二进三 马8进7\n":                      whole + " !a move number that does not fit",
		"1 炮二平五\n1 炮八平五\n":                                "h2e2 / b2e2 !move number 1 again, taken for another game",
		"第1回合 炮二平五 炮8平5\n第1回合 炮八平五\n":                     "h2e2 h7e7 / b2e2",
		"一、炮二平五 炮８平５\n二、马二进三\n\n一、炮八平五\n":                 "h2e2 h7e7 h0g2 / b2e2",
		"１．炮二平五 炮8平5\n２．马二进三 马８进７\n\n１．炮八平五 炮２平５\n":       whole + " / b2e2 b7e7",
	} {
		for _, head := range []string{"", "[Red \"A\"]\n\n"} {
			if head != "" && strings.Contains(want, "/") && !strings.Contains(text, "1. ") && !strings.Contains(text, "1 ") {
				continue
			}
			games, err := read(head + text)
			require.NoError(t, err, head+text)
			assert.Equal(t, want, summary(games), head+text)
		}
	}
}

// TestHandicap repeats the number where the move would also open another game.
func TestHandicap(t *testing.T) {
	games, err := read("[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKAB1R w - - 0 1\"]\n{x}\n  1. 炮二进二\n{y\n}\n" +
		"  1.          象３进５\n{z\n}\n  2. 炮二平九 马２进１\n  3. 炮八平五 *\n====\n advertisement\n")
	require.NoError(t, err)
	assert.Equal(t, "h2h4 c9e7 h4a4 b9a7 b2e2", summary(games))
}

// TestDoubts reads what is written like something else, and says so.
func TestDoubts(t *testing.T) {
	const side, number, after = " !moves written like those of the other side", " !a move number that does not fit", " !moves after the result are left out"
	const first, bracket = " !the first move is of the wrong side; the start position may be missing", " !) without (, left out"
	for text, want := range map[string]string{
		"1. 炮２平５ 马８进７ *":    "h2e2 h9g7" + side,
		"1. 炮2平5 马8进7 *":    "h2e2 h9g7" + side,
		"1. 炮二平五 马八进七 *":    "h2e2 h9g7" + side,
		"1. ... 炮8平5 *":     "b2e2" + first,
		"1... C8.5 *":       "b2e2" + first,
		"红：炮二平五 黑：马8进7":     "h2e2 h9g7",
		"黑：C8.5":            "b2e2" + first,
		"1... 马8进7 2. 炮二平五": "b0c2 b7e7" + first + side,
		"[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1\"]\n1... d9d8 2. a0a1":     "d9d8 a0a1",
		"[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1\"]\n红：d9d8":                "d9d8" + first,
		"1. C2.5 ) H8+7 (1... h2+3)) ) 2. H2+3":                               "h2e2 h9g7 h0g2" + bracket,
		"1. C2.5 (see (a) b) H8+7 (1... h2+3 (1... P7+1)) {)} 2. H2+3 $1 ; )": "h2e2 h9g7 h0g2",
		"1. 炮二平5 马8进七":                                                        "h2e2 h9g7",
		"1. C2.5 h8+7 3. H2+3 *":                                              "h2e2 h9g7 h0g2" + number,
		"1. C2.5 2. h8+7 3. H2+3 4. h2+3 *":                                   "h2e2 h9g7 h0g2 b9c7",
		"7. C2.5 h8+7 8. H2+3 8. h2+3 9. P7+1 *":                              "h2e2 h9g7 h0g2 b9c7 c3c4" + number,
		"1. C2.5 h8+7 (1... h2+3 5. P7+1) 2. H2+3 *":                          "h2e2 h9g7 h0g2" + number,
		"27. C2.5 H8+7 28. H2+3":                                              "h2e2 h9g7 h0g2" + number,
		"C2.5 H8+7 2. H2+3":                                                   "h2e2 h9g7 h0g2",
		"C2.5 H8+7 9. H2+3":                                                   "h2e2 h9g7 h0g2" + number,
		// A move of Black is missing, or the numbers count the moves of both.
		"1. C2.5\n2. H2+3 H8+7 1-0":                       "h2e2 b9c7 b0c2" + number,
		"1. C2.5\n2. H2+3 H8+7":                           "h2e2 b9c7 b0c2" + number,
		"1. C2.5\n2. H2+3":                                "h2e2 b9c7",
		"1. C2.5\n2. H2+3\n3. H8+7 *":                     "h2e2 b9c7 b0c2",
		"1. C2.5 ...\n1. ... H8+7 2. H2+3":                "h2e2 h9g7 h0g2",
		"1. C2.5 ... h8+7 2. H2+3 ... h2+3":               "h2e2 h9g7 h0g2 b9c7",
		"1. C2.5 ... 2. ... h8+7 3. H2+3 ... 4. ... h2+3": "h2e2 h9g7 h0g2 b9c7",
		"1. 炮二平五 …… 2. 马8进7":                              "h2e2 h9g7",
		"C2.5\n2. H2+3 H8+7":                              "h2e2 b9c7 b0c2" + number,
		"C2.5\n2. h8+7":                                   "h2e2 h9g7",
		"1. C2.5 ... *":                                   "h2e2",
		"1. Ｃ２＝５ Ｈ８＋７ *":                                  "h2e2 h9g7",
		"1. C2.5 h8+7 * 2. H2+3":                          "h2e2 h9g7" + after,
		"1. C2.5 h8+7 1-0 http://example.com 炮二平五":        "h2e2 h9g7",
	} {
		games, err := read("[Red \"A\"]\n\n" + text)
		require.NoError(t, err, text)
		assert.Equal(t, want, summary(games), text)
	}
	games, err := read("[Red \"A\"]\n\n1. 炮二平五 马八进七\n2. 马二进三 车九平八 4. 兵七进一")
	require.NoError(t, err)
	require.Len(t, games, 1)
	var texts []string
	for _, w := range games[0].Warnings {
		texts = append(texts, w.Error())
	}
	assert.Equal(t, []string{
		"line 3 (offset 27): game 1: moves written like those of the other side: 2 of black written like red's, first \"马八进七\"",
		"line 4 (offset 69): game 1: a move number that does not fit: 4, want 3; moves may be missing",
	}, texts)
}

// TestCutVariations keeps a game of which a variation has a bad move.
func TestCutVariations(t *testing.T) {
	games, err := read("1. C2.5 (1. C8.5 C2.9 {x)} (1... H8+7) 2. H2+3) (1. P7+1 h2+3 (1... C2.9 P3+1) 2. P3+1) H8+7 *\n\n1. C8.5 *\n")
	require.NoError(t, err)
	require.Len(t, games, 2)
	assert.Equal(t, "h2e2 h9g7", strings.Trim(fmt.Sprint(games[0].Moves()), "[]"))
	assert.Equal(t, game.Count{Moves: 6, Variations: 2}, games[0].Count())
	require.Len(t, games[0].Warnings, 1)
	assert.EqualError(t, games[0].Warnings[0], "line 1 (offset 17): game 1: variations were cut at 2 places, which leaves out 5 moves; "+
		"the first: ply 2, move 1... of a variation: "+
		"bad move \"C2.9\": not legal for black: no such piece can go there, in rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b - - 1 1")
	assert.Empty(t, games[1].Warnings)

	games, err = read("1. C2.5 (1. C8.5 ... 2. H2+3 H8+7) H8+7 *\n")
	require.NoError(t, err)
	assert.Equal(t, game.Count{Moves: 3, Variations: 1}, games[0].Count())
	require.Len(t, games[0].Warnings, 1)
	assert.ErrorIs(t, games[0].Warnings[0], ErrSkipped)

	// Ranks from 1, which only a variation shows.
	games, err = read("[FEN \"3k5/9/9/9/9/9/9/R8/R8/4K4 w - - 0 1\"]\n\n1. a2b2 (1. a3b3 d10d9) *\n")
	require.NoError(t, err)
	assert.Equal(t, "a1b1", summary(games))
}

// TestChineseNumbers reads the numbers in front of moves.
func TestChineseNumbers(t *testing.T) {
	for text, want := range map[string]int{
		"12.x": 12, "１２．x": 12, "一、x": 1, "十、x": 10, "十二、x": 12, "二十、x": 20, "二十一、x": 21, "二一、x": 21, "一百零三、x": 103,
		"一百一十、x": 110, "第三十二回合": 32, "99999999999.x": maxNumber, "九九九九九九九九九九九九九九九九九九九九九、x": maxNumber,
		"一兵平五": 0, "炮二平五": 0, "…x": 0, "12": 12, "12x": 0, "一": 0,
		"①x": 1, "⑳x": 20, "㉑x": 21, "㉟x": 35, "㊱x": 36, "㊿x": 50, "❶x": 1, "❿x": 10, "⒇x": 20, "⒛x": 20,
	} {
		turn, _ := cutTurn(text)
		assert.Equal(t, want, turn.number, text)
	}
}
