package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/internal/unit"
	"chuhe/lang"
)

// churn is a fleet of processes that are killed while they work.
type churn struct {
	*testing.T
	folder, addr string    // of the tokens, and of the hub
	disk         string    // folder of what the hub keeps
	program      string    // of workers
	keeper       []string  // the command line of the hub
	hub          *exec.Cmd // running
	role         string    // of the workers, as TestMain has it
	workers      int
	life         time.Duration // of a worker, on average, unless it ends by itself
}

// newChurn returns a fleet of processes of a program, which is the test binary or one made from it.
func newChurn(t *testing.T, program string, workers int) *churn {
	c := &churn{T: t, folder: filepath.Join(t.TempDir(), "jobs"), addr: freeAddress(t), program: program, role: "work", workers: workers, life: 1250 * time.Millisecond}
	c.disk = c.folder
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

// during calls a function while workers are killed, and the hub a number of times.
func (c *churn) during(kills int, do func()) {
	ctx, stop := context.WithCancel(c.Context())
	c.hub = c.start(c.keeper...)
	waitFor(c.T, c.addr)
	var group sync.WaitGroup
	var killed int
	var gone atomic.Int32
	for range c.workers {
		group.Go(func() {
			for ctx.Err() == nil {
				life, kill := context.WithTimeout(ctx, c.life*time.Duration(40+rand.IntN(120))/100)
				w := exec.CommandContext(life, c.program, "process", c.role, c.folder, c.addr)
				w.Stderr = os.Stderr
				w.Run()
				kill()
				gone.Add(1)
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
			for killed++; ctx.Err() == nil && !answers(c.addr); { // on a busy machine starting takes longer than it lives
				pause(ctx, 20*time.Millisecond)
			}
		}
	})
	defer func() {
		stop()
		group.Wait()
		end(c.hub)
		c.Logf("the hub was killed %d times, workers %d times", killed, gone.Load())
	}()
	do()
}

// run has a number of units done while processes are killed: every unit has one result.
func (c *churn) run(units, kills int) {
	c.during(kills, func() {
		began := time.Now()
		j := squareJob(c.T, "churn", units)
		assert.NoError(c, asked(c.T, &asker{link: at(c.folder, c.addr, "owner"), check: .01, log: os.Stderr}, j))
		c.Logf("%d units in %v", units, time.Since(began).Round(time.Second/10))
		assert.NoError(c, asked(c.T, &asker{link: at(c.folder, c.addr, "owner"), log: os.Stderr}, j), "the hub kept them")
	})
}

func TestChurn(t *testing.T) {
	units, workers, kills := 1500, 3, 2
	if *long {
		units, workers, kills = 10_000, 4, 10
	}
	newChurn(t, os.Args[0], workers).run(units, kills)
}

// mortal makes workers that kill their process during one unit of three: how long units take is
// then no matter.
func mortal(kind unit.Kind) unit.Kind {
	return func(r *unit.Recipe, contents map[string][]byte) (func() (unit.Worker, error), error) {
		open, err := kind(r, contents)
		return func() (unit.Worker, error) {
			w, err := open()
			return mortalWorker{w}, err
		}, err
	}
}

type mortalWorker struct{ unit.Worker }

func (w mortalWorker) Do(ctx context.Context, n int) ([]byte, error) {
	if rand.IntN(3) == 0 {
		time.AfterFunc(time.Duration(rand.IntN(200))*time.Millisecond, func() {
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				self.Kill()
			}
		})
	}
	return w.Worker.Do(ctx, n)
}

// TestChurnFiles asserts that commands make the files of one machine, byte for byte, while workers and
// the hub are killed.
func TestChurnFiles(t *testing.T) {
	games, rounds, kills := "640", "8", 2
	if *long {
		games, rounds, kills = "3200", "60", 1000
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir) // of workers, which do not clean up
	own := filepath.Join(dir, "own")
	pairs := []string{
		"-engine", "name=a", "nodes=300", "args=-tune LMRBase=540", "-engine", "name=b", "nodes=200",
		"-each", "option.evalfile=classical", "option.hashsize=1", "-maxmoves", "20", "-rounds", rounds, "-seed", "3",
	}
	files := []struct {
		command string
		args    []string
	}{
		{"datagen", []string{"-games", games, "-nodes", "20", "-hash", "1", "-maxplies", "20", "-evalfile", "classical"}},
		{"annotate", []string{"-nodes", "200", "-hash", "1", "-evalfile", "classical", "-to", "pgn", own + ".pgn"}},
	}
	want := aloneMatch(t, own, slices.Clone(pairs)...)
	quiet := command.Streams{Out: io.Discard, Err: io.Discard, Lang: lang.English}
	for _, f := range files {
		require.NoError(t, overs[f.command](nil).Execute(t.Context(), append([]string{"-out", own + "." + f.command}, f.args...), quiet))
	}
	same := func(t *testing.T, c *churn) {
		c.role, c.life = "work on files", time.Hour
		carried := filepath.Join(t.TempDir(), "carried")
		a := &asker{link: at(c.folder, c.addr, "owner"), check: .02, log: os.Stderr}
		c.during(kills, func() {
			began := time.Now()
			got, _ := matched(t, a, carried, pairs...)
			assert.Equal(t, string(want), string(got))
			t.Logf("match: %d games in %v", bytes.Count(got, []byte("[Event ")), time.Since(began).Round(time.Second/10))
			for _, f := range files {
				began := time.Now()
				require.NoError(t, overs[f.command](a.results).Execute(t.Context(), append([]string{"-out", carried + "." + f.command}, f.args...), quiet))
				assert.Equal(t, made(t, own+"."+f.command), made(t, carried+"."+f.command), f.command)
				t.Logf("%s in %v", f.command, time.Since(began).Round(time.Second/10))
			}
		})
	}
	t.Run("embedded", func(t *testing.T) { same(t, newChurn(t, os.Args[0], 3)) })
	if *long {
		t.Run("external", func(t *testing.T) { same(t, newChurn(t, os.Args[0], 3).external()) })
	}
}

// external makes the hub a nats-server, built with the flags.
func (c *churn) external(flags ...string) *churn {
	c.Helper()
	dir := c.TempDir()
	binary := filepath.Join(dir, "nats-server")
	words := append(append([]string{"build", "-pgo=off"}, flags...), "-o", binary, "github.com/nats-io/nats-server/v2")
	if out, err := exec.Command("go", words...).CombinedOutput(); err != nil {
		c.Skipf("nats-server cannot be built here: %s", out)
	}
	for _, name := range []string{"owner.token", "worker.token"} {
		require.NoError(c, os.WriteFile(filepath.Join(dir, name), []byte("secret"), 0o600))
	}
	host, port, err := net.SplitHostPort(c.addr)
	require.NoError(c, err)
	config := filepath.Join(dir, "nats.conf")
	require.NoError(c, os.WriteFile(config, fmt.Appendf(nil, "listen: %q\nauthorization { token: secret }\njetstream { store_dir: %q, sync_interval: always }\nlog_file: %q\n",
		net.JoinHostPort(host, port), filepath.Join(c.disk, "store"), filepath.Join(dir, "log")), 0o600))
	c.keeper = []string{binary, "-c", config}
	c.folder = dir
	return c
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
	newChurn(t, os.Args[0], workers).external().run(units, kills)
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
	t.Run("embedded", func(t *testing.T) { newChurn(t, program, 3).run(10_000, 0) })
	t.Run("external", func(t *testing.T) { newChurn(t, program, 3).external("-overlay", overlay).run(10_000, 0) })
}

// TestFullDisk fills the disk of the hub: it goes on when there is room again. A nats-server is then started again.
func TestFullDisk(t *testing.T) {
	t.Run("embedded", func(t *testing.T) { fillDisk(t, newChurn(t, os.Args[0], 2), false) })
	if *long {
		t.Run("external", func(t *testing.T) { fillDisk(t, newChurn(t, os.Args[0], 2).external(), true) })
	}
}

func fillDisk(t *testing.T, c *churn, restart bool) {
	units, size := 1000, 8<<20
	if *long {
		units, size = 10_000, 32<<20
	}
	require.NoError(t, os.Mkdir(c.disk, 0o700))
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprint("size=", size), "none", c.disk).CombinedOutput(); err != nil {
		t.Skipf("no file system can be mounted here: %s", out)
	}
	t.Cleanup(func() { assert.NoError(t, exec.Command("umount", c.disk).Run()) })
	c.hub = c.start(c.keeper...)
	waitFor(t, c.addr)
	defer func() { end(c.hub) }()
	for range c.workers {
		w := c.start(c.program, "process", "work", c.folder, c.addr)
		defer end(w)
	}
	filler, emptied := filepath.Join(c.disk, "filler"), make(chan error, 1)
	n, j := 0, squareJob(t, "full", units)
	began := time.Now()
	for result, err := range (&asker{link: at(c.folder, c.addr, "owner"), log: os.Stderr}).results(t.Context(), j, 0) {
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint(n*n), string(result))
		if n++; n == 10 { // early: workers may be far ahead of this process
			assert.ErrorContains(t, os.WriteFile(filler, make([]byte, size), 0o600), "no space left")
			time.AfterFunc(3*time.Second, func() {
				err := os.Remove(filler)
				if restart {
					end(c.hub)
					c.hub = c.start(c.keeper...)
				}
				emptied <- err
			})
		}
	}
	assert.Equal(t, j.Units, n)
	assert.NoError(t, <-emptied)
	t.Logf("%d units in %v", n, time.Since(began).Round(time.Second/10))
}
