package judge

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/rules"
)

func run(in string, args ...string) (out, errs string, err error) {
	var o, e bytes.Buffer
	err = Command().Execute(context.Background(), args, command.Streams{In: strings.NewReader(in), Out: &o, Err: &e})
	return o.String(), e.String(), err
}

const (
	checkFEN   = "3k5/2R6/9/9/9/9/9/9/6r2/4K1N2 w"
	checkMoves = "c8c9 d9d8 c9c8 d8d9 c8c9 d9d8 c9c8 d8d9"
)

func TestMoves(t *testing.T) {
	for _, c := range []struct {
		fen, moves, rules, lang, want string
	}{
		{checkFEN, checkMoves, "computer", "en", "black-wins red loses: perpetual check; from move 1 to 4 every red move gives check"},
		{checkFEN, checkMoves, "asianrule", "zh", "black-wins 红方负：长将；第1至4回合红方着着将军"},
		{checkFEN, checkMoves, "league", "en", "continue"},
		{checkFEN, checkMoves, "alwaysdraw", "zh", "draw 和棋：循环不变；第1至4回合同一局面出现3次，双方均为允许着法"},
		{"3k5/9/9/9/c8/9/9/1R7/9/4K4 w", "b2a2 a5b5 a2b2 b5a5 b2a2 a5b5 a2b2 b5a5", "computer", "en",
			"black-wins red loses: perpetual chase; from move 1 to 4 every red move newly attacks the black cannon a5 with a rook, which nothing protects"},
		{"3k5/9/9/9/9/9/9/9/R8/4K4 w", "a1a8", "computer", "en", "red-wins black loses: stalemate; black has no legal move"},
	} {
		out, errs, err := run("", "-fen", c.fen, "-moves", c.moves, "-rules", c.rules, "-lang", c.lang)
		require.NoError(t, err, c.want)
		assert.Equal(t, c.want+"\n", out)
		assert.Empty(t, errs)
	}
}

func TestMoveLimit(t *testing.T) {
	fen := "3k5/9/9/9/p8/9/9/9/R8/4K4 w - - 39 20"
	for limit, want := range map[string]string{"40": "draw: natural move limit; 40 plies without a capture\n", "41": "continue\n", "0": "continue\n", "-1": "continue\n"} {
		for _, name := range []string{"-movelimit", "-drawmoves"} {
			out, _, err := run("", "-fen", fen, "-moves", "a1b1", name, limit)
			require.NoError(t, err)
			assert.Equal(t, want, out, "%s %s", name, limit)
		}
	}
}

func TestTables(t *testing.T) {
	for _, name := range []string{"rule_cases.tsv", "own_cases.tsv"} {
		out, errs, err := run("", "-file", filepath.Join("..", "rules", "testdata", name))
		assert.NoError(t, err)
		assert.Empty(t, errs)
		for line := range strings.Lines(out) {
			assert.Regexp(t, `^(red-wins|black-wins|draw|continue|illegal)\b.*\(\S+\)\n$`, line)
		}
	}
}

func TestTableDisagrees(t *testing.T) {
	out, errs, err := run("x\tasian\t"+checkFEN+"\t"+checkMoves+"\tdraw\ny\tasian,league\t"+checkFEN+"\t"+checkMoves+"\n", "-file", "-")
	assert.ErrorIs(t, err, ErrDisagrees)
	assert.Contains(t, errs, "-:1: x: not as expected under asian: red loses: perpetual check, want draw")
	lines := strings.Split(out, "\n")
	require.Len(t, lines, 3)
	assert.Contains(t, lines[1], " | league: continue (y)")

	// The column is about asian rules alone.
	_, _, err = run("x\tasian\t"+checkFEN+"\t"+checkMoves+"\tdraw\n", "-file", "-", "-rules", "computer")
	assert.NoError(t, err)
}

// A bad row has its line, and the others are judged all the same.
func TestTableBadRows(t *testing.T) {
	good := checkFEN + "\t" + checkMoves + "\n"
	out, errs, err := run("a\tfoo\t"+good+"b\tasian\n"+"c\tasian\t"+good+"d\tasian\t"+checkFEN+"\tc8d9\tillegal: the piece cannot go there\n", "-file", "-")
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "2 of 4 games")
	lines := strings.Split(out, "\n")
	require.Len(t, lines, 5)
	assert.Regexp(t, `^illegal .*line 1, column 2 \(ruleset\): .*foo.*\(a\)$`, lines[0])
	assert.Regexp(t, `^illegal .*line 2, column 3 \(fen\).*\(b\)$`, lines[1])
	assert.Regexp(t, `^black-wins red loses: perpetual check.*\(c\)$`, lines[2])
	assert.Regexp(t, `^illegal .*\(d\)$`, lines[3])
	assert.Contains(t, errs, "-:1: a: ")
	assert.Contains(t, errs, "-:2: b: ")
	// Bad input is not what "illegal" expects.
	_, _, err = run("a\tfoo\t"+checkFEN+"\tc8c8\tillegal\n", "-file", "-")
	assert.ErrorIs(t, err, command.ErrInput)
	// Neither is a move that is illegal for another reason.
	_, errs, err = run("a\tasian\t"+checkFEN+"\tc8d9\tillegal: kings would face\n", "-file", "-")
	assert.ErrorIs(t, err, ErrDisagrees)
	assert.Contains(t, errs, "-:1: a: not as expected: illegal, want illegal: kings would face\n", "the line has the reason")
}

func TestPGN(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	require.NoError(t, os.WriteFile(file, []byte(`[Game "Chinese Chess"]
[Red "A"]
[Black "B"]

1. 炮二平五 马８进７ *

[Game "Chinese Chess"]
[FEN "4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1"]

1. B1-B9 1-0

[Game "Chinese Chess"]

1. h2e2 h2e2 *
`), 0o600))
	out, errs, err := run("", "-file", file)
	assert.ErrorIs(t, err, command.ErrInput)
	lines := strings.Split(out, "\n")
	require.Len(t, lines, 4)
	assert.Equal(t, "continue (A - B)", lines[0])
	assert.Equal(t, "red-wins black loses: checkmate", lines[1])
	assert.Regexp(t, `^illegal line 14 .offset 193.: game 3: .*ply 2, move 1\.\.\.: .*"h2e2".*for black: no piece stands on the first square`, lines[2])
	assert.NotContains(t, errs, "h2e2", "the reason appears once")
}

func TestPGNWithoutTags(t *testing.T) {
	for _, text := range []string{
		"1. h2e2 h9g7 *\n",
		"h2e2 h9g7\n",
		"; by hand\n1. h2e2 h9g7\n",
		"{tags follow}\n[Red \"a\"]\n[Black \"b\"]\n1. h2e2 h9g7 *\n",
		"\xff\xfe1\x00.\x00 \x00h\x002\x00e\x002\x00",
	} {
		out, errs, err := run(text, "-file", "-")
		assert.NoError(t, err, text)
		assert.Empty(t, errs)
		assert.Regexp(t, `^continue( \(a - b\))?\n$`, out, text)
	}
}

func TestBadInput(t *testing.T) {
	for _, c := range []struct {
		want string
		in   string
		args []string
	}{
		{"ply 2, h2e2, black", "", []string{"-moves", "h2e2 h2e2"}},
		{"ply 3", "", []string{"-moves", "h2e2 h9g7 zz"}},
		{"no game, want -moves, -fen or -file", "", nil},
		{"no game, want -moves, -fen or -file", "", []string{"-rules", "asian"}},
		{"kings face each other", "", []string{"-fen", "4k4/9/9/9/9/9/9/9/9/4K4 w"}},
		{"unknown set of rules \"foo\"", "", []string{"-rules", "foo"}},
		{"unknown language", "", []string{"-lang", "de"}},
		{`"-2" for flag -drawmoves: want a whole number from -1 to 10000`, "", []string{"-drawmoves", "-2"}},
		{`"10001" for flag -movelimit: want a whole number from -1 to 10000`, "", []string{"-movelimit", "10001"}},
		{"-movelimit and -drawmoves, want one of them; see judge -help", "", []string{"-drawmoves", "60", "-movelimit", "50"}},
		{`invalid value "x" for flag -drawmoves: want a whole number`, "", []string{"-drawmoves", "x"}},
		{"argument \"x\", want only flags", "", []string{"x"}},
		{"goes with neither", "", []string{"-file", "-", "-moves", "h2e2"}},
		{"no such file", "", []string{"-file", "missing.pgn"}},
		{"line 1, column 3 (fen): no FEN", "only\ttext\n", []string{"-file", "-"}},
		{`line 1, column 2 (ruleset): unknown set of rules "foo"`, "x\tfoo\t" + checkFEN + "\t\n", []string{"-file", "-"}},
		{`line 1, column 5 (expected): "red wins" is no verdict`, "x\t\t" + checkFEN + "\t\tred wins\n", []string{"-file", "-"}},
		{`line 1: no column "fen" among id, ruleset, moves`, "id\truleset\tmoves\nx\tasian\th2e2\n", []string{"-file", "-"}},
		{"no game", "", []string{"-file", "-"}},
		{"neither PGN (tags such as", "only text\n", []string{"-file", "-"}},
		{"no game", "# only this\n\n", []string{"-file", "-"}},
		{"flag provided but not defined", "", []string{"-colour"}},
	} {
		out, errs, err := run(c.in, c.args...)
		require.ErrorIs(t, err, command.ErrInput, c.want)
		assert.Contains(t, out+errs+err.Error(), c.want)
	}
}

type brokenWriter struct{}

var errBroken = errors.New("broken")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestBrokenOutput(t *testing.T) {
	err := Command().Execute(t.Context(), []string{"-moves", "h2e2"}, command.Streams{Out: brokenWriter{}, Err: &bytes.Buffer{}})
	assert.ErrorIs(t, err, errBroken)
}

func TestEverySetHasItsName(t *testing.T) {
	for _, set := range rules.Sets() {
		_, _, err := run("", "-moves", "h2e2", "-rules", set.String())
		assert.NoError(t, err)
	}
}

// TestNoRawBytes asserts that no bytes of a file can act upon a terminal, and that
// a reason appears once.
func TestNoRawBytes(t *testing.T) {
	const row = "\tcomputer\t3k5/9/9/9/9/9/9/9/9/4K4 w\t"
	for in, want := range map[string]string{
		"XQ\x10\x00\x02\t\x1b[31m\x00":                  "not a text",
		"\x1b[31mx" + row + "e0e1\tdraw":                `(\x1b[31mx)`,
		"\x1b[31mx" + row + "e0e9":                      `(\x1b[31mx)`,
		"x" + row + "e0\x1be9":                          "bad",
		"x\tcomputer\t\x1b[31m w\te0e9":                 "unknown letter",
		"x" + row + "e0e1\t\x1b[31m":                    "is no verdict",
		"fen\t\x1b[31m\nx\t\n":                          "unknown letter",
		"moves\t\x1b[31m\nx\t\n":                        "no column",
		"x\tcomputer\u202e\t3k5/9 w\t":                  "unknown set of rules",
		"[Red \"\x1b[31m\"]\n[FEN \"\x1b\"]\n\n1. h2e2": "",
	} {
		out, errs, err := run(in, "-file", "-", "-lang", "zh")
		all := out + errs
		if err != nil {
			all += command.Printable(err.Error())
		}
		assert.NotRegexp(t, "[\x00-\x08\x0b-\x1f\x7f\u202e]", all, "%q", in)
		if want != "" {
			assert.Equal(t, 1, strings.Count(all, want), "%q: %s", in, all)
		}
	}
}
