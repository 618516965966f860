package match

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/pgn"
	"chuhe/internal/command"
	"chuhe/internal/journal"
	"chuhe/internal/testpos"
	"chuhe/lang"
	"chuhe/protocol"
	"chuhe/tools/match/internal/faulty"
	"chuhe/tools/match/tournament"
)

// TestMain lets the test binary be an engine, or the command itself.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "engine":
			faulty.Main(os.Args[2:])
			return
		case "chuhe":
			play := protocol.Play()
			command.Run(&command.Command{Name: "chuhe", Help: "\n", Flags: play.Flags, Operands: play.Operands, Run: play.Run}, os.Args[2:])
		case "match":
			command.Main(&command.Command{Commands: []*command.Command{Command()}})
		}
	}
	os.Exit(m.Run())
}

// play runs the command.
func play(ctx context.Context, args []string, out io.Writer) error {
	return Command().Execute(ctx, args, command.Streams{Out: out, Err: io.Discard})
}

// engineFlag returns the words for an engine that makes a mistake.
func engineFlag(name string, mode faulty.Mode, more ...string) []string {
	words := []string{"-engine", "cmd=" + os.Args[0], "name=" + name, fmt.Sprintf("args=engine %s %d", mode, len(name))}
	return append(words, more...)
}

// inDir runs a test in a folder of its own.
func inDir(t *testing.T) { t.Chdir(t.TempDir()) }

func readGames(t *testing.T, name string) []*game.Game {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	var games []*game.Game
	for g, err := range pgn.Games(bytes.NewReader(text)) {
		require.NoError(t, err)
		games = append(games, g)
	}
	return games
}

// TestFaultyEngines lets a sound engine play engines that do everything wrong.
func TestFaultyEngines(t *testing.T) {
	inDir(t)
	want := map[string]tournament.End{
		"crash": tournament.Crash, "orphan": tournament.Crash, "hang": tournament.NoAnswer, "late": tournament.TimeLoss,
		"garbage": tournament.NoAnswer, "nonsense": tournament.IllegalMove, "illegal": tournament.IllegalMove,
		"lie": tournament.IllegalMove, "resign": tournament.Resignation, "longline": tournament.NoAnswer,
		"sleepy": tournament.NoAnswer,
	}
	// An engine that makes no mistake with its clock has time enough on a loaded
	// machine. Those whose fault is to wait need a short clock, but reach it only
	// after two moves.
	limits := map[string]string{"hang": "tc=3", "late": "tc=3", "garbage": "tc=3", "longline": "tc=3", "sleepy": "startup=5"}
	args := append([]string{"-each", "tc=60", "startup=60", "-tournament", "gauntlet", "-concurrency", "3", "-recover", "-out", "m",
		"-pgnout", "notation=chinese", "-log", "file=m.log", "-maxmoves", "60"}, engineFlag("sound", faulty.None)...)
	for name := range want {
		args = append(args, engineFlag(name, faulty.Mode(name))...)
		if limit := limits[name]; limit != "" {
			args = append(args, limit)
		}
	}
	var out bytes.Buffer
	require.NoError(t, play(t.Context(), args, &out))

	_, games, err := readJournal("m.jsonl")
	require.NoError(t, err)
	assert.Len(t, games, 2*len(want))
	settings, err := over{}.parse(args, lang.English)
	require.NoError(t, err)
	for _, g := range games {
		assert.NoError(t, g.Verify(&settings.Terms), "%s - %s", g.Red, g.Black)
		name, lost := g.Black, board.RedWins
		if name == "sound" {
			name, lost = g.Red, board.BlackWins
		}
		assert.Equal(t, lost, g.Result, "%s: %s", name, g.Reason)
		assert.Equal(t, want[name], g.End, "%s: %s", name, g.Reason)
		if g.End.IsFault() {
			last := "> go "
			if name == "sleepy" {
				last = "> isready"
			}
			assert.True(t, strings.Contains(strings.Join(g.Exchange, "\n"), last), name)
		}
	}
	assert.Len(t, readGames(t, "m.pgn"), len(games))
	assert.Contains(t, out.String(), "hang lost 2 games by no answer")
	log, err := os.ReadFile("m.log")
	require.NoError(t, err)
	assert.Regexp(t, `board \d+ lie +[0-9.]+ < bestmove`, string(log))
	html, err := os.ReadFile("m.html")
	require.NoError(t, err)
	assert.NotRegexp(t, regexp.MustCompile(`(src|href)=|https?://`), string(html), "the report needs nothing from outside")
}

// TestStopsAfterCrash shows what happens without -recover.
func TestStopsAfterCrash(t *testing.T) {
	inDir(t)
	args := append(engineFlag("sound", faulty.None), engineFlag("crash", faulty.Crash)...)
	var out bytes.Buffer
	err := play(t.Context(), append(args, "-each", "tc=5", "-rounds", "50", "-concurrency", "1", "-out", "m"), &out)
	require.ErrorIs(t, err, tournament.ErrBroken)
	assert.Equal(t, "match：有引擎出了故障，比赛已停止", lang.Lang("zh-Hans").Explain(err))
	assert.Contains(t, out.String(), "\nStopped. To continue: "+resumption(os.Args[0], "m.jsonl")+"\n")
	assert.NotErrorIs(t, err, command.ErrInput)
	_, games, err := readJournal("m.jsonl")
	require.NoError(t, err)
	assert.Len(t, games, 1)
}

// TestUnusedBase asserts that matches without -out that begin in the same second have files of
// their own.
func TestUnusedBase(t *testing.T) {
	inDir(t)
	for _, want := range []string{"m", "m-2", "m-3"} {
		base := unusedBase("m")
		assert.Equal(t, want, base)
		require.NoError(t, os.WriteFile(base+journalExt, nil, 0o666))
	}
}

// TestResumption asserts that the line to continue a match works in the shell from which
// the program was called.
func TestResumption(t *testing.T) {
	for _, c := range []struct{ program, journal, want string }{
		{"./chuhe", "m.jsonl", "./chuhe match -resume m.jsonl"},
		{"chuhe", "games/m.jsonl", "chuhe match -resume games/m.jsonl"},
		{`C:\Program Files\chuhe.exe`, "my match.jsonl", `"C:\Program Files\chuhe.exe" match -resume "my match.jsonl"`},
		{"/tmp/go-build9/b001/exe/chuhe", "m.jsonl", "go run . match -resume m.jsonl"},
		{"/root/.cache/go-build/74/" + strings.Repeat("747b2bca57efe054", 4) + "-d/chuhe", "m.jsonl", "go run . match -resume m.jsonl"},
	} {
		assert.Equal(t, c.want, resumption(c.program, c.journal))
	}
}

// start starts the command as a process.
func start(t *testing.T, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], append([]string{"match"}, args...)...)
	cmd.Stdout, cmd.Stderr = new(bytes.Buffer), new(bytes.Buffer)
	require.NoError(t, cmd.Start())
	return cmd
}

// longMatch is a match that a test can break off.
func longMatch() []string {
	args := append(engineFlag("a", faulty.None), engineFlag("bb", faulty.None)...)
	return append(args, "-each", "tc=5", "-rounds", "30", "-concurrency", "2", "-maxmoves", "40", "-out", "m")
}

// waitForGames waits until the file has n games.
func waitForGames(t *testing.T, n int) {
	t.Helper()
	require.Eventually(t, func() bool {
		_, games, err := readJournal("m.jsonl")
		return err == nil && len(games) >= n
	}, 3*time.Minute, 10*time.Millisecond)
}

// checkWhole asserts that a match of 60 games is there, each once.
func checkWhole(t *testing.T, out string) {
	t.Helper()
	_, games, err := readJournal("m.jsonl")
	require.NoError(t, err)
	count := map[int]int{}
	for _, g := range games {
		count[g.Game]++
		_, err := g.Replay()
		assert.NoError(t, err)
	}
	require.Len(t, count, 60)
	for n, times := range count {
		assert.Equal(t, 1, times, "game %d", n)
	}
	rounds := map[string]int{}
	for _, g := range readGames(t, "m.pgn") {
		rounds[g.Tag("Round")]++
	}
	assert.Len(t, rounds, 60)
	assert.Contains(t, out, "a vs bb: 60 games")
	assert.Contains(t, out, "pairs 30:")
}

func TestKillAndResume(t *testing.T) {
	inDir(t)
	require.NoError(t, os.WriteFile("m.pgn", []byte("[Red \"other\"]\n\n1. C2.5 *\n\n"), 0o644))
	cmd := start(t, longMatch()...)
	waitForGames(t, 7)
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	// The kill may fall into the writing of a game, and others may write too.
	f, err := os.OpenFile("m.jsonl", os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteString(`{"game":9999,"ro`)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	info, err := os.Stat("m.pgn")
	require.NoError(t, err)
	require.NoError(t, os.Truncate("m.pgn", info.Size()-40))
	var out bytes.Buffer
	require.NoError(t, play(t.Context(), []string{"-resume", "m.jsonl", "-concurrency", "3"}, &out))
	games := readGames(t, "m.pgn")
	require.Equal(t, "other", games[0].Tag("Red"), "what was there before is kept")
	assert.Equal(t, "computer", games[1].Tag("Rules"))
	text, err := os.ReadFile("m.pgn")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("m.pgn", text[bytes.Index(text, []byte("[Game")):], 0o644))
	checkWhole(t, out.String())
}

// TestResumeSharedPGN has another match write to the same file meanwhile.
func TestResumeSharedPGN(t *testing.T) {
	testpos.SkipRace(t)
	inDir(t)
	args := append(engineFlag("a", faulty.None), engineFlag("bb", faulty.None)...)
	args = append(args, "-each", "tc=5", "-maxmoves", "20", "-pgnout", "file=all.pgn")
	first := append(slices.Clone(args), "-out", "m")
	other := append(slices.Clone(args), "-out", "k", "-event", "other", "-rounds", "2")
	require.NoError(t, play(t.Context(), first, new(bytes.Buffer)))
	require.NoError(t, play(t.Context(), other, new(bytes.Buffer)))
	require.NoError(t, play(t.Context(), []string{"-resume", "m.jsonl", "-rounds", "3"}, new(bytes.Buffer)))
	events := map[string]int{}
	for _, g := range readGames(t, "all.pgn") {
		events[g.Tag("Event")]++
	}
	assert.Equal(t, map[string]int{"Chuhe match": 6, "other": 4}, events)
}

// TestTornSharedPGN has a file end in the torn game of another match, wherever a kill may
// have cut it: the next games stand whole after it.
func TestTornSharedPGN(t *testing.T) {
	testpos.SkipRace(t)
	inDir(t)
	args := append(engineFlag("a", faulty.None), engineFlag("bb", faulty.Resign)...)
	args = append(args, "-each", "tc=5", "-concurrency", "1", "-pgnout", "all.pgn")
	require.NoError(t, play(t.Context(), append(slices.Clone(args), "-out", "m"), io.Discard))
	require.NoError(t, play(t.Context(), append(slices.Clone(args), "-out", "k", "-event", "other"), io.Discard))
	whole, err := os.ReadFile("all.pgn")
	require.NoError(t, err)
	last := bytes.LastIndex(whole, []byte("[Game "))
	games := func() (found int) {
		text, err := os.ReadFile("all.pgn")
		require.NoError(t, err)
		for g, err := range pgn.Games(bytes.NewReader(text)) {
			if err == nil && g.Tag("Event") == "Chuhe match" && g.Tag("Termination") != "" && g.Result.Finished() {
				found++
			}
		}
		return
	}
	settings, err := over{}.parse(append(slices.Clone(args), "-out", "m"), lang.English)
	require.NoError(t, err)
	_, played, err := readJournal("m.jsonl")
	require.NoError(t, err)
	step := 1
	if testing.Short() {
		step = 11
	}
	for size := last; size <= len(whole); size += step {
		require.NoError(t, os.WriteFile("all.pgn", whole[:size], 0o644))
		m := &session{settings: settings, played: played}
		require.NoError(t, m.catchUp(0))
		require.NoError(t, m.writePGN(m.pgnFile, &played[0]))
		m.close()
		require.Equal(t, 3, games(), "%d bytes of the torn game", size-last)
	}
	require.NoError(t, os.WriteFile("all.pgn", whole[:len(whole)-100], 0o644))
	require.NoError(t, play(t.Context(), []string{"-resume", "m.jsonl", "-rounds", "2"}, io.Discard))
	assert.Equal(t, 4, games(), "a match that continues")
	require.NoError(t, os.WriteFile("all.pgn", whole[:len(whole)-100], 0o644))
	require.NoError(t, play(t.Context(), append(slices.Clone(args), "-out", "n"), io.Discard))
	assert.Equal(t, 4, games(), "a match that begins")
}

func TestInterruptAndResume(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot send Ctrl-C to another one on Windows")
	}
	inDir(t)
	cmd := start(t, longMatch()...)
	waitForGames(t, 5)
	require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
	var exit *exec.ExitError
	require.ErrorAs(t, cmd.Wait(), &exit)
	assert.Equal(t, 130, exit.ExitCode())
	assert.Contains(t, fmt.Sprint(cmd.Stdout), "\nStopped. To continue: "+resumption(os.Args[0], "m.jsonl")+"\n")
	assert.Contains(t, fmt.Sprint(cmd.Stdout), "a vs bb:")
	_, err := os.Stat("m.html")
	assert.NoError(t, err, "what was played is reported")

	err = play(t.Context(), append(longMatch(), "-resume", "m.jsonl"), new(bytes.Buffer))
	assert.ErrorContains(t, err, "-resume: engines and files are those of the match; leave out -engine")
	var out bytes.Buffer
	require.NoError(t, play(t.Context(), []string{"-resume", "m.jsonl"}, &out))
	checkWhole(t, out.String())
}

// TestTwoRunners lets a second program continue a match that is still being played. However
// slow the machine, the first one has enough games left.
func TestTwoRunners(t *testing.T) {
	inDir(t)
	cmd := start(t, append(longMatch(), "-rounds", "1000000")...)
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	waitForGames(t, 3)
	err := play(t.Context(), []string{"-resume", "m.jsonl", "-concurrency", "1"}, new(bytes.Buffer))
	require.ErrorIs(t, err, journal.ErrBusy)
	assert.ErrorContains(t, err, "-resume: m.jsonl: another process is writing to it")
	assert.ErrorIs(t, err, command.ErrInput)
	_, before, err := readJournal("m.jsonl")
	require.NoError(t, err)
	waitForGames(t, len(before)+3)
	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait(), "it plays on until then")
	_, games, err := readJournal("m.jsonl")
	require.NoError(t, err)
	seen := map[int]bool{}
	for _, g := range games {
		assert.False(t, seen[g.Game], "game %d", g.Game)
		seen[g.Game] = true
		_, err := g.Replay()
		assert.NoError(t, err)
	}
}

// TestSharedPGN lets two matches append to one file at the same time.
func TestSharedPGN(t *testing.T) {
	inDir(t)
	var wait sync.WaitGroup
	for _, name := range []string{"m", "k"} {
		args := append(engineFlag("a", faulty.None), engineFlag("bb", faulty.None)...)
		args = append(args, "-each", "tc=60", "-rounds", "10", "-concurrency", "2", "-maxmoves", "30", "-pgnout", "all.pgn", "-out", name, "-event", name)
		wait.Go(func() { assert.NoError(t, play(t.Context(), args, new(bytes.Buffer))) })
	}
	wait.Wait()
	events := map[string]int{}
	for _, g := range readGames(t, "all.pgn") {
		events[g.Tag("Event")]++
	}
	assert.Equal(t, map[string]int{"m": 20, "k": 20}, events)
}

// TestResumeFlags continues a match from another folder, with more flags
// each time: they are kept, and those that would mix two matches are refused.
func TestResumeFlags(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a match again and again")
	}
	inDir(t)
	require.NoError(t, os.MkdirAll("games", 0o755))
	args := append(engineFlag("a", faulty.None), engineFlag("bb", faulty.Resign)...)
	args = append(args, "-each", "tc=5", "-openings", "order=sequential", "-out", "games/m", "-pgnout", "file=all.pgn")
	require.NoError(t, play(t.Context(), args, new(bytes.Buffer)))
	t.Chdir("games")
	for _, words := range [][]string{
		{"-seed", "5"}, {"-rules", "asian"}, {"-rules", "movelimit=30"}, {"-rules", "limit=30"}, {"-maxmoves", "9"}, {"-games", "1"},
		{"-resign", "movecount=3", "score=400", "twosided=true"}, {"-draw", "movenumber=0", "movecount=3", "score=4"}, {"-tournament", "gauntlet"},
	} {
		err := play(t.Context(), append([]string{"-resume", "m.jsonl"}, words...), new(bytes.Buffer))
		key, value := words[0], strings.Join(words[1:], " ")
		if _, limit, found := strings.Cut(value, "limit="); found {
			key, value = "-rules movelimit", limit
		}
		assert.Regexp(t, `^match: -resume: m.jsonl: begun with other settings: `+key+` is "[^"]+", want "`+value+`"(; .*)?; give the same as before`, err.Error())
		assert.ErrorIs(t, err, command.ErrInput)
	}
	for _, words := range [][]string{{"-out", "n"}, {"-pgnout", "file=n.pgn"}, {"-each", "tc=1"}, {"-config", "file=x"}} {
		err := play(t.Context(), append([]string{"-resume", "m.jsonl"}, words...), new(bytes.Buffer))
		assert.Error(t, err, "%v", words)
		assert.ErrorIs(t, err, command.ErrInput)
	}
	require.NoError(t, play(t.Context(), []string{"-resume", "m.jsonl", "-rounds", "3", "-event", "cup"}, new(bytes.Buffer)))
	require.NoError(t, play(t.Context(), []string{"-concurrency", "1", "-resume", "m.jsonl"}, new(bytes.Buffer)))
	t.Chdir("..")
	h, games, err := readJournal("games/m.jsonl")
	require.NoError(t, err)
	assert.Len(t, games, 6, "three rounds, not one")
	assert.Equal(t, append(args, "-rounds", "3", "-event", "cup", "-concurrency", "1"), h.Args)
	played := readGames(t, "all.pgn")
	assert.Len(t, played, 6)
	assert.Equal(t, "cup", played[5].Tag("Event"))
	assert.NoFileExists(t, "games/all.pgn")
	assert.NoFileExists(t, "games/games")

	require.NoError(t, os.WriteFile("other.pgn", []byte("what was there\n"), 0o644))
	require.NoError(t, play(t.Context(), append(args, "-out", "k", "-pgnout", "file=other.pgn"), new(bytes.Buffer)))
	require.NoError(t, os.Truncate("other.pgn", 4))
	err = play(t.Context(), []string{"-resume", "k.jsonl"}, new(bytes.Buffer))
	assert.ErrorContains(t, err, "other.pgn: the file has 4 bytes, but the first 15 were there before the match")
	text, err := os.ReadFile("other.pgn")
	require.NoError(t, err)
	assert.Equal(t, "what", string(text), "it is left as it is")
}

func TestUsageErrors(t *testing.T) {
	testpos.SkipRace(t)
	inDir(t)
	require.NoError(t, os.WriteFile("bad.epd", []byte(board.StartFEN+"\n\n9/9 w\n"), 0o644))
	require.NoError(t, os.WriteFile("empty.epd", nil, 0o644))
	require.NoError(t, os.WriteFile("bad.pgn", []byte("[Red \"a\"]\n\n1. C2.9 *\n"), 0o644))
	require.NoError(t, os.WriteFile("bad.toml", []byte("engine = 3"), 0o644))
	require.NoError(t, os.WriteFile("key.toml", []byte("[[engine]]\ncmd = \"x\"\n[[engine]]\ncolour = \"red\"\n"), 0o644))
	require.NoError(t, os.WriteFile("top.toml", []byte("rounds = 3\n[[engine]]\ncmd = \"x\"\n"), 0o644))
	require.NoError(t, os.WriteFile("bad.json", []byte("{} {}"), 0o644))
	require.NoError(t, os.Mkdir("dir", 0o755))
	require.NoError(t, os.WriteFile("old.jsonl", []byte("{}\n"), 0o644))
	for _, page := range []string{"page.html", "old.html"} {
		require.NoError(t, os.WriteFile(page, []byte("of another program"), 0o644))
	}
	require.NoError(t, os.WriteFile("torn.jsonl", []byte(`{"journal":"chuhe match","settings"`), 0o644))
	require.NoError(t, os.WriteFile("empty.jsonl", nil, 0o644))
	two := func(words ...string) []string {
		return append(append(append(engineFlag("a", faulty.None), engineFlag("b", faulty.None)...), "-each", "tc=1"), words...)
	}
	for _, c := range []struct {
		want string
		args []string
	}{
		{"-engine: 0 given, want at least 2", nil},
		{`name=a\x1b[31mb: want printable characters`, append([]string{"-engine", "cmd=x", "name=a\x1b[31mb"}, two()...)},
		{"-engine: 1 given, want at least 2", []string{"-engine", "cmd=x", "tc=1"}},
		{"-nonesuch: unknown flag", two("-nonesuch")},
		{"-x: unknown flag", two("-x")},
		{`"rounds": want a flag`, []string{"rounds"}},
		{"-engine: tc: bad time control \"fast\"", []string{"-engine", "cmd=x", "tc=fast"}},
		{"-engine: st=0: want more than 0", []string{"-engine", "cmd=x", "st=0"}},
		{"-engine: st: bad time control: \"nan\"", []string{"-engine", "cmd=x", "st=nan"}},
		{"-engine: colour=red: unknown key", []string{"-engine", "cmd=x", "colour=red"}},
		{"-engine: x: no time control: want tc=, st=, nodes= or depth=, such as nodes=2000", []string{"-engine", "cmd=x"}},
		{"-engine: cmd= is missing", []string{"-engine", "tc=1"}},
		{"-engine: x: chưa có giới hạn thời gian: cần tc=", []string{"-engine", "cmd=x", "-lang", "vi"}},
		{"-engine: proto=usi: want ucci, uci or xboard", []string{"-engine", "cmd=x", "tc=1", "proto=usi"}},
		{"-engine: x: nodes=5: proto=xboard has no such limit", []string{"-engine", "cmd=x", "nodes=5", "proto=xboard"}},
		{"-engine: x: st=0.1: proto=xboard counts whole seconds, want 1 or more", []string{"-engine", "cmd=x", "st=0.1", "proto=xboard"}},
		{"bare has no feature setboard=1, so it plays only from the start", two(engineFlag("bare", faulty.Bare, "proto=xboard")...)},
		{"chess does not start: feature variants=\"normal,suicide\": want xiangqi", two(engineFlag("chess", faulty.Chess, "proto=xboard")...)},
		{"-engine: \"x\" is not key=value", []string{"-engine", "x"}},
		{"two engines are named \"a\"", append(append(engineFlag("a", faulty.None), engineFlag("a", faulty.None)...), "-each", "tc=1")},
		{"-engine: ghost does not start", two("-engine", "cmd=./ghost", "tc=1")},
		{"dying does not start", two(engineFlag("dying", faulty.Dying, "startup=1")...)},
		{"mute does not start", two(engineFlag("mute", faulty.Mute, "startup=0.2")...)},
		{"-rounds: \"0\"", two("-rounds", "0")},
		{"-rounds: 0 words", two("-rounds")},
		{"-tournament: \"cup\": want roundrobin, gauntlet, swiss or knockout", two("-tournament", "cup")},
		{"-tiebreaks: only for -tournament knockout", two("-tiebreaks", "2")},
		{"-rounds: a knockout takes as many as it needs", two("-tournament", "knockout", "-rounds", "2")},
		{"-rounds 2: 2 engines have at most 1 round in which no two engines meet again", two("-tournament", "swiss", "-rounds", "2")},
		{"-sprt: contradicts -tournament swiss", two("-tournament", "swiss", "-sprt")},
		{"-repeat: contradicts -games 3", two("-games", "3", "-repeat")},
		{"-openings: bad.epd, line 3 (offset 71): bad FEN", two("-openings", "file=bad.epd")},
		{"-openings: bad.pgn, line 3", two("-openings", "file=bad.pgn")},
		{"-openings: open nofile.epd", two("-openings", "file=nofile.epd")},
		{"-openings: empty.epd: no opening", two("-openings", "file=empty.epd")},
		{"-openings: order=up: want sequential or random", two("-openings", "order=up")},
		{"plies= is for format=pgn only", two("-openings", "file=bad.epd", "plies=3")},
		{"-openings: start=9999", two("-openings", "start=9999")},
		{"-openings: random:x: want random:N", two("-openings", "random:x")},
		{"-openings: random:0: want random:N", two("-openings", "random:0")},
		{"-openings: random:9,200-80: want random:N", two("-openings", "random:9,200-80")},
		{"-openings: random:9,80: want random:N", two("-openings", "random:9,80")},
		{"-openings: order=, plies=, start= and skipbad are for files", two("-openings", "random:9", "order=sequential")},
		{"-sprt: alpha is 2", two("-sprt", "alpha=2")},
		{"-sprt: elo0=x: want a number", two("-sprt", "elo0=x")},
		{"-sprt: model is \"bayesian\"", two("-sprt", "model=bayesian")},
		{"-sprt: 3 engines", two(append(engineFlag("c", faulty.None), "-sprt")...)},
		{"-resign: score=0", two("-resign", "movecount=3", "score=0")},
		{"-resign: movecount= is missing", two("-resign")},
		{"-resign: score= is missing", two("-resign", "movecount=3")},
		{"-draw: moves=3: unknown key", two("-draw", "movecount=3", "score=5", "moves=3")},
		{"-draw: movecount= is missing", two("-draw")},
		{"-draw: score= is missing", two("-draw", "movecount=3", "movenumber=40")},
		{"-log: file= is missing", two("-log")},
		{"-config: file= is missing", two("-config")},
		{"-rules: unknown set of rules \"chess\": want", two("-rules", "chess")},
		{"-rules: set: unknown set of rules \"chess\": want", two("-rules", "set=chess")},
		{"-lang: unknown language \"fr\", want", two("-lang", "fr")},
		{"-pgnout: notation: unknown notation \"morse\": want", two("-pgnout", "notation=morse")},
		{"-pgnout: open", two("-pgnout", "file=no/such/dir.pgn")},
		{"-log: open", two("-log", "file=no/such/dir.log")},
		{"-out: old.jsonl exists; to continue its match: " + resumption(os.Args[0], "old.jsonl"), two("-out", "old")},
		{"-out: page.html exists, and the report would replace it; give another name", two("-out", "page")},
		{"-out: dir/ is a folder, want the start of a file's name, such as dir/first", two("-out", "dir/")},
		{"-out: .. is a folder, want the start of a file's name, such as ../first", two("-out", "..")},
		{`-resume: torn.jsonl: no journal of "chuhe match": it has no complete line`, []string{"-resume", "torn.jsonl"}},
		{`-resume: empty.jsonl: no journal of "chuhe match": it has no complete line`, []string{"-resume", "empty.jsonl"}},
		{"-config: file=none.toml: no such file", two("-config", "file=none.toml")},
		{"-config: file=bad.toml: engine: no array; want tables [[engine]]", two("-config", "file=bad.toml")},
		{"-config: file=key.toml: engine 2: colour=red: unknown key", two("-config", "file=key.toml")},
		{"-config: file=top.toml: rounds: unknown key", two("-config", "file=top.toml")},
		{"-each: colour=red: unknown key", two("-each", "colour=red")},
		{"-engine: ponder=maybe: want on or off", two("-engine", "cmd=x", "ponder=maybe")},
		{"-variant: \"chess\": want xiangqi", two("-variant", "chess")},
		{"-quick: unknown flag", two("-quick", "cmd=a")},
		{"-config: file=bad.json: line 1: invalid character '{' after", two("-config", "file=bad.json")},
		{"conf=x: want a file by -config", two("-engine", "conf=x")},
		{"-resume: open none.jsonl", []string{"-resume", "none.jsonl"}},
		{`-resume: bad.epd: line 1: no journal of "chuhe match"`, []string{"-resume", "bad.epd"}},
		{"-seed: \"-1\"", two("-seed", "-1")},
		{"-use-affinity: 1 given, want 2 CPUs: 1 for each game of -concurrency 2", two("-use-affinity", "0", "-concurrency", "2")},
		{"-use-affinity: CPU 3 is named twice", two("-use-affinity", "2-3,3")},
		{"-use-affinity: \"x\"", two("-use-affinity", "x")},
	} {
		err := play(t.Context(), c.args, new(bytes.Buffer))
		assert.ErrorContains(t, err, c.want, "%v", c.args)
		assert.ErrorIs(t, err, command.ErrInput)
	}
	left, err := filepath.Glob("match-*")
	require.NoError(t, err)
	assert.Empty(t, left, "written though nothing was played")
	assert.NoFileExists(t, "old.pgn")
	hidden, err := filepath.Glob("dir/.*")
	require.NoError(t, err)
	assert.Empty(t, hidden)
}

// TestForeignSpellings takes what hosts write for cutechess-cli and fastchess, or names
// the form to use.
func TestForeignSpellings(t *testing.T) {
	inDir(t)
	require.NoError(t, os.WriteFile("book.epd", []byte(board.StartFEN+"\n"), 0o644))
	args := append(engineFlag("a", faulty.None), engineFlag("b", faulty.Resign)...)
	args = append(args, strings.Fields("-each tc=60 restart=auto ponder -rounds 2 -openings book.epd order=sequential -pgnout out.pgn notation=wxf "+
		"-log eng.log -tournament round-robin -variant xiangqi -scoreinterval 4 -out m")...)
	var out bytes.Buffer
	require.NoError(t, play(t.Context(), args, &out))
	assert.Len(t, readGames(t, "out.pgn"), 4)
	log, err := os.ReadFile("eng.log")
	require.NoError(t, err)
	assert.Contains(t, string(log), "> go ponder time ")
	assert.Equal(t, 1, strings.Count(out.String(), "a vs b: 4 games"), "the final standings appear once:\n%s", &out)

	// A flag and its first word may be joined.
	joined := strings.Fields("--engine=cmd=x -engine=cmd=y name=z -each=tc=inf depth=3 -rounds=7 --games=2 -repeat=2 -pgnout=a.pgn notation=wxf -openings=file=book.epd -sprt=elo0=1 -maxmoves=30")
	s, err := over{}.parse(joined, lang.English)
	require.NoError(t, err)
	assert.Equal(t, []string{"x", "z"}, []string{s.engines[0].name, s.engines[1].name})
	assert.Equal(t, tournament.TimeControl{Depth: 3, Margin: defaultMargin}, s.engines[0].control)
	assert.Equal(t, []any{7, 30, "a.pgn", "book.epd", 1.0}, []any{s.Schedule.Rounds, s.MaxMoves, s.pgn, s.book.file, s.SPRT.Elo0})
	assert.Equal(t, joined, s.args, "as -resume reads them again")

	if runtime.GOOS == "linux" {
		s, err = over{}.parse(append(joined, "-use-affinity", "0"), lang.English)
		require.NoError(t, err, "no more games at once than CPUs to bind them to")
		assert.Equal(t, 1, s.Boards)
	}
	_, err = over{}.parse([]string{"-recover=yes"}, lang.English)
	assert.ErrorContains(t, err, `-recover: "yes" follows, want no words`)
	_, err = over{}.parse([]string{"-repeat", "4"}, lang.English)
	assert.ErrorContains(t, err, `-repeat: "4" follows, want 2 or no word; for more games of an opening use -games`)

	for words, want := range map[string]string{
		"-tb x":                      "-tb: unknown flag, and not all flags of cutechess-cli and fastchess exist here",
		"-engine cmd=x whitepov=y":   "-engine: whitepov=y: unknown key",
		"-pgnout file=x timeleft":    "-pgnout: ",
		"-openings policy=encounter": "-openings: policy=encounter: unknown key",
	} {
		err := play(t.Context(), strings.Fields(words), io.Discard)
		assert.ErrorContains(t, err, want)
		assert.ErrorIs(t, err, command.ErrInput)
	}
	remote, err := newSpec([]pair{{"cmd", "ssh"}, {"args", "-T host"}, {"arg", "/opt/my engine"}, {"tc", "1"}})
	require.NoError(t, err)
	assert.Equal(t, []string{"-T", "host", "/opt/my engine"}, remote.engine.Args)
}

// TestGivenTwice asserts that no second value of a flag's key silently replaces the first.
func TestGivenTwice(t *testing.T) {
	inDir(t)
	require.NoError(t, os.WriteFile("e.toml", []byte("[[engine]]\ncmd = \"x\"\n"), 0o644))
	require.NoError(t, os.WriteFile("twice.toml", []byte("[[engine]]\ncmd = \"x\"\ndepth = 1\nplies = 2\n"), 0o644))
	for words, want := range map[string]string{
		"-pgnout a.pgn b.pgn":                   "b.pgn: a second file",
		"-pgnout a.pgn file=b.pgn":              "file=b.pgn: a second file",
		"-pgnout notation=wxf notation=iccs":    "notation=iccs: a second notation",
		"-log a b":                              "b: a second file",
		"-openings a b":                         "b: a second file",
		"-openings start=1 start=2":             "start=2: a second start",
		"-config e.toml e.toml":                 "e.toml: a second file",
		"-config twice.toml":                    "plies=2: a second depth",
		"-rules asian computer":                 "computer: a second set",
		"-sprt elo0=0 elo0=3 elo1=5":            "elo0=3: a second elo0",
		"-resign movecount=1 score=1 score=2":   "score=2: a second score",
		"-draw movecount=1 score=1 movecount=2": "movecount=2: a second movecount",
		"-each depth=1 depth=2":                 "depth=2: a second depth",
		"-each depth=1 plies=2":                 "plies=2: a second depth",
		"-each ponder ponder=off":               "ponder=off: a second ponder",
		"-each option.Hash=1 option.hash=2":     "option.hash=2: a second option.hash",
		"-engine cmd=x cmd=y":                   "cmd=y: a second cmd",
	} {
		_, err := over{}.read(strings.Fields(words), lang.English)
		assert.ErrorContains(t, err, want+", want one", words)
	}
	for _, words := range []string{
		"-each option.Hash=1 option.Threads=2", "-engine cmd=x arg=a arg=b", "-engine cmd=x -engine cmd=y", "-each tc=1 -each tc=2",
		"-rules set=asian movelimit=5", "-rounds 2 -rounds 3",
	} {
		_, err := over{}.read(strings.Fields(words), lang.English)
		assert.NoError(t, err, words)
	}
}

func TestSkipBad(t *testing.T) {
	inDir(t)
	limit := strings.Replace(board.StartFEN, "0 1", "20 11", 1)
	require.NoError(t, os.WriteFile("bad.epd", []byte("9/9 w\n"+board.StartFEN+"\n"+limit+"\n"), 0o644))
	args := append(engineFlag("a", faulty.None), engineFlag("b", faulty.Resign)...)
	var out bytes.Buffer
	require.NoError(t, play(t.Context(), append(args, "-each", "tc=5", "-openings", "file=bad.epd", "skipbad", "-rules", "movelimit=20", "-out", "m"), &out))
	assert.Contains(t, out.String(), "2 bad openings left out")
	_, games, err := readJournal("m.jsonl")
	require.NoError(t, err)
	assert.Equal(t, board.StartFEN, games[0].Start)
	for _, no := range []string{"skipbad=false", "skipbad=off"} {
		err := play(t.Context(), append(args, "-each", "tc=5", "-openings", "file=bad.epd", no, "-out", "n"), &out)
		assert.ErrorContains(t, err, "skipbad leaves them out", no)
	}
}

// TestLogLost plays on when the log cannot be written, and says so at the end.
func TestLogLost(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /dev/full")
	}
	inDir(t)
	args := append(engineFlag("a", faulty.None), engineFlag("b", faulty.Resign)...)
	err := play(t.Context(), append(args, "-each", "tc=5", "-log", "/dev/full", "-out", "m"), new(bytes.Buffer))
	assert.ErrorContains(t, err, "-log: lines are missing: write /dev/full")
	_, games, err := readJournal("m.jsonl")
	require.NoError(t, err)
	assert.Len(t, games, 2)
}

func TestConfig(t *testing.T) {
	inDir(t)
	text := fmt.Sprintf("[[engine]]\nname = \"one\"\ncmd = %q\nargs = \"engine none\"\ndepth = 3\nnodes = 2000000\n[engine.option]\nlevel = 4\n\n"+
		"[[engine]]\nname = \"two\"\ncmd = %q\nargs = \"engine resign\"\nst = 0.5\nrestart = true\n", os.Args[0], os.Args[0])
	require.NoError(t, os.WriteFile("e.toml", []byte(text), 0o644))
	json := fmt.Sprintf(`{"engine": [{"name": "one", "cmd": %q, "args": "engine none", "depth": 3, "nodes": 2000000, "option": {"level": 4}}, `+
		`{"name": "two", "cmd": %q, "args": "engine resign", "st": 0.5, "restart": true}]}`, os.Args[0], os.Args[0])
	require.NoError(t, os.WriteFile("e.json", []byte(json), 0o644))
	var specs [][]*spec
	for _, file := range []string{"e.toml", "e.json"} {
		s, err := over{}.parse([]string{"-config", "file=" + file}, lang.English)
		require.NoError(t, err)
		specs = append(specs, s.engines)
		s, err = over{}.parse([]string{"-engine", "conf=two", "name=x", "-config", "file=" + file, "-engine", "conf=one", "depth=5"}, lang.English)
		require.NoError(t, err)
		assert.Equal(t, "x", s.engines[0].name)
		assert.Equal(t, 5, s.engines[1].control.Depth)
		_, err = over{}.parse([]string{"-engine", "conf=three", "-config", "file=" + file}, lang.English)
		assert.ErrorContains(t, err, "conf=three: no engine of this name")
	}
	assert.Equal(t, specs[0], specs[1])
	assert.Equal(t, 3, specs[0][0].control.Depth)
	assert.EqualValues(t, 2000000, specs[1][0].control.Nodes)
	assert.Equal(t, "4", specs[0][0].engine.Options[0].Value)
	assert.True(t, specs[0][1].restart)
	require.NoError(t, play(t.Context(), []string{"-config", "file=e.toml", "-out", "m"}, new(bytes.Buffer)))
	require.NoError(t, play(t.Context(), []string{"-resume", "m.jsonl"}, new(bytes.Buffer)))
	require.NoError(t, os.WriteFile("e.toml", []byte(strings.Replace(text, "depth = 3", "depth = 4", 1)), 0o644))
	err := play(t.Context(), []string{"-resume", "m.jsonl", "-rounds", "2"}, new(bytes.Buffer))
	assert.ErrorContains(t, err, "m.jsonl: begun with other settings: -engine is ")
	assert.ErrorContains(t, err, "depth=4")
}

// TestBadFiles asserts that errors about a file of engines name its lines and what is
// wanted, and neither types of this program nor the file twice.
func TestBadFiles(t *testing.T) {
	inDir(t)
	const tables = `want tables [[engine]], in JSON {"engine": [{...}, {...}]}`
	for _, c := range []struct{ name, text, want string }{
		{"a.json", `[{"name": "a", "cmd": "self"}]`, tables},
		{"a.json", `{"engine": {"cmd": "self"}}`, "engine: no array; " + tables},
		{"a.json", `{"engine": [{"cmd": "self"}, 3]}`, "engine 2: " + tables},
		{"a.json", `{"engine": [{"cmd": ["self"]}]}`, "engine 1: cmd: want text, a number or a boolean"},
		{"a.json", `{"engine": []}`, "no engine in it; " + tables},
		{"a.json", `{"engines": []}`, "engines: unknown key; " + tables},
		{"a.json", "null", tables},
		{"a.json", "", "line 1: unexpected end of JSON input"},
		{"a.json", "{\n\"engine\": [\n", "line 2: unexpected end of JSON input"},
		{"a.json", "{\n\"engine\": [\n{cmd: 3}]}", "line 3: invalid character 'c' looking for beginning of object key string"},
		{"a.json", "{\"engine\": [{\"cmd\": \"x\n\"}]}", "line 1: invalid character '\\n' in string literal"},
		{"a.toml", "[engine]\ncmd = \"self\"\n", "engine: no array; " + tables},
		{"a.toml", "engine = [1]\n", "engine 1: " + tables},
		{"a.toml", "\ncmd", `toml: line 2: expected '.' or '=', but got '\n' instead`},
	} {
		require.NoError(t, os.WriteFile(c.name, []byte(c.text), 0o644))
		_, err := over{}.parse([]string{"-config", c.name}, lang.English)
		assert.EqualError(t, err, "-config: "+c.name+": "+c.want, c.text)
	}
}

// TestConfigEncoding reads files of engines as editors on Windows save them.
func TestConfigEncoding(t *testing.T) {
	inDir(t)
	const bom = "\ufeff"
	for name, text := range map[string]string{
		"bom.json": bom + `{"engine": [{"cmd": "x"}]}`, "bom.toml": bom + "[[engine]]\r\ncmd = \"x\"\r\n",
		"wide.toml": "\xff\xfe[\x00[\x00e\x00n\x00g\x00i\x00n\x00e\x00]\x00]\x00\n\x00c\x00m\x00d\x00=\x00'\x00x\x00'\x00\n\x00",
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		c, err := readConfig(name)
		if assert.NoError(t, err, name) {
			assert.Equal(t, [][]pair{{{"cmd", "x"}}}, c.engines, name)
		}
	}
}

// TestHelp holds the help against the flags: every example has to work.
func TestHelp(t *testing.T) {
	inDir(t)
	require.NoError(t, os.WriteFile("engines.toml", []byte("[[engine]]\ncmd = \"x\"\n"), 0o644))
	var out bytes.Buffer
	require.NoError(t, play(t.Context(), []string{"-help"}, &out))
	for _, f := range (&parser{settings: defaults()}).flags() {
		assert.Contains(t, out.String(), "\n-"+f.name)
		assert.Contains(t, f.example, "-"+f.name)
		if f.name == "resume" {
			continue
		}
		words := strings.Fields(strings.ReplaceAll(f.example, `"Autumn cup"`, "cup"))
		_, err := over{}.read(words, lang.English)
		assert.NoError(t, err, f.example)
	}
	for line := range strings.Lines(out.String()) {
		assert.LessOrEqual(t, len(line), 100, "%s", line)
	}
}

// TestAdjudication shows what is adjudicated unless a flag says otherwise.
func TestAdjudication(t *testing.T) {
	p, err := over{}.read(nil, lang.English)
	require.NoError(t, err)
	assert.Equal(t, tournament.ResignRule{}, p.Resign, "nothing is adjudicated unasked")
	assert.Equal(t, tournament.DrawRule{}, p.Draw)
	assert.Zero(t, p.MaxMoves)
	p, err = over{}.read(strings.Fields("-resign score=600 movecount=3 -draw movecount=8 score=0"), lang.English)
	require.NoError(t, err)
	assert.Equal(t, tournament.ResignRule{Moves: 3, Score: 600}, p.Resign, "both scores have to agree")
	assert.Equal(t, tournament.DrawRule{Moves: 8}, p.Draw, "from the first move on")
	p, err = over{}.read(strings.Fields("-resign score=600 movecount=3 twosided=false"), lang.English)
	require.NoError(t, err)
	assert.True(t, p.Resign.OneSided)
}

// TestThreads counts what thinks in a game at once.
func TestThreads(t *testing.T) {
	for _, c := range []struct {
		each string
		want int
	}{{"", 3}, {"ponder", 5}, {"ponder=off", 3}} {
		words := strings.Fields("-engine cmd=a name=a option.Threads=3 -engine cmd=b name=b option.threads=2 -engine cmd=c name=c -each tc=1 " + c.each)
		s, err := over{}.parse(words, lang.English)
		require.NoError(t, err)
		assert.Equal(t, c.want, s.threads(), c.each)
	}
	s, err := over{}.parse(strings.Fields("-engine cmd=a name=a option.Threads=0 -engine cmd=b name=b -each tc=1"), lang.English)
	require.NoError(t, err)
	assert.Equal(t, runtime.GOMAXPROCS(0), s.threads())
}

func TestSelf(t *testing.T) {
	s, err := newSpec([]pair{{"cmd", "self"}, {"tc", "1"}, {"option.Threads", "3"}, {"option.threads", "2"}})
	require.NoError(t, err)
	assert.Equal(t, "chuhe", s.name)
	assert.Equal(t, 2, s.threads())
	_, err = os.Stat(s.engine.Command)
	assert.NoError(t, err)
}

// TestLanguage asserts that help, errors and the lines about games are in the language
// asked for, wherever the flag stands.
func TestLanguage(t *testing.T) {
	inDir(t)
	var out bytes.Buffer
	require.NoError(t, play(t.Context(), []string{"-lang", "vi", "-help"}, &out))
	for _, text := range []string{"cách dùng:", "Ví dụ: -rounds 100", "Bộ luật lặp nước: computer"} {
		assert.Contains(t, out.String(), text)
	}
	for _, f := range (&parser{settings: defaults()}).flags() {
		for _, l := range lang.All() {
			assert.True(t, l.Has("match.-"+f.name), f.name)
		}
	}
	err := play(t.Context(), []string{"-rounds", "0", "-lang", "zh-TW"}, io.Discard)
	assert.ErrorContains(t, err, `match: -rounds："0"：應為 1 到 1073741824 的整數；參見`)
	require.NoError(t, os.WriteFile("a.toml", []byte("engine = [1]\n"), 0o644))
	for each, want := range map[string]string{
		"tc=fast": `-each：tc：用时 "fast" 有误："fast" 不是秒数；应为 [着数/][分:]秒[+加秒]`,
		"tc=a:1":  `-each：tc：用时 "a:1" 有误："a" 不是分钟数`, "tc=0": "没有时间", "st=nan": `-each：st：用时 "nan" 有误`,
	} {
		err = play(t.Context(), []string{"-lang", "zh-Hans", "-engine", "cmd=x", "-engine", "cmd=y", "-each", each}, io.Discard)
		assert.ErrorContains(t, err, want)
	}
	err = play(t.Context(), []string{"-lang", "zh-Hans", "-config", "a.toml"}, io.Discard)
	assert.ErrorContains(t, err, "-config：a.toml：第 1 个引擎：应为表 [[engine]]")
	require.NoError(t, os.WriteFile("a.toml", []byte("engine = \n"), 0o644))
	err = play(t.Context(), []string{"-lang", "zh-Hans", "-config", "a.toml"}, io.Discard)
	assert.ErrorContains(t, err, "-config：a.toml：不是有效的 TOML 或 JSON（")
	r := &tournament.Record{Pairing: tournament.Pairing{Game: 2}, Red: "a", Black: "b"}
	r.Result, r.End = board.Draw, tournament.Agreement
	out.Reset()
	printGame(&out, r, 5, 1, defaults().Rules, "zh-Hans")
	assert.Equal(t, "第 2 局（共 5 局），a - b：1/2-1/2 和棋：议和，0 着；与第 1 局相同，不计\n", out.String())
}
