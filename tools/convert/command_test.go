package convert

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/game/formats"
	"chuhe/internal/command"
	"chuhe/internal/command/commandtest"
	"chuhe/lang"
)

func convert(in string, args ...string) (out, errs string, err error) {
	return commandtest.Run(context.Background(), Command(), in, args...)
}

const two = "[Red \"甲\"]\n[Result \"1-0\"]\n\n1. C2.5 (1. P7+1 {why}) H8+7 1-0\n\n[Red \"乙\"]\n\n1. h2e2 *\n"

func TestPipe(t *testing.T) {
	out, errs, err := convert(two, "-to", "sheet", "-")
	require.NoError(t, err)
	assert.Equal(t, "红方：甲\n开局：中炮局\n结果：红胜\n\n  1. 炮二平五 马８进７\n\n红方：乙\n开局：中炮局\n\n  1. 炮二平五\n\n", out)
	assert.Equal(t, "pgn: 1 file, 2 games\nwarning: the format cannot hold comments: 1 in 1 game\n"+
		"warning: the format cannot hold variations: 1 in 1 game\n", errs)

	// What is written is read again.
	back, _, err := convert(out, "-to", "pgn", "-notation", "wxf", "-")
	require.NoError(t, err)
	assert.Contains(t, back, "[Red \"甲\"]\n[Opening \"中炮局\"]\n[Result \"1-0\"]")
	assert.Contains(t, back, "1. C2.5 h8+7 1-0")
	assert.Contains(t, back, "[Red \"乙\"]")

	out, _, err = convert("1. 炮二平五 马8进7\n", "-to", "fen", "-")
	require.NoError(t, err)
	assert.Equal(t, "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2\n", out)
	for name, want := range map[string]string{
		"iccs": "H2-E2", "wxf": "C2.5", "chinese": "炮二平五", "traditional": "馬８進７", "ucci": "h2e2", "uci": "h10g8", "san": "Che2",
	} {
		out, _, err = convert("h2e2 h9g7", "-notation", name, "-")
		require.NoError(t, err)
		assert.Contains(t, out, want)
		out, _, err = convert(out, "-to", "moves", "-")
		require.NoError(t, err)
		assert.Equal(t, "1. h2e2 h9g7 *\n", out, name)
	}
}

// TestOpenings asserts that openings are named where that is certain and wanted.
func TestOpenings(t *testing.T) {
	const plain = "h2e2 h7e7\n" // same direction cannons
	for _, c := range []struct {
		in   string
		args []string
		want string // "" for no name
	}{
		{plain, nil, "Same direction cannons"},
		{"[Red \"甲\"]\n\n" + plain, nil, "顺炮局"},
		{"[Red \"甲\"]\n\n" + plain, []string{"-openings", "en"}, "Same direction cannons"},
		{plain, []string{"-notation", "chinese"}, "顺炮局"},
		{plain, []string{"-openings", "zh"}, "顺炮局"},
		{plain, []string{"-openings", "none"}, ""},
		{"[Opening \"?\"]\n\n" + plain, nil, "Same direction cannons"},
		{"[Opening \"mine\"]\n\n" + plain, nil, "mine"},
		{"a3a4 a6a5\n", nil, ""},
		{"[FEN \"3k5/9/9/9/9/9/9/9/R8/4K4 w\"]\n\na1a2\n", nil, ""},
	} {
		out, _, err := convert(c.in, append(c.args, "-")...)
		require.NoError(t, err)
		if c.want == "" {
			assert.NotContains(t, out, "[Opening", c.in)
			continue
		}
		assert.Equal(t, 1, strings.Count(out, "[Opening "), c.in)
		assert.Contains(t, out, "[Opening \""+c.want+"\"]", c.in)
	}
	out, _, err := convert(plain, "-to", "dhtmlxq", "-")
	require.NoError(t, err)
	assert.Contains(t, out, "[DhtmlXQ_open]顺炮局[/DhtmlXQ_open]")

	// A format that cannot hold the name has not lost it.
	_, errs, err := convert(plain, "-to", "moves", "-")
	require.NoError(t, err)
	assert.Equal(t, "moves: 1 file, 1 game\n", errs)
	_, errs, err = convert("[Opening \"mine\"]\n\n"+plain, "-to", "moves", "-")
	require.NoError(t, err)
	assert.Contains(t, errs, "warning: the format cannot hold tags (Opening): 1 in 1 game")

	_, _, err = convert(plain, "-openings", "qaa", "-")
	assert.Equal(t, 2, command.Status(err))
	assert.ErrorContains(t, err, "want "+lang.Codes()+" or none")
}

func TestFaults(t *testing.T) {
	bad := two + "\n[Red \"\x1b[2J\"]\n\n1. C2.5 C2.9 *\n\n[Red \"丁\"]\n\n1. P7+1 *\n"
	out, errs, err := convert(bad, "-to", "moves", "-")
	assert.Equal(t, 2, command.Status(err))
	assert.Equal(t, 3, strings.Count(out, "\n"), out)
	assert.Contains(t, errs, `chuhe convert: standard input: line 12 (offset 108): game 3: ply 2, move 1...: bad move "C2.9"`)
	assert.Contains(t, errs, "pgn: 1 file, 3 games, 1 fault\nfault: bad move in pgn: 1\n")
	assert.NotContains(t, errs+out, "\x1b")
	assert.Contains(t, errs, "; -keep keeps the moves before it\n")
	out, errs, err = convert(bad, "-keep", "-to", "moves", "-")
	assert.NotContains(t, errs, "-keep")
	assert.Equal(t, 2, command.Status(err))
	assert.Equal(t, 4, strings.Count(out, "\n"), out)
	assert.Contains(t, out, "1. h2e2 *\n")
}

// TestKeepHint names -keep where there are moves before a fault of any kind, and only there.
func TestKeepHint(t *testing.T) {
	for in, want := range map[string]bool{
		"[Red \"a\"]\n\n1. h2e2 {open\n":                                true,
		"[DhtmlXQ][DhtmlXQ_movelist]77477[/DhtmlXQ_movelist][/DhtmlXQ]": true,
		"[Red \"a\"]\n\n1. h2e9 *\n":                                    false,
		"[Red \"a\"]\n\n{open\n":                                        false,
		"[DhtmlXQ][DhtmlXQ_binit]12[/DhtmlXQ_binit][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]": false,
	} {
		out, errs, err := convert(in, "-to", "moves", "-")
		assert.Equal(t, 2, command.Status(err), in)
		assert.Empty(t, out, in)
		assert.Equal(t, want, strings.Contains(errs, "; -keep keeps the moves before it\n"), "%s: %s", in, errs)
		out, errs, _ = convert(in, "-to", "moves", "-keep", "-")
		assert.Equal(t, want, out == "1. h2e2 *\n", "%s: %s", in, errs)
		assert.NotContains(t, errs, "-keep", in)
	}
}

// TestRefusedGame gives the warnings about a game that is left out: they may say why.
func TestRefusedGame(t *testing.T) {
	_, errs, err := convert("[Variant \"Chess\"]\n\n1. e4 e5 2. Nf3 *\n", "-to", "moves", "-")
	assert.Equal(t, 2, command.Status(err))
	assert.Contains(t, errs, "warning: standard input: line 1 (offset 0): game 1: another game by its tag, read as Xiangqi: Variant \"Chess\"\n")
}

func TestFolders(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	require.NoError(t, os.MkdirAll(filepath.Join(in, "sub", ".hidden"), 0o777))
	for name, text := range map[string]string{
		"a.pgn": two, "a.txt": "h2e2 h9g7\n", "sub/b.doc": "1. 炮二平五\n", "sub/B.txt": "h2e2\n", "sub/.hidden/c.pgn": two, "picture.png": "\x89PNG\x00\x00", "empty": "",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(in, name), []byte(text), 0o666))
	}
	stdout, errs, err := convert("", "-out", out+"/", in)
	require.NoError(t, err, errs)
	assert.Empty(t, stdout)
	assert.Equal(t, "moves: 3 files, 3 games\npgn: 1 file, 2 games\nnot games: 2 files: IN/empty, IN/picture.png\n", strings.ReplaceAll(filepath.ToSlash(errs), filepath.ToSlash(in), "IN"))
	for _, name := range []string{"a.pgn", "a-2.pgn", "sub/B.pgn", "sub/b-2.pgn"} { // B and b are one name for some systems
		text, err := os.ReadFile(filepath.Join(out, name))
		require.NoError(t, err)
		assert.Contains(t, string(text), "[Game \"Chinese Chess\"]")
	}
	entries, err := os.ReadDir(out)
	require.NoError(t, err)
	assert.Len(t, entries, 3)

	// Many files that are no games are only counted.
	many := filepath.Join(dir, "many")
	require.NoError(t, os.Mkdir(many, 0o777))
	for i := range 6 {
		require.NoError(t, os.WriteFile(filepath.Join(many, fmt.Sprint(i)), nil, 0o666))
	}
	_, errs, _ = convert("", many, filepath.Join(in, "a.pgn"))
	assert.Equal(t, "pgn: 1 file, 2 games\nnot games: 6 files\n", errs)

	// Nothing that is there is replaced without being asked for.
	_, _, err = convert("", "-out", out, in)
	assert.Equal(t, 2, command.Status(err))
	assert.ErrorContains(t, err, "exists; -force replaces it")
	_, _, err = convert("", "-out", out, "-force", in)
	assert.NoError(t, err)

	// A folder is not replaced, and the error does not suggest the flag that was given.
	require.NoError(t, os.Mkdir(filepath.Join(out, "d.pgn"), 0o777))
	_, _, err = convert("h2e2", "-out", filepath.Join(out, "d.pgn"), "-")
	require.NoError(t, err, "into the folder")
	other := filepath.Join(dir, "d.txt")
	require.NoError(t, os.WriteFile(other, []byte("h2e2"), 0o666))
	_, _, err = convert("", "-out", out, "-force", other)
	assert.ErrorContains(t, err, "write "+filepath.Join(out, "d.pgn")+": ")
	assert.NotContains(t, err.Error(), "-force")

	// All games in one file.
	one := filepath.Join(dir, "all.pgn")
	_, _, err = convert("", "-out", one, in)
	require.NoError(t, err)
	text, err := os.ReadFile(one)
	require.NoError(t, err)
	assert.Equal(t, 5, strings.Count(string(text), "[Game "))
	_, _, err = convert("", "-out", one, in)
	assert.ErrorContains(t, err, "exists; -force")
	again, err := os.ReadFile(one)
	require.NoError(t, err)
	assert.Equal(t, text, again)
}

// TestInputStays asserts that no file that is read is replaced, whatever its name is
// called by.
func TestInputStays(t *testing.T) {
	const bad = "1. h2e2 *\n\n[Red \"A\"]\n\n1. h2e2 h2e2 *\n"
	dir := t.TempDir()
	read, other, link := filepath.Join(dir, "x.pgn"), filepath.Join(dir, "w.txt"), filepath.Join(dir, "x.link")
	require.NoError(t, os.WriteFile(read, []byte(bad), 0o666))
	require.NoError(t, os.WriteFile(other, []byte(two), 0o666))
	require.NoError(t, os.Link(read, link))
	stays := func(s command.Streams, args ...string) {
		t.Helper()
		s.Out, s.Err = &bytes.Buffer{}, &bytes.Buffer{}
		err := Command().Execute(t.Context(), args, s)
		assert.Equal(t, 2, command.Status(err))
		assert.ErrorContains(t, err, "is one of the files that are read, so it is not replaced")
		text, err := os.ReadFile(read)
		require.NoError(t, err)
		assert.Equal(t, bad, string(text))
	}
	stays(command.Streams{}, "-force", "-out", read, read)
	stays(command.Streams{}, "-out", read, read)
	stays(command.Streams{}, "-force", "-out", read, other, link)
	stays(command.Streams{}, "-force", "-out", dir+"/", dir)
	in, err := os.Open(read)
	require.NoError(t, err)
	defer in.Close()
	stays(command.Streams{In: in}, "-force", "-out", read, "-")
}

// TestSingle writes formats that hold one game to a file.
func TestSingle(t *testing.T) {
	for _, f := range formats.All() {
		if f.Several || f.Write == nil {
			continue
		}
		dir := t.TempDir()
		_, _, err := convert(two, "-to", f.Name, "-")
		assert.Equal(t, 2, command.Status(err), f.Name)
		assert.ErrorContains(t, err, "one game to a file")
		name := filepath.Join(dir, "x")
		_, _, err = convert(two, "-to", f.Name, "-out", name, "-")
		assert.ErrorContains(t, err, "one game to a file")
		assert.NoFileExists(t, name)
		_, _, err = convert(two, "-to", f.Name, "-out", dir, "-")
		require.NoError(t, err)
		for _, name := range []string{"games", "games-2"} {
			file := filepath.Join(dir, name+"."+f.Extensions[0])
			out, _, err := convert("", "-to", "moves", file)
			require.NoError(t, err)
			assert.Contains(t, out, "1. h2e2")
		}
	}
}

func TestBadInput(t *testing.T) {
	for _, c := range []struct {
		want string
		in   string
		args []string
	}{
		{"no file, want one", "", nil},
		{"-out is -, want the name of a file", "", []string{"-out", "-", "-force", "-"}},
		{`unknown format "doc": want xqf, cbr, `, "", []string{"-to", "doc", "-"}},
		{`没有格式 "doc"，应为 xqf、cbr、`, "", []string{"-to", "doc", "-lang", "zh", "-"}},
		{`không có cách ghi "x", cần iccs, `, "", []string{"-notation", "x", "-lang", "vi", "-"}},
		{`unknown notation "x"`, "", []string{"-notation", "x", "-"}},
		{"missing.pgn: " + syscall.ENOENT.Error(), "", []string{"missing.pgn"}},
		{"the file is empty", "", []string{"-"}},
		{"missing/a.pgn: no such file or folder: missing", two, []string{"-out", "missing/a.pgn", "-"}},
		{"- is given twice", two, []string{"-", "-"}},
		{"command.go is given twice", "", []string{"command.go", "doc.go", "command.go"}},
		{"command.go and ./command.go are the same file", "", []string{"command.go", "./command.go"}},
		{"command.go is given twice", "", []string{".", "command.go"}},
		{filepath.FromSlash("../convert/choice.go is given twice"), "", []string{".", ".."}},
		{"unknown format", "\x00\x01\x02", []string{"-"}},
	} {
		_, errs, err := convert(c.in, c.args...)
		assert.Equal(t, 2, command.Status(err), c.want)
		assert.Contains(t, errs+err.Error(), c.want)
	}
}

// TestOtherName asserts that games are not written as PGN under the name of another format, unless -to
// says so.
func TestOtherName(t *testing.T) {
	dir := t.TempDir()
	for name, named := range map[string]string{"a.xqf": "xqf", "a.CBR": "cbr", "a.cbl": "cbl", "a.epd": "fen", "a.html": "dhtmlxq"} {
		name = filepath.Join(dir, name)
		_, _, err := convert(two, "-out", name, "-")
		assert.Equal(t, 2, command.Status(err), name)
		assert.ErrorContains(t, err, "-out "+name+": the name is that of a file of format "+named+", but without -to the games are written as pgn; want -to or another name")
		assert.NoFileExists(t, name)
		_, _, err = convert(two, "-to", "pgn", "-out", name, "-")
		require.NoError(t, err)
		assert.FileExists(t, name)
	}
	for _, name := range []string{"b", "b.pgn", "b.txt", "b.notes"} { // several formats have .txt
		_, _, err := convert(two, "-out", filepath.Join(dir, name), "-")
		require.NoError(t, err)
		assert.FileExists(t, filepath.Join(dir, name))
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "c.xqf"), 0o777))
	_, _, err := convert(two, "-out", filepath.Join(dir, "c.xqf"), "-")
	require.NoError(t, err)
	assert.FileExists(t, filepath.Join(dir, "c.xqf", "games.pgn"))
}

// during is an input that does something when it is first read.
type during struct {
	io.Reader
	do func()
}

func (d *during) Read(p []byte) (int, error) {
	if d.do != nil {
		d.do()
		d.do = nil
	}
	return d.Reader.Read(p)
}

// end is an input that does something at its end.
func end(text string, do func()) io.Reader {
	return io.MultiReader(strings.NewReader(text), &during{strings.NewReader(""), do})
}

// TestLateFile asserts that a file is not replaced if it appears while convert runs.
func TestLateFile(t *testing.T) {
	for _, out := range []string{"all.pgn", "games.pgn"} {
		for _, force := range []bool{false, true} {
			dir := t.TempDir()
			name := filepath.Join(dir, out)
			args := []string{"-force=" + fmt.Sprint(force), "-out", name, "-"}
			if out == "games.pgn" { // the name that convert makes of "-" in a folder
				args[2] = dir
			}
			in := end(two+strings.Repeat(" ", 1<<20), func() {
				assert.NoError(t, os.WriteFile(name, []byte("theirs"), 0o666))
			})
			err := Command().Execute(t.Context(), args, command.Streams{In: in, Out: &bytes.Buffer{}, Err: &bytes.Buffer{}})
			text, missing := os.ReadFile(name)
			require.NoError(t, missing)
			if entries, err := os.ReadDir(dir); assert.NoError(t, err) {
				assert.Len(t, entries, 1)
			}
			if force {
				assert.NoError(t, err)
				assert.Contains(t, string(text), "[Game ")
				continue
			}
			assert.Equal(t, "theirs", string(text), out)
			assert.Equal(t, 2, command.Status(err))
			assert.ErrorContains(t, err, name+" exists; -force replaces it")
		}
	}
}

// TestNoGame asserts that where there is no game, the arguments are named.
func TestNoGame(t *testing.T) {
	dir := t.TempDir()
	_, _, err := convert("", dir)
	assert.Equal(t, 2, command.Status(err))
	assert.EqualError(t, err, "convert: "+dir+": no game in the folder")
	other := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(other, "empty"), nil, 0o666))
	_, _, err = convert("", dir, other)
	assert.EqualError(t, err, "convert: "+dir+": no game in the folder; "+other+": no game in the folder")
	assert.Equal(t, "a.cbl: no game in the file; standard input: no game in the file", formats.NoGame(lang.English, []string{"a.cbl", "-"}))
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := Command().Execute(ctx, []string{"-"}, command.Streams{In: strings.NewReader(two), Out: &bytes.Buffer{}, Err: &bytes.Buffer{}})
	assert.ErrorIs(t, err, context.Canceled)
}

// TestInterruptedOutput asserts that after an interruption the last line says what was
// written.
func TestInterruptedOutput(t *testing.T) {
	dir := t.TempDir()
	first, name := filepath.Join(dir, "first.pgn"), filepath.Join(dir, "h.pgn")
	require.NoError(t, os.WriteFile(first, []byte(two), 0o666))
	for _, c := range []struct{ out, want string }{
		{"", "the output is not complete"},
		{name, name + " was not written"},
		{os.DevNull, os.DevNull + " is not complete"},
		{dir + "/new/", "files written to " + dir + "/new/: 1"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var errs bytes.Buffer
		in := end(strings.Repeat(two, 1000), cancel)
		err := Command().Execute(ctx, []string{"-out", c.out, first, "-"}, command.Streams{In: in, Out: &bytes.Buffer{}, Err: &errs})
		assert.ErrorIs(t, err, context.Canceled)
		assert.Regexp(t, "^pgn: 2 files, [0-9]+ games\n", errs.String())
		assert.True(t, strings.HasSuffix(errs.String(), "\nchuhe convert: interrupted; "+c.want+"\n"), errs.String())
		assert.NoFileExists(t, name)
	}
	entries, err := os.ReadDir(filepath.Join(dir, "new"))
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}

// TestWarnings asserts that there is a line for each kind of loss, and for each file and
// kind of doubt.
func TestWarnings(t *testing.T) {
	const games = "[Red \"甲\"]\n[Site \"北京\"]\n\n1. 炮2平5 马8进7 3. 马2进3 车9平8 4. 兵七进一 *\n\n[Black \"乙\"]\n\n1. 炮2平5 马8进7 *\n"
	out, errs, err := convert(games, "-to", "moves", "-openings", "none", "-")
	require.NoError(t, err)
	assert.Equal(t, "1. h2e2 h9g7 2. h0g2 i9h9 3. c3c4 *\n1. h2e2 h9g7 *\n", out)
	assert.Equal(t, "chuhe convert: warning: standard input: line 4 (offset 32): game 1: moves written like those of the other side: "+
		"2 of red written like black's, first \"炮2平5\"; the like in 2 games of the file\n"+
		"chuhe convert: warning: standard input: line 4 (offset 50): game 1: a move number that does not fit: 3, want 2; moves may be missing\n"+
		"pgn: 1 file, 2 games\nwarning: the format cannot hold tags (Black, Red, Site): 3 in 2 games\n", errs)
}

// TestNumberAgain reads a game of XQWizard, which gives the number of the first move
// again behind a comment.
func TestNumberAgain(t *testing.T) {
	for _, in := range []string{
		"[Red \"A\"]\n\n  1. 炮二平五\n{x}\n  1.          炮８平５\n  2. 马二进三 马８进７ *\n",
		"1. C2.5\n1. C8.5\n2. H2+3 H8+7\n",
	} {
		out, _, err := convert(in, "-to", "moves", "-openings", "none", "-")
		require.NoError(t, err)
		assert.Equal(t, "1. h2e2 h7e7 2. h0g2 h9g7 *\n", out)
	}
}

// TestLanguages says what happens in the language asked for.
func TestLanguages(t *testing.T) {
	bad := "[Red \"甲\"]\n\n1. C2.5 (1. P7+1 {why}) H8+7 *\n\n[Red \"乙\"]\n\n1. h2e2 C2.9 *\n"
	for code, want := range map[string][]string{
		"zh":    {"标准输入：第7行", "加 -keep 可保留此前的着法", "pgn：1 个文件，1 局，1 处错误", "错误：pgn 中着法有误：1 处", "警告：目标格式无法保存变着：1 局中有 1 处"},
		"zh-TW": {"標準輸入", "加 -keep 可保留此前的著法", "1 個檔案", "警告：目標格式無法儲存變著"},
		"vi":    {"đầu vào chuẩn", "1 tập tin, 1 ván, 1 lỗi", "cảnh báo: định dạng không chứa được các biến: 1 trong 1 ván"},
	} {
		_, errs, err := convert(bad, "-lang", code, "-to", "moves", "-keep=false", "-")
		assert.Equal(t, 2, command.Status(err), code)
		for _, text := range want {
			assert.Contains(t, errs, text, code)
		}
		assert.NotRegexp(t, "warning|fault|move|game", errs, code)
		out, _, err := convert("", "-lang", code, "-help")
		require.NoError(t, err)
		assert.Contains(t, out, "dhtmlxq", code)
		assert.NotContains(t, out, "The formats are", code)
	}
}
