package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval/nnue"
	"chuhe/movegen"
	"chuhe/selfplay/record"
)

// games writes a file of random games whose scores count material, and whose
// results follow it.
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
		for range 80 {
			var buf [movegen.MaxMoves]board.Move
			moves := movegen.Legal(&p, buf[:0])
			if len(moves) == 0 {
				break
			}
			m, sign := moves[rng.IntN(len(moves))], 1-2*int(p.Side())
			g.Plies = append(g.Plies, record.Ply{Move: m, Score: int16(sign * material)})
			material += sign * worth[p.Captured(m).Type()]
			p.Play(m)
		}
		g.Result = record.Result(max(-1, min(material/300, 1)))
		require.NoError(t, w.Write(&g))
	}
	require.NoError(t, w.Flush())
	require.NoError(t, f.Close())
	return name
}

// cutting is a writer that cancels a context when it is told of an epoch.
type cutting struct {
	bytes.Buffer
	epoch  string
	cancel context.CancelFunc
}

func (c *cutting) Write(b []byte) (int, error) {
	if strings.HasPrefix(string(b), c.epoch) {
		c.cancel()
	}
	return c.Buffer.Write(b)
}

// TestTrain trains a small network, with one thread and with two, in one go and
// with an interruption.
func TestTrain(t *testing.T) {
	data, dir := games(t, 150), t.TempDir()
	args := func(out string, more ...string) []string {
		return append([]string{"-data", data, "-out", filepath.Join(dir, out), "-epochs", "3", "-batch", "1000", "-warmup", "3",
			"-rate", "0.003", "-validation", "10", "-note", "a note"}, more...)
	}
	file := func(name string) []byte {
		b, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		return b
	}
	var out bytes.Buffer
	require.NoError(t, run(context.Background(), args("one.nnue", "-threads", "1"), &out))
	assert.Contains(t, out.String(), "epoch 3 of 3")

	net, err := nnue.Read(bytes.NewReader(file("one.nnue")))
	require.NoError(t, err)
	assert.Contains(t, net.Description, "a note")
	assert.Contains(t, net.Description, "Seed: 1.")
	up := board.Start()
	rookless, err := board.ParseFEN("1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1")
	require.NoError(t, err)
	assert.Less(t, net.Evaluate(&rookless), net.Evaluate(&up)-50, "Black to move without a rook")

	var was state
	require.NoError(t, json.Unmarshal(file("one.json"), &was))
	require.Len(t, was.Epochs, 3)
	assert.Less(t, was.Epochs[2].Training, was.Curve[0].Loss/3)
	assert.Less(t, was.Epochs[2].Validation, was.Epochs[0].Validation)
	assert.Less(t, was.Errors.Largest, 3.0, "quantised against exact")
	assert.Equal(t, was.Counts.Plies, was.Files[0].Plies)
	report := string(file("one.md"))
	assert.Contains(t, report, was.Files[0].SHA256)
	assert.Contains(t, report, "from a test")
	assert.Contains(t, string(file("one.svg")), "validation loss")

	require.NoError(t, run(context.Background(), args("two.nnue", "-threads", "2"), io.Discard))
	assert.True(t, bytes.Equal(file("one.nnue"), file("two.nnue")), "one thread and two")

	ctx, cancel := context.WithCancel(context.Background())
	err = run(ctx, args("cut.nnue"), &cutting{epoch: "epoch 2 of", cancel: cancel})
	require.ErrorIs(t, err, context.Canceled)
	out.Reset()
	require.NoError(t, run(context.Background(), args("cut.nnue"), &out))
	assert.Contains(t, out.String(), "going on behind epoch 2 of 3")
	assert.True(t, bytes.Equal(file("one.nnue"), file("cut.nnue")), "in one go and interrupted")

	err = run(context.Background(), args("cut.nnue", "-rate", "0.002"), io.Discard)
	assert.ErrorContains(t, err, "other settings")

	// Further from weights that are there.
	final := was.Epochs[2].Training
	for _, from := range []string{"one.nnue", "one.checkpoint"} {
		out.Reset()
		require.NoError(t, run(context.Background(), args("on-"+from+".nnue", "-init", filepath.Join(dir, from), "-epochs", "1", "-rate", "0.0001"), &out))
		require.NoError(t, json.Unmarshal(file("on-"+from+".json"), &was))
		assert.Less(t, was.Curve[0].Loss, 2*final, from)
		assert.Contains(t, string(file("on-"+from+".md")), "| begun with | "+from)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bad.checkpoint"), file("one.checkpoint")[:5000], 0o644))
	err = run(context.Background(), args("bad.nnue"), io.Discard)
	assert.ErrorContains(t, err, "bad.checkpoint: unusable checkpoint: it ends")
	leftovers, err := filepath.Glob(filepath.Join(dir, "*.*.*[0-9]"))
	require.NoError(t, err)
	assert.Empty(t, leftovers)
}

func TestFit(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(context.Background(), []string{"fit", "-data", games(t, 100)}, &out))
	assert.Contains(t, out.String(), "-scale ")

	// Results drawn from a known model.
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
	for i := range o.bins {
		won := logistic(o.score(i) / 321)
		o.bins[i] = [3]float64{1000 * (1 - won), 0, 1000 * won}
	}
	assert.InDelta(t, 321, o.scale(), 1)
	shown := 0.0
	for _, r := range o.table() {
		shown += r.won + r.drawn + r.lost
	}
	assert.InDelta(t, 1000*len(o.bins), shown, 1, "all are in the table")
}

func TestBadArguments(t *testing.T) {
	data := games(t, 1)
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "no -data"},
		{[]string{"-data", data}, "no -out"},
		{[]string{"-data", data, "-out", "net.bin"}, "ends with .nnue"},
		{[]string{"-data", data + "," + data, "-out", "a.nnue"}, "twice"},
		{[]string{"-data", data, "-out", "a.nnue", "-schedule", "wild"}, `-schedule "wild"`},
		{[]string{"-data", data, "-out", "a.nnue", "-lambda", "1.5"}, "-lambda 1.5"},
		{[]string{"-data", data, "-out", "a.nnue", "-epochs", "0"}, "-epochs 0"},
		{[]string{"-data", data, "-out", "a.nnue", "-maxscore", "31000"}, "-maxscore 31000"},
		{[]string{"-data", data, "-out", "a.nnue", "-rate", "NaN"}, "-rate NaN"},
		{[]string{"-data", data, "-out", "a.nnue", "more"}, `"more"`},
		{[]string{"-data", data, "-out", "a.nnue"}, "at least a batch"},
	} {
		err := run(context.Background(), c.args, io.Discard)
		assert.ErrorIs(t, err, errInput, "%q", c.args)
		assert.ErrorContains(t, err, c.want)
	}
	missing := filepath.Join(t.TempDir(), "missing.games")
	assert.ErrorContains(t, run(context.Background(), []string{"-data", missing, "-out", "a.nnue"}, io.Discard), missing)
	assert.True(t, errors.Is(run(context.Background(), []string{"-h"}, io.Discard), flag.ErrHelp))
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
