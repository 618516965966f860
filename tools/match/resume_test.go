package match

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
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
	"chuhe/game/pgn"
	"chuhe/internal/command"
	"chuhe/internal/journal"
	"chuhe/internal/testpos"
	"chuhe/lang"
	"chuhe/tools/match/internal/faulty"
)

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

// TestResumeEditedOpenings asserts that a match whose file of openings was edited says which file it is
// and how to continue, rather than to remove the games.
func TestResumeEditedOpenings(t *testing.T) {
	testpos.SkipRace(t)
	inDir(t)
	book := board.StartFEN + "\n"
	require.NoError(t, os.WriteFile("book.epd", []byte(book), 0o644))
	require.NoError(t, play(t.Context(), againstResigner("-each", "tc=5", "-openings", "book.epd", "-out", "m"), io.Discard))
	more := []string{"-resume", "m.jsonl", "-rounds", "2"}
	require.NoError(t, os.WriteFile("book.epd", []byte("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b\n"), 0o644))
	err := play(t.Context(), more, io.Discard)
	assert.EqualError(t, err, "match: -resume: m.jsonl: begun with other settings: the openings of book.epd are not those with which the match began; "+
		"give that -openings and its file as they were, or begin another match with another -out")
	assert.ErrorIs(t, err, journal.ErrSettings)
	assert.Equal(t, 2, command.Status(err))
	err = play(t.Context(), append(more, "-maxmoves", "9"), io.Discard)
	assert.ErrorContains(t, err, "; -openings is ", "which is not all")
	assert.Regexp(t, `; -openings is "a list with the digest \w+", want "a list with the digest \w+"; give the same as before`, err)
	require.NoError(t, os.WriteFile("book.epd", []byte(book), 0o644))
	assert.NoError(t, play(t.Context(), more, io.Discard))
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
	testpos.SkipRace(t)
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

// TestResumeCutPGN takes from the PGN file what it had before the match: the games of the match, which
// then begin before their offset, do not come twice.
func TestResumeCutPGN(t *testing.T) {
	testpos.SkipRace(t)
	inDir(t)
	before := "{" + strings.Repeat("a long comment ", 40) + "} *\n\n"
	require.NoError(t, os.WriteFile("m.pgn", []byte(before), 0o644))
	require.NoError(t, play(t.Context(), againstResigner("-each", "tc=60", "-rounds", "2", "-out", "m"), io.Discard))
	text, err := os.ReadFile("m.pgn")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("m.pgn", text[len(before):], 0o644))
	require.NoError(t, play(t.Context(), []string{"-resume", "m.jsonl", "-rounds", "3"}, io.Discard))
	assert.Len(t, readGames(t, "m.pgn"), 6)
}

// TestResumeEditedPGN saves the PGN file as an editor of Windows does: no game comes twice.
func TestResumeEditedPGN(t *testing.T) {
	testpos.SkipRace(t)
	inDir(t)
	require.NoError(t, play(t.Context(), againstResigner("-each", "tc=60", "-rounds", "2", "-out", "m"), io.Discard))
	text, err := os.ReadFile("m.pgn")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("m.pgn", bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")), 0o644))
	require.NoError(t, play(t.Context(), []string{"-resume", "m.jsonl", "-rounds", "3"}, io.Discard))
	assert.Len(t, readGames(t, "m.pgn"), 6)
}

// TestTornSharedPGN has a file end in the torn game of another match, wherever a kill may
// have cut it: the next games stand whole after it.
func TestTornSharedPGN(t *testing.T) {
	testpos.SkipRace(t)
	inDir(t)
	args := againstResigner("-each", "tc=5", "-concurrency", "1", "-pgnout", "all.pgn")
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
	settings, err := over{}.parse(t.Context(), append(slices.Clone(args), "-out", "m"), lang.English)
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

// onWrite is an output that does something when it first gets a text.
type onWrite struct {
	bytes.Buffer
	text string
	do   func()
}

func (o *onWrite) Write(p []byte) (int, error) {
	if o.do != nil && bytes.Contains(p, []byte(o.text)) {
		o.do()
		o.do = nil
	}
	return o.Buffer.Write(p)
}

// TestJournalGone asserts that a match whose journal is gone does not say how to continue it.
func TestJournalGone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps files that are open")
	}
	inDir(t)
	args := againstResigner("-each", "tc=60", "-rounds", "3", "-concurrency", "1", "-out", "m")
	out := &onWrite{text: "Game 1 of 6", do: func() { assert.NoError(t, os.Remove("m.jsonl")) }}
	err := play(t.Context(), args, out)
	assert.ErrorIs(t, err, journal.ErrGone)
	assert.Nil(t, out.do, out.String())
	assert.NotContains(t, out.String(), "To continue")
	assert.NoFileExists(t, "m.jsonl")
}

// TestReplacedPGN replaces the PGN file during a match by a new one, as editors do to save it:
// the games that follow are in that one too, or an error says how to add them.
func TestReplacedPGN(t *testing.T) {
	testpos.SkipRace(t)
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps files that are open")
	}
	args := againstResigner("-each", "tc=60", "-rounds", "3", "-concurrency", "1", "-out", "m")
	const before = "[Red \"other\"]\n\n1. C2.5 *\n\n"
	for name, change := range map[string]func(string) string{
		"the same":  func(s string) string { return s },
		"with more": func(s string) string { return s + "[Red \"added\"]\n\n1. C2.5 *\n\n" },
	} {
		inDir(t)
		require.NoError(t, os.WriteFile("m.pgn", []byte(before), 0o644))
		out := &onWrite{text: "Game 2 of 6", do: func() {
			text, err := os.ReadFile("m.pgn")
			assert.NoError(t, err)
			assert.NoError(t, os.WriteFile("saved", []byte(change(string(text))), 0o644))
			assert.NoError(t, os.Rename("saved", "m.pgn"))
		}}
		require.NoError(t, play(t.Context(), args, out), name)
		red := map[string]int{}
		for _, g := range readGames(t, "m.pgn") {
			red[g.Tag("Red")]++
		}
		assert.Equal(t, 3, red["a"], name)
		assert.Equal(t, 3, red["bb"], name)
		assert.Equal(t, 1, red["other"], name)
		assert.Equal(t, name == "with more", red["added"] == 1, name)
	}

	inDir(t)
	require.NoError(t, os.WriteFile("m.pgn", []byte(before), 0o644))
	out := &onWrite{text: "Game 2 of 6", do: func() {
		assert.NoError(t, os.WriteFile("saved", nil, 0o644))
		assert.NoError(t, os.Rename("saved", "m.pgn"))
	}}
	err := play(t.Context(), args, out)
	assert.ErrorContains(t, err, "-pgnout: m.pgn: the file has 0 bytes, but the first ")
	assert.ErrorContains(t, err, "; to add the games that are missing: "+resumption(os.Args[0], "m.jsonl"))
	require.NoError(t, os.WriteFile("m.pgn", []byte(before), 0o644))
	require.NoError(t, play(t.Context(), []string{"-resume", "m.jsonl"}, io.Discard))
	assert.Len(t, readGames(t, "m.pgn"), 7)
}

// eachGame is an output that does something when a text about a game appears, by the number of the game.
type eachGame struct {
	bytes.Buffer
	do map[int]func()
}

func (e *eachGame) Write(p []byte) (int, error) {
	for n, do := range e.do {
		if bytes.Contains(p, fmt.Appendf(nil, "Game %d of", n)) {
			do()
		}
	}
	return e.Buffer.Write(p)
}

// TestPGNSavedMeanwhile saves an older state of the PGN file during a match, by a new file or in place:
// the next game brings those that it lacks. One that lacks what was there before the match is named at
// once, and the match goes on.
func TestPGNSavedMeanwhile(t *testing.T) {
	testpos.SkipRace(t)
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps files that are open")
	}
	args := againstResigner("-each", "tc=60", "-rounds", "3", "-concurrency", "1", "-out", "m")
	const before = "[Red \"other\"]\n\n1. C2.5 *\n\n"
	var older []byte
	read := func() (err error) { older, err = os.ReadFile("m.pgn"); return err }
	inPlace := func(text []byte) { assert.NoError(t, os.WriteFile("m.pgn", text, 0o644)) }
	replaced := func(text []byte) {
		assert.NoError(t, os.WriteFile("saved", text, 0o644))
		assert.NoError(t, os.Rename("saved", "m.pgn"))
	}
	begin := func() {
		inDir(t)
		require.NoError(t, os.WriteFile("m.pgn", []byte(before), 0o644))
	}
	for name, save := range map[string]func([]byte){"in place": inPlace, "replaced": replaced} {
		begin()
		out := &eachGame{do: map[int]func(){
			1: func() { assert.NoError(t, read()) },
			3: func() { save(older) },
			4: func() { assert.Len(t, readGames(t, "m.pgn"), 5, name) },
			5: func() { assert.Len(t, readGames(t, "m.pgn"), 6, name) },
		}}
		require.NoError(t, play(t.Context(), args, out), name)
		assert.Len(t, readGames(t, "m.pgn"), 7, name)

		begin()
		out = &eachGame{do: map[int]func(){
			1: func() { assert.NoError(t, read()) },
			2: func() { save(nil) },
			5: func() { save(older) },
		}}
		require.NoError(t, play(t.Context(), args, out), name)
		const said = "\n-pgnout: m.pgn: the file has 0 bytes, but the first "
		assert.Equal(t, 1, strings.Count(out.String(), said), out.String())
		assert.Len(t, readGames(t, "m.pgn"), 7, name)

		begin()
		out = &eachGame{do: map[int]func(){
			1: func() { assert.NoError(t, read()) },
			2: func() { save(nil) },
			4: func() { save(older) },
			5: func() { save(nil) },
		}}
		assert.ErrorContains(t, play(t.Context(), args, out), "; to add the games that are missing: ", name)
		assert.Equal(t, 2, strings.Count(out.String(), said), out.String())
	}
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
	args := againstResigner("-each", "tc=5", "-openings", "order=sequential", "-out", "games/m", "-pgnout", "file=all.pgn")
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
	require.NoError(t, os.WriteFile("engines.json", []byte(`{"engine": [{"cmd": "self", "nodes": 9}]}`), 0o600))
	for _, words := range [][]string{{"-out", "n"}, {"-pgnout", "file=n.pgn"}, {"-each", "tc=1"}, {"-config", "file=engines.json"}} {
		err := play(t.Context(), append([]string{"-resume", "m.jsonl"}, words...), new(bytes.Buffer))
		assert.EqualError(t, err, "match: -resume: engines and files are those of the match; leave out "+words[0]+"; see match -help")
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

// TestResumeForeign asserts that an error about the flags of a journal names it: this one is of a fleet, whose
// engines have no cmd=.
func TestResumeForeign(t *testing.T) {
	inDir(t)
	j, err := journals.Create("m.jsonl", begun{Args: []string{"-engine", "name=a", "-engine", "name=b", "-each", "nodes=9"}, PGN: "m.pgn"})
	require.NoError(t, err)
	require.NoError(t, j.Close())
	err = play(t.Context(), []string{"-resume", "m.jsonl"}, io.Discard)
	assert.ErrorContains(t, err, "-resume: m.jsonl: -engine: cmd= is missing")
	assert.ErrorIs(t, err, command.ErrInput)
}

// TestResumeFinished asserts that a match of which nothing is left to play is shown without its
// engines, and that one with more rounds wants them.
func TestResumeFinished(t *testing.T) {
	inDir(t)
	gone := "gone"
	if runtime.GOOS == "windows" {
		gone += ".exe"
	}
	if err := os.Symlink(os.Args[0], gone); err != nil {
		t.Skip("no links here")
	}
	args := append(engineFlag("a", faulty.Resign), "-engine", "cmd=./"+gone, "name=b", "args=engine none 1", "-each", "tc=5", "-out", "m")
	require.NoError(t, play(t.Context(), args, io.Discard))
	require.NoError(t, os.Remove(gone))
	require.NoError(t, os.Remove("m.html"))
	before, err := os.ReadFile("m.jsonl")
	require.NoError(t, err)

	var out bytes.Buffer
	require.NoError(t, play(t.Context(), []string{"-resume", "m.jsonl"}, &out))
	assert.Contains(t, out.String(), "a vs b: 2 games, +0 =0 -2")
	assert.FileExists(t, "m.html")
	after, err := os.ReadFile("m.jsonl")
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))

	err = play(t.Context(), []string{"-resume", "m.jsonl", "-rounds", "2"}, io.Discard)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "-engine: b does not start: ")
}
