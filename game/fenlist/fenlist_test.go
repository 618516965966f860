package fenlist

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/traditionalchinese"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/gametest"
	"chuhe/internal/charset"
	"chuhe/internal/testpos"
)

const start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

// read returns the games of a file without faults, of which there must be a number.
func read(t *testing.T, file string, number int) (games []*game.Game) {
	t.Helper()
	for g, err := range Read(strings.NewReader(file)) {
		require.NoError(t, err)
		games = append(games, g)
	}
	require.Len(t, games, number)
	return games
}

func TestRead(t *testing.T) {
	file := "# positions\n" + start + "\r\n" + start + " r\n\n" +
		start + " w - - bm h2e2; id \"first; of all\"; c0 \"均势\";\n" +
		"; more\nposition startpos moves h2e2 炮8平5\nfen " + start + " b - - 3 7 moves h9g7\n" +
		start + " w - - 0 1; id \"x\"\nPosition=" + start + "\n"
	require.True(t, Recognise([]byte(file)))
	games := read(t, file, 7)
	assert.Equal(t, board.Start(), games[1].Start)
	assert.Equal(t, "first; of all", games[2].Tag(game.TagTitle))
	assert.Equal(t, "h2e2", games[2].Tag("bm"))
	assert.Equal(t, "均势", games[2].Root.Comment)
	assert.Len(t, games[3].Moves(), 2)
	assert.Equal(t, 7, games[4].Start.Fullmove())
	assert.Equal(t, "h9g7", games[4].Last().Move.String())
	assert.Equal(t, "x", games[5].Tag(game.TagTitle))
	assert.Equal(t, 9, games[5].Line)
	assert.Equal(t, strings.Index(file, start+" w - - 0 1;"), int(games[5].Offset))
}

// TestTwice keeps the first value of an operation that is given twice, and says so.
func TestTwice(t *testing.T) {
	g := read(t, start+"\n"+start+` w - - bm h2e2; id "a"; bm b2e2; id "a";`, 2)[1]
	assert.Equal(t, "h2e2", g.Tag("bm"))
	require.Len(t, g.Warnings, 1)
	assert.EqualError(t, g.Warnings[0], fmt.Sprintf(`line 2 (offset %d): game 2: a tag is given again with another value; the first holds: bm "b2e2"`, len(start)+1))
}

// TestCommentTwice keeps the first of two comments, and says so.
func TestCommentTwice(t *testing.T) {
	g := read(t, start+` w - - c0 ""; c0 "a"; c0 "a"; c0 "b"; c1 "c";`, 1)[0]
	assert.Equal(t, "a", g.Root.Comment)
	assert.Equal(t, "c", g.Tag("c1"))
	require.Len(t, g.Warnings, 1)
	assert.EqualError(t, g.Warnings[0].Err, `a tag is given again with another value; the first holds: c0 "b"`)
}

// TestTwiceOften does not warn without end.
func TestTwiceOften(t *testing.T) {
	line := start + " w - - bm h2e2;" + strings.Repeat(" bm b2e2;", 2*game.MaxTags)
	assert.Len(t, read(t, line, 1)[0].Warnings, game.MaxTags)
}

// TestJoined reads lists that Windows has joined.
func TestJoined(t *testing.T) {
	for _, g := range read(t, strings.Repeat("\ufeff"+start+" w\r\n", 2)+"\x1a", 2) {
		assert.Equal(t, board.Start(), g.Start)
	}
}

// TestMoves finds the moves of a line, and takes no word of a text for their beginning.
func TestMoves(t *testing.T) {
	for line, want := range map[string]struct{ title, comment, moves string }{
		start + ` w - - 0 1 id "Red moves and wins"; c0 "how Black moves now";`: {"Red moves and wins", "how Black moves now", ""},
		start + ` w id "Red moves and wins"; moves h2e2 h9g7`:                   {"Red moves and wins", "", "h2e2 h9g7"},
		start + ` w c0 it moves well; moves 炮二平五`:                               {"", "it moves well", "h2e2"},
		start + ` moves h2e2`:              {"", "", "h2e2"},
		start + ` w - - moves h2e2`:        {"", "", "h2e2"},
		"position startpos moves":          {"", "", ""},
		"position startpos":                {"", "", ""},
		"startpos moves h2e2 h9g7":         {"", "", "h2e2 h9g7"},
		"fen " + start + " w\tmoves\th2e2": {"", "", "h2e2"},
	} {
		g, err := parse(line, nil)
		require.NoError(t, err, line)
		assert.Equal(t, want.title, g.Tag(game.TagTitle), line)
		assert.Equal(t, want.comment, g.Root.Comment, line)
		assert.Equal(t, want.moves, strings.Trim(fmt.Sprint(g.Moves()), "[]"), line)
		assert.Equal(t, board.Start(), g.Start, line)
		assert.True(t, Recognise([]byte(line)), line)
	}
}

// TestNote reads what stands behind a semicolon and names no operation as a title, as in the endgames of
// XQWizard; these have each title in GBK and in Big5.
func TestNote(t *testing.T) {
	const gbk, big5 = "第001局 月上柳梢", "第001局 月上柳梢頭的棋局與象棋對局"
	for _, fen := range []string{start + " w", start + " w - - 0 1"} {
		for _, c := range []struct{ behind, title string }{
			{" ; 01.对面笑(一)", "01.对面笑(一)"}, {"; A1. 红先", "A1. 红先"}, {" ;Mate in 3|4", "Mate in 3|4"},
			{"; red wins", "red wins"}, {" ; ", ""}, {"; 红先;", "红先"},
		} {
			g := read(t, fen+c.behind+"\n", 1)[0]
			assert.Equal(t, c.title, g.Tag(game.TagTitle), c.behind)
			assert.Equal(t, board.Start(), g.Start)
			assert.Len(t, g.Tags, min(len(c.title), 1), c.behind)
		}
		for _, operations := range []string{`bm h2e2; id "x";`, `bm h2e2; id "x"`, "bm h2e2; id x"} {
			g := read(t, fen+" ; "+operations+"\n", 1)[0]
			assert.Equal(t, []game.Tag{{Name: "bm", Value: "h2e2"}, {Name: game.TagTitle, Value: "x"}}, g.Tags, operations)
		}
		for _, name := range []string{"bm", "acd", "hmvc", "v0", "D1"} {
			g := read(t, fen+" ; "+name+" 12\n", 1)[0]
			assert.Equal(t, []game.Tag{{Name: name, Value: "12"}}, g.Tags)
		}
		g := read(t, fen+"; bm h2e2\n", 1)[0]
		assert.Equal(t, []game.Tag{{Name: "bm", Value: "h2e2"}}, g.Tags)
	}

	first, err := charset.GB18030.NewEncoder().String(gbk)
	require.NoError(t, err)
	second, err := traditionalchinese.Big5.NewEncoder().String(big5)
	require.NoError(t, err)
	for _, c := range []struct{ line, title string }{
		{strings.Repeat(first, 4) + "|" + second, strings.Repeat(gbk, 4)}, {first + "|" + strings.Repeat(second, 4), strings.Repeat(big5, 4)},
	} {
		g := read(t, start+" w - - 0 1 ; "+c.line+"\n", 1)[0]
		assert.Equal(t, c.title, g.Tag(game.TagTitle))
	}
	for _, bad := range []string{" w bm h2e2; 红先", " w - - 0 1 红先"} {
		_, err := parse(start+bad, nil)
		assert.Error(t, err, bad)
	}
}

// TestNames writes no tag as an operation that means something else.
func TestNames(t *testing.T) {
	g := game.New(board.Start())
	g.Tags = []game.Tag{{Name: "id", Value: "a"}, {Name: "c0", Value: "b"}, {Name: "moves", Value: "h2e2"}, {Name: "c1", Value: "c"}}
	var out bytes.Buffer
	lost, err := Write(&out, g)
	require.NoError(t, err)
	assert.Equal(t, board.StartFEN+" c1 \"c\";\n", out.String())
	assert.Equal(t, []game.Loss{{What: game.LostTags, Detail: "id, c0, moves", Count: 3}}, lost)
}

func TestErrors(t *testing.T) {
	file := "9/9 w\n" + start + " w\n" + start + " w - - 5 %\nposition startpos moves h2e2 h2e2\n"
	assert.False(t, Recognise([]byte(file)))
	assert.False(t, Recognise([]byte("1. C2.5\n")))
	assert.False(t, Recognise(nil))
	var messages []string
	good := 0
	for g, err := range Read(strings.NewReader(file)) {
		if err == nil {
			good++
			continue
		}
		messages = append(messages, err.Error())
		if strings.Contains(err.Error(), "h2e2") {
			assert.Len(t, g.Moves(), 1, "what precedes the fault")
			var where *game.Error
			require.ErrorAs(t, err, &where)
			assert.Equal(t, 2, where.Ply)
		}
	}
	assert.Equal(t, 1, good)
	require.Len(t, messages, 3)
	assert.Contains(t, messages[0], "line 1 (offset 0): game 1: bad FEN")
	assert.Contains(t, messages[1], "line 3 (offset 68): game 3: bad FEN: bad counter")
	assert.Contains(t, messages[2], `line 4 (offset 138): game 4: ply 2, move 1...: bad move "h2e2"`)
}

// TestBadFirst asserts that a list whose first position has a fault is a list all the same: its fault is
// named, and the others are read.
func TestBadFirst(t *testing.T) {
	for bad, want := range map[string]string{
		"4k4/9/9/9/9/9/9/9/4R4/3K5 w":                                  "the side that has moved is in check",
		"fen 4k4/9/9/9/9/9/9/9/4R4/3K6 b":                              "bad FEN",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":     "bad FEN",
		"Position=" + strings.Replace(start, "rnba", "rnbx", 1) + " w": `unknown letter: "x"`,
	} {
		file := "# positions\n" + bad + "\n" + start + " w\n"
		assert.True(t, Recognise([]byte(file)), bad)
		var faults []string
		good := 0
		for _, err := range Read(strings.NewReader(file)) {
			if err == nil {
				good++
			} else {
				faults = append(faults, err.Error())
			}
		}
		assert.Equal(t, 1, good, bad)
		require.Len(t, faults, 1, bad)
		assert.Contains(t, faults[0], want)
	}
	for _, text := range []string{"a/b/c/d/e/f/g", "http://a/b/c/d/e/f/g/h/i/j/k", "/a/b/c/d/e/f/g/h/i/j", "1. C2.5 a/b/c/d/e/f/g/h/i/j"} {
		assert.False(t, Recognise([]byte(text)), text)
	}
}

// TestRoundTrip writes the positions of random games and reads them back.
func TestRoundTrip(t *testing.T) {
	holds := gametest.Everything
	var out bytes.Buffer
	var want []board.Position
	for seed := range testpos.Rounds[uint64](100, 500, 10_000) {
		g := gametest.Random(rand.New(rand.NewPCG(seed, 5)), holds)
		last := g.Start
		for v := range g.Main() {
			last = v.After()
		}
		want = append(want, last)
		lost, err := Write(&out, g)
		require.NoError(t, err)
		assert.Contains(t, lost, game.Loss{What: game.LostMoves, Count: len(g.Moves())})
	}
	for i, g := range read(t, out.String(), len(want)) {
		require.Equal(t, want[i], g.Start)
	}
}

func TestWrite(t *testing.T) {
	g := game.New(board.Start())
	g.Tags = []game.Tag{{Name: game.TagTitle, Value: `a "b"`}, {Name: "bm", Value: "h2e2"}, {Name: game.TagRed, Value: "c"}}
	g.Root.Comment = "good"
	g.Result = board.RedWins
	var out bytes.Buffer
	lost, err := Write(&out, g)
	require.NoError(t, err)
	assert.Equal(t, board.StartFEN+" id \"a 'b'\"; bm \"h2e2\"; c0 \"good\";\n", out.String())
	assert.Equal(t, []game.Loss{{What: game.LostTags, Detail: game.TagRed, Count: 1}, {What: game.LostCharacters, Count: 2}, {What: game.LostResult, Count: 1}}, lost)
	assert.Equal(t, "h2e2", read(t, out.String(), 1)[0].Tag("bm"))
	g.Root.Comment = "two\nlines"
	lost, err = Write(&out, g)
	require.NoError(t, err)
	assert.Contains(t, lost, game.Loss{What: game.LostComments, Count: 1})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(start + " w - - bm h2e2; id \"x\";\n"))
	f.Add([]byte("position startpos moves h2e2 炮8平5\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		for g, err := range Read(bytes.NewReader(file)) {
			if g == nil {
				require.Error(t, err)
				continue
			}
			require.NoError(t, g.Validate())
			var out bytes.Buffer
			_, err := Write(&out, g)
			require.NoError(t, err)
			for _, err := range Read(&out) {
				require.NoError(t, err)
			}
		}
	})
}

// TestMovesBelow leaves a position with moves in the lines below it to the format of such lists.
func TestMovesBelow(t *testing.T) {
	for _, moves := range []string{"炮二平五 马8进7\n", "\n红先\n1. 炮二平五 马8进7\n"} {
		assert.False(t, Recognise([]byte(start+" w - - 0 1\n"+moves)), moves)
	}
	for _, below := range []string{"", "# 炮二平五\n", "红先\n", start + " w\n炮二平五\n"} {
		assert.True(t, Recognise([]byte(start+" w\n"+below)), below)
	}
}
