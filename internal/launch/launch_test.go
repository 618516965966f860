package launch

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestArguments lists the ways to start the program.
func TestArguments(t *testing.T) {
	const inApplication = "/Applications/Chuhe.app/Contents/MacOS/chuhe"
	same := func(s start) string { return strings.Join(s.args, "|") }
	for name, c := range map[string]struct {
		start
		want    string // the arguments with bars between them, "same" if they stay
		another bool
	}{
		"Windows: double click":                    {start{os: "windows", in: terminal, out: terminal, console: 1}, "board|-desktop", false},
		"Windows: a file dropped on the icon":      {start{os: "windows", args: []string{`C:\games\a b.xqf`}, in: terminal, out: terminal, console: 1}, `board|-desktop|C:\games\a b.xqf`, false},
		"Windows: a file of a server":              {start{os: "windows", args: []string{`\\server\a.pgn`}, in: terminal, out: terminal, console: 1}, `board|-desktop|\\server\a.pgn`, false},
		"Windows: two files dropped":               {start{os: "windows", args: []string{`C:\a.pgn`, `C:\b.pgn`}, in: terminal, out: terminal, console: 1}, `board|-desktop|C:\a.pgn|C:\b.pgn`, false},
		"Windows: a file and a flag":               {start{os: "windows", args: []string{`C:\a.pgn`, "-x"}, in: terminal, out: terminal, console: 1}, "same", false},
		"Windows: typed in a terminal":             {start{os: "windows", in: terminal, out: terminal, console: 2}, "same", false},
		"Windows: a command, typed":                {start{os: "windows", args: []string{"board"}, in: terminal, out: terminal, console: 3}, "same", false},
		"Windows: a shortcut with a command":       {start{os: "windows", args: []string{"bench"}, in: terminal, out: terminal, console: 1}, "same", false},
		"Windows: a shortcut to the board":         {start{os: "windows", args: []string{"board", "-desktop"}, in: terminal, out: terminal, console: 1}, "same", false},
		"Windows: a host with pipes":               {start{os: "windows", in: pipe, out: pipe}, "same", false},
		"Windows: a host with pipes and a console": {start{os: "windows", in: pipe, out: pipe, console: 1}, "same", false},
		"Windows: input from a file":               {start{os: "windows", in: other, out: terminal, console: 1}, "same", false},
		"Windows: output to a file":                {start{os: "windows", in: terminal, out: other, console: 1}, "same", false},
		"Windows: a service":                       {start{os: "windows"}, "same", false},
		"Windows: input from NUL":                  {start{os: "windows", in: absent, out: terminal, console: 1}, "same", false},
		"macOS: double click":                      {start{os: "darwin", executable: inApplication}, "board|-desktop", true},
		"macOS: double click, output to a log":     {start{os: "darwin", out: other, executable: inApplication}, "board|-desktop", true},
		"macOS: double click on an old system":     {start{os: "darwin", args: []string{"-psn_0_4711"}, executable: inApplication}, "board|-desktop", true},
		"macOS: the process that the other began":  {start{os: "darwin", args: []string{"board", "-desktop"}, executable: inApplication}, "same", false},
		"macOS: typed with the application's path": {start{os: "darwin", in: terminal, out: terminal, executable: inApplication}, "same", false},
		"macOS: a host that uses the application":  {start{os: "darwin", in: pipe, out: pipe, executable: inApplication}, "same", false},
		"macOS: typed in a terminal":               {start{os: "darwin", in: terminal, out: terminal, executable: "/usr/local/bin/chuhe"}, "same", false},
		"macOS: a job without a terminal":          {start{os: "darwin", executable: "/usr/local/bin/chuhe"}, "same", false},
		"macOS: a folder of that name":             {start{os: "darwin", executable: "/src/Chuhe.app/chuhe"}, "same", false},
		"Linux: desktop entry":                     {start{os: "linux", args: []string{"board", "-desktop"}, executable: "/usr/bin/chuhe"}, "same", false},
		"Linux: double click in a file manager":    {start{os: "linux", out: other, desktop: true, executable: "/home/a/chuhe"}, "board|-desktop", false},
		"Linux: the same, output to nothing":       {start{os: "linux", desktop: true, executable: "/home/a/chuhe"}, "board|-desktop", false},
		"Linux: a command without input":           {start{os: "linux", args: []string{"bench"}, desktop: true}, "same", false},
		"Linux: typed, without input":              {start{os: "linux", out: terminal, desktop: true}, "same", false},
		"Linux: a host with pipes, on a desktop":   {start{os: "linux", in: pipe, out: pipe, desktop: true}, "same", false},
		"Linux: typed on a desktop":                {start{os: "linux", in: terminal, out: terminal, desktop: true}, "same", false},
		"Linux: a program that reads the output":   {start{os: "linux", out: pipe, desktop: true}, "same", false},
		"Linux: a service without a desktop":       {start{os: "linux", out: other}, "same", false},
		"FreeBSD: double click in a file manager":  {start{os: "freebsd", desktop: true}, "board|-desktop", false},
		"Linux: typed in a terminal":               {start{os: "linux", in: terminal, out: terminal, executable: "/usr/bin/chuhe"}, "same", false},
		"Linux: a host with pipes":                 {start{os: "linux", in: pipe, out: pipe, executable: "/usr/bin/chuhe"}, "same", false},
		"Linux: a terminal, in such a folder":      {start{os: "linux", in: terminal, executable: inApplication}, "same", false},
		"FreeBSD: typed in a terminal":             {start{os: "freebsd", in: terminal, out: terminal, console: 1}, "same", false},
	} {
		args, another := c.arguments()
		want := c.want
		if want == "same" {
			want = same(c.start)
		}
		assert.Equal(t, want, strings.Join(args, "|"), name)
		assert.Equal(t, c.another, another, name)
	}
}

// TestKind shows what kind streams are of.
func TestKind(t *testing.T) {
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer null.Close()
	assert.Equal(t, absent, kind(null))
	r, w, err := os.Pipe()
	require.NoError(t, err)
	assert.Equal(t, pipe, kind(r))
	assert.Equal(t, pipe, kind(w))
	require.NoError(t, r.Close())
	require.NoError(t, w.Close())
	assert.Equal(t, absent, kind(r), "closed")
	f, err := os.CreateTemp(t.TempDir(), "")
	require.NoError(t, err)
	defer f.Close()
	assert.Equal(t, other, kind(f))
}

// TestHere asserts that a test is not a double click.
func TestHere(t *testing.T) {
	args, stay := Arguments()
	assert.True(t, stay)
	assert.Equal(t, os.Args[1:], args)
	assert.NotEmpty(t, here().executable)
	c := exec.Command("nothing")
	Detach(c)
}
