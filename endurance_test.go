package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/testpos"
)

// host runs the engine and reads its lines.
type host struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string
}

func startHost(t *testing.T, program string, env ...string) *host {
	t.Helper()
	h := &host{t: t, cmd: exec.Command(program), lines: make(chan string, 1000)}
	h.cmd.Env = append(os.Environ(), env...)
	var err error
	h.in, err = h.cmd.StdinPipe()
	require.NoError(t, err)
	out, err := h.cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, h.cmd.Start())
	t.Cleanup(func() {
		_ = h.cmd.Process.Kill()
		_ = h.cmd.Wait()
	})
	go func() {
		defer close(h.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			if text := s.Text(); !strings.HasPrefix(text, "info ") {
				h.lines <- text
			}
		}
	}()
	h.say("ucci")
	h.hear("ucciok", time.Minute)
	return h
}

func (h *host) say(text string) {
	_, err := io.WriteString(h.in, text+"\n")
	require.NoError(h.t, err)
}

// hear waits for a line and returns how long it waited.
func (h *host) hear(prefix string, most time.Duration) time.Duration {
	h.t.Helper()
	start, late := time.Now(), time.After(most)
	for {
		select {
		case text, open := <-h.lines:
			require.True(h.t, open, "the engine has ended")
			if strings.HasPrefix(text, prefix) {
				return time.Since(start)
			}
		case <-late:
			require.Fail(h.t, "no "+prefix, "within %v", most)
		}
	}
}

// TestEndlessSearch lets the engine think without an end, at several numbers of threads. Its
// memory stays as it is, and it stops when it is to.
func TestEndlessSearch(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("reads the memory of a process as Linux tells it")
	}
	counts, length, settled := []int{2}, 2*time.Second, time.Second
	if testpos.Long() {
		counts, length, settled = []int{2, 8, 32}, 10*time.Minute, 20*time.Second
	} else if testing.Short() {
		t.Skip("builds the program and lets it think for seconds")
	}
	program := built(t)
	for _, threads := range counts {
		h := startHost(t, program)
		for _, text := range []string{"setoption hashsize 16", fmt.Sprintf("setoption threads %d", threads), "position startpos", "go infinite"} {
			h.say(text)
		}
		begun := time.Now()
		time.Sleep(settled)
		first := resident(t, h.cmd.Process.Pid)
		high := first
		for time.Since(begun) < length {
			time.Sleep(time.Second)
			high = max(high, resident(t, h.cmd.Process.Pid))
		}
		h.say("stop")
		took := h.hear("bestmove ", 20*time.Second)
		t.Logf("%d threads for %v: %d KiB after %v, at most %d KiB later, stopped within %v", threads, length, first, settled, high, took.Round(time.Millisecond))
		assert.Less(t, high-first, 4<<10, "KiB more with %d threads", threads)
	}
}

// resident returns the memory that a process has, in KiB.
func resident(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	require.NoError(t, err)
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	n, err := strconv.Atoi(strings.Fields(after)[0])
	require.NoError(t, err)
	return n
}

// A library of Go whose clock of the day is set forward and back by an hour twenty times a
// second, as CHUHE_CLOCK says: "jump" leaves the readings of the clock that only runs forward,
// and "wall" takes them away, so that all times are differences of the clock of the day.
const jumping = `	sec, nsec, mono := runtimeNow()
	if mode, ok := syscall.Getenv("CHUHE_CLOCK"); ok {
		sec += 3600 * (mono / 50e6 % 2)
		if mode == "wall" {
			mono = 0
		}
	}
`

// jumpingClock builds the program with a clock of the day that jumps.
func jumpingClock(t *testing.T) (program string) {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	file := filepath.Join(strings.TrimSpace(string(root)), "src", "time", "time.go")
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	text := strings.Replace(string(source), "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n", "func Now() Time {\n"+jumping, 1)
	text = strings.Replace(text, "\t\"math/bits\"\n", "\t\"math/bits\"\n\t\"syscall\"\n", 1)
	require.Contains(t, text, "CHUHE_CLOCK", "time.Now of this version of Go reads otherwise")
	dir := t.TempDir()
	patched, overlay := filepath.Join(dir, "time.go"), filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(patched, []byte(text), 0o644))
	list, err := json.Marshal(map[string]map[string]string{"Replace": {file: patched}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(overlay, list, 0o644))
	program = filepath.Join(dir, "chuhe"+exe())
	run(t, ".", "go", "build", "-pgo=off", "-overlay", overlay, "-o", program, ".")
	return program
}

// TestClockSet sets the clock of the day forward and back by an hour all the time while the
// engine searches and while it plays a match. Neither notices. With the clock that only runs
// forward taken away both would, which shows that the test can fail.
func TestClockSet(t *testing.T) {
	if !testpos.Long() {
		t.Skip("compiles Go's library for a minute: -args -long")
	}
	program := jumpingClock(t)
	think := func(clock string) (longest time.Duration) {
		h := startHost(t, program, "CHUHE_CLOCK="+clock)
		h.say("setoption usemillisec true")
		for range 5 {
			h.say("position startpos")
			h.say("go movetime 300")
			longest = max(longest, h.hear("bestmove ", 20*time.Second))
			h.say("go time 6000 movestogo 20")
			longest = max(longest, h.hear("bestmove ", 20*time.Second))
		}
		return longest
	}
	match := func(clock string) (journal string, err error) {
		command := exec.Command(program, "match", "-engine", "cmd=self", "name=a", "-engine", "cmd=self", "name=b",
			"-each", "tc=2+0.05", "timemargin=500", "option.hashsize=1", "-rounds", "2", "-concurrency", "1", "-maxmoves", "12", "-out", "o")
		command.Dir, command.Env = t.TempDir(), append(os.Environ(), "CHUHE_CLOCK="+clock)
		if out, err := command.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%w: %s", err, out)
		}
		text, err := os.ReadFile(filepath.Join(command.Dir, "o.jsonl"))
		return string(text), err
	}
	took := think("jump")
	t.Logf("the longest of ten moves of about 0.3 s took %v", took)
	assert.Less(t, took, 5*time.Second)
	games, err := match("jump")
	require.NoError(t, err)
	assert.Equal(t, 4, strings.Count(games, `"result":`))
	assert.NotContains(t, games, "time forfeit")
	for _, word := range strings.Split(games, `"durationNs":`)[1:] {
		n, err := strconv.ParseInt(word[:strings.IndexAny(word, ",}")], 10, 64)
		require.NoError(t, err)
		assert.True(t, n > 0 && n < int64(10*time.Minute), "a game of %v", time.Duration(n))
	}
	games, err = match("wall")
	assert.True(t, err != nil || strings.Contains(games, "time forfeit"), "with the clock of the day alone it fails")
	t.Logf("with the clock of the day alone: %v", err)
}
