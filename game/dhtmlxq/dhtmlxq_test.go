package dhtmlxq

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/gametest"
	"chuhe/internal/testpos"
)

var holds = gametest.Holds{
	Variations: true, Comments: true, Lines: true, Setups: true, Counters: true, Unfinished: true,
	Tags: func() (names []string) {
		for _, f := range fields {
			names = append(names, f.tag)
		}
		return append(names, "Weather")
	}(),
}

func read(text string) (games []*game.Game, errs []error) {
	for g, err := range Read(strings.NewReader(text)) {
		games, errs = append(games, g), append(errs, err)
	}
	return
}

func readOne(t testing.TB, text string) (*game.Game, error) {
	t.Helper()
	games, errs := read(text)
	require.Len(t, games, 1)
	return games[0], errs[0]
}

func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 3))
	for range testpos.Rounds(1, 5, 100) { // of 100 games in a file
		var want []*game.Game
		var out bytes.Buffer
		for range 100 {
			g := gametest.Random(rng, holds)
			lost, err := Write(&out, g)
			require.NoError(t, err)
			require.Empty(t, lost)
			want = append(want, g)
		}
		got, errs := read(out.String())
		require.Len(t, got, len(want))
		for i, g := range got {
			require.NoError(t, errs[i])
			g.Offset, g.Line = 0, 0
			require.Equal(t, want[i], g)
		}
	}
}

// sample is in the words of a web page.
const sample = `<html><body>
[DhtmlXQ]
[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]
[DhtmlXQ_title]甲 &amp; 乙[/DhtmlXQ_title]
[DhtmlXQ_red]北京 甲[/DhtmlXQ_red]
[DhtmlXQ_redname]甲[/DhtmlXQ_redname]
[DhtmlXQ_blacktime][/DhtmlXQ_time]
[DhtmlXQ_result]红方胜[/DhtmlXQ_result]
[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
[DhtmlXQ_movelist][/DhtmlXQ_movelist]
[DhtmlXQ_move_1_4_2]1002[/DhtmlXQ_move_1_4_2]
[DhtmlXQ_move_0_3_1]89888070[/DhtmlXQ_move_0_3_1]
[DhtmlXQ_comment0]开局||第二行[/DhtmlXQ_comment0]
[DhtmlXQ_comment2]应着<br />
第二行<BR>&lt;br&gt;[/DhtmlXQ_comment2]
[DhtmlXQ_comment1_3]变着[/DhtmlXQ_comment1_3]
[DhtmlXQ_comment2_4]又变[/DhtmlXQ_comment2_4]
[/DhtmlXQ]
<script>var DhtmlXQ_movelist = '[DhtmlXQ_movelist]7747 7062
7967[/DhtmlXQ_movelist]';</script></body></html>`

func TestGolden(t *testing.T) {
	g, err := readOne(t, sample)
	require.NoError(t, err)
	assert.Equal(t, []game.Tag{{Name: "Title", Value: "甲 & 乙"}, {Name: "Red", Value: "甲"}}, g.Tags)
	assert.Equal(t, board.RedWins, g.Result)
	assert.Equal(t, "开局\n第二行", g.Root.Comment)
	var walk []string
	for v := range g.Walk() {
		walk = append(walk, fmt.Sprint(v.Depth, v.Ply, v.Move, v.Comment))
	}
	assert.Equal(t, []string{
		"0 0 0000开局\n第二行", "0 1 h2e2", "0 2 h9g7应着\n第二行\n<br>", "0 3 h0g2", "1 3 i0i1变着", "1 4 i9h9", "2 4 b9a7又变",
	}, walk)
	assert.Equal(t, 2, g.Line)

	bad := strings.ReplaceAll(sample, "]1002[", "]1012[") // a cannon stands there
	g, err = readOne(t, bad)
	require.NoError(t, err)
	require.Len(t, g.Warnings, 1)
	require.EqualError(t, g.Warnings[0], fmt.Sprintf("line 11 (offset %d): ", strings.Index(bad, "1012["))+
		"variations were cut at 2 places, which leaves out 1 move; the first: ply 4 of a variation, b9b7: the side's own piece stands on the second square",
		"the other place is the comment on that move")
	assert.Len(t, g.Root.Main().Main().Next, 2, "the other moves are kept")
}

func TestEncodings(t *testing.T) {
	const text = "[DhtmlXQ]\r\n[DhtmlXQ_title]象棋谱[/DhtmlXQ_title]\r\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\r\n[/DhtmlXQ]"
	legacy, err := simplifiedchinese.GB18030.NewEncoder().String(text)
	require.NoError(t, err)
	wide := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		wide = append(wide, byte(unit), byte(unit>>8))
	}
	half := strings.Replace(legacy, "[/DhtmlXQ_title]", "\xca[/DhtmlXQ_title]", 1) // of another character, cut off
	for _, data := range []string{text, "\ufeff" + text, legacy, half, string(wide), string(wide[2:])} {
		assert.True(t, Recognise([]byte(data)))
		g, err := readOne(t, data)
		require.NoError(t, err)
		assert.Equal(t, "象棋谱", g.Tag(game.TagTitle))
		assert.Equal(t, "h2e2", g.Root.Main().Move.String())
	}
	assert.False(t, Recognise([]byte("[Event]")))
	assert.False(t, Recognise([]byte("[Event \"x\"]\n\n1. h2e2 {of a page with [DhtmlXQ_title]} *\n")), "PGN")
}

// TestPlaces says where in a file something is, in UTF-16 as well, and in lines of every kind.
func TestPlaces(t *testing.T) {
	const good = "[DhtmlXQ]\n[DhtmlXQ_title]象棋𠮷[/DhtmlXQ_title]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n"
	const bad = "[DhtmlXQ]\n[DhtmlXQ_title]象棋[/DhtmlXQ_title]\n[DhtmlXQ_title]棋谱[/DhtmlXQ_title]\n[DhtmlXQ_event]赛\n[DhtmlXQ_place]\ufffd[/DhtmlXQ_place]\n" +
		"[DhtmlXQ_movelist]x[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n"
	for _, end := range []string{"\n", "\r\n", "\r"} {
		for _, c := range []encoding.Encoding{
			encoding.Nop, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
		} {
			text := strings.ReplaceAll(good+bad+good, "\n", end)
			place := func(part string) (p [2]int) {
				before := text[:strings.Index(text, part)]
				coded, err := c.NewEncoder().String(before)
				require.NoError(t, err)
				return [2]int{strings.Count(before, end) + 1, len(coded)}
			}
			file, err := c.NewEncoder().String(text)
			require.NoError(t, err)
			games, errs := read(file)
			require.Len(t, games, 3)
			assert.EqualValues(t, place("[DhtmlXQ]"+end+"[DhtmlXQ_title]象棋[/"), [2]int{games[1].Line, int(games[1].Offset)}, c)
			var where *game.Error
			require.ErrorAs(t, errs[1], &where)
			assert.Equal(t, place("x[/DhtmlXQ_movelist]"), [2]int{where.Line, int(where.Offset)}, c)
			require.Len(t, games[1].Warnings, 3)
			for i, part := range []string{"棋谱[", "赛" + end, "\ufffd["} {
				w := games[1].Warnings[i]
				assert.Equal(t, place(part), [2]int{w.Line, int(w.Offset)}, "%v: %v", c, w)
			}
			assert.Equal(t, 12, games[2].Line)
		}
	}
}

// TestBig5 reads the page of a site in traditional characters, whose second bytes may be those
// of brackets and strokes.
func TestBig5(t *testing.T) {
	const text = "[DhtmlXQ]\n[DhtmlXQ_title]全國象棋賽[/DhtmlXQ_title]\n[DhtmlXQ_red]孫觀[/DhtmlXQ_red]\n[DhtmlXQ_result]紅勝[/DhtmlXQ_result]\n" +
		"[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[DhtmlXQ_comment1]紅方先走中炮四||黑方育[/DhtmlXQ_comment1]\n[/DhtmlXQ]"
	big5, err := traditionalchinese.Big5.NewEncoder().String(text)
	require.NoError(t, err)
	g, err := readOne(t, big5)
	require.NoError(t, err)
	assert.Empty(t, g.Warnings)
	assert.Equal(t, []game.Tag{{Name: "Title", Value: "全國象棋賽"}, {Name: "Red", Value: "孫觀"}}, g.Tags)
	assert.Equal(t, board.RedWins, g.Result)
	assert.Equal(t, "紅方先走中炮四\n黑方育", g.Root.Main().Comment)
}

// TestDamaged says that characters are damaged, and reads the others as they were written.
func TestDamaged(t *testing.T) {
	const text = "[DhtmlXQ]\n[DhtmlXQ_title]象棋谱全国赛[/DhtmlXQ_title]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[DhtmlXQ_comment1]红方先走[/DhtmlXQ_comment1]\n[/DhtmlXQ]"
	legacy, err := simplifiedchinese.GB18030.NewEncoder().String(text)
	require.NoError(t, err)
	for name, c := range map[string]struct{ file, title, note string }{
		"UTF-8 title":     {strings.Replace(text, "全", "\xe5\x85", 1), "象棋谱\ufffd国赛", "红方先走"},
		"UTF-8 comment":   {strings.Replace(text, "方", "\xe6", 1), "象棋谱全国赛", "红\ufffd先走"},
		"GB18030 comment": {strings.Replace(legacy, "\xcf\xc8", "\xff", 1), "象棋谱全国赛", "红方\ufffd走"},
	} {
		g, err := readOne(t, c.file)
		require.NoError(t, err, name)
		assert.Equal(t, c.title, g.Tag(game.TagTitle), name)
		assert.Equal(t, c.note, g.Root.Main().Comment, name)
		require.Len(t, g.Warnings, 1, name)
		assert.ErrorIs(t, g.Warnings[0], game.ErrDamaged, name)
	}
}

func TestFaults(t *testing.T) {
	const good = "[DhtmlXQ][DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist][/DhtmlXQ]"
	for _, c := range []struct {
		old, new string
		moves    int // -1 for no game
		text     string
	}{
		{"7967", "7957", 2, "line 1 (offset 27): ply 3, h0f2: the piece cannot go there"},
		{"7967", "796", 2, "line 1 (offset 35): bad DhtmlXQ: 3 digits after the last move, want 4 for each"},
		{"7967", "9967", 2, `line 1 (offset 35): bad DhtmlXQ: move "9967", want two points`},
		{"7967", "x967", 2, `line 1 (offset 35): bad DhtmlXQ: 'x' among the moves`},
		{"7967", "炮967", 2, `line 1 (offset 35): bad DhtmlXQ: '炮' among the moves`},
		{"[/DhtmlXQ_movelist][/DhtmlXQ]", "", 3, "line 1 (offset 27): bad DhtmlXQ: movelist has no end"},
		{"[DhtmlXQ_m", "[DhtmlXQ_binit]123[/DhtmlXQ_binit][DhtmlXQ_m", -1, "line 1 (offset 24): bad DhtmlXQ: 3 digits of binit, want 64"},
		{"[DhtmlXQ_m", "[DhtmlXQ_fen]9/9 w[/DhtmlXQ_fen][DhtmlXQ_m", -1, "bad FEN"},
		{"[DhtmlXQ_m", "[DhtmlXQ_binit]" + strings.Repeat("99", 32) + "[/DhtmlXQ_binit][DhtmlXQ_m", -1, "no red king"},
		{"[DhtmlXQ_m", "[DhtmlXQ_binit]" + strings.Repeat("49", 32) + "[/DhtmlXQ_binit][DhtmlXQ_m", -1, "two pieces on e0"},
		{"[DhtmlXQ_m", "[DhtmlXQ_comment9]?[/DhtmlXQ_comment9][DhtmlXQ_m", 3, "a comment on move 9 of line 0, which does not go so far"},
	} {
		require.Contains(t, good, c.old)
		g, err := readOne(t, strings.Replace(good, c.old, c.new, 1))
		var where *game.Error
		require.ErrorAs(t, err, &where, c.new)
		assert.ErrorContains(t, err, c.text, c.new)
		if c.moves < 0 {
			assert.Nil(t, g, c.new)
			continue
		}
		require.NotNil(t, g, c.new)
		assert.Len(t, g.Moves(), c.moves, c.new)
	}
	legacy, err := simplifiedchinese.GB18030.NewEncoder().String("[DhtmlXQ][DhtmlXQ_title]象棋谱全国赛[/DhtmlXQ_title][DhtmlXQ_movelist]7747炮[/DhtmlXQ_movelist][/DhtmlXQ]")
	require.NoError(t, err)
	_, err = readOne(t, legacy)
	assert.ErrorContains(t, err, "'炮' among the moves")
	games, errs := read(strings.Replace(good, "7967", "7957", 1) + "\n" + good)
	require.Len(t, games, 2)
	assert.ErrorContains(t, errs[0], "line 1 (offset 27): game 1: ply 3")
	assert.NoError(t, errs[1])
	games, errs = read("<html>\n\n" + good + "\n" + strings.Replace(good, "[DhtmlXQ_m", "\n[DhtmlXQ_comment9]?[/DhtmlXQ_comment9]\n[DhtmlXQ_title]\xff[/DhtmlXQ_title]\n[DhtmlXQ_m", 1))
	require.Len(t, games, 2)
	assert.ErrorContains(t, errs[1], "line 5 (offset 105): game 2: bad DhtmlXQ: a comment on move 9")
	require.Len(t, games[1].Warnings, 1)
	assert.Equal(t, 6, games[1].Warnings[0].Line)
	games, _ = read("no game")
	assert.Empty(t, games)
}

// TestCutVariations keeps a game whose variations are damaged, and says what is left
// out, and notices a missing end.
func TestCutVariations(t *testing.T) {
	const good = "[DhtmlXQ][DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist][/DhtmlXQ]"
	for _, c := range []struct{ old, new, text string }{
		{"[DhtmlXQ_m", "[DhtmlXQ_move_0_2_1]7062[DhtmlXQ_m", "cut at 1 place, which leaves out 0 moves; the first: bad DhtmlXQ: move_0_2_1 has no end"},
		{"[/DhtmlXQ]", "[DhtmlXQ_move_0_2_1]70626[DhtmlXQ_ver][/DhtmlXQ_ver][/DhtmlXQ]", "cut at 2 places, which leaves out 1 move; the first: bad DhtmlXQ: move_0_2_1 has no end"},
		{"[DhtmlXQ_m", "[DhtmlXQ_comment1]x[DhtmlXQ_m", "comment1 has no end"},
		{"[DhtmlXQ_m", "[DhtmlXQ_move_7_3_1]8988[/DhtmlXQ_move_7_3_1][DhtmlXQ_m", "cut at 1 place, which leaves out 1 move; the first: bad DhtmlXQ: line 1 branches from line 7, which is missing"},
		{"[DhtmlXQ_m", "[DhtmlXQ_move_0_9_1]8988[/DhtmlXQ_move_0_9_1][DhtmlXQ_m", "line 1 replaces move 9 of line 0, which does not go so far"},
		{"[DhtmlXQ_m", "[DhtmlXQ_move_2_3_1]8988[/DhtmlXQ_m][DhtmlXQ_move_1_3_2]8988[/DhtmlXQ_m][DhtmlXQ_m", "cut at 2 places, which leaves out 2 moves; the first: bad DhtmlXQ: line 1 branches from itself or"},
		{"[DhtmlXQ_m", "[DhtmlXQ_move_0_3_1]80818988x[/DhtmlXQ_m][DhtmlXQ_m", "the first: ply 3 of a variation, i9i8: the piece belongs to the other side"},
		{"[DhtmlXQ_m", "[DhtmlXQ_move_0_3_1]8988x[/DhtmlXQ_m][DhtmlXQ_m", "the first: bad DhtmlXQ: 'x' among the moves, want digits"},
		{"[/DhtmlXQ_movelist][/DhtmlXQ]", "[/DhtmlXQ_movelist]", "line 1 (offset 58): the end of the game is missing; the file may be cut off: no [/DhtmlXQ]"},
	} {
		g, err := readOne(t, strings.Replace(good, c.old, c.new, 1))
		require.NoError(t, err, c.new)
		assert.Len(t, g.Moves(), 3)
		require.Len(t, g.Warnings, 1, c.new)
		assert.ErrorContains(t, g.Warnings[0], c.text, c.new)
	}
	for _, name := range []string{"_movelist", "_move_0_1_0"} { // two names of the main line
		g, err := readOne(t, strings.ReplaceAll(good, "_movelist", name))
		require.NoError(t, err)
		assert.Len(t, g.Moves(), 3)
		assert.Empty(t, g.Warnings)
	}
	games, _ := read(strings.TrimSuffix(good, "[/DhtmlXQ]") + good)
	require.Len(t, games, 2)
	require.Len(t, games[0].Warnings, 1)
	assert.Equal(t, 1, games[0].Warnings[0].Game)
}

// TestTwice keeps the first of two texts of a name, and says so where they differ.
func TestTwice(t *testing.T) {
	const one = "[DhtmlXQ_title]a[/DhtmlXQ_title]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[DhtmlXQ_ver]1[/DhtmlXQ_ver]\n"
	for _, c := range []struct{ more, warning string }{
		{strings.Replace(strings.Replace(one, "7747", "7747\n", 1), "]1[", "]2[", 1), ""},
		{"[DhtmlXQ_title][/DhtmlXQ_title]\n", ""},
		{"[DhtmlXQ_title]b[/DhtmlXQ_title]\n", "line 4 (offset 123): a tag is given again with another value; the first holds: title"},
		{"[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n", "line 4 (offset 126): a tag is given again with another value; the first holds: movelist"},
		{"[DhtmlXQ_title]b[/DhtmlXQ_title]\n[DhtmlXQ_event]c\n[DhtmlXQ_date]d\n", "line 4 (offset 123): a tag is given again with another value; the first holds: title" +
			"line 5 (offset 156): bad DhtmlXQ: event has no end, want [/DhtmlXQ_event]"},
	} {
		g, err := readOne(t, one+c.more)
		require.NoError(t, err)
		assert.Equal(t, "a", g.Tag(game.TagTitle))
		assert.Len(t, g.Moves(), 2)
		got := ""
		for _, w := range g.Warnings {
			got += w.Error()
		}
		assert.Equal(t, c.warning, got, c.more)
	}
}

// TestOneTag keeps the first of two texts with different names that fill one tag, and says so.
func TestOneTag(t *testing.T) {
	g, err := readOne(t, "[DhtmlXQ]\n[DhtmlXQ_opening]b[/DhtmlXQ_opening]\n[DhtmlXQ_open]a[/DhtmlXQ_open]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]")
	require.NoError(t, err)
	assert.Equal(t, []game.Tag{{Name: game.TagOpening, Value: "b"}}, g.Tags)
	require.Len(t, g.Warnings, 1)
	assert.EqualError(t, g.Warnings[0], `line 3 (offset 61): a tag is given again with another value; the first holds: Opening "a"`)

	g, err = readOne(t, "[DhtmlXQ]\n[DhtmlXQ_opening][/DhtmlXQ_opening]\n[DhtmlXQ_open]a[/DhtmlXQ_open]\n[DhtmlXQ_title]c[/DhtmlXQ_title]\n[/DhtmlXQ]")
	require.NoError(t, err)
	assert.Equal(t, []game.Tag{{Name: game.TagTitle, Value: "c"}, {Name: game.TagOpening, Value: "a"}}, g.Tags)
	assert.Empty(t, g.Warnings)
}

// TestLong reads a long game with a variation at its end, whose start is found from a
// position kept on the way.
func TestLong(t *testing.T) {
	shuttle := strings.Repeat("7967706267796270", 25) // knights go and come back
	text := "[DhtmlXQ][DhtmlXQ_movelist]" + shuttle + "[/DhtmlXQ_movelist]"
	for id, ply := range []int{31, 32, 33, 64, 65, 97, 101} {
		move := "8988"
		if ply%2 == 0 {
			move = "8081"
		}
		text += fmt.Sprintf("[DhtmlXQ_move_0_%d_%d]%s[/DhtmlXQ_move_0_%[1]d_%[2]d]", ply, id+1, move)
	}
	g, err := readOne(t, text)
	require.NoError(t, err)
	assert.Equal(t, 107, g.Count().Moves)
	require.NoError(t, g.Validate())
}

// TestMany reads many games, and many texts without an end: the time must not grow with
// the square of their number.
func TestMany(t *testing.T) {
	const n = 20_000
	games, errs := read(strings.Repeat("[DhtmlXQ]\n[DhtmlXQ_title]a[/DhtmlXQ_title]\n", n))
	require.Len(t, games, n)
	for i, g := range games {
		require.NoError(t, errs[i])
		require.Equal(t, 1+2*i, g.Line)
	}
	g, err := readOne(t, strings.Repeat("[DhtmlXQ_title]", 10*n))
	require.NoError(t, err)
	require.Len(t, g.Warnings, 1)
	assert.EqualError(t, g.Warnings[0], "line 1 (offset 15): bad DhtmlXQ: title has no end, want [/DhtmlXQ_title]")
}

func TestResults(t *testing.T) {
	g, err := readOne(t, "[DhtmlXQ][DhtmlXQ_result]红优[/DhtmlXQ_result]")
	require.NoError(t, err)
	assert.Equal(t, "红优", g.Tag("ResultText"))
	var out bytes.Buffer
	_, err = Write(&out, g)
	require.NoError(t, err)
	assert.Contains(t, out.String(), "[DhtmlXQ_result]红优[/DhtmlXQ_result]")
}

func TestLosses(t *testing.T) {
	g := game.New(testpos.FEN(t, "3k5/9/9/9/9/9/9/9/9/4K4 b - - 7 30"), board.MustParseMove("d9d8"))
	g.SetTag("WhiteElo", "1")
	n := g.Root.Main()
	n.Before, n.Comment = "a||b", "[/DhtmlXQ]"
	n.NAGs = []game.NAG{game.GoodMove}
	var out bytes.Buffer
	lost, err := Write(&out, g)
	require.NoError(t, err)
	assert.Equal(t, []game.Loss{
		{What: game.LostTags, Detail: "WhiteElo", Count: 1}, {What: game.LostGlyphs, Count: 1}, {What: game.LostCharacters, Count: 2},
	}, lost)
	got, err := readOne(t, out.String())
	require.NoError(t, err)
	assert.Equal(t, g.Start, got.Start)
	assert.Equal(t, "a｜｜b\n［/DhtmlXQ]", got.Root.Main().Comment)

	out.Reset()
	_, err = Write(&out, game.New(g.Start))
	require.NoError(t, err)
	got, err = readOne(t, out.String())
	require.NoError(t, err)
	assert.Equal(t, g.Start, got.Start, "without a move")
}

// TestStrokes keeps the lines of a comment as they are, with strokes at their ends.
func TestStrokes(t *testing.T) {
	for comment, want := range map[string]string{
		"a|b": "a|b", "a\n|b": "a\n|b", "a|\nb|": "a｜\nb|", "a|||\nb": "a｜｜｜\nb", "|\n|\n|": "｜\n｜\n|",
	} {
		g := game.New(board.Start(), board.MustParseMove("h2e2"))
		g.Last().Comment = comment
		var out bytes.Buffer
		lost, err := Write(&out, g)
		require.NoError(t, err)
		back, err := readOne(t, out.String())
		require.NoError(t, err)
		assert.Equal(t, want, back.Last().Comment)
		assert.Equal(t, comment != want, len(lost) > 0, comment)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(sample))
	rng := rand.New(rand.NewPCG(3, 4))
	for range 3 {
		var out bytes.Buffer
		_, err := Write(&out, gametest.Random(rng, holds))
		require.NoError(f, err)
		f.Add(out.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		games, errs := read(string(data))
		for i, g := range games {
			if g == nil {
				require.Error(t, errs[i])
				continue
			}
			gametest.RequireSound(t, g)
			var out bytes.Buffer
			_, err := Write(&out, g)
			require.NoError(t, err)
			again, err := readOne(t, out.String())
			require.NoError(t, err)
			require.Equal(t, moves(g), moves(again))
		}
	})
}

// moves is the tree of a game as text.
func moves(g *game.Game) string {
	var b strings.Builder
	fmt.Fprintln(&b, g.Start.FEN(), g.Result)
	for v := range g.Walk() {
		fmt.Fprintln(&b, v.Depth, v.Ply, v.Move)
	}
	return b.String()
}

// TestMarksBehindTag recognises ten times what once took ten seconds each: very many marks behind a tag, in lines that
// have to be decoded.
func TestMarksBehindTag(t *testing.T) {
	testpos.SkipRace(t)
	head := []byte("[Event \"x\"]\n" + strings.Repeat("甲\xff[DhtmlXQ", game.HeadSize/12))
	begun := time.Now()
	for range 10 {
		assert.False(t, Recognise(head))
	}
	assert.Less(t, time.Since(begun), 20*time.Second)
}

// TestAmongPGN reads games of both kinds in a file, in their order, and leaves those alone that PGN quotes.
func TestAmongPGN(t *testing.T) {
	const tagged, marked = "[Event \"[DhtmlXQ] test\"]\n[Red \"甲\"]\n\n1. h2e2 h9g7 {see [DhtmlXQ]} *\n\n", "[DhtmlXQ]\n[DhtmlXQ_red]乙[/DhtmlXQ_red]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n"
	for file, want := range map[string]string{
		tagged + marked:                   "甲 2, 乙 1, ",
		marked + tagged:                   "乙 1, 甲 2, ",
		tagged + tagged + marked + marked: "甲 2, 甲 2, 乙 1, 乙 1, ",
		marked + "words\n" + tagged + marked + "\n" + tagged: "乙 1, 甲 2, 乙 1, 甲 2, ",
		"<html><body>\n" + marked + "</body></html>\n":       "乙 1, ",
	} {
		require.True(t, Recognise([]byte(file)), file)
		got, at := "", int64(-1)
		for g, err := range Read(strings.NewReader(file)) {
			require.NoError(t, err, file)
			got += fmt.Sprint(g.Tag(game.TagRed), " ", len(g.Moves()), ", ")
			assert.Greater(t, g.Offset, at, file)
			at = g.Offset
			assert.Equal(t, 1+strings.Count(file[:at], "\n"), g.Line, file)
			assert.Contains(t, "[E [D", file[at:at+2])
			assert.Empty(t, g.Warnings, file)
		}
		assert.Equal(t, want, got, file)
	}
	for _, file := range []string{tagged, tagged + "{\n" + marked + "}\n1. h2e2 *\n"} {
		assert.False(t, Recognise([]byte(file)), file)
	}
	file := marked + strings.Replace(tagged, "h9g7", "h9g8", 1)
	var fault *game.Error
	for _, err := range Read(strings.NewReader(file)) {
		if err != nil {
			require.ErrorAs(t, err, &fault)
		}
	}
	require.NotNil(t, fault)
	assert.EqualValues(t, strings.Index(file, "h9g8"), fault.Offset)
	assert.Equal(t, 1+strings.Count(file[:fault.Offset], "\n"), fault.Line)
	assert.Equal(t, 2, fault.Game)
}
