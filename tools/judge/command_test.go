package judge

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/internal/command/commandtest"
	"chuhe/rules"
)

func run(in string, args ...string) (out, errs string, err error) {
	return commandtest.Run(context.Background(), Command(), in, args...)
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
		{checkFEN, checkMoves, "asianrule", "zh", "黑胜 红方负：长将；第1至4回合红方着着将军"},
		{checkFEN, checkMoves, "league", "en", "continue"},
		{checkFEN, checkMoves, "alwaysdraw", "zh", "和棋：双方不变，判和；第1至4回合同一局面出现3次，双方均为允许着法"},
		{"3k5/9/9/9/c8/9/9/1R7/9/4K4 w", "b2a2 a5b5 a2b2 b5a5 b2a2 a5b5 a2b2 b5a5", "computer", "en",
			"black-wins red loses: perpetual chase; from move 1 to 4 with every move a red chariot newly attacks the black cannon a5, which nothing protects"},
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
	for limit, want := range map[string]string{"40": "draw: natural move limit; 40 plies without a capture, as the rules count them\n", "41": "continue\n", "0": "continue\n", "-1": "continue\n"} {
		out, _, err := run("", "-fen", fen, "-moves", "a1b1", "-movelimit", limit)
		require.NoError(t, err)
		assert.Equal(t, want, out, limit)
	}
}

// TestRulesOfGame judges a game by the rules that its PGN names, unless -rules says
// otherwise.
func TestRulesOfGame(t *testing.T) {
	const moves = "1. b0b1 a1a0 2. b1b0 a0a1 3. b0b1 a1a0 4. b1b0 a0a1 "
	file := func(tag, result string) string {
		return tag + "[Result \"" + result + "\"]\n[FEN \"3ak4/4a4/4b4/p8/2p3n2/9/P1P3r2/3AB4/c3N3N/1RB1KA3 w - - 0 1\"]\n\n" + moves + result + "\n"
	}
	for _, c := range []struct {
		tag, result, want string
		flags             []string
	}{
		{"[Rules \"asian\"]\n", "0-1", "black-wins red loses: perpetual chase", nil},
		{"", "1/2-1/2", "draw: repetition", nil},
		{"[Rules \"asian\"]\n", "1/2-1/2", "draw: repetition", []string{"-rules", "computer"}},
		{"[Rules \"of chess\"]\n", "1/2-1/2", "draw: repetition", nil},
	} {
		out, _, err := run(file(c.tag, c.result), append(c.flags, "-")...)
		require.NoError(t, err, c.tag)
		assert.Regexp(t, "^"+c.want, out, c.tag)
	}
}

// TestMoveLimitOfGame judges a game by the natural move limit that its PGN names, unless -movelimit says
// otherwise.
func TestMoveLimitOfGame(t *testing.T) {
	const draw = "^draw: natural move limit; 40 plies"
	file := func(tag string) string {
		return tag + "[FEN \"3k5/9/9/9/p8/9/9/9/R8/4K4 w - - 39 20\"]\n\n1. a1b1 *\n"
	}
	for _, c := range []struct {
		tag, want string
		flags     []string
	}{
		{"", "^continue", nil},
		{"[MoveLimit \"40\"]\n", draw, nil},
		{"[MoveLimit \"40\"]\n", draw, []string{"-rules", "asian"}},
		{"[MoveLimit \"40\"]\n", "^continue", []string{"-movelimit", "-1"}},
		{"[MoveLimit \"0\"]\n", draw, []string{"-movelimit", "40"}},
		{"[MoveLimit \"forty\"]\n", "^continue", nil},
	} {
		out, _, err := run(file(c.tag), append(c.flags, "-")...)
		require.NoError(t, err, c.tag)
		assert.Regexp(t, c.want, out, "%s %v", c.tag, c.flags)
	}
}

func TestTables(t *testing.T) {
	for _, name := range []string{"rule_cases.tsv", "own_cases.tsv"} {
		out, errs, err := run("", filepath.Join("..", "..", "rules", "testdata", name))
		assert.NoError(t, err)
		assert.Empty(t, errs)
		for line := range strings.Lines(out) {
			assert.Regexp(t, `^(red-wins|black-wins|draw|continue|illegal)\b.*\(\S+\)\n$`, line)
		}
	}
}

func TestTableDisagrees(t *testing.T) {
	out, errs, err := run("x\tasian\t"+checkFEN+"\t"+checkMoves+"\tdraw\ny\tasian,league\t"+checkFEN+"\t"+checkMoves+"\n", "-")
	assert.ErrorIs(t, err, ErrDisagrees)
	assert.Contains(t, errs, "standard input:1: x: not as expected under asian: red loses: perpetual check, want draw")
	lines := strings.Split(out, "\n")
	require.Len(t, lines, 3)
	assert.Contains(t, lines[1], " | league: continue (y)")

	// The column is about asian rules alone.
	_, _, err = run("x\tasian\t"+checkFEN+"\t"+checkMoves+"\tdraw\n", "-", "-rules", "computer")
	assert.NoError(t, err)
	// What is legal is so under all rules.
	_, errs, err = run("x\tasian\t"+checkFEN+"\tc8c9\tillegal\n", "-", "-rules", "computer")
	assert.ErrorIs(t, err, ErrDisagrees)
	assert.Contains(t, errs, "standard input:1: x: not as expected under computer: continue, want illegal")
}

// TestTableStrange asserts that a column that is not read is named where it may be a misspelt one, and that
// a folder does not hide a table without a column that it needs.
func TestTableStrange(t *testing.T) {
	const row = "x\t" + checkFEN + "\t" + checkMoves + "\n"
	out, errs, err := run("id\tfen\tmvoes\n"+row, "-")
	require.NoError(t, err)
	assert.Equal(t, "continue (x)\n", out)
	assert.Equal(t, "chuhe judge: warning: standard input: line 1: unknown columns: mvoes; missing columns: ruleset, moves, expected\n", errs)
	_, errs, err = run("id\tfen\tmoves\n"+row, "-")
	require.NoError(t, err)
	assert.Empty(t, errs)

	dir := t.TempDir()
	file := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	file("a.tsv", "id\tfen\tmoves\n"+row)
	file("b.tsv", "name\tprice\nset\t12\n")
	out, errs, err = run("", dir)
	require.NoError(t, err, "a table of something else")
	assert.Equal(t, "black-wins red loses: perpetual check; from move 1 to 4 every red move gives check ("+filepath.Join(dir, "a.tsv")+": x)\n", out)
	assert.Empty(t, errs)
	file("c.tsv", "id\tfenn\tmoves\n"+row)
	_, errs, err = run("", dir)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.Equal(t, "chuhe judge: "+filepath.Join(dir, "c.tsv")+`: line 1: no column "fen" among id, fenn, moves`+"\n", errs)
}

// A bad row has its line, and the others are judged all the same.
func TestTableBadRows(t *testing.T) {
	good := checkFEN + "\t" + checkMoves + "\n"
	out, errs, err := run("a\tfoo\t"+good+"b\tasian\n"+"c\tasian\t"+good+"d\tasian\t"+checkFEN+"\tc8d9\tillegal: the piece cannot go there\n", "-")
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "2 of 4 games")
	lines := strings.Split(out, "\n")
	require.Len(t, lines, 5)
	assert.Regexp(t, `^illegal .*line 1, column 2 \(ruleset\): .*foo.*\(a\)$`, lines[0])
	assert.Regexp(t, `^illegal .*line 2, column 3 \(fen\).*\(b\)$`, lines[1])
	assert.Regexp(t, `^black-wins red loses: perpetual check.*\(c\)$`, lines[2])
	assert.Regexp(t, `^illegal .*\(d\)$`, lines[3])
	assert.Contains(t, errs, "standard input:1: a: ")
	assert.Contains(t, errs, "standard input:2: b: ")
	// Bad input is not what "illegal" expects.
	_, _, err = run("a\tfoo\t"+checkFEN+"\tc8c8\tillegal\n", "-")
	assert.ErrorIs(t, err, command.ErrInput)
	// Neither is a move that is illegal for another reason.
	_, errs, err = run("a\tasian\t"+checkFEN+"\tc8d9\tillegal: kings would face\n", "-")
	assert.ErrorIs(t, err, ErrDisagrees)
	assert.Contains(t, errs, "standard input:1: a: not as expected: illegal, want illegal: kings would face\n", "the line has the reason")
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
	out, errs, err := run("", file)
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
		"1.\th2e2\th9g7\n2.\th0g2\ti9h9\n",
		"h2e2\th9g7\n",
		"{tags follow}\n[Red \"a\"]\n[Black \"b\"]\n1. h2e2 h9g7 *\n",
		"\xff\xfe1\x00.\x00 \x00h\x002\x00e\x002\x00",
	} {
		out, errs, err := run(text, "-")
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
		{`ply 3, bad move "zz": want one such as h2e2`, "", []string{"-moves", "h2e2 h9g7 zz"}},
		{`不合法 第3着“zz”不是着法`, "", []string{"-moves", "h2e2 h9g7 zz", "-lang", "zh"}},
		{"no game, want -moves, -fen or a file", "", nil},
		{"no game, want -moves, -fen or a file", "", []string{"-rules", "asian"}},
		{"generals face each other", "", []string{"-fen", "4k4/9/9/9/9/9/9/9/9/4K4 w"}},
		{"unknown set of rules \"foo\"", "", []string{"-rules", "foo"}},
		{"unknown language", "", []string{"-lang", "de"}},
		{`"-2" for flag -movelimit: want a whole number from -1 to 10000`, "", []string{"-movelimit", "-2"}},
		{`"10001" for flag -movelimit: want a whole number from -1 to 10000`, "", []string{"-movelimit", "10001"}},
		{`invalid value "x" for flag -movelimit: want a whole number`, "", []string{"-movelimit", "x"}},
		{"x: " + syscall.ENOENT.Error(), "", []string{"x"}},
		{"goes with neither", "", []string{"-", "-moves", "h2e2"}},
		{`"h9g7" is taken for a file: put a FEN or moves of several words in quotation marks`, "", []string{"-moves", "h2e2", "h9g7"}},
		{"missing.pgn: " + syscall.ENOENT.Error(), "", []string{"missing.pgn"}},
		{"line 1, column 3 (fen): no FEN", "only\ttext\n", []string{"-"}},
		{`line 1, column 2 (ruleset): unknown set of rules "foo"`, "x\tfoo\t" + checkFEN + "\t\n", []string{"-"}},
		{`line 1, column 5 (expected): "red wins" is no verdict`, "x\t\t" + checkFEN + "\t\tred wins\n", []string{"-"}},
		{`line 1: no column "fen" among id, ruleset, moves`, "id\truleset\tmoves\nx\tasian\th2e2\n", []string{"-"}},
		{"no game", "", []string{"-"}},
		{"neither games (xqf, ", "only text\n", []string{"-"}},
		{"no game", "# only this\n\n", []string{"-"}},
		{"flag provided but not defined", "", []string{"-colour"}},
	} {
		out, errs, err := run(c.in, c.args...)
		require.ErrorIs(t, err, command.ErrInput, c.want)
		assert.Contains(t, out+errs+err.Error(), c.want)
	}
}

// TestChinese asserts that no line mixes languages.
func TestChinese(t *testing.T) {
	for in, want := range map[string]string{
		"only\ttext\n": "不合法 第1行第3列（fen）：没有 FEN，各列应为 id、ruleset、fen、moves、expected (only)\n",
		"x\tfoo\t" + checkFEN + "\t\n": `不合法 第1行第2列（ruleset）：没有 "foo" 这套规则，应为 ` +
			"computer、asian、chinese、league、checkban、alwaysdraw 之一 (x)\n",
		"x\t\t" + checkFEN + "\t\tred wins\n": `不合法 第1行第5列（expected）："red wins" 不是裁定，` +
			`应写作 "red loses"、"draw: repetition"、"continue"、"illegal" 等 (x)` + "\n",
	} {
		out, errs, err := run(in, "-", "-lang", "zh")
		assert.ErrorIs(t, err, command.ErrInput)
		assert.Equal(t, want, out)
		assert.Regexp(t, `^chuhe judge: 标准输入:1：\w+：无法判断\n$`, errs)
	}
	for in, want := range map[string]string{
		"id\truleset\tmoves\nx\tasian\th2e2\n": `judge: 标准输入：第1行：各列 id、ruleset、moves 中没有 "fen"`,
		"only text\n":                          "judge: 标准输入：格式不明：既不是棋局（xqf、cbr、cbl、cbf、dhtmlxq、pgn、fen、moves、sheet），也不是以制表符分隔各列 id、ruleset、fen、moves、expected 的表格",
		"":                                     "judge: 标准输入：文件中没有棋局",
	} {
		_, errs, err := run(in, "-", "-lang", "zh")
		assert.ErrorIs(t, err, command.ErrInput)
		assert.EqualError(t, err, want)
		assert.Empty(t, errs)
	}
	dir, other := t.TempDir(), t.TempDir()
	_, _, err := run("", "-lang", "zh", dir)
	assert.EqualError(t, err, "judge: "+dir+"：文件夹中没有棋局")
	_, _, err = run("", "-lang", "zh", dir, other)
	assert.EqualError(t, err, "judge: "+dir+"：文件夹中没有棋局；"+other+"：文件夹中没有棋局")
	_, _, err = run("", dir)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.EqualError(t, err, "judge: "+dir+": no game in the folder")
	_, _, err = run("id\tfen\n", dir, "-")
	assert.EqualError(t, err, "judge: "+dir+": no game in the folder; standard input: no game in the file")
}

// TestInterrupt asserts that no further game of a file is judged after an interrupt.
func TestInterrupt(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	require.NoError(t, os.WriteFile(file, []byte("1. h2e2 *\n\n1. h2e2 *\n"), 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	out := writeFunc(func(p []byte) (int, error) { cancel(); return len(p), nil })
	var errs bytes.Buffer
	err := Command().Execute(ctx, []string{file}, command.Streams{Out: out, Err: &errs})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, errs.String())
}

// writeFunc is a writer.
type writeFunc func(p []byte) (int, error)

func (f writeFunc) Write(p []byte) (int, error) { return f(p) }

// TestMissing says which file is missing, without the name of a call of the system.
func TestMissing(t *testing.T) {
	_, _, err := run("", "missing.pgn")
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.Regexp(t, "^judge: missing.pgn: ", err)
	_, _, err = run("", "-lang", "zh", "missing.pgn")
	assert.EqualError(t, err, "judge: missing.pgn：找不到文件")
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
		"\x10\x00\x02\t\x1b[31m\x00":                    "neither games",
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
		for _, lang := range []string{"en", "zh"} {
			out, errs, err := run(in, "-", "-lang", lang)
			all := out + errs
			if err != nil {
				all += command.Printable(err.Error())
			}
			assert.NotRegexp(t, "[\x00-\x08\x0b-\x1f\x7f\u202e]", all, "%q", in)
			if want != "" && lang == "en" {
				assert.Equal(t, 1, strings.Count(all, want), "%q: %s", in, all)
			}
		}
	}
}

// TestFormats judges files of any format and folders of them, says where the recorded
// result is another, and speaks one language.
func TestFormats(t *testing.T) {
	dir := t.TempDir()
	mate := "[FEN \"4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1\"]\n[Result \"%s\"]\n\n1. B1-B9 %s\n"
	for name, text := range map[string]string{
		"a.pgn": strings.ReplaceAll(mate, "%s", "0-1"), "b.txt": "1. 炮二平五 马8进7\n", "c.pgn": strings.ReplaceAll(mate, "%s", "1-0"),
		"d.txt": "1. 炮二平五 马8进8\n", "e.epd": "3k5/3R5/9/9/9/9/9/9/9/3RK4 b\n", "f.png": "\x89PNG\x00", "g.txt": "1. h2e2 h2e2\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	for lang, want := range map[string][]string{
		"en": {
			"red-wins black loses: checkmate; the recorded result is black-wins (DIR/a.pgn)",
			"continue (DIR/b.txt)",
			"red-wins black loses: checkmate (DIR/c.pgn)",
			`illegal line 1 (offset 16): game 1: ply 2, move 1...: bad move "马8进8": not legal for black: no such piece can go there, ` +
				"in rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1 (DIR/d.txt)",
			"red-wins black loses: checkmate (DIR/e.epd)",
			`illegal line 1 (offset 8): game 1: ply 2, move 1...: bad move "h2e2": not legal for black: no piece stands on the first square, ` +
				"in rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1 (DIR/g.txt)",
		},
		"zh": {
			"红胜 黑方负：被将死；棋谱记录的结果是黑胜 (DIR/a.pgn)",
			"对局继续 (DIR/b.txt)",
			"红胜 黑方负：被将死 (DIR/c.pgn)",
			`不合法 第1行（第16字节）第1局：第2着“马8进8”没有棋子能这样走 (DIR/d.txt)`,
			"红胜 黑方负：被将死 (DIR/e.epd)",
			"不合法 第1行（第8字节）第1局：起点无子（第2着，黑方，h2e2） (DIR/g.txt)",
		},
	} {
		out, errs, err := run("", "-lang", lang, dir)
		assert.ErrorIs(t, err, command.ErrInput)
		assert.Equal(t, strings.Join(want, "\n")+"\n", strings.ReplaceAll(out, dir+string(filepath.Separator), "DIR/"))
		assert.Equal(t, 2, strings.Count(errs, "\n"), errs)
		if lang == "zh" {
			assert.EqualError(t, err, "judge: 无法判断：2 局（共 6 局）")
			assert.Contains(t, errs, "无法判断\n")
		}
	}

	// A file that is no good does not keep the others from being judged.
	name := func(file string) string { return filepath.Join(dir, file) }
	empty := name("empty.pgn")
	require.NoError(t, os.WriteFile(empty, nil, 0o600))
	for lang, want := range map[string][]string{
		"en": {"continue (", "empty.pgn: no game in the file\n", "f.png: neither games", "judge: files that cannot be judged: 2"},
		"zh": {"对局继续 (", "empty.pgn：文件中没有棋局\n", "f.png：格式不明：", "judge: 无法判断的文件：2 个"},
	} {
		out, errs, err := run("", "-lang", lang, empty, name("f.png"), name("b.txt"))
		assert.ErrorIs(t, err, command.ErrInput)
		assert.EqualError(t, err, want[3])
		assert.Equal(t, want[0]+name("b.txt")+")\n", out)
		assert.Contains(t, errs, want[1])
		assert.Contains(t, errs, want[2])
	}
	// Neither does a folder.
	closed := name("closed")
	require.NoError(t, os.Mkdir(closed, 0))
	if _, err := os.ReadDir(closed); err != nil { // not so for an administrator
		out, errs, err := run("", dir)
		assert.ErrorIs(t, err, command.ErrInput)
		assert.Equal(t, 6, strings.Count(out, "\n"), out)
		assert.Contains(t, errs, "chuhe judge: "+closed+": permission denied\n")
	}
	out, _, err := run("", "-moves", "1. 炮二平五 H8+7 2. H2-G4?", "-lang", "en")
	assert.ErrorIs(t, err, command.ErrInput)
	assert.Contains(t, out, "illegal no piece stands on the first square (ply 3, h2g4, red)")
	out, _, err = run("", "-moves", "1. 炮二平五 H8+7 2. H0-G2")
	require.NoError(t, err)
	assert.Equal(t, "continue\n", out)
}

// TestFolderTable asserts that a table in a folder that does not name its columns is judged where its
// first FEN is damaged, and that one without any FEN is passed over.
func TestFolderTable(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "prices.tsv"), []byte("a\t5\nb\t6\n"), 0o600))
	_, _, err := run("", dir)
	assert.EqualError(t, err, "judge: "+dir+": no game in the folder")
	rows := "a\tcomputer\t3k5/9 w\te0e1\t\nb\tcomputer\t3k5/9/9/9/9/9/9/9/9/4K4 w\t\tdraw\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cases.tsv"), []byte(rows), 0o600))
	out, errs, err := run("", dir)
	assert.EqualError(t, err, "judge: cannot be judged: 1 of 2 games")
	assert.Equal(t, "chuhe judge: "+filepath.Join(dir, "cases.tsv")+":1: a: cannot be judged\n", errs)
	assert.Regexp(t, `^illegal bad FEN.*\ndraw.*\n$`, out)
}

// TestWarnings asserts that what is doubtful about a file is said in a line for each kind.
func TestWarnings(t *testing.T) {
	const games = "[Red \"甲\"]\n\n1. 炮2平5 马8进7 *\n\n[Black \"乙\"]\n\n1. 炮2平5 马8进7 *\n"
	_, errs, err := run(games, "-")
	require.NoError(t, err)
	assert.Equal(t, "chuhe judge: warning: standard input: line 3 (offset 16): game 1: moves written like those of the other side: "+
		"1 of red written like black's, first \"炮2平5\"; the like in 2 games of the file\n", errs)
	_, errs, err = run("1. h2e2 h9g7 *\n", "-")
	require.NoError(t, err)
	assert.Empty(t, errs)
}
