package words

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/lang"
	"chuhe/rules"
)

const chinese lang.Lang = "zh-Hans"

// judge plays moves and judges the game.
func judge(t testing.TB, set rules.Set, fen, moves string) *rules.Verdict {
	t.Helper()
	game, err := rules.ReplayText(fen, moves)
	require.NoError(t, err)
	v := rules.Judge(game, rules.Options{Set: set, MoveLimit: rules.OwnLimit})
	return &v
}

func TestVerdict(t *testing.T) {
	mixed := strings.Repeat("a7a8 d8d7 a8a7 d7d8 ", 2)
	ranked := strings.Repeat("d0e1 c1c2 e1d0 c2c1 ", 2)
	for _, c := range []struct {
		set        rules.Set
		fen, moves string
		en, zh     string
	}{
		{rules.Computer, board.StartFEN, "", "continue", "对局继续"},
		{rules.Computer, "3k5/9/9/9/9/9/9/9/R8/4K4 w", strings.Repeat("a1a2 d9d8 a2a1 d8d9 ", 2) + "a1a3",
			"play ended after ply 8, 1 later ply not counted", "对局至第8着已告结束，其后1着不计"},
		{rules.Chinese, "3k5/3c5/R8/9/9/9/9/9/9/4K4 w", mixed, "every red move chases a piece or threatens mate;", "红方着着捉子或叫杀；"},
		{rules.Asian, "3k5/9/9/9/9/9/9/9/1cr3Rn1/3AK4 w", ranked, "red chases too, only by cutting off protectors", "红方仅以断根形成捉子"},
		{rules.Asian, "7n1/5k3/C7P/4c4/9/9/5C3/9/5K3/9 w", strings.Repeat("f3f7 e6e7 f7f3 e7e6 ", 2),
			"with every move a black horse newly threatens to win the red soldier i7 by cutting off its protectors", "黑马着着断 i7 的红兵之根而捉之"},
		{rules.Asian, "9/2c1a4/5k3/2N6/2b6/N8/9/9/9/4K4 w", strings.Repeat("c6d8 c5e7 d8c6 e7c5 ", 2),
			"a red horse newly threatens to win the black elephant c5, by an attack or by cutting off its protectors", "红马着着捉 c5 的黑象，或断其根"},
	} {
		v := judge(t, c.set, c.fen, c.moves)
		assert.Contains(t, Verdict(lang.English, v), c.en)
		assert.Contains(t, Verdict(chinese, v), c.zh)
	}
}

// TestPlain asserts that ends are said without the terms of the rule books.
func TestPlain(t *testing.T) {
	for _, c := range []struct {
		set        rules.Set
		fen, moves string
		en, zh     string
	}{
		{rules.Computer, "3k5/R8/1R7/9/9/9/9/9/9/4K4 w", "b7b9", "black is checkmated", "黑方被将死"},
		{rules.Computer, "3k5/9/4P4/9/9/9/9/9/9/4K4 w", "e7e8", "black has no move left", "黑方无子可走（困毙）"},
		{rules.AlwaysDraw, "3k5/9/9/9/9/9/9/9/R8/4K4 w", strings.Repeat("a1a2 d9d8 a2a1 d8d9 ", 2), "draw: repetition", "和棋：双方不变，判和"},
		{rules.Computer, "5k3/9/9/9/9/9/9/9/9/3pK4 w", "e0d0", "draw: no piece is left that could win", "和棋：双方都没有能取胜的棋子了"},
	} {
		v := judge(t, c.set, c.fen, c.moves)
		assert.Equal(t, c.en, Plain(lang.English, v))
		assert.Equal(t, c.zh, Plain(chinese, v))
	}
	v := rules.Verdict{Result: board.Draw, Kind: rules.MoveLimit, MoveLimit: 120}
	assert.Equal(t, "draw: no piece was taken in 60 moves of each side", Plain(lang.English, &v))
}

// TestCases looks for gaps in the words about the published and our own cases.
func TestCases(t *testing.T) {
	verdicts := 0
	for _, name := range []string{"rule_cases.tsv", "own_cases.tsv"} {
		table, err := os.ReadFile("../testdata/" + name)
		require.NoError(t, err)
		for line := range strings.Lines(string(table)) {
			row := strings.Split(strings.TrimSpace(line), "\t")
			if len(row) < 5 || row[0] == "id" || strings.HasPrefix(row[4], "illegal") {
				continue
			}
			for name := range strings.SplitSeq(row[1], ",") {
				set, err := rules.ParseSet(name)
				require.NoError(t, err)
				v := judge(t, set, row[2], row[3])
				verdicts++
				en, zh := Verdict(lang.English, v), Verdict(chinese, v)
				head, _, _ := strings.Cut(en, ";")
				assert.Equal(t, v.String(), head)
				for _, text := range []string{en, zh} {
					assert.NotRegexp(t, `  |none|%|-;|: ?$|：$`, text)
				}
				assert.NotRegexp(t, `[a-z]{3}`, zh)
			}
		}
	}
	assert.Greater(t, verdicts, 700)
}

// TestComplete looks for kinds and notes without words.
func TestComplete(t *testing.T) {
	for k := rules.Checkmate; k <= rules.Material; k++ {
		v := &rules.Verdict{Result: board.Draw, Kind: k, Mixture: rules.Mixture{Check: true, Chase: true}}
		assert.NotEqual(t, "和棋：", Verdict(chinese, v), "%v", k)
		if k != rules.Checkmate {
			assert.Contains(t, Verdict(lang.English, v), ";", "%v has no reason", k)
			assert.Contains(t, Verdict(chinese, v), "；", "%v has no reason", k)
		}
	}
	for n := rules.GuardsChase; n <= rules.EitherSideClaim; n++ {
		v := &rules.Verdict{Notes: []rules.Note{n}}
		assert.Contains(t, Verdict(lang.English, v), "the book", n)
		assert.Contains(t, Verdict(chinese, v), "规则条文", n)
	}
}

// TestUnknown says verdicts that package rules cannot have reached, as a caller may make them.
func TestUnknown(t *testing.T) {
	for _, k := range []rules.Kind{rules.Unfinished, rules.Material + 1, 255} {
		v := &rules.Verdict{Result: board.BlackWins, Kind: k, Notes: []rules.Note{255}}
		assert.Equal(t, v.String(), Verdict(lang.English, v))
		assert.Equal(t, v.String(), Plain(lang.English, v))
		assert.Equal(t, "红方负："+k.String(), Verdict(chinese, v))
	}
	v := &rules.Verdict{Result: board.BlackWins, Kind: rules.PerpetualChase, Chase: rules.Chase{Prey: board.NewPiece(board.Black, board.Cannon), Cause: 255, Attacks: true}}
	known := *v
	known.Chase.Cause = rules.NoCause
	assert.Equal(t, Verdict(lang.English, &known), Verdict(lang.English, v))
}

func TestIllegal(t *testing.T) {
	e := &rules.MoveError{Ply: 3, Move: board.MustParseMove("h2h9"), Piece: board.NewPiece(board.Red, board.Cannon), Reason: rules.ErrUnreached}
	assert.Equal(t, "the piece cannot go there (ply 3, h2h9, red cannon)", Illegal(lang.English, e))
	assert.Equal(t, "不合该子走法（第3着，红炮，h2h9）", Illegal(chinese, e))
	e.Piece, e.Reason = board.NoPiece, rules.ErrNoPiece
	assert.Equal(t, "起点无子（第3着，红方，h2h9）", Illegal(chinese, e))
}

func Example() {
	game, _ := rules.ReplayText("3k5/9/9/9/c8/9/9/1R7/9/4K4 w", "b2a2 a5b5 a2b2 b5a5 b2a2 a5b5 a2b2 b5a5")
	v := rules.Judge(game, rules.DefaultOptions())
	fmt.Println(Verdict(lang.English, &v))
	fmt.Println(Verdict(chinese, &v))
	// Output:
	// red loses: perpetual chase; from move 1 to 4 with every move a red chariot newly attacks the black cannon a5, which nothing protects
	// 红方负：长捉；第1至4回合红车着着捉 a5 的无根黑炮
}
