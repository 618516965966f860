package formats

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/lang"
)

// english finds words of an English sentence.
var english = regexp.MustCompile(`\b(a|the|of|in|is|ply|move|game|want)\b`)

// TestChinese says what is wrong or doubtful about files in Chinese, without English words.
func TestChinese(t *testing.T) {
	const head = "[Red \"A\"]\n\n"
	for name, text := range map[string]string{
		"move":             head + "1. 炮二平五 马八进九进",
		"no such move":     head + "1. C2.5 a1",
		"illegal move":     head + "1. h2e2 e9e7",
		"two ways":         "[FEN \"3k5/9/9/9/9/9/4R4/9/4R4/3K5 w\"]\n\n1. 车五平一 将4平5 2. R.1",
		"facing":           "[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1\"]\n\n1. a0a1 d9d8 (1... d9e9 2. a1i9) 2. a1a2 *",
		"skipped there":    head + "1. C2.5 (1. C8.5 ... 2. H2+3 H8+7) H8+7 *",
		"skipped":          head + "1. C2.5 ... 2. H2+3 H8+7 *",
		"digits":           head + "1. 炮２平５ 马8进7 *",
		"numbers":          head + "1. C2.5 h8+7 (1... h2+3 5. P7+1) 2. H2+3 *",
		"result":           "[Result \"红优\"]\n\n1. h2e2",
		"results":          "[Result \"1-0\"]\n\n1. h2e2 0-1",
		"after the result": head + "1. h2e2 1-0 2. h9g7",
		"tags":             "[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1\"]\n[FEN \"3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1\"]\n[Variant \"Chess\"]\n[Rules \"mine\"]\n\n1. a0a1 ) *",
		"first":            head + "1... C8.5 *",
		"damaged":          head + "1. h2e2 {\xe7\x82\xae \xe7\x82 \xe7\x82\xae} *",
		"picture":          "标题：a\n┌┬┬┬[将]┬┬┬┐\n1. h2e2",
		"again":            "1. h2e2\n1. h2e2\n1. h2e2\n",
		"open comment":     head + "1. h2e2 {x",
		"open variation":   head + "1. h2e2 (1. b2e2",
		"early variation":  head + "(1. h2e2)",
		"deep":             head + "1. h2e2 " + strings.Repeat("(b2e2 ", 300),
		"bad tag":          "[Red \"A\"]\n[Black A\"\n\n1. h2e2 *",
		"FEN":              "[Red \"A\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9 w\"]\n\n1. h2e2 *",
		"pieces":           "[Red \"A\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9/R8 w\"]\n\n1. h2e2 *",
		"DhtmlXQ":          "[DhtmlXQ]\n[DhtmlXQ_binit]12[/DhtmlXQ_binit]\n[/DhtmlXQ]",
		"DhtmlXQ cut":      "[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n",
		"DhtmlXQ move":     "[DhtmlXQ]\n[DhtmlXQ_movelist]77477777[/DhtmlXQ_movelist]\n[/DhtmlXQ]",
		"DhtmlXQ branch":   "[DhtmlXQ]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_2_1]0000[/DhtmlXQ_move_0_2_1]\n[/DhtmlXQ]",
		"lists of FENs":    "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1 moves a0a1 a0a1\n",
		"CBR":              "CCBridge Record\x00\x00\x00\x00\x02 cut off",
		"CBL":              "CCBridgeLibrary\x00 cut off",
		"old CBL":          "CCBridge\x15\x00\x00\x00\x03 cut off",
		"XQF":              "XQ\x0a cut off",
		"CBF":              "<?xml version=\"1.0\"?>\n<CCBridgeRecord>\n<Head><FEN>3k5/9</FEN></Head>",
		"none":             "some text\nwithout a game\n",
		"unknown":          "\x00\x01\x02\x03",
	} {
		found := 0
		say := func(err error) {
			found++
			for _, l := range []lang.Lang{"zh-Hans", "zh-Hant"} {
				about := About(l, "x", err)
				assert.NotRegexp(t, english, about, "%s: %v", name, err)
				assert.NotEmpty(t, regexp.MustCompile(`\p{Han}`).FindString(about), name)
			}
		}
		format, games, err := Read(strings.NewReader(text))
		if err != nil {
			say(err)
			continue
		}
		require.NotNil(t, format, name)
		var doubts game.Doubts
		for g, err := range games {
			if err != nil {
				say(err)
			}
			if g != nil {
				doubts.Add(g)
			}
		}
		for i := range doubts {
			say(doubts[i].First)
		}
		assert.Positive(t, found, "%s: nothing was wrong", name)
	}
}

// TestCutInChinese says at which move a variation is cut, and why.
func TestCutInChinese(t *testing.T) {
	_, games, err := Read(strings.NewReader("1. h2e2 h9g7 (1... a1 2. b0c2) 2. h0g2 (2. h0h9) *"))
	require.NoError(t, err)
	for g, err := range games {
		require.NoError(t, err)
		require.Len(t, g.Warnings, 1)
		assert.Equal(t, "x：第1行（第19字节）第1局：变着有2处截断，略去3着；第一处：第2着“a1”没有棋子能这样走", About("zh-Hans", "x", g.Warnings[0]))
	}
}

// TestEnglishPieces names the pieces in an error as people read them, and in one way.
func TestEnglishPieces(t *testing.T) {
	for fen, want := range map[string]string{
		"3k5/9/9/9/9/9/9/3B5/9/4K4 w": `bad FEN: elephant off its seven points: "B" at offset 17 (board): red elephant on d2, want c0 g0 a2 e2 i2 c4 g4`,
		"3k5/9/9/9/9/P8/P8/9/9/4K4 w": `bad FEN: soldier where no soldier can stand: "P" at offset 15 (board): one more red soldier of the a file on a3, want one before the river`,
		"3k5/9/9/9/3R5/9/9/9/9/4K4 w": `red to move could take the general on d9 with the chariot on d5`,
		"3k5/9/2N6/9/9/9/9/9/9/4K4 w": `red to move could take the general on d9 with the horse on c7`,
		"9/9/9/9/9/9/9/9/9/4K4 w":     `no black general`,
		"3k5/9/9/9/9/9/9/9/9/4K3X9 w": `want one of KABNRCP`,
	} {
		_, err := board.ParseFEN(fen)
		require.Error(t, err, fen)
		assert.Contains(t, inEnglish(fmt.Errorf("a.pgn: %w", err)), want)
	}
}
