package match

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/pgn"
	"chuhe/internal/command"
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

// againstResigner returns the arguments of a match between engine a and engine bb, which resigns.
func againstResigner(more ...string) []string {
	return slices.Concat(engineFlag("a", faulty.None), engineFlag("bb", faulty.Resign), more)
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
	testpos.SkipRace(t)
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
	settings, err := over{}.parse(t.Context(), args, lang.English)
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

// TestUnitCrash asserts that a crash ends a part of a match as it ends a match, and is no bad input;
// with -recover it counts.
func TestUnitCrash(t *testing.T) {
	inDir(t)
	args := append(engineFlag("sound", faulty.None), engineFlag("crash", faulty.Crash)...)
	args = append(args, "-each", "tc=5", "-rounds", "2", "-concurrency", "1", "-out", "m", "-unit", "0/1")
	err := play(t.Context(), args, new(bytes.Buffer))
	require.ErrorIs(t, err, tournament.ErrBroken)
	assert.NotErrorIs(t, err, command.ErrInput)
	var out bytes.Buffer
	require.NoError(t, play(t.Context(), append(args, "-recover"), &out))
	assert.Contains(t, out.String(), "m.units: part 0/1 has 2 of 2 units")
}

// TestWholeSeconds asserts that a time for a move that an engine cannot hear is refused before anything
// is written.
func TestWholeSeconds(t *testing.T) {
	inDir(t)
	err := play(t.Context(), againstResigner("-each", "st=0.3", "unit=s", "-out", "m"), io.Discard)
	assert.ErrorContains(t, err, "-engine: a: st=0.3: the engine counts whole seconds, want 1 or more, ")
	assert.Equal(t, 2, command.Status(err))
	assert.NoFileExists(t, "m.jsonl")
	for _, each := range [][]string{{"-each", "st=1.5", "unit=s"}, {"-each", "st=0.3"}} {
		assert.NoError(t, play(t.Context(), againstResigner(append(each, "timemargin=2000", "-out", each[1])...), io.Discard), each)
	}
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

// TestOutName asserts that -out also takes the whole name of a file of the match.
func TestOutName(t *testing.T) {
	testpos.SkipRace(t)
	inDir(t)
	require.NoError(t, play(t.Context(), againstResigner("-each", "tc=5", "-out", "m.jsonl"), io.Discard))
	files, err := os.ReadDir(".")
	require.NoError(t, err)
	var names []string
	for _, f := range files {
		names = append(names, f.Name())
	}
	assert.Equal(t, []string{"m.html", "m.jsonl", "m.pgn"}, names)
	for _, name := range names {
		err := play(t.Context(), againstResigner("-each", "tc=5", "-out", name), io.Discard)
		assert.ErrorContains(t, err, "-out: m.jsonl exists; to continue its match: "+resumption(os.Args[0], "m.jsonl"), name)
	}
	for name, want := range map[string]string{".jsonl": ".jsonl", "games/.pgn": "games/", "v1.2": "v1.2"} {
		base, err := baseOf(name)
		require.NoError(t, err)
		assert.Equal(t, want, base)
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

// TestFullAtOnce asserts that a full disk is no bad input, also where nothing has been played.
func TestFullAtOnce(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /dev/full")
	}
	inDir(t)
	args := append(engineFlag("a", faulty.None), engineFlag("b", faulty.Resign)...)
	err := play(t.Context(), append(args, "-each", "tc=5", "-pgnout", "/dev/full", "-out", "m"), io.Discard)
	require.ErrorIs(t, err, syscall.ENOSPC)
	assert.NotErrorIs(t, err, command.ErrInput)
	assert.NoFileExists(t, "m.jsonl", "nothing has been played")
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
		if f.name == "resume" || f.name == "use-affinity" && runtime.GOOS != "linux" {
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
		s, err := over{}.parse(t.Context(), words, lang.English)
		require.NoError(t, err)
		assert.Equal(t, c.want, s.threads(), c.each)
	}
	s, err := over{}.parse(t.Context(), strings.Fields("-engine cmd=a name=a option.Threads=0 -engine cmd=b name=b -each tc=1"), lang.English)
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
		"tc=fast": `-each：tc：用时 "fast" 有误："fast" 不是一年以内的秒数；应为 [着数/][分:]秒[+加秒]`,
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
