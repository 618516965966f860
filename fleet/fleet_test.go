package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/internal/unit"
	"chuhe/lab/selfplay"
	"chuhe/lab/tune/spsa"
	"chuhe/lang"
	"chuhe/tools/annotate"
	"chuhe/tools/match"
	"chuhe/tools/puzzle"
)

var long = flag.Bool("long", false, "10,000 units under churn")

// TestMain lets the test binary be an engine, or a hub or a worker that can be killed.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == match.EngineWord {
		command.Main(program())
	}
	if len(os.Args) > 3 && os.Args[1] == "process" {
		ctx := context.Background()
		folder, addr := os.Args[3], os.Args[4]
		var err error
		switch os.Args[2] {
		case "hub":
			err = (&hub{store: folder, addr: addr}).run(ctx, io.Discard, os.Stderr)
		case "work":
			err = worker(folder, addr, fmt.Sprint(os.Getpid())).run(ctx)
		case "work on files":
			w := fileWorker(folder, addr, fmt.Sprint(os.Getpid()))
			for name, kind := range w.kinds {
				w.kinds[name] = mortal(kind)
			}
			err = w.run(ctx)
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// testBuild is the build of the jobs of tests.
const testBuild = "test"

func worker(folder, addr, name string) *work {
	return &work{
		link: at(folder, addr, "worker"), name: name, threads: 2, log: &bytes.Buffer{}, build: testBuild,
		kinds: map[string]unit.Kind{"squares": squares},
	}
}

// fileWorker does units of the commands that make files.
func fileWorker(folder, addr, name string) *work {
	w := worker(folder, addr, name)
	w.build, w.kinds, w.threads = "", kinds(), 1
	return w
}

func at(folder, addr, user string) link {
	return link{url: "nats://" + addr, tokenFile: filepath.Join(folder, user+".token"), ackWait: 2 * time.Second}
}

// squares is a kind of jobs whose unit n has the result n*n and takes a few milliseconds.
func squares(*unit.Recipe, map[string][]byte) (func() (unit.Worker, error), error) {
	return func() (unit.Worker, error) { return square(0), nil }, nil
}

// square is a worker whose results are too large by a number.
type square int

func (s square) Do(ctx context.Context, n int) ([]byte, error) {
	pause(ctx, time.Duration(rand.IntN(10))*time.Millisecond)
	if n == 13_013 {
		return nil, errors.New("bad luck")
	}
	return fmt.Append(nil, n*n+int(s)), nil
}
func (square) Close() {}

func squareJob(t testing.TB, name string, units int) *unit.Job {
	t.Helper()
	j, err := unit.New("squares", testBuild, true, name, map[string][]byte{"file": []byte("content")})
	require.NoError(t, err)
	j.Units, j.Kind = units, squares
	return j
}

// newHub starts a hub and returns its folder and address.
func newHub(t testing.TB) (folder, addr string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "jobs")
	s, err := (&hub{store: folder, addr: "127.0.0.1:0"}).start()
	require.NoError(t, err)
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return folder, s.Addr().String()
}

// employ runs workers until the test ends.
func employ(t testing.TB, all ...*work) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	for _, w := range all {
		group.Go(func() { assert.ErrorIs(t, w.run(ctx), context.Canceled) })
	}
	t.Cleanup(func() { cancel(); group.Wait() })
}

// asked returns the results of a job, which must be the squares.
func asked(t *testing.T, a *asker, j *unit.Job) error {
	t.Helper()
	n := 0
	for result, err := range a.results(t.Context(), j, 0) {
		if err != nil {
			return err
		}
		require.Equal(t, fmt.Sprint(n*n), string(result))
		n++
	}
	require.Equal(t, j.Units, n)
	return nil
}

// TestFiles asserts that commands whose units workers do make the files that one machine makes.
func TestFiles(t *testing.T) {
	h := &hub{store: filepath.Join(t.TempDir(), "jobs"), addr: "127.0.0.1:0", threads: 2}
	s, err := h.start()
	require.NoError(t, err)
	defer s.Shutdown()
	employ(t, h.work(s, os.Stderr))
	folder, addr := h.store, s.Addr().String()
	dir := t.TempDir()
	game := filepath.Join(dir, "in.pgn")
	require.NoError(t, os.WriteFile(game, []byte("[Red \"a\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 *\n\n[Red \"b\"]\n\n1. h2e2 b9c7 *\n"), 0o666))
	for name, args := range map[string][]string{
		"datagen":      {"-games", "100", "-nodes", "20", "-hash", "1", "-maxplies", "10", "-balance", "2000", "-evalfile", "classical"},
		"annotate":     {"-nodes", "1000", "-hash", "1", "-to", "pgn", game},
		"puzzles make": {"-nodes", "2000", game},
		"tune":         {"-iterations", "7", "-batch", "3", "-rate", "0.5", "-nodes", "100", "-hash", "1", "-cut", "20", "-params", "LMR*", "-evalfile", "classical"},
	} {
		p := program()
		carried, own, to := filepath.Join(dir, name+"-fleet"), filepath.Join(dir, name), "-out"
		if name == "tune" {
			to = "-state"
		}
		streams := command.Streams{Out: &bytes.Buffer{}, Err: &bytes.Buffer{}, Lang: lang.English}
		words := append(strings.Fields(name), to, carried, "-hub", "nats://"+addr, "-token-file", filepath.Join(folder, "owner.token"), "-check", "1")
		require.NoError(t, p.Execute(t.Context(), append(words, args...), streams), streams.Err)
		require.NoError(t, overs[name](nil).Execute(t.Context(), append([]string{to, own}, args...), streams))
		assert.Equal(t, made(t, own), made(t, carried), name)
	}
}

// made returns a file without the time that it took.
func made(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return regexp.MustCompile(`"Spent": \d+`).ReplaceAllString(string(text), "")
}

// overs make commands whose units a carrier has done; nil is one machine alone.
var overs = map[string]func(unit.Carrier) *command.Command{
	"datagen": selfplay.Over, "annotate": annotate.Over, "puzzles make": puzzle.Over, "tune": spsa.Over,
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

func waitFor(t *testing.T, addr string) {
	t.Helper()
	require.Eventually(t, func() bool { return answers(addr) }, 20*time.Second, 50*time.Millisecond)
}

func answers(addr string) bool {
	c, err := net.Dial("tcp", addr)
	if err == nil {
		c.Close()
	}
	return err == nil
}

// TestImpostor asserts that wrong results are found and made again.
func TestImpostor(t *testing.T) {
	folder, addr := newHub(t)
	bad := worker(folder, addr, "impostor")
	bad.kinds["squares"] = func(*unit.Recipe, map[string][]byte) (func() (unit.Worker, error), error) {
		return func() (unit.Worker, error) { return square(1), nil }, nil
	}
	employ(t, bad)
	log, done := &locked{}, make(chan error)
	go func() {
		done <- asked(t, &asker{link: at(folder, addr, "owner"), check: 1, log: log}, squareJob(t, "impostor", 60))
	}()
	require.Eventually(t, func() bool {
		return strings.Contains(log.String(), "worker impostor is barred and still sends results, end it: 1 refused")
	}, 20*time.Second, 10*time.Millisecond)
	employ(t, worker(folder, addr, "honest"))
	require.NoError(t, <-done)
	assert.Contains(t, log.String(), "of worker impostor is wrong")
}

// TestSampled asserts that one of each 1/check units is computed again, and that each job draws its own.
func TestSampled(t *testing.T) {
	drawn := func(check float64, secret uint64) (all []int) {
		b := &batch{asker: &asker{check: check}, secret: secret}
		for i := range 10_000 {
			if b.sampled(i) {
				all = append(all, i)
			}
		}
		return all
	}
	assert.Empty(t, drawn(0, 1))
	assert.Len(t, drawn(1, 1), 10_000)
	one, other := drawn(.02, 1), drawn(.02, 2)
	require.Len(t, one, 200)
	for i, index := range one {
		assert.Equal(t, i, index/50, "one of each 50")
	}
	assert.NotEqual(t, one, other)
	assert.InDelta(t, 3000, len(drawn(.3, 1)), 1)
	assert.InDelta(t, 9000, len(drawn(.9, 1)), 1)
}

// TestPoison asserts that a unit that always fails is reported, and the others are done.
func TestPoison(t *testing.T) {
	folder, addr := newHub(t)
	employ(t, worker(folder, addr, "a"))
	j := squareJob(t, "poison", 13_020)
	n := 13_000
	var failure error
	for _, err := range (&asker{link: at(folder, addr, "owner"), log: os.Stderr}).results(t.Context(), j, n) {
		if failure = err; err == nil {
			n++
		}
	}
	assert.Equal(t, 13_013, n)
	assert.ErrorContains(t, failure, "1 unit failed 3 times or more, and all others are done: 13013; unit 13013: a: bad luck")
}

// TestStuck asserts that a unit that always fails is reported too where others may not be offered before it is done, and
// not before all that may are.
func TestStuck(t *testing.T) {
	b := (&asker{}).batch(squareJob(t, "stuck", 3*ahead), 5)
	for range tries {
		for _, i := range []int{5, 6, 8} {
			b.failed[i] = append(b.failed[i], failure{"a", "bad luck"})
		}
	}
	for b.next < b.wanted+ahead {
		require.NoError(t, b.stuck(), "more can be offered")
		b.have[b.next] = &jetstream.RawStreamMsg{}
		b.next++
	}
	delete(b.have, 5)
	delete(b.have, 6) // unit 8 has had better luck
	delete(b.have, 17)
	assert.NoError(t, b.stuck(), "unit 17 may come")
	b.have[17] = &jetstream.RawStreamMsg{}
	assert.ErrorContains(t, b.stuck(), fmt.Sprintf("2 units failed 3 times or more, and the others up to %d are done: 5-6; unit 5: a: bad luck", 4+ahead))
	b.have[5] = &jetstream.RawStreamMsg{}
	assert.NoError(t, b.stuck(), "it has a result that is computed again")
}

// TestOtherBuild asserts that a worker of another build gets no unit and says which is wanted.
func TestOtherBuild(t *testing.T) {
	folder, addr := newHub(t)
	log := &locked{}
	other := worker(folder, addr, "other")
	other.build, other.log = "other", log
	employ(t, other)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for ctx.Err() == nil && !strings.Contains(log.String(), "refused") {
			pause(ctx, 50*time.Millisecond)
		}
		cancel()
	}()
	for range (&asker{link: at(folder, addr, "owner"), log: os.Stderr}).results(ctx, squareJob(t, "build", 3), 0) {
	}
	assert.Contains(t, log.String(), "refused a job: this program has the search other, and the job wants a build with the search test")
}

// locked is a buffer for several goroutines.
type locked struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// TestStranger asserts that who has the port but no token can do nothing, and that who has
// the token of a worker cannot ask for work, nor read or remove the work of others.
func TestStranger(t *testing.T) {
	folder, addr := newHub(t)
	_, err := nats.Connect("nats://" + addr)
	assert.ErrorIs(t, err, nats.ErrAuthorization)
	_, err = nats.Connect("nats://"+addr, nats.UserInfo("owner", ""))
	assert.ErrorIs(t, err, nats.ErrAuthorization)
	_, err = nats.Connect("nats://"+addr, nats.Token("worker"))
	assert.ErrorIs(t, err, nats.ErrAuthorization)

	owner := at(folder, addr, "owner")
	nc, js, err := owner.connect("owner")
	require.NoError(t, err)
	defer nc.Close()
	require.NoError(t, owner.prepare(t.Context(), js, testBuild))
	_, err = js.Publish(t.Context(), "result.job.0", []byte("0"))
	require.NoError(t, err)

	limited := at(folder, addr, "worker")
	nc, js, err = limited.connect("worker")
	require.NoError(t, err)
	defer nc.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	_, err = js.Publish(ctx, "unit.test.job.0", nil)
	assert.Error(t, err)
	assert.Error(t, js.DeleteStream(ctx, resultStream))
	_, err = js.CreateStream(ctx, jetstream.StreamConfig{Name: "MINE", Subjects: []string{"mine"}})
	assert.Error(t, err)
	_, err = js.Publish(t.Context(), "result.job.0", []byte("1"))
	assert.True(t, isTaken(err), "the first result stays: %v", err)
}

// TestAwait asserts that workers and commands wait for the hub and for their tokens, and say so, but that
// a token that the hub refuses is an error.
func TestAwait(t *testing.T) {
	folder, addr := filepath.Join(t.TempDir(), "jobs"), freeAddress(t)
	var logs [2]locked
	early := worker(folder, addr, "early")
	early.log = &logs[0]
	employ(t, early)
	done := make(chan error)
	go func() {
		done <- asked(t, &asker{link: at(folder, addr, "owner"), log: &logs[1]}, squareJob(t, "await", 3))
	}()
	say := func(text string) {
		t.Helper()
		for i := range logs {
			require.Eventually(t, func() bool { return strings.Contains(logs[i].String(), text) }, 20*time.Second, 20*time.Millisecond, "%s", &logs[i])
		}
	}
	say(".token: no such file")
	h := &hub{store: folder, addr: addr}
	_, err := h.users()
	require.NoError(t, err)
	say("waiting for the hub, trying every second: the hub at nats://" + addr + ": nats: no servers available")
	s, err := h.start()
	require.NoError(t, err)
	defer s.Shutdown()
	require.NoError(t, <-done)
	for i := range logs {
		assert.Equal(t, 2, strings.Count(logs[i].String(), "waiting"), "once for each reason: %s", &logs[i])
	}

	stranger := worker(t.TempDir(), addr, "stranger")
	require.NoError(t, os.WriteFile(stranger.tokenFile, []byte("worker:of another hub"), 0o600))
	assert.ErrorIs(t, stranger.run(t.Context()), nats.ErrAuthorization)
	stranger.ca = filepath.Join(t.TempDir(), "none.pem")
	assert.ErrorIs(t, stranger.run(t.Context()), command.ErrInput)
	stranger.ca, stranger.tokenFile = "", t.TempDir()
	assert.ErrorIs(t, stranger.run(t.Context()), command.ErrInput)
}

func TestHub(t *testing.T) {
	for addr, want := range map[string]string{
		"0.0.0.0:0": "others on the net could read the tokens", "nonsense": "missing port", "127.0.0.1:x": "the port is no number",
	} {
		_, err := (&hub{store: t.TempDir(), addr: addr}).start()
		assert.ErrorContains(t, err, want)
		assert.ErrorIs(t, err, command.ErrInput)
	}
	_, err := (&hub{store: t.TempDir(), addr: "127.0.0.1:0", key: "key"}).start()
	assert.ErrorContains(t, err, "-cert and -key: want both")
	folder, addr := newHub(t)
	info, err := os.Stat(filepath.Join(folder, "owner.token"))
	require.NoError(t, err)
	assert.Zero(t, info.Mode()&0o077)
	_, err = (&hub{store: t.TempDir(), addr: addr}).start()
	assert.ErrorContains(t, err, "address already in use")

	h := &hub{store: t.TempDir(), addr: "127.0.0.1:0"}
	held, err := h.hold()
	require.NoError(t, err)
	assert.ErrorContains(t, h.run(t.Context(), io.Discard, io.Discard), "another hub works in it")
	require.NoError(t, held.Close())
}

func TestHours(t *testing.T) {
	noon, night := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC), time.Date(2026, 1, 1, 23, 0, 0, 0, time.UTC)
	var h hours
	assert.True(t, h.now(noon))
	require.NoError(t, h.Set("22-7"))
	assert.False(t, h.now(noon))
	assert.True(t, h.now(night))
	require.NoError(t, h.Set("8-18"))
	assert.True(t, h.now(noon))
	assert.False(t, h.now(night))
	require.NoError(t, h.Set("24-7"))
	assert.Equal(t, hours{0, 7}, h, "24 is midnight on both sides")
	require.NoError(t, h.Set("22-24"))
	assert.Equal(t, hours{22, 0}, h)
	for _, bad := range []string{"", "8", "8-", "25-3", "3-25", "a-b", "-1-3"} {
		assert.EqualError(t, h.Set(bad), "want FROM-TO with hours from 0 to 24, such as 22-7", bad)
	}
}

// TestAddress refuses what can be no address of a hub: a worker would wait for it for ever.
func TestAddress(t *testing.T) {
	for _, good := range []string{"nats://127.0.0.1:4222", "tls://hub.example.org:4222", "hub.example.org", "hub:4222", "nats://[::1]:4222", "nats://a:1, nats://b:2", "wss://hub.example.org"} {
		var a address
		require.NoError(t, a.Set(good), good)
		assert.Equal(t, good, a.String())
	}
	for _, bad := range []string{"", "nats://", "http://hub", "nats://hub:port", "nats://hub:70000", "hub:70000", "nats://hub:0", "nats://a,", "nats:// hub"} {
		a := address("before")
		assert.EqualError(t, a.Set(bad), "want tls://HOST:PORT or nats://HOST:PORT, with a port from 1 to 65535", bad)
		assert.Equal(t, "before", a.String())
	}
}

// TestName refuses names of workers that would be cut where a result or a report has them, or missing, as
// with -name "$NAME" without such a variable.
func TestName(t *testing.T) {
	for name, quoted := range map[string]string{"": `""`, " \t": `""`, "a\nb": `"a\nb"`, "a\x00": `"a\x00"`} {
		err := (&work{name: name}).run(t.Context())
		assert.EqualError(t, err, "-name "+quoted+": want a name of one line")
		assert.ErrorIs(t, err, command.ErrInput)
	}
}

// TestToken asserts that the token of a worker asks for no work, and that the command says so at once; that a copy
// of the file may be as Windows writes it; and that the error about a wrong one names the file.
func TestToken(t *testing.T) {
	folder, addr := newHub(t)
	err := asked(t, &asker{link: at(folder, addr, "worker"), log: io.Discard}, squareJob(t, "token", 1))
	assert.ErrorContains(t, err, "worker.token may not ask for work")
	assert.ErrorIs(t, err, command.ErrInput)

	token, err := os.ReadFile(filepath.Join(folder, "worker.token"))
	require.NoError(t, err)
	text := strings.TrimSpace(string(token))
	var wide []byte
	for _, c := range text {
		wide = append(wide, byte(c), 0)
	}
	l := at(folder, addr, "worker")
	l.tokenFile = filepath.Join(t.TempDir(), "copy")
	for _, copied := range []string{text, text + " \r\n", "\ufeff" + text + "\n", "\xff\xfe" + string(wide)} {
		require.NoError(t, os.WriteFile(l.tokenFile, []byte(copied), 0o600))
		nc, _, err := l.connect("copied")
		require.NoError(t, err, "%q", copied)
		nc.Close()
	}
	require.NoError(t, os.WriteFile(l.tokenFile, []byte("worker:another\n"), 0o600))
	_, _, err = l.connect("another")
	assert.ErrorContains(t, err, "-token-file: "+l.tokenFile+": the hub at nats://"+addr+" refuses it: ")
	assert.ErrorIs(t, err, command.ErrInput)
	require.NoError(t, os.WriteFile(l.tokenFile, []byte("SUAB\n"), 0o600))
	_, _, err = l.connect("seed")
	assert.ErrorContains(t, err, "-token-file: "+l.tokenFile+": nkeys: ")
	assert.ErrorIs(t, err, command.ErrInput)
}
