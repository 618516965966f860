package engine

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/search"
	"chuhe/tools/match/tournament"
)

func pid(e *Engine) string { return strconv.Itoa(e.process.cmd.Process.Pid) }

func TestSearchText(t *testing.T) {
	own := search.Clock{Set: true, Time: 1500 * time.Millisecond, Increment: 10 * time.Millisecond}
	opp := search.Clock{Set: true, Time: 2500 * time.Millisecond, Increment: 20 * time.Millisecond}
	period := search.Clock{Set: true, Time: 60 * time.Second, MovesToGo: 7}
	for _, c := range []struct {
		name     string
		turn     tournament.Turn
		side     board.Side
		ms, s, u string
	}{
		{"clock", tournament.Turn{Limits: search.Limits{Clock: own}, Opponent: opp}, board.Red,
			"go time 1500 increment 10 opptime 2500 oppincrement 20",
			"go time 1 increment 0 opptime 2 oppincrement 0",
			"go wtime 1500 btime 2500 winc 10 binc 20"},
		{"black", tournament.Turn{Limits: search.Limits{Clock: own}, Opponent: opp, DrawOffered: true}, board.Black,
			"go draw time 1500 increment 10 opptime 2500 oppincrement 20",
			"go draw time 1 increment 0 opptime 2 oppincrement 0",
			"go wtime 2500 btime 1500 winc 20 binc 10"},
		{"period", tournament.Turn{Limits: search.Limits{Clock: period}}, board.Red,
			"go time 60000 movestogo 7", "go time 60 movestogo 7",
			"go wtime 60000 btime 60000 winc 0 binc 0 movestogo 7"},
		{"fixed time", tournament.Turn{Limits: search.Limits{MoveTime: 2 * time.Second}}, board.Red,
			"go time 2000 movestogo 1 movetime 2000", "go time 2 movestogo 1 movetime 2000", "go movetime 2000"},
		{"less than a second", tournament.Turn{Limits: search.Limits{MoveTime: 300 * time.Millisecond}}, board.Red,
			"go time 300 movestogo 1 movetime 300", "go time 1 movestogo 1 movetime 300", "go movetime 300"},
		{"nearly over", tournament.Turn{Limits: search.Limits{Clock: search.Clock{Set: true, Time: 700 * time.Millisecond, Increment: 100 * time.Millisecond}}}, board.Red,
			"go time 700 increment 100", "go time 1 increment 0", "go wtime 700 btime 700 winc 100 binc 100"},
		{"over", tournament.Turn{Limits: search.Limits{Clock: search.Clock{Set: true}}}, board.Red,
			"go time 0 increment 0", "go time 0 increment 0", "go wtime 0 btime 0 winc 0 binc 0"},
		{"nodes and depth", tournament.Turn{Limits: search.Limits{Nodes: 500, Depth: 6}}, board.Red,
			"go nodes 500 depth 6", "go nodes 500 depth 6", "go nodes 500 depth 6"},
	} {
		assert.Equal(t, c.ms, ucci{millis: true}.search(c.turn, c.side), c.name)
		assert.Equal(t, c.s, ucci{}.search(c.turn, c.side), c.name)
		assert.Equal(t, c.u, uci{}.search(c.turn, c.side), c.name)
	}
}

func TestPositionText(t *testing.T) {
	game := board.NewLine(board.Start())
	for _, m := range []string{"h2e2", "h9g7", "e2e6", "c6c5"} {
		game.Play(board.MustParseMove(m))
	}
	assert.Equal(t, "position fen "+board.StartFEN+" moves h3e3 h10g8 e3e7 c7c6", uci{squares: true}.position(game))
	assert.Equal(t, "position fen rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2 moves c6c5", ucci{}.position(game))
}

func TestBanText(t *testing.T) {
	moves := testpos.Moves(t, "h2e2 a0a1")
	assert.Equal(t, "banmoves h2e2 a0a1", ucci{}.ban(moves))
	assert.Equal(t, "banmoves h3e3 a1a2", ucci{squares: true}.ban(moves))
	assert.Empty(t, uci{}.ban(moves))
}

func TestSquares(t *testing.T) {
	for _, c := range []struct {
		squares squares
		text    string
		want    string
	}{
		{false, "h2e2", "h2e2"}, {false, "H2E2", "h2e2"}, {false, "h2-e2", "h2e2"}, {false, "h10g8", "0000"}, {false, "(none)", "0000"},
		{true, "h3e3", "h2e2"}, {true, "h10g8", "h9g7"}, {true, "a1a10", "a0a9"}, {true, "h0e3", "0000"}, {true, "h3e3q", "0000"}, {true, "h11g8", "0000"}, {true, "(none)", "0000"},
	} {
		m := c.squares.parse(c.text)
		assert.Equal(t, c.want, m.String(), c.text)
		if c.squares && m != board.NoMove {
			assert.Equal(t, c.text, c.squares.move(m))
		}
	}
}

func TestAnswerText(t *testing.T) {
	a := ucci{}.answer("bestmove h2e2 ponder h9g7 draw")
	assert.True(t, a.Draw)
	assert.Equal(t, "h2e2", a.Move.String())
	assert.True(t, ucci{}.answer("nobestmove").Resigns)
	assert.Equal(t, board.NoMove, ucci{}.answer("bestmove").Move)
	assert.False(t, uci{}.answer("nobestmove").Resigns)
	assert.Equal(t, board.NoMove, uci{}.answer("bestmove (none)").Move)
}

func TestReports(t *testing.T) {
	cp := func(n int) *tournament.Score { return &tournament.Score{CP: n} }
	mate := func(n int) *tournament.Score { s := tournament.MateScore(n); return &s }
	for _, c := range []struct {
		protocol Protocol
		text     string
		want     tournament.Thought
	}{
		{UCCI, "info depth 5 score 35 nodes 99 pv h2e2 depth 7", tournament.Thought{Score: cp(35), Depth: 5, Nodes: 99}},
		{UCCI, "info depth 5 score cp -35 pv h2e2", tournament.Thought{Score: cp(-35), Depth: 5}},
		{UCCI, "info depth 5 score 9997 pv h2e2", tournament.Thought{Score: mate(2), Depth: 5}},
		{UCCI, "info depth 5 score -9998 pv h2e2", tournament.Thought{Score: mate(-1), Depth: 5}},
		{UCI, "info depth 5 score cp 9997 pv h2e2", tournament.Thought{Score: cp(9997), Depth: 5}},
		{UCI, "info depth 12 seldepth 20 score mate -3 nodes 7 pv h2e2", tournament.Thought{Score: mate(-3), Depth: 12, Nodes: 7}},
		{UCI, "info depth 0 score mate 0", tournament.Thought{Score: cp(-tournament.MateCP)}},
		{UCI, "info depth 5 score mate 9223372036854775807 pv h2e2", tournament.Thought{Score: cp(98999), Depth: 5}},
		{UCI, "info depth 5 score mate -9223372036854775808 pv h2e2", tournament.Thought{Score: cp(-98999), Depth: 5}},
		{UCI, "info depth 5 score mate 1000 pv h2e2", tournament.Thought{Score: mate(1000), Depth: 5}},
		{UCI, "info depth 5 score cp 1000000 pv h2e2", tournament.Thought{Score: cp(98999), Depth: 5}},
		{UCCI, "info depth 5 score -9223372036854775808 pv h2e2", tournament.Thought{Score: cp(-98999), Depth: 5}},
		{UCI, "info depth x score cp", tournament.Thought{}},
		{UCI, "", tournament.Thought{}},
	} {
		assert.Equal(t, c.want, parseReport(c.protocol, c.text), c.text)
	}
	assert.True(t, isReport("info depth 1 multipv 1 score cp 3 pv h2e2"))
	assert.False(t, isReport("info depth 1 multipv 2 score cp 3 pv h2e2"))
	assert.False(t, isReport("info string score none"))
}

// values are some that an option takes, and some that it does not.
type values struct{ good, bad []string }

func (v values) check(t *testing.T, option string, takes func(string) bool) {
	t.Helper()
	for _, good := range v.good {
		assert.True(t, takes(good), "%s: %q", option, good)
	}
	for _, bad := range v.bad {
		assert.False(t, takes(bad), "%s: %q", option, bad)
	}
}

// TestTakes refuses values that are not among those announced, and no others.
func TestTakes(t *testing.T) {
	for text, values := range map[string]values{
		"option Hash type spin min 1 max 64 default 16":             {[]string{"1", "64", "+7"}, []string{"0", "65", "64MB", "", "1.5", "99999999999999999999"}},
		"option Contempt type spin default 24 min -100 max 100":     {[]string{"-100"}, []string{"-101", "x"}},
		"option Odd type spin min 10 max -5 default 0":              {[]string{"0", "x"}, nil},
		"option Open type spin default 1":                           {[]string{"x"}, nil},
		"option Seed type spin min 0 max 18446744073709551615":      {[]string{"18446744073709551615"}, nil},
		"option Cut type spin min":                                  {[]string{"3"}, nil},
		"option Ponder type check default false":                    {[]string{"true", "False", "on", "0"}, []string{"", "2", "x"}},
		"option Rule type combo var a b var Asian default a b":      {[]string{"a b", "asian"}, []string{"a", "b", "", "default"}},
		"option Rule type combo default One var One var Two":        {[]string{"two", "one"}, []string{"Three"}},
		"option Rule type combo default One":                        {[]string{"Three"}, nil},
		"option UCI_Variant type combo default xiangqi var xiangqi": {[]string{"mine"}, nil},
		"option File type string default <empty>":                   {[]string{"", "a b"}, nil},
		"option New type button":                                    {[]string{""}, nil},
		"option Mystery type slider min 1 max 3":                    {[]string{"9"}, nil},
	} {
		o, ok := parseOption(UCCI, text)
		require.True(t, ok, text)
		values.check(t, text, o.takes)
	}
}

func TestTakesXBoard(t *testing.T) {
	for text, values := range map[string]values{
		"Two Words -spin 5 0 9":           {[]string{"0", "9"}, []string{"10", "-1", "x", ""}},
		"Level -slider 5 0 9":             {[]string{"3"}, []string{"10"}},
		"Odd -spin 5":                     {[]string{"x"}, nil},
		"Check -check 1":                  {[]string{"0", "1"}, []string{"true", "2", ""}},
		"Style -combo one /// *two three": {[]string{"one", "two three"}, []string{"two", "*two three", "///", ""}},
		"Book -file old.book":             {[]string{"", "a b"}, nil},
		"Clear -button":                   {[]string{""}, nil},
		"Bare -":                          {[]string{"x"}, nil},
	} {
		o, ok := parseFeatureOption(text)
		require.True(t, ok, text)
		values.check(t, text, o.takesXBoard)
	}
}

func TestVariant(t *testing.T) {
	c := Config{Protocol: UCI, Squares: Auto}
	o, ok := parseOption(UCI, "option name UCI_Variant type combo default chess var chess var xiangqi")
	require.True(t, ok)
	assert.Equal(t, uci{squares: true, variant: true}, newDialect(&c, map[string]announced{"uci_variant": o}))
	c.Squares = FromZero
	assert.Equal(t, uci{squares: false, variant: true}, newDialect(&c, map[string]announced{"uci_variant": o}))
	c.Squares = Auto
	assert.Equal(t, uci{}, newDialect(&c, nil))
	assert.Equal(t, []string{"setoption name UCI_Variant value xiangqi"}, uci{variant: true}.setUp())
}

// TestNames reads what engines call themselves, in UTF-8 or as Chinese Windows writes it.
func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"Chuhe 1": "Chuhe 1", "楚河": "楚河", "\xb3\xfe\xba\xd3 1": "楚河 1", "a\xff\xff": `"a\xff\xff"`, "\xb3": `"\xb3"`,
	} {
		assert.Equal(t, want, quoted(decoded(text)))
	}
}
