package match

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game/notation"
	"chuhe/internal/command"
	"chuhe/internal/testpos"
	"chuhe/lang"
	"chuhe/tools/match/engine"
	"chuhe/tools/match/internal/faulty"
	"chuhe/tools/match/tournament"
)

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
		{"-maxmoves: \"9999\": want a whole number 1-9998", two("-maxmoves", "9999")}, // no FEN counts further
		{"-tournament: \"cup\": want roundrobin, gauntlet, swiss or knockout", two("-tournament", "cup")},
		{"-tiebreaks: only for -tournament knockout", two("-tiebreaks", "2")},
		{"-rounds: a knockout takes as many as it needs", two("-tournament", "knockout", "-rounds", "2")},
		{"-rounds 2: 2 engines have at most 1 round in which no two engines meet again", two("-tournament", "swiss", "-rounds", "2")},
		{"-sprt: contradicts -tournament swiss", two("-tournament", "swiss", "-sprt")},
		{"-repeat: contradicts -games 3", two("-games", "3", "-repeat")},
		{"-openings: bad.epd, line 3 (offset 71): bad FEN", two("-openings", "file=bad.epd")},
		{"-openings: bad.pgn, line 3", two("-openings", "file=bad.pgn")},
		{"-openings: nofile.epd: " + syscall.ENOENT.Error(), two("-openings", "file=nofile.epd")},
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
		{"-draw: movenumber=10000: want a whole number 0-9999", two("-draw", "movecount=3", "score=5", "movenumber=10000")}, // no FEN counts further
		{"-log: file= is missing", two("-log")},
		{"-config: file= is missing", two("-config")},
		{"-config: \"\": want the name of a file", two("-config", "")},
		{"-openings: \"\": want the name of a file", two("-openings", "")},
		{"-openings: file=: want the name of a file", two("-openings", "file=")},
		{"-pgnout: \"\": want the name of a file", two("-pgnout", "")},
		{"-log: \"\": want the name of a file", two("-log", "")},
		{"-out: \"\": want the name of a file", two("-out", "")},
		{"-resume: \"\": want the name of a file", []string{"-resume", ""}},
		{"-draw: \"\": unknown key", two("-draw", "")},
		{"-rules: unknown set of rules \"chess\": want", two("-rules", "chess")},
		{"-rules: set: unknown set of rules \"chess\": want", two("-rules", "set=chess")},
		{"-lang: unknown language \"qaa\", want", two("-lang", "qaa")},
		{"-pgnout: notation: unknown notation \"morse\": want", two("-pgnout", "notation=morse")},
		{"-pgnout: open", two("-pgnout", "file=no/such/dir.pgn")},
		{"-log: open", two("-log", "file=no/such/dir.log")},
		{"-out: old.jsonl exists; to continue its match: " + resumption(os.Args[0], "old.jsonl"), two("-out", "old")},
		{"-out: page.html exists, and the report would replace it; give another name", two("-out", "page")},
		{"-out: dir/ is a folder, want the start of a file's name, such as dir/first", two("-out", "dir/")},
		{"-out is -, want the name of a file", two("-out", "-")},
		{"-pgnout is -, want the name of a file", two("-pgnout", "file=-", "notation=wxf")},
		{"-log is -, want the name of a file", two("-log", "-")},
		{"-log is -, want the name of a file", []string{"-resume", "torn.jsonl", "-log", "-"}},
		{"-out: .. is a folder, want the start of a file's name, such as ../first", two("-out", "..")},
		{`-resume: torn.jsonl: no journal of "chuhe match": it has no complete line`, []string{"-resume", "torn.jsonl"}},
		{`-resume: empty.jsonl: no journal of "chuhe match": it has no complete line`, []string{"-resume", "empty.jsonl"}},
		{"-config: none.toml: " + syscall.ENOENT.Error(), two("-config", "file=none.toml")},
		{"-config: bad.toml: engine: no array; want tables [[engine]]", two("-config", "file=bad.toml")},
		{"-config: key.toml: engine 2: colour=red: unknown key", two("-config", "file=key.toml")},
		{"-config: top.toml: rounds: unknown key", two("-config", "file=top.toml")},
		{"-each: colour=red: unknown key", two("-each", "colour=red")},
		{"-engine: ponder=maybe: want on or off", two("-engine", "cmd=x", "ponder=maybe")},
		{"-variant: \"chess\": want xiangqi", two("-variant", "chess")},
		{"-quick: unknown flag", two("-quick", "cmd=a")},
		{"-config: bad.json: line 1: invalid character '{' after", two("-config", "file=bad.json")},
		{"conf=x: want a file by -config", two("-engine", "conf=x")},
		{"-resume: none.jsonl: " + syscall.ENOENT.Error(), []string{"-resume", "none.jsonl"}},
		{`-resume: bad.epd: line 1: no journal of "chuhe match"`, []string{"-resume", "bad.epd"}},
		{"-seed: \"-1\"", two("-seed", "-1")},
		{"-use-affinity: 1 given, want 2 CPUs: 1 for each game of -concurrency 2", two("-use-affinity", "0", "-concurrency", "2")},
		{"-use-affinity: CPU 3 is named twice", two("-use-affinity", "2-3,3")},
		{"-use-affinity: \"x\"", two("-use-affinity", "x")},
	} {
		if runtime.GOOS != "linux" && strings.HasPrefix(c.want, "-use-affinity: ") {
			c.want = "-use-affinity: CPU binding works on Linux only"
		}
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

// TestNotations asserts that the help names every notation that -pgnout takes.
func TestNotations(t *testing.T) {
	for _, l := range lang.All() {
		_, help, _ := strings.Cut(over{}.list(l), "\n-pgnout ")
		help, _, _ = strings.Cut(help, "\n\n")
		for _, style := range notation.Styles() {
			name := strings.ToLower(string(style))
			assert.Contains(t, help, name, l)
			p, err := over{}.read([]string{"-pgnout", "notation=" + name}, l)
			require.NoError(t, err)
			assert.Equal(t, style, p.notation)
		}
	}
}

// TestForeignSpellings takes what hosts write for cutechess-cli and fastchess, or names
// the form to use.
func TestForeignSpellings(t *testing.T) {
	testpos.SkipRace(t)
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
	s, err := over{}.parse(t.Context(), joined, lang.English)
	require.NoError(t, err)
	assert.Equal(t, []string{"x", "z"}, []string{s.engines[0].name, s.engines[1].name})
	assert.Equal(t, tournament.TimeControl{Depth: 3, Margin: defaultMargin}, s.engines[0].control)
	assert.Equal(t, []any{7, 30, "a.pgn", "book.epd", 1.0}, []any{s.Schedule.Rounds, s.MaxMoves, s.pgn, s.book.file, s.SPRT.Elo0})
	assert.Equal(t, joined, s.args, "as -resume reads them again")

	if runtime.GOOS == "linux" {
		cpus, err := engine.AllowedCPUs()
		require.NoError(t, err)
		s, err = over{}.parse(t.Context(), append(joined, "-use-affinity", fmt.Sprint(cpus[0])), lang.English)
		require.NoError(t, err, "no more games at once than CPUs to bind them to")
		assert.Equal(t, 1, s.Boards)
		_, err = over{}.parse(t.Context(), append(joined, "-use-affinity", fmt.Sprintf("%d,1023", cpus[0])), lang.English)
		assert.ErrorContains(t, err, fmt.Sprintf("-use-affinity: this machine, or what it allows this program, has no CPU 1023; there are: %d", cpus[0]))
	}
	_, err = over{}.parse(t.Context(), []string{"-recover=yes"}, lang.English)
	assert.ErrorContains(t, err, `-recover: "yes" follows, want no words`)
	_, err = over{}.parse(t.Context(), []string{"-repeat", "4"}, lang.English)
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
		_, err := over{}.parse(t.Context(), strings.Fields(words), lang.English)
		assert.ErrorContains(t, err, want+", want one", words)
	}
	for words, want := range map[string][]any{
		"-openings random:9 -openings a.epd": {"a.epd", 0}, "-openings a.epd -openings random:9": {"", 9},
	} {
		p, err := over{}.read(strings.Fields(words), lang.English)
		require.NoError(t, err)
		assert.Equal(t, want, []any{p.book.file, p.book.drawn}, "a flag that is given again, as with -resume, replaces what it said before")
	}
	for _, words := range []string{
		"-each option.Hash=1 option.Threads=2", "-engine cmd=x arg=a arg=b", "-engine cmd=x -engine cmd=y", "-each tc=1 -each tc=2",
		"-rules set=asian movelimit=5", "-rounds 2 -rounds 3",
	} {
		_, err := over{}.read(strings.Fields(words), lang.English)
		assert.NoError(t, err, words)
	}
}
