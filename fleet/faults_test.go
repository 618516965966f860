package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/unit"
)

// doing makes workers of a function.
func doing(do func(ctx context.Context, n int) ([]byte, error)) unit.Kind {
	return func(*unit.Recipe, map[string][]byte) (func() (unit.Worker, error), error) {
		return func() (unit.Worker, error) { return doer(do), nil }, nil
	}
}

type doer func(ctx context.Context, n int) ([]byte, error)

func (d doer) Do(ctx context.Context, n int) ([]byte, error) { return d(ctx, n) }
func (doer) Close()                                          {}

// TestTwice asserts that a command gets all results when another one, which asked for the same job, ends before.
func TestTwice(t *testing.T) {
	t.Parallel()
	folder, addr := newHub(t)
	employ(t, worker(folder, addr, "a"))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	results := func() (next func() ([]byte, error, bool), stop func()) {
		return iter.Pull2((&asker{link: at(folder, addr, "owner"), log: io.Discard}).results(ctx, squareJob(t, "twice", 1000), 0))
	}
	next, stop := results()
	defer stop()
	_, err, _ := next()
	require.NoError(t, err)
	other, leave := results()
	_, err, _ = other()
	require.NoError(t, err)
	leave()
	for n := 1; ; n++ {
		result, err, more := next()
		if !more {
			assert.Equal(t, 1000, n)
			return
		}
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint(n*n), string(result))
	}
}

// TestOpening asserts that a thread that opens a job, for which the hub may send large files, does not
// keep the others from sending what they have done.
func TestOpening(t *testing.T) {
	t.Parallel()
	folder, addr := newHub(t)
	begun, opening, opened := make(chan struct{}), make(chan struct{}), make(chan struct{})
	w := worker(folder, addr, "a")
	w.kinds["squares"] = doing(func(ctx context.Context, n int) ([]byte, error) {
		close(begun)
		select {
		case <-opening:
		case <-ctx.Done():
		}
		return []byte("0"), ctx.Err()
	})
	w.kinds["large"] = func(*unit.Recipe, map[string][]byte) (func() (unit.Worker, error), error) {
		close(opening)
		<-opened
		return squares(nil, nil)
	}
	employ(t, w)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ask := func(j *unit.Job) <-chan error {
		ended := make(chan error, 1)
		go func() {
			for result, err := range (&asker{link: at(folder, addr, "owner"), log: io.Discard}).results(ctx, j, 0) {
				if err == nil && string(result) != "0" {
					err = fmt.Errorf("result %q", result)
				}
				ended <- err
			}
		}()
		return ended
	}
	small, large := squareJob(t, "small", 1), squareJob(t, "large", 1)
	large.Command = "large"
	first := ask(small)
	<-begun
	second := ask(large)
	assert.NoError(t, <-first)
	close(opened)
	assert.NoError(t, <-second)
}

// TestBroken asserts that a machine which can do nothing does not end the job of the others, and is named.
func TestBroken(t *testing.T) {
	t.Parallel()
	folder, addr := newHub(t)
	broken := worker(folder, addr, "broken")
	broken.kinds["squares"] = doing(func(context.Context, int) ([]byte, error) { return nil, errors.New("no memory") })
	employ(t, broken, worker(folder, addr, "a"))
	log := &locked{}
	require.NoError(t, asked(t, &asker{link: at(folder, addr, "owner"), log: log}, squareJob(t, "broken", 500)))
	assert.Contains(t, log.String(), "failed at worker broken and is tried again: no memory")
}

// TestLate asserts that a late result that differs from the first is computed again by the one who asked, even where the
// first has been used, and that it is no fault where units vary.
func TestLate(t *testing.T) {
	t.Parallel()
	for _, exact := range []bool{true, false} {
		folder, addr := newHub(t)
		release := make(chan struct{})
		var tries atomic.Int32
		fickle := worker(folder, addr, "fickle")
		fickle.kinds["squares"] = doing(func(ctx context.Context, n int) ([]byte, error) {
			if n == 0 {
				return fmt.Append(nil, tries.Add(1)-1), nil
			}
			select {
			case <-release:
			case <-ctx.Done():
			}
			return []byte("1"), ctx.Err()
		})
		employ(t, fickle)
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		j, log := squareJob(t, "late", 2), &locked{}
		j.Exact = exact
		a := &asker{link: at(folder, addr, "owner"), log: log}
		next, stop := iter.Pull2(a.results(ctx, j, 0))
		defer stop()
		result, err, _ := next()
		require.NoError(t, err)
		require.Equal(t, "0", string(result))
		units, err := a.js.Stream(ctx, unitStream)
		require.NoError(t, err)
		waits := func() uint64 {
			info, err := units.Info(ctx, jetstream.WithSubjectFilter("unit.test."+j.ID()+".0"))
			require.NoError(t, err)
			return info.State.Subjects["unit.test."+j.ID()+".0"]
		}
		require.Eventually(t, func() bool { return waits() == 0 }, 10*time.Second, 10*time.Millisecond)
		_, err = a.js.Publish(ctx, "unit.test."+j.ID()+".0", nil)
		require.NoError(t, err)
		require.Eventually(t, func() bool { return waits() == 0 }, 10*time.Second, 10*time.Millisecond, "it is done once more")
		assert.EqualValues(t, 2, tries.Load())
		if exact {
			_, err, _ = next()
			assert.ErrorContains(t, err, "worker fickle sent a wrong result, and the output has others of it, units 0")
			assert.Contains(t, log.String(), "unit 0: worker fickle has another result than worker fickle")
			continue
		}
		close(release)
		result, err, _ = next()
		require.NoError(t, err)
		assert.Equal(t, "1", string(result))
		_, _, more := next()
		assert.False(t, more)
		assert.NotContains(t, log.String(), "another result")
		assert.NotContains(t, log.String(), "failed")
	}
}

// late is the report of a late result.
type late struct {
	jetstream.Msg
	header nats.Header
}

func (l late) Headers() nats.Header { return l.header }

// TestLateFirst lets the report of a late result arrive, and the unit be computed again, before the first result arrives,
// as where the hub has many results from an earlier run: the job ends all the same.
func TestLateFirst(t *testing.T) {
	t.Parallel()
	folder, addr := newHub(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	a := connected(t, at(folder, addr, "owner"))
	b := a.batch(squareJob(t, "late first", 1), 0)
	require.NoError(t, b.begin(ctx))
	sent(t, a.js, b.id, 0, "0", "honest")
	require.NoError(t, b.differs(ctx, 0, late{header: nats.Header{workerHeader: {"liar"}, firstHeader: {"1"}}}))
	b.checks.next(ctx)
	require.NoError(t, b.checked(ctx, <-b.checks.done))
	assert.True(t, b.barred["liar"])
	var got []string
	require.NoError(t, b.wait(ctx, func(result []byte) bool { got = append(got, string(result)); return true }))
	assert.Equal(t, []string{"0"}, got)
}

// TestOtherHub asserts that workers and commands end with an error when a hub with other tokens takes the place of theirs, and
// commands also when the hub has lost its work.
func TestOtherHub(t *testing.T) {
	t.Parallel()
	folder, addr := filepath.Join(t.TempDir(), "jobs"), freeAddress(t)
	h := &hub{store: folder, addr: addr}
	s, err := h.start()
	require.NoError(t, err)
	w := worker(folder, addr, "a")
	w.log = io.Discard
	ended := make(chan error, 2)
	go func() { ended <- w.run(t.Context()) }()
	ask := func(name string) {
		for _, err := range (&asker{link: at(folder, addr, "owner"), log: io.Discard}).results(t.Context(), squareJob(t, name, 1_000_000), 0) {
			if err != nil {
				ended <- err
			}
		}
	}
	soon := func() error {
		select {
		case err := <-ended:
			return err
		case <-time.After(20 * time.Second):
			t.Fatal("it does not end")
			return nil
		}
	}
	go ask("a")
	pause(t.Context(), time.Second)
	s.Shutdown()
	s.WaitForShutdown()
	require.NoError(t, os.RemoveAll(filepath.Join(folder, "jetstream")))
	s, err = h.start()
	require.NoError(t, err)
	assert.ErrorContains(t, soon(), "the hub has lost its folder")

	go ask("b")
	pause(t.Context(), time.Second)
	s.Shutdown()
	s.WaitForShutdown()
	s, err = (&hub{store: t.TempDir(), addr: addr}).start()
	require.NoError(t, err)
	defer s.Shutdown()
	for range 2 {
		err := soon()
		assert.ErrorContains(t, err, "a hub with another folder has other tokens")
		assert.ErrorIs(t, err, nats.ErrAuthorization)
	}
}

// connected returns an asker that is connected to the hub during the test.
func connected(t *testing.T, l link) *asker {
	a := &asker{link: l, log: io.Discard}
	var err error
	a.nc, a.js, err = a.await(t.Context(), "asker", a.log)
	require.NoError(t, err)
	t.Cleanup(a.nc.Close)
	return a
}

// sent stores a result of a unit on the hub, as a worker sends it.
func sent(t *testing.T, js jetstream.JetStream, job string, index int, result, worker string) {
	_, err := js.PublishMsg(t.Context(), &nats.Msg{
		Subject: fmt.Sprintf("result.%s.%d", job, index), Data: []byte(result), Header: nats.Header{workerHeader: {worker}},
	})
	require.NoError(t, err)
}

// assertHonest asserts that of the results of units, each by one of the workers, the hub has those of
// the worker "honest" alone.
func assertHonest(t *testing.T, b *batch, by []string) {
	t.Helper()
	for i, name := range by {
		m, err := b.kept(t.Context(), b.id, i)
		require.NoError(t, err)
		assert.Equal(t, name == "honest", m != nil, i)
	}
}

// liedTo returns the owner of a hub and a job of three units, of which the hub has wrong results
// of the worker "liar" for some. An honest worker is there now.
func liedTo(t *testing.T, name string, wrong ...int) (link, *unit.Job) {
	folder, addr := newHub(t)
	owner, j := at(folder, addr, "owner"), squareJob(t, name, 3)
	nc, js, err := owner.connect("owner")
	require.NoError(t, err)
	defer nc.Close()
	require.NoError(t, owner.prepare(t.Context(), js, testBuild))
	for _, index := range wrong {
		sent(t, js, j.ID(), index, "nonsense", "liar")
	}
	employ(t, worker(folder, addr, "honest"))
	return owner, j
}

// TestStored asserts that a wrong result that the hub has from an earlier command is found by -check 1 and made again.
func TestStored(t *testing.T) {
	t.Parallel()
	owner, j := liedTo(t, "stored", 1)
	log := &locked{}
	require.NoError(t, asked(t, &asker{link: owner, check: 1, log: log}, j))
	assert.Contains(t, log.String(), "unit 1 of worker liar is wrong")
}

// TestBarredWhileAway bars a worker while the hub does not answer: its results are removed when it does, or
// the next command would take them.
func TestBarredWhileAway(t *testing.T) {
	t.Parallel()
	folder, addr := newHub(t)
	l := newLane(t, addr, 0)
	owner := at(folder, l.Addr().String(), "owner")
	owner.ping = 500 * time.Millisecond
	ctx := t.Context() // without a deadline, as commands have it
	a := connected(t, owner)
	b := a.batch(squareJob(t, "barred", 1), 0)
	require.NoError(t, b.begin(ctx))
	sent(t, a.js, b.id, 0, "1", "liar")
	b.past[0] = "liar"

	l.age.Add(1)
	time.AfterFunc(6*time.Second, func() { l.age.Add(1) }) // longer than a question waits
	assert.ErrorContains(t, b.bar(ctx, "liar"), "worker liar sent a wrong result, and the output has others of it, units 0")
	_, err := b.results.GetLastMsgForSubject(ctx, "result."+b.id+".0")
	assert.ErrorIs(t, err, jetstream.ErrMsgNotFound)
}

// TestBarredBefore continues a command whose earlier run has used a result of a worker that is found to be wrong
// only now: the result is named and removed.
func TestBarredBefore(t *testing.T) {
	t.Parallel()
	owner, j := liedTo(t, "before", 0, 2)
	var got []string
	var failure error
	for result, err := range (&asker{link: owner, check: 1, log: io.Discard}).results(t.Context(), j, 1) {
		if failure = err; err == nil {
			got = append(got, string(result))
		}
	}
	assert.ErrorContains(t, failure, "worker liar sent a wrong result, and the output has others of it, units 0: remove the output")
	assert.NotContains(t, got, "nonsense")
	require.NoError(t, asked(t, &asker{link: owner, log: io.Discard}, j), "made again from the first on")
}

// TestBarredUsed continues a command whose earlier run has used a result of a worker that is barred
// already.
func TestBarredUsed(t *testing.T) {
	t.Parallel()
	owner, j := liedTo(t, "used before", 0)
	a := &asker{link: owner, log: io.Discard, barred: map[string]bool{"liar": true}}
	var failure error
	for _, err := range a.results(t.Context(), j, 1) {
		failure = err
	}
	assert.ErrorContains(t, failure, "worker liar sent a wrong result, and the output has others of it, units 0: remove the output")
	require.NoError(t, asked(t, &asker{link: owner, log: io.Discard}, j), "made again from the first on")
}

// TestBarredStored bars a worker of which the hub has results that have not arrived here: they are removed as
// well, or the next command would take them, and those that an earlier run has used are named.
func TestBarredStored(t *testing.T) {
	t.Parallel()
	folder, addr := newHub(t)
	ctx := t.Context()
	a := connected(t, at(folder, addr, "owner"))
	b := a.batch(squareJob(t, "stored", 6), 3)
	require.NoError(t, b.begin(ctx))
	by := []string{"liar", "liar", "honest", "liar", "honest", "liar"}
	for i, name := range by {
		sent(t, a.js, b.id, i, "1", name)
	}
	b.past[1] = "liar"
	assert.ErrorContains(t, b.bar(ctx, "liar"), "worker liar sent a wrong result, and the output has others of it, units 0-1: remove")
	assertHonest(t, b, by)
}

// TestBarredEnd asserts that the end of a command removes a result that a worker sent after it was barred and that
// has not arrived here.
func TestBarredEnd(t *testing.T) {
	t.Parallel()
	folder, addr := newHub(t)
	ctx := t.Context()
	a := connected(t, at(folder, addr, "owner"))
	b := a.batch(squareJob(t, "end", 2), 0)
	require.NoError(t, b.begin(ctx))
	require.NoError(t, b.bar(ctx, "liar"))
	by := []string{"liar", "honest"}
	for i, name := range by {
		sent(t, a.js, b.id, i, "1", name)
	}
	b.end()
	assertHonest(t, b, by)
}

// TestBarredInterrupted bars a worker when the command was interrupted: the results of the worker that have not
// arrived here are removed as well, or the next command would take them.
func TestBarredInterrupted(t *testing.T) {
	t.Parallel()
	folder, addr := newHub(t)
	a := connected(t, at(folder, addr, "owner"))
	b := a.batch(squareJob(t, "interrupted", 4), 0)
	require.NoError(t, b.prepare(t.Context(), a.js, testBuild))
	by := []string{"liar", "honest", "liar", "honest"}
	for i, name := range by {
		sent(t, a.js, b.id, i, "1", name)
	}
	require.NoError(t, b.begin(t.Context()))
	require.NoError(t, b.offer(t.Context()))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.NoError(t, b.bar(ctx, "liar"))
	queue, err := b.queued(t.Context())
	require.NoError(t, err)
	assertHonest(t, b, by)
	for i, name := range by {
		assert.Equal(t, name == "liar", queue.State.Subjects[b.subject(fmt.Sprint(i))] == 1, "unit %d is offered again", i)
	}
}

// TestPanic asserts that a panic is an error of the unit, and that the worker of the unit is closed.
func TestPanic(t *testing.T) {
	t.Parallel()
	folder, addr := newHub(t)
	w := worker(folder, addr, "a")
	w.threads = 1
	var opened, closed atomic.Int32
	w.kinds["squares"] = func(*unit.Recipe, map[string][]byte) (func() (unit.Worker, error), error) {
		return func() (unit.Worker, error) { return fragile{opened.Add(1) == 1, &closed}, nil }, nil
	}
	employ(t, w)
	log := &locked{}
	require.NoError(t, asked(t, &asker{link: at(folder, addr, "owner"), log: log}, squareJob(t, "panic", 3)))
	assert.Contains(t, log.String(), "failed at worker a and is tried again: panic: broken")
	assert.EqualValues(t, 2, opened.Load())
	assert.EqualValues(t, 1, closed.Load(), "the one that broke")
}

// fragile is a worker that counts how often it is closed; a broken one panics.
type fragile struct {
	broken bool
	closed *atomic.Int32
}

func (f fragile) Do(_ context.Context, n int) ([]byte, error) {
	if f.broken {
		panic("broken")
	}
	return fmt.Append(nil, n*n), nil
}

func (f fragile) Close() { f.closed.Add(1) }

// TestIndexOf asserts that a unit has one subject: with another, a worker could send a result beside
// the first one.
func TestIndexOf(t *testing.T) {
	for subject, want := range map[string]int{"result.job.0": 0, "result.job.7": 7, "result.job.12": 12} {
		index, ok := indexOf(subject)
		assert.True(t, ok, subject)
		assert.Equal(t, want, index)
	}
	for _, subject := range []string{"result.job.007", "result.job.+7", "result.job.-7", "result.job.", "result.job.x", "result.job.9999999999999999999"} {
		_, ok := indexOf(subject)
		assert.False(t, ok, subject)
	}
	_, index, job, ok := place("unit.build.job.7")
	assert.True(t, ok)
	assert.Equal(t, "job", job)
	assert.Equal(t, 7, index)
	_, _, _, ok = place("unit.build.job.07")
	assert.False(t, ok)
}

// TestBarredLater asserts that a worker that was barred in a job of a command is barred in the next, and that results
// of it that jobs before have used are named and removed.
func TestBarredLater(t *testing.T) {
	t.Parallel()
	folder, addr := newHub(t)
	bad := worker(folder, addr, "impostor")
	bad.kinds["squares"] = doing(func(context.Context, int) ([]byte, error) { return []byte("nonsense"), nil })
	employ(t, bad, worker(folder, addr, "honest"))
	a := &asker{link: at(folder, addr, "owner"), check: 1, log: io.Discard}
	require.NoError(t, asked(t, a, squareJob(t, "one", 60)))
	require.True(t, a.barred["impostor"])
	a.check = 0
	require.NoError(t, asked(t, a, squareJob(t, "two", 60)))

	owner, j := liedTo(t, "used", 0, 2)
	a = &asker{link: owner, log: io.Discard}
	var got []string
	for result, err := range a.results(t.Context(), j, 0) {
		require.NoError(t, err)
		got = append(got, string(result))
	}
	require.Equal(t, []string{"nonsense", "1", "nonsense"}, got)
	next := squareJob(t, "next", 3)
	sent(t, a.js, next.ID(), 1, "nonsense", "liar")
	a.check = 1
	assert.ErrorContains(t, asked(t, a, next), "worker liar sent a wrong result, and the output has others of it, some of 1 job before: remove the output")
	require.NoError(t, asked(t, &asker{link: owner, log: io.Discard}, j), "made again")
}
