package protocol

import (
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval"
	"chuhe/tools/version"
)

var update = flag.Bool("update", false, "rewrite the dialogs in testdata")

// TestDialogs replays the dialogs in testdata. Their lines are
//
//	> TEXT      the host writes; consecutive lines go in one write
//	~ DURATION  time passes; only the engine waits for it
//	! eof       the host closes its end of the pipe
//	# TEXT      a comment; like an empty line, it separates writes
//	% score N   the engine's score of every position; comes first
//	% options   the list of options is written in full; comes first
//
// and, added by the test,
//
//	@ TEXT      a call of the engine
//	< TEXT      an answer of the session
//	= ended     the session has ended
//
// A complete list of options is one line, "< (options)", unless the dialog asks
// for it in full. Each dialog is also replayed with carriage returns at the line
// ends.
func TestDialogs(t *testing.T) {
	files, err := filepath.Glob("testdata/*.uc*i")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			got := hold(t, string(want), "\n")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
				return
			}
			assert.Equal(t, string(want), got)
			assert.Equal(t, string(want), hold(t, string(want), "\t \r\n"), "with carriage returns")
		})
	}
}

// hold plays the host's part of a dialog and returns the complete dialog.
func hold(t *testing.T, script, end string) (whole string) {
	synctest.Test(t, func(t *testing.T) {
		d := newDialog(t, newFakeEngine(0))
		for line := range strings.Lines(script) {
			mark, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			switch mark {
			case "@", "<", "=":
				continue
			case ">":
				d.whole.WriteString(line)
				d.burst.WriteString(text + end)
				continue
			}
			d.exchange()
			d.whole.WriteString(line)
			switch mark {
			case "%":
				if text == "options" {
					d.listed = true
					continue
				}
				score, err := strconv.Atoi(strings.TrimPrefix(text, "score "))
				require.NoError(t, err)
				d.engine.score = eval.Score(score)
			case "~":
				pause, err := time.ParseDuration(text)
				require.NoError(t, err)
				time.Sleep(pause)
			case "!":
				require.NoError(t, d.in.Close())
			}
			d.exchange()
		}
		d.exchange()
		d.end()
		whole = d.whole.String()
	})
	return whole
}

// dialog is a session under test. It lives in a bubble of synctest.
type dialog struct {
	engine *fakeEngine
	in     *io.PipeWriter
	out    recorder
	ended  chan error
	over   bool
	err    error
	listed bool // lists of options are written in full

	burst, whole strings.Builder
}

func newDialog(t *testing.T, engine *fakeEngine) *dialog {
	in, w := io.Pipe()
	d := &dialog{engine: engine, in: w, ended: make(chan error, 1), out: recorder{t: t}}
	go func() {
		d.ended <- Run(t.Context(), engine, in, &d.out)
		_ = in.Close() // never fails
	}()
	d.burst.WriteString("setoption bookseed 1\n") // else moves of the book differ from run to run
	d.exchange()
	d.whole.Reset()
	return d
}

// exchange sends the burst and records what follows.
func (d *dialog) exchange() {
	if d.burst.Len() > 0 {
		_, err := io.WriteString(d.in, d.burst.String())
		if err != nil {
			d.whole.WriteString("= not read to the end\n")
		}
		d.burst.Reset()
	}
	synctest.Wait()
	for _, line := range d.engine.heard() {
		d.whole.WriteString("@ " + line + "\n")
	}
	folder, err := os.Getwd()
	require.NoError(d.out.t, err)
	answers := d.out.heard()
	if !d.listed {
		answers = foldOptions(answers)
	}
	for _, line := range answers {
		line, _, _ = strings.Cut(strings.Replace(line, version.Version(), "VERSION", 1), ", looked for ") // in this machine's folders
		line = strings.Replace(line, folder+string(filepath.Separator), "FOLDER/", 1)
		d.whole.WriteString(strings.TrimRight("< "+line, " ") + "\n")
	}
	if !d.over {
		select {
		case d.err = <-d.ended:
			d.over = true
			d.whole.WriteString("= ended\n")
		default:
		}
	}
}

// end closes the input, upon which the session must end without an error.
func (d *dialog) end() {
	t := d.out.t
	require.NoError(t, d.in.Close())
	time.Sleep(time.Hour)
	d.exchange()
	require.True(t, d.over, "the session does not end")
	require.NoError(t, d.err)
}

// foldOptions replaces each complete list of options by one line.
func foldOptions(lines []string) (folded []string) {
	for len(lines) > 0 {
		line, n := lines[0], 1
		for _, d := range []Dialect{UCCI, UCI} {
			if list := announcements(d); len(lines) >= len(list) && slices.Equal(lines[:len(list)], list) {
				line, n = "(options)", len(list)
			}
		}
		folded, lines = append(folded, line), lines[n:]
	}
	return folded
}

// recorder keeps the lines written to it and asserts what hosts rely on in every
// line.
type recorder struct {
	t     *testing.T
	mu    sync.Mutex
	lines []string
}

func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	line, ok := strings.CutSuffix(string(p), "\n")
	assert.True(r.t, ok && !strings.Contains(line, "\n"), "one whole line a write: %q", p)
	assert.LessOrEqual(r.t, len(p), longest, "%q", p)
	assert.NotRegexp(r.t, `[[:cntrl:]]| $`, line, "no control characters, no trailing blank")
	if !strings.HasPrefix(line, "bestmove ") && line != "nobestmove" && !strings.HasPrefix(line, "pophash ") {
		assert.NotRegexp(r.t, `(?i)draw|resign|bestmove`, line)
	}
	r.lines = append(r.lines, line)
	return len(p), nil
}

// heard returns the lines written since the last call.
func (r *recorder) heard() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	lines := r.lines
	r.lines = nil
	return lines
}
