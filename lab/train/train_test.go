package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval/nnue"
	"chuhe/internal/command"
	"chuhe/internal/filelock"
	"chuhe/internal/testpos"
	"chuhe/lab/record"
	"chuhe/lab/train/model"
	"chuhe/lab/train/sample"
)

// run runs the program.
func run(ctx context.Context, args []string, out, errs io.Writer) error {
	return program().Execute(ctx, args, command.Streams{Out: out, Err: errs})
}

// skipShort leaves out a test that trains or labels once more only to see what is kept and
// said: the race detector sees that work in other tests.
func skipShort(t *testing.T) {
	if testing.Short() {
		t.Skip("trains again")
	}
}

// games writes a file of random games whose scores and results follow the material.
func games(t *testing.T, n int) string {
	t.Helper()
	worth := [board.PieceTypes]int{board.Pawn: 100, board.Advisor: 100, board.Bishop: 100, board.Knight: 400, board.Cannon: 450, board.Rook: 900}
	name := filepath.Join(t.TempDir(), "test.games")
	f, err := os.Create(name)
	require.NoError(t, err)
	w, err := record.NewWriter(f, "from a test")
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 2))
	for range n {
		g := record.Game{Start: board.Start()}
		p, material := g.Start, 0
		for m := range testpos.Playout(rng, &p, 80) {
			sign := 1 - 2*int(p.Side())
			g.Plies = append(g.Plies, record.Ply{Move: m, Score: int16(sign * material)})
			material += sign * worth[p.Captured(m).Type()]
		}
		g.Result = [...]board.Result{board.BlackWins, board.Draw, board.RedWins}[1+max(-1, min(material/300, 1))]
		require.NoError(t, w.Write(&g))
	}
	require.NoError(t, w.Flush())
	require.NoError(t, f.Close())
	return name
}

// watching is a writer that calls a function when a line with this beginning is written.
type watching struct {
	bytes.Buffer
	begin string
	then  func()
}

func (w *watching) Write(b []byte) (int, error) {
	if strings.HasPrefix(string(b), w.begin) {
		w.then()
	}
	return w.Buffer.Write(b)
}

// TestTrain trains a small network: with one thread and with two, without and with
// an interruption. Under -short it has two threads from the start, for the race detector.
func TestTrain(t *testing.T) {
	enough := !testing.Short() // games to learn from
	number, batch, epochs, threads := 300, "1000", 3, "1"
	if !enough {
		number, batch, epochs, threads = 30, "600", 2, "2"
	}
	data, dir := games(t, number), t.TempDir()
	args := func(out string, more ...string) []string {
		return append([]string{"-data", data, "-out", filepath.Join(dir, out), "-epochs", strconv.Itoa(epochs), "-batch", batch, "-warmup", "3",
			"-rate", "0.003", "-lambda", "1", "-validation", "10", "-note", "a note"}, more...)
	}
	file := func(name string) []byte {
		b, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		return b
	}
	var out bytes.Buffer
	require.NoError(t, run(context.Background(), args("one.nnue", "-threads", threads), &out, io.Discard))
	assert.Contains(t, out.String(), fmt.Sprintf("epoch %d of %d", epochs, epochs))

	net, err := nnue.Read(bytes.NewReader(file("one.nnue")))
	require.NoError(t, err)
	assert.Contains(t, net.Description(), "a note")
	assert.Contains(t, net.Description(), "Seed: 1.")
	up := board.Start()
	rookless := testpos.FEN(t, "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1")
	if enough {
		assert.Less(t, net.Evaluate(&rookless), net.Evaluate(&up)-20, "Black to move without a rook")
	}

	var was state
	require.NoError(t, json.Unmarshal(file("one.json"), &was))
	require.Len(t, was.Epochs, epochs)
	if enough {
		assert.Less(t, was.Epochs[2].Training, was.Curve[0].Loss/3)
		assert.Less(t, was.Epochs[2].Validation, was.Epochs[0].Validation)
	}
	assert.Less(t, was.Errors.Largest, 3.0, "quantised against exact")
	assert.Equal(t, was.Counts.Plies, was.Files[0].Plies)
	report := string(file("one.md"))
	assert.Contains(t, report, was.Files[0].SHA256)
	assert.Contains(t, report, "from a test")
	assert.Contains(t, string(file("one.svg")), "validation loss")

	if enough {
		require.NoError(t, run(context.Background(), args("two.nnue", "-threads", "2"), io.Discard, io.Discard))
		assert.True(t, bytes.Equal(file("one.nnue"), file("two.nnue")), "one thread and two")
	}

	ctx, cancel := context.WithCancel(context.Background())
	err = run(ctx, args("cut.nnue"), &watching{begin: fmt.Sprintf("epoch %d of", epochs-1), then: cancel}, io.Discard)
	require.ErrorIs(t, err, context.Canceled)
	assert.ErrorContains(t, err, fmt.Sprintf("the same command continues after epoch %d", epochs-1))
	assert.Equal(t, 130, command.Status(err))
	out.Reset()
	require.NoError(t, run(context.Background(), args("cut.nnue"), &out, io.Discard))
	assert.Contains(t, out.String(), fmt.Sprintf("continuing after epoch %d of %d", epochs-1, epochs))
	assert.True(t, bytes.Equal(file("one.nnue"), file("cut.nnue")), "uninterrupted and interrupted")

	skipShort(t)
	// Removed files are written again.
	require.NoError(t, os.Remove(filepath.Join(dir, "cut.nnue")))
	require.NoError(t, os.Remove(filepath.Join(dir, "cut.md")))
	require.NoError(t, run(context.Background(), args("cut.nnue"), io.Discard, io.Discard))
	assert.True(t, bytes.Equal(file("one.nnue"), file("cut.nnue")))
	assert.Contains(t, string(file("cut.md")), "# Training of cut")

	err = run(context.Background(), args("cut.nnue", "-rate", "0.002"), io.Discard, io.Discard)
	assert.ErrorContains(t, err, "cut.checkpoint belongs to a training run with other settings: rate is 0.003, want 0.002; give another -out")

	// Training from existing weights.
	final := was.Epochs[2].Training
	for _, from := range []string{"one.nnue", "one.checkpoint"} {
		out.Reset()
		require.NoError(t, run(context.Background(), args("on-"+from+".nnue", "-init", filepath.Join(dir, from), "-epochs", "1", "-rate", "0.0001"), &out, io.Discard))
		require.NoError(t, json.Unmarshal(file("on-"+from+".json"), &was))
		assert.Less(t, was.Curve[0].Loss, 2*final, from)
		sum := fmt.Sprintf("%x", sha256.Sum256(file(from)))
		assert.Contains(t, string(file("on-"+from+".md")), "| initial weights | "+from+", SHA-256 `"+sum+"` |")
		net, err := nnue.Read(bytes.NewReader(file("on-" + from + ".nnue")))
		require.NoError(t, err)
		assert.Contains(t, net.Description(), "Begun with: "+from+", SHA-256 "+sum+"\n")
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bad.checkpoint"), file("one.checkpoint")[:5000], 0o644))
	err = run(context.Background(), args("bad.nnue"), io.Discard, io.Discard)
	assert.ErrorContains(t, err, "bad.checkpoint: unusable checkpoint: it ends")
	assert.ErrorContains(t, err, "to start again, remove it and the .nnue, .json, .md, .svg beside it")
	leftovers, err := filepath.Glob(filepath.Join(dir, "*.tmp"))
	require.NoError(t, err)
	assert.Empty(t, leftovers)
}

// TestUnwritable asserts that an epoch is kept while its files cannot be written, here because a
// folder has the name of one, and that an interrupt ends the wait.
func TestUnwritable(t *testing.T) {
	skipShort(t)
	data, dir := games(t, 30), t.TempDir()
	folder := filepath.Join(dir, "a.checkpoint")
	block := &watching{begin: "epoch 1 of", then: func() { require.NoError(t, os.MkdirAll(filepath.Join(folder, "full"), 0o700)) }}
	train := func(ctx context.Context, then func()) (warnings string, err error) {
		errs := &watching{begin: "WARNING: ", then: then}
		err = run(ctx, []string{"-data", data, "-out", filepath.Join(dir, "a.nnue"), "-epochs", "2", "-batch", "600", "-warmup", "1"}, block, errs)
		return errs.String(), err
	}
	ctx, cancel := context.WithCancel(t.Context())
	said, err := train(ctx, cancel)
	require.ErrorIs(t, err, context.Canceled)
	assert.ErrorContains(t, err, "stopped before epoch 1 could be written; the same command trains it again")
	assert.Contains(t, said, folder)
	assert.Contains(t, said, ": training waits until epoch 1 can be written")

	require.NoError(t, os.RemoveAll(folder))
	said, err = train(t.Context(), func() { require.NoError(t, os.RemoveAll(folder)) })
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(said, "WARNING"), said)
	_, note, err := readCheckpoint(folder)
	require.NoError(t, err)
	var was state
	require.NoError(t, json.Unmarshal(note, &was))
	assert.Len(t, was.Epochs, 2)
}

func TestFit(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(context.Background(), []string{"fit", "-data", games(t, 100)}, &out, io.Discard))
	assert.Contains(t, out.String(), "-scale ")
	assert.Regexp(t, `(?m)^ +21 +\d+ +\d+\.\d% +\d+\.\d +\d+\.\d$`, out.String())
	assert.Regexp(t, `(?m)^log loss of the engine's chances: \d\.\d{4}$`, out.String())

	// Results of a known model.
	const a, b = 200.0, 150.0
	o := newOutcomes(3000)
	for i := range o.bins {
		score := o.score(i)
		won, lost := logistic((score-a)/b), logistic((-score-a)/b)
		o.bins[i] = [3]float64{1000 * lost, 1000 * (1 - won - lost), 1000 * won}
	}
	gotA, gotB := o.winRate()
	assert.InDelta(t, a, gotA, 1)
	assert.InDelta(t, b, gotB, 1)
	w := newWins(3000)
	for i := range w.bins[7] {
		won := logistic((binWidth*float64(i) - 2998 - a) / b)
		w.bins[7][i] = [2]float64{1000 * (1 - won), 1000 * won}
	}
	gotA, gotB = w.rate(7)
	assert.InDelta(t, a, gotA, 1)
	assert.InDelta(t, b, gotB, 1)
	for i := range o.bins {
		won := logistic(o.score(i) / 321)
		o.bins[i] = [3]float64{1000 * (1 - won), 0, 1000 * won}
	}
	assert.InDelta(t, 321, o.scale(), 1)
	far := newOutcomes(maxScore) // scores of mates among them, where there is nothing to count
	copy(far.bins, o.bins)
	assert.InDelta(t, o.scale(), far.scale(), 1e-3)
	shown := 0.0
	for _, r := range o.table() {
		shown += r.won + r.drawn + r.lost
	}
	assert.InDelta(t, 1000*len(o.bins), shown, 1, "all are in the table")
	table := o.table()
	assert.InDelta(t, 3000, table[len(table)-1].to, 0)
}

func TestBadArguments(t *testing.T) {
	data := games(t, 1)
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "train: no -data, want files of games; see go run ./lab/train -help"},
		{[]string{"-data", ""}, "empty name"},
		{[]string{"-wild"}, "-wild; see go run ./lab/train -help"},
		{[]string{"-seed", "x"}, `invalid value "x" for flag -seed: want a whole number from 0 to 18446744073709551615;`},
		{[]string{"-batch", "x"}, `invalid value "x" for flag -batch: want a whole number from 1 to 1048576;`},
		{[]string{"-lambda", "x"}, `invalid value "x" for flag -lambda: want a number from 0 to 1;`},
		{[]string{"fit", "-threads", "x"}, `invalid value "x" for flag -threads: want a whole number from 1 to 1024;`},
		{[]string{"fit", "-data", data, "-offshoots", "2"}, "-offshoots"},
		{[]string{"fit", "-data", data, "-threads", "0"}, `"0" for flag -threads: want a whole number from 1`},
		{[]string{"-data", data, "-out", "a.nnue", "-offshoots", "-1"}, `"-1" for flag -offshoots`},
		{[]string{"-data", data, "-out", "a.nnue", "-offshoots", "1001"}, `"1001" for flag -offshoots: want a whole number from 0 to 1000;`},
		{[]string{"-data", data, "-out", "a.nnue", "-validation", "-1"}, `"-1" for flag -validation`},
		{[]string{"fit", "-data", data, "-validation", "2"}, "-validation"},
		{[]string{"-data", data, "-out", "a.nnue", "-note", "\xff"}, `-note "\xff"`},
		{[]string{"-data", data + ",\xe4", "-out", "a.nnue"}, `"\xe4"] and the names of -init "" and -yardstick "", want UTF-8`},
		{[]string{"-data", data, "-out", "a.nnue", "-init", "\xe4"}, `-init "\xe4"`},
		{[]string{"-data", data, "-out", "a.nnue", "-yardstick", "\xe4"}, `-yardstick "\xe4"`},
		{[]string{"-data", "\xe4\xb8", "-out", "a.nnue", "-init", "\xad"}, "want UTF-8"},
		{[]string{"-data", data, "-out", "a.nnue", "-note", strings.Repeat("x", 1<<16)}, "-note of 65536 bytes"},
		{[]string{"-data", data}, "no -out, want the name of a file; see go run ./lab/train -help"},
		{[]string{"-data", data, "-out", "net.bin"}, "ends in .nnue; see go run ./lab/train -help"},
		{[]string{"-data", data + "," + data, "-out", "a.nnue"}, "twice"},
		{[]string{"-data", data, "-out", "a.nnue", "-schedule", "wild"}, `-schedule "wild"`},
		{[]string{"-data", data, "-out", "a.nnue", "-lambda", "1.5"}, `"1.5" for flag -lambda`},
		{[]string{"-data", data, "-out", "a.nnue", "-epochs", "0"}, `"0" for flag -epochs`},
		{[]string{"-data", data, "-out", "a.nnue", "-maxscore", "31001"}, `"31001" for flag -maxscore: want a whole number from 1 to`},
		{[]string{"-data", data, "-out", "a.nnue", "-lambda", "2"}, `"2" for flag -lambda: want a number from 0 to 1;`},
		{[]string{"-data", data, "-out", "a.nnue", "-endlambda", "-1.5"}, `"-1.5" for flag -endlambda`},
		{[]string{"-data", data, "-out", "a.nnue", "-endlambda", "NaN"}, `"NaN" for flag -endlambda`},
		{[]string{"-data", data, "-out", "a.nnue", "-rate", "NaN"}, `"NaN" for flag -rate`},
		{[]string{"-data", data, "-out", "a.nnue", "more"}, `"more"`},
		{[]string{"-data", data, "-out", filepath.Join(t.TempDir(), "a.nnue")}, "at least a -batch of 16384"},
	} {
		var out bytes.Buffer
		err := run(context.Background(), c.args, &out, io.Discard)
		assert.ErrorIs(t, err, command.ErrInput, "%q", c.args)
		assert.ErrorContains(t, err, c.want)
		assert.Equal(t, 2, command.Status(err))
		assert.NotContains(t, out.String(), "usage", "%q", c.args)
	}
	if !testing.Short() { // reads 100,000 positions
		err := run(t.Context(), []string{"fit", "-data", "yardstick.packed"}, io.Discard, io.Discard)
		assert.ErrorIs(t, err, command.ErrInput)
		assert.ErrorContains(t, err, "no position used has a result, want some of games to fit")
	}
	missing := filepath.Join(t.TempDir(), "missing.games")
	assert.ErrorContains(t, run(context.Background(), []string{"-data", missing, "-out", filepath.Join(t.TempDir(), "a.nnue")}, io.Discard, io.Discard), missing)
	assert.Equal(t, 1, command.Status(io.ErrUnexpectedEOF))
}

func TestHelp(t *testing.T) {
	for _, c := range []struct{ args, want, without []string }{
		{[]string{"-h"}, []string{"-out FILE.nnue", "-offshoots"}, []string{"usage: go run ./lab/train fit"}},
		{[]string{"fit", "-help"}, []string{"usage: go run ./lab/train fit", "-minply"}, []string{"-out", "-offshoots", "-rate", "-validation"}},
	} {
		var out bytes.Buffer
		err := run(context.Background(), c.args, &out, io.Discard)
		assert.NoError(t, err)
		for _, text := range c.want {
			assert.Contains(t, out.String(), text)
		}
		for _, text := range c.without {
			assert.NotContains(t, out.String(), text)
		}
	}
}

// TestCheckedFirst gives bad arguments together with a game that has an illegal
// move: the arguments must be reported first.
func TestCheckedFirst(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "illegal.games")
	f, err := os.Create(data)
	require.NoError(t, err)
	w, err := record.NewWriter(f, "")
	require.NoError(t, err)
	require.NoError(t, w.Write(&record.Game{Start: board.Start(), Result: board.Draw, Plies: []record.Ply{{Move: board.MustParseMove("e0e5")}}}))
	require.NoError(t, w.Flush())
	require.NoError(t, f.Close())
	junk := filepath.Join(dir, "junk.checkpoint")
	require.NoError(t, os.WriteFile(junk, []byte("junk and more of it, longer than the head of a checkpoint"), 0o644))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "folder.nnue"), 0o755))
	out := func(name string) []string { return []string{"-data", data, "-out", filepath.Join(dir, name)} }
	for _, c := range []struct {
		args []string
		want string
	}{
		{out("a.nnue"), "not legal"},
		{out("none/a.nnue"), "-out " + filepath.Join(dir, "none", "a.nnue") + ": cannot write to its folder"},
		{append([]string{"label", "-positions", "5", "-evalfile", "classical"}, out("none/a.games")...), "-out " + filepath.Join(dir, "none", "a.games") + ": cannot write to its folder"},
		{out("folder.nnue"), "not a regular file"},
		{out("junk.nnue"), "junk.checkpoint: unusable checkpoint"},
		{append(out("a.nnue"), "-init", junk), "-init " + junk},
		{append(out("a.nnue"), "-init", junk), fmt.Sprintf("nor is it a checkpoint, which begins with %q", model.Magic)},
		{out(".nnue"), ".nnue, want a name before .nnue"},
		{append(out("a.nnue"), "-init", "missing.nnue"), "-init missing.nnue: " + syscall.ENOENT.Error()},
	} {
		var printed bytes.Buffer
		err := run(context.Background(), c.args, &printed, io.Discard)
		assert.ErrorContains(t, err, c.want)
		assert.Equal(t, 2, command.Status(err), "%v", err)
		assert.Empty(t, printed.String())
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	left = slices.DeleteFunc(left, func(name string) bool { return filepath.Ext(name) == ".lock" })
	assert.Len(t, left, 3)
}

// TestForeignFiles starts a run where foreign files have the names of its
// output.
func TestForeignFiles(t *testing.T) {
	data, dir := games(t, 1), t.TempDir()
	for _, ext := range products {
		name := filepath.Join(dir, "a"+ext)
		require.NoError(t, os.WriteFile(name, []byte("mine"), 0o644))
		err := run(context.Background(), []string{"-data", data, "-out", filepath.Join(dir, "a.nnue")}, io.Discard, io.Discard)
		assert.ErrorContains(t, err, "train: "+name+" exists and would be overwritten")
		assert.Equal(t, 2, command.Status(err))
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Equal(t, "mine", string(text))
		require.NoError(t, os.Remove(name))
	}
}

// TestTwoAtATime starts a run while another holds its files, and then one after a
// killed run.
func TestTwoAtATime(t *testing.T) {
	dir := t.TempDir()
	s := &settings{out: filepath.Join(dir, "a.nnue")}
	left := s.file(".checkpoint") + ".0123456789abcdef.tmp"
	require.NoError(t, os.WriteFile(left, nil, 0o644))
	held, err := filelock.Hold(s.out)
	require.NoError(t, err)
	args := []string{"-data", games(t, 1), "-out", s.out}
	if again, err := filelock.Hold(s.out); err == nil {
		require.NoError(t, again.Close()) // no locks here
	} else {
		err := run(context.Background(), args, io.Discard, io.Discard)
		assert.ErrorIs(t, err, filelock.ErrBusy)
		assert.Equal(t, 2, command.Status(err))
		assert.FileExists(t, left)
	}
	require.NoError(t, held.Close())
	assert.ErrorContains(t, run(context.Background(), args, io.Discard, io.Discard), "at least a -batch")
	assert.NoFileExists(t, left)
}

// blocks returns the part of a file of games after the header.
func blocks(t *testing.T, file []byte) []byte {
	t.Helper()
	var empty bytes.Buffer
	w, err := record.NewWriter(&empty, "from a test")
	require.NoError(t, err)
	require.NoError(t, w.Flush())
	return file[empty.Len():]
}

// TestDataWarnings fits to games that occur twice, and to a file with a damaged
// block.
func TestDataWarnings(t *testing.T) {
	testpos.SkipRace(t)
	few, many := games(t, 10), games(t, 15) // the same random ones
	var errs bytes.Buffer
	require.NoError(t, run(context.Background(), []string{"fit", "-data", few + "," + many}, io.Discard, &errs))
	assert.Contains(t, errs.String(), "WARNING: 10 of 25 games repeat others")
	errs.Reset()
	require.NoError(t, run(context.Background(), []string{"fit", "-data", games(t, 120) + "," + games(t, 1)}, io.Discard, &errs))
	assert.Empty(t, errs.String(), "one in a hundred may be chance")

	b, err := os.ReadFile(many)
	require.NoError(t, err)
	twice := append(bytes.Clone(b), blocks(t, b)...)
	require.NoError(t, os.WriteFile(many, twice[:len(twice)-10], 0o644))
	label := []string{"label", "-data", many, "-out", many + ".labels", "-positions", "1", "-off", "0.5", "-nodes", "1", "-evalfile", "classical"}
	for _, args := range [][]string{{"fit", "-data", many}, label} {
		errs.Reset()
		require.NoError(t, run(context.Background(), args, io.Discard, &errs))
		assert.Equal(t, 1, strings.Count(errs.String(), many+": skipped block 2 at byte "), "%s: a block half written is skipped and reported", args[0])
	}

	twice[len(b)-10] ^= 1
	require.NoError(t, os.WriteFile(many, twice, 0o644))
	err = run(context.Background(), []string{"fit", "-data", many}, io.Discard, io.Discard)
	assert.ErrorContains(t, err, "; -skipdamaged skips it")
	assert.Equal(t, 2, command.Status(err))
}

// TestOffshootsReported trains on offshoots: the report and the network say so,
// warnings name what is probably wrong, and without validation there is no
// validation loss.
func TestOffshootsReported(t *testing.T) {
	skipShort(t)
	dir := t.TempDir()
	args := []string{"-data", games(t, 20), "-out", filepath.Join(dir, "off.nnue"), "-epochs", "1", "-batch", "500",
		"-validation", "0", "-offshoots", "2"}
	var out, errs bytes.Buffer
	require.NoError(t, run(context.Background(), args, &out, &errs))
	assert.Contains(t, errs.String(), "use -lambda 1")
	assert.Contains(t, errs.String(), "-warmup 200, but there are only")
	assert.NotContains(t, errs.String(), "WARNING: do not use")
	assert.Contains(t, out.String(), "offshoots used")
	assert.Contains(t, out.String(), "validation loss none")
	report, err := os.ReadFile(filepath.Join(dir, "off.md"))
	require.NoError(t, err)
	for _, text := range []string{"| offshoots | 2 offshoots", "| offshoots used |", "| validation | none |"} {
		assert.Contains(t, string(report), text)
	}
	assert.Contains(t, string(report), "captures false, repeats false; damaged blocks skipped false |")
	b, err := os.ReadFile(filepath.Join(dir, "off.nnue"))
	require.NoError(t, err)
	net, err := nnue.Read(bytes.NewReader(b))
	require.NoError(t, err)
	assert.Contains(t, net.Description(), "2 offshoots")
	assert.Contains(t, net.Description(), "validation none")
	note, err := os.ReadFile(filepath.Join(dir, "off.json"))
	require.NoError(t, err)
	assert.Contains(t, string(note), `"Offshoots": 2`)

	errs.Reset()
	args[3] = filepath.Join(dir, "right.nnue")
	require.NoError(t, run(context.Background(), append(args, "-lambda", "1", "-warmup", "1"), io.Discard, &errs))
	assert.Empty(t, errs.String())
}

// TestFinished repeats the command of a finished training run: the files stay as they are,
// unless a kill kept the last epoch from them.
func TestFinished(t *testing.T) {
	skipShort(t)
	dir, data := t.TempDir(), games(t, 40)
	file := func(name string) string { return filepath.Join(dir, name) }
	args := []string{"-data", data, "-out", file("a.nnue"), "-epochs", "2", "-batch", "500", "-warmup", "1", "-note", "first"}
	read := func() map[string]string {
		all := map[string]string{}
		for _, ext := range products {
			b, err := os.ReadFile(file("a" + ext))
			require.NoError(t, err)
			all[ext] = string(b)
		}
		return all
	}
	ctx, cancel := context.WithCancel(t.Context())
	require.ErrorIs(t, run(ctx, args, &watching{begin: "epoch 1 of", then: cancel}, io.Discard), context.Canceled)
	before := read()
	require.NoError(t, run(t.Context(), args, io.Discard, io.Discard))
	done := read()

	require.NoError(t, os.WriteFile(file("a.md"), []byte(done[".md"]+"my own words\n"), 0o644))
	var out, errs bytes.Buffer
	require.NoError(t, run(t.Context(), args, &out, &errs))
	assert.Empty(t, errs.String())
	assert.Equal(t, done[".md"]+"my own words\n", read()[".md"])
	assert.Contains(t, out.String(), "a.nnue was finished before; see ")

	require.NoError(t, run(t.Context(), append(args, "-note", "second"), io.Discard, &errs))
	assert.Contains(t, errs.String(), "-note second is not in "+file("a.nnue"))
	assert.Equal(t, done[".nnue"], read()[".nnue"])

	for ext, text := range before { // killed after the last checkpoint
		require.NoError(t, os.WriteFile(file("a"+ext), []byte(text), 0o644))
	}
	require.NoError(t, run(t.Context(), args, io.Discard, io.Discard))
	assert.Equal(t, done, read())
}

// TestInterrupts interrupts every command: each says how to go on.
func TestInterrupts(t *testing.T) {
	dir, data := t.TempDir(), games(t, 5)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{
		{"-data", data, "-out", filepath.Join(dir, "a.nnue")},
		{"fit", "-data", data},
		{"label", "-data", data, "-out", filepath.Join(dir, "a.games"), "-positions", "5", "-evalfile", "classical"},
		{"measure", "-yardstick", data},
	} {
		var errs bytes.Buffer
		err := run(ctx, args, io.Discard, &errs)
		assert.ErrorIs(t, err, context.Canceled, "%q", args)
		assert.Equal(t, "stopped while loading; run the same command again: context canceled\n", errs.String(), "%q", args)
	}
}

// TestTarget mixes score and result, and takes the score alone where there is no
// result.
func TestTarget(t *testing.T) {
	s := newSettings()
	r := newReader(s)
	p := board.Start()
	won := sample.New(&p, 350, board.RedWins)
	score := 1 / (1 + math.Exp(-1))
	assert.InDelta(t, 0.75*score+0.25, r.target(&won, 0.75), 1e-6)
	assert.InDelta(t, score, r.target(&won, 1), 1e-6)
}

// TestBadQuantisation finishes with a network that differs from the trained model.
func TestBadQuantisation(t *testing.T) {
	for _, c := range []struct {
		mean float64
		bad  bool
	}{{0.5, false}, {6, true}} {
		var errs, report bytes.Buffer
		s := &session{settings: &settings{out: "a.nnue"}, out: io.Discard, errs: &errs, state: state{Errors: &quantisation{Mean: c.mean}}}
		require.NoError(t, s.finish("wrote a.nnue"))
		require.NoError(t, s.report(&report))
		assert.Equal(t, c.bad, strings.Contains(errs.String(), "WARNING: do not use a.nnue"), "%v", c.mean)
		assert.Equal(t, c.bad, strings.Contains(report.String(), "Do not use it"), "%v", c.mean)
	}
}

// TestInit refuses a size of random weights beside given ones.
func TestInit(t *testing.T) {
	out := filepath.Join(t.TempDir(), "f.nnue")
	err := run(t.Context(), []string{"-data", "any.games", "-out", out, "-init", "any.nnue", "-spread", "2"}, io.Discard, io.Discard)
	assert.ErrorContains(t, err, "-spread 2 with -init, want one of the two")
	assert.Equal(t, 2, command.Status(err))
}

// TestDiverges trains from weights with a NaN. The first step fails, and no file is
// written.
func TestDiverges(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and in one thread only")
	}
	dir := t.TempDir()
	m, err := model.New(model.NetShape(), 1, 1)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, m.Save(&b, nil))
	// The file ends with the output biases, their means and squares, and a checksum.
	const sumBytes = 4
	bad := b.Bytes()[:b.Len()-sumBytes]
	for i := range nnue.OutputBuckets {
		binary.LittleEndian.PutUint32(bad[len(bad)-(3*nnue.OutputBuckets-i)*4:], math.Float32bits(float32(math.NaN())))
	}
	bad = binary.LittleEndian.AppendUint32(bad, crc32.Checksum(bad, crc32.MakeTable(crc32.Castagnoli)))
	from := filepath.Join(dir, "bad.checkpoint")
	require.NoError(t, os.WriteFile(from, bad, 0o644))
	err = run(context.Background(), []string{"-data", games(t, 20), "-out", filepath.Join(dir, "a.nnue"), "-batch", "500",
		"-rate", "0.5", "-endrate", "0.25", "-warmup", "0", "-init", from}, io.Discard, io.Discard)
	require.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "the loss is NaN at step 1: ")
	assert.ErrorContains(t, err, "-rate below 0.5")
	assert.NoFileExists(t, filepath.Join(dir, "a.json"))
	assert.NoFileExists(t, filepath.Join(dir, "a.checkpoint"))
}

func TestSchedules(t *testing.T) {
	for name := range schedules {
		s := settings{Rate: 0.1, EndRate: 0.001, Warmup: 10, Schedule: name}
		last := math.Inf(1)
		for step := range 1000 {
			rate := s.rate(step, 1000)
			if step > 10 {
				assert.LessOrEqual(t, rate, last, "%s, step %d", name, step)
			}
			assert.True(t, rate > 0 && rate <= 0.1, "%s, step %d: %v", name, step, rate)
			last = rate
		}
	}
	s := settings{Lambda: 1, EndLambda: 0.5}
	assert.InDelta(t, 1, s.lambda(0, 100), 0)
	assert.InDelta(t, 0.5, s.lambda(99, 100), 1e-9)
}
