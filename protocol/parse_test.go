package protocol

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
)

// goWith is a Go with nothing but numbers.
func goWith(numbers map[string]int64) Go { return Go{Numbers: numbers} }

// misfit is the error of a word that does not fit the start position.
func misfit(word string) error { return fmt.Errorf("%q after startpos, %w", word, ErrMoves) }

func TestParse(t *testing.T) {
	for _, test := range []struct {
		line string
		want Command
	}{
		{"", nil},
		{" \t\r\n", nil},
		{"ucci", Hello{UCCI}},
		{"\tUCI \r\n", Hello{UCI}},
		{"isready", IsReady{}},
		{"ucinewgame", NewGame{}},
		{"uccinewgame", NewGame{}},
		{"newgame", NewGame{}},
		{"stop", Stop{}},
		{"quit", Quit{}},
		{"d", Display{}},
		{"eval", Evaluate{}},
		{"bench", Bench{}},
		{"ponderhit", PonderHit{}},
		{"ponderhit draw", PonderHit{Draw: true}},
		{"xyzzy 1 2", Unknown{"xyzzy"}},

		{"setoption hashsize 16", SetOption{"hashsize", "16"}},
		{"setoption pruning  large", SetOption{"pruning", "large"}},
		{"setoption newgame", SetOption{"newgame", ""}},
		{`setoption bookfiles C:\My Books\a.dat`, SetOption{"bookfiles", `C:\My Books\a.dat`}},
		{"setoption bookfiles  p/象棋\u3000库/a\u00a0b  c.book \r\n", SetOption{"bookfiles", "p/象棋\u3000库/a\u00a0b  c.book"}},
		{"setoption  name Book File  VALUE a  b.book ", SetOption{"Book File", "a  b.book"}},
		{"setoption name Move  Overhead value 10", SetOption{"Move Overhead", "10"}},
		{"SETOPTION NAME Clear Hash", SetOption{"Clear Hash", ""}},
		{"setoption name X VALUE", SetOption{"X", ""}},
		{"setoption", Malformed{"setoption", ErrOption}},
		{"setoption name", Malformed{"setoption", ErrOption}},
		{"setoption name value 1", Malformed{"setoption", ErrOption}},
		{"debug on", SetOption{"debug", "on"}},

		{"position startpos", SetPosition{Setup{Start: true}, false}},
		{"position startpos moves", SetPosition{Setup{Start: true}, false}},
		{"position startpos moves H2E2 h10g8", SetPosition{Setup{Start: true, Moves: []string{"h2e2", "h10g8"}}, false}},
		{"startpos moves h2e2", SetPosition{Setup{Start: true, Moves: []string{"h2e2"}}, true}},
		{"position FEN 4k4/9 W  Moves a0a1", SetPosition{Setup{FEN: "4k4/9 W", Moves: []string{"a0a1"}}, false}},
		{"fen 4k4/9 r", SetPosition{Setup{FEN: "4k4/9 r"}, true}},
		{"position", Malformed{"position", ErrSetup}},
		{"position fen", Malformed{"position", ErrSetup}},
		{"position fen moves h2e2", Malformed{"position", ErrSetup}},
		{"position moves h2e2", Malformed{"position", ErrSetup}},
		{"position startpos H2E2 h9g7", SetPosition{Setup{Start: true, Moves: []string{"h2e2", "h9g7"}, Remark: "the word moves is missing"}, false}},
		{"position startpos I3I4", SetPosition{Setup{Start: true, Moves: []string{"i3i4"}, Remark: "the word moves is missing"}, false}},
		{"position fen 4k4/9 w - - 0 1 a0a1", SetPosition{Setup{
			FEN: "4k4/9 w - - 0 1", Moves: []string{"a0a1"}, Remark: "the word moves is missing",
		}, false}},
		{"position fen C2a5/4k4 w", SetPosition{Setup{FEN: "C2a5/4k4 w"}, false}},
		{"fen c3kab2/9 b a0a1", SetPosition{Setup{FEN: "c3kab2/9 b", Moves: []string{"a0a1"}, Remark: "the word moves is missing"}, true}},
		{"position startpos b", Malformed{"position", misfit("b")}},
		{"position startpos w - - 0 1 b", Malformed{"position", misfit("b")}},
		{"position startpos h2e2 moves h9g7", Malformed{"position", misfit("h2e2")}},
		{"position startpos startpos", Malformed{"position", misfit("startpos")}},
		{"position startpos fen 4k4/9", Malformed{"position", misfit("fen")}},
		{"position startpos move h2e2", Malformed{"position", misfit("move")}},
		{"position h2e2", Malformed{"position", ErrSetup}},
		{"position w - - 0 1", Malformed{"position", ErrSetup}},
		{"position startpos w - - 0 1 moves h2e2", SetPosition{Setup{
			Start: true, Moves: []string{"h2e2"}, Remark: `ignored "w - - 0 1" after startpos`,
		}, false}},
		{"position startpos w -- 0 1", SetPosition{Setup{Start: true, Remark: `ignored "w -- 0 1" after startpos`}, false}},
		{"position startpos - h2e2", SetPosition{Setup{Start: true, Moves: []string{"h2e2"}, Remark: `the word moves is missing; ignored "-" after startpos`}, false}},
		{"fen startpos R", SetPosition{Setup{Start: true, Remark: `read fen startpos as startpos; ignored "R" after startpos`}, true}},
		{"position fen startpos moves h2e2", SetPosition{Setup{
			Start: true, Moves: []string{"h2e2"}, Remark: "read fen startpos as startpos",
		}, false}},
		{"position C2a5/4k4 W a0a1", SetPosition{Setup{
			FEN: "C2a5/4k4 W", Moves: []string{"a0a1"}, Remark: "the word moves is missing; the word fen is missing before the FEN",
		}, false}},
		{"position startpos moves Moves h2e2", SetPosition{Setup{
			Start: true, Moves: []string{"h2e2"}, Remark: "the word moves is repeated",
		}, false}},
		{"position startpos moves h2e2, H9G7 ;", SetPosition{Setup{
			Start: true, Moves: []string{"h2e2", "h9g7"}, Remark: "ignored punctuation after moves",
		}, false}},
		{"fen", Malformed{"position", ErrSetup}},
		{"probe startpos moves h2e2", Probe{Setup{Start: true, Moves: []string{"h2e2"}}}},
		{"probe nothing", Malformed{"probe", ErrSetup}},
		{"banmoves H2E2 b2e2", BanMoves{[]string{"h2e2", "b2e2"}}},
		{"banmoves H2E2, b2e2;", BanMoves{[]string{"h2e2", "b2e2"}}},
		{"banmoves", BanMoves{}},

		{"go", Go{}},
		{"go draw", Go{Draw: true}},
		{"go ponder infinite", Go{Ponder: true, Infinite: true}},
		{"go depth 7 nodes 8 mate 9 movetime 10", goWith(map[string]int64{"depth": 7, "nodes": 8, "mate": 9, "movetime": 10})},
		{"go time 1 increment 2 opptime 3 oppincrement 4", goWith(map[string]int64{
			"time": 1, "increment": 2, "opptime": 3, "oppincrement": 4,
		})},
		{"go time 1 movestogo 2 opptime 3 oppmovestogo 4", goWith(map[string]int64{
			"time": 1, "movestogo": 2, "opptime": 3, "oppmovestogo": 4,
		})},
		{"go WTIME -1 btime 2 winc 3 binc 4", goWith(map[string]int64{"wtime": -1, "btime": 2, "winc": 3, "binc": 4})},
		{"go searchmoves h2e2 h10g8 depth 2", Go{SearchMoves: []string{"h2e2", "h10g8"}, Numbers: map[string]int64{"depth": 2}}},
		{"go searchmoves h2e2, h10g8; draw", Go{SearchMoves: []string{"h2e2", "h10g8"}, Draw: true}},
		{"go searchmoves h2e2 , h10g8 ; draw", Go{SearchMoves: []string{"h2e2", "h10g8"}, Draw: true}},
		{"go searchmoves draw", Go{Draw: true}},
		{"go well depth 3 please", Go{Numbers: map[string]int64{"depth": 3}, Unknown: []string{"well", "please"}}},
		{"go wtime=1000 infinte", Go{Unknown: []string{"wtime=1000", "infinte"}}},
		{"go searchmoves zz depth 2", Go{SearchMoves: []string{"zz"}, Numbers: map[string]int64{"depth": 2}}},
		{"go searchmoves ; depth 2", Go{SearchMoves: []string{";"}, Numbers: map[string]int64{"depth": 2}}},
		{"go searchmoves h2e2 dpeth 2", Go{SearchMoves: []string{"h2e2"}, Unknown: []string{"dpeth", "2"}}},
		{"go nodes 99999999999999999999", goWith(map[string]int64{"nodes": math.MaxInt64})},
		{"go time -99999999999999999999", goWith(map[string]int64{"time": math.MinInt64})},
		{"go time 1.5 increment 0.5", goWith(map[string]int64{"time": 1, "increment": 0})},
		{"go perft 3", Perft{3}},
	} {
		assert.Equal(t, test.want, Parse(test.line), "%q", test.line)
	}
}

func TestParseBadNumber(t *testing.T) {
	for _, line := range []string{"go depth", "go depth x", "go depth infinite", "go wtime 1.x", "go nodes 0x10"} {
		c, ok := Parse(line).(Go)
		require.True(t, ok, line)
		assert.ErrorIs(t, c.Bad, ErrNoNumber, line)
	}
	// The word where the number should be is a word of its own, if it is known.
	assert.Empty(t, Parse("go depth x").(Go).Unknown)
	assert.EqualError(t, Parse("go depth x").(Go).Bad, `depth "x": want a number`)
	assert.EqualError(t, Parse("go depth infinite").(Go).Bad, "depth: want a number")
	c := Parse("go depth infinite time 5").(Go)
	assert.True(t, c.Infinite)
	assert.Equal(t, map[string]int64{"time": 5}, c.Numbers)
	for _, line := range []string{"go perft", "go perft 0", "go perft -1", "go perft 101", "go perft x"} {
		c, ok := Parse(line).(Malformed)
		require.True(t, ok, line)
		assert.Equal(t, "perft", c.Word)
	}
}

func TestParseTooLong(t *testing.T) {
	long := func(head string) string { return head + strings.Repeat(" h2e2", MaxLine/5) }
	for line, word := range map[string]string{
		long("position startpos moves"): "position",
		long("startpos moves"):          "position",
		long("FEN x moves"):             "position",
		long("go searchmoves"):          "go",
		long("what"):                    "what",
	} {
		assert.Equal(t, Malformed{word, ErrTooLong}, Parse(line))
	}
	assert.Equal(t, Malformed{"position", ErrTooLong}, Parse(strings.Repeat(" ", MaxLine+1)), "a position may stand behind so many blanks")
	exact := "x" + strings.Repeat(" ", MaxLine-1)
	assert.Equal(t, Unknown{"x"}, Parse(exact))
}

func TestRanks(t *testing.T) {
	h2e2 := board.MustParseMove("h2e2")
	for text, r := range map[string]ranks{"h2e2": fromZero, "H2-E2": fromZero, "h3e3": fromOne, "H3-E3": fromOne} {
		m, err := r.parse(text)
		require.NoError(t, err, text)
		assert.Equal(t, h2e2, m, text)
	}
	for from := range board.Square(board.Squares) {
		for to := range board.Square(board.Squares) {
			if from == to {
				continue
			}
			m := board.NewMove(from, to)
			for _, r := range []ranks{fromZero, fromOne} {
				back, err := r.parse(r.move(m))
				require.NoError(t, err)
				require.Equal(t, m, back)
			}
		}
	}
	for _, text := range []string{"", "h", "h3", "h3h3", "h3e0", "h0e3", "h3e11", "h03e3", "j3e3", "3h3e", "h3e3e3", "h3--e3", "h+3e3"} {
		_, err := fromOne.parse(text)
		assert.ErrorIs(t, err, board.ErrMove, "%q", text)
	}

	for _, test := range []struct {
		moves string
		want  ranks
		known bool
	}{
		{"", fromZero, false},
		{"h2e2 h9g7", fromZero, false},
		{"h3e3 h10g8", fromOne, true},
		{"h3e3 b8b10", fromOne, true},
		{"h2e2 h0g2", fromZero, true},
	} {
		r, known := ranksOf(strings.Fields(test.moves))
		assert.Equal(t, test.known, known, test.moves)
		assert.Equal(t, test.want, r, test.moves)
	}
}

// FuzzCommand asserts that every line but a blank one is a command, with limits that
// a search can keep and a position that is either valid or an error.
func FuzzCommand(f *testing.F) {
	files, err := filepath.Glob("testdata/*.uc*i")
	require.NoError(f, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		for line := range strings.Lines(string(text)) {
			if line, ok := strings.CutPrefix(line, "> "); ok {
				f.Add(line)
			}
		}
	}
	f.Fuzz(func(t *testing.T, line string) {
		c := Parse(line)
		assert.Equal(t, len(strings.Fields(line)) == 0, c == nil)
		var setup *Setup
		switch c := c.(type) {
		case SetPosition:
			setup = &c.Setup
		case Probe:
			setup = &c.Setup
		case Go:
			l := c.limits(board.Black, 1, 0)
			assert.True(t, bounded(&l) || l.Infinite || l.Ponder)
			assert.GreaterOrEqual(t, l.Depth, 0)
			assert.GreaterOrEqual(t, l.MoveTime, l.MoveTime*0)
		case Malformed:
			assert.Error(t, c.Err)
		}
		if setup == nil {
			return
		}
		for _, r := range []ranks{fromZero, fromOne} {
			game, remark, err := setup.game(r)
			if err != nil {
				message := style{}.message("%v", err)
				assert.NotRegexp(t, `(?i)[[:cntrl:]]|draw|resign|bestmove`, message)
				assert.Less(t, len(message), longest)
				continue
			}
			if remark == "" {
				assert.Equal(t, len(setup.Moves), game.Len())
			}
			back, err := board.ParseFEN(game.At(0).FEN())
			assert.NoError(t, err)
			assert.Equal(t, *game.At(0), back)
		}
	})
}
