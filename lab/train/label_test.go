package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/command"
	"chuhe/internal/memory"
	"chuhe/lab/record"
)

// TestLabels labels positions of games and positions around them, the same with any
// number of threads, trains on them and measures the network by them.
func TestLabels(t *testing.T) {
	dir, data := t.TempDir(), games(t, 40)
	file := func(name string) string { return filepath.Join(dir, name) }
	label := func(name string, more ...string) error {
		return run(context.Background(), append([]string{"label", "-data", data, "-out", file(name), "-positions", "150", "-off", "0.4",
			"-nodes", "50", "-evalfile", "classical", "-minply", "2"}, more...), io.Discard, io.Discard)
	}
	require.NoError(t, label("one.games", "-threads", "1"))
	require.NoError(t, label("two.games", "-threads", "2"))
	read := func(name string) (all []record.Game, text string) {
		f, err := os.Open(file(name))
		require.NoError(t, err)
		defer f.Close()
		r, err := record.NewReader(f)
		require.NoError(t, err)
		for {
			var g record.Game
			if r.Next(&g) != nil {
				return all, r.Text()
			}
			all = append(all, g)
		}
	}
	one, text := read("one.games")
	two, _ := read("two.games")
	assert.Equal(t, one, two, "one thread and two")
	if testing.Short() {
		return // what follows has one thread
	}
	assert.Len(t, one, 150)
	assert.Contains(t, text, "made by train label\nevaluator classical")
	assert.Contains(t, text, "nodes 50\nhash 2\npositions 150\noff 60\nheld false\nfrom ")
	seen := make(map[uint64]bool)
	for _, g := range one {
		require.NoError(t, g.Check())
		require.Len(t, g.Plies, 1)
		assert.False(t, g.Start.InCheck())
		assert.Equal(t, board.NoPiece, g.Start.Captured(g.Plies[0].Move), "a quiet move")
		assert.False(t, seen[g.Start.Key()], "each once")
		seen[g.Start.Key()] = true
	}
	assert.NoFileExists(t, file("one.games.part"))
	require.NoError(t, label("held.games", "-held", "-validation", "4"))
	held, _ := read("held.games")
	assert.Len(t, held, 150)

	assert.ErrorContains(t, label("one.games"), "one.games exists")
	assert.ErrorContains(t, label("much.games", "-positions", "1000000"), "positions to draw from, want at least 600000")
	assert.NoFileExists(t, file("much.games"))
	assert.NoFileExists(t, file("much.games.part"))

	var out bytes.Buffer
	require.NoError(t, run(context.Background(), []string{"-data", data + "," + file("one.games"), "-out", file("a.nnue"), "-epochs", "2", "-batch", "500",
		"-warmup", "1", "-spread", "0.25", "-scale", "200", "-yardstick", file("held.games")}, &out, io.Discard))
	assert.Regexp(t, `yardstick: error 0\.\d{5} with scores times \d\.\d\d; by the number of pieces( 0\.\d{4}){8}\n`, out.String())
	trained := yardsticks(t, out.String())
	report, err := os.ReadFile(file("a.md"))
	require.NoError(t, err)
	assert.Contains(t, string(report), ": the error of the expected result, root of the mean square, over 150 positions, with scores")
	assert.Contains(t, string(report), "| initial weights | random weights of size 0.25 |")

	out.Reset()
	require.NoError(t, run(context.Background(), []string{"measure", "-yardstick", file("held.games"), file("a.nnue"), "embedded"}, &out, io.Discard))
	assert.Regexp(t, `a.nnue net-\w+: error 0\.\d{5} with scores times \d\.\d\d on 150 positions; by the number of pieces( 0\.\d{4}){8}\n`, out.String())
	assert.Contains(t, out.String(), "\nembedded net-")
	assert.InDelta(t, trained[len(trained)-1], yardsticks(t, out.String())[0], 0.002, "the same scale in training and for its network, but for rounding")

	// Positions that the trainer would leave out count on a yardstick too.
	require.NoError(t, label("wild.games", "-checks", "-captures"))
	out.Reset()
	require.NoError(t, run(context.Background(), []string{"measure", "-yardstick", file("wild.games"), "embedded"}, &out, io.Discard))
	assert.Contains(t, out.String(), " on 150 positions;")

	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"measure"}, "no -yardstick"},
		{[]string{"measure", "-yardstick", data}, "games, want positions labelled"},
		{[]string{"measure", "-yardstick", file("held.games"), file("a.md")}, "a.md: unusable network"},
		{[]string{"measure", "-yardstick", file("held.games"), "missing.nnue"}, "missing.nnue"},
		{[]string{"label", "-data", data, "-out", file("b.games")}, "no -positions"},
		{[]string{"label", "-data", data, "-positions", "5"}, "no -out"},
		{[]string{"label", "-data", data, "-out", "-", "-positions", "5"}, "-out is -, want the name of a file"},
		{[]string{"label", "-out", file("b.games"), "-positions", "5"}, "no -data"},
		{[]string{"label", "-data", data, "-out", file("b.games"), "-positions", "5", "-evalfile", "missing.nnue"}, "-evalfile"},
	} {
		err := run(context.Background(), c.args, io.Discard, io.Discard)
		assert.ErrorContains(t, err, c.want)
		assert.Equal(t, 2, command.Status(err), "%q", c.args)
	}
	err = run(context.Background(), []string{"label", "-data", data, "-out", filepath.Join(data, "b.games"), "-positions", "5"}, io.Discard, io.Discard)
	assert.ErrorIs(t, err, command.ErrInput, "the folder is a file")
	assert.NotContains(t, err.Error(), "exists")
}

// TestTooLittleMemory asks label for tables that no machine has room for.
func TestTooLittleMemory(t *testing.T) {
	if memory.Left() == 0 {
		t.Skip("the size of the memory is unknown here")
	}
	err := run(t.Context(), []string{"label", "-data", "x", "-out", filepath.Join(t.TempDir(), "x"), "-positions", "5", "-threads", "1024", "-hash", "4096"},
		io.Discard, io.Discard)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "-threads 1024 with a -hash of 4096 MiB each need 4194304 MiB, and the machine has ")
}
