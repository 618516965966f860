package web

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
)

// TestCommand runs the command until it is interrupted.
func TestCommand(t *testing.T) {
	t.Setenv("LC_ALL", "C")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- Command().Execute(ctx, []string{"-no-open", "-evalfile", "classical"}, command.Streams{Out: in, Err: io.Discard})
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	url := regexp.MustCompile(`http://127\.0\.0\.1:\d+/`).FindString(line)
	require.NotEmpty(t, url, line)
	response, err := http.Get(url)
	require.NoError(t, err)
	response.Body.Close()
	assert.Equal(t, http.StatusOK, response.StatusCode)
	cancel()
	assert.NoError(t, <-ended)

	// A browser finds its games again where the board was; another program there is no
	// reason to fail.
	holder, err := net.Listen("tcp", home)
	if err == nil {
		defer holder.Close()
	}
	for _, c := range []struct{ addr, note string }{{"", "note: " + home + " cannot be used"}, {"-addr 127.0.0.1:0", ""}} {
		ctx, cancel := context.WithCancel(t.Context())
		out, in := io.Pipe()
		var errs bytes.Buffer
		ended := make(chan error, 1)
		go func() {
			ended <- Command().Execute(ctx, strings.Fields("-no-open -evalfile classical "+c.addr), command.Streams{Out: in, Err: &errs})
		}()
		line, err := bufio.NewReader(out).ReadString('\n')
		require.NoError(t, err)
		assert.NotContains(t, line, home)
		cancel()
		assert.NoError(t, <-ended)
		assert.True(t, strings.HasPrefix(errs.String(), c.note), "%s: %s", c.addr, errs.String())
		assert.Equal(t, c.note == "", errs.Len() == 0, c.addr)
	}

	var help bytes.Buffer
	require.NoError(t, Command().Execute(t.Context(), []string{"-help"}, command.Streams{Out: &help, Err: &help}))
	assert.Contains(t, strings.Join(strings.Fields(help.String()), " "), "several games become a list beside the board")

	for args, want := range map[string]string{
		"a b":                  `argument "b", want one file`,
		"nowhere.pgn":          "nowhere.pgn",
		"-addr " + home:        "-addr: ", // who names it gets no other
		"-addr nonsense":       `-addr "nonsense": want an address and a port, such as 127.0.0.1:8080`,
		"-threads 0":           "threads",
		"-evalfile nowhere.nn": "-evalfile: ",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		err := Command().Execute(ctx, strings.Fields(args), command.Streams{Out: io.Discard, Err: io.Discard})
		cancel()
		assert.ErrorContains(t, err, want)
		assert.ErrorIs(t, err, command.ErrInput, args)
	}

	err = Command().Execute(t.Context(), []string{"nowhere.pgn"}, command.Streams{Out: io.Discard, Err: io.Discard, Lang: "zh-Hans"})
	assert.ErrorContains(t, err, "nowhere.pgn：找不到文件")
	err = Command().Execute(t.Context(), []string{"-lang", "zh-TW", "a", "b"}, command.Streams{Out: io.Discard, Err: io.Discard})
	assert.ErrorContains(t, err, `多餘的參數 "b"`)

	m := here
	m.room = func(workers int) error { return fmt.Errorf("no room for %d", workers) }
	err = m.command().Execute(t.Context(), strings.Fields("-no-open -addr 127.0.0.1:0 -evalfile classical -threads 9"), command.Streams{Out: io.Discard, Err: io.Discard})
	assert.EqualError(t, err, "board: -threads 9: no room for 9")
	assert.ErrorIs(t, err, command.ErrInput)
}
