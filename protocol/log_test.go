package protocol

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
)

// logged returns the lines of a log without their times.
func logged(t *testing.T, name string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	stamp := regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} (.*)\n$`)
	for line := range strings.Lines(string(text)) {
		match := stamp.FindStringSubmatch(line)
		require.NotNil(t, match, "%q", line)
		lines = append(lines, match[1])
	}
	return lines
}

func TestLog(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a log.txt")
	heard := talk(t, "uci", "setoption name Debug Log File value "+name, "position fen 4k4/9/9/9/9/9/9/9/9/R3K4 w", "  go  depth 1 ", "d", "\r", "nonsense",
		"setoption name Debug Log File value <empty>", "isready", "quit")
	said := len(only(heard, "^option "))
	require.Equal(t, "info string Debug Log File: "+name, heard[said+3])
	lines := logged(t, name)
	assert.Regexp(t, `^-- Chuhe .+, process \d+$`, lines[0])
	assert.Equal(t, []string{
		">> position fen 4k4/9/9/9/9/9/9/9/9/R3K4 w", ">>   go  depth 1 ", ">> d", ">> nonsense", ">> setoption name Debug Log File value <empty>",
	}, only(lines, "^>>"))
	var answers []string
	for _, line := range heard[said+3 : len(heard)-1] {
		answers = append(answers, "<< "+line)
	}
	assert.Equal(t, answers, only(lines, "^<<"))
	assert.Len(t, only(answers, "^<< bestmove "), 1)
	assert.Contains(t, answers, "<< ", "the empty line of d")
	assert.Equal(t, []string{"readyok"}, heard[len(heard)-1:])

	talk(t, "ucci", "setoption logfile "+name, "isready")
	again := logged(t, name)
	assert.Equal(t, lines, again[:len(lines)])
	assert.Regexp(t, "^-- ", again[len(lines)])
	assert.Equal(t, []string{"<< info message logfile: " + name, ">> isready", "<< readyok"}, again[len(lines)+1:])
}

// TestLogInSearch asserts that a log which is ended while the engine searches still has all of the search.
func TestLogInSearch(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	synctest.Test(t, func(t *testing.T) {
		d := newDialog(t, newFakeEngine(0))
		d.burst.WriteString("ucci\nsetoption logfile " + name + "\ngo depth 5\nsetoption logfile none\n")
		d.exchange()
		d.end()
	})
	lines := logged(t, name)
	assert.Len(t, only(lines, "^<< info depth 5 "), 1)
	assert.Regexp(t, "^<< bestmove ", lines[len(lines)-1])
}

func TestLogRefused(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "log")
	heard := talk(t, "ucci", "setoption logfile "+name, "setoption logfile "+dir, "setoption logfile "+filepath.Join(dir, "none", "log"), "isready")
	refused := only(heard, "^info message option logfile stays as it was: ")
	require.Len(t, refused, 2)
	assert.Contains(t, refused[0], dir+": not a regular file")
	assert.Contains(t, refused[1], filepath.Join(dir, "none", "log")+": ")
	assert.Equal(t, 1, strings.Count(refused[1], dir), "the path is named once")
	lines := logged(t, name)
	assert.Equal(t, "<< readyok", lines[len(lines)-1], "the old one goes on")
}

// TestLogFails asserts that a log that cannot be written any more, as on a full disk, says so
// once and ends, while play goes on.
func TestLogFails(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	require.NoError(t, os.WriteFile(name, nil, 0o600))
	readOnly, err := os.Open(name)
	require.NoError(t, err)
	settings, err := defaults()
	require.NoError(t, err)
	out, commands := recorder{t: t}, make(chan received)
	s := &session{
		ctx: t.Context(), engine: newFakeEngine(0), out: newOutput(&out), commands: commands, settings: settings,
		game: board.NewLine(board.Start()), ended: make(chan func(), 1),
	}
	s.out.log.use(readOnly)
	go func() {
		for _, line := range []string{"isready", "go nodes 1", "isready"} {
			commands <- received{command: Parse(line), line: line}
		}
		close(commands)
	}()
	require.NoError(t, s.run())
	heard := out.heard()
	assert.Len(t, only(heard, "^readyok$"), 2)
	assert.Len(t, only(heard, "^bestmove "), 1)
	message := only(heard, "^info message ")
	require.Len(t, message, 1)
	assert.Contains(t, message[0], "the log ends here: ")
	assert.Contains(t, message[0], name)
}
