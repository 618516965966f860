package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/testpos"
)

// work is a command that takes long and continues after it was killed.
type work struct {
	program string // its name, then its path
	args    []string
	// journal is the file that again continues, "" if args continue by themselves.
	journal string
	again   []string
	refuses bool // to replace its result, which is written at the end
	// results are the files at the end, which are the same however often it was killed.
	results []string
}

// works are short runs of all such commands. games.pgn and train.games are made before.
var works = map[string]work{
	"datagen": {program: "chuhe", args: []string{"datagen", "-nodes", "10", "-games", "192", "-threads", "1", "-out", "o.games"},
		results: []string{"o.games"}},
	"match": {program: "chuhe", args: []string{"match", "-engine", "cmd=self", "name=a", "nodes=200", "-engine", "cmd=self", "name=b", "nodes=150",
		"-rounds", "4", "-concurrency", "1", "-seed", "3", "-out", "o", "-pgnout", "file=o.pgn"},
		journal: "o.jsonl", again: []string{"match", "-resume", "o.jsonl"}, results: []string{"o.pgn"}},
	"annotate": {program: "chuhe", args: []string{"annotate", "-nodes", "1000", "-threads", "1", "-hash", "1", "-to", "pgn", "-out", "o.pgn", "games.pgn"},
		refuses: true, results: []string{"o.pgn"}},
	"book make": {program: "chuhe", args: []string{"book", "make", "-search", "-nodes", "600", "-positions", "200", "-threads", "1", "-out", "o.book"},
		refuses: true, results: []string{"o.book"}},
	"puzzles make": {program: "chuhe", args: []string{"puzzles", "make", "-nodes", "400", "-proof", "1200", "-out", "o.txt", "train.games"},
		results: []string{"o.txt"}},
	"train": {program: "trainer", args: []string{"-data", "train.games", "-out", "o.nnue", "-epochs", "3", "-batch", "1024", "-threads", "1", "-minply", "0"},
		results: []string{"o.nnue"}},
	"tune": {program: "tuner", args: []string{"-state", "o.json", "-nodes", "150", "-hash", "1", "-iterations", "10", "-threads", "1", "-params", "LMRBase"},
		results: []string{"o.json"}},
}

// TestKilled kills each long command at random moments, as a loss of power or the
// system would, gives it again until it ends, and compares the files that it leaves
// with the files of a run that nothing disturbed.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("builds three programs and runs them for half a minute")
	}
	bin, made := t.TempDir(), t.TempDir()
	chuhe := built(t)
	programs := map[string]string{"chuhe": chuhe}
	for name, folder := range map[string]string{"trainer": "./lab/train", "tuner": "./lab/tune"} {
		programs[name] = filepath.Join(bin, name+exe())
		run(t, ".", "go", "build", "-pgo=off", "-ldflags=-s -w", "-o", programs[name], folder)
	}
	run(t, made, chuhe, "datagen", "-nodes", "40", "-games", "64", "-out", "train.games")
	run(t, made, chuhe, "match", "-engine", "cmd=self", "name=a", "nodes=60", "-engine", "cmd=self", "name=b", "nodes=50", "-rounds", "1", "-pgnout", "file=games.pgn")
	for name, w := range works {
		t.Run(name, func(t *testing.T) {
			w.program = programs[w.program]
			folder := func() string {
				dir := t.TempDir()
				for _, file := range []string{"train.games", "games.pgn"} {
					require.NoError(t, os.Link(filepath.Join(made, file), filepath.Join(dir, file)))
				}
				return dir
			}
			want := folder()
			start := time.Now()
			run(t, want, w.program, w.args...)
			took := time.Since(start)
			rng := rand.New(rand.NewPCG(1, 2))
			for left := testpos.Rounds(2, 2, 30); left > 0; {
				dir, killed, running := folder(), 0, true
				for left > 0 && running {
					if running = w.kill(t, dir, time.Duration(rng.Int64N(int64(took)))); running {
						killed++
						running = !w.written(dir)
					}
					left-- // also where it ended before its moment
				}
				if running {
					run(t, dir, w.program, w.next(dir)...)
				}
				for _, result := range w.results {
					w.same(t, filepath.Join(want, result), filepath.Join(dir, result), fmt.Sprintf("%s after %d kills", result, killed))
				}
			}
		})
	}
}

// next returns the arguments that begin the work in a folder, or continue it there.
func (w *work) next(dir string) []string {
	if w.journal != "" {
		if _, err := os.Stat(filepath.Join(dir, w.journal)); err == nil {
			return w.again
		}
	}
	return w.args
}

// written reports whether a command that refuses to replace its result has written it: the
// kill came while it was about to end.
func (w *work) written(dir string) bool {
	if !w.refuses {
		return false
	}
	_, err := os.Stat(filepath.Join(dir, w.results[0]))
	return err == nil
}

// kill starts the work, or continues it, and kills it after a while. It reports whether
// the work was still running.
func (w *work) kill(t *testing.T, dir string, after time.Duration) bool {
	t.Helper()
	var out bytes.Buffer
	command := exec.Command(w.program, w.next(dir)...)
	command.Dir, command.Stdout, command.Stderr = dir, &out, &out
	require.NoError(t, command.Start())
	timer := time.AfterFunc(after, func() { command.Process.Kill() })
	err := command.Wait()
	timer.Stop()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		require.Negative(t, exit.ExitCode(), "ended by itself: %s", &out)
		return true
	}
	require.NoError(t, err, "%s", &out)
	return false
}

func run(t *testing.T, dir, program string, args ...string) {
	t.Helper()
	command := exec.Command(program, args...)
	command.Dir = dir
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s %q: %s", filepath.Base(program), args, out)
}

// measured are the parts of results that tell the time that the work took: the time of
// a move in a game, and the time that a tuner has spent.
var measured = regexp.MustCompile(` \d+\.\d+s\b|"Spent": \d+`)

// same asserts that two files are equal but for what was measured, without printing
// them. Games are compared without their line breaks.
func (w *work) same(t *testing.T, want, got, message string) {
	t.Helper()
	content := func(name string) []byte {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		if filepath.Ext(name) == ".pgn" {
			text = bytes.Join(bytes.Fields(text), []byte(" "))
		}
		return measured.ReplaceAll(text, nil)
	}
	a, b := content(want), content(got)
	assert.True(t, bytes.Equal(a, b), "%s: %d bytes, want %d others", message, len(b), len(a))
}

func exe() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}
