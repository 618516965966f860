package spsa

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/internal/filelock"
	"chuhe/internal/testpos"
	"chuhe/internal/unit"
	"chuhe/lab/progress"
	"chuhe/search"
)

// quick are settings for a run of some seconds at most.
func quick() settings {
	return settings{
		Schedule: schedule{Iterations: 6, Rate: 0.5}, Batch: 4, Pairs: 1, Nodes: 150, Hash: 1, Seed: 5, Params: "LMR*,RazorMargin", Evaluator: "classical",
	}
}

// start begins or resumes a run, with a number of games at a time.
func start(t *testing.T, s settings, file string, threads int) *tuner {
	t.Helper()
	known := new(state)
	require.NoError(t, progress.Resume(fileOf(file), known, &known.Settings, s))
	run, err := newTuner(known, file)
	require.NoError(t, err)
	run.play = unit.Here(threads)
	run.job = func(first, n int) (*unit.Job, error) {
		return newJob(&unitSettings{s, first, run.named(run.at)}, n, eval.Classical{}, nil)
	}
	return run
}

// load returns the state in a file.
func load(file string) (*state, error) {
	s := new(state)
	return s, fileOf(file).Load(s)
}

// final returns the state in a file without the time that it took.
func final(t *testing.T, file string) state {
	t.Helper()
	s, err := load(file)
	require.NoError(t, err)
	s.Spent = 0
	return *s
}

func TestResume(t *testing.T) {
	testpos.SkipRace(t)
	whole := filepath.Join(t.TempDir(), "whole")
	require.NoError(t, start(t, quick(), whole, 1).run(t.Context()))
	timed, err := load(whole)
	require.NoError(t, err)
	assert.Positive(t, timed.Spent)
	want := final(t, whole)
	assert.Equal(t, 6, want.Done)
	assert.Equal(t, 12, want.Tally.games())
	moved := false
	for _, r := range search.Ranges() {
		value, tuned := want.Values[r.Name]
		assert.Equal(t, strings.HasPrefix(r.Name, "LMR") || r.Name == "RazorMargin", tuned, r.Name)
		moved = moved || tuned && value != float64(r.Default)
	}
	require.True(t, moved, "some pair of games was not split")

	part := filepath.Join(t.TempDir(), "part")
	first := start(t, quick(), part, 1)
	first.end = 2
	require.NoError(t, first.run(t.Context()))
	require.Equal(t, 4, final(t, part).Done, "a whole batch")

	// An interrupt loses the games in progress. It may come after the last game of a batch.
	parts := filepath.Join(t.TempDir(), "parts")
	for range 10 {
		ctx, cancel := context.WithCancel(t.Context())
		run := start(t, quick(), parts, 1)
		run.every, run.report = 0, func(*tuner) { cancel() }
		if run.run(ctx) == nil {
			break
		}
	}
	assert.Equal(t, want, final(t, parts))
	require.NoError(t, start(t, quick(), parts, 1).run(t.Context()), "there is nothing left to do")
	assert.Equal(t, want, final(t, parts))
}

// TestKept interrupts a run within a batch, whose results are kept.
func TestKept(t *testing.T) {
	testpos.SkipRace(t)
	file := filepath.Join(t.TempDir(), "state")
	ctx, cancel := context.WithCancel(t.Context())
	run := start(t, quick(), file, 1)
	run.every, run.report = 0, func(t *tuner) {
		if len(t.begun) == 3 {
			cancel()
		}
	}
	require.ErrorIs(t, run.run(ctx), context.Canceled)
	s := final(t, file)
	assert.Zero(t, s.Done)
	assert.Len(t, s.Begun, 3)
	assert.Equal(t, 6, s.Tally.games())
	fresh, err := newTuner(&state{Settings: quick()}, "")
	require.NoError(t, err)
	assert.Equal(t, fresh.named(fresh.at), s.Values, "they move after the batch")
}

// TestUnsaved interrupts a run whose state can no longer be saved. The error must come from
// the state: package command prints nothing for an interrupt.
func TestUnsaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dir")
	require.NoError(t, os.Mkdir(dir, 0o777))
	s := quick()
	s.Schedule.Iterations = 1 << 20
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, func() {
		assert.NoError(t, os.RemoveAll(dir))
		cancel()
	})
	err := start(t, s, filepath.Join(dir, "state"), 1).run(ctx)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.Equal(t, 1, command.Status(err))
}

// TestThreads asserts that the outcome does not depend on the number of threads, and that it does
// on the length of the batches.
func TestThreads(t *testing.T) {
	outcome := func(s settings, threads int) state {
		file := filepath.Join(t.TempDir(), "state")
		run := start(t, s, file, threads)
		reports := 0
		run.every, run.report = 0, func(*tuner) { reports++ }
		require.NoError(t, run.run(t.Context()))
		assert.Equal(t, 6, reports)
		return final(t, file)
	}
	s := quick()
	s.Pairs, s.Cut = 2, 20
	one := outcome(s, 1)
	assert.Equal(t, 24, one.Tally.games())
	assert.Equal(t, one, outcome(s, 3))
	t.Run("other batches", func(t *testing.T) {
		testpos.SkipRace(t)
		s.Batch = 1
		assert.NotEqual(t, one.Values, outcome(s, 1).Values)
	})
}

// TestUnits asserts that a worker of another machine has the results of this one, and trusts no
// settings.
func TestUnits(t *testing.T) {
	if testing.Short() {
		t.Skip("plays the same games again")
	}
	signature, err := search.Signature()
	require.NoError(t, err)
	s := quick()
	s.Search = signature
	run := start(t, s, "", 1)
	job := func(change func(*unitSettings)) *unit.Job {
		u := &unitSettings{s, 4, run.named(run.at)}
		change(u)
		j, err := newJob(u, 2, eval.Classical{}, nil)
		require.NoError(t, err)
		return j
	}
	j := job(func(*unitSettings) {})
	var own [][]byte
	for range 2 {
		var all [][]byte
		for result, err := range unit.Here(2)(t.Context(), j, 0) {
			require.NoError(t, err)
			all = append(all, result)
		}
		if own == nil {
			own = all
		}
		assert.Equal(t, own, all)
		j.Kind = Units
	}
	assert.Len(t, own, 2)
	for want, change := range map[string]func(*unitSettings){
		"out of range":           func(u *unitSettings) { u.Settings.Hash = 0 },
		"LMRBase is 1e+09, want": func(u *unitSettings) { u.At = maps.Clone(u.At); u.At["LMRBase"] = 1e9 },
		"no parameter matches":   func(u *unitSettings) { u.Settings.Params = "Oops" },
		"has the evaluation":     func(u *unitSettings) { u.Settings.Evaluator = "net-0" },
		"the job wants a build":  func(u *unitSettings) { u.Settings.Search = "other" },
	} {
		j := job(change)
		j.Kind = Units
		_, err := j.Open()
		assert.ErrorContains(t, err, want, want)
	}
}

// TestImpossible asserts that a run learns nothing from a result of a worker that no games have.
func TestImpossible(t *testing.T) {
	for text, want := range map[string]string{
		"x": "iteration 0: invalid character", `{"Wins":3}`: "iteration 0: 3 games, want 2",
		`{"Wins":900,"Losses":-898}`: "iteration 0: no games have the result {", `{"Wins":1,"Cut":1,"Lead":-1.5}`: "iteration 0: no games have the result {",
	} {
		file := filepath.Join(t.TempDir(), "state")
		run := start(t, quick(), file, 1)
		run.play = func(context.Context, *unit.Job, int) iter.Seq2[[]byte, error] {
			return func(yield func([]byte, error) bool) { yield([]byte(text), nil) }
		}
		assert.ErrorContains(t, run.run(t.Context()), want)
		assert.Empty(t, final(t, file).Begun)
	}
}

// TestParts asserts that batches played in parts lead to the state of one run, and that a batch is learnt from
// only when it is whole.
func TestParts(t *testing.T) {
	dir := t.TempDir()
	tune := func(name string, more ...string) (string, error) {
		var out strings.Builder
		words := "-iterations 7 -batch 3 -nodes 30 -hash 1 -cut 20 -rate 0.5 -evalfile classical -params LMR* -state " + filepath.Join(dir, name)
		err := run(t.Context(), append(strings.Fields(words), more...), &out, io.Discard)
		return out.String(), err
	}
	_, err := tune("one")
	require.NoError(t, err)
	for range 3 {
		out, err := tune("parts", "-unit", "1/2")
		require.NoError(t, err)
		assert.Contains(t, out, ".units: part 1/2 has ")
		if !strings.Contains(out, "has 0 of 1 unit") { // the last batch has one iteration
			out, err = tune("parts", "-merge")
			assert.ErrorContains(t, err, "units are missing: 0")
			assert.Empty(t, out, "nothing is new")
		}
		_, err = tune("parts", "-unit", "0/2")
		require.NoError(t, err)
		_, err = tune("parts", "-merge")
		require.NoError(t, err)
	}
	one := filepath.Join(dir, "one")
	assert.Equal(t, final(t, one), final(t, filepath.Join(dir, "parts")))
	_, err = tune("parts", "-merge")
	assert.NoError(t, err, "nothing is left")
	_, err = tune("parts", "-unit", "0/1")
	assert.ErrorIs(t, err, command.ErrInput, "a loop must end")
	assert.ErrorContains(t, err, "-unit: no batch is left, "+filepath.Join(dir, "parts")+" has all 7 iterations; -show prints the values")
	assert.Equal(t, final(t, one), final(t, filepath.Join(dir, "parts")))
	_, err = tune("parts", "-unit", "0/2", "-merge")
	assert.ErrorContains(t, err, "want one of the two")
}

// TestEqualSides shows that the sides differ only in their parameters: with the
// same parameters, the second game of each pair repeats the first.
func TestEqualSides(t *testing.T) {
	testpos.SkipRace(t)
	s := quick()
	a, err := newArena(&s, eval.Classical{})
	require.NoError(t, err)
	defer a.Close()
	at := make(point, len(search.Ranges()))
	p := search.DefaultParams()
	for k := range 4 {
		trial := newTrial(1, k, s.Schedule, at, search.Ranges())
		score, err := a.play(t.Context(), trial, p, p, 1)
		require.NoError(t, err)
		require.Equal(t, 2, score.games())
		assert.Zero(t, score.result())
	}
	bad := p
	bad.LMRDivisor = 0
	trial := newTrial(1, 9, s.Schedule, at, search.Ranges())
	_, err = a.play(t.Context(), trial, p, bad, 1)
	assert.ErrorContains(t, err, "LMRDivisor is 0")
}

// TestCut shows that games are cut, and that neither side of them is favoured, whichever is
// to move.
func TestCut(t *testing.T) {
	for _, plies := range []int{5, 6} {
		s := quick()
		s.Cut = plies
		a, err := newArena(&s, eval.Classical{})
		require.NoError(t, err)
		defer a.Close()
		p := search.DefaultParams()
		trial := newTrial(1, 0, s.Schedule, make(point, len(search.Ranges())), search.Ranges())
		equal, err := a.play(t.Context(), trial, p, p, 3)
		require.NoError(t, err)
		assert.Equal(t, tally{Cut: 6}, equal, "both games of a pair are the same")
		assert.Equal(t, 6, equal.games())
	}
}

// TestBetterParamsWin plays some parameters against plainly bad ones, games to the end and
// games that are cut.
func TestBetterParamsWin(t *testing.T) {
	if testing.Short() {
		t.Skip("plays 128 games")
	}
	bad := search.DefaultParams()
	require.NoError(t, bad.Set("QuietSEE=2,CaptureSEE=20,HistoryPrune=500,LateBase=0,LateBaseWorse=0,LateSlope=20,LateSlopeWorse=10,CaptureFutilityBase=50,CaptureFutilityMargin=50,FutilityMargin=20,FutilityBase=0,RazorMargin=50,QuiescenceFutility=20,NullMargin=-100,LMRBase=3000,LMRDivisor=1000,NullReduction=8192,ReverseMargin=10,ReverseDepth=20,RazorDepth=8,FutilityDepth=16"))
	play := func(s settings, plus, minus search.Params) tally {
		a, err := newArena(&s, eval.Classical{})
		require.NoError(t, err)
		defer a.Close()
		trial := newTrial(1, 0, s.Schedule, make(point, len(search.Ranges())), search.Ranges())
		all, err := a.play(t.Context(), trial, plus, minus, 16)
		require.NoError(t, err)
		require.Equal(t, 32, all.games())
		return all
	}
	s := quick()
	s.Nodes = 500
	good := play(s, search.DefaultParams(), bad)
	assert.Greater(t, good.Wins, 2*good.Losses)
	turned := play(s, bad, search.DefaultParams())
	assert.Greater(t, turned.Losses, 2*turned.Wins)

	s.Cut = 40
	good = play(s, search.DefaultParams(), bad)
	assert.Greater(t, good.Cut, 16)
	assert.Greater(t, good.Lead, 2.7)
	turned = play(s, bad, search.DefaultParams())
	assert.Less(t, turned.Lead, -2.7)
	assert.InDelta(t, float64(turned.Wins-turned.Losses)+turned.Lead, turned.result(), 1e-9)
}

func TestChosen(t *testing.T) {
	names := func(patterns string) string {
		list, err := chosen(patterns)
		require.NoError(t, err)
		var all []string
		for _, r := range list {
			all = append(all, r.Name)
		}
		return strings.Join(all, " ")
	}
	assert.Equal(t, "RazorMargin RazorDepth", names("razor*"))
	assert.Equal(t, "ProbCutMargin SingularMargin", names("SingularMargin, ProbCutMargin"))
	assert.Equal(t, "RazorMargin", names("Razor*,-*Depth"))
	assert.Equal(t, "NullDepth", names("*,-*,NullDepth"))
	all, err := chosen("*")
	require.NoError(t, err)
	assert.Equal(t, search.Ranges(), all)
	for patterns, want := range map[string]string{
		"":          `-params: no parameter matches ""`,
		"Razor":     `-params: no parameter matches "Razor"`,
		"*,-Oops*":  `-params: no parameter matches "-Oops*"`,
		"Razor[":    `-params: pattern "Razor[": syntax error in pattern`,
		"LMR*,-LM*": `-params: "LMR*,-LM*" leaves no parameter`,
	} {
		_, err := chosen(patterns)
		assert.EqualError(t, err, want)
	}
}

// run runs the program.
func run(ctx context.Context, args []string, out, errs io.Writer) error {
	return Over(nil).Execute(ctx, args, command.Streams{Out: out, Err: errs})
}

func TestCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state")
	args := strings.Fields("-state " + file + " -iterations 2 -nodes 30 -hash 1 -rate 0.5 -evalfile classical -params Null*,RazorMargin -from RazorMargin=300")
	var out strings.Builder
	require.NoError(t, run(t.Context(), args, &out, io.Discard))
	got := out.String()
	assert.Contains(t, got, "2 of 2 iterations, 4 games: ")

	s := final(t, file)
	want := search.DefaultParams()
	require.NoError(t, want.Set("RazorMargin=300"))
	for r, at := range want.Each() {
		if value, ok := s.Values[r.Name]; ok {
			*at = int(math.Round(value))
		}
		assert.Contains(t, got, row(r, *at)+"\n")
	}
	assert.InDelta(t, 300, want.RazorMargin, 90)
	assert.Contains(t, got, "\n-tune "+want.String()+"\n")

	out.Reset()
	require.NoError(t, run(t.Context(), []string{"-state", file, "-show"}, &out, io.Discard))
	assert.Equal(t, after(got, "parameter"), after(out.String(), "parameter"))
	assert.Contains(t, got, " games per second\n")
	assert.NotContains(t, out.String(), "per second", "nothing is played")
	full, err := os.Open(file) // not open for writing
	require.NoError(t, err)
	assert.Error(t, run(t.Context(), []string{"-state", file, "-show"}, full, io.Discard), "the values are lost")
	require.NoError(t, full.Close()) // or Windows could not replace it

	known, err := load(file)
	require.NoError(t, err)
	known.Spent = 90 * time.Minute
	require.NoError(t, fileOf(file).Save(known))
	out.Reset()
	require.NoError(t, run(t.Context(), []string{"-state", file, "-show"}, &out, io.Discard))
	assert.Contains(t, out.String(), ", in 1h30m0s\n")
}

// TestInterrupt asserts that an interrupt is an error, and that the outcome so far is printed.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs strings.Builder
	err := run(ctx, strings.Fields("-state "+filepath.Join(t.TempDir(), "state")+" -iterations 2 -nodes 30 -hash 1 -evalfile classical -params RazorMargin"), &out, &errs)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Contains(t, out.String(), "0 of 2 iterations")
	assert.Equal(t, "Stopped. The same command continues.\n", errs.String())
}

// TestTwoAtATime starts a run on the state of another that still runs.
func TestTwoAtATime(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state")
	held, err := fileOf(file).Hold()
	require.NoError(t, err)
	if again, err := fileOf(file).Hold(); err == nil {
		require.NoError(t, again.Close())
		t.Skip("no locks here")
	}
	args := strings.Fields("-state " + file + " -iterations 1 -nodes 30 -hash 1 -evalfile classical -params RazorMargin -threads 1")
	err = run(t.Context(), args, io.Discard, io.Discard)
	assert.ErrorIs(t, err, filelock.ErrBusy)
	assert.ErrorContains(t, err, file+": ")
	assert.Equal(t, 2, command.Status(err))
	assert.NoFileExists(t, file)
	require.NoError(t, held.Close())
	require.NoError(t, run(t.Context(), args, io.Discard, io.Discard))
	held, err = fileOf(file).Hold()
	require.NoError(t, err)
	assert.NoError(t, run(t.Context(), append(args, "-show"), io.Discard, io.Discard), "-show needs no lock")
	require.NoError(t, held.Close())
}

// after returns what follows a word.
func after(text, word string) string {
	_, rest, _ := strings.Cut(text, word)
	return rest
}

// TestRows shows that the printed rows can be pasted into the source.
func TestRows(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("..", "..", "..", "search", "params.go"))
	require.NoError(t, err)
	plain := regexp.MustCompile(" +").ReplaceAllString(string(source), " ") // as gofmt aligns the fields
	for _, r := range search.Ranges() {
		assert.Contains(t, plain, row(&r, r.Default))
	}
}

func TestBadCommands(t *testing.T) {
	testpos.SkipRace(t)
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		return name
	}
	fresh := filepath.Join(dir, "fresh")
	other := filepath.Join(dir, "other")
	signature, err := search.Signature()
	require.NoError(t, err)
	signed := quick()
	signed.Search = signature
	require.NoError(t, fileOf(other).Save(&state{Settings: signed}))
	damaged := file("damaged", `{"Settings": {"Sched`)
	empty := file("empty", `{}`)
	foreign := file("foreign", "Chapter 1")
	beyond := file("beyond", strings.Replace(read(t, other), `"Done": 0`, `"Done": 7`, 1))
	begun := func(n int) string {
		list := strings.Repeat(`{"Wins": 1, "Draws": 1},`, n)
		return file(fmt.Sprint("begun", n), strings.Replace(read(t, other), `"Done": 0`, `"Done": 4, "Begun": [`+list[:len(list)-1]+"]", 1))
	}
	unlike := file("unlike", strings.Replace(read(t, other), "LMR*,RazorMargin", "Oops", 1))
	partial := file("partial", strings.Replace(read(t, other), `"Values": null`, `"Values": {"LMRBase": 500}`, 1))
	wild := file("wild", strings.Replace(read(t, other), `"Values": null`, `"Values": {"RazorMargin": 5000}`, 1))
	for line, want := range map[string]string{
		"":                              "tune: no -state, want the name of a file; see go run ./lab/tune -help",
		"-state x -increment 5":         "-increment without -clock",
		"-state x -clock 900 -cut 50":   "-clock with a cut after 50 plies, want -cut 0",
		"-state x y":                    `argument "y", want only flags; see go run ./lab/tune -help`,
		"-fly":                          "flag provided but not defined: -fly",
		"-state x -threads 0":           `"0" for flag -threads: want a whole number from 1 to 1024`,
		"-threads x":                    `invalid value "x" for flag -threads: want a whole number`,
		"-rate x":                       `invalid value "x" for flag -rate: want a number`,
		"-nodes -1":                     `invalid value "-1" for flag -nodes: want a whole number from 1 to 1073741824`,
		"-cut -1 -state " + fresh:       `"-1" for flag -cut: want a whole number from 0 to 1000`,
		"-iterations 0 -state " + fresh: `"0" for flag -iterations: want a whole number from 1`,
		"-rate 0 -state " + fresh:       `"0" for flag -rate: want a number from 1e-09 to 1`,
		"-rate NaN -state " + fresh:     `"NaN" for flag -rate: want`,
		"-pairs 0 -state " + fresh:      `"0" for flag -pairs: want a whole number from 1 to 1000`,
		"-nodes 0 -state " + fresh:      `"0" for flag -nodes: want a whole number from 1 to`,
		"-evalfile " + damaged + " -state " + fresh: "-evalfile: " + damaged,
		"-hash 0 -state " + fresh:                   `"0" for flag -hash: want a whole number from 1 to`,
		"-params Oops -state " + fresh:              `tune: -params: no parameter matches "Oops"; see go run ./lab/tune -help`,
		"-from LMRBase -state " + fresh:             `-from: search: parameter "LMRBase", want name=value; see go run ./lab/tune -help`,
		"-state " + other:                           other + " belongs to a tuning run with other settings: batch is 4, want 32; evaluator is \"classical\", want \"net-",
		"-iterations 8 -batch 4 -rate 0.5 -nodes 150 -hash 1 -seed 5 -params LMR*,RazorMargin -evalfile classical -state " + other: other + " belongs to a tuning run with other settings: iterations is 6, want 8; use those, or another -state",
		"-state " + foreign:        foreign + " is not the state of a tuning run, or is damaged: invalid character 'C'",
		"-state " + damaged:        damaged + " is not the state of a tuning run, or is damaged: unexpected end of JSON input; give another -state, or remove the file to start over",
		"-state " + empty:          "belongs to a tuning run with other settings: ",
		"-show -state " + beyond:   "7 iterations done, want 0-6",
		"-show -state " + begun(3): "7 iterations begun, want 0-6",
		"-show -state " + begun(5): "5 iterations of a batch begun, want at most 4",
		"-show -state " + partial:  "no value for RazorMargin",
		"-show -state " + wild:     "RazorMargin is 5000, want 50 to 800",
		"-show -state " + unlike:   unlike + ` is not the state of a tuning run, or is damaged: -params: no parameter matches "Oops"`,
	} {
		var out strings.Builder
		err := run(t.Context(), strings.Fields(line), &out, io.Discard)
		assert.ErrorContains(t, err, want, line)
		assert.Equal(t, 2, command.Status(err), line)
	}
	err = run(t.Context(), []string{"-state", fresh, "-show"}, io.Discard, io.Discard)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.Equal(t, 2, command.Status(err))
	missing := filepath.Join(dir, "missing", "state")
	err = run(t.Context(), []string{"-state", missing, "-nodes", "30"}, io.Discard, io.Discard)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.Equal(t, 2, command.Status(err))
	var out strings.Builder
	require.NoError(t, run(t.Context(), []string{"-help"}, &out, io.Discard))
	assert.Contains(t, out.String(), "usage: go run ./lab/tune")
}

func read(t *testing.T, name string) string {
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}
