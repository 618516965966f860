package main

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
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/internal/command/commandtest"
	"chuhe/internal/testpos"
	"chuhe/lang"
	"chuhe/search"
)

// actAsProgram is a variable of the environment that makes the test binary the program.
const actAsProgram = "CHUHE_TEST_PROGRAM"

// TestMain lets the test binary be the engine of a match against itself. Without the variable
// such an engine would run all tests. It removes what the tests share.
func TestMain(m *testing.M) {
	if os.Getenv(actAsProgram) != "" {
		main()
		return
	}
	code := m.Run()
	_ = os.RemoveAll(builtFolder)
	os.Exit(code)
}

// builtFolder has the program, "" until a test has needed it.
var builtFolder string

// buildProgram compiles the program, once for all tests.
var buildProgram = sync.OnceValues(func() (path string, err error) {
	if builtFolder, err = os.MkdirTemp("", "chuhe-test"); err != nil {
		return "", err
	}
	path = filepath.Join(builtFolder, "chuhe"+exe())
	out, err := exec.Command("go", "build", "-pgo=off", "-ldflags=-s -w", "-o", path, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// built returns the path of the program.
func built(t *testing.T) string {
	t.Helper()
	path, err := buildProgram()
	require.NoError(t, err)
	return path
}

// output runs the program and returns what it prints.
func output(t *testing.T, input string, args ...string) (string, error) {
	t.Helper()
	out, _, err := commandtest.Run(t.Context(), program(), input, args...)
	return out, err
}

// TestNothingIsLost lists commands with flags that users and scripts may rely on.
// Add to it; what leaves it breaks somebody's work.
func TestNothingIsLost(t *testing.T) {
	for line, flags := range map[string]string{
		"":        "tune",
		"perft":   "depth divide fen file hash json maxnodes threads",
		"endgame": "fen notation threads",
		"match": "engine each config tournament rounds games repeat openings seed srand concurrency use-affinity sprt rules " +
			"resign draw maxmoves recover wait resume out pgnout log event site ratinginterval scoreinterval tiebreaks variant " +
			"unit merge untimed",
		"judge":    "fen lang moves movelimit rules",
		"annotate": "concurrency depth evalfile force hash lang merge movelimit multipv nodes notation order out rules threads time to unit",
		"convert":  "to notation openings out force keep",
		"games": "to notation openings out force keep player red black event since until result opening fen material unique " +
			"sort split",
		"datagen": "balance drawplies drawscore evalfile games hash maxplies maxrandom merge mindraw minrandom movelimit nodes out " +
			"playout positions rules seed threads unit winplies winscore",
		"data":          "",
		"data stat":     "json maxquiet maxscore minply",
		"data check":    "force repair",
		"data show":     "board count game positions",
		"data pack":     "force out",
		"data unpack":   "force out",
		"book":          "",
		"book make":     "evalfile force lines margin mingames nodes out plies positions search threads",
		"book show":     "fen info moves notation",
		"book merge":    "force out",
		"board":         "addr desktop engine games no-open static threads hash evalfile",
		"puzzles make":  "evalfile force mate merge most nodes out proof skip themes threads unit",
		"puzzles check": "evalfile force nodes out proof",
		"puzzles pick":  "each force out",
		"puzzles rate":  "evalfile force out",
		"bench":         "evalfile",
		"completion":    "",
		"manual":        "",
		"version":       "",
	} {
		words := strings.Fields(line)
		help, err := output(t, "", append([]string{"help"}, words...)...)
		require.NoError(t, err, line)
		assert.Contains(t, help, strings.TrimSpace("usage: chuhe "+line), line)
		for name := range strings.FieldsSeq(flags) {
			assert.Regexp(t, `(?m)^ *-`+name+`\b`, help, line)
		}
		for _, word := range []string{"-h", "-help", "--help"} {
			again, err := output(t, "", append(words, word)...)
			assert.NoError(t, err, line)
			assert.Equal(t, help, again, "%s %s", line, word)
		}
	}
}

func TestPlays(t *testing.T) {
	got, err := output(t, "ucci\nposition startpos\ngo depth 4\n")
	require.NoError(t, err)
	assert.Regexp(t, `(?s)^id name .*\nucciok\n.*\nbestmove [a-i]\d[a-i]\d[^\n]*\n$`, got)
}

// TestCatalogues asserts that the engine plays without reading a catalogue of texts, which
// takes longer than its start. Programs of their own play and print help; their profiles of
// memory name what they allocated.
func TestCatalogues(t *testing.T) {
	testpos.SkipRace(t)
	const child = "CHUHE_TEST_CATALOGUES"
	if line, is := os.LookupEnv(child); is {
		_, err := output(t, "ucci\nposition startpos\ngo depth 2\nquit\n", strings.Fields(line)...)
		require.NoError(t, err)
		fmt.Println("catalogues read:", allocatesIn("chuhe/lang.newCatalogue"))
		return
	}
	self, err := os.Executable()
	require.NoError(t, err)
	for line, want := range map[string]bool{"": false, "help": true} {
		program := exec.CommandContext(t.Context(), self, "-test.run=^TestCatalogues$")
		program.Env = append(os.Environ(), child+"="+line, "GODEBUG=memprofilerate=1", "LC_ALL=zh_CN.UTF-8")
		out, err := program.CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.Contains(t, string(out), fmt.Sprintln("catalogues read:", want), "chuhe %s", line)
	}
}

// allocatesIn reports whether the process has allocated memory in a function.
func allocatesIn(function string) bool {
	runtime.GC() // the profile is of the garbage collection before the last
	runtime.GC()
	records := make([]runtime.MemProfileRecord, 1<<16)
	n, _ := runtime.MemProfile(records, true)
	for _, record := range records[:n] {
		for frames, more := runtime.CallersFrames(record.Stack()), true; more; {
			var frame runtime.Frame
			if frame, more = frames.Next(); frame.Function == function {
				return true
			}
		}
	}
	return false
}

// TestTuned shows that the margins survive a change of the options.
func TestTuned(t *testing.T) {
	testpos.SkipRace(t)
	nodes := func(args ...string) string {
		got, err := output(t, "ucci\nsetoption hashsize 1\nposition startpos\ngo depth 9\n", args...)
		require.NoError(t, err)
		_, got, found := strings.Cut(got, "depth 9 ")
		require.True(t, found)
		_, got, _ = strings.Cut(got, " nodes ")
		return strings.Fields(got)[0]
	}
	assert.Equal(t, nodes(), nodes())
	assert.NotEqual(t, nodes(), nodes("-tune", "LMRBase=100,RazorMargin=300"))
}

func TestPerft(t *testing.T) {
	got, err := output(t, "", "perft", "-depth", "3")
	require.NoError(t, err)
	assert.Regexp(t, `^nodes 79666 time \d+ nps \d+\n$`, got)
	got, err = output(t, "", "perft", "-depth", "1", "-divide", "-threads", "2", "-fen", "4k4/9/9/9/9/9/9/9/9/3K5 w")
	require.NoError(t, err)
	assert.Regexp(t, `^d0d1: 1\nnodes 1 time \d+ nps \d+\n$`, got)
}

func TestVersion(t *testing.T) {
	for _, word := range []string{"version", "-version", "--version"} {
		got, err := output(t, "", word)
		require.NoError(t, err)
		assert.Regexp(t, `^Chuhe \S+\ncommit `, got)
	}
}

func TestParameters(t *testing.T) {
	got, err := output(t, "", "-tune", "help")
	require.NoError(t, err)
	assert.Regexp(t, `(?m)^ *parameter +default +least +most$`, got)
	for _, r := range search.Ranges() {
		assert.Regexp(t, fmt.Sprintf(`(?m)^ *%s +%d +%d +%d$`, r.Name, r.Default, r.Min, r.Max), got)
	}
}

func TestData(t *testing.T) {
	testpos.SkipRace(t)
	name := filepath.Join(t.TempDir(), "a.games")
	_, err := output(t, "", "datagen", "-out", name, "-games", "1", "-nodes", "20", "-hash", "1", "-maxplies", "4", "-balance", "2000", "-evalfile", "classical")
	require.NoError(t, err)
	got, err := output(t, "", "data", "check", name)
	require.NoError(t, err)
	assert.Regexp(t, `a\.games: 64 games, \d+ positions, 1 block: all is well\n$`, got)

	file, err := os.OpenFile(name, os.O_RDWR, 0)
	require.NoError(t, err)
	_, err = file.WriteAt([]byte("x"), 400)
	require.NoError(t, err)
	require.NoError(t, file.Close())
	_, err = output(t, "", "data", "check", name)
	assert.Equal(t, 1, command.Status(err), "%v", err)
	_, err = output(t, "", "data", "pack", "-out", name+"2", name)
	assert.Equal(t, 2, command.Status(err), "%v", err)
}

// TestUnusableNetwork gives the engine a network of another architecture: it says so in a line,
// and what needs no network works.
func TestUnusableNetwork(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the engine")
	}
	binary, err := os.ReadFile(built(t))
	require.NoError(t, err)
	net, err := os.ReadFile("eval/nnue/default.nnue")
	require.NoError(t, err)
	require.Equal(t, 1, bytes.Count(binary, net), "the program has the file of the network as it is")
	const architecture = 12 // is where the file says which one it has
	binary[bytes.Index(binary, net)+architecture]++
	dir := t.TempDir()
	chuhe := filepath.Join(dir, "chuhe.exe")
	require.NoError(t, os.WriteFile(chuhe, binary, 0o777))

	t.Setenv("LC_ALL", "C") // the board speaks the language of the system
	t.Setenv("DISPLAY", "") // a start on a desktop, with neither input nor arguments, is a double click
	t.Setenv("WAYLAND_DISPLAY", "")
	const why = "the embedded network: unusable network: architecture "
	for line, want := range map[string]string{
		"":                          "^chuhe: " + why + ".*\n$",
		"bench":                     "^chuhe bench: -evalfile: " + why + ".*\n$",
		"board":                     "^chuhe board: -evalfile: " + why + ".*\n$",
		"datagen -out never.games":  "^chuhe datagen: -evalfile: " + why + ".*\n$",
		"bench -evalfile classical": ` nps\n$`,
		"datagen -out " + filepath.Join(dir, "a.games") +
			" -games 1 -nodes 20 -hash 1 -maxplies 4 -balance 2000 -evalfile classical": `: 64 games, \d+ positions`,
	} {
		out, err := exec.Command(chuhe, strings.Fields(line)...).CombinedOutput()
		assert.Regexp(t, want, string(out), line)
		assert.Equal(t, strings.HasPrefix(want, "^chuhe"), err != nil, "%s: %v", line, err)
	}
	assert.NoFileExists(t, "never.games")
}

// TestInterruptedInput asserts that an interrupt ends a command that waits for its
// standard input, at once and for no other reason.
func TestInterruptedInput(t *testing.T) {
	for line, begin := range map[string]string{
		"data stat -": "CHUHEGM\n", "data check -": "CHUHEGM\n", "data check - nowhere": "CHUHEGM\n", "data show -": "CHUHEGM\n",
		"data pack -out never.games -": "CHUHEGM\n", "data unpack -out never.games -": "CHUHEPK\n",
		"judge -": "half a line", "perft -file -": "half a line",
	} {
		for _, given := range []string{"", begin} {
			in, to := io.Pipe()
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				_, _ = io.WriteString(to, given)
				cancel()
			}()
			var out strings.Builder
			err := program().Execute(ctx, strings.Fields(line), command.Streams{In: in, Out: &out, Err: &out})
			assert.Equal(t, 130, command.Status(err), "%s: %v", line, err)
			assert.Empty(t, out.String(), line)
		}
	}
	assert.NoFileExists(t, "never.games")
}

func TestBadArguments(t *testing.T) {
	for line, want := range map[string]string{
		"perft -file x -fen y":      "chuhe perft: -file and -fen, want one of them; see chuhe perft -help",
		"perft -maxnodes 5":         "chuhe perft: -maxnodes without -file, want both; see chuhe perft -help",
		"judge -lang qaa":           "want " + lang.Codes() + "; see chuhe judge -help",
		"judge -rules foo":          "; see chuhe judge -help",
		"judge x -fen y":            "a file goes with neither -fen nor -moves; see chuhe judge -help",
		"data pack nowhere -out -":  "chuhe data pack: nowhere: " + syscall.ENOENT.Error(),
		"help perft x":              `chuhe perft: unknown command "x": chuhe perft has no commands; see chuhe perft -help`,
		"fly":                       `chuhe: unknown command "fly", want board, perft, match, judge, endgame, annotate, `,
		"help fly":                  `chuhe: unknown command "fly"`,
		"help data fly":             `chuhe data: unknown command "fly", want stat, check, show, pack, unpack or help; see chuhe data -help`,
		"-depth 3":                  "chuhe: flag provided but not defined: -depth; see chuhe -help",
		"-tune":                     "chuhe: flag needs an argument: -tune; see chuhe -help",
		"-tune=":                    `chuhe: -tune: search: parameter "", want name=value; see chuhe -tune help`,
		"-tune Oops=1":              `no parameter "Oops"`,
		"bench 5":                   `chuhe bench: argument "5", want only flags; see chuhe bench -help`,
		"bench -evalfile none":      "chuhe bench: -evalfile: none: file does not exist, looked for ",
		"bench -evalfile=":          "chuhe bench: -evalfile: no name, want a file, embedded or classical",
		"bench -evalfile .":         ": unusable network: not a regular file",
		"bench -depth 3":            "chuhe bench: flag provided but not defined: -depth; see chuhe bench -help",
		"perft 5":                   `argument "5", want only flags`,
		"perft -depth":              "flag needs an argument: -depth",
		"perft -depth x":            `invalid value "x"`,
		"perft -depth -1":           "flag -depth: want a whole number from 0 to",
		"perft -threads 0":          "flag -threads: want a whole number from 1 to",
		"perft -wide":               "flag provided but not defined: -wide",
		"perft -fen 9/9":            "wrong number of ranks",
		"perft -fen nonsense!":      "unknown letter",
		"match -fly":                "chuhe match: -fly: unknown flag, and not all flags of cutechess-cli and fastchess exist here; see chuhe match -help",
		"datagen":                   "chuhe datagen: no -out, want the name of a file; see chuhe datagen -help",
		"datagen -out x -evalfile=": "chuhe datagen: -evalfile: no name",
		"datagen -out x -fly":       "flag provided but not defined: -fly",
		"data":                      "chuhe data: no command, want stat, check, show, pack, unpack or help; see chuhe data -help",
		"data stat":                 "chuhe data stat: no file, want one or more; see chuhe data stat -help",
		"data stat nowhere":         "chuhe data stat: nowhere: " + syscall.ENOENT.Error(),
	} {
		got, err := output(t, "", strings.Fields(line)...)
		require.Error(t, err, line)
		assert.Equal(t, 2, command.Status(err), line)
		assert.ErrorContains(t, err, want, line)
		assert.Empty(t, got, line)
	}
	for _, line := range []string{
		"data stat nowhere", "perft -file nowhere", "judge nowhere", "bench -evalfile nowhere", "match -resume nowhere", "match -config nowhere",
	} {
		_, err := output(t, "", strings.Fields(line)...)
		require.Error(t, err, line)
		assert.NotContains(t, err.Error(), "-help", "not a fault of the arguments: %s", line)
	}
}

// TestChineseErrors makes mistakes with the commands: what they say has no English sentence.
func TestChineseErrors(t *testing.T) {
	testpos.SkipRace(t)
	t.Setenv(actAsProgram, "1") // for cmd=self
	folder := t.TempDir()
	name := func(name, content string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(content), 0o666))
		return path
	}
	game, nothing := name("1.pgn", "[Red \"1\"]\n\n1. 炮二平五 炮8平5 2. 车九进三 *\n"), name("2.txt", "")
	foreign := name("3.bin", "12345678901234567890")
	two := "match -engine cmd=self name=1 -engine cmd=self name=2 -each nodes=9 "
	for _, line := range []string{
		"9", "-lang zh 9", "judge -lang 9", "judge -rules 9 " + game, "annotate -rules 9 " + game, "annotate -notation 9 " + game, "annotate " + nothing,
		"convert -notation 9 " + game, "convert -openings 9 " + game, "convert -to 9 " + game, "convert " + filepath.Join(folder, "9"),
		"games -sort 9 " + game, "puzzles check " + nothing, "puzzles make -themes 9 -out 9 " + game, "book show 9", "book show -fen 9",
		"match -engine cmd=1 tc=9 -engine cmd=2 tc=9/", two + "-rules 9", two + "-rounds 9x", two + "-openings " + game, two + "-lang 9",
		"match -each nodes=9 -engine cmd=self name=1 option.9=1 -engine cmd=self name=2", "bench -evalfile 9",
		"match -each nodes=9 startup=1 -engine cmd=self name=1 arg=perft arg=-depth arg=9 -engine cmd=self name=2", // is silent
		"bench -evalfile " + foreign, "bench -evalfile " + folder, "bench -evalfile=", "board -engine 9", "board -addr 127.0.0.9:99999",
		"perft -fen 9", "perft -fen 9 -file 9", "perft -maxnodes 9", "perft -file " + nothing, "perft -file=",
		"data stat", "data stat - -", "data stat " + foreign, "data check " + foreign, "data pack -out 9 9 9", "data check -repair 9 9 9",
		"datagen -out -", "datagen -out 9 -minrandom 9 -maxrandom 8", "datagen -out " + foreign, "datagen -out 9 -evalfile " + foreign,
		"annotate " + foreign, "annotate -evalfile " + foreign + " " + game, "book make -out 9 " + foreign, "book merge -out 9 " + foreign,
		"book make -force -out " + game + " " + game, "puzzles make -out 9 " + foreign, "puzzles make -out " + foreign + " " + game,
		"puzzles check " + foreign, "match -resume " + foreign, "match -resume " + game,
		two + "-sprt elo0=9", two + "-sprt alpha=9", two + "-sprt model=9", two + "-unit 0/9", two + "-tournament swiss -unit 0/9 -out 9",
	} {
		err := program().Execute(t.Context(), strings.Fields(line), command.Streams{Out: io.Discard, Err: io.Discard, Lang: "zh-Hans"})
		require.Error(t, err, line)
		assert.NotRegexp(t, `[a-z]+( [a-z]+){3}|: |, |line [0-9]`, regexp.MustCompile(`^chuhe[a-z ]*: `).ReplaceAllString(err.Error(), ""), line)
	}
}
