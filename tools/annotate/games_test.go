package annotate

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/internal/memory"
	"chuhe/internal/testpos"
	"chuhe/search"
)

// manyGames are games of different lengths.
func manyGames() string {
	var b strings.Builder
	for i := range 9 {
		moves := strings.Fields("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5")[:1+(i*5)%8]
		fmt.Fprintf(&b, "[Red \"r%d\"]\n\n%s *\n\n", i, strings.Join(moves, " "))
	}
	return b.String()
}

// TestWorkers asserts that games analysed at the same time have no more threads than the
// program has processors.
func TestWorkers(t *testing.T) {
	cores := runtime.GOMAXPROCS(0)
	for _, c := range []struct{ threads, concurrency, games, want int }{
		{1, 0, cores + 3, cores}, {cores, 0, 9, 1}, {cores + 1, 0, 9, 1}, {1, 0, 1, 1}, {1, cores + 2, cores + 5, cores + 2},
	} {
		w := work{request: &request{Settings: Settings{Threads: c.threads, Hash: 1, MultiPV: 1}, concurrency: c.concurrency, eval: eval.Classical{}}, games: make([]input, c.games)}
		all, closeAll, err := w.workers()
		require.NoError(t, err)
		closeAll()
		assert.Len(t, all, c.want, "%+v", c)
	}
}

// TestFitting asserts that fewer games are analysed at a time where there is no memory for
// all, unless the user has said how many.
func TestFitting(t *testing.T) {
	ask := func(size, freed uint64) error {
		if size-freed > 1000 {
			return fmt.Errorf("no memory for %d", size)
		}
		return nil
	}
	for _, c := range []struct {
		n     int
		all   bool
		bytes uint64
		want  int
		err   string
	}{
		{4, false, 250, 4, ""}, {4, true, 250, 4, ""}, {4, false, 300, 3, ""}, {4, false, 1000, 1, ""},
		{4, true, 300, 4, "no memory for 1200"}, {4, false, 1001, 1, "no memory for 1001"}, {0, false, 9999, 0, ""},
	} {
		n, err := fitting(c.n, c.all, c.bytes, ask)
		assert.Equal(t, c.want, n, "%+v", c)
		if c.err == "" {
			assert.NoError(t, err, "%+v", c)
		} else {
			assert.EqualError(t, err, c.err, "%+v", c)
		}
	}
	_, _, err := run(t.Context(), manyGames(), "-nodes", "300", "-concurrency", "9", "-hash", fmt.Sprint(search.MaxHash), "-")
	if memory.Left() > 0 {
		assert.ErrorContains(t, err, fmt.Sprintf("-concurrency 9 with a -hash of %d MiB each: no memory for ", search.MaxHash))
	}
}

// TestConcurrency asserts that games analysed at the same time come out as one after
// another, in their order.
func TestConcurrency(t *testing.T) {
	nodes := fmt.Sprint(testpos.Rounds(30, 300, 300))
	for _, to := range []string{"text", "pgn", "html"} {
		one, errs, err := run(t.Context(), manyGames(), "-nodes", nodes, "-to", to, "-concurrency", "1", "-")
		require.NoError(t, err)
		assert.Empty(t, errs)
		several, _, err := run(t.Context(), manyGames(), "-nodes", nodes, "-to", to, "-concurrency", "4", "-")
		require.NoError(t, err)
		assert.Equal(t, one, several)
		if to == "text" {
			assert.Equal(t, 9, strings.Count(one, "Game "))
		}
	}
	out := filepath.Join(t.TempDir(), "a.pgn")
	_, _, err := run(t.Context(), manyGames(), "-nodes", nodes, "-concurrency", "3", "-out", out, "-")
	require.NoError(t, err)
	assert.NoFileExists(t, out+journalExt)
}

// writes records how much was written at a time.
type writes struct{ parts []string }

func (w *writes) Write(p []byte) (int, error) {
	w.parts = append(w.parts, string(p))
	return len(p), nil
}

// TestResultsAsTheyCome asserts that a game is written before the next ones are done.
func TestResultsAsTheyCome(t *testing.T) {
	out, errs := &writes{}, &bytes.Buffer{}
	s := command.Streams{In: strings.NewReader(manyGames()), Out: out, Err: errs}
	require.NoError(t, Command().Execute(t.Context(), []string{"-evalfile", "classical", "-hash", "1", "-nodes", "500", "-"}, s))
	games := 0
	for _, part := range out.parts {
		n := strings.Count(part, "Game ")
		assert.LessOrEqual(t, n, 1, "one game at a time")
		games += n
	}
	assert.Equal(t, 9, games, errs)
}

// TestEvalCommands asserts that scores are written as commands, from Red's view.
func TestEvalCommands(t *testing.T) {
	// Black, who is to move after a0a1, is a chariot down.
	const in = "[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1\"]\n\n1. a0a1 d9d8 2. a1a2 *\n"
	text, _, err := run(t.Context(), in, "-nodes", "300", "-to", "pgn", "-")
	require.NoError(t, err)
	evals := regexp.MustCompile(`\[%eval ([^\]]+)\]`).FindAllStringSubmatch(text, -1)
	require.Len(t, evals, 3, text)
	for _, e := range evals {
		assert.False(t, strings.Contains(e[1], "-"), "good for Red: %s", e[1])
	}
	assert.NotRegexp(t, `\{[+-]\d`, text)
}

func TestTimeLeft(t *testing.T) {
	for _, c := range []struct {
		spent          time.Duration
		searched, left int
		want           string
	}{
		{time.Second, 4, 100, ""}, {10 * time.Second, 10, 30, "30s"}, {10 * time.Second, 10, 1234, "20m30s"}, {time.Second, 5, 0, "0s"},
	} {
		d, ok := timeLeft(c.spent, c.searched, c.left)
		assert.Equal(t, c.want != "", ok)
		if ok {
			assert.Equal(t, c.want, d.String())
		}
	}
}

// TestPageScores asserts that the page has the score of each move from Red's view, beside
// the points to expect.
func TestPageScores(t *testing.T) {
	const in = "[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1\"]\n\n1. a0a1 d9d8 2. a1a2 *\n"
	page, _, err := run(t.Context(), in, "-nodes", "300", "-to", "html", "-")
	require.NoError(t, err)
	shown := regexp.MustCompile(`<small>(\d\.\d\d) ([^<]+)</small>`).FindAllStringSubmatch(page, -1)
	require.Len(t, shown, 3)
	for _, s := range shown {
		assert.Regexp(t, `^(\+\d+|#\d+)$`, s[2], "good for Red, after a move of either side")
	}
}

// TestWarnings asserts that what is doubtful about a file is said in a line for each kind.
func TestWarnings(t *testing.T) {
	const games = "[Red \"甲\"]\n\n1. 炮2平5 马8进7 3. 马2进3 *\n\n[Black \"乙\"]\n\n1. 炮2平5 马8进7 *\n"
	_, errs, err := run(t.Context(), games, "-nodes", "100", "-multipv", "1", "-")
	require.NoError(t, err)
	assert.Equal(t, "chuhe annotate: warning: standard input: line 3 (offset 16): game 1: moves written like those of the other side: "+
		"2 of red written like black's, first \"炮2平5\"; the like in 2 games of the file\n"+
		"chuhe annotate: warning: standard input: line 3 (offset 34): game 1: a move number that does not fit: 3, want 2; moves may be missing\n", errs)
	_, errs, err = run(t.Context(), games, "-nodes", "100", "-multipv", "1", "-lang", "zh", "-")
	require.NoError(t, err)
	assert.Equal(t, 2, strings.Count(errs, "\n"), errs)
	assert.Contains(t, errs, "；此文件中共 2 局有同样问题\n")
}
