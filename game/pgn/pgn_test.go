package pgn

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/gametest"
	"chuhe/game/notation"
	"chuhe/internal/testpos"
)

// read returns the games of a text and the first error.
func read(text string) (games []*game.Game, first error) {
	for g, err := range Games(strings.NewReader(text)) {
		if err == nil {
			games = append(games, g)
		} else if first == nil {
			first = err
		}
	}
	return
}

// TestRoundTrip writes games in all notations, many to a file, and reads them back.
func TestRoundTrip(t *testing.T) {
	games := testpos.Rounds(100, 500, 10_000)
	const perFile = 50
	for file := range games / perFile {
		style := notation.Styles()[file%len(notation.Styles())]
		var want []*game.Game
		var lines []int // before each game
		var out bytes.Buffer
		for i := range perFile {
			g := gametest.Random(rand.New(rand.NewPCG(uint64(file), uint64(i))), gametest.Everything)
			want = append(want, g)
			lines = append(lines, bytes.Count(out.Bytes(), []byte("\n")))
			g.Offset = int64(out.Len())
			lost, err := Write(&out, g, style)
			require.NoError(t, err)
			require.Empty(t, lost)
		}
		i := 0
		for got, err := range Games(&out) {
			require.NoError(t, err)
			want[i].Line = lines[i] + 1
			if !assert.Equal(t, want[i], got, "%s %d", style, i) {
				var text bytes.Buffer
				Write(&text, want[i], style)
				require.FailNow(t, text.String())
			}
			i++
		}
		assert.Equal(t, len(want), i)
	}
}

const foreign = `advertisement
[Game "Chinese Chess"]
[White "甲"]
[Black "乙"]
[Format "Chinese"]
[Result "1-0"]

{begin} 1. 炮二平五 {good
move} 炮８平５ (1. ... 马８进７ {why (not)} ) 2. 马二进三! $1
; to the end of the line
2... 马８进７ 1-0
http://example.com 炮二平五

[Game "Chinese Chess"]
[Red "c"]

1.C2.5 h8+7 2.H2+3 *
`

func TestReadOthers(t *testing.T) {
	wide := func(e unicode.Endianness, bom unicode.BOMPolicy) encoding.Encoding { return unicode.UTF16(e, bom) }
	for name, e := range map[string]encoding.Encoding{
		"utf-8": encoding.Nop, "utf-8 bom": unicode.UTF8BOM, "gb18030": simplifiedchinese.GB18030, "gbk": simplifiedchinese.GBK,
		"utf-16le bom": wide(unicode.LittleEndian, unicode.UseBOM), "utf-16be bom": wide(unicode.BigEndian, unicode.UseBOM),
		"utf-16le": wide(unicode.LittleEndian, unicode.IgnoreBOM), "utf-16be": wide(unicode.BigEndian, unicode.IgnoreBOM),
		"big5": traditionalchinese.Big5,
	} {
		for _, ends := range []string{"\n", "\r\n"} {
			t.Run(name, func(t *testing.T) {
				text := strings.ReplaceAll(foreign, "\n", ends)
				if name == "big5" {
					text = strings.NewReplacer("８", "8", "７", "7", "５", "5", "马", "馬", "进", "進").Replace(text)
				}
				file, err := e.NewEncoder().String(text)
				require.NoError(t, err)
				games, err := read(file)
				require.NoError(t, err)
				require.Len(t, games, 2)
				g := games[0]
				assert.Equal(t, "甲", g.Tag("red"))
				assert.Equal(t, "乙", g.Tag("black"))
				assert.Equal(t, board.RedWins, g.Result)
				assert.Equal(t, "begin", g.Root.Comment)
				moves := g.Moves()
				require.Len(t, moves, 4)
				assert.Equal(t, "h9g7", moves[3].String())
				first := g.Root.Main()
				assert.Equal(t, "good\nmove", first.Comment)
				require.Len(t, first.Next, 2)
				assert.Equal(t, "h9g7", first.Next[1].Move.String())
				assert.Equal(t, "why (not)", first.Next[1].Comment)
				third := first.Main().Main()
				assert.Equal(t, []game.NAG{game.GoodMove, game.GoodMove}, third.NAGs)
				assert.Equal(t, "to the end of the line", third.Comment)
				assert.Len(t, games[1].Moves(), 3)
				assert.Equal(t, board.Unfinished, games[1].Result)
				assert.Equal(t, 2, g.Line)
				at := strings.Index(file, "[Game")
				if strings.HasPrefix(name, "utf-16") {
					continued, err := e.NewEncoder().String("advertisement" + ends)
					require.NoError(t, err)
					at = len(continued)
				}
				assert.Equal(t, at, int(g.Offset))
			})
		}
	}
}

// TestCountOfRanks reads moves that are legal with both counts of ranks by what the tag
// Format says, and by the other count where that does not fit.
func TestCountOfRanks(t *testing.T) {
	const fen = "3k5/9/9/9/9/9/9/R8/R8/4K4 w - - 0 1"
	for _, c := range []struct{ tag, moves, want string }{
		{"[Format \"UCI\"]\n", "1. a2b2", "a1b1"},
		{"[Format \"uci\"]\n", "1. a3b3 d10d9", "a2b2"},
		{"[Format \"UCI\"]\n", "1. a1b1 d9d8", "a1b1"},
		{"[Format \"ICCS\"]\n", "1. A2-B2", "a2b2"},
		{"", "1. a2b2", "a2b2"},
	} {
		games, err := read(c.tag + "[FEN \"" + fen + "\"]\n\n" + c.moves + " *\n")
		require.NoError(t, err, c.tag+c.moves)
		require.Len(t, games, 1)
		assert.Equal(t, c.want, games[0].Moves()[0].String(), c.tag+c.moves)
	}
}

// TestListsFromOne writes lists of moves with ranks from 1 that would be legal with ranks from 0
// too, and reads them as they were.
func TestListsFromOne(t *testing.T) {
	for fen, moves := range map[string]string{
		"3k5/9/9/9/9/9/9/R8/R8/4K4 w - - 0 1": "a1b1",
		board.StartFEN:                        "h2e2 h9g7",
	} {
		g := game.New(testpos.FEN(t, fen))
		for move := range strings.FieldsSeq(moves) {
			g.Last().Append(board.MustParseMove(move))
		}
		var out bytes.Buffer
		_, err := MoveList.Write(&out, g, game.WriteOptions{Notation: notation.UCI})
		require.NoError(t, err)
		assert.Equal(t, fen != board.StartFEN, strings.Contains(out.String(), "[Format \"UCI\"]"), out.String())
		games, err := read(out.String())
		require.NoError(t, err)
		require.Len(t, games, 1)
		assert.Equal(t, g.Moves(), games[0].Moves(), out.String())
	}
}

// TestMoveList writes a list from a position in which Black moves, and says what it leaves out.
func TestMoveList(t *testing.T) {
	const fen = "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 7"
	g := game.New(testpos.FEN(t, fen), board.MustParseMove("d9d8"), board.MustParseMove("e0e1"), board.MustParseMove("d8d7"))
	g.Result = board.Draw
	g.SetTag(game.TagRed, "a")
	g.Last().Comment = "b"
	var out strings.Builder
	lost, err := MoveList.Write(&out, g, game.WriteOptions{})
	require.NoError(t, err)
	assert.Equal(t, "[FEN \""+fen+"\"]\n7... d9d8 8. e0e1 d8d7 1/2-1/2\n", out.String())
	assert.Equal(t, []game.Loss{{What: game.LostComments, Count: 1}, {What: game.LostTags, Detail: game.TagRed, Count: 1}}, lost)
}

func TestReadWithoutTags(t *testing.T) {
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String("1. 炮二平五 马８进７ 1-0")
	require.NoError(t, err)
	for text, want := range map[string][]int{
		"1. C2.5 h8+7 2. H2+3 *":               {3},
		"1.C2.5 h8+7\n2.H2+3 1-0\n\n1. C8.5\n": {3, 1},
		"h2e2 h9g7\nh0g2\n":                    {3},
		// A game to a line, with its result.
		"h2e2 h9g7 1-0\nb2e2 *\n\nh2e2 0-1\n": {2, 1, 1},
		"炮二平五 马8进7 红胜\n炮八平五！ 黑胜\n其他":          {2, 1},
		"第一局\nh2e2 h9g7 1-0\n\n第二局\nb2e2 *\n": {2, 1},
		"h2e2 h9g7 1-0\nh9g7 h0g2\n":          {2},
		"1、炮二平五 炮8平5\n\n1、炮八平五\n":             {2, 1},
		"1．炮二平五 炮8平5\n1．炮八平五\n":               {2, 1},
		"[Red \"a\"]\n\n1. C2.5 *\n1.\n":      {1},
		// Words in Chinese brackets.
		"1、炮二平五（好棋） 炮8平5\n（红方 先手）2、马二进三 （完）": {3},
		"h3e3 h10g8\nh1g3\n": {3},
		"H2-E2 H9-G7\n":      {2},
		"C2=5 H8+7":          {2},
		"1. 炮二平五 马8进7 2. 马二进三":                              {3},
		"1.炮二平五马8进7 2.马二进三车9平8":                             {4},
		"1、炮二平五，马8进7；2、马二进三，车9平8。":                          {4},
		"1. Che3 Hg8 2. Hg3":                                {3},
		"1. Che2 Hg7 2. Hg2 Ri8":                            {4},
		"{a\n[comment]} 1. C2.5 *":                          {1},
		"; said\n{before} the tags\n[Red \"a\"]\n1. C2.5 *": {1},
		"1. C2.5 *\n\n[Red \"a\"]\n1. C2.5 h8+7 *":          {1, 2},
		"[Red \"a\"]\n1. C2.5 h8+7 *\n1. some words\n":      {2},
		"\ufeff1. C2.5 *":                                   {1},
		utf16:                                               {2},
		"":                                                  nil,
		"some words\n":                                      nil,
		"[Red \"a\"]\n\n1. C2.5 {no end\n\n[Red \"b\"]\n\n1. C2.5 *\n": {1},
	} {
		var got []int
		games, err := read(text)
		if !strings.Contains(text, "no end") {
			require.NoError(t, err, text)
		}
		for _, g := range games {
			got = append(got, len(g.Moves()))
		}
		assert.Equal(t, want, got, text)
	}
}

// TestChineseResults reads results as score sheets have them.
func TestChineseResults(t *testing.T) {
	for text, want := range map[string]board.Result{
		"红胜": board.RedWins, "红先胜": board.RedWins, "先手胜": board.RedWins, "黑方负": board.RedWins,
		"先负": board.BlackWins, "后手胜": board.BlackWins, "先和": board.Draw, "平局": board.Draw, "未知": board.Unfinished,
	} {
		for _, file := range []string{"炮二平五 炮8平5\n" + text + "\n", "[Result \"" + text + "\"]\n\n1. 炮二平五 炮8平5\n"} {
			games, err := read(file)
			require.NoError(t, err, file)
			require.Len(t, games, 1)
			assert.Equal(t, want, games[0].Result, file)
			assert.Len(t, games[0].Moves(), 2)
		}
	}
}

// TestResults reads results as they are written, keeps a text that says none, and notes that
// two results differ.
func TestResults(t *testing.T) {
	const differ = "the result of the tag is not the one after the moves, which holds: "
	for _, c := range []struct{ tag, end, result, text, warning string }{
		{"1 - 0", "1 - 0", "1-0", "", ""},
		{"1:0", "", "1-0", "", ""},
		{"", "0:1", "0-1", "", ""},
		{"-", "1 – 0 {x}", "1-0", "", ""},
		{"½", "½", "1/2-1/2", "", ""},
		{"紅方勝", "紅方勝", "1-0", "", ""},
		{"红优", "", "*", "红优", `bad result "红优", read as *`},
		{"红优", "*", "*", "红优", `bad result "红优", read as *`},
		{"红优", "1-0", "1-0", "", ""},
		{"1-0", "*", "1-0", "", ""},
		{"*", "0-1", "0-1", "", ""},
		{"1-0", "0-1", "0-1", "", differ + "1-0 and 0-1"},
		{"1-0", "1/2 - 1/2", "1/2-1/2", "", differ + "1-0 and 1/2-1/2"},
	} {
		for _, text := range []string{
			"[Red \"a\"]\n[Result \"" + c.tag + "\"]\n\n1. C2.5 H8+7 " + c.end + "\n\n[Red \"b\"]\n\n1. C2.5 *\n",
			"红方：a\n结果：" + c.tag + "\n\n1. C2.5 H8+7 " + c.end + "\n\n红方：b\n\n1. C2.5 *\n",
		} {
			games, err := read(text)
			require.NoError(t, err, text)
			require.Len(t, games, 2, text)
			g := games[0]
			assert.Equal(t, "2 "+c.result+" "+c.text, fmt.Sprint(len(g.Moves()), " ", g.Result, " ", g.Tag(game.TagResultText)), text)
			warning := ""
			for _, w := range g.Warnings {
				assert.Equal(t, strings.Count(text[:w.Offset], "\n")+1, w.Line, text)
				warning += w.Err.Error()
			}
			assert.Equal(t, c.warning, warning, text)
		}
	}
}

// TestTree reads variations as deep as they go.
func TestTree(t *testing.T) {
	games, err := read(`1. C2.5 (1. C8.5 {a} H8+7 (1... h2+3 2. P7+1 {b}) ({c} $2 1... P7+1) 2. H2+3) (see game 2) (1. P7+1!?! $22 $256) H8+7 {(d) {e} f} 1-0`)
	require.NoError(t, err)
	require.Len(t, games, 1)
	var got []string
	for v := range games[0].Walk() {
		got = append(got, fmt.Sprintf("%d %v %q %q %v", v.Depth, v.Move, v.Before, v.Comment, v.NAGs))
	}
	assert.Equal(t, []string{
		`0 0000 "" "" []`, `0 h2e2 "" "see game 2" []`, `0 h9g7 "" "(d) {e} f" []`,
		`1 b2e2 "" "a" []`, `1 h9g7 "" "" []`, `1 h0g2 "" "" []`,
		`2 b9c7 "" "" []`, `2 c3c4 "" "b" []`, `2 g6g5 "c" "" []`,
		`1 c3c4 "" "" [$5 $22]`,
	}, got)
}

func TestErrors(t *testing.T) {
	deep := "1. C2.5 " + strings.Repeat("(1. C8.5 ", maxDepth+1)
	for _, c := range []struct {
		file string
		line int
		at   string // what stands there
		want string
		left int // good games in the file
		kept int // moves of the bad game before the fault, -1 for no game
	}{
		{"[Red \"a\"]\n\n1. C2.5 C2.9 *\n\n[Red \"b\"]\n\n1. C2.5 *\n", 3, "C2.9", `game 1: ply 2, move 1...: bad move "C2.9": not legal for black: no such piece can go there`, 1, 1},
		{"[Red, a]\n\n1. C2.5 *\n\n[Red \"b\"]\n\n1. C2.5 *\n", 1, "[Red, a", "tag", 1, -1},
		{"[Red \"a\"]\n\n1. C2.5 *\n\n[FEN \"4k4/9/9/9/9/4N4/9/9/9/4K4 w - - 0 9\"]\n\n9. e4c5 *\n", 7, "e4c5", `game 2: ply 1, move 9.: bad move "e4c5": not legal for red: kings would face`, 1, 0},
		{"1. C2.5 C2.9\n2. C2.5 *\n\n1. C2.5 *\n", 1, "C2.9", "game 1: ply 2, move 1...", 1, 1},
		{"1. C2.5 *\n\n炮二平五马8进7马二进五车9平8", 3, "马二进五", `game 2: ply 3, move 2.: bad move "马二进五": not legal for red`, 1, 2},
		{"1. nonsense *\n", 1, "nonsense", "nonsense", 0, 0},
		{"[Red \"a\"]\n[FEN \"9/9 w\"]\n[Black \"c\"]\n\n1. C2.5 *\n\n[Red \"b\"]\n\n1. C2.5 *\n", 2, "[FEN", "bad FEN", 1, -1},
		{"[Red \"a\"]\n\n1. C2.5 {no end", 3, "{no", "comment without end, want }", 0, 1},
		{"[Red \"a\"]\n\n1. C2.5 (1. C8.5", 3, "(1. C8", "variation without end, want )", 0, 1},
		{"[Red \"a\"]\n\n(1. C2.5) 1. C2.5", 3, "(1.", "variation in front of any move", 0, 0},
		{"[Red \"a\"]\n\n1. C2.5 (1. C8.5 C2.9 h2e2", 3, "C2.9", "ply 2, move 1... of a variation", 0, 1},
		{"1. C2.5 ...\n2. H2+3 H8+7\n\n1. C2.5 *\n", 2, "H2+3", `game 1: ply 2, move 1...: a move of Black is missing, "..." is followed by number 2`, 1, 1},
		{"1 C2.5 1...\n2 H2+3 H8+7\n\n1. C2.5 *\n", 2, "H2+3", "a move of Black is missing", 1, 1},
		{"[Red \"a\"]\n\n1. 炮二平五 ……\n2. 马二进三 ……\n", 4, "马二", "a move of Black is missing", 0, 1},
		{deep, 1, "", "too many variations within each other, more than 256", 0, 1},
	} {
		encoded, err := simplifiedchinese.GBK.NewEncoder().String("炮 {马}\n")
		require.NoError(t, err)
		for _, before := range []string{"", encoded} { // offsets count the bytes of the file
			text := before + c.file
			var partial *game.Game
			good := 0
			var first error
			for g, err := range Games(strings.NewReader(text)) {
				if err == nil {
					good++
				} else if first == nil {
					first, partial = err, g
				}
			}
			if before != "" && !strings.HasPrefix(c.file, "[") {
				continue // words before a list of moves are another list
			}
			assert.Equal(t, c.left, good, text)
			var at *game.Error
			if assert.ErrorAs(t, first, &at, text) {
				assert.Equal(t, c.line+strings.Count(before, "\n"), at.Line, text)
				assert.True(t, strings.HasPrefix(text[at.Offset:], c.at), "%q at %d", text, at.Offset)
				assert.ErrorContains(t, first, c.want)
			}
			if c.kept < 0 {
				assert.Nil(t, partial, text)
			} else if assert.NotNil(t, partial, text) {
				assert.Len(t, partial.Moves(), c.kept, text)
			}
		}
	}
}

func TestTags(t *testing.T) {
	const file = `[Red "a"] [Black "b"][Event "the "grand" cup \\ \"x\"]"  ]` + "\r\n[ Site  \"\" ]\n[WhiteElo \"1\x1b[2J\"]\n[WhiteTeam \"t\"]\n\n*\n"
	games, err := read(file)
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.Equal(t, []game.Tag{
		{Name: "Red", Value: "a"}, {Name: "Black", Value: "b"}, {Name: "Event", Value: `the "grand" cup \ "x"]`}, {Name: "Site", Value: ""},
		{Name: "RedElo", Value: "1[2J"}, {Name: "RedTeam", Value: "t"},
	}, games[0].Tags)
}

// TestBareTags reads tags without quotes, or without one of their ends, and warns of them.
func TestBareTags(t *testing.T) {
	const fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"
	for tags, want := range map[string]string{
		"[Red Wang Tianyi]\n[Black \"b\"]":                   "[{Red Wang Tianyi} {Black b}] 1",
		"[Red “王天一”]\r\n[Black 赵\t]\r":                       "[{Red 王天一} {Black 赵}] 2",
		"[Red \"a]\n[Black b\"]\n[Event \"c\"\n[Site d\n":    "[{Red a} {Black b} {Event c} {Site d}] 4",
		"[Red a] [Black \"b\"][Event c][Site d":              "[{Red a} {Black b} {Event c} {Site d}] 3",
		"[White a]\n[Red ]":                                  "[{Red a}] 2",
		"[Red: a]\n[Black :\"b\"]\n[Event = c d]\n[Site： e]": "[{Red a} {Black b} {Event c d} {Site e}] 3",
		"[Red=\"a\"]\n[Black:\t\"b\"]":                       "[{Red a} {Black b}] 0",
	} {
		games, err := read(tags + "\n[FEN " + fen + "]\n[Result 1-0]\n\n1. a0a1 d9d8\n\n[Red \"x\"]\n\n1. h2e2 *\n")
		require.NoError(t, err, tags)
		require.Len(t, games, 2, tags)
		g := games[0]
		assert.Equal(t, fen+" 1-0 a0a1 d9d8", fmt.Sprint(g.Start.FEN(), " ", g.Result, " ", g.Moves()[0], " ", g.Moves()[1]), tags)
		for _, w := range g.Warnings {
			assert.ErrorIs(t, w, ErrQuotes, tags)
		}
		assert.Equal(t, want, fmt.Sprint(g.Tags, " ", len(g.Warnings)-2), tags) // those of FEN and Result
	}
	games, err := read("[Red \"a\"]\n[FEN 9/9 w]\n\n1. h2e2 *\n")
	assert.ErrorContains(t, err, "bad FEN", "no move is played from another position")
	assert.Empty(t, games)
}

func TestNotes(t *testing.T) {
	ms := func(n int) *time.Duration { return new(time.Duration(n) * time.Millisecond) }
	for _, c := range []struct {
		text    string // of the comment after a move of Black
		eval    *game.Eval
		elapsed *time.Duration
		clock   *time.Duration
		left    string
		written string // "" for the same
	}{
		{"+0.35/12 0.4s n=7", &game.Eval{Centipawns: -35, Depth: 12}, ms(400), nil, "n=7", "+0.35/12 0.400s n=7"},
		{"-M2/9 1.250s", &game.Eval{Mate: 4, Depth: 9}, ms(1250), nil, "", ""},
		{"+M1/9", &game.Eval{Mate: -1, Depth: 9}, nil, nil, "", ""},
		{"0.00/3 2s", &game.Eval{Depth: 3}, ms(2000), nil, "", "+0.00/3 2.000s"},
		{"2s", nil, ms(2000), nil, "", "2.000s"},
		{"[%eval 0.35]", &game.Eval{Centipawns: 35}, nil, nil, "", ""},
		{"[%eval -1.5,20] fine", &game.Eval{Centipawns: -150, Depth: 20}, nil, nil, "fine", "+1.50/20 fine"},
		{"[%eval #2]", &game.Eval{Mate: 4}, nil, nil, "", ""},
		{"[%eval #-2] [%clk 1:02:03]", &game.Eval{Mate: -5}, nil, ms(3723000), "", ""},
		{"a [%clk 0:05:00.5] b [%emt 0:00:01]", nil, ms(1000), ms(300500), "a b", "1.000s [%clk 0:05:00.5] a b"},
		{"[%eval x] [%csl Gz1] 12 s", nil, nil, nil, "[%eval x] [%csl Gz1] 12 s", ""},
		{"[%eval 0.10] [%eval 0.20] #0", &game.Eval{Centipawns: 10}, nil, nil, "[%eval 0.20] #0", ""},
		{"[%eval #0]", nil, nil, nil, "[%eval #0]", ""},
		{"+0.35/12 0.400s, book", &game.Eval{Centipawns: -35, Depth: 12}, ms(400), nil, "book", "+0.35/12 0.400s book"},
		{"book", nil, nil, nil, "book", ""},
	} {
		games, err := read("1. C2.5 H8+7 {" + c.text + "}")
		require.NoError(t, err)
		n := games[0].Last()
		assert.Equal(t, c.eval, n.Eval, c.text)
		assert.Equal(t, c.elapsed, n.Elapsed, c.text)
		assert.Equal(t, c.clock, n.Clock, c.text)
		assert.Equal(t, c.left, n.Comment, c.text)
		var out strings.Builder
		_, err = Write(&out, games[0], notation.WXF)
		require.NoError(t, err)
		if c.written == "" {
			c.written = c.text
		}
		assert.Contains(t, out.String(), "{"+c.written+"}")
	}
}

// TestRootNotes keeps an evaluation and a time that stand in front of the moves.
func TestRootNotes(t *testing.T) {
	for _, text := range []string{"[%eval 0.20,10] even", "[%eval 0.20,10] [%clk 0:05:00] [%emt 0:00:01.5]", "+0.20/10 1.5s"} {
		games, err := read("{" + text + "} 1. C2.5 *")
		require.NoError(t, err)
		for _, commands := range []bool{false, true} {
			var out strings.Builder
			_, err = Format.Write(&out, games[0], game.WriteOptions{EvalCommands: commands})
			require.NoError(t, err)
			assert.Contains(t, out.String(), "{"+text+"}")
			again, err := read(out.String())
			require.NoError(t, err)
			assert.Equal(t, games[0].Root, again[0].Root, text)
		}
	}
}

// TestMarks reads and writes circles and arrows.
func TestMarks(t *testing.T) {
	for text, want := range map[string]struct{ marks, left, written string }{
		"[%csl Rh2,Ge2][%cal Gh2e2] why":     {"Rh2 Ge2 Gh2e2", "why", "[%csl Rh2,Ge2] [%cal Gh2e2] why"},
		"[%cal Gh2e2, Bb0c2] [%csl Yc2]":     {"Gh2e2 Bb0c2 Yc2", "", "[%csl Yc2] [%cal Gh2e2,Bb0c2]"},
		"a [%cal Gh2e2,Gh2e2] b [%eval 0.1]": {"Gh2e2", "a b", "[%eval 0.10] [%cal Gh2e2] a b"},
		"[%cal Ga1a10] [%cal Gh2e2,x]":       {"", "[%cal Ga1a10] [%cal Gh2e2,x]", "[%cal Ga1a10] [%cal Gh2e2,x]"},
	} {
		for _, where := range []string{"{%s} 1. C2.5 *", "1. C2.5 {%s} *"} {
			games, err := read(strings.Replace(where, "%s", text, 1))
			require.NoError(t, err)
			n := &games[0].Root
			if strings.HasPrefix(where, "1.") {
				n = games[0].Last()
			}
			assert.Equal(t, want.marks, strings.Trim(fmt.Sprint(n.Marks), "[]"), text)
			assert.Equal(t, want.left, n.Comment, text)
			var out strings.Builder
			lost, err := Write(&out, games[0], notation.WXF)
			require.NoError(t, err)
			assert.Empty(t, lost)
			assert.Contains(t, out.String(), "{"+want.written+"}")
		}
	}
}

// TestSideOf takes the side of a move from its digits, Chinese ones for Red.
func TestSideOf(t *testing.T) {
	for text, want := range map[string]string{
		"炮二平五": "red", "马八进九": "red", "炮２平５": "black", "马8进9": "black", "卒9进1": "black", "卒９进１": "black",
		"炮二平5": "", "前马进": "", "C2.5": "", "Ｃ２＝５": "", "": "",
	} {
		side, ok := sideOf(text)
		assert.Equal(t, want != "", ok, text)
		if ok {
			assert.Equal(t, want, strings.ToLower(side.String()), text)
		}
	}
	for _, digit := range "1289１９" {
		side, ok := sideOf("车" + string(digit) + "进")
		assert.True(t, ok && side == board.Black, string(digit))
	}
}

// TestChangedCharacters writes what PGN has no way to write.
func TestChangedCharacters(t *testing.T) {
	g := game.New(board.Start(), board.MustParseMove("h2e2"))
	g.Tags = []game.Tag{{Name: "a b", Value: "c\nd"}}
	g.Root.Comment = "{x}\n\n[Event \"e\"]\n1. y"
	g.Last().Comment = "\x1b[2Jz"
	var out strings.Builder
	lost, err := Write(&out, g, notation.ICCS)
	require.NoError(t, err)
	assert.Equal(t, []game.Loss{{What: game.LostCharacters, Count: 5}}, lost)
	games, err := read(out.String())
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.Equal(t, []game.Tag{{Name: "a_b", Value: "c d"}}, games[0].Tags)
	assert.Equal(t, "｛x｝\n\n［Event \"e\"]\n1. y", games[0].Root.Comment)
	assert.Equal(t, "[2Jz", games[0].Last().Comment)
}

// TestTagsOfFields writes a game with tags whose names are those of its fields, as an EPD or a CBF may have
// them: the fields hold, and the game is read back.
func TestTagsOfFields(t *testing.T) {
	g := game.New(board.Start(), board.MustParseMove("h2e2"))
	g.Result = board.Draw
	for _, name := range []string{"fen", "Result", "FORMAT", "game", "Event", ""} {
		g.SetTag(name, "x")
	}
	var out strings.Builder
	lost, err := Write(&out, g, notation.Traditional)
	require.NoError(t, err)
	assert.Contains(t, out.String(), `[Format "Chinese"]`)
	assert.Equal(t, []game.Loss{{What: game.LostTags, Detail: `fen, Result, FORMAT, game, ""`, Count: 5}}, lost)
	games, err := read(out.String())
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.Empty(t, games[0].Warnings)
	assert.Equal(t, []game.Tag{{Name: "Event", Value: "x"}}, games[0].Tags)
	assert.Equal(t, board.Draw, games[0].Result)
	assert.Equal(t, g.Moves(), games[0].Moves())
}

// TestOverlongMoves refuses a move with a digit too many, which would be read as another one: i0i10 as i0i1. A
// number behind a move, with what it numbers, is read.
func TestOverlongMoves(t *testing.T) {
	start, err := board.ParseFEN("3k5/9/9/9/9/9/9/9/9/4K3R w")
	require.NoError(t, err)
	for _, text := range []string{"i0i10", "i0i99", "I0-I99", "R1+91", "1. i0i9!9", "i0i9 d9d80", "i1i100"} {
		g, err := Moves(start, text)
		assert.ErrorIs(t, err, notation.ErrText, text)
		assert.Len(t, g.Moves(), strings.Count(text, " d9"), text)
	}
	for text, want := range map[string]int{
		"i1i10": 1, "i0i9d9d8": 2, "1.i0i9d9d82.i9i8": 3, "i0i9 1-0": 1, "i0i91-0": 1, "i0i92.d9d8": 2, "车一进九12": 1, "i0i9!": 1,
	} {
		g, err := Moves(start, text)
		assert.NoError(t, err, text)
		assert.Len(t, g.Moves(), want, text)
	}
}

// FuzzGames reads anything, writes what was a game and reads that back.
func FuzzGames(f *testing.F) {
	f.Add([]byte("[Red \"a\"]\n\n1. C2.5 {x} (2. y) $1 C8.5 *\n"))
	f.Add([]byte("[FEN \"\"]\n1... )( ; %"))
	f.Add([]byte("[White \"a\"] [X \"[\"]\n\n{a {b} 1. 炮二平五 {c\n [d} 马８进７ {e}{f} 1-0"))
	f.Add([]byte("1. h3e3 {+0.35/12 0.4s [%clk 0:1:2] } (1. C8.5 {-M2/3} ({q} b10c8)) h10g8"))
	f.Add([]byte("\xff\xfe1\x00.\x00"))
	f.Add([]byte(wxfFile))
	f.Add([]byte(dpxqTree))
	f.Add([]byte("(1)炮二平五、马8进7。\n红方先手，如马二进三，则炮8平5。\n（2）马二进三 红胜\n（一）\n(2)Pháo 8 bình 6 马 2 进 3"))
	f.Add([]byte("[Red \"\xba\xfa\"]\n1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5"))
	f.Fuzz(func(t *testing.T, text []byte) {
		n := 0
		for g, err := range Games(bytes.NewReader(text)) {
			if n++; n > len(text)+1 {
				t.Fatal("no end")
			}
			if g == nil {
				require.Error(t, err)
				continue
			}
			require.NoError(t, g.Validate())
			for _, style := range notation.Styles() {
				var b, again bytes.Buffer
				_, err := Write(&b, g, style)
				require.NoError(t, err)
				count := 0
				for back, err := range Games(bytes.NewReader(b.Bytes())) {
					require.NoError(t, err, "%s", b.Bytes())
					require.Equal(t, g.Moves(), back.Moves())
					require.Equal(t, g.Start, back.Start)
					require.Equal(t, g.Result, back.Result)
					_, err = Write(&again, back, style)
					require.NoError(t, err)
					require.Equal(t, b.String(), again.String(), "with its comments")
					count++
				}
				require.Equal(t, 1, count, "%s", b.Bytes())
			}
		}
	})
}

// TestUnspacedVariations takes brackets for a variation whose moves have no blanks between them,
// and for a comment if something else follows those.
func TestUnspacedVariations(t *testing.T) {
	for variation, want := range map[string]game.Count{
		"炮八平五马8进7马二进三":                         {Moves: 5, Variations: 1},
		"1.炮八平五马8进7":                           {Moves: 4, Variations: 1},
		"1.炮八平五马8进72.马二进三马2进3":                 {Moves: 6, Variations: 1},
		"1、炮八平五马8进72、马二进三马2进3":                 {Moves: 6, Variations: 1},
		"1．炮八平五马8进72．马二进三2……马2进3":              {Moves: 6, Variations: 1},
		"1.C8.5H8+72、H2+3":                     {Moves: 5, Variations: 1},
		"炮八平五黑：马8进7":                           {Moves: 4, Variations: 1},
		"1.炮八平五！马8进72.马二进三……":                  {Moves: 5, Variations: 1, NAGs: 1},
		"炮八平五、马8进7、":                           {Moves: 4, Variations: 1},
		"1.炮八平五马8进72.均可":                       {Moves: 2, Comments: 1},
		"1炮八平五 马8进7":                           {Moves: 4, Variations: 1},
		"炮八平五！马8进7？":                           {Moves: 4, Variations: 1, NAGs: 2},
		"C8.5H8+7":                             {Moves: 4, Variations: 1},
		strings.Repeat("b2e2h9g7e2b2g7h9", 20): {Moves: 82, Variations: 1},
		"炮八平五马8进7均可":                           {Moves: 2, Comments: 1},
		"炮八平五均可":                               {Moves: 2, Comments: 1},
	} {
		games, err := read("1. 炮二平五 (" + variation + ") 马8进7 *\n")
		require.NoError(t, err, variation)
		require.Len(t, games, 1, variation)
		assert.Equal(t, want, games[0].Count(), variation)
		assert.Empty(t, games[0].Warnings, variation)
	}
}

// TestPercent leaves out a line that begins with %, and takes no other % for one.
func TestPercent(t *testing.T) {
	games, err := read("1. C2.5 H8+7\n% 2. P7+1\n \t% 1-0\n2. H2+3 *\n")
	require.NoError(t, err)
	assert.Equal(t, "h2e2 h9g7 h0g2", summary(games))
	_, err = read("1. C2.5 H8+7 % 2. H2+3 *\n")
	assert.ErrorContains(t, err, `"%"`)
}

// TestUnspaced reads moves without blanks between them.
func TestUnspaced(t *testing.T) {
	for text, want := range map[string]string{
		"炮二平五马8进7車一进一":                                                 "h2e2 h9g7 i0i1",
		"炮二平五，马8进7，马二进三车9平8。":                                          "h2e2 h9g7 h0g2 i9h9",
		"1.炮二平五马8进7\n2.马二进三车9平8":                                       "h2e2 h9g7 h0g2 i9h9",
		"1 炮二平五 马8进7 2 马二进三":                                           "h2e2 h9g7 h0g2",
		"1炮二平五马8进7 2马二进三车9平8":                                          "h2e2 h9g7 h0g2 i9h9",
		"炮二平五！马8进7？马二进三":                                               "h2e2 h9g7 h0g2",
		"第1回合 炮二平五 马8进7\n第2回合 马二进三":                                    "h2e2 h9g7 h0g2",
		"第一回合：炮二平五 马8进7 第二回合：马二进三":                                     "h2e2 h9g7 h0g2",
		"红：炮二平五 黑：马8进7 红：马二进三":                                         "h2e2 h9g7 h0g2",
		"红1：炮二平五 黑1：马8进7\n红2：马二进三":                                     "h2e2 h9g7 h0g2",
		"红方1：炮二平五\n黑方1：马8进7\n红方2：马二进三\n":                               "h2e2 h9g7 h0g2",
		"Red: C2.5 Black: H8+7 RED: H2+3":                              "h2e2 h9g7 h0g2",
		"Red: C2.5\nBlack: H8+7\nRed: H2+3\n":                          "h2e2 h9g7 h0g2",
		"第一步Red:C2.5 黑：：马8进7":                                          "h2e2 h9g7",
		"Đỏ: P2-5 Đen: M8.7 Đỏ: M2.3":                                  "h2e2 h9g7 h0g2",
		"Đỏ: Pháo 2 bình 5\nĐen: Mã 8 tiến 7\n":                        "h2e2 h9g7",
		"1. đỏ:P2-5 đen:M8.7 2. \u0110o\u0309:M2.3":                    "h2e2 h9g7 h0g2",
		"炮二平五→马8进7→马二进三":                                               "h2e2 h9g7 h0g2",
		"中炮对屏风马 1. 炮二平五 马8进7 2. 马二进三":                                  "h2e2 h9g7 h0g2",
		"Game 1 of 2: 1.C2.5 H8+7 2.H2+3":                              "h2e2 h9g7 h0g2",
		"h2e2h9g7h0g2":                                                 "h2e2 h9g7 h0g2",
		"[FEN \"3k5/9/9/P8/P1P6/2P6/9/9/9/4K4 w\"]\n1. 前兵九进一将4进1前兵七平八": "a6a7 d9d8 c5b5",
	} {
		require.True(t, Recognise([]byte(text)) || recogniseMoves([]byte(text)), text)
		games, err := read(text)
		require.NoError(t, err, text)
		require.Len(t, games, 1, text)
		assert.Equal(t, want, strings.Trim(fmt.Sprint(games[0].Moves()), "[]"), text)
	}
}

// TestForeign reports a game in the tags of DhtmlXQ among those of PGN, and reads the others.
func TestForeign(t *testing.T) {
	const tagged, marked = "[Red \"甲\"]\n\n1. h2e2 h9g7 *\n\n", "[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n"
	games, faults := 0, 0
	for _, err := range Games(strings.NewReader(tagged + marked + tagged)) {
		if err != nil {
			assert.ErrorIs(t, err, ErrForeign)
			assert.ErrorContains(t, err, "line 5 ")
			faults++
			continue
		}
		games++
	}
	assert.Equal(t, 2, games)
	assert.Equal(t, 1, faults)
}
