package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// churn is a fleet of processes that are killed while they work.
type churn struct {
	*testing.T
	folder, addr string
	program      string    // of workers
	keeper       []string  // the command line of the hub
	hub          *exec.Cmd // running
	workers      int
}

// newChurn returns a fleet of processes of a program, which is the test binary or one made from it.
func newChurn(t *testing.T, program string, workers int) *churn {
	c := &churn{T: t, folder: filepath.Join(t.TempDir(), "jobs"), addr: freeAddress(t), program: program, workers: workers}
	c.keeper = []string{program, "process", "hub", c.folder, c.addr}
	return c
}

func (c *churn) start(words ...string) *exec.Cmd {
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stderr = os.Stderr
	require.NoError(c, cmd.Start())
	return cmd
}

func end(c *exec.Cmd) {
	c.Process.Kill()
	c.Wait()
}

// run has a number of units done while workers are killed every second or two, and the hub a
// number of times: every unit has one result.
func (c *churn) run(units, kills int) {
	ctx, stop := context.WithCancel(c.Context())
	c.hub = c.start(c.keeper...)
	waitFor(c.T, c.addr)
	var group sync.WaitGroup
	for range c.workers {
		group.Go(func() {
			for ctx.Err() == nil {
				w := c.start(c.program, "process", "work", c.folder, c.addr)
				pause(ctx, time.Duration(500+rand.IntN(1500))*time.Millisecond)
				end(w)
			}
		})
	}
	group.Go(func() {
		for range kills {
			pause(ctx, time.Duration(700+rand.IntN(1000))*time.Millisecond)
			if ctx.Err() != nil {
				break
			}
			end(c.hub)
			c.hub = c.start(c.keeper...)
		}
	})
	defer func() {
		stop()
		group.Wait()
		end(c.hub)
	}()
	began := time.Now()
	j := squareJob(c.T, "churn", units)
	assert.NoError(c, asked(c.T, &asker{link: at(c.folder, c.addr, "owner"), check: .01, log: os.Stderr}, j))
	c.Logf("%d units in %v", units, time.Since(began).Round(time.Second/10))
	assert.NoError(c, asked(c.T, &asker{link: at(c.folder, c.addr, "owner"), log: os.Stderr}, j), "the hub kept them")
}

func TestChurn(t *testing.T) {
	units, workers, kills := 1500, 3, 2
	if *long {
		units, workers, kills = 10_000, 4, 10
	}
	newChurn(t, os.Args[0], workers).run(units, kills)
}

// TestExternal asserts that any NATS server with JetStream is a hub.
func TestExternal(t *testing.T) {
	if testing.Short() {
		t.Skip("builds nats-server")
	}
	units, workers, kills := 300, 1, 0
	if *long {
		units, workers, kills = 10_000, 4, 10
	}
	dir := t.TempDir()
	binary := filepath.Join(dir, "nats-server")
	if out, err := exec.Command("go", "build", "-o", binary, "github.com/nats-io/nats-server/v2").CombinedOutput(); err != nil {
		t.Skipf("nats-server cannot be built here: %s", out)
	}
	c := newChurn(t, os.Args[0], workers)
	c.folder = dir
	for _, name := range []string{"owner.token", "worker.token"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("secret"), 0o600))
	}
	host, port, err := net.SplitHostPort(c.addr)
	require.NoError(t, err)
	config := filepath.Join(dir, "nats.conf")
	require.NoError(t, os.WriteFile(config, fmt.Appendf(nil, "listen: %q\nauthorization { token: secret }\njetstream { store_dir: %q, sync_interval: always }\n",
		net.JoinHostPort(host, port), filepath.Join(dir, "store")), 0o600))
	c.keeper = []string{binary, "-c", config}
	c.run(units, kills)
}

// TestClock sets the clock of all processes back by an hour, while workers are killed.
func TestClock(t *testing.T) {
	if !*long {
		t.Skip("-long: compiles everything with another clock")
	}
	dir := t.TempDir()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	source := filepath.Join(strings.TrimSpace(string(root)), "src", "time", "time.go")
	text, err := os.ReadFile(source)
	require.NoError(t, err)
	const read = "sec, nsec, mono := runtimeNow()\n"
	require.Contains(t, string(text), read)
	changed := strings.ReplaceAll(string(text), read, read+"if mono-startNano > 6e9 { sec -= 3600 }\n")
	other, overlay, program := filepath.Join(dir, "time.go"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "fleet.test")
	require.NoError(t, os.WriteFile(other, []byte(changed), 0o600))
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{source: other}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(overlay, replace, 0o600))
	out, err := exec.Command("go", "test", "-c", "-pgo=off", "-overlay", overlay, "-o", program, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	newChurn(t, program, 3).run(10_000, 0)
}

// TestFullDisk fills the disk of the hub: it goes on when there is room again.
func TestFullDisk(t *testing.T) {
	c := newChurn(t, os.Args[0], 2)
	require.NoError(t, os.Mkdir(c.folder, 0o700))
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=8m", "none", c.folder).CombinedOutput(); err != nil {
		t.Skipf("no file system can be mounted here: %s", out)
	}
	t.Cleanup(func() { assert.NoError(t, exec.Command("umount", c.folder).Run()) })
	c.hub = c.start(c.keeper...)
	waitFor(t, c.addr)
	defer func() { end(c.hub) }()
	for range c.workers {
		w := c.start(c.program, "process", "work", c.folder, c.addr)
		defer end(w)
	}
	filler := filepath.Join(c.folder, "filler")
	n, j := 0, squareJob(t, "full", 1000)
	for result, err := range (&asker{link: at(c.folder, c.addr, "owner"), log: os.Stderr}).results(t.Context(), j, 0) {
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint(n*n), string(result))
		if n++; n == 300 {
			assert.ErrorContains(t, os.WriteFile(filler, make([]byte, 8<<20), 0o600), "no space left")
			time.AfterFunc(3*time.Second, func() { assert.NoError(t, os.Remove(filler)) })
		}
	}
	assert.Equal(t, j.Units, n)
}
