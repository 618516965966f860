package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/lang"
	"chuhe/movegen"
	"chuhe/search"
	"chuhe/tools/match/internal/faulty"
	"chuhe/tools/match/tournament"
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
func timed(d time.Duration) tournament.Turn {
	return tournament.Turn{Limits: search.Limits{Clock: search.Clock{Set: true, Time: d}}, Allowed: d}
}

// third lets an engine think for the third time in a game.
func third(t *testing.T, e *Engine, turn tournament.Turn) (tournament.Answer, error) {
	t.Helper()
	require.NoError(t, e.NewGame(t.Context()))
	game := board.NewLine(board.Start())
	for range 2 {
		a, err := e.Think(t.Context(), game, timed(10*time.Second))
		require.NoError(t, err)
		game.Play(a.Move)
	}
	return e.Think(t.Context(), game, turn)
}

func TestAnswer(t *testing.T) {
	e := start(t, config(faulty.None))
	a, err := third(t, e, timed(time.Minute))
	require.NoError(t, err)
	assert.NotEqual(t, board.NoMove, a.Move)
	assert.Equal(t, a.Move.String(), a.Text)
	assert.Less(t, a.Time, time.Minute)
	require.NotNil(t, a.Thought.Score)
	assert.Equal(t, tournament.Thought{Score: &tournament.Score{CP: 12}, Depth: 3, Nodes: 34}, a.Thought)
	lines := strings.Join(e.Exchange(), "\n")
	assert.Contains(t, lines, "> go time 1000")
	assert.Contains(t, lines, "< bestmove "+a.Text)
	e.Close()
}

// TestFaults shows that every fault is noticed in time and put right.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		mode faulty.Mode
		end  tournament.End
	}{
		{faulty.Crash, tournament.Crash},
		{faulty.Orphan, tournament.Crash},
		{faulty.Hang, tournament.NoAnswer},
		{faulty.Garbage, tournament.NoAnswer},
		{faulty.LongLine, tournament.NoAnswer},
	} {
		t.Run(string(c.mode), func(t *testing.T) {
			t.Parallel()
			e := start(t, config(c.mode))
			began := time.Now()
			_, err := third(t, e, timed(200*time.Millisecond))
			var fault *tournament.Fault
			require.ErrorAs(t, err, &fault)
			assert.Equal(t, c.end, fault.End, fault.Reason)
			assert.Less(t, time.Since(began), grace+8*time.Second)

			// What is asked of a dead engine is refused at once.
			_, err = e.Think(t.Context(), board.NewLine(board.Start()), timed(time.Minute))
			require.ErrorAs(t, err, &fault)
			assert.Equal(t, tournament.Crash, fault.End)
			assert.Error(t, e.NewGame(t.Context()))
		})
	}
}

// TestPanic: what went wrong is said, and not the last line of the trace behind it.
func TestPanic(t *testing.T) {
	_, err := third(t, start(t, config(faulty.Panic)), timed(5*time.Second))
	var fault *tournament.Fault
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, "the process ended: exit status 2; its last error output: panic: out of luck", fault.Reason)
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

// TestThinkEndsEarly asks an engine for other moves while it still thinks of the one before, whose
// context was done: that move is not the answer.
func TestThinkEndsEarly(t *testing.T) {
	for _, protocol := range []Protocol{UCCI, UCI, XBoard} {
		t.Run(string(protocol), func(t *testing.T) {
			c := config(faulty.Late)
			c.Protocol = protocol
			p, err := New(t.Context(), c)
			require.NoError(t, err)
			t.Cleanup(p.Close)
			turn := timed(100 * time.Millisecond)
			turn.Allowed = time.Minute
			think := func(game *board.Line) {
				a, err := p.Think(t.Context(), game, turn)
				require.NoError(t, err)
				require.True(t, movegen.IsLegal(game.Position(), a.Move), a.Text)
				game.Play(a.Move)
			}
			cut := func() *board.Line { // the third move of a game, which comes late
				require.NoError(t, p.NewGame(t.Context()))
				game := board.NewLine(board.Start())
				think(game)
				think(game)
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
				defer cancel()
				_, err := p.Think(ctx, game, turn)
				require.ErrorIs(t, err, context.DeadlineExceeded)
				return game
			}
			game := cut()
			game.Play(movegen.Legal(game.Position(), nil)[0])
			think(game)
			cut()
			require.NoError(t, p.NewGame(t.Context()))
			game = board.NewLine(board.Start())
			game.Play(movegen.Legal(game.Position(), nil)[0])
			think(game)
		})
	}
}

func TestLateAnswer(t *testing.T) {
	t.Parallel()
	e := start(t, config(faulty.Late))
	a, err := third(t, e, timed(300*time.Millisecond))
	require.NoError(t, err, "an answer to stop keeps the engine")
	assert.Greater(t, a.Time, 300*time.Millisecond)
	a, err = e.Think(t.Context(), board.NewLine(board.Start()), timed(300*time.Millisecond))
	require.NoError(t, err)
	assert.False(t, a.Resigns, "the answer to a stop that crossed the move is no resignation")
	assert.NoError(t, e.NewGame(t.Context()))
}

func TestNoClock(t *testing.T) {
	t.Parallel()
	c := config(faulty.Hang)
	c.Timeout = 200 * time.Millisecond
	_, err := third(t, start(t, c), tournament.Turn{Limits: search.Limits{Depth: 4}})
	var fault *tournament.Fault
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, tournament.NoAnswer, fault.End)
}

// pondering returns an engine that ponders after its first move, and the game.
func pondering(t *testing.T, mode faulty.Mode, p Protocol) (*Engine, *board.Line, tournament.Answer) {
	t.Helper()
	c := config(mode)
	c.Protocol, c.Ponder = p, true
	e := start(t, c)
	require.NoError(t, e.NewGame(t.Context()))
	game := board.NewLine(board.Start())
	a, err := e.Think(t.Context(), game, timed(10*time.Second))
	require.NoError(t, err)
	require.NotEqual(t, board.NoMove, a.Reply)
	game.Play(a.Move)
	turn := timed(10 * time.Second)
	turn.Limits.Ponder = true
	require.NoError(t, e.Ponder(game, a.Reply, turn))
	return e, game, a
}

// another returns a reply that the engine did not expect.
func another(game *board.Line, a tournament.Answer) board.Move {
	moves := movegen.Legal(game.Position(), nil)
	return moves[(slices.Index(moves, a.Reply)+1)%len(moves)]
}

// ponderOn plays the reply that an engine expects and its next move, and lets it ponder
// again. It returns that move.
func ponderOn(t *testing.T, e *Engine, game *board.Line, a tournament.Answer, turn tournament.Turn) tournament.Answer {
	t.Helper()
	game.Play(a.Reply)
	b, err := e.Think(t.Context(), game, timed(10*time.Second))
	require.NoError(t, err)
	game.Play(b.Move)
	require.NoError(t, e.Ponder(game, b.Reply, turn))
	return b
}

// dialog returns the lines that were sent and the answers, without their times. What an
// engine says while it ponders is left out.
func dialog(e *Engine) string {
	var kept []string
	for _, l := range e.Exchange() {
		if l = l[10:]; strings.HasPrefix(l, "> ") || strings.HasPrefix(l, "< bestmove") {
			kept = append(kept, l)
		}
	}
	return strings.Join(kept, "\n")
}

// TestPonder lets the opponent take his time and then play what was expected.
func TestPonder(t *testing.T) {
	for _, p := range []Protocol{UCCI, UCI} {
		e, game, a := pondering(t, faulty.None, p)
		time.Sleep(300 * time.Millisecond)
		game.Play(a.Reply)
		began := time.Now()
		b, err := e.Think(t.Context(), game, timed(10*time.Second))
		require.NoError(t, err)
		assert.Contains(t, movegen.Legal(game.Position(), nil), b.Move)
		assert.LessOrEqual(t, b.Time, time.Since(began), "the time of the opponent is not counted")
		require.NoError(t, e.Rest(t.Context()), "there is nothing to end")
		lines := dialog(e)
		assert.Contains(t, lines, map[Protocol]string{UCCI: "> setoption ponder true\n", UCI: "> setoption name Ponder value true\n"}[p])
		assert.Contains(t, lines, "> "+e.dialect.position(game)+"\n> go ponder ")
		assert.Regexp(t, "> go ponder w?time 10000 .*\n> ponderhit\n< bestmove "+b.Move.String(), lines)
		assert.NotContains(t, lines, "> stop")
	}
}

// TestPonderMiss lets the opponent play something else.
func TestPonderMiss(t *testing.T) {
	for _, mode := range []faulty.Mode{faulty.None, faulty.Eager} {
		e, game, a := pondering(t, mode, UCCI)
		game.Play(another(game, a))
		b, err := e.Think(t.Context(), game, timed(10*time.Second))
		require.NoError(t, err)
		assert.Contains(t, movegen.Legal(game.Position(), nil), b.Move, "the move is for the position on the board")
		assert.False(t, b.Resigns, "a late answer to stop is not the next move")
		assert.Contains(t, dialog(e), "> stop\n")
		assert.NotContains(t, dialog(e), "> ponderhit")
	}
}

// TestPonderEarly takes a move that came too early as made at once.
func TestPonderEarly(t *testing.T) {
	e, game, a := pondering(t, faulty.Eager, UCI)
	time.Sleep(100 * time.Millisecond)
	game.Play(a.Reply)
	began := time.Now()
	b, err := e.Think(t.Context(), game, timed(10*time.Second))
	require.NoError(t, err)
	assert.Contains(t, movegen.Legal(game.Position(), nil), b.Move)
	assert.LessOrEqual(t, b.Time, time.Since(began))
	assert.GreaterOrEqual(t, b.Time, time.Duration(0))
}

// TestPonderOffers passes on an offer of a draw with the hit, and begins again where
// moves are banned that were not when it began to ponder.
func TestPonderOffers(t *testing.T) {
	e, game, a := pondering(t, faulty.None, UCCI)
	game.Play(a.Reply)
	turn := timed(10 * time.Second)
	turn.DrawOffered = true
	_, err := e.Think(t.Context(), game, turn)
	require.NoError(t, err)
	assert.Contains(t, dialog(e), "> ponderhit draw\n")

	e, game, a = pondering(t, faulty.None, UCCI)
	game.Play(a.Reply)
	turn = timed(10 * time.Second)
	turn.Limits.Banned = movegen.Legal(game.Position(), nil)[:1]
	_, err = e.Think(t.Context(), game, turn)
	require.NoError(t, err)
	assert.Regexp(t, "(?m)^> stop\n(.*\n)*> banmoves .*\n> go time", dialog(e))
}

// TestPonderSlowStop counts the time until an engine has ended its pondering: the
// opponent has moved.
func TestPonderSlowStop(t *testing.T) {
	t.Parallel()
	e, game, a := pondering(t, faulty.Late, UCCI)
	b := ponderOn(t, e, game, a, tournament.Turn{Limits: search.Limits{Ponder: true}})
	game.Play(another(game, b))
	turn := timed(time.Second)
	turn.Limits.Clock.Time = 150 * time.Millisecond // less than the engine takes to end
	b, err := e.Think(t.Context(), game, turn)
	require.NoError(t, err)
	assert.Greater(t, b.Time, 200*time.Millisecond)
	assert.Contains(t, dialog(e), "> go time 0 ")
}

// standStill lets this program stand still for two seconds when it sends a line for the first time.
func standStill(l *link, sent string) {
	h := &l.process.log
	h.mu.Lock()
	defer h.mu.Unlock()
	stood := false
	h.trace = func(line string) {
		if !stood && strings.HasSuffix(line, "> "+sent) {
			stood = true
			time.Sleep(2 * time.Second)
		}
	}
}

// TestPonderStandstill asserts that no time counts in which this program stands still while it
// waits for the end of the pondering.
func TestPonderStandstill(t *testing.T) {
	t.Parallel()
	e, game, a := pondering(t, faulty.None, UCCI)
	standStill(&e.link, "stop")
	game.Play(another(game, a))
	b, err := e.Think(t.Context(), game, timed(1900*time.Millisecond))
	require.NoError(t, err)
	assert.Less(t, b.Time, 1900*time.Millisecond)
	assert.Regexp(t, "> go time [1-9]", dialog(e)[strings.Index(dialog(e), "> stop"):])
}

// TestPonderFaults gives up an engine that goes on pondering, and refuses one that
// cannot.
func TestPonderFaults(t *testing.T) {
	t.Parallel()
	e, game, a := pondering(t, faulty.Hang, UCCI)
	ponderOn(t, e, game, a, timed(10*time.Second)) // the third move of the mode
	var fault *tournament.Fault
	require.ErrorAs(t, e.Rest(t.Context()), &fault)
	assert.Equal(t, tournament.NoAnswer, fault.End)
	require.ErrorAs(t, e.NewGame(t.Context()), &fault)
	assert.Equal(t, tournament.Crash, fault.End)
	assert.Equal(t, "the process was killed before: no answer to stop within 2s while it pondered", fault.Reason, "the next game says why")

	e = &Engine{link: link{config: Config{Protocol: UCI, Ponder: true}}}
	_, err := e.ponderOption()
	assert.ErrorContains(t, err, "ponder=on: the engine announces no option Ponder")
	e.config.Protocol = UCCI
	options, err := e.ponderOption()
	require.NoError(t, err, "in UCCI the option only changes how an engine uses its time")
	assert.Empty(t, options)
}

func TestNotReady(t *testing.T) {
	t.Parallel()
	e := start(t, config(faulty.Sleepy))
	e.config.Start = 500 * time.Millisecond
	var fault *tournament.Fault
	err := e.NewGame(t.Context())
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, tournament.NoAnswer, fault.End)
	assert.Equal(t, "no answer: no answer readyok to isready within 500ms", err.Error())
	err = fmt.Errorf("a: %w", e.NewGame(t.Context()))
	assert.Equal(t, "a：引擎程序已退出（程序先前已被结束：发送 isready 后 500ms 内没有收到 readyok）", lang.Lang("zh-Hans").Explain(err))
}

// TestEndsUnread asserts that the next request says how an engine ended which had said much since its
// last move.
func TestEndsUnread(t *testing.T) {
	t.Parallel()
	e := start(t, config(faulty.Babble))
	_, err := third(t, e, timed(time.Minute))
	require.NoError(t, err)
	time.Sleep(time.Second) // until it has ended
	_, err = e.Think(t.Context(), board.NewLine(board.Start()), timed(time.Minute))
	var fault *tournament.Fault
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, tournament.Fault{End: tournament.Crash, Reason: "the process ended: exit status 3"}, *fault)
}

// TestClosedInput asserts that the next request says so of an engine which closed its input and lives on,
// whatever its protocol, and that Close ends its process.
func TestClosedInput(t *testing.T) {
	for _, protocol := range []Protocol{UCCI, UCI, XBoard} {
		t.Run(string(protocol), func(t *testing.T) {
			t.Parallel()
			c := config(faulty.Closed)
			c.Protocol = protocol
			player, err := New(t.Context(), c)
			require.NoError(t, err)
			defer player.Close()
			require.NoError(t, player.NewGame(t.Context()))
			game := board.NewLine(board.Start())
			for range 3 {
				a, err := player.Think(t.Context(), game, timed(time.Minute))
				require.NoError(t, err)
				game.Play(a.Move)
			}
			var p *process
			switch e := player.(type) {
			case *Engine:
				p = e.process
			case *XBoardEngine:
				p = e.process
			}
			require.Eventually(t, func() bool { return p.send("") != nil }, time.Minute, 10*time.Millisecond)

			began := time.Now()
			_, err = player.Think(t.Context(), game, timed(time.Minute))
			var fault *tournament.Fault
			require.ErrorAs(t, err, &fault)
			assert.Equal(t, tournament.Fault{End: tournament.Crash, Reason: "the process closed its input"}, *fault)
			player.Close()
			assert.Less(t, time.Since(began), 10*time.Second, "it may live for ever")
			assert.NotNil(t, p.cmd.ProcessState, "the process has ended")
		})
	}
}

// TestDeaf fills the pipe to an engine that does not read.
func TestDeaf(t *testing.T) {
	t.Parallel()
	c := config(faulty.Deaf)
	p, err := startProcess(&c)
	require.NoError(t, err)
	t.Cleanup(p.quit)
	e := &Engine{link: link{config: c, process: p}}
	err = e.send(strings.Repeat("position ", 1<<20))
	var fault *tournament.Fault
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, tournament.NoAnswer, fault.End)
	assert.Equal(t, "the process does not read its input", fault.Reason)
	assert.Equal(t, "引擎没有应答（程序不读输入）", lang.Lang("zh-Hans").Explain(err))
}

func TestCancel(t *testing.T) {
	e := start(t, config(faulty.Hang))
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	require.NoError(t, e.NewGame(ctx))
	game := board.NewLine(board.Start())
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
		{"in this folder", func(c *Config) { c.Command = "engine_test.go" },
			"engine_test.go: no such program where the system looks for programs; the file in this folder is ." + string(filepath.Separator) + "engine_test.go"},
		{"no program", func(c *Config) { c.Command = "nosuchengine" }, "not found"},
		{"no command", func(c *Config) { c.Command = "" }, "cmd="},
		{"protocol", func(c *Config) { c.Protocol = "usi" }, "proto=usi: want ucci, uci or xboard"},
		{"squares", func(c *Config) { c.Squares = "a1" }, "squares=a1"},
		{"dir", func(c *Config) { c.Dir = "/nowhere" }, "nowhere"},
		{"mute", func(c *Config) { c.Args[1], c.Start = string(faulty.Mute), silence },
			"no answer ucciok to ucci within 300ms; proto= names the protocol of the engine, startup= gives it more time"},
		{"deaf", func(c *Config) { c.Args[1], c.Start = string(faulty.Deaf), silence }, "no answer ucciok"},
		{"dying", func(c *Config) { c.Args[1] = string(faulty.Dying) },
			`no answer ucciok to ucci (proto= names the protocol of the engine): crash: the process ended: exit status 7; its last error output: "no such\tnetwork"`},
		{"option", func(c *Config) { c.Options = []Option{{"Nonesuch", "1"}} }, "Nonesuch"},
		{"option without blanks", func(c *Config) {
			c.Protocol, c.Options = UCI, []Option{{"TwoWords", "1"}}
		}, "option TwoWords: the engine announces no such option, but Two Words"},
		{"refused option", func(c *Config) {
			c.Args[1], c.Options = string(faulty.Stubborn), []Option{{"LEVEL", "10"}, {"newgame", ""}}
		}, `option level: the engine refuses it: "10" has no score of 1-9`},
		{"option of two lines", func(c *Config) { c.Options = []Option{{"Level", "1\nquit"}} },
			`option "Level": "1\nquit": want name and value each in one line`},
		{"option of two names", func(c *Config) { c.Options = []Option{{"Level\r1", ""}} }, `option "Level\r1"`},
		{"unfit option", func(c *Config) { c.Options = []Option{{"Level", "high"}} },
			`option level: "high" does not fit what the engine announces: spin min 1 max 9 default 1`},
		{"refused option in UCI", func(c *Config) {
			c.Protocol, c.Args[1], c.Options = UCI, string(faulty.Stubborn), []Option{{"two words", "6"}}
		}, "option Two Words: the engine refuses it: nothing doing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			conf := config(faulty.None)
			c.change(&conf)
			_, err := Start(t.Context(), conf)
			assert.ErrorContains(t, err, c.want)
			if want, chinese := inChinese[c.name]; chinese {
				assert.Equal(t, want, lang.Lang("zh-Hans").Explain(err))
			}
		})
	}
}

// inChinese has what a start that fails says in Chinese.
var inChinese = map[string]string{
	"mute":                  "发送 ucci 后 300ms 内没有收到 ucciok；引擎的协议用 proto= 指定，等待时间用 startup= 加长",
	"option without blanks": "option.TwoWords：引擎没有这个选项，但有 Two Words",
	"unfit option":          "option.level：\"high\" 不合引擎所列的取值：spin min 1 max 9 default 1",
	"refused option in UCI": "option.Two Words：引擎不接受：nothing doing",
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
		{ucci, "Hash", "hashsize"}, {ucci, "OwnBook", "usebook"}, {ucci, "Book File", "bookfiles"},
		{ucci, "Clear Hash", "newgame"}, {ucci, "Hash Size", "hashsize"}, {ucci, "UCI_Elo", ""}, {ucci, "Nonesuch", ""},
		{uci, "hashsize", "Hash"}, {uci, "BOOKFILES", "Book File"}, {uci, "elo", "UCI_Elo"},
		{uci, "moveoverhead", "Move Overhead"}, {uci, "repetition", ""}, {uci, "", ""},
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

// TestErrorFlood asserts that an engine which floods its error output does not fill the log,
// nor displace what else was exchanged.
func TestErrorFlood(t *testing.T) {
	var mu sync.Mutex
	var traced strings.Builder
	c := config(faulty.Stderr)
	c.Trace = func(line string) {
		mu.Lock()
		defer mu.Unlock()
		traced.WriteString(line + "\n")
	}
	e := start(t, c)
	a, err := third(t, e, timed(time.Minute))
	require.NoError(t, err)
	e.Close()
	kept := strings.Join(e.Exchange(), "\n")
	assert.Contains(t, kept, "< bestmove "+a.Text)
	assert.Contains(t, kept, "! noise noise")
	assert.Contains(t, kept, " more lines of error output")
	mu.Lock()
	defer mu.Unlock()
	assert.Less(t, traced.Len(), 50<<10, "of 600 KB")
	assert.Less(t, len(kept), 50<<10)
}

// TestLongLinesAreCut asserts that only the beginning of a long line is kept.
func TestLongLinesAreCut(t *testing.T) {
	h := &history{began: time.Now()}
	h.add('<', line{strings.Repeat("x", maxLine), time.Now()})
	h.add('>', line{"position startpos moves " + strings.Repeat("a0a1 ", 1000), time.Now()})
	lines := h.last()
	assert.Less(t, len(lines[0]), 2*maxKept)
	assert.Contains(t, lines[0], " ... (65536 bytes in all)")
	assert.Greater(t, len(lines[1]), 5000, "what was sent is kept whole")
}
