package main

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/internal/stats"
	"chuhe/internal/testpos"
	"chuhe/lab/openings/maker"
	"chuhe/lab/progress"
	"chuhe/lab/selfplay"
	"chuhe/search"
)

// quick makes openings that cost little.
var quick = maker.Maker{
	Recipe:     maker.Recipe{Seed: 1, MinPlies: 3, MaxPlies: 6, Shallow: 50, Choice: 6, Margin: 100, Deep: 200, High: 100, Hash: 1},
	Evaluation: eval.Classical{},
	Threads:    2,
}

// begin returns a run with the state of a file, or a new one, between an engine and one with
// fewer nodes.
func begin(t *testing.T, file string, pairs int) *test {
	t.Helper()
	known := new(state)
	err := progress.Resume(fileOf(file), known, &known.Settings, settings{
		Nodes: 300, OldNodes: 20, Cut: 24, Hash: 1, Openings: quick.String(),
		Test: stats.SPRT{Elo0: 0, Elo1: 5, Alpha: .05, Beta: .05, Model: stats.Normalized},
	})
	require.NoError(t, err)
	return &test{
		state: known, file: file, pairs: pairs, every: time.Hour, show: func(*state) {},
		evaluations: [2]eval.Evaluation{eval.Classical{}, eval.Classical{}},
		params:      [2]search.Params{search.DefaultParams(), search.DefaultParams()},
		openings: func(ctx context.Context, count int) ([]board.Position, error) {
			return maker.Cache{}.Get(ctx, &quick, count)
		},
	}
}

// load returns the state in a file.
func load(file string) (*state, error) {
	s := new(state)
	return s, fileOf(file).Load(s)
}

// TestThreads plays the same pairs on one thread and on three: every number is the same.
func TestThreads(t *testing.T) {
	pairs := testpos.Rounds(12, 30, 30)
	one := begin(t, filepath.Join(t.TempDir(), "a"), pairs)
	require.NoError(t, one.run(t.Context(), 1))
	three := begin(t, filepath.Join(t.TempDir(), "a"), pairs)
	require.NoError(t, three.run(t.Context(), 3))
	assert.Equal(t, one.Count, three.Count)
	assert.Equal(t, pairs, one.Count.pairs())
	assert.Equal(t, 2*pairs, one.Count.Wins+one.Count.Draws+one.Count.Losses+one.Count.Cut)
	assert.Greater(t, one.Count.sample().Summary().Score, 0.5, "more nodes")
}

// TestResume interrupts a run at several moments and continues it: it ends as one that was
// not interrupted.
func TestResume(t *testing.T) {
	testpos.SkipRace(t)
	pairs := testpos.Rounds(5, 20, 20)
	whole := begin(t, filepath.Join(t.TempDir(), "a"), pairs)
	require.NoError(t, whole.run(t.Context(), 2))
	file := filepath.Join(t.TempDir(), "b")
	for _, at := range []int{1, pairs / 5, pairs / 2} {
		part := begin(t, file, pairs)
		ctx, cancel := context.WithCancel(t.Context())
		part.every, part.show = 0, func(s *state) {
			if s.Count.pairs() >= at {
				cancel()
			}
		}
		require.ErrorIs(t, part.run(ctx, 2), context.Canceled)
		cancel()
		known, err := load(file)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, known.Count.pairs(), at)
		assert.Less(t, known.Count.pairs(), pairs)
	}
	last := begin(t, file, pairs)
	require.NoError(t, last.run(t.Context(), 3))
	assert.Equal(t, whole.Count, last.Count)
}

// TestOpenings asserts that a test goes on, and says so once, where the cache can keep no openings.
func TestOpenings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	var out bytes.Buffer
	meter := command.NewMeter(command.Streams{Out: &out, Err: &out})
	defer meter.Close()
	openings := openingsOf(maker.Cache{Folder: file}, quick, meter)
	first, err := openings(t.Context(), 2)
	require.NoError(t, err)
	more, err := openings(t.Context(), 4)
	require.NoError(t, err)
	require.Len(t, more, 4)
	assert.Equal(t, first, more[:2])
	assert.Equal(t, 1, strings.Count(out.String(), "the openings cannot be kept: "), out.String())
}

// TestDecided plays until the test is decided, and no further when it is continued.
func TestDecided(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 200 games, which take a minute with the race detector; TestThreads plays some")
	}
	file := filepath.Join(t.TempDir(), "a")
	run := begin(t, file, 1000)
	run.Settings.Test.Elo1 = 100
	require.NoError(t, run.run(t.Context(), 2))
	pairs := run.Count.pairs()
	assert.True(t, pairs >= leastPairs && pairs < 1000, "%d pairs", pairs)
	_, d := run.Count.decide(run.Settings.Test)
	assert.Equal(t, stats.AcceptH1, d)
	assert.Contains(t, run.state.String(), "H1 accepted: the new side is better by the test")

	known, err := load(file)
	require.NoError(t, err)
	again := begin(t, filepath.Join(t.TempDir(), "b"), 1000)
	again.state = known
	require.NoError(t, again.run(t.Context(), 2))
	assert.Equal(t, pairs, again.Count.pairs(), "a decided test goes no further")
}

// TestClock plays on a clock of nodes: the side that leaves most of it unused loses.
func TestClock(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 40 whole games; TestThreads plays some")
	}
	run := begin(t, filepath.Join(t.TempDir(), "a"), 20)
	s := &run.Settings
	s.OldNodes, s.Cut, s.Clock, s.Increment = s.Nodes, 0, 20_000, 200
	require.NoError(t, run.params[1].Set("TimeSoftMost=5,TimeMoves=80,TimeHard=100,TimeIncrement=0"))
	require.NoError(t, run.run(t.Context(), 2))
	assert.Greater(t, run.Count.sample().Summary().Score, 0.5)
}

// TestCount counts pairs of which every outcome is known.
func TestCount(t *testing.T) {
	var c count
	whole := func(a, b float64) [2]selfplay.Finish {
		return [2]selfplay.Finish{{Lead: a, Plies: 10}, {Lead: b, Plies: 30}}
	}
	for _, pair := range [][2]selfplay.Finish{
		whole(1, 1), whole(1, 0), whole(1, -1), whole(0, 0), whole(-1, 0), whole(-1, -1),
		{{Lead: 0.5, Cut: true, Plies: 50}, {Lead: -0.3, Cut: true, Plies: 50}},
	} {
		c.add(pair)
	}
	want := count{Wins: 4, Draws: 4, Losses: 4, Cut: 2, Plies: 6*40 + 100}
	want.Pairs[40], want.Pairs[30], want.Pairs[20], want.Pairs[10], want.Pairs[0], want.Pairs[22] = 1, 1, 2, 1, 1, 1
	assert.Equal(t, want, c)

	// Whole games are counted as pentanomial: the same numbers as in a match.
	var pairs count
	penta := stats.Penta{3, 20, 41, 25, 6}
	for i, n := range penta {
		pairs.Pairs[i*steps/4] = n
	}
	test := stats.SPRT{Elo0: 0, Elo1: 5, Alpha: .05, Beta: .05, Model: stats.Normalized}
	assert.Equal(t, penta.Sample().Summary(), pairs.sample().Summary())
	assert.InDelta(t, test.LLR(penta.Sample()), test.LLR(pairs.sample()), 0.01)
}

// TestVerdict asserts that a test against a loss does not claim a gain.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		d         stats.Decision
		want      string
	}{
		{0, 5, stats.AcceptH1, "H1 accepted: the new side is better by the test"},
		{0, 5, stats.AcceptH0, "H0 accepted: the new side is not better by the test"},
		{-5, 0, stats.AcceptH1, "H1 accepted: the new side is not worse by the test"},
		{-5, 0, stats.AcceptH0, "H0 accepted: the new side is worse by the test"},
		{-3, 3, stats.AcceptH1, "H1 accepted: the new side is not worse by the test"},
		{-3, 3, stats.AcceptH0, "H0 accepted: the new side is not better by the test"},
		{-5, 0, stats.Undecided, "undecided"},
	} {
		assert.Equal(t, c.want, verdict(stats.SPRT{Elo0: c.low, Elo1: c.high}, c.d))
	}
}

func TestBad(t *testing.T) {
	testpos.SkipRace(t)
	t.Chdir(t.TempDir())
	run := func(args string) (string, error) {
		var out bytes.Buffer
		err := program().Execute(t.Context(), strings.Fields(args), command.Streams{Out: &out, Err: io.Discard})
		return out.String(), err
	}
	for args, want := range map[string]string{
		"":                                 "no -state",
		"-state a":                         "both sides are the same",
		"-state a -new Oops=1":             "-new: ",
		"-state a -old LMRBase=x":          "-old: ",
		"-state a -newnet no.nnue":         "-newnet: ",
		"-state a -oldnodes 5 -window 9-3": "-window: \"9-3\", want LOW-HIGH",
		"-state a -oldnodes 5 -elo1 -1":    "elo0 is 0 and elo1 is -1",
		"-state a -clock 9 -new LMRBase=1": "-clock with a cut after 50 plies, want -cut 0",
		"-state a -increment 9 -cut 0":     "-increment without -clock",
		"-state a -clock 9 -oldnodes 5":    "-clock and -oldnodes",
		"-state a -model bayes":            "model is \"bayes\"",
		"-state a -show":                   "-state: a: " + syscall.ENOENT.Error(),
	} {
		_, err := run(args)
		assert.ErrorContains(t, err, want, args)
		assert.ErrorIs(t, err, command.ErrInput, args)
		_, err = os.Stat("a")
		assert.ErrorIs(t, err, fs.ErrNotExist, args)
	}
	file := begin(t, "a", 2)
	require.NoError(t, file.run(t.Context(), 1))
	out, err := run("-state a -show")
	require.NoError(t, err)
	assert.Contains(t, out, "2 pairs, 4 games: ")
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} { // of the openings
		t.Setenv(name, t.TempDir())
	}
	full, err := os.Open("a") // not open for writing
	require.NoError(t, err)
	defer full.Close()
	for _, args := range []string{"-state a -show", "-state b -oldnodes 5 -nodes 9 -pairs 1 -cut 4"} {
		err = program().Execute(t.Context(), strings.Fields(args), command.Streams{Out: full, Err: io.Discard})
		assert.ErrorContains(t, err, "write a: ", args)
	}
	_, err = run("-state a -oldnodes 5")
	assert.ErrorContains(t, err, "a belongs to a test with other settings")
	assert.ErrorContains(t, err, "; the openings follow from -seed and -window")
	assert.ErrorIs(t, err, command.ErrInput)
	text, err := os.ReadFile("a")
	require.NoError(t, err)
	for _, damage := range []string{"", "x", strings.Replace(string(text), `"Plies": `, `"Plies": -`, 1), strings.Replace(string(text), `"beta": 0.05`, `"beta": 5`, 1)} {
		require.NotEqual(t, string(text), damage)
		require.NoError(t, os.WriteFile("a", []byte(damage), 0o644))
		for _, args := range []string{"-state a -show", "-state a -oldnodes 5"} {
			_, err = run(args)
			assert.ErrorContains(t, err, "a is not the state of a test, or is damaged", args)
		}
	}
}
