package data

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/internal/command/commandtest"
)

func TestBadArguments(t *testing.T) {
	dir := t.TempDir()
	data, _ := encode(t, text(1), randomGames(1, 3))
	good := write(t, dir, "good.games", data)
	foreign := write(t, dir, "foreign", []byte("what is this?"))
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "data: no command, want stat, check, show, pack, unpack or help"},
		{[]string{"fly"}, `unknown command "fly", want stat, check`},
		{[]string{"stat"}, "data stat: no file, want one or more"},
		{[]string{"stat", "-fly", good}, "flag provided but not defined: -fly"},
		{[]string{"stat", filepath.Join(dir, "none")}, syscall.ENOENT.Error()},
		{[]string{"stat", foreign}, foreign + `: not a file of recorded games: it begins with "what is "`},
		{[]string{"stat", ""}, `a file name is empty`},
		{[]string{"stat", "-minply", "-5", good}, `"-5" for flag -minply: want a whole number from 0`},
		{[]string{"stat", "-maxscore", "-1", good}, `"-1" for flag -maxscore: want a whole number from 0`},
		{[]string{"stat", "-maxquiet", "-1", good}, `"-1" for flag -maxquiet: want a whole number from 0`},
		{[]string{"stat", "-minply", "x", good}, `invalid value "x" for flag -minply: want a whole number`},
		{[]string{"stat", "-maxscore", "x", good}, `invalid value "x" for flag -maxscore: want a whole number`},
		{[]string{"stat", "-maxquiet", "x", good}, `invalid value "x" for flag -maxquiet: want a whole number`},
		{[]string{"check", foreign}, "not a file of recorded games"},
		{[]string{"check", good, good, "-repair", filepath.Join(dir, "new")}, "-repair with 2 files, want one"},
		{[]string{"check", good, "-repair", good}, "good.games exists; -force replaces it"},
		{[]string{"show", "-game", "-1", good}, `"-1" for flag -game: want a whole number from 0`},
		{[]string{"show", "-game", "4", good}, "3 games, want game 4"},
		{[]string{"show", "-game", "x", good}, `invalid value "x" for flag -game: want a whole number`},
		{[]string{"show", "-count", "x", good}, `invalid value "x" for flag -count: want a whole number`},
		{[]string{"show", "-", "-"}, "- is given twice, want the standard input once"},
		{[]string{"pack", "-out", filepath.Join(dir, "new")}, "0 files, want one"},
		{[]string{"unpack", "-out", filepath.Join(dir, "new"), good, good}, "2 files, want one"},
		{[]string{"unpack", good}, "no -out, want the name of a file"},
		{[]string{"pack", good, "-out", "-"}, "-out is -, want the name of a file"},
		{[]string{"check", good, "-repair", "-"}, "-repair is -, want the name of a file"},
		{[]string{"pack", good, "-out", good}, "good.games exists; -force replaces it"},
		{[]string{"pack", good, "-out", dir, "-force"}, ": not a regular file"},
		{[]string{"pack", good, "-out", filepath.Join(dir, "none", "new")}, "no such file"},
		{[]string{"pack", good}, "no -out, want the name of a file"},
		{[]string{"pack", "-out", filepath.Join(dir, "new"), good, good}, "2 files, want one"},
		{[]string{"pack", "-out", filepath.Join(dir, "new"), foreign}, "not a file of recorded games"},
		{[]string{"unpack", "-out", good, good}, "good.games exists; -force replaces it"},
		{[]string{"unpack", "-out", filepath.Join(dir, "new"), filepath.Join(dir, "none")}, syscall.ENOENT.Error()},
	} {
		out, _, err := run(t, nil, c.args...)
		assert.ErrorIs(t, err, command.ErrInput, "%v", c.args)
		assert.ErrorContains(t, err, c.want, "%v", c.args)
		assert.Empty(t, out, "%v", c.args)
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 2, "nothing is left behind")
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"-help"}, {"help"}, {"stat", "-h"}, {"check", "-help"}, {"show", "x", "-help"}, {"pack", "-help"}, {"unpack", "-help"}} {
		program := &command.Command{Name: "chuhe", Commands: []*command.Command{Command()}}
		out, _, err := commandtest.Run(t.Context(), program, "", append([]string{"data"}, args...)...)
		assert.NoError(t, err, "%v", args)
		assert.Contains(t, out, "usage: chuhe data ", "%v", args)
	}
}

// broken is a pipe without a reader.
type broken struct{}

var errPipe = errors.New("broken pipe")

func (broken) Write([]byte) (int, error) { return 0, errPipe }

func TestBrokenPipe(t *testing.T) {
	data, _ := encode(t, text(1), randomGames(1, 500))
	for _, name := range []string{"show", "stat", "check"} {
		err := Command().Execute(t.Context(), []string{name, "-"}, command.Streams{In: bytes.NewReader(data), Out: broken{}, Err: io.Discard})
		assert.ErrorIs(t, err, errPipe, name)
	}
}

func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	data, _ := encode(t, text(1), randomGames(1, 10))
	name := write(t, dir, "a", data)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{{"stat"}, {"check"}, {"show"}, {"pack", "-out", name + "2"}} {
		err := Command().Execute(ctx, append(args, name), command.Streams{Out: io.Discard, Err: io.Discard})
		assert.ErrorIs(t, err, context.Canceled, "%v", args)
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 1)
}
