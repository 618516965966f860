package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/internal/unit"
	"chuhe/lang"
	"chuhe/search"
	"chuhe/tools/match"
)

// matched plays a match by workers, and returns its games and when the last result came.
func matched(t *testing.T, a *asker, out string, words ...string) (games []byte, last time.Time) {
	t.Helper()
	c := match.Over(func(ctx context.Context, j *unit.Job, first int) iter.Seq2[[]byte, error] {
		return func(yield func([]byte, error) bool) {
			for result, err := range a.results(ctx, j, first) {
				if last = time.Now(); !yield(result, err) {
					return
				}
			}
		}
	}, func(*flagSet) {})
	var output bytes.Buffer
	require.NoError(t, c.Execute(t.Context(), append(words, "-out", out), command.Streams{Out: &output, Err: &output, Lang: lang.English}), &output)
	games, err := os.ReadFile(out + ".pgn")
	require.NoError(t, err)
	return games, last
}

// aloneMatch returns the games of the match on one machine.
func aloneMatch(t *testing.T, out string, words ...string) []byte {
	t.Helper()
	for i, w := range words { // -tune is read by the engine, which the test binary is by its first word
		if rest, ok := strings.CutPrefix(w, "args="); ok {
			words[i] = "args=" + match.EngineWord + " " + rest
		}
	}
	words = append(words, "-each", "cmd="+os.Args[0], "args="+match.EngineWord, "-untimed", "-concurrency", "1", "-out", out)
	var output bytes.Buffer
	require.NoError(t, match.Command().Execute(t.Context(), words, command.Streams{Out: &output, Err: &output, Lang: lang.English}), &output)
	games, err := os.ReadFile(out + ".pgn")
	require.NoError(t, err)
	return games
}

func matchWorkers(t *testing.T, folder, addr string, n int) {
	t.Helper()
	for i := range n {
		employ(t, fileWorker(folder, addr, fmt.Sprint("w", i)))
	}
}

// TestMatch asserts that a match of sides that differ in parameters, network and nodes has the
// games of one machine, and goes on where it was interrupted.
func TestMatch(t *testing.T) {
	folder, addr := newHub(t)
	matchWorkers(t, folder, addr, 2)
	dir := t.TempDir()
	net, err := os.ReadFile("../eval/nnue/default.nnue")
	require.NoError(t, err)
	file := filepath.Join(dir, "own.nnue")
	require.NoError(t, os.WriteFile(file, net, 0o600))
	words := []string{
		"-engine", "name=a", "nodes=300", "args=-tune LMRBase=540", "option.evalfile=classical",
		"-engine", "name=b", "nodes=200", "option.EvalFile=" + file,
		"-each", "option.hashsize=1", "-maxmoves", "12", "-rounds", "3", "-seed", "3",
	}
	want := aloneMatch(t, filepath.Join(dir, "alone"), slices.Clone(words)...)
	games, _ := matched(t, &asker{link: at(folder, addr, "owner"), check: 0.1, log: os.Stderr}, filepath.Join(dir, "fleet"), words...)
	assert.Equal(t, string(want), string(games))
	assert.Equal(t, 6, bytes.Count(games, []byte("[Event ")))

	// The file of a match that has only three games is continued.
	out := filepath.Join(dir, "fleet")
	journal, err := os.ReadFile(out + ".jsonl")
	require.NoError(t, err)
	lines := bytes.SplitAfter(journal, []byte("\n"))
	require.NoError(t, os.WriteFile(out+".jsonl", bytes.Join(lines[:4], nil), 0o600))
	require.NoError(t, os.WriteFile(out+".pgn", nil, 0o600))
	a := &asker{link: at(folder, addr, "owner"), log: os.Stderr}
	var output bytes.Buffer
	c := match.Over(a.results, func(*flagSet) {})
	require.NoError(t, c.Execute(t.Context(), []string{"-resume", out + ".jsonl"}, command.Streams{Out: &output, Err: &output, Lang: lang.English}), &output)
	games, err = os.ReadFile(out + ".pgn")
	require.NoError(t, err)
	assert.Equal(t, string(want), string(games))
}

// TestMatchFlags asserts that no program and no file of a worker can be named.
func TestMatchFlags(t *testing.T) {
	for words, want := range map[string]string{
		"cmd=/bin/ls":                 "cmd=/bin/ls: a worker runs no program that is named to it, only its own build",
		"args=-c evil":                "the engine is the worker itself",
		"arg=-tune":                   "the engine is the worker itself",
		"dir=/tmp":                    "dir=/tmp: is of this machine",
		"option.bookfiles=/etc/hosts": "the file is not on the workers",
		"option.Book File=x":          "the file is not on the workers",
		"option.LogFile=x":            "a worker writes no file that is named to it",
		"option.Debug Log File=x":     "a worker writes no file that is named to it",
		"args=-tune NoSuch=1":         "NoSuch",
		"option.nosuch=1":             "announces no such option",
	} {
		a := &asker{}
		err := match.Over(a.results, a.define).Execute(t.Context(), []string{"-engine", "name=a", "nodes=9", words, "-engine", "name=b", "nodes=8", "-out", filepath.Join(t.TempDir(), "m")},
			command.Streams{Out: &bytes.Buffer{}, Err: &bytes.Buffer{}, Lang: lang.English})
		assert.ErrorContains(t, err, want, words)
		assert.ErrorIs(t, err, command.ErrInput, words)
	}
	signature, err := search.Signature()
	require.NoError(t, err)
	for _, words := range []string{"option.evalfile=/etc/hosts", "cmd=/bin/ls", "option.bookfiles=/etc/hosts", "option.logfile=/etc/hosts", "option.hashsize=1\nsetoption logfile /etc/hosts"} {
		settings := map[string]any{"Engines": [][]string{{"name=a", "nodes=9", words}, {"name=b", "nodes=9"}}, "Schedule": map[string]any{"Players": 2, "Games": 2, "Format": "roundrobin"}}
		j, err := unit.New("match", signature, true, settings, map[string][]byte{"openings": []byte(`{"start":"9/3k5/9/9/9/9/9/9/4K4/4R4 w"}` + "\n")})
		require.NoError(t, err)
		j.Kind = match.Units
		_, err = j.Open()
		assert.ErrorContains(t, err, "engine 1: "+words, "a worker trusts no recipe")
	}
}

// TestSPRT asserts that eight workers end a test at the pair at which one machine ends it, and
// soon after its verdict.
func TestSPRT(t *testing.T) {
	folder, addr := newHub(t)
	matchWorkers(t, folder, addr, 8)
	words := []string{
		"-engine", "name=a", "nodes=200", "-engine", "name=b", "nodes=10", "-each", "option.evalfile=classical", "option.hashsize=1",
		"-maxmoves", "60", "-rounds", "400", "-sprt", "elo0=0", "elo1=200", "model=logistic", "-resign", "movecount=2", "score=300", "-ratinginterval", "0",
	}
	dir := t.TempDir()
	games, last := matched(t, &asker{link: at(folder, addr, "owner"), check: 0.1, log: os.Stderr}, filepath.Join(dir, "fleet"), words...)
	late := time.Since(last)
	t.Logf("%d games, done %v after the verdict", bytes.Count(games, []byte("[Event ")), late)
	assert.Less(t, late, 3*time.Second)
	want := aloneMatch(t, filepath.Join(dir, "alone"), words...)
	assert.Equal(t, string(want), string(games))
	assert.Less(t, bytes.Count(games, []byte("[Event ")), 800, "a verdict")
}

// TestEnded asserts that workers leave units that are not needed any more.
func TestEnded(t *testing.T) {
	folder, addr := newHub(t)
	var busy atomic.Int32
	w := worker(folder, addr, "a")
	w.kinds["squares"] = func(*unit.Recipe, map[string][]byte) (func() (unit.Worker, error), error) {
		return func() (unit.Worker, error) { return endless{&busy}, nil }, nil
	}
	employ(t, w)
	for range (&asker{link: at(folder, addr, "owner"), log: os.Stderr}).results(t.Context(), squareJob(t, "ended", 50), 0) {
		require.Eventually(t, func() bool { return busy.Load() == 2 }, 10*time.Second, time.Millisecond)
		break
	}
	assert.Eventually(t, func() bool { return busy.Load() == 0 }, 3*time.Second, time.Millisecond)
}

// endless does unit 0, and all others until they are left.
type endless struct{ busy *atomic.Int32 }

func (e endless) Do(ctx context.Context, n int) ([]byte, error) {
	if n == 0 {
		return []byte("0"), nil
	}
	e.busy.Add(1)
	defer e.busy.Add(-1)
	<-ctx.Done()
	return nil, errors.New("left")
}
func (endless) Close() {}
