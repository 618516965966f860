package puzzle

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval/evals"
	"chuhe/internal/command"
	"chuhe/internal/command/commandtest"
	"chuhe/internal/testpos"
	"chuhe/lang"
	"chuhe/puzzle"
	"chuhe/tools/puzzle/find"
	"chuhe/tools/puzzle/mate"
)

// readFunc is a function as an input.
type readFunc func([]byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// run runs the command and returns its output.
func run(ctx context.Context, in string, args ...string) (out, errs string, err error) {
	return commandtest.Run(ctx, Command(), in, args...)
}

// games are two with a mate and one with a fault between them. The shortest searches see the mates.
const games = `[FEN "9/9/4bk3/9/5N3/9/9/3K1A3/4C2n1/5A3 w - - 0 1"]

1. F5-D6 F7-F8 2. E1-F1 1-0

[FEN "9/9/4bk3/9/5N3/9/9/3K1A3/4C2n1/5A3 w - - 0 1"]

1. F5-F6 1-0

[FEN "1P1k5/9/9/9/8p/2r6/6n2/6n2/5K3/9 b - - 0 1"]

1. ... C4-F4 0-1
`

const (
	first  = "9/9/4bk3/9/5N3/9/9/3K1A3/4C2n1/5A3 w; f5d6 f7f8 e1f1; mate; "
	second = "1P1k5/9/9/9/8p/2r6/6n2/6n2/5K3/9 b; c4f4; mate; "
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

func contents(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// TestMake finds puzzles, and finds the same after it was interrupted anywhere.
func TestMake(t *testing.T) {
	testpos.SkipRace(t)
	from, to := write(t, "a.pgn", games), filepath.Join(t.TempDir(), "p.txt")
	out, errs, err := run(t.Context(), "", "make", "-nodes", "20000", "-out", to, from)
	assert.ErrorIs(t, err, errFaults)
	assert.Contains(t, out, "2 puzzles in 3 games")
	assert.Contains(t, errs, "a.pgn")
	whole := contents(t, to)
	lines := strings.Split(strings.TrimSpace(whole), "\n")
	require.Len(t, lines, 3)
	assert.Contains(t, lines[0], "# chuhe puzzles make -nodes 20000")
	assert.True(t, strings.HasPrefix(lines[1], first) && strings.HasSuffix(lines[1], "; 1"), lines[1])
	assert.True(t, strings.HasPrefix(lines[2], second) && strings.HasSuffix(lines[2], "; 3"), lines[2])

	for _, size := range []int{len(lines[0]) + 1, len(lines[0]) + 20, len(whole) - 5, len(whole)} {
		require.NoError(t, os.WriteFile(to, []byte(whole[:size]), 0o600))
		_, _, err := run(t.Context(), "", "make", "-nodes", "20000", "-out", to, from)
		assert.ErrorIs(t, err, errFaults)
		assert.Equal(t, whole, contents(t, to), "cut after %d bytes", size)
	}

	// Another recipe is refused, and replaces the file only with -force.
	_, _, err = run(t.Context(), "", "make", "-nodes", "3000", "-out", to, from)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "p.txt: begun with other settings: its first line is \"# chuhe puzzles make -nodes 20000 ")
	assert.ErrorContains(t, err, "want \"# chuhe puzzles make -nodes 3000 ")
	assert.Equal(t, whole, contents(t, to))
	_, _, err = run(t.Context(), "", "make", "-nodes", "20000", "-mate", "1", "-force", "-out", to, from)
	assert.ErrorIs(t, err, errFaults)
	assert.NotContains(t, contents(t, to), first)
	assert.Contains(t, contents(t, to), second)

	// A run without a puzzle leaves nothing that another must not replace.
	require.NoError(t, os.WriteFile(to, []byte(lines[0]+"\n"), 0o600))
	_, _, err = run(t.Context(), "", "make", "-nodes", "20000", "-mate", "1", "-out", to, from)
	assert.ErrorIs(t, err, errFaults)
	assert.Contains(t, contents(t, to), second)

	other := filepath.Join(t.TempDir(), "x")
	_, _, err = run(t.Context(), "", "make", "-out", other, from, "nonesuch.pgn")
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "nonesuch.pgn")
	assert.NoFileExists(t, other, "all files are looked for first")
	_, _, err = run(t.Context(), "", "make", from)
	assert.ErrorContains(t, err, "want -out FILE")
}

// TestMakeInterrupted asserts that an interrupt says what is kept and how to go on.
func TestMakeInterrupted(t *testing.T) {
	from, to := write(t, "a.pgn", "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 *\n"), filepath.Join(t.TempDir(), "p.txt")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(to); err == nil {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	_, errs, err := run(ctx, "", "make", "-nodes", "1000000000", "-out", to, from)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, "chuhe puzzles make: stopped: 0 puzzles in 1 game; the same command continues\n", errs)
	assert.FileExists(t, to)
}

// TestMakeEdited continues a file that a user has edited: no byte of it is lost.
func TestMakeEdited(t *testing.T) {
	testpos.SkipRace(t)
	from, to := write(t, "a.pgn", games), filepath.Join(t.TempDir(), "p.txt")
	again := func(text string) string {
		t.Helper()
		require.NoError(t, os.WriteFile(to, []byte(text), 0o600))
		_, _, err := run(t.Context(), "", "make", "-out", to, from)
		require.ErrorIs(t, err, errFaults)
		return contents(t, to)
	}
	whole := again("")
	line := slices.Collect(strings.Lines(whole))
	require.Len(t, line, 3)
	for _, edited := range []string{
		line[0] + "# 注\n\n" + line[1] + line[2],
		line[0] + line[1] + "# after the first\n" + line[2] + "# the end\n",
		line[0] + strings.TrimSpace(line[1]) + " \t\n" + line[2],
		"\ufeff" + whole,
		strings.ReplaceAll(whole, "\n", "\r\n"),
	} {
		assert.Equal(t, edited, again(edited))
	}
	assert.Equal(t, whole+"# the end\n", again(whole+"# the end"))
	assert.Equal(t, line[0]+line[1]+"# 注\n"+line[2], again(line[0]+line[1]+"# 注\n"), "what is missing follows")
	assert.Equal(t, line[0]+"# 注\n"+line[1]+line[2], again(line[0]+"# 注\n"+line[1]+line[2][:30]))

	require.NoError(t, os.WriteFile(to, []byte(line[0]+line[1]+"x; y\n"), 0o600))
	_, _, err := run(t.Context(), "", "make", "-out", to, from)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "p.txt: line 3: not a puzzle: number of fields 2")
	assert.Contains(t, lang.Lang("zh-Hans").Explain(err), "第3行：不是一道题，应有五项：局面; 答案; 主题; 难度分; 局号")
	assert.Equal(t, line[0]+line[1]+"x; y\n", contents(t, to))
}

// TestMakeKeeps asserts that -force replaces no file before there is a game, nor the
// games themselves.
func TestMakeKeeps(t *testing.T) {
	testpos.SkipRace(t)
	from, to := write(t, "a.pgn", games), write(t, "p.txt", "something else\n")
	faulty := write(t, "faulty.pgn", "[Red \"a\"]\n\n1. H2-E3 *\n")
	unknown, folder := write(t, "unknown", "\x00\x01\x02"), t.TempDir()
	for args, want := range map[string]string{
		"-out " + from + " " + from:                       "a.pgn: the result would replace the games, want another -out",
		"-force -out " + from + " " + from:                "a.pgn: the result would replace the games, want another -out",
		"-out " + to + " " + write(t, "other.pgn", games): "p.txt: no file of chuhe puzzles make; want another -out, or -force to replace it",
		"-force -out " + to + " -":                        "no game in standard input",
		"-force -out " + to + " " + faulty:                "no game in " + faulty,
		"-force -out " + to + " - " + faulty:              "no game in standard input, " + faulty,
		"-force -out " + to + " " + folder:                folder + ": ",
		"-force -out " + to + " " + unknown:               "unknown format",
		"-out " + filepath.Join(to, "x") + " -":           "no game in standard input",
	} {
		_, _, err := run(t.Context(), "", append([]string{"make"}, strings.Fields(args)...)...)
		assert.ErrorContains(t, err, want, args)
		assert.Equal(t, 2, command.Status(err), args)
		assert.Equal(t, games, contents(t, from), args)
		assert.Equal(t, "something else\n", contents(t, to), args)
	}
	missing := filepath.Join(t.TempDir(), "missing")
	_, _, err := run(t.Context(), "", "make", "-out", missing, "-")
	assert.ErrorContains(t, err, "no game in standard input")
	assert.NoFileExists(t, missing)

	_, _, err = run(t.Context(), "", "make", "-force", "-out", to, faulty, from)
	assert.ErrorIs(t, err, errFaults)
	assert.Contains(t, contents(t, to), first)
}

// TestStream asserts that no puzzle is written into a file of the name that stands for the
// standard input.
func TestStream(t *testing.T) {
	in := map[string]string{"make": games, "pick": first + "1; 1\n", "check": first + "1; 1\n", "rate": first + "1; 1\n"}
	t.Chdir(t.TempDir())
	for name, text := range in {
		_, _, err := run(t.Context(), text, name, "-force", "-out", "-", "-")
		assert.ErrorContains(t, err, "-out is -, want the name of a file", name)
		assert.Equal(t, 2, command.Status(err), name)
		assert.NoFileExists(t, "-", name)
	}
}

// TestMakeOtherGames refuses to continue with other games of the same name.
func TestMakeOtherGames(t *testing.T) {
	testpos.SkipRace(t)
	third := strings.Index(games, `[FEN "1P1k5`)
	from, to := write(t, "a.pgn", games[:third]), filepath.Join(t.TempDir(), "p.txt")
	makeFrom := func(in, name string, more ...string) (whole string, err error) {
		t.Helper()
		_, _, err = run(t.Context(), in, append([]string{"make", "-out", to, name}, more...)...)
		return contents(t, to), err
	}
	whole, err := makeFrom("", from)
	assert.ErrorIs(t, err, errFaults)
	sum := fmt.Sprintf("; SHA-256 %x\n", sha256.Sum256([]byte(games[:third])))
	assert.Contains(t, whole, "; games of "+from+sum+first)

	require.NoError(t, os.WriteFile(from, []byte(games[third:]), 0o600))
	again, err := makeFrom("", from)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "begun with other settings")
	assert.Equal(t, whole, again)
	again, err = makeFrom("", from, "-force")
	require.NoError(t, err)
	assert.Contains(t, again, second)
	assert.NotContains(t, again, first)

	// The standard input is no other, and the sum counts all files.
	both := write(t, "b.pgn", games[:third])
	whole, err = makeFrom(games[third:], both, "-", "-force")
	assert.ErrorIs(t, err, errFaults)
	assert.Contains(t, whole, fmt.Sprintf("b.pgn, -; SHA-256 %x\n", sha256.Sum256([]byte(games))))
	assert.Contains(t, whole, first)
	assert.Contains(t, whole, second)
	again, err = makeFrom(games[third:], both, "-")
	assert.ErrorIs(t, err, errFaults)
	assert.Equal(t, whole, again)
	again, err = makeFrom(games[:third], both, "-")
	assert.ErrorContains(t, err, "begun with other settings")
	assert.Equal(t, whole, again)
}

// TestMost stops after a number of puzzles, but not before the last game of an earlier run,
// which may lack some.
func TestMost(t *testing.T) {
	testpos.SkipRace(t)
	from, to := write(t, "a.pgn", games), filepath.Join(t.TempDir(), "p.txt")
	for range 2 {
		out, _, err := run(t.Context(), "", "make", "-most", "1", "-out", to, from)
		require.NoError(t, err)
		assert.Equal(t, "1 puzzle in 1 game\n", out)
		assert.Contains(t, contents(t, to), first)
		assert.NotContains(t, contents(t, to), second)
	}
}

// TestMakeNothing asserts that make says so where no puzzle can be found.
func TestMakeNothing(t *testing.T) {
	from, to := write(t, "a.pgn", games), filepath.Join(t.TempDir(), "p.txt")
	_, _, err := run(t.Context(), "", "make", "-themes", "mate", "-mate", "0", "-out", to, from)
	assert.ErrorContains(t, err, "-themes mate with -mate 0 finds nothing")
	assert.Equal(t, 2, command.Status(err))
	assert.NoFileExists(t, to)
	const note = "chuhe puzzles make: -skip 3 passes over all there is, 3 games\n"
	for _, more := range [][]string{{"-skip", "3"}, {"-skip", "3", "-unit", "0/1"}} {
		_, errs, err := run(t.Context(), "", append(append([]string{"make"}, more...), "-out", to, from)...)
		assert.ErrorIs(t, err, errFaults, "of the second game")
		assert.Contains(t, errs, note)
	}
	_, errs, err := run(t.Context(), "", "make", "-skip", "2", "-force", "-out", to, from)
	assert.ErrorIs(t, err, errFaults)
	assert.NotContains(t, errs, "-skip")
	assert.Contains(t, contents(t, to), second)
}

// TestRate gives puzzles the ratings that they had when they were made.
func TestRate(t *testing.T) {
	testpos.SkipRace(t)
	from, made := write(t, "a.pgn", games), filepath.Join(t.TempDir(), "p.txt")
	_, _, err := run(t.Context(), "", "make", "-nodes", "20000", "-out", made, from)
	require.ErrorIs(t, err, errFaults)
	_, want, _ := strings.Cut(contents(t, made), "\n")
	lines := strings.SplitAfter(want, "\n")
	require.Len(t, lines, 3)

	to := filepath.Join(t.TempDir(), "q.txt")
	out, _, err := run(t.Context(), first+"3000; 1\n"+lines[1], "rate", "-out", to, "-")
	require.NoError(t, err)
	assert.Equal(t, want, contents(t, to))
	assert.Equal(t, "2 puzzles, 1 of them with another rating\n", out)

	_, _, err = run(t.Context(), want, "rate", "-out", to, "-")
	assert.ErrorContains(t, err, "-force")
	assert.Equal(t, 2, command.Status(err))
	_, _, err = run(t.Context(), want, "rate", "-")
	assert.ErrorContains(t, err, "want -out FILE")
	assert.Equal(t, 2, command.Status(err))
	_, _, err = run(t.Context(), "x; y\n", "rate", "-force", "-out", to, "-")
	assert.ErrorContains(t, err, "line 1: not a puzzle")
	// The puzzles of the program belong to all.
	all, err := puzzle.Read(strings.NewReader(first + "3000; 1\n"))
	require.NoError(t, err)
	evaluation, err := evals.Default()
	require.NoError(t, err)
	by := &judging{options: find.DefaultOptions(evaluation), threads: 1}
	rated, changed, err := rate(t.Context(), by, nil, all, func(int, int) {})
	require.NoError(t, err)
	assert.Equal(t, 1, changed)
	assert.Less(t, rated[0].Rating, 3000)
	assert.Equal(t, 3000, all[0].Rating)
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err = run(stopped, first+"3000; 1\n", "rate", "-force", "-out", to, "-")
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, want, contents(t, to), "an old file stays")
}

// TestThreads asserts that the work of several threads is done at the same time and that its outcomes
// are those of one, in the same order.
func TestThreads(t *testing.T) {
	const bad = "4k4/R8/1R7/9/9/9/9/9/9/3K5 w; b7b9; mate; 1; 0\n"
	in := "# a\n" + first + "3000; 1\n# b\n" + bad + second + "1; 2\n" + bad + bad + "# c\n" + second + "1; 3\n"
	dir := t.TempDir()
	for _, name := range []string{"check", "rate"} {
		var said, written []string
		for _, threads := range []string{"1", "3", "9"} {
			to := filepath.Join(dir, name+threads)
			out, errs, err := run(t.Context(), in, name, "-threads", threads, "-out", to, "-")
			if name == "check" {
				require.ErrorIs(t, err, errFaults)
			} else {
				require.NoError(t, err)
			}
			said, written = append(said, out+errs), append(written, contents(t, to))
		}
		assert.Equal(t, []string{said[0], said[0], said[0]}, said)
		assert.Equal(t, []string{written[0], written[0], written[0]}, written)
	}

	all, err := puzzle.Read(strings.NewReader(first + "1; 1\n" + second + "1; 2\n"))
	require.NoError(t, err)
	evaluation, err := evals.Default()
	require.NoError(t, err)
	by := &judging{options: find.DefaultOptions(evaluation), threads: 2}
	meet := make(chan *find.Finder)
	var sources []int
	require.NoError(t, by.each(t.Context(), all, nil, func(_ context.Context, f *find.Finder, p *puzzle.Puzzle) outcome {
		var other *find.Finder
		if p.Source == 1 {
			meet <- f
			other = <-meet
		} else {
			other = <-meet
			meet <- f
		}
		assert.NotSame(t, f, other)
		return outcome{rating: p.Source}
	}, func(i int, is outcome) {
		assert.Equal(t, i, len(sources))
		sources = append(sources, is.rating)
	}))
	assert.Equal(t, []int{1, 2}, sources)
}

// TestLineFaults asserts that what is wrong with a line of a file is said in the user's language.
func TestLineFaults(t *testing.T) {
	const mate = "4k4/R8/1R7/9/9/9/9/9/9/3K5 w; "
	for line, want := range map[string]struct{ zh, en string }{
		mate + "b7b9; mate; 3001; 0":                  {"难度分应为 0 到 3000", `rating "3001", want 0 to 3000`},
		mate + "b7b9; x; 1; 0":                        {"主题应为 mate、material 或 defend", `theme "x", want one of mate, material, defend`},
		mate + "b7b9; mate; 1; x":                     {"局号应为整数", `source "x", want the number of a game`},
		mate + "; mate; 1; 0":                         {"答案的着数应为奇数", "a solution of 0 plies, want an odd number"},
		mate + "x; mate; 1; 0":                        {"答案的着法应如 h2e2", `move 1: bad move "x": want two squares such as h2e2`},
		mate + "b7c9; mate; 1; 0":                     {"不合该子走法（第1着，红车，b7c9）", "the piece cannot go there (ply 1, b7c9, red "},
		"3k5/9/9/9/9/9/9/9/9/3K5 w; b7c9; mate; 1; 0": {"FEN 有误：将帅照面", "bad FEN: the generals face each other"},
		strings.Repeat("x", 1<<17):                    {"一行超过 64 KiB", "a line of more than 65536 bytes"},
	} {
		_, _, err := run(t.Context(), line+"\n", "check", "-")
		assert.ErrorIs(t, err, command.ErrInput)
		assert.ErrorContains(t, err, "standard input: line 1: not a puzzle: "+want.en)
		assert.Contains(t, lang.Lang("zh-Hans").Explain(err), "第1行：不是一道题："+want.zh)
	}
}

// TestTooLong asserts that of a mate which is too long for a proof the length is said, in every language,
// and that the most moves in that text are those of the longest proof.
func TestTooLong(t *testing.T) {
	const most = (mate.MaxPlies + 1) / 2
	fen, _, _ := strings.Cut(second, ";")
	line := fen + "; " + strings.Repeat("c4c5 b9a9 c5c4 a9b9 ", most/2) + "c4f4; mate; 1; 0\n"
	assert.Equal(t, most+1, strings.Count(line, "c4c5")+strings.Count(line, "c5c4")+1, "moves of the solver")
	for _, l := range lang.All() {
		out, _, err := run(t.Context(), line, "check", "-lang", string(l), "-")
		require.ErrorIs(t, err, errFaults)
		text := l.Say("puzzles.tooLong")
		assert.Contains(t, out, text)
		assert.Contains(t, text, strconv.Itoa(most))
	}
	out, _, _ := run(t.Context(), line, "check", "-")
	assert.Contains(t, out, fmt.Sprintf(": a mate in more than %d moves is not proved\n", most))
}

// TestKept interrupts check and rate, which replace their own input, after one puzzle of three. The same
// command continues and writes what one run writes.
func TestKept(t *testing.T) {
	testpos.SkipRace(t)
	const bad = "4k4/R8/1R7/9/9/9/9/9/9/3K5 w; b7b9; mate; 1; 0\n"
	in := "# a\n" + first + "3000; 1\n" + bad + second + "3000; 2\n# b\n"
	all, err := puzzle.Read(strings.NewReader(in))
	require.NoError(t, err)
	evaluation, err := evals.Default()
	require.NoError(t, err)
	by := &judging{options: find.DefaultOptions(evaluation), threads: 1}
	for _, name := range []string{"check", "rate"} {
		whole, to := write(t, "whole", in), write(t, "p.txt", in)
		said, _, wantErr := run(t.Context(), "", name, "-force", "-out", whole, whole)
		assert.NoFileExists(t, whole+"."+name)
		head := keptHead{Evaluation: evaluation.Name(), Files: []string{to}}
		if name == "check" {
			head.Nodes, head.Proof = by.options.Nodes, by.options.Proof
		}
		var errs strings.Builder
		streams := command.Streams{Err: &errs}
		k, err := openKept(name, &command.Output{Name: to}, head, all, streams)
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		err = by.each(ctx, all, k, func(ctx context.Context, f *find.Finder, p *puzzle.Puzzle) outcome {
			if p.Source == 0 {
				cancel()
			}
			return outcome{fault: f.Verify(ctx, p), rating: f.Rate(ctx, p)}
		}, func(int, outcome) {})
		assert.Equal(t, 130, command.Status(k.leave(err, streams)))
		assert.Equal(t, "chuhe puzzles "+name+": stopped with 1 of 3 puzzles done; the same command continues\n", errs.String())
		assert.Equal(t, in, contents(t, to), "the file is as before")
		journal := contents(t, to+"."+name)

		// Other settings and other puzzles do not continue it.
		_, _, err = run(t.Context(), first+"3000; 1\n", name, "-force", "-out", to, "-")
		assert.ErrorContains(t, err, "p.txt."+name+": begun with other settings: other puzzles than those of standard input; ")
		_, _, err = run(t.Context(), "", name, "-force", "-out", to)
		assert.ErrorContains(t, err, "other puzzles than those of this program; ")
		_, _, err = run(t.Context(), "", name, "-evalfile", "classical", "-force", "-out", to, to)
		assert.ErrorContains(t, err, "evaluation is ")
		assert.Equal(t, 2, command.Status(err))
		assert.Equal(t, journal, contents(t, to+"."+name))

		out, again, err := run(t.Context(), "", name, "-force", "-out", to, to)
		assert.Equal(t, said, out)
		assert.Equal(t, "chuhe puzzles "+name+": 1 of 3 puzzles are done, continuing\n", again)
		if wantErr == nil {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, wantErr.Error())
		}
		assert.Equal(t, contents(t, whole), contents(t, to))
		assert.NoFileExists(t, to+"."+name)

		// Nothing is written over what is no journal.
		require.NoError(t, os.WriteFile(to+"."+name, []byte(in), 0o600))
		_, _, err = run(t.Context(), "", name, "-force", "-out", to, to)
		assert.ErrorContains(t, err, "line 1: no journal of \"chuhe puzzles "+name+"\"; name another file")
		assert.Equal(t, in, contents(t, to+"."+name))
	}
}

// TestNotes rates and checks a file that a person has commented, in its place: no comment is
// lost, and make continues the file.
func TestNotes(t *testing.T) {
	from, to := write(t, "a.pgn", games), filepath.Join(t.TempDir(), "p.txt")
	_, _, err := run(t.Context(), "", "make", "-out", to, from)
	require.ErrorIs(t, err, errFaults)
	made := contents(t, to)
	line := slices.Collect(strings.Lines(made))
	require.Len(t, line, 3)
	const bad = "4k4/R8/1R7/9/9/9/9/9/9/3K5 w; b7b9; mate; 1; 0\n"
	commented := line[0] + "# 注\n\n" + first + "3000; 1\n# two mates\n" + bad + "# the last\n" + line[2] + "# the end\n"
	require.NoError(t, os.WriteFile(to, []byte(commented), 0o600))
	_, _, err = run(t.Context(), "", "rate", "-force", "-out", to, to)
	require.NoError(t, err)
	rated := contents(t, to)
	assert.Regexp(t, `^# two mates\n4k4.*; mate; \d+; 0\n# the last\n`, rated[strings.Index(rated, "# two"):])
	_, _, err = run(t.Context(), "", "check", "-force", "-out", to, to)
	assert.ErrorIs(t, err, errFaults)
	sound := line[0] + "# 注\n\n" + line[1] + "# two mates\n# the last\n" + line[2] + "# the end\n"
	assert.Equal(t, sound, contents(t, to))
	_, _, err = run(t.Context(), "", "make", "-out", to, from)
	assert.ErrorIs(t, err, errFaults, "the file is taken for one of make")
	assert.Equal(t, sound, contents(t, to))

	// make does not continue a file joined from two: it would go on after the last game of either.
	other, both := write(t, "other.txt", "\ufeff"+made), filepath.Join(t.TempDir(), "both.txt")
	_, _, err = run(t.Context(), "", "check", "-out", both, to, other)
	require.NoError(t, err)
	assert.Equal(t, strings.TrimPrefix(sound, line[0])+line[1]+line[2], contents(t, both))
	_, _, err = run(t.Context(), "", "pick", "-force", "-out", both, to)
	require.NoError(t, err)
	assert.NotContains(t, contents(t, both), "#", "the puzzles are in another order")
}

// TestRateByAnother rates the puzzles of a file that make began with another evaluation. It does
// not go on there: ratings by two evaluations are on two scales.
func TestRateByAnother(t *testing.T) {
	from, to := write(t, "a.pgn", games), filepath.Join(t.TempDir(), "p.txt")
	_, _, err := run(t.Context(), "", "make", "-out", to, from)
	require.ErrorIs(t, err, errFaults)
	made := contents(t, to)
	head, puzzles, _ := strings.Cut(made, "\n")
	_, _, err = run(t.Context(), "", "rate", "-force", "-out", to, to)
	require.NoError(t, err)
	assert.Equal(t, made, contents(t, to))

	by := strings.Replace(head, headEvaluation, headEvaluation+"other-", 1)
	require.NoError(t, os.WriteFile(to, []byte(by+"\n# 注\n"+puzzles), 0o600))
	_, _, err = run(t.Context(), "", "rate", "-force", "-out", to, to)
	require.NoError(t, err)
	assert.Equal(t, "# 注\n"+puzzles, contents(t, to))
	_, _, err = run(t.Context(), "", "make", "-out", to, from)
	assert.ErrorContains(t, err, "no file of chuhe puzzles make")
}

// TestPickAndCheck chooses among puzzles and proves them.
func TestPickAndCheck(t *testing.T) {
	testpos.SkipRace(t)
	text := "# a comment\n" + first + "2; 1\n" + second + "1; 2\n" + first + "2; 9\n"
	from, to := write(t, "p.txt", text), filepath.Join(t.TempDir(), "q.txt")
	out, _, err := run(t.Context(), "", "pick", "-out", to, from)
	require.NoError(t, err)
	assert.Equal(t, "2 puzzles of 3\n", out)
	picked, err := puzzle.Read(strings.NewReader(contents(t, to)))
	require.NoError(t, err)
	require.Len(t, picked, 2)
	assert.Equal(t, 1, picked[0].Length())
	_, _, err = run(t.Context(), "", "pick", "-out", to, from)
	assert.ErrorContains(t, err, "-force")

	for _, names := range [][]string{{from, to}, {to, filepath.Dir(from) + "/./p.txt"}} {
		_, _, err = run(t.Context(), "", append([]string{"pick", "-force", "-out", from}, names...)...)
		assert.ErrorContains(t, err, "p.txt: the result would replace the puzzles that are not picked, want another -out")
		assert.Equal(t, 2, command.Status(err))
		assert.Equal(t, text, contents(t, from))
	}

	_, _, err = run(t.Context(), "# only a comment\n", "pick", "-force", "-out", to, "-")
	assert.ErrorContains(t, err, "no puzzle in standard input")
	assert.Equal(t, 2, command.Status(err))
	assert.NotEmpty(t, contents(t, to), "an old file stays")

	// Nor is a file replaced that appears while the puzzles are read.
	late := filepath.Join(t.TempDir(), "late.txt")
	in := io.MultiReader(strings.NewReader(text), readFunc(func([]byte) (int, error) {
		assert.NoError(t, os.WriteFile(late, []byte("theirs"), 0o600))
		return 0, io.EOF
	}))
	err = Command().Execute(t.Context(), []string{"pick", "-out", late, "-"}, command.Streams{In: in, Out: io.Discard, Err: io.Discard})
	assert.ErrorIs(t, err, fs.ErrExist)
	assert.Equal(t, 2, command.Status(err))
	assert.Equal(t, "theirs", contents(t, late))

	out, _, err = run(t.Context(), "", "check", to)
	require.NoError(t, err)
	assert.Equal(t, "2 puzzles, 0 puzzles with faults\n", out)
	out, _, err = run(t.Context(), "4k4/R8/1R7/9/9/9/9/9/9/3K5 w; b7b9; mate; 1; 0\n", "check", "-")
	assert.ErrorIs(t, err, errFaults)
	assert.Contains(t, out, "another move solves it too\n1 puzzle, 1 puzzle with faults")
	assert.EqualError(t, err, "puzzles check: faults in 1 puzzle")
	out, _, err = run(t.Context(), "4k4/R8/1R7/9/9/9/9/9/9/3K5 w; b7b9; mate; 1; 0\n", "check", "-lang", "zh", "-")
	assert.ErrorIs(t, err, errFaults)
	assert.EqualError(t, err, "puzzles check: 有错误：1 题")
	assert.Contains(t, out, "; 0：还有别的着法也能解出\n")
	sound := filepath.Join(t.TempDir(), "sound.txt")
	_, _, err = run(t.Context(), "4k4/R8/1R7/9/9/9/9/9/9/3K5 w; b7b9; mate; 1; 0\n"+second+"1; 2\n", "check", "-out", sound, "-")
	assert.ErrorIs(t, err, errFaults)
	assert.Equal(t, second+"1; 2\n", contents(t, sound))
	_, _, err = run(t.Context(), "4k4/R8/1R7/9/9/9/9/9/9/3K5 w; b7b9; mate; 1; 0\n", "check", "-force", "-out", sound, "-")
	assert.ErrorIs(t, err, errFaults)
	assert.EqualError(t, err, "puzzles check: faults in 1 puzzle; none is left to write into "+sound)
	assert.Equal(t, second+"1; 2\n", contents(t, sound), "an old file stays")
	_, _, err = run(t.Context(), second+"1; 2\n", "check", "-out", sound, "-")
	assert.ErrorContains(t, err, "-force")
	assert.Equal(t, 2, command.Status(err))
	missing := filepath.Join(t.TempDir(), "none")
	out, _, err = run(t.Context(), second+"1; 2\n", "check", "-out", filepath.Join(missing, "a"), "-")
	assert.Empty(t, out, "nothing is proved in vain")
	assert.ErrorContains(t, err, "no such file or folder: "+missing)
	assert.Equal(t, 2, command.Status(err))
	_, _, err = run(t.Context(), "", "check", missing)
	require.Error(t, err)
	assert.Equal(t, 1, strings.Count(err.Error(), missing), err)
	_, _, err = run(t.Context(), "x; y\n", "check", "-")
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "standard input: line 1: not a puzzle: number of fields 2")
	out, _, err = run(t.Context(), "# only a comment\n", "check", "-")
	assert.Empty(t, out)
	assert.ErrorContains(t, err, "no puzzle in standard input")
	assert.Equal(t, 2, command.Status(err))
}
