package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/unicode"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/search"
)

// talk runs a session with the real engine and returns its answers.
func talk(t *testing.T, lines ...string) []string {
	t.Helper()
	engine, err := search.New(search.DefaultOptions())
	require.NoError(t, err)
	defer engine.Close()
	out := recorder{t: t}
	require.NoError(t, Run(t.Context(), engine, strings.NewReader(strings.Join(lines, "\n")), &out))
	return out.heard()
}

// only returns the lines that match an expression.
func only(lines []string, expr string) (found []string) {
	for _, line := range lines {
		if regexp.MustCompile(expr).MatchString(line) {
			found = append(found, line)
		}
	}
	return found
}

func TestRealEngine(t *testing.T) {
	got := talk(t, "ucci", "setoption hashsize 1", "position startpos moves h2e2", "go depth 6")
	assert.Contains(t, got, "ucciok")
	assert.NotEmpty(t, only(got, `^info depth 6 .* score -?\d+ .* pv [a-i]\d`))
	assert.Regexp(t, `^bestmove [a-i]\d[a-i]\d`, got[len(got)-1])
}

func TestRealEngineMates(t *testing.T) {
	const fen = "position fen 4k4/R8/9/9/9/9/9/9/9/1R1K5 w"
	got := talk(t, "ucci", fen, "go depth 4", "uci", "go depth 4")
	assert.NotEmpty(t, only(got, ` score 9999 .* pv b0b9$`))
	assert.NotEmpty(t, only(got, ` score mate 1 .* pv b0b9$`))
}

// TestRealEngineExpectsMate asserts that no host ponders on a reply after which there is no move.
func TestRealEngineExpectsMate(t *testing.T) {
	const fen = "position fen 3k5/9/9/9/9/9/9/r8/1r7/4K4 w"
	got := talk(t, "ucci", fen, "go depth 4", "uci", "go depth 4", "ucci", "setoption giveup true", "go depth 4")
	moves := only(got, "^bestmove")
	require.Len(t, moves, 3)
	assert.Equal(t, []string{"bestmove e0f0", "bestmove e0f0"}, moves[:2])
	assert.Regexp(t, "^bestmove e0f0 ponder [a-i0-9]+ resign$", moves[2], "VinXiangQi wants the reply before another word")
}

// TestRealEnginePonderHitAtOnce sends the hit before the search can have begun.
func TestRealEnginePonderHitAtOnce(t *testing.T) {
	for range 20 {
		got := talk(t, "ucci", "setoption hashsize 1", "position startpos", "go ponder movetime 20", "ponderhit")
		assert.Len(t, only(got, "^bestmove "), 1)
	}
}

func TestRealEngineBans(t *testing.T) {
	got := talk(t, "ucci", "position fen 4k4/9/9/9/9/9/9/9/9/3K5 w", "banmoves d0d1", "go depth 3")
	assert.Len(t, only(got, "^bestmove d0d1"), 1, "the only move, a ban cannot take it")
	got = talk(t, "ucci", "position fen 4k4/9/9/9/9/9/9/9/3R5/3K5 w", "banmoves d1d9 d1e1", "go depth 3")
	assert.Len(t, only(got, "^bestmove "), 1)
	assert.Empty(t, only(got, "^bestmove d1(d9|e1)"))
	got = talk(t, "uci", "position fen 4k4/9/9/9/9/9/9/9/3R5/3K5 w", "banmoves d1d9 d1e1", "go depth 3 searchmoves d1e1")
	assert.Len(t, only(got, "^bestmove d1e1"), 1, "what is asked for is not left without a move")
}

func TestRealEngineCounts(t *testing.T) {
	got := talk(t, "uci", "setoption name Threads value 2", "go perft 4", "quit")
	assert.Len(t, only(got, `^[a-i]\d[a-i]\d: \d+$`), 44, "one line a move")
	assert.Equal(t, []string{"", "Nodes searched: 3290240"}, got[len(got)-2:], "quit waits for a count from a pipe")
	got = talk(t, "uci", "go perft 3", "position startpos moves h2e2", "go perft 2")
	assert.Equal(t, "Nodes searched: "+strings.TrimPrefix(only(got, "^h2e2: ")[0], "h2e2: "), got[len(got)-1])
}

// lineHook is called with each line.
type lineHook func(string)

func (h lineHook) Write(p []byte) (int, error) {
	h(string(p))
	return len(p), nil
}

// TestBench asserts that a benchmark ends early with its context, but not at quit
// or at the end of input.
func TestBench(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var got []string
	out := lineHook(func(line string) {
		if got = append(got, line); strings.HasPrefix(line, " 3/") {
			cancel()
		}
	})
	err := Run(ctx, newFakeEngine(0), strings.NewReader("bench\nquit\n"), out)
	assert.ErrorIs(t, err, context.Canceled)
	require.Len(t, got, 3)
	assert.Regexp(t, `^ 1/\d+ +\d+  \S+ w - - 0 1\n$`, got[0])
}

// TestLongLines asserts that a line that is too long is answered like a wrong one,
// and that the lines around it are read.
func TestLongLines(t *testing.T) {
	game := "position startpos moves" + strings.Repeat(" h2e2", 1<<18)
	got := talk(t, "ucci", "position startpos", game, "go depth 1", "isready",
		strings.Repeat("x", 1<<20), "go searchmoves"+strings.Repeat(" h2e2", 1<<18), "setoption hashsize "+strings.Repeat("9", 1<<20),
		"position startpos", "go depth 1")
	assert.Len(t, only(got, "^info message position refused: line longer than 65536 bytes$"), 1, "once, not at go too")
	assert.Len(t, only(got, "^nobestmove$"), 2)
	assert.Len(t, only(got, "^readyok$"), 1)
	assert.Len(t, only(got, "^bestmove "), 1)
	assert.Contains(t, got, "info message setoption: line longer than 65536 bytes")
}

func TestLongGame(t *testing.T) {
	moves := strings.Repeat(" a0a1 a9a8 a1a0 a8a9", 3000)
	got := talk(t, "ucci", "position startpos moves"+moves, "go depth 1")
	assert.Len(t, only(got, "^bestmove "), 1)
}

func TestOddBytes(t *testing.T) {
	got := talk(t, "ucci", "\x00\xff\xfe", "position fen \xff\x00\x1b[31m", "setoption \x80 \x81", "isready\x00", "go depth 1", "isready")
	assert.Len(t, only(got, "^readyok$"), 1)
	assert.Len(t, only(got, "^nobestmove$"), 1)
}

func TestNoLineEnd(t *testing.T) {
	got := talk(t, "ucci", "isready")
	assert.Equal(t, "readyok", got[len(got)-1])
	assert.Empty(t, talk(t))
	assert.Empty(t, talk(t, "", "", "\r", "\t"))
}

func TestReadError(t *testing.T) {
	in := io.MultiReader(strings.NewReader("ucci\nposition startpos\ngo infinite\n"), iotest.ErrReader(errors.New("cable pulled")))
	out := recorder{t: t}
	require.NoError(t, Run(t.Context(), newFakeEngine(0), in, &out))
	assert.Len(t, only(out.heard(), "^bestmove"), 1, "as at the end of input")
}

// TestCancel asserts that a session ends with its context, busy or not.
func TestCancel(t *testing.T) {
	for _, lines := range []string{"ucci\n", "ucci\nposition startpos\ngo infinite\n"} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			in, host := io.Pipe()
			out := recorder{t: t}
			ended := make(chan error, 1)
			go func() { ended <- Run(ctx, newFakeEngine(0), in, &out) }()
			_, err := io.WriteString(host, lines)
			require.NoError(t, err)
			time.Sleep(time.Second)
			cancel()
			assert.ErrorIs(t, <-ended, context.Canceled)
			assert.Empty(t, only(out.heard(), "bestmove|bye"))
			require.NoError(t, host.Close())
		})
	}
}

// brokenPipe fails after some writes.
type brokenPipe struct {
	left int
	err  error
}

func (b *brokenPipe) Write(p []byte) (int, error) {
	if b.left--; b.left < 0 {
		return 0, fmt.Errorf("write: %w", b.err)
	}
	return len(p), nil
}

// TestHostGone asserts that a session ends when its answers cannot be written,
// busy or not. Only a host that closed its end is not an error.
func TestHostGone(t *testing.T) {
	hello := len(style{}.hello(""))
	for _, test := range []struct {
		writes int
		err    error
		silent bool
	}{
		{0, syscall.EPIPE, true},
		{hello, syscall.EPIPE, true},
		{hello + 3, io.ErrClosedPipe, true},
		{hello + 3, syscall.ENOSPC, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			in, host := io.Pipe()
			ended := make(chan error, 1)
			go func() { ended <- Run(t.Context(), newFakeEngine(0), in, &brokenPipe{test.writes, test.err}) }()
			_, err := io.WriteString(host, "ucci\nposition startpos\ngo infinite\n")
			require.NoError(t, err)
			err = <-ended
			if test.silent {
				assert.NoError(t, err)
			} else {
				assert.ErrorIs(t, err, test.err)
			}
			require.NoError(t, host.Close())
		})
	}
}

// TestReaderGone asserts the same of a pipe of the system.
func TestReaderGone(t *testing.T) {
	in, out, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, in.Close())
	defer out.Close()
	assert.NoError(t, Run(t.Context(), newFakeEngine(0), strings.NewReader("ucci\ngo infinite\n"), out))
}

// FuzzSession asserts that a session ends with any input, with answers that hosts
// can read.
func FuzzSession(f *testing.F) {
	files, err := filepath.Glob("testdata/*.uc*i")
	require.NoError(f, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(strings.ReplaceAll(strings.Join(only(strings.Split(string(text), "\n"), "^> "), "\n"), "> ", ""))
	}
	f.Fuzz(func(t *testing.T, input string) {
		if regexp.MustCompile("(?i)perft|bench|log").MatchString(input) {
			return // may take very long, or write files anywhere
		}
		synctest.Test(t, func(t *testing.T) {
			engine := newFakeEngine(0)
			engine.patience = 3
			out := recorder{t: t}
			assert.NoError(t, Run(t.Context(), engine, strings.NewReader(input), &out))
		})
	})
}

// TestFailureIsReturned asserts that Run returns a write error however the session
// ends.
func TestFailureIsReturned(t *testing.T) {
	for _, input := range []string{"ucci\n", "ucci\nquit\n"} {
		for range 50 {
			err := Run(t.Context(), newFakeEngine(0), strings.NewReader(input), &brokenPipe{0, syscall.ENOSPC})
			assert.ErrorIs(t, err, syscall.ENOSPC)
		}
	}
}

// refusing is an engine that refuses all options.
type refusing struct{ *fakeEngine }

func (refusing) SetOptions(search.Options) error { return errors.New("no memory") }

func TestEngineRefuses(t *testing.T) {
	err := Run(t.Context(), refusing{newFakeEngine(0)}, strings.NewReader("ucci\n"), io.Discard)
	assert.EqualError(t, err, "no memory")
}

func TestTakes(t *testing.T) {
	all := []Command{
		Hello{}, NewGame{}, SetOption{}, SetPosition{}, BanMoves{}, Go{}, Perft{}, Display{}, Evaluate{}, Flip{}, About{}, Bench{}, Unknown{}, Malformed{},
	}
	urgent := []Command{IsReady{}, Stop{}, PonderHit{}, Probe{}, Quit{}}
	quiet, busy := session{phase: idle}, session{phase: working, job: &job{}}
	for _, c := range append(all, urgent...) {
		assert.True(t, quiet.takes(c), "%T", c)
	}
	for _, c := range all {
		assert.False(t, busy.takes(c), "%T", c)
	}
	for _, c := range urgent {
		assert.True(t, busy.takes(c), "%T", c)
	}
	busy.job.outlastsQuit = true
	assert.False(t, busy.takes(Quit{}))
}

// TestTerminal asserts that a person at a terminal is greeted, hears of a mistake,
// and searches the position that d shows.
func TestTerminal(t *testing.T) {
	engine := newFakeEngine(0)
	out := recorder{t: t}
	require.NoError(t, run(t.Context(), engine, strings.NewReader("hlep\nHELP\nd\ngo quickly depth 1\nsetoption hsah 3\nposition startpos moves h2e2\nposition fen x\nd\ngo depth 1\n"), &out, true, afterInput))
	got := out.heard()
	assert.Regexp(t, "^Chuhe .* Type help for its commands, quit to leave.$", got[0])
	assert.Equal(t, `info message unknown command "hlep"; help lists the commands`, got[1])
	assert.Len(t, only(got, "^  go depth 12 "), 1)
	assert.Contains(t, got, `info message go: not understood: "quickly"`)
	start := board.Start()
	assert.Contains(t, got, "Fen: "+start.FEN())
	const held = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"
	assert.Equal(t, []string{"search " + start.FEN() + " | depth 1", "search " + held + " | after 1 | depth 1"}, only(engine.heard(), "^search"))
	assert.Len(t, only(got, "^bestmove "), 2)
	assert.Contains(t, got, `info message no option "hsah"; ucci lists the options`)
	assert.Len(t, only(got, "^info message position refused: bad FEN.*; the one before it holds$"), 1)
	assert.Contains(t, got, "Fen: "+held)
	assert.Len(t, only(got, "refused"), 1)
	assert.Empty(t, only(talk(t, "hlep"), "."), "no greeting for a program")
}

// TestCompiler asserts that the answer names what built the program.
func TestCompiler(t *testing.T) {
	assert.Contains(t, talk(t, "compiler")[0], runtime.Version()+" for "+runtime.GOOS)
}

// TestWinByRule asserts that a score for a win by the rules is explained.
func TestWinByRule(t *testing.T) {
	for score, want := range map[eval.Score]string{
		eval.RuleWin - 5:     "info string score 9495 is a win by the rules of repetition in 5 plies",
		eval.RuleWin - 1:     "info string score 9499 is a win by the rules of repetition in 1 ply",
		eval.LostByRuleIn(4): "info string score -9496 is a loss by the rules of repetition in 4 plies",
		eval.MaxEval:         "",
	} {
		out := recorder{t: t}
		require.NoError(t, Run(t.Context(), newFakeEngine(score), strings.NewReader("uci\ngo depth 3\n"), &out))
		lines := only(out.heard(), "^info string")
		if want == "" {
			assert.Empty(t, lines)
			continue
		}
		assert.Equal(t, []string{want}, lines, "once")
	}
	out := recorder{t: t}
	report := (&session{out: newOutput(&out), game: board.NewLine(board.Start())}).reporter(&job{})
	report(search.Info{Score: eval.RuleWin - 3, MultiPV: 2})
	report(search.Info{Score: eval.RuleWin - 3, Bound: search.Lower})
	assert.Empty(t, only(out.heard(), "message"), "neither for other lines nor for bounds")
}

// TestReadTime hands a search the time at which its line was read, unless it had to
// wait for another job.
func TestReadTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDialog(t, newFakeEngine(0))
		began := time.Now()
		for _, line := range []string{"go depth 1", "go depth 2"} {
			_, err := io.WriteString(d.in, line+"\n")
			require.NoError(t, err)
		}
		time.Sleep(time.Hour)
		require.NoError(t, d.in.Close())
		require.NoError(t, <-d.ended)
		assert.Equal(t, []time.Time{began, {}}, d.engine.starts)
	})
	// What the engine does first takes a second of the host's clock, unless the host would wait.
	for lines, waits := range map[string]bool{
		"setoption newgame\nposition startpos\nbanmoves h2e2\ngo depth 1\n": false,
		"go infinite\nstop\nposition startpos\ngo depth 1\n":                false,
		"isready\nposition startpos\nbanmoves h2e2\ngo depth 1\n":           true,
	} {
		synctest.Test(t, func(t *testing.T) {
			d := newDialog(t, newFakeEngine(0))
			d.engine.slow = time.Second
			began := time.Now()
			_, err := io.WriteString(d.in, lines)
			require.NoError(t, err)
			time.Sleep(time.Hour)
			require.NoError(t, d.in.Close())
			require.NoError(t, <-d.ended)
			start := d.engine.starts[len(d.engine.starts)-1]
			assert.Equal(t, waits, start.IsZero(), lines)
			assert.True(t, waits || start.Equal(began), lines)
		})
	}
	// In a batch a line waits before the session hears of it.
	synctest.Test(t, func(t *testing.T) {
		d := newDialog(t, newFakeEngine(0))
		began := time.Now()
		_, err := io.WriteString(d.in, "setoption batch on\ngo depth 1\ngo depth 2\ngo depth 3\n")
		require.NoError(t, err)
		time.Sleep(time.Hour)
		require.NoError(t, d.in.Close())
		require.NoError(t, <-d.ended)
		assert.Equal(t, []time.Time{began, {}, {}}, d.engine.starts)
	})
}

// TestCountsEnd asserts that a count or benchmark of some hours ends at a word: stop,
// or quit at a terminal.
func TestCountsEnd(t *testing.T) {
	for _, long := range []string{"go perft 20", "bench"} {
		out := recorder{t: t}
		require.NoError(t, run(t.Context(), newFakeEngine(0), strings.NewReader(long+"\nquit\n"), &out, true, afterInput))
		assert.Len(t, out.heard(), 2, "%s: a greeting and bye", long)
		assert.Equal(t, "info message stopped", only(talk(t, long, "stop"), "info")[0], long)
	}
}

// TestByteOrderMark asserts that the mark which some programs put before a text is
// no part of the first word.
func TestByteOrderMark(t *testing.T) {
	assert.Contains(t, talk(t, "\xef\xbb\xbfuci"), "uciok")
	assert.NotContains(t, talk(t, "", "\xef\xbb\xbfuci"), "uciok", "elsewhere it is a mistake")
}

// TestWideInput asserts that a file which Windows has written in UTF-16 is read.
func TestWideInput(t *testing.T) {
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		text, err := unicode.UTF16(order, unicode.UseBOM).NewEncoder().String("ucci\r\nposition startpos moves h2e2\r\ngo depth 1\r\nisready")
		require.NoError(t, err)
		got := talk(t, text)
		assert.Subset(t, got, []string{"ucciok", "readyok"})
		assert.Len(t, only(got, "^bestmove [a-i][5-9]"), 1, "Black's")
	}
	for _, short := range []string{"\xff", "\xff\xfe", "\xfe\xff", "\xff\xfe\n", "\xff\xfe\xff"} {
		assert.Empty(t, talk(t, short), "%q", short)
	}
}

// TestBeyondLimit asserts that a search beyond the natural limit looks for a good move:
// who asks for one does not play by the limit.
func TestBeyondLimit(t *testing.T) {
	got := talk(t, "ucci", "position fen 3ak4/9/9/9/9/9/9/9/R8/1R3K3 w - - 120 1", "go depth 8")
	assert.NotEmpty(t, only(got, "^info message play has ended by the natural move limit: 120 plies without a capture; searching without it$"))
	assert.NotEmpty(t, only(got, " score 9997 "), "the quickest mate")
}

// TestQuitAfterStop asserts that a search which the host has stopped is answered before
// its quit is obeyed, and that no other search is.
func TestQuitAfterStop(t *testing.T) {
	for phase, want := range map[phase]bool{idle: true, working: true, analysing: true, pondering: true, stopping: false} {
		s := &session{phase: phase, job: &job{}}
		assert.Equal(t, want, s.takes(Quit{}), "phase %d", phase)
	}
	assert.False(t, (&session{phase: working, job: &job{outlastsQuit: true}}).takes(Quit{}))
}
