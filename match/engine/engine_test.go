package engine

import (
	"context"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/match"
	"chuhe/match/internal/faulty"
	"chuhe/search"
)

// TestMain lets the test binary be the engine that the tests run.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "engine" {
		faulty.Main(os.Args[2:])
		return
	}
	os.Exit(m.Run())
}

func config(mode faulty.Mode) Config {
	return Config{
		Command: os.Args[0], Args: []string{"engine", string(mode)},
		Protocol: UCCI, Squares: Auto, Start: time.Minute, Timeout: 5 * time.Second,
	}
}

func start(t *testing.T, c Config) *Engine {
	t.Helper()
	e, err := Start(t.Context(), c)
	require.NoError(t, err)
	t.Cleanup(e.Close) // where the test closed it too, a second call
	return e
}

// timed returns a turn with so much time left.
func timed(d time.Duration) match.Turn {
	return match.Turn{Limits: search.Limits{Clock: search.Clock{Set: true, Time: d}}, Allowed: d}
}

// third lets an engine think for the third time in a game.
func third(t *testing.T, e *Engine, turn match.Turn) (match.Answer, error) {
	t.Helper()
	require.NoError(t, e.NewGame(t.Context()))
	game := board.NewGame(board.Start())
	for range 2 {
		a, err := e.Think(t.Context(), game, timed(10*time.Second))
		require.NoError(t, err)
		game.Play(a.Move)
	}
	return e.Think(t.Context(), game, turn)
}

func TestAnswer(t *testing.T) {
	e := start(t, config(faulty.None))
	a, err := third(t, e, timed(time.Second))
	require.NoError(t, err)
	assert.NotEqual(t, board.NoMove, a.Move)
	assert.Equal(t, a.Move.String(), a.Text)
	assert.Less(t, a.Time, time.Second)
	require.NotNil(t, a.Thought.Score)
	assert.Equal(t, match.Thought{Score: &match.Score{CP: 12}, Depth: 3, Nodes: 34}, a.Thought)
	lines := strings.Join(e.Exchange(), "\n")
	assert.Contains(t, lines, "> go time 1000")
	assert.Contains(t, lines, "< bestmove "+a.Text)
	e.Close()
}

// TestFaults shows that every fault is noticed in time and put right.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		mode faulty.Mode
		end  match.End
	}{
		{faulty.Crash, match.Crash},
		{faulty.Orphan, match.Crash},
		{faulty.Hang, match.NoAnswer},
		{faulty.Garbage, match.NoAnswer},
		{faulty.LongLine, match.NoAnswer},
	} {
		t.Run(string(c.mode), func(t *testing.T) {
			t.Parallel()
			e := start(t, config(c.mode))
			began := time.Now()
			_, err := third(t, e, timed(200*time.Millisecond))
			var fault *match.Fault
			require.ErrorAs(t, err, &fault)
			assert.Equal(t, c.end, fault.End, fault.Reason)
			assert.Less(t, time.Since(began), grace+8*time.Second)

			// What is asked of a dead engine is refused at once.
			_, err = e.Think(t.Context(), board.NewGame(board.Start()), timed(time.Minute))
			require.ErrorAs(t, err, &fault)
			assert.Equal(t, match.Crash, fault.End)
			assert.Error(t, e.NewGame(t.Context()))
		})
	}
}

func TestBadAnswers(t *testing.T) {
	for _, c := range []struct {
		mode faulty.Mode
		text string
	}{{faulty.Nonsense, "xyzzy"}, {faulty.Illegal, "a0i9"}} {
		a, err := third(t, start(t, config(c.mode)), timed(5*time.Second))
		require.NoError(t, err)
		assert.Equal(t, c.text, a.Text)
	}
	a, err := third(t, start(t, config(faulty.Resign)), timed(5*time.Second))
	require.NoError(t, err)
	assert.True(t, a.Resigns)
	a, err = third(t, start(t, config(faulty.Draw)), timed(5*time.Second))
	require.NoError(t, err)
	assert.True(t, a.Draw && !a.Resigns)
	a, err = third(t, start(t, config(faulty.Stderr)), timed(5*time.Second))
	require.NoError(t, err)
	assert.NotEqual(t, board.NoMove, a.Move)
}

func TestLateAnswer(t *testing.T) {
	t.Parallel()
	e := start(t, config(faulty.Late))
	a, err := third(t, e, timed(300*time.Millisecond))
	require.NoError(t, err, "an answer to stop keeps the engine")
	assert.Greater(t, a.Time, 300*time.Millisecond)
	a, err = e.Think(t.Context(), board.NewGame(board.Start()), timed(300*time.Millisecond))
	require.NoError(t, err)
	assert.False(t, a.Resigns, "the answer to a stop that crossed the move is no resignation")
	assert.NoError(t, e.NewGame(t.Context()))
}

func TestNoClock(t *testing.T) {
	t.Parallel()
	c := config(faulty.Hang)
	c.Timeout = 200 * time.Millisecond
	_, err := third(t, start(t, c), match.Turn{Limits: search.Limits{Depth: 4}})
	var fault *match.Fault
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, match.NoAnswer, fault.End)
}

func TestNotReady(t *testing.T) {
	t.Parallel()
	e := start(t, config(faulty.Sleepy))
	e.config.Start = 500 * time.Millisecond
	var fault *match.Fault
	require.ErrorAs(t, e.NewGame(t.Context()), &fault)
	assert.Equal(t, match.NoAnswer, fault.End)
}

// TestDeaf fills the pipe to an engine that does not read.
func TestDeaf(t *testing.T) {
	t.Parallel()
	c := config(faulty.Deaf)
	p, err := startProcess(&c)
	require.NoError(t, err)
	t.Cleanup(p.quit)
	e := &Engine{config: c, process: p}
	err = e.send(strings.Repeat("position ", 1<<20))
	var fault *match.Fault
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, match.NoAnswer, fault.End)
	assert.Equal(t, "the process does not read its input", fault.Reason)
}

func TestCancel(t *testing.T) {
	e := start(t, config(faulty.Hang))
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	require.NoError(t, e.NewGame(ctx))
	game := board.NewGame(board.Start())
	var err error
	for err == nil {
		_, err = e.Think(ctx, game, timed(time.Minute))
	}
	assert.ErrorIs(t, err, context.Canceled)
	began := time.Now()
	e.Close()
	assert.Less(t, time.Since(began), 5*time.Second)
}

func TestStartFaults(t *testing.T) {
	// Only engines that stay silent may wait so short a time: a loaded machine can
	// take longer to start the others.
	const silence = 300 * time.Millisecond
	for _, c := range []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"no such file", func(c *Config) { c.Command = "/nowhere/engine" }, "nowhere"},
		{"no command", func(c *Config) { c.Command = "" }, "cmd="},
		{"protocol", func(c *Config) { c.Protocol = "xboard" }, "proto=xboard"},
		{"squares", func(c *Config) { c.Squares = "a1" }, "squares=a1"},
		{"dir", func(c *Config) { c.Dir = "/nowhere" }, "nowhere"},
		{"mute", func(c *Config) { c.Args[1], c.Start = string(faulty.Mute), silence }, "no answer ucciok"},
		{"deaf", func(c *Config) { c.Args[1], c.Start = string(faulty.Deaf), silence }, "no answer ucciok"},
		{"dying", func(c *Config) { c.Args[1] = string(faulty.Dying) }, `exit status 7; its last error output: "no such\tnetwork"`},
		{"option", func(c *Config) { c.Options = []Option{{"Nonesuch", "1"}} }, "Nonesuch"},
		{"option without blanks", func(c *Config) {
			c.Protocol, c.Options = UCI, []Option{{"TwoWords", "1"}}
		}, "option TwoWords: the engine announces no such option, but Two Words"},
		{"refused option", func(c *Config) {
			c.Args[1], c.Options = string(faulty.Stubborn), []Option{{"LEVEL", "10"}, {"newgame", ""}}
		}, `option level: the engine refuses it: "10" has no score of 1-9`},
		{"refused option in UCI", func(c *Config) {
			c.Protocol, c.Args[1], c.Options = UCI, string(faulty.Stubborn), []Option{{"two words", "6"}}
		}, "option Two Words: the engine refuses it: nothing doing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			conf := config(faulty.None)
			c.change(&conf)
			_, err := Start(t.Context(), conf)
			assert.ErrorContains(t, err, c.want)
		})
	}
}

// TestNear asserts that the refusal of an option names the one that was meant.
func TestNear(t *testing.T) {
	ucci, uci := &Engine{}, &Engine{}
	for e, names := range map[*Engine][]string{
		ucci: {"hashsize", "usebook", "bookfiles", "newgame", "threads"},
		uci:  {"Hash", "OwnBook", "Book File", "Clear Hash", "UCI_Elo", "Move Overhead"},
	} {
		e.options = map[string]announced{}
		for _, name := range names {
			e.options[strings.ToLower(name)] = announced{name: name}
		}
	}
	for _, c := range []struct {
		engine       *Engine
		name, wanted string
	}{
		{ucci, "Hash", ", but hashsize"}, {ucci, "OwnBook", ", but usebook"}, {ucci, "Book File", ", but bookfiles"},
		{ucci, "Clear Hash", ", but newgame"}, {ucci, "Hash Size", ", but hashsize"}, {ucci, "UCI_Elo", ""}, {ucci, "Nonesuch", ""},
		{uci, "hashsize", ", but Hash"}, {uci, "BOOKFILES", ", but Book File"}, {uci, "elo", ", but UCI_Elo"},
		{uci, "moveoverhead", ", but Move Overhead"}, {uci, "repetition", ""}, {uci, "", ""},
	} {
		assert.Equal(t, c.wanted, c.engine.near(c.name), c.name)
	}
}

func TestOptionsAndSeconds(t *testing.T) {
	c := config(faulty.None)
	seconds := false
	c.Milliseconds = &seconds
	c.Options = []Option{{"LEVEL", "3"}, {"newgame", "true"}}
	e := start(t, c)
	_, err := third(t, e, timed(2500*time.Millisecond))
	require.NoError(t, err)
	lines := strings.Join(e.Exchange(), "\n")
	assert.Contains(t, lines, "> setoption usemillisec false")
	assert.Contains(t, lines, "> setoption level 3")
	assert.Contains(t, lines, "> setoption newgame\n")
	assert.Contains(t, lines, "> go time 2 ")

	c = config(faulty.None)
	c.Protocol = UCI
	c.Options = []Option{{"two words", "5"}}
	e = start(t, c)
	_, err = third(t, e, timed(2500*time.Millisecond))
	require.NoError(t, err)
	lines = strings.Join(e.Exchange(), "\n")
	assert.Contains(t, lines, "> setoption name Two Words value 5")
	assert.Contains(t, lines, "> go wtime 2500 btime 2500 winc 0 binc 0")
}

func TestTraceAndPinning(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("CPU binding works on Linux only")
	}
	lines := make(chan string, 1000)
	c := config(faulty.None)
	c.CPUs = []int{0}
	c.Trace = func(line string) { lines <- line }
	e := start(t, c)
	status, err := os.ReadFile("/proc/" + pid(e) + "/status")
	require.NoError(t, err)
	assert.Contains(t, string(status), "Cpus_allowed_list:\t0\n")
	assert.Contains(t, <-lines, "> ucci")

	c.CPUs = []int{1023}
	_, err = Start(t.Context(), c)
	assert.ErrorContains(t, err, "CPU binding")
}
