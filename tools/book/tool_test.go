package book

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/book"
	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/internal/command/commandtest"
	"chuhe/internal/testpos"
	"chuhe/lab/record"
	"chuhe/search"
	"chuhe/tools/source"
)

// run runs the command and returns its output.
func run(ctx context.Context, in string, args ...string) (out, errs string, err error) {
	return commandtest.Run(ctx, Command(), in, args...)
}

const games = `[Red "甲"]
[Result "1-0"]

1. 炮二平五 马８进７ 2. 马二进三 车９平８ 1-0

[Red "b"]
[Result "1/2-1/2"]

1. C8.5 H2+3 1/2-1/2

[Red "c"]

1. P7+1 P7+1 *
`

func write(t *testing.T, name, text string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

func TestMakeAndShow(t *testing.T) {
	from, to := write(t, "a.pgn", games), filepath.Join(t.TempDir(), "a.book")
	out, errs, err := run(t.Context(), "", "make", "-out", to, from)
	require.NoError(t, err)
	assert.Empty(t, errs)
	assert.Regexp(t, `a\.book: 5 positions, 7 moves, \d+ bytes\nfrom 3 games\n$`, out)

	out, _, err = run(t.Context(), "", "show", "-notation", "chinese", "-info", to)
	require.NoError(t, err)
	assert.Equal(t, to+`: 5 positions
  made from 3 games
  results 1 red, 0 black, 1 drawn, 1 open
  plies 40
  mingames 1
fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
move  chinese   weight  share  games  won  drawn  lost  open  points
h2e2  炮二平五  2       50.0%  1      1    0      0     0     100.0%
b2e2  炮八平五  1       25.0%  1      0    1      0     0     50.0%
c3c4  兵七进一  1       25.0%  1      0    0      0     1     -
`, out)
	out, _, err = run(t.Context(), "", "show", "-moves", "b2e2", to)
	require.NoError(t, err)
	assert.Contains(t, out, "b9c7  1       100.0%  2      0    1      1     0     25.0%\n", "h2e2 h9g7 is the mirror image")
	out, _, err = run(t.Context(), "", "show", "-lang", "zh", "-moves", "b2e2", to)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(out, to+"：5 个局面\n"), out)
	assert.Regexp(t, `着法 +权重 +占比 +局数 +胜 +和 +负 +未完 +得分率\nb9c7 `, out)
	out, _, err = run(t.Context(), "", "show", "-lang", "vi", "-moves", "炮二平五 P1+1", to)
	require.NoError(t, err)
	assert.True(t, strings.HasSuffix(out, "\nkhông có nước nào\n"), out)
	out, _, err = run(t.Context(), "", "show", "-moves", "炮二平五 P1+1", to)
	require.NoError(t, err)
	assert.True(t, strings.HasSuffix(out, "\nno move\n"), out)

	out, _, err = run(t.Context(), games, "make", "-out", to, "-force", "-mingames", "2", "-plies", "2", "-")
	require.NoError(t, err)
	assert.Regexp(t, `: 1 position, 1 move, \d+ bytes\nfrom 3 games; of 3 positions with 5 moves, those of fewer than 2 games were left out\n$`, out)
}

// TestMakeFromRecords reads the files of datagen.
func TestMakeFromRecords(t *testing.T) {
	var b bytes.Buffer
	w, err := record.NewWriter(&b, "seed 1\n")
	require.NoError(t, err)
	for _, result := range []board.Result{board.RedWins, board.BlackWins, board.Draw} {
		require.NoError(t, w.Write(&record.Game{Start: board.Start(), Result: result, Plies: []record.Ply{
			{Move: board.MustParseMove("h2e2")}, {Move: board.MustParseMove("h9g7")},
		}}))
	}
	require.NoError(t, w.Flush())
	whole := b.String()
	to := filepath.Join(t.TempDir(), "a.book")
	_, _, err = run(t.Context(), whole, "make", "-out", to, "-")
	require.NoError(t, err)
	out, _, err := run(t.Context(), "", "show", to)
	require.NoError(t, err)
	assert.Contains(t, out, "h2e2  3       100.0%  3      1    1      1     0     50.0%\n")

	damaged := whole + "BLK1 and no block"
	out, errs, err := run(t.Context(), damaged, "make", "-out", to, "-force", "-")
	assert.ErrorIs(t, err, source.ErrFaults)
	assert.Equal(t, 1, command.Status(err))
	assert.Contains(t, errs, "chuhe book make: standard input: block 2 at byte ")
	assert.Contains(t, out, "from 3 games\n", "the games before it are kept")
}

// TestMakeIllegal asserts that a game with an illegal move among the plies that count leaves
// nothing in the book.
func TestMakeIllegal(t *testing.T) {
	var b bytes.Buffer
	w, err := record.NewWriter(&b, "seed 1\n")
	require.NoError(t, err)
	for _, moves := range [][]string{{"h2e2", "a9a0"}, {"c3c4", "h9g7", "a0a9"}} {
		g := record.Game{Start: board.Start(), Result: board.Draw}
		for _, m := range moves {
			g.Plies = append(g.Plies, record.Ply{Move: board.MustParseMove(m)})
		}
		require.NoError(t, w.Write(&g))
	}
	require.NoError(t, w.Flush())
	to := filepath.Join(t.TempDir(), "a.book")
	out, errs, err := run(t.Context(), b.String(), "make", "-lang", "zh", "-plies", "2", "-out", to, "-")
	assert.ErrorIs(t, err, source.ErrFaults)
	assert.ErrorContains(t, err, "有错误：略去 1 局")
	assert.Regexp(t, `chuhe book make: 标准输入：.*game 1.*a9a0`, errs)
	assert.Contains(t, out, "2 个局面，2 着")
	out, _, err = run(t.Context(), "", "show", to)
	require.NoError(t, err)
	assert.Contains(t, out, "c3c4")
	assert.NotContains(t, out, "h2e2")
}

// TestMergeElephant asserts that merge says what of a book of ElephantEye it leaves out.
func TestMergeElephant(t *testing.T) {
	var content []byte
	for _, r := range []struct {
		key  uint32
		move string
	}{{1, "e3e4"}, {0x052656D5, "h2e2"}, {0x052656D5, "a0a9"}} { // the key of no position, and of the start position
		content = binary.LittleEndian.AppendUint32(content, r.key)
		m := board.MustParseMove(r.move)
		for _, s := range []board.Square{m.From(), m.To()} {
			content = append(content, byte(12-s.Rank())<<4|byte(s.File()+3))
		}
		content = append(content, 1, 0)
	}
	from, to := write(t, "BOOK.DAT", string(content)), filepath.Join(t.TempDir(), "a.book")
	out, _, err := run(t.Context(), "", "merge", "-out", to, from)
	require.NoError(t, err)
	assert.Contains(t, out, "1 position, 1 move, ")
	assert.True(t, strings.HasSuffix(out, from+": 1 of 3 moves found; the others are illegal or not reached from the start position\n"), out)
	out, _, err = run(t.Context(), "", "merge", "-force", "-out", to, to)
	require.NoError(t, err)
	assert.NotContains(t, out, "found", "a book that can be listed")
	for l, want := range map[string]string{"en": ": 3 moves, ElephantEye\n", "zh": "：3 着、ElephantEye\n"} {
		out, _, err := run(t.Context(), "", "show", "-lang", l, from)
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(out, from+want), out)
	}
}

func TestMerge(t *testing.T) {
	dir := t.TempDir()
	first, second, both := filepath.Join(dir, "1"), filepath.Join(dir, "2"), filepath.Join(dir, "both")
	half := strings.Index(games, "[Red \"b\"]")
	_, _, err := run(t.Context(), games[:half], "make", "-out", first, "-")
	require.NoError(t, err)
	_, _, err = run(t.Context(), games[half:], "make", "-out", second, "-")
	require.NoError(t, err)
	out, _, err := run(t.Context(), "", "merge", "-out", both, first, second)
	require.NoError(t, err)
	assert.Regexp(t, `both: 5 positions, 7 moves, `, out)
	show := func(name string) string {
		out, _, err := run(t.Context(), "", "show", name)
		require.NoError(t, err)
		_, out, _ = strings.Cut(out, "\n")
		return out
	}
	whole := filepath.Join(dir, "whole")
	_, _, err = run(t.Context(), games, "make", "-out", whole, "-")
	require.NoError(t, err)
	assert.Equal(t, show(whole), show(both), "the sum of the parts is the whole")
	out, _, err = run(t.Context(), "", "show", "-info", both)
	require.NoError(t, err)
	assert.Contains(t, out, "  made by merging 2 books\n  part 1\n  ")
}

// TestNothing asserts that a book without moves replaces no other.
func TestNothing(t *testing.T) {
	to := filepath.Join(t.TempDir(), "a.book")
	_, _, err := run(t.Context(), games, "make", "-out", to, "-")
	require.NoError(t, err)
	before, err := os.ReadFile(to)
	require.NoError(t, err)
	out, _, err := run(t.Context(), games, "make", "-force", "-mingames", "4", "-out", to, "-")
	assert.EqualError(t, err, "book make: no move is left to write into "+to)
	assert.Equal(t, 2, command.Status(err))
	assert.Equal(t, "from 3 games; of 5 positions with 7 moves, those of fewer than 4 games were left out\n", out, "it says why")
	out, _, err = run(t.Context(), games+"\n[Red \"a\"]\n\n1. C2.9 *\n", "make", "-force", "-mingames", "4", "-out", to, "-")
	assert.ErrorContains(t, err, "book make: no move is left to write into "+to)
	assert.ErrorIs(t, err, source.ErrFaults)
	assert.Equal(t, 2, command.Status(err))
	assert.Contains(t, out, "from 3 games; of 5 positions ")
	unknown := write(t, "BOOK.DAT", "\x01\x00\x00\x00\x97\x87\x01\x00") // the key of no position
	out, _, err = run(t.Context(), "", "merge", "-force", "-out", to, unknown)
	assert.EqualError(t, err, "book merge: no move is left to write into "+to)
	assert.Contains(t, out, unknown+": 0 of 1 move found; ")
	left, err := os.ReadFile(to)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(before, left))
}

// TestStream asserts that no book is written into a file of the name that stands for the
// standard input.
func TestStream(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range []string{"make -out - -", "make -force -out - -", "make -search -out -", "merge -out - embedded"} {
		_, _, err := run(t.Context(), games, strings.Fields(args)...)
		assert.ErrorContains(t, err, "-out is -, want the name of a file", args)
		assert.Equal(t, 2, command.Status(err), args)
		assert.NoFileExists(t, "-", args)
	}
}

func TestErrors(t *testing.T) {
	from, to := write(t, "a.pgn", games), filepath.Join(t.TempDir(), "a.book")
	taken, folder := write(t, "taken", "x"), t.TempDir()
	sqlite := write(t, "a.obk", "SQLite format 3\x00 .......")
	for args, want := range map[string]string{
		"make " + from:                              "no -out, want",
		"make -out " + to:                           "no file of games, want one or more, or -search",
		"make -out " + to + " missing.pgn":          "missing.pgn: ",
		"make -out " + to + " " + folder:            folder + ": ",
		"make -out " + taken + " " + from:           "exists; -force replaces it",
		"make -out " + folder + "/a/b " + from:      "no such file or folder: " + folder,
		"merge -out " + folder + "/a/b embedded":    "no such file or folder: " + folder,
		"make -force -out " + from + " " + from:     "the result would replace the games",
		"make -out " + to + " -nodes 9999 -":        "-nodes, want it only with -search",
		"make -search -mingames 2 -out " + to:       "-mingames, want it only without -search",
		"make -search -out " + to + " a.pgn":        `argument "a.pgn", want only flags with -search`,
		"make -out " + to + " " + taken:             "taken: ",
		"show -notation x":                          `unknown notation "x"`,
		"show -moves h2e3":                          "-moves: move 1: bad move \"h2e3\": ",
		"show -lang zh -moves zz":                   "-moves：第 1 着：“zz”不是着法",
		"show -fen x":                               "bad FEN",
		"show -lang zh " + sqlite:                   "a.obk：开局库有误：这是 SQLite 文件，可能是 .obk 开局库，楚河无法读取；见 docs/book.zh-CN.md",
		"show " + taken:                             "byte 0: the file has 1 bytes, want records of 8",
		"make -out " + to + " " + from + " " + from: from + " is given twice",
		"merge -out " + to + " embedded embedded":   "embedded is given twice",
		"merge -out " + to:                          "no book, want one or more",
		"merge -out " + to + " " + taken:            "taken: ",
	} {
		_, _, err := run(t.Context(), "", strings.Fields(args)...)
		assert.ErrorContains(t, err, want, args)
		assert.Equal(t, 2, command.Status(err), args)
	}
	for range 8 { // of several it names the first, whatever the order of a map
		_, _, err := run(t.Context(), "", "make", "-out", to, "-threads", "1", "-nodes", "9999", "-lines", "3", "-")
		assert.ErrorContains(t, err, "-lines, want it only with -search")
	}
	assert.NoFileExists(t, to)

	bad := games + "\n[Red \"d\"]\n\n1. C2.5 C2.5 2. nonsense *\n"
	out, errs, err := run(t.Context(), bad, "make", "-out", to, "-")
	assert.ErrorIs(t, err, source.ErrFaults)
	assert.ErrorContains(t, err, "1 game left out")
	assert.Contains(t, errs, "nonsense")
	assert.Contains(t, out, "from 3 games")
}

func grownNodes() uint64 { return testpos.Rounds[uint64](100, 300, 300) }

// growArgs returns the arguments that grow a small book.
func growArgs(to string, more ...string) []string {
	return append([]string{
		"make", "-search", "-out", to, "-positions", "70", "-nodes", fmt.Sprint(grownNodes()), "-lines", "4", "-evalfile", "classical",
	}, more...)
}

// TestGrow asserts that the book does not depend on threads and interrupts.
func TestGrow(t *testing.T) {
	dir := t.TempDir()
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		return string(b)
	}
	_, _, err := run(t.Context(), "", growArgs(filepath.Join(dir, "one"), "-threads", "1")...)
	require.NoError(t, err)
	_, _, err = run(t.Context(), "", growArgs(filepath.Join(dir, "three"), "-threads", "3")...)
	require.NoError(t, err)
	assert.Equal(t, read("one"), read("three"))
	assert.NoFileExists(t, journalName(filepath.Join(dir, "one")))

	// Interrupted in its second round, and with a line of the journal cut short.
	to := filepath.Join(dir, "again")
	r := defaultRecipe()
	r.positions, r.nodes, r.lines = 70, grownNodes(), 4
	out, _, err := run(t.Context(), "", "show", "-info", filepath.Join(dir, "one"))
	require.NoError(t, err)
	var text strings.Builder
	for line := range strings.Lines(out) {
		if info, ok := strings.CutPrefix(line, "  "); ok {
			text.WriteString(info)
		}
	}
	j, err := openJournal(to, text.String())
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	done, found := 0, 0
	err = newTree(r).grow(ctx, eval.Classical{}, j, func() {
		if done++; done == 40 {
			cancel()
			found = strings.Count(read("again.searches"), "\n")
		}
	})
	assert.ErrorIs(t, err, context.Canceled)
	require.NoError(t, j.Close())
	kept := read("again.searches")
	lines := strings.Count(kept, "\n")
	assert.GreaterOrEqual(t, found, 1+40, "what was reported is kept, and what the worker has found ahead of it")
	assert.Contains(t, []int{found, found + 1}, lines, "what was found is kept, and the search under way if it ends in time")
	_, errs, err := run(ctx, "", growArgs(to)...)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Contains(t, errs, " of 70 positions done; the same command continues\n")
	assert.Equal(t, kept, read("again.searches"))
	require.NoError(t, os.WriteFile(journalName(to), []byte(kept[:len(kept)-5]), 0o600))
	_, _, err = run(t.Context(), "", growArgs(to)...)
	require.NoError(t, err)
	assert.Equal(t, read("one"), read("again"))

	// A book that has no more positions says so.
	out, _, err = run(t.Context(), "", growArgs(filepath.Join(dir, "short"), "-plies", "1")...)
	require.NoError(t, err)
	assert.Contains(t, out, "\nonly 1 position searched: -margin 25 and -plies 1 lead to no others that are within 150 points\n")
	out, _, err = run(t.Context(), "", growArgs(filepath.Join(dir, "short"), "-force", "-lang", "zh", "-plies", "1")...)
	require.NoError(t, err)
	assert.Contains(t, out, "\n只搜索了 1 个局面：")

	// Another recipe does not continue it.
	require.NoError(t, os.WriteFile(journalName(to), []byte(kept), 0o600))
	_, _, err = run(t.Context(), "", growArgs(to, "-force", "-margin", "9")...)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "other settings")
	assert.ErrorContains(t, err, "begun with other settings: margin is \"25\", want \"9\"")
	require.NoError(t, os.WriteFile(journalName(to), []byte(kept+"nonsense\n"), 0o600))
	_, _, err = run(t.Context(), "", growArgs(to, "-force")...)
	assert.ErrorContains(t, err, fmt.Sprintf("line %d: damaged", lines+1))
}

// TestMirrorImages asserts that moves of a position that is its own mirror image are as good
// as their mirror images, and that other positions have no more moves than asked for.
func TestMirrorImages(t *testing.T) {
	o := search.DefaultOptions()
	o.Hash, o.MultiPV, o.Evaluation = growHash, 3, eval.Classical{}
	e, err := search.New(o)
	require.NoError(t, err)
	defer e.Close()
	r := defaultRecipe()
	r.nodes, r.lines = 2000, o.MultiPV
	start := board.Start()
	lines := analyse(t.Context(), e, start, r)
	require.Greater(t, len(lines), r.lines)
	assert.True(t, slices.IsSortedFunc(lines, byScore))
	for _, l := range lines {
		assert.Contains(t, lines, line{l.move.Mirror(), l.score})
	}
	assert.Len(t, analyse(t.Context(), e, start.Make(board.MustParseMove("h2e2")), r), r.lines)
	// No move twice: two of these are their own images.
	var moves []string
	for _, l := range analyse(t.Context(), e, testpos.FEN(t, "4k4/9/9/9/4p4/4P4/9/9/9/4K4 w"), r) {
		moves = append(moves, l.move.String())
	}
	assert.ElementsMatch(t, []string{"e4e5", "e0e1", "e0d0", "e0f0"}, moves)
}

// TestBadSearch gives the journal searches that no search makes.
func TestBadSearch(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	h2e2, b2e2 := board.MustParseMove("h2e2"), board.MustParseMove("b2e2")
	start := board.Start()
	for want, lines := range map[string][]line{
		"move h2e9 is illegal in " + board.StartFEN: {{board.MustParseMove("h2e9"), 5}},
		"move h2e2 twice": {{h2e2, 5}, {h2e2, 4}},
		"score 6 of b2e2, want -31000 to 5, the best move first": {{h2e2, 5}, {b2e2, 6}},
		"score -9999999 of b2e2, want -31000 to 5":               {{h2e2, 5}, {b2e2, -9999999}},
		"score 40000 of h2e2, want -31000 to 31000":              {{h2e2, 40000}},
	} {
		j, err := openJournal(name, "nodes 5\n")
		require.NoError(t, err)
		require.NoError(t, j.add(&start, lines))
		require.NoError(t, j.Close())
		_, err = openJournal(name, "nodes 5\n")
		assert.ErrorContains(t, err, "a.searches: line 2: "+want)
		assert.ErrorIs(t, err, command.ErrInput)
		require.NoError(t, j.Remove())
	}
}

// TestBackUp works out by hand what a tree is worth.
func TestBackUp(t *testing.T) {
	r := defaultRecipe()
	r.margin = 20
	tr := newTree(r)
	start := tr.order[0]
	a, b, c := board.MustParseMove("h2e2"), board.MustParseMove("c3c4"), board.MustParseMove("a0a1")
	tr.found(start, []line{{a, 30}, {b, 24}, {c, -40}})
	require.Len(t, tr.order, 3, "a0a1 is worse by more than the margin")
	assert.Greater(t, tr.order[1].reach, tr.order[2].reach)
	assert.InDelta(t, 1, tr.order[1].reach+tr.order[2].reach, 1e-9)
	// The answer to h2e2 turns out to be strong, so c3c4 is the better move.
	answer := board.MustParseMove("h9g7")
	tr.found(tr.order[1], []line{{answer, 10}})
	tr.backUp()
	assert.Equal(t, 24, start.value)
	moves := func(p board.Position) (text string) {
		f := filepath.Join(t.TempDir(), "x")
		file, err := os.Create(f)
		require.NoError(t, err)
		require.NoError(t, errors.Join(tr.build().Write(file, ""), file.Close()))
		opened, err := book.Open(f)
		require.NoError(t, err)
		found, err := opened.Moves(&p)
		require.NoError(t, err)
		for _, m := range found {
			text += m.Move.String() + " "
		}
		return
	}
	assert.Equal(t, "c3c4 ", moves(board.Start()), "h2e2 is now worse by 34")
	assert.Equal(t, uint32(100), tr.weight(0))
	assert.Equal(t, uint32(50), tr.weight(8))
	assert.Equal(t, uint32(0), tr.weight(21))
}
