package protocol

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/testpos"
)

// TestEndOfPipe asserts that no search outlives its host by more than a minute, and that
// each is answered all the same.
func TestEndOfPipe(t *testing.T) {
	for input, most := range map[string]time.Duration{
		"go nodes 99999999999999999999":                             afterInput,
		"go mate 2":                                                 afterInput,
		"go movetime 9000000":                                       afterInput,
		"go depth 100000":                                           afterInput,
		"go wtime 99999999 btime 99999999":                          afterInput,
		"go ponder movetime 9000000\nponderhit":                     afterInput,
		"setoption batch on\ngo movetime 9000000":                   afterInput,
		"setoption batch on\ngo movetime 9000000\nisready\nquit":    afterInput,
		"go movetime 9000000\nisready\ngo mate 2":                   2 * afterInput,
		"setoption batch on\ngo movetime 9000000\ngo nodes 9999999": 2 * afterInput,
		"go infinite":                                               0,
	} {
		synctest.Test(t, func(t *testing.T) {
			in, host := io.Pipe()
			out := recorder{t: t}
			ended := make(chan error, 1)
			go func() { ended <- Run(t.Context(), newFakeEngine(0), in, &out) }()
			_, err := io.WriteString(host, input+"\n")
			require.NoError(t, err)
			require.NoError(t, host.Close())
			began := time.Now()
			assert.NoError(t, <-ended)
			assert.InDelta(t, most, time.Since(began), float64(time.Second), input)
			got := out.heard()
			assert.Len(t, only(got, "^bestmove "), strings.Count(input, "go "), input)
			assert.Len(t, only(got, "message stopped 1m0s after the end of input"), int(most/afterInput), input)
		})
	}
}

// TestSearchesBehindTheEnd asserts that many short searches which a pipe leaves behind are
// all carried out, however long they take together.
func TestSearchesBehindTheEnd(t *testing.T) {
	for _, first := range []string{"", "setoption batch on\n"} {
		synctest.Test(t, func(t *testing.T) {
			const searches = 90
			out := recorder{t: t}
			in := strings.NewReader(first + strings.Repeat("go movetime 1000\n", searches))
			require.NoError(t, Run(t.Context(), newFakeEngine(0), in, &out))
			got := out.heard()
			assert.Len(t, only(got, "^bestmove "), searches)
			assert.Len(t, only(got, "^info depth 10 "), searches, "none is cut")
		})
	}
}

// runFile lets an engine carry out the lines of a file, and returns how long that took.
func runFile(t *testing.T, lines string, out *recorder) time.Duration {
	in, err := os.Open(lines)
	require.NoError(t, err)
	defer in.Close()
	began := time.Now()
	require.NoError(t, Run(t.Context(), newFakeEngine(0), in, out))
	return time.Since(began)
}

// TestEndOfFile asserts that all that a file asks for is carried out, however long it
// takes.
func TestEndOfFile(t *testing.T) {
	testpos.SkipRace(t)
	name := filepath.Join(t.TempDir(), "lines")
	require.NoError(t, os.WriteFile(name, []byte("go movetime 120000\nisready\ngo movetime 90000\n"), 0o600))
	synctest.Test(t, func(t *testing.T) {
		out := recorder{t: t}
		assert.Equal(t, 210*time.Second, runFile(t, name, &out))
		got := out.heard()
		assert.Len(t, only(got, "^bestmove "), 2)
		assert.Empty(t, only(got, "message"))
	})
}

// TestQuitInFile asserts that a quit at the end of a file waits for all that stands before it.
func TestQuitInFile(t *testing.T) {
	for lines, want := range map[string]time.Duration{
		"go movetime 120000\nisready\ngo movetime 90000\nquit\ngo movetime 90000\n": 210 * time.Second,
		"go infinite\ngo movetime 90000\nquit\n":                                    90 * time.Second,
		"go movetime 90000\nstop\ngo movetime 90000\nquit\n":                        90 * time.Second,
	} {
		name := filepath.Join(t.TempDir(), "lines")
		require.NoError(t, os.WriteFile(name, []byte(lines), 0o600))
		synctest.Test(t, func(t *testing.T) {
			out := recorder{t: t}
			assert.Equal(t, want, runFile(t, name, &out), lines)
			assert.Len(t, only(out.heard(), "^bestmove "), 2, lines)
		})
	}
}

// TestMateFromFile asserts that a search for a mate that there may not be does not keep
// the lines behind it waiting for ever.
func TestMateFromFile(t *testing.T) {
	testpos.SkipRace(t)
	for _, first := range []string{"", "setoption batch on\n"} {
		name := filepath.Join(t.TempDir(), "lines")
		require.NoError(t, os.WriteFile(name, []byte(first+"go mate 1\ngo mate 2 movetime 120000\nisready\n"), 0o600))
		synctest.Test(t, func(t *testing.T) {
			out := recorder{t: t}
			assert.Equal(t, 3*time.Minute, runFile(t, name, &out), "the second ends by itself")
			got := out.heard()
			assert.Len(t, only(got, "^bestmove "), 2)
			assert.Len(t, only(got, "message stopped 1m0s after the end of input; there may be no such mate"), 1)
		})
	}
}

// TestCountsBehindTheEnd asserts that a count or benchmark of some hours does not outlive
// its host either.
func TestCountsBehindTheEnd(t *testing.T) {
	for _, input := range []string{"go perft 20", "bench", "bench\nquit"} {
		out := recorder{t: t}
		began := time.Now()
		const grace = 50 * time.Millisecond
		require.NoError(t, run(t.Context(), newFakeEngine(0), strings.NewReader(input), &out, false, grace))
		assert.Less(t, time.Since(began), time.Minute, input)
		assert.Len(t, only(out.heard(), fmt.Sprintf("message stopped %v after the end", grace)), 1, input)
	}
}

// TestStopBehindOthers asserts that a stop ends all searches before it, whatever waits
// between them.
func TestStopBehindOthers(t *testing.T) {
	for input, answers := range map[string]int{
		"go infinite\ngo infinite\nsetoption hashsize 2\nstop":                       2,
		"go infinite\ngo infinite\nposition startpos\ngo infinite\nd\nstop":          3,
		"go infinite\nsetoption hashsize 2\nstop":                                    1,
		"go infinite\ngo ponder movetime 100\nsetoption hashsize 2\nponderhit\nstop": 2,
		"setoption batch on\ngo movetime 100\ngo infinite\nd\nstop":                  2,
	} {
		synctest.Test(t, func(t *testing.T) {
			d := newDialog(t, newFakeEngine(0))
			_, err := io.WriteString(d.in, input+"\n")
			require.NoError(t, err)
			time.Sleep(time.Second)
			synctest.Wait()
			assert.Len(t, only(d.out.heard(), "^bestmove "), answers, input)
			require.NoError(t, d.in.Close())
			require.NoError(t, <-d.ended)
		})
	}
}

// TestPonderHitBehindOthers asserts that a ponderhit reaches the search before it.
func TestPonderHitBehindOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDialog(t, newFakeEngine(0))
		_, err := io.WriteString(d.in, "go movetime 200\ngo ponder movetime 200\nsetoption hashsize 2\nponderhit\n")
		require.NoError(t, err)
		time.Sleep(time.Second)
		synctest.Wait()
		assert.Len(t, only(d.out.heard(), "^bestmove "), 2)
		require.NoError(t, d.in.Close())
		require.NoError(t, <-d.ended)
	})
}

// TestManyLinesBehind asserts that a host or a file may write many lines behind a search: the
// time that they take grows with their number, not with its square.
func TestManyLinesBehind(t *testing.T) {
	const lines = 150_000
	ready := 0
	out := lineHook(func(line string) {
		if line == "readyok\n" {
			ready++
		}
	})
	began := time.Now()
	in := strings.NewReader("go infinite\n" + strings.Repeat("hello\nisready\n", lines/2) + "stop\nquit\n")
	require.NoError(t, Run(t.Context(), newFakeEngine(0), in, out))
	assert.Less(t, time.Since(began), 15*time.Second)
	assert.Equal(t, lines/2, ready)
}
