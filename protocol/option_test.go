package protocol

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval/evals"
	"chuhe/internal/command"
	"chuhe/search"
)

// TestDefaults asserts that a new session changes nothing but the network of a
// new engine.
func TestDefaults(t *testing.T) {
	s, err := defaults()
	require.NoError(t, err)
	want := search.DefaultOptions()
	want.Evaluation, err = evals.Default()
	require.NoError(t, err)
	assert.Equal(t, want, s.engine())
	assert.True(t, s.milliseconds)
	assert.False(t, s.agree)
	assert.False(t, s.giveUp)
}

func TestOptions(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range options {
		for _, name := range []string{o.ucci, strings.ToLower(o.uci)} {
			if name == "" || o.ucci == strings.ToLower(o.uci) && seen[name] {
				continue
			}
			assert.False(t, seen[name], "%s twice", name)
			assert.False(t, isIgnored(name), "%s is ignored", name)
			seen[name] = true
			found, ok := findOption(strings.ToUpper(name))
			require.True(t, ok, name)
			assert.Equal(t, o.ucci+o.uci, found.ucci+found.uci)
		}
		assert.Regexp(t, `^[a-z]*$`, o.ucci, "one lower-case word")
		s, err := defaults()
		require.NoError(t, err)
		assert.NoError(t, o.set(&s, o.initial))
		for _, d := range []Dialect{UCCI, UCI} {
			line := o.announce(d)
			assert.Equal(t, plain(line), line)
			assert.Regexp(t, `^[ -~]*$`, line)
			assert.Less(t, len(line), longest)
		}
	}
	_, ok := findOption("")
	assert.False(t, ok, "the empty name of a dialect names no option")
}

// TestOptionsReachEngine asserts that the engine accepts every value within the
// bounds.
func TestOptionsReachEngine(t *testing.T) {
	for _, o := range options {
		var values []string
		switch bounds := strings.Fields(o.bounds); o.kind {
		case "check":
			values = []string{"true", "false"}
		case "spin":
			values = []string{bounds[1], bounds[3]}
		case "combo":
			values = slices.DeleteFunc(bounds, func(word string) bool { return word == "var" })
			require.NotEmpty(t, values)
		}
		for _, v := range values {
			s, err := defaults()
			require.NoError(t, err)
			s.limit = true
			require.NoError(t, o.set(&s, v))
			e := s.engine()
			assert.NoError(t, e.Validate(), "%s%s %s", o.ucci, o.uci, v)
		}
	}
	s, err := defaults()
	require.NoError(t, err)
	for _, c := range []struct{ name, value string }{
		{"hashsize", "17"}, {"hashsize", "0"}, {"threads", "17"}, {"threads", "0"}, {"moveoverhead", "100"},
	} {
		o, ok := findOption(c.name)
		require.True(t, ok, c.name)
		require.NoError(t, o.set(&s, c.value))
	}
	assert.Equal(t, search.DefaultHash, s.engine().Hash)
	assert.Equal(t, command.Processors(), s.engine().Threads)
	assert.Equal(t, 100*time.Millisecond, s.engine().MoveOverhead)
}

// TestThreadsLeaveRoom asks that the session can answer while all threads search.
func TestThreadsLeaveRoom(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
	threads := before + 3
	talk(t, "uci", fmt.Sprintf("setoption name Threads value %d", threads))
	assert.Greater(t, runtime.GOMAXPROCS(0), threads)
	s, err := defaults()
	require.NoError(t, err)
	o, ok := findOption("threads")
	require.True(t, ok)
	require.NoError(t, o.set(&s, "0"))
	assert.Equal(t, command.Processors(), s.engine().Threads, "in a later session too")
}

func TestRandomnessDiffersByGame(t *testing.T) {
	s, err := defaults()
	require.NoError(t, err)
	s.noise = 60
	first := s.engine()
	assert.Positive(t, first.Randomness)
	s.reseed()
	assert.NotEqual(t, first.Seed, s.engine().Seed)
}

// TestGameBegunAgain asserts that a game that is begun again gets another seed though no
// command announces it, and that no other position does.
func TestGameBegunAgain(t *testing.T) {
	settings, err := defaults()
	require.NoError(t, err)
	settings.step = 1
	s := &session{engine: newFakeEngine(0), out: newOutput(io.Discard), settings: settings, game: board.NewLine(board.Start())}
	const endgame = "fen 3k5/9/9/c8/9/9/9/1R7/9/4K4 w"
	for _, test := range []struct {
		line  string
		again bool
	}{
		{line: "startpos"},
		{line: "startpos moves h2e2"},
		{line: "startpos"},
		{line: "startpos moves h2e2 h9g7 h0g2"},
		{line: "startpos moves h2e2 h9g7"},
		{line: "startpos moves h2e2", again: true},
		{line: "startpos moves h2e2 h9g7 h0g2"},
		{line: "startpos", again: true},
		{line: "startpos moves b2e2 b9c7"},
		{line: endgame},
		{line: endgame + " moves b2b3 a6a5"},
		{line: endgame, again: true},
		{line: "fen 3k5/9/9/c8/9/9/1R7/9/9/4K4 b"}, // a host that sends no moves
		{line: "fen 3k5/9/9/9/c8/9/1R7/9/9/4K4 w"},
		{line: endgame, again: true},
		{line: endgame},
	} {
		before := s.settings.engine().Seed
		s.execute(Parse("position " + test.line))
		require.False(t, s.refused, test.line)
		assert.Equal(t, test.again, s.settings.engine().Seed != before, test.line)
	}
}

// asked is an engine that counts how often the session asks for memory. SetOptions asks by
// itself.
type asked struct {
	*fakeEngine
	times int
}

func (e *asked) Fits(o search.Options) error {
	e.times++
	return e.fakeEngine.Fits(o)
}

// TestMemoryAskedOnce asserts that the session asks for the memory of a table only where the
// engine, which asks too, does not get it yet.
func TestMemoryAskedOnce(t *testing.T) {
	for lines, want := range map[string]int{
		"setoption hashsize 32\nsetoption threads 2\nsetoption ponder on":                     0,
		"setoption level 3\nsetoption hashsize 32\nsetoption hashsize 32\nsetoption level 13": 1,
		"setoption limitstrength on\nsetoption threads 2\nsetoption ponder on":                1,
	} {
		engine := &asked{fakeEngine: newFakeEngine(0)}
		require.NoError(t, Run(t.Context(), engine, strings.NewReader(lines), io.Discard))
		assert.Equal(t, want, engine.times, lines)
	}
}

// TestRoomForThreads asserts that threads which the process cannot have are refused, at a level
// too, and that fewer are not asked for.
func TestRoomForThreads(t *testing.T) {
	settings, err := defaults()
	require.NoError(t, err)
	out := recorder{t: t}
	s := &session{engine: newFakeEngine(0), out: newOutput(&out), settings: settings, game: board.NewLine(board.Start()), room: func(workers int) error {
		if workers > 3 {
			return errors.New("no room")
		}
		return nil
	}}
	for _, level := range []string{"13", "1"} {
		for _, test := range []struct {
			line          string
			before, after int
		}{
			{"threads 4", 1, 1},
			{"threads 3", 1, 3},
			{"name Threads value 9", 3, 3},
			{"threads 8", 9, 8},
			{"threads 9", 9, 9},
		} {
			s.settings.search.Threads = test.before
			s.execute(Parse("setoption level " + level))
			s.execute(Parse("setoption " + test.line))
			assert.Equal(t, test.after, s.settings.search.Threads, "%s at level %s", test.line, level)
		}
	}
	assert.Len(t, only(out.heard(), "^info message option (threads|Threads) stays as it was: no room$"), 4)
}

// TestRuleSetError asserts that the message about a wrong set of rules has only
// names as they are written.
func TestRuleSetError(t *testing.T) {
	got := only(talk(t, "uci", "setoption name Repetition Rule value wrong"), "^info string")
	assert.Equal(t, []string{`info string option Repetition Rule stays as it was: "wrong", want one of computer, asian, chinese, league, checkban`}, got)
}
