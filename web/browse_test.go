package web

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
)

func TestBrowsers(t *testing.T) {
	const url = "http://127.0.0.1:1/#a"
	for name, c := range map[string]struct{ system, variable, first string }{
		"X11":      {"linux", "DISPLAY", "xdg-open"},
		"Wayland":  {"freebsd", "WAYLAND_DISPLAY", "xdg-open"},
		"Flatpak":  {"linux", "FLATPAK_ID", "xdg-open"},
		"a server": {"linux", "HOME", ""},
		"Windows":  {"windows", "", "rundll32"},
		"macOS":    {"darwin", "", "open"},
		"a phone":  {"android", "", "termux-open-url"},
	} {
		commands := browsers(c.system, func(key string) string {
			if key == c.variable {
				return "x"
			}
			return ""
		}, url)
		if c.first == "" {
			assert.Empty(t, commands, name)
			continue
		}
		require.NotEmpty(t, commands, name)
		assert.Equal(t, c.first, commands[0][0], name)
		for _, command := range commands {
			assert.Equal(t, url, command[len(command)-1], name)
		}
	}
	assert.Empty(t, notices("windows", "text"))
	for _, command := range notices("linux", "text") {
		assert.Equal(t, "text", command[len(command)-1])
	}
}

// TestAnyWorks shows that what is missing or fails gives way to the next command, and that
// a browser that stays is one that works.
func TestAnyWorks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("writes shell scripts")
	}
	dir := t.TempDir()
	script := func(name, text string) string {
		name = filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(name, []byte("#!/bin/sh\n"+text+"\n"), 0o700))
		return name
	}
	missing, fails := filepath.Join(dir, "missing"), script("fails", "exit 3")
	works := script("works", `echo "$1" >"$0.log"`)
	assert.True(t, anyWorks([][]string{{missing}, {fails}, {works, "a b#c"}, {fails}}, time.Minute))
	text, err := os.ReadFile(works + ".log")
	require.NoError(t, err)
	assert.Equal(t, "a b#c\n", string(text))
	assert.False(t, anyWorks([][]string{{missing}, {fails}}, time.Minute))
	assert.False(t, anyWorks(nil, time.Minute))
	assert.True(t, anyWorks([][]string{{script("stays", "exec sleep 5")}, {fails}}, time.Millisecond))
}

// TestNoBrowser shows that whoever has no browser learns the address, also without a
// terminal.
func TestNoBrowser(t *testing.T) {
	for _, icon := range []bool{false, true} {
		r, w := io.Pipe()
		shown := make(chan string, 1)
		m := machine{
			browse: func(string) bool { return false },
			notify: func(text string) { shown <- text },
			cache:  func() string { return "" },
			looks:  func() (<-chan time.Time, func()) { return nil, func() {} },
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		args := []string{"-evalfile", "classical", "-addr", "127.0.0.1:0"}
		if icon {
			args = append(args, "-desktop")
		}
		go func() { ended <- m.command().Execute(ctx, args, command.Streams{Out: io.Discard, Err: w}) }()
		printed := make([]byte, 1000)
		n, err := r.Read(printed)
		require.NoError(t, err)
		assert.Contains(t, string(printed[:n]), "No browser could be opened")
		assert.Contains(t, string(printed[:n]), "http://127.0.0.1:")
		if icon {
			assert.Equal(t, strings.TrimSpace(string(printed[:n])), <-shown)
		} else {
			assert.Empty(t, shown)
		}
		cancel()
		assert.NoError(t, <-ended)
	}
}
