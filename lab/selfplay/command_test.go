package selfplay

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval"
	"chuhe/eval/nnue/nnuetest"
	"chuhe/internal/command"
	"chuhe/internal/command/commandtest"
	"chuhe/internal/journal"
	"chuhe/internal/memory"
	"chuhe/lab/record"
	"chuhe/rules"
)

// run runs the command and returns its output.
func run(ctx context.Context, args ...string) (out, errs string, err error) {
	return commandtest.Run(ctx, Command(), "", args...)
}

// fast are arguments for short games.
var fast = []string{"-nodes", "20", "-hash", "1", "-maxplies", "4", "-balance", "2000", "-threads", "2", "-evalfile", "classical"}

func TestCommand(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.games")
	args := append([]string{"-out", name, "-games", "65"}, fast...)
	out, errs, err := run(t.Context(), args...)
	require.NoError(t, err)
	assert.NotContains(t, errs, "cut off") // there may be a line of progress
	assert.Regexp(t, `^\S+a\.games: 128 games, \d+ positions; \d+ per second, \d+ per thread\n$`, out)
	out, _, err = run(t.Context(), args...)
	require.NoError(t, err)
	assert.Regexp(t, `^\S+a\.games: 128 games, \d+ positions\n$`, out, "nothing more to do")

	file, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = file.WriteString("BLK1 and then a kill")
	require.NoError(t, err)
	require.NoError(t, file.Close())
	_, errs, err = run(t.Context(), args...)
	require.NoError(t, err)
	assert.Contains(t, errs, name+": cut off an incomplete block of 20 bytes at the end\n")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out, errs, err = run(ctx, append([]string{"-out", name}, fast...)...)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Regexp(t, `a\.games: 128 games`, out)
	assert.Equal(t, "interrupted; the same command continues from there\n", errs)

	out, _, err = run(t.Context(), append(args, "-seed", "2")...)
	assert.ErrorIs(t, err, journal.ErrSettings)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.Empty(t, out)

	s := quick()
	s.MaxPlies = 4
	made(t, name+".old", s, 1)
	_, _, err = run(t.Context(), append([]string{"-out", name + ".old"}, fast...)...)
	assert.ErrorIs(t, err, journal.ErrSettings)
	assert.Regexp(t, `search is "900dcafe", want "[0-9a-f]{8}"; the search of this program differs`, err)
}

// TestFlags checks that each setting has its flag.
func TestFlags(t *testing.T) {
	ask := func(args ...string) *request {
		r := &request{settings: DefaultSettings()}
		flags := flag.NewFlagSet("", flag.ContinueOnError)
		r.define(flags)
		require.NoError(t, flags.Parse(args))
		require.NoError(t, r.check())
		return r
	}
	r := ask("-out", "x", "-threads", "1", "-evalfile", "classical")
	assert.Equal(t, DefaultSettings(), r.settings, "the defaults are those of the package")

	r = ask(
		"-out", "x", "-games", "1", "-positions", "2", "-seed", "3", "-threads", "4", "-nodes", "5", "-hash", "6",
		"-minrandom", "7", "-maxrandom", "8", "-balance", "9", "-winscore", "10", "-winplies", "11", "-playout", "12",
		"-drawscore", "13", "-drawplies", "14", "-mindraw", "15", "-maxplies", "16", "-rules", "asian", "-movelimit", "17",
		"-evalfile", "classical",
	)
	assert.Equal(t, "x", r.name)
	assert.Equal(t, goal{1, 2}, r.goal)
	assert.Equal(t, eval.Classical{}, r.evaluation)
	assert.Equal(t, Settings{
		Seed: 3, Threads: 4, Nodes: 5, Hash: 6, MinRandom: 7, MaxRandom: 8, Balance: 9, WinScore: 10, WinPlies: 11, PlayOut: 12,
		DrawScore: 13, DrawPlies: 14, MinDraw: 15, MaxPlies: 16, Rules: rules.Options{Set: rules.Asian, MoveLimit: 17},
	}, r.settings)
}

// TestEvalFile checks that a network plays and that the header names it.
func TestEvalFile(t *testing.T) {
	net := nnuetest.Constant(100)
	s := quick()
	engine, err := s.NewEngine(net)
	require.NoError(t, err)
	defer engine.Close()
	assert.Same(t, net, engine.Options().Evaluation)

	name := filepath.Join(t.TempDir(), "games")
	r := ask(name, s, 1)
	r.evaluation = net
	require.NoError(t, r.generate(t.Context(), func(progress) {}))
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	read, err := record.NewReader(bytes.NewReader(data))
	require.NoError(t, err)
	assert.Contains(t, read.Text(), "evaluator "+net.Name()+"\n")
	assert.ErrorIs(t, ask(name, s, 1).generate(t.Context(), func(progress) {}), journal.ErrSettings)
}

// TestHeader pins the text of a header: later versions with the same search must be
// able to continue existing files.
func TestHeader(t *testing.T) {
	s := DefaultSettings()
	assert.Equal(t, `evaluator classical
search 1a2b3c4d
seed 1
nodes 600
hash 2
random 4-11
balance 250
win 1200 for 4 plies
playout 8
draw 12 for 16 plies from 80
maxplies 300
rules computer 120
`, s.text("classical", "1a2b3c4d"))
}

func TestBadArguments(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "no -out, want the name of a file"},
		{[]string{"-out", "x", "y"}, `argument "y", want only flags`},
		{[]string{"-out", "x", "-nodes", "0"}, `"0" for flag -nodes: want a whole number from 1 to 1073741824`},
		{[]string{"-out", "x", "-nodes", "4294967297"}, `"4294967297" for flag -nodes: want a whole number from 1 to 1073741824`},
		{[]string{"-out", "x", "-minrandom", "5", "-maxrandom", "4"}, "-minrandom is 5, want at most -maxrandom, which is 4"},
		{[]string{"-out", "x", "-minrandom", "12"}, "-minrandom is 12, want at most -maxrandom, which is 11"},
		{[]string{"-out", "x", "-maxrandom", "101"}, `"101" for flag -maxrandom: want a whole number from 0 to 100`},
		{[]string{"-out", "-"}, "-out is -, want the name of a file"},
		{[]string{"-out", "x", "-games", "-1"}, `invalid value "-1" for flag -games: want a whole number from 0 to 18446744073709551615`},
		{[]string{"-out", "x", "-hash", "big"}, `invalid value "big" for flag -hash: want a whole number`},
		{[]string{"-out", "x", "-balance", "1.5"}, `invalid value "1.5" for flag -balance: want a whole number`},
		{[]string{"-out", "x", "-balance", "0"}, `"0" for flag -balance: want a whole number from 1 to 29000`},
		{[]string{"-out", "x", "-rules", "chess"}, "unknown set of rules"},
		{[]string{"-out", "x", "-movelimit", "-2"}, `"-2" for flag -movelimit: want a whole number from -1 to 10000`},
		{[]string{"-out", "x", "-evalfile", "nowhere.nnue"}, "-evalfile: nowhere.nnue: "},
		{[]string{"-out", "x", "-threads", "0"}, `"0" for flag -threads: want a whole number from 1 to 1024`},
		{[]string{"-out", t.TempDir()}, "not a regular file"},
		{[]string{"-fly"}, "flag provided but not defined: -fly"},
	} {
		out, errs, err := run(t.Context(), c.args...)
		assert.ErrorIs(t, err, command.ErrInput, "%v", c.args)
		assert.ErrorContains(t, err, c.want, "%v", c.args)
		assert.Empty(t, out+errs, "%v", c.args)
	}
	_, _, err := run(t.Context(), "-out", t.TempDir(), "-lang", "zh-Hans")
	assert.ErrorContains(t, err, "不是普通文件")
	missing := filepath.Join(t.TempDir(), "nowhere", "x")
	_, _, err = run(t.Context(), append([]string{"-out", missing}, fast...)...)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.Equal(t, 1, strings.Count(err.Error(), missing), err)
	assert.NoFileExists(t, "x")

	out, _, err := run(t.Context(), "-help")
	assert.NoError(t, err)
	assert.Contains(t, out, "usage: chuhe datagen")
	assert.Contains(t, out, "-balance score")
	assert.Contains(t, out, "(default 250)")
}

// TestTooLittleMemory asks for tables that no machine has room for.
func TestTooLittleMemory(t *testing.T) {
	if memory.Left() == 0 {
		t.Skip("the size of the memory is unknown here")
	}
	_, _, err := run(t.Context(), "-out", filepath.Join(t.TempDir(), "x"), "-threads", "1024", "-hash", "4096")
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "-threads 1024 with a -hash of 4096 MiB each need 4194304 MiB, and the machine has ")
	s := DefaultSettings()
	assert.NoError(t, s.CheckMemory())
}

func TestForeignFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.games")
	require.NoError(t, os.WriteFile(name, []byte("my thesis"), 0o666))
	_, _, err := run(t.Context(), append([]string{"-out", name}, fast...)...)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorIs(t, err, record.ErrFormat)
	assert.ErrorContains(t, err, "datagen: "+name+": ")
}

func TestMeter(t *testing.T) {
	p := progress{Begin: amount{64, 6400}, Made: amount{128, 12800}, Written: amount{128, 12800}, Spent: 16 * time.Second}
	for _, c := range []struct {
		goal goal
		want string
	}{
		{goal{}, "128 games  12800 positions  400/s, 200 a thread"},
		{goal{Games: 256}, "50.0 %  128 games  12800 positions  400/s, 200 a thread  32s left"},
		{goal{Positions: 51200}, "25.0 %  128 games  12800 positions  400/s, 200 a thread  1m36s left"},
		{goal{Games: 256, Positions: 51200}, "50.0 %  128 games  12800 positions  400/s, 200 a thread  32s left"},
		{goal{Games: 1280, Positions: 51200}, "25.0 %  128 games  12800 positions  400/s, 200 a thread  1m36s left"},
		{goal{Games: 100}, "100.0 %  128 games  12800 positions  400/s, 200 a thread"},
	} {
		m := newMeter(command.Streams{}, c.goal, 2)
		_, line := m.line(&p)
		assert.Equal(t, c.want, line, "%v", c.goal)
	}
	p.Made.Games++ // of a block that is not written
	_, line := newMeter(command.Streams{}, goal{Games: 100}, 2).line(&p)
	assert.Equal(t, "100.0 %  129 games  12800 positions  400/s, 200 a thread  finishing a block of games", line)
	_, line = newMeter(command.Streams{Lang: "zh-Hans"}, goal{Games: 256}, 2).line(&p)
	assert.Equal(t, "50.4 %  129 局  12800 个局面  每秒 400，每线程 200  还需 31s", line)
	same := progress{Begin: p.Begin, Made: p.Begin, Spent: time.Second}
	share, line := newMeter(command.Streams{}, goal{Games: 1000}, 1).line(&same)
	assert.Equal(t, "6.4 %  64 games  6400 positions  0/s, 0 a thread", line)
	assert.Equal(t, 0.064, share)
}

// TestMeterPauses has lines less and less often where there is no terminal.
func TestMeterPauses(t *testing.T) {
	var b bytes.Buffer
	m := newMeter(command.Streams{Err: &b}, goal{}, 1)
	for second := range 3600 {
		m.show(&progress{Spent: time.Duration(second) * time.Second})
	}
	assert.Equal(t, 16, bytes.Count(b.Bytes(), []byte("\n")), "10, 20, 40, ... 320 seconds, then each five minutes")
	assert.NotContains(t, b.String(), "\r")
}
