package data

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/filelock"
	"chuhe/internal/testpos"
	"chuhe/movegen"
	"chuhe/selfplay/record"
)

// text is a header like those of datagen.
func text(seed int) string {
	return fmt.Sprintf("evaluator classical\nseed %d\nmaxplies 40\nrules computer 120\n", seed)
}

// randomGames returns games of random moves, each with a score that tells them
// apart, and results that agree with the rules.
func randomGames(seed uint64, n int) (games []record.Game) {
	random := rand.New(rand.NewPCG(seed, 0))
	for i := range n {
		g := record.Game{Start: board.Start(), Result: board.Draw}
		p := g.Start
		for m := range testpos.Playout(random, &p, 1+random.IntN(40)) {
			g.Plies = append(g.Plies, record.Ply{Move: m, Score: int16(100*i + random.IntN(100))})
		}
		if !movegen.HasLegal(&p) {
			g.Result = board.RedWins
			if p.Side() == board.Red {
				g.Result = board.BlackWins
			}
		}
		games = append(games, g)
	}
	return games
}

// encode returns the bytes of a file with ten games in each block, and where its
// blocks begin.
func encode(t testing.TB, text string, games []record.Game) (data []byte, starts []int) {
	t.Helper()
	var b bytes.Buffer
	w, err := record.NewWriter(&b, text)
	require.NoError(t, err)
	for i := range games {
		if i%10 == 0 {
			starts = append(starts, b.Len())
		}
		require.NoError(t, w.Write(&games[i]))
		if i%10 == 9 {
			require.NoError(t, w.Flush())
		}
	}
	require.NoError(t, w.Flush())
	return b.Bytes(), starts
}

// write writes a file into a folder of the test and returns its name.
func write(t *testing.T, dir, name string, data []byte) string {
	t.Helper()
	name = filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(name, data, 0o666))
	return name
}

// read returns the header and the games of a file, which must be whole, as text
// that can be compared.
func read(t *testing.T, name string) (header string, games []string) {
	t.Helper()
	file, err := os.Open(name)
	require.NoError(t, err)
	defer file.Close()
	r, err := record.NewReader(file)
	require.NoError(t, err)
	for {
		var g record.Game
		err := r.Next(&g)
		if err == io.EOF {
			return r.Text(), games
		}
		require.NoError(t, err)
		games = append(games, line(&g))
	}
}

func line(g *record.Game) string { return fmt.Sprint(g.Start, g.Plies, g.Result) }

func lines(games []record.Game) (all []string) {
	for i := range games {
		all = append(all, line(&games[i]))
	}
	return all
}

// run runs the command and returns what it writes.
func run(t *testing.T, in []byte, args ...string) (out, errs string, err error) {
	t.Helper()
	var o, e bytes.Buffer
	err = Command(t.Context(), args, bytes.NewReader(in), &o, &e)
	return o.String(), e.String(), err
}

func TestBadArguments(t *testing.T) {
	dir := t.TempDir()
	data, _ := encode(t, text(1), randomGames(1, 3))
	good := write(t, dir, "good.games", data)
	foreign := write(t, dir, "foreign", []byte("what is this?"))
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "data: bad input: no command, want stat, check, show, merge or shuffle"},
		{[]string{"fly"}, `command "fly", want stat, check`},
		{[]string{"stat"}, "data stat: bad input: no file, want one or more"},
		{[]string{"stat", "-fly", good}, "flag provided but not defined: -fly"},
		{[]string{"stat", filepath.Join(dir, "none")}, "no such file"},
		{[]string{"stat", foreign}, foreign + `: not a file of recorded games: it begins with "what is "`},
		{[]string{"stat", ""}, `a file named "", want the name of one`},
		{[]string{"stat", "-minply", "-5", good}, "-minply is -5, want 0 or more"},
		{[]string{"stat", "-maxscore", "-1", good}, "-maxscore is -1, want 0 or more"},
		{[]string{"stat", "-maxquiet", "-1", good}, "-maxquiet is -1, want 0 or more"},
		{[]string{"stat", "-minply", "x", good}, `invalid value "x" for flag -minply: want a whole number`},
		{[]string{"stat", "-maxscore", "x", good}, `invalid value "x" for flag -maxscore: want a whole number`},
		{[]string{"stat", "-maxquiet", "x", good}, `invalid value "x" for flag -maxquiet: want a whole number`},
		{[]string{"check", foreign}, "not a file of recorded games"},
		{[]string{"check", good, good, "-repair", filepath.Join(dir, "new")}, "-repair with 2 files, want one"},
		{[]string{"check", good, "-repair", good}, "good.games exists; -force writes over it"},
		{[]string{"show", "-game", "-1", good}, "-game is -1 and -count 0, want 0 or more"},
		{[]string{"show", "-game", "4", good}, "3 games, want game 4"},
		{[]string{"show", "-game", "x", good}, `invalid value "x" for flag -game: want a whole number`},
		{[]string{"show", "-count", "x", good}, `invalid value "x" for flag -count: want a whole number`},
		{[]string{"show", "-", "-"}, "the standard input twice"},
		{[]string{"merge", good}, "no -out, want the name of a file"},
		{[]string{"merge", good, "-out", "-"}, "-out is -, want the name of a file"},
		{[]string{"shuffle", good, "-out", "-"}, "-out is -, want the name of a file"},
		{[]string{"check", good, "-repair", "-"}, "-repair is -, want the name of a file"},
		{[]string{"merge", good, "-out", good}, "good.games exists; -force writes over it"},
		{[]string{"merge", good, "-out", dir, "-force"}, "is not a regular file"},
		{[]string{"merge", good, "-out", filepath.Join(dir, "none", "new")}, "no such file"},
		{[]string{"merge", "-out", filepath.Join(dir, "new"), good, good}, "have games of the same settings and seed (evaluator classical, seed 1, maxplies 40, rules computer 120); -duplicates"},
		{[]string{"merge", "-out", filepath.Join(dir, "new"), good, foreign}, "not a file of recorded games"},
		{[]string{"shuffle", "-seed", "x", good}, `invalid value "x" for flag -seed: want a whole number from 0 to 18446744073709551615`},
		{[]string{"shuffle", "-memory", "x", good}, `invalid value "x" for flag -memory: want a whole number`},
		{[]string{"shuffle", "-memory", "0", "-out", filepath.Join(dir, "new"), good}, "-memory is 0, want 1-1048576"},
		{[]string{"shuffle", "-out", filepath.Join(dir, "new"), filepath.Join(dir, "none")}, "no such file"},
	} {
		out, _, err := run(t, nil, c.args...)
		assert.ErrorIs(t, err, ErrInput, "%v", c.args)
		assert.ErrorContains(t, err, c.want, "%v", c.args)
		assert.Empty(t, out, "%v", c.args)
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 2, "nothing is left behind")
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"-help"}, {"help"}, {"stat", "-h"}, {"check", "-help"}, {"show", "x", "-help"}, {"merge", "-help"}, {"shuffle", "-help"}} {
		out, _, err := run(t, nil, args...)
		assert.ErrorIs(t, err, flag.ErrHelp, "%v", args)
		assert.Contains(t, out, "usage: chuhe data ", "%v", args)
	}
}

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	games := randomGames(1, 30)
	data, starts := encode(t, text(1), games)
	good := write(t, dir, "good", data)
	out, errs, err := run(t, nil, "check", good)
	require.NoError(t, err)
	assert.Empty(t, errs)
	assert.Regexp(t, `^\S+good: 30 games, \d+ positions, 3 blocks: all is well\n$`, out)
	out, _, err = run(t, data, "check", "-")
	require.NoError(t, err)
	assert.Regexp(t, `^standard input: 30 games`, out)

	damaged := slices.Clone(data)
	damaged[starts[1]+100] ^= 64
	damaged = damaged[:len(damaged)-3]
	bad := write(t, dir, "bad", damaged)
	fixed := filepath.Join(dir, "fixed")
	out, _, err = run(t, nil, "check", bad, "-repair", fixed)
	assert.ErrorIs(t, err, ErrFaults)
	assert.NotErrorIs(t, err, ErrInput)
	assert.ErrorContains(t, err, "2 in 1 files")
	assert.Equal(t, fmt.Sprintf("%s: block 2 at byte %d: ", bad, starts[1]), out[:strings.Index(out, "bad block")])
	assert.Contains(t, out, fmt.Sprintf("%s: block 3 at byte %d: bad block: the file ends within it\n", bad, starts[2]))
	assert.Regexp(t, `bad: 10 games, \d+ positions, 3 blocks: 2 faults\n`, out)
	header, got := read(t, fixed)
	assert.Equal(t, lines(games[:10]), got)
	assert.Equal(t, "made by repair\npart 1\n"+text(1), header)
	_, _, err = run(t, nil, "check", fixed)
	assert.NoError(t, err)
}

// TestCheckGoesOn has a file that is none between others.
func TestCheckGoesOn(t *testing.T) {
	dir := t.TempDir()
	data, starts := encode(t, text(1), randomGames(1, 30))
	good := write(t, dir, "good", data)
	data[starts[0]+100] ^= 64
	bad := write(t, dir, "bad", data)
	missing := filepath.Join(dir, "missing")
	out, _, err := run(t, nil, "check", good, missing, bad)
	assert.ErrorIs(t, err, ErrInput)
	assert.ErrorContains(t, err, "1 of 3 files cannot be used")
	assert.Regexp(t, `good: 30 games, .*\n.*`+regexp.QuoteMeta(missing)+`: .*\n.*bad: block 1 .*\n.*bad: 20 games`, out)
}

// TestCheckHeader saves the games of a file whose header is damaged.
func TestCheckHeader(t *testing.T) {
	dir := t.TempDir()
	games := randomGames(1, 30)
	data, _ := encode(t, text(1), games)
	data[30] ^= 4
	bad, fixed := write(t, dir, "bad", data), filepath.Join(dir, "fixed")
	_, _, err := run(t, nil, "stat", bad)
	assert.ErrorIs(t, err, ErrInput)
	assert.Regexp(t, `bad: damaged header: checksum computed [0-9a-f]{8}, want stored [0-9a-f]{8}; "chuhe data check -repair" saves the games$`, err.Error())

	out, _, err := run(t, nil, "check", bad, "-repair", fixed)
	assert.ErrorIs(t, err, ErrFaults)
	assert.Regexp(t, `^\S+bad: damaged header: checksum .*\n\S+bad: 30 games, \d+ positions, 3 blocks: 1 faults\n`, out)
	header, got := read(t, fixed)
	assert.Equal(t, lines(games), got)
	assert.Regexp(t, `^made by repair\npart 1\nlost: damaged header: checksum computed [0-9a-f]{8}, want stored [0-9a-f]{8}\n$`, header)
	_, _, err = run(t, nil, "check", fixed)
	assert.NoError(t, err)
}

// TestCheckNothing sees to it that nobody is told to save games where there are
// none.
func TestCheckNothing(t *testing.T) {
	data, _ := encode(t, text(1), randomGames(1, 30))
	bad := write(t, t.TempDir(), "bad", data[:20])
	for _, args := range [][]string{{"stat", bad}, {"check", bad}, {"stat", "-"}} {
		_, _, err := run(t, data[:20], args...)
		assert.ErrorIs(t, err, ErrInput)
		assert.ErrorContains(t, err, "damaged header: the file ends within it")
		assert.NotContains(t, err.Error(), "-repair")
	}
}

// TestReferee has games that were never played so.
func TestReferee(t *testing.T) {
	game := func(fen, moves string, result board.Result) *record.Game {
		p := testpos.FEN(t, fen)
		g := &record.Game{Start: p, Result: result}
		for _, m := range strings.Fields(moves) {
			g.Plies = append(g.Plies, record.Ply{Move: board.MustParseMove(m)})
		}
		return g
	}
	const mate = "3k5/8R/9/9/9/9/9/9/9/R3K4 w - - 0 1"     // a0a9
	const quiet = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 116 1"   // four plies to the limit
	const loop = "a0b0 d9d8 b0a0 d8d9 a0b0 d9d8 b0a0 d8d9" // the position for the third time
	const early = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"     // far from the limit
	const bare = "3k5/9/9/9/9/9/9/9/4p4/4K4 w - - 0 1"     // the king takes the last pawn
	const law, long = "rules computer 120\n", "rules computer 120\nmaxplies 3\n"
	for _, c := range []struct {
		name string
		text string
		game *record.Game
		want string // "" if all is well
	}{
		{"mate", law, game(mate, "a0a9", board.RedWins), ""},
		{"mate lost", law, game(mate, "a0a9", board.BlackWins), "result 0-1, but play ended with black loses: checkmate"},
		{"mate drawn", law, game(mate, "a0a9", board.Draw), "result 1/2-1/2, but play ended with black loses: checkmate"},
		{"mate with the last ply", "rules computer 120\nmaxplies 1\n", game(mate, "a0a9", board.Draw), ""},
		{"mate, rules unknown", "", game(mate, "a0a9", board.Draw), "result 1/2-1/2, but black has no move in the end"},
		{"mate won, rules unknown", "", game(mate, "a0a9", board.RedWins), ""},
		{"score decides", law, game(early, "a0a1", board.RedWins), ""},
		{"third time", law, game(early, loop, board.Draw), ""},
		{"third time won", law, game(early, loop, board.RedWins), "result 1-0, but play ended with draw: repetition"},
		{"third time, rules unknown", "", game(early, loop, board.RedWins), ""},
		{"beyond the third time", law, game(early, loop+" a0b0", board.Draw), "1 plies behind the end of play: draw: repetition"},
		{"longest", long, game(early, loop+" a0b0", board.Draw), ""},
		{"longest won", long, game(early, loop+" a0b0", board.RedWins), "1 plies behind the end of play"},
		{"limit", law, game(quiet, "a0a1 d9d8 a1a2 d8d9", board.Draw), ""},
		{"limit, checks before", law, game(quiet, "a0a1 d9d8 a1a2 d8d9 a2a3", board.Draw), ""},
		{"material", law, game(bare, "e0e1", board.Draw), ""},
		{"material won", law, game(bare, "e0e1", board.RedWins), "result 1-0, but play ended with draw: "},
		{"illegal", law, game(early, "a0b2", board.Draw), "ply 1: a0b2 is not legal in "},
	} {
		err := newReferee(c.text).fault(c.game)
		if c.want == "" {
			assert.NoError(t, err, c.name)
		} else {
			assert.ErrorContains(t, err, c.want, c.name)
		}
	}
	g := game(early, "a0a1 d9d8", board.Draw)
	g.Plies[0].Score, g.Plies[1].Score = record.NoScore, -31000
	assert.NoError(t, newReferee(law).fault(g))
	g.Plies[1].Score = -31001
	assert.ErrorContains(t, newReferee(law).fault(g), "ply 2: score -31001, want -31000 to 31000")

	assert.Equal(t, "checkmate", newReferee(law).ending(game(mate, "a0a9", board.RedWins)))
	assert.Equal(t, "repetition", newReferee(law).ending(game(early, loop, board.Draw)))
	assert.Equal(t, "score", newReferee(law).ending(game(early, "a0a1", board.RedWins)))
	assert.Equal(t, "equal scores", newReferee(law).ending(game(early, "a0a1", board.Draw)))
	assert.Equal(t, "length", newReferee(long).ending(game(early, "a0a1 d9d8 a1a0", board.Draw)))
	assert.Equal(t, "unknown", newReferee("").ending(game(mate, "a0a9", board.RedWins)))
}

func TestCheckWrongGames(t *testing.T) {
	dir := t.TempDir()
	games := randomGames(1, 12)
	games[4].Plies = slices.Clone(games[4].Plies)
	games[4].Plies[0].Move = board.MustParseMove("a0i9")
	data, _ := encode(t, text(1), games)
	bad, fixed := write(t, dir, "bad", data), filepath.Join(dir, "fixed")
	out, _, err := run(t, nil, "check", bad, "-repair", fixed)
	assert.ErrorIs(t, err, ErrFaults)
	assert.Contains(t, out, "bad: game 5: bad game: ply 1: a0i9 is not legal in ")
	_, got := read(t, fixed)
	assert.Equal(t, lines(slices.Delete(slices.Clone(games), 4, 5)), got)

	_, _, err = run(t, nil, "stat", bad)
	assert.ErrorIs(t, err, ErrInput)
	assert.ErrorContains(t, err, "game 5: ")
	_, _, err = run(t, nil, "show", bad)
	assert.ErrorContains(t, err, "game 5: ")
}

func TestMerge(t *testing.T) {
	dir := t.TempDir()
	var names []string
	var all []record.Game
	for seed := range 3 {
		games := randomGames(uint64(seed), 70+seed)
		data, _ := encode(t, text(seed), games)
		names, all = append(names, write(t, dir, fmt.Sprint("part", seed), data)), append(all, games...)
	}
	two, three := filepath.Join(dir, "two"), filepath.Join(dir, "three")
	out, _, err := run(t, nil, "merge", "-out", two, names[0], names[1])
	require.NoError(t, err)
	assert.Equal(t, two+": 141 games\n", out)
	last, err := os.ReadFile(names[2])
	require.NoError(t, err)
	_, _, err = run(t, last, "merge", two, "-", "-out", three)
	require.NoError(t, err)
	header, got := read(t, three)
	assert.Equal(t, lines(all), got)
	assert.Equal(t, "made by merge\nmade by merge\npart 1\n"+text(0)+"part 2\n"+text(1)+"part 3\n"+text(2), header)
	assert.Equal(t, "120", strings.Fields(common(header, "rules"))[1])
	assert.Empty(t, common(header, "seed"))

	_, _, err = run(t, nil, "merge", "-out", filepath.Join(dir, "no"), three, names[1])
	assert.ErrorIs(t, err, ErrInput)
	assert.ErrorContains(t, err, "three and "+names[1]+" have games of the same settings")
	again := filepath.Join(dir, "again")
	_, _, err = run(t, nil, "merge", "-duplicates", "-out", again, two, names[1])
	require.NoError(t, err)
	_, got = read(t, again)
	assert.Len(t, got, 141+71)

	_, _, err = run(t, nil, "merge", "-force", "-out", two, two, names[2])
	require.NoError(t, err, "a file may take the place of one of its parts")
	_, got = read(t, two)
	assert.Equal(t, lines(all), got)

	data, err := os.ReadFile(names[0])
	require.NoError(t, err)
	cut := write(t, dir, "cut", data[:len(data)-1])
	_, _, err = run(t, nil, "merge", "-out", filepath.Join(dir, "no"), cut, names[1])
	assert.ErrorIs(t, err, ErrInput)
	assert.ErrorContains(t, err, `the file ends within it; "chuhe data check -repair" saves the rest`)
	left, err := filepath.Glob(filepath.Join(dir, "*.tmp"))
	require.NoError(t, err)
	assert.Empty(t, left)
	assert.NoFileExists(t, filepath.Join(dir, "no"))
}

// TestBusyTarget has another process at work on the file to be written over.
func TestBusyTarget(t *testing.T) {
	dir := t.TempDir()
	data, _ := encode(t, text(1), randomGames(1, 3))
	in, target := write(t, dir, "in", data), write(t, dir, "target", data)
	file, err := os.Open(target)
	require.NoError(t, err)
	defer file.Close()
	require.NoError(t, filelock.Lock(file))
	again, err := os.Open(target)
	require.NoError(t, err)
	locks := filelock.Lock(again) != nil
	require.NoError(t, again.Close())
	if !locks {
		t.Skip("no locks here")
	}
	_, _, err = run(t, nil, "merge", "-force", "-out", target, in)
	assert.ErrorIs(t, err, ErrInput)
	assert.ErrorContains(t, err, target+": another process writes to it")

	require.NoError(t, file.Close())
	out, err := create(target, "", true)
	require.NoError(t, err)
	file, err = os.Open(target)
	require.NoError(t, err)
	require.NoError(t, filelock.Lock(file))
	assert.ErrorIs(t, out.commit(), filelock.ErrBusy, "one that began meanwhile")
	require.NoError(t, file.Close())
	_, _, err = run(t, nil, "merge", "-force", "-out", target, in)
	assert.NoError(t, err)
}

func TestShuffle(t *testing.T) {
	dir := t.TempDir()
	games := randomGames(7, 300)
	data, _ := encode(t, text(7), games[:200])
	other, _ := encode(t, text(8), games[200:])
	one, two := write(t, dir, "one", data), write(t, dir, "two", other)
	out := filepath.Join(dir, "out")
	_, _, err := run(t, nil, "shuffle", "-seed", "5", "-out", out, one, two)
	require.NoError(t, err)
	header, got := read(t, out)
	assert.Equal(t, "made by shuffle with seed 5\npart 1\n"+text(7)+"part 2\n"+text(8), header)
	want := lines(games)
	assert.NotEqual(t, want, got)
	assert.ElementsMatch(t, want, got)
	late := 0 // of the second file among the first half
	for _, g := range got[:150] {
		if slices.Contains(want[200:], g) {
			late++
		}
	}
	assert.InDelta(t, 50, late, 20, "the files are mixed")

	whole, err := os.ReadFile(out)
	require.NoError(t, err)
	_, _, err = run(t, data, "shuffle", "-seed", "5", "-out", out, "-force", "-", two)
	require.NoError(t, err)
	bucketed, err := os.ReadFile(out)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(whole, bucketed), "by way of files it is the same")
	_, _, err = run(t, nil, "shuffle", "-seed", "6", "-out", out, "-force", one, two)
	require.NoError(t, err)
	_, again := read(t, out)
	assert.NotEqual(t, got, again, "another seed gives another order")
	left, err := filepath.Glob(filepath.Join(dir, "*.tmp"))
	require.NoError(t, err)
	assert.Empty(t, left)
}

func TestBuckets(t *testing.T) {
	name := write(t, t.TempDir(), "large", nil)
	require.NoError(t, os.Truncate(name, 100<<20)) // has holes
	n, room, err := bucketsFor([]string{name, name}, 1<<30)
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	assert.EqualValues(t, 250<<20, room)
	n, _, err = bucketsFor([]string{name, name}, 10<<20)
	require.NoError(t, err)
	assert.Equal(t, 26, n)
	require.NoError(t, os.Truncate(name, 300<<20))
	_, _, err = bucketsFor([]string{name, name}, 1<<20)
	assert.ErrorIs(t, err, ErrInput)
	assert.ErrorContains(t, err, "-memory is 1 MiB, want at least 2 for files of 600 MiB")
}

func TestShow(t *testing.T) {
	p := testpos.FEN(t, "3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - 7 1")
	black := testpos.FEN(t, "3k5/9/9/9/9/9/9/9/9/R3K4 b - - 7 1")
	play := func(start board.Position, result board.Result, plies ...any) record.Game {
		g := record.Game{Start: start, Result: result}
		for i := 0; i < len(plies); i += 2 {
			g.Plies = append(g.Plies, record.Ply{Move: board.MustParseMove(plies[i].(string)), Score: int16(plies[i+1].(int))})
		}
		return g
	}
	data, _ := encode(t, text(1), []record.Game{
		play(p, board.RedWins, "a0a7", 30997, "d9d8", -30998, "a7a8", 30999),
		play(black, board.Draw, "d9d8", -12, "a0a1", record.NoScore, "d8d9", -29990, "a1a0", 29991),
		play(black, board.BlackWins),
	})
	const first = `game 1 of standard input: 1-0, 3 plies
fen 3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - 7 1
  1. a0a7 M3      d9d8 -M2
  2. a7a8 M1

`
	const second = `game 2 of standard input: 1/2-1/2, 4 plies
fen 3k5/9/9/9/9/9/9/9/9/R3K4 b - - 7 1
  1. ...          d9d8 -12
  2. a0a1         d8d9 -R10
  3. a1a0 R9
`
	const third = `
game 3 of standard input: 0-1, 0 plies
fen 3k5/9/9/9/9/9/9/9/9/R3K4 b - - 7 1

`
	for _, c := range []struct{ args, want string }{
		{"show -", first + second + third},
		{"show - -game 1", first},
		{"show - -game 2 -count 5", second + third},
		{"show - -count 1", first},
		{"show - -positions -game 2", "3k5/9/9/9/9/9/9/9/9/R3K4 b - - 7 1;-12;0.5\n" +
			"9/3k5/9/9/9/9/9/9/9/R3K4 w - - 8 2;;0.5\n" +
			"9/3k5/9/9/9/9/9/9/R8/4K4 b - - 9 2;-29990;0.5\n" +
			"3k5/9/9/9/9/9/9/9/R8/4K4 w - - 10 3;29991;0.5\n"},
		{"show - -board -game 3", `game 3 of standard input: 0-1, 0 plies
fen 3k5/9/9/9/9/9/9/9/9/R3K4 b - - 7 1
` + strings.Repeat(`  9  . . . k . . . . .
  8  . . . . . . . . .
  7  . . . . . . . . .
  6  . . . . . . . . .
  5  . . . . . . . . .
  4  . . . . . . . . .
  3  . . . . . . . . .
  2  . . . . . . . . .
  1  . . . . . . . . .
  0  R . . . K . . . .
     a b c d e f g h i   black to move
`, 2) + "\n"},
	} {
		out, errs, err := run(t, data, strings.Fields(c.args)...)
		require.NoError(t, err, c.args)
		assert.Equal(t, c.want, out, c.args)
		assert.Empty(t, errs, c.args)
	}
	out, _, err := run(t, data, "show", "-positions", "-")
	require.NoError(t, err)
	assert.Contains(t, out, ";30997;1\n")
	assert.Contains(t, out, ";-30998;0\n")
}

func TestShowDamaged(t *testing.T) {
	games := randomGames(1, 30)
	data, starts := encode(t, text(1), games)
	data[starts[1]+50] ^= 1
	out, errs, err := run(t, data, "show", "-")
	assert.ErrorIs(t, err, ErrFaults)
	assert.Contains(t, errs, fmt.Sprintf("standard input: block 2 at byte %d: ", starts[1]))
	assert.Equal(t, 20, strings.Count(out, "\ngame ")+1)
}

// broken is a pipe that nobody reads.
type broken struct{}

var errPipe = errors.New("broken pipe")

func (broken) Write([]byte) (int, error) { return 0, errPipe }

func TestBrokenPipe(t *testing.T) {
	data, _ := encode(t, text(1), randomGames(1, 500))
	for _, command := range []string{"show", "stat", "check"} {
		err := Command(t.Context(), []string{command, "-"}, bytes.NewReader(data), broken{}, io.Discard)
		assert.ErrorIs(t, err, errPipe, command)
	}
}

func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	data, _ := encode(t, text(1), randomGames(1, 10))
	name := write(t, dir, "a", data)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{{"stat"}, {"check"}, {"show"}, {"merge", "-out", name + "2"}, {"shuffle", "-out", name + "2"}} {
		err := Command(ctx, append(args, name), nil, io.Discard, io.Discard)
		assert.ErrorIs(t, err, context.Canceled, "%v", args)
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 1)
}

func TestStat(t *testing.T) {
	games := randomGames(3, 40)
	games[39] = games[38]
	data, _ := encode(t, text(3), games)
	out, _, err := run(t, data, "stat", "-json", "-")
	require.NoError(t, err)
	var s summary
	require.NoError(t, json.Unmarshal([]byte(out), &s))

	// The same, counted in the plainest way.
	var plies, captures, checks, used, winsOfFirst int
	var scores []int
	for _, g := range games {
		p := g.Start
		for i, ply := range g.Plies {
			capture, check := p.At(ply.Move.To()) != board.NoPiece, !p.Checkers(p.Side()).IsEmpty()
			plies++
			captures += map[bool]int{true: 1}[capture]
			checks += map[bool]int{true: 1}[check]
			used += map[bool]int{true: 1}[i >= 8 && ply.Score <= 2000 && !capture && !check]
			scores = append(scores, int(ply.Score))
			p.Play(ply.Move)
		}
		winsOfFirst += int(2 * g.Result.Points(board.Red))
	}
	slices.Sort(scores)
	assert.EqualValues(t, 40, s.Games)
	assert.EqualValues(t, plies, s.Positions)
	assert.EqualValues(t, len(data), s.Bytes)
	assert.EqualValues(t, captures, s.Captures)
	assert.EqualValues(t, checks, s.InCheck)
	assert.Positive(t, s.InCheck)
	assert.EqualValues(t, used, s.Use.Used)
	u := s.Use
	assert.Equal(t, s.Positions, u.Early+u.NoScore+u.Decided+u.Drawish+u.Captures+u.InCheck+u.Used)
	assert.EqualValues(t, 40, s.RedWins+s.Draws+s.BlackWins)
	assert.InDelta(t, float64(winsOfFirst)/2, s.FirstPoints, 1e-9)
	assert.Equal(t, 1, s.Starts)
	assert.EqualValues(t, 1, s.Duplicates)
	assert.Equal(t, scores[0], s.Scores.Min)
	assert.Equal(t, scores[(len(scores)+1)/2-1], s.Scores.Median)
	assert.Equal(t, scores[len(scores)-1], s.Scores.Max)
	ends, kings, bands, buckets := uint64(0), uint64(0), uint64(0), uint64(0)
	for _, n := range s.Ends {
		ends += n
	}
	for _, rank := range s.Kings {
		kings += rank[0] + rank[1] + rank[2]
	}
	for _, band := range s.Bands {
		bands += band.Positions
	}
	for _, n := range s.Buckets {
		buckets += n
	}
	assert.Equal(t, s.Games, ends)
	assert.Equal(t, 2*s.Positions, kings)
	assert.Equal(t, s.Positions, bands)
	assert.Equal(t, s.Positions, buckets)
	assert.Equal(t, []fileInfo{{Name: "standard input", Text: text(3), Bytes: int64(len(data)), Games: 40, Positions: s.Positions, Blocks: 4}}, s.Files)

	out, _, err = run(t, data, "stat", "-")
	require.NoError(t, err)
	for _, want := range []string{"  seed 3\n", "games ", "40, ", "points of the side ahead", "king ", "training uses", "1 duplicate games"} {
		assert.Contains(t, out, want)
	}
}

// TestStatJSON pins what other programs read.
func TestStatJSON(t *testing.T) {
	data, _ := encode(t, text(3), randomGames(3, 5))
	out, _, err := run(t, data, "stat", "-json", "-")
	require.NoError(t, err)
	want, err := os.ReadFile(filepath.Join("testdata", "stat.json"))
	require.NoError(t, err)
	assert.Equal(t, string(want), out)
}

func TestStatDamaged(t *testing.T) {
	data, starts := encode(t, text(1), randomGames(1, 30))
	out, errs, err := run(t, data[:len(data)-1], "stat", "-")
	assert.NoError(t, err, "a file that is being written")
	assert.Contains(t, errs, "block 3 at byte ")
	assert.Contains(t, out, "standard input: 20 games")
	data[starts[0]+50] ^= 1
	_, errs, err = run(t, data, "stat", "-")
	assert.ErrorIs(t, err, ErrFaults)
	assert.Contains(t, errs, "block 1 at byte ")

	empty, _ := encode(t, "", nil)
	out, _, err = run(t, empty, "stat", "-")
	require.NoError(t, err)
	assert.NotContains(t, out, "NaN")
}

// TestBands gives points to the side ahead.
func TestBands(t *testing.T) {
	c := newCollector(record.Filter{})
	c.band(60, 1)
	c.band(-60, 0)
	c.band(-90, 1)
	c.band(31000, 1)
	bands := c.result().Bands
	assert.Equal(t, uint64(3), bands[2].Positions)
	assert.InDelta(t, 2.0/3, bands[2].Points, 1e-9)
	assert.Equal(t, band{From: 29001, To: 31000, Positions: 1, Points: 1}, bands[len(bands)-1])
}

func TestQuantiles(t *testing.T) {
	h := newHistogram(-10, 1000)
	assert.Zero(t, h.quantiles())
	for i := range 100 {
		h.add(i + 1)
	}
	assert.Equal(t, quantiles{1, 1, 5, 25, 50, 75, 95, 99, 100, 50.5}, h.quantiles())
	h = newHistogram(-10, 10)
	h.add(-50)
	h.add(50)
	assert.Equal(t, quantiles{-10, -10, -10, -10, -10, 10, 10, 10, 10, 0}, h.quantiles())
}

// TestText takes headers apart and puts them together.
func TestText(t *testing.T) {
	for _, c := range []struct {
		history, parts []string
		text           string
	}{
		{nil, []string{"seed 1\n"}, "seed 1\n"},
		{nil, []string{""}, ""},
		{[]string{"merge"}, []string{"seed 1\n", "seed 2\n"}, "made by merge\npart 1\nseed 1\npart 2\nseed 2\n"},
		{[]string{"shuffle with seed 3", "merge"}, []string{"a\nb\n"}, "made by shuffle with seed 3\nmade by merge\npart 1\na\nb\n"},
	} {
		history, parts := split(c.text)
		assert.Equal(t, c.history, history, c.text)
		assert.Equal(t, c.parts, parts, c.text)
		if history != nil {
			assert.Equal(t, c.text, join(history, parts))
		}
	}
	assert.Equal(t, "made by merge\npart 1\nno end\npart 2\nx\n", join([]string{"merge"}, []string{"no end", "x\n"}))
	_, parts := split("made by hand\nseed 1\n")
	assert.Equal(t, []string{"seed 1\n"}, parts)
	_, _, ok := lawOf("rules chess 120\n")
	assert.False(t, ok)
	_, _, ok = lawOf("made by merge\npart 1\nrules computer 120\npart 2\nrules asian 120\n")
	assert.False(t, ok, "two laws")
}
