package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"chuhe/internal/command"
	"chuhe/internal/unit"
	"chuhe/search"
)

const workHelp = `usage: fleet work [flags]

Does units of work until it is interrupted. It may be killed at any time: what it was doing goes to
another worker. It may be started before the hub, and waits for it. It runs nothing but its own code,
and refuses work for another build.

`

// work holds the values of the flags of a worker, and what its threads share.
type work struct {
	link
	name               string
	threads, nice, mem int
	hours              hours
	log                io.Writer
	kinds              map[string]unit.Kind

	build string // of this program, found by run
	js    jetstream.JetStream
	nc    *nats.Conn
	// called is sent to when somebody waits for units of the build.
	called chan struct{}

	mu     sync.Mutex
	job    string // the one opened last
	opened opening
	begun  map[*begun]bool
}

// opening makes workers for a job.
type opening struct {
	hire  func() (unit.Worker, error)
	exact bool // a unit has the same result every time
}

// begun is a unit that is being done; leave ends it.
type begun struct {
	job   string
	leave context.CancelFunc
}

// begin returns the context of a unit of a job, which is done when the job has ended. The
// caller calls the function when the unit is done.
func (w *work) begin(ctx context.Context, job string) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	u := &begun{job, cancel}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begun[u] = true
	return ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.begun, u)
		cancel()
	}
}

// leave ends the units of a job that are being done.
func (w *work) leave(job string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for u := range w.begun {
		if u.job == job {
			u.leave()
		}
	}
}

func workCommand() *command.Command {
	w := &work{threads: runtime.GOMAXPROCS(0), kinds: kinds()}
	return &command.Command{
		Name: "work", Summary: "do units of work", Help: workHelp,
		Flags: func(f *flagSet) {
			w.define(f, "worker.token")
			host, _ := os.Hostname()
			f.StringVar(&w.name, "name", host+"-"+strings.ToLower(rand.Text()[:4]), "`name` of the worker in reports")
			command.Range(f, &w.threads, "threads", 1, 1024, "`units` to do at a time")
			command.Range(f, &w.nice, "nice", 0, 19, "`priority` to give way by, 19 to everything")
			command.Range(f, &w.mem, "memory", 0, 1<<24, "`MiB` that the program tries not to exceed, 0 for no limit; the engines of matches are programs of their own")
			f.Var(&w.hours, "hours", "`FROM-TO` hours of the day in which to take units, such as 22-7")
		},
		Run: func(ctx context.Context, _ []string, s command.Streams) error {
			w.log = s.Err
			return w.run(ctx)
		},
	}
}

// run does units until ctx is done.
func (w *work) run(ctx context.Context) (err error) {
	if w.mem > 0 {
		debug.SetMemoryLimit(int64(w.mem) << 20)
	}
	if err := lowerPriority(w.nice); err != nil {
		return fmt.Errorf("-nice: %w", err)
	}
	if w.build == "" {
		if w.build, err = search.Signature(); err != nil {
			return err
		}
	}
	if w.nc, w.js, err = w.await(ctx, w.name, w.log); err != nil {
		return err
	}
	defer w.nc.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w.nc.SetClosedHandler(func(nc *nats.Conn) { cancel(w.closed(nc)) })
	var once sync.Once
	w.called = make(chan struct{}, 1)
	if _, err := w.nc.Subscribe(wanted, func(m *nats.Msg) {
		if build := string(m.Data); build != w.build {
			once.Do(func() { fmt.Fprintln(w.log, "fleet work: refused a job:", unit.BuildError{Has: w.build, Want: build}) })
			return
		}
		select {
		case w.called <- struct{}{}:
		default:
		}
	}); err != nil {
		return err
	}
	w.begun = map[*begun]bool{}
	if _, err := w.nc.Subscribe(ended, func(m *nats.Msg) { w.leave(string(m.Data)) }); err != nil {
		return err
	}
	fmt.Fprintf(w.log, "fleet work: %s, %d at a time, search %s\n", w.name, w.threads, w.build)
	if !w.hours.now(time.Now()) {
		fmt.Fprintln(w.log, "fleet work: it is outside the hours", &w.hours, "and takes no units yet")
	}
	units, err := w.units(ctx)
	if err != nil {
		return err
	}
	var group sync.WaitGroup
	for range w.threads {
		group.Go(func() {
			t := thread{work: w}
			defer t.close()
			defer t.sending.Wait()
			t.run(ctx, units)
		})
	}
	group.Wait()
	return context.Cause(ctx)
}

// units returns the queue of the build. The hub has none before somebody asks for a unit of the build,
// who then calls workers every two seconds.
func (w *work) units(ctx context.Context) (jetstream.Consumer, error) {
	for {
		if c, err := w.js.Consumer(ctx, unitStream, w.build); err == nil {
			return c, nil
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-w.called:
		}
	}
}

// open returns what makes workers for a job.
func (w *work) open(ctx context.Context, id string) (o opening, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.job == id {
		return w.opened, nil
	}
	recipe, contents, err := fetch(ctx, w.js, id)
	if err != nil {
		return o, err
	}
	kind := w.kinds[recipe.Command]
	if kind == nil {
		return o, fmt.Errorf("%q is no command that this program carries", recipe.Command)
	}
	if o.hire, err = kind(recipe, contents); err != nil {
		return o, err
	}
	o.exact = recipe.Exact
	w.job, w.opened = id, o
	return o, nil
}

// thread does one unit at a time, while the result of the one before is being stored.
type thread struct {
	*work
	id      string
	exact   bool        // of that job
	worker  unit.Worker // of that job
	failed  int         // units in a row
	sending sync.WaitGroup
}

func (t *thread) close() {
	if t.worker != nil {
		t.worker.Close()
		t.worker = nil
	}
}

// run takes units. Every error means to try again: the hub may be away.
func (t *thread) run(ctx context.Context, units jetstream.Consumer) {
	for ctx.Err() == nil {
		if !t.hours.now(time.Now()) {
			pause(ctx, time.Minute)
			continue
		}
		batch, err := units.Fetch(1, jetstream.FetchMaxWait(2*time.Second))
		if err == nil {
			for m := range batch.Messages() {
				t.take(ctx, m)
				if t.failed > 0 { // others may have better luck
					pause(ctx, min(time.Second<<min(t.failed-1, 10), time.Minute))
				}
			}
			err = batch.Error()
		}
		if err != nil && !errors.Is(err, nats.ErrTimeout) {
			pause(ctx, 200*time.Millisecond)
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// most is how often a unit is taken without a result before it counts as failed: it may end the
// program. The hub counts workers that vanish, and those that are interrupted and give it back.
const most = 10

// delivery is a unit that the hub has given to a thread.
type delivery struct {
	jetstream.Msg
	job   string
	index int
	exact bool // it has the same result every time
}

// subject returns the subject of what a worker says of a unit: its result, or a kind of report.
func (u *delivery) subject(kind string) string { return fmt.Sprintf("%s.%s.%d", kind, u.job, u.index) }

// take does a unit, sends its result and only then acknowledges it. It sends while the thread
// does the next unit, at most one result at a time, so that the hub's disk costs no time.
func (t *thread) take(ctx context.Context, m jetstream.Msg) {
	_, index, job, ok := place(m.Subject())
	meta, err := m.Metadata()
	if !ok || err != nil {
		m.Term()
		return
	}
	stop := t.hold(ctx, m)
	report := t.try(ctx, &delivery{Msg: m, job: job, index: index}, meta.NumDelivered)
	t.sending.Wait()
	t.sending.Go(func() {
		defer stop()
		report()
	})
}

// try does a unit, which the hub has given out a number of times, and returns the function that
// reports its result or failure.
func (t *thread) try(ctx context.Context, u *delivery, times uint64) (report func()) {
	failure := func(reason error) func() {
		t.failed++
		return func() { t.fail(ctx, u, reason) }
	}
	if times > most {
		return failure(fmt.Errorf("taken %d times without a result: it may end the program", most))
	}
	doing, done := t.begin(ctx, u.job)
	defer done()
	result, err := t.do(doing, u.job, u.index)
	switch {
	case ctx.Err() != nil:
		return func() { u.Nak() } // another worker takes it at once
	case doing.Err() != nil:
		return func() { u.Term() } // the job has ended
	case err != nil:
		return failure(err)
	case int64(len(result)) > t.nc.MaxPayload()-1024:
		return failure(fmt.Errorf("a result of %d bytes, and the hub takes %d", len(result), t.nc.MaxPayload()))
	}
	t.failed = 0
	u.exact = t.exact
	return func() { t.send(ctx, u, result) }
}

// hold tells the hub again and again that the unit is being done.
func (t *thread) hold(ctx context.Context, m jetstream.Msg) context.CancelFunc {
	ctx, stop := context.WithCancel(ctx)
	go func() {
		for ctx.Err() == nil {
			pause(ctx, cmp.Or(t.ackWait, ackWait)/4)
			if ctx.Err() == nil {
				m.InProgress()
			}
		}
	}()
	return stop
}

// do does a unit of a job. A panic is an error of the unit.
func (t *thread) do(ctx context.Context, job string, index int) (result []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
			t.id = ""
			t.close() // its engines, and their files
		}
	}()
	if t.id != job {
		o, err := t.open(ctx, job)
		if err != nil {
			return nil, err
		}
		t.close()
		if t.worker, err = o.hire(); err != nil {
			t.worker, t.id = nil, ""
			return nil, err
		}
		t.id, t.exact = job, o.exact
	}
	return t.worker.Do(ctx, index)
}

// send stores a result and acknowledges the unit. Where the unit has a result already, the
// late one must equal it, unless units of the job vary.
func (t *thread) send(ctx context.Context, u *delivery, result []byte) {
	err := t.publish(ctx, u.subject("result"), nats.Header{}, result)
	if isTaken(err) && u.exact {
		var first *jetstream.RawStreamMsg
		err = retry(ctx, func() (err error) {
			first, err = t.results(ctx, u.subject("result"))
			return err
		})
		if err == nil && !bytes.Equal(first.Data, result) {
			err = t.publish(ctx, u.subject("late"), nats.Header{firstHeader: {fmt.Sprint(first.Sequence)}}, nil)
		}
	}
	if isTaken(err) {
		err = nil
	}
	if err != nil {
		return // ctx is done; the unit is done again
	}
	acknowledge(ctx, u)
}

// acknowledge removes a unit from the queue. A hub that was killed may not know that it gave the unit
// away, and never answers: then another worker does it again, and has the same result.
func acknowledge(ctx context.Context, m jetstream.Msg) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	retry(ctx, func() error {
		try, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		return m.DoubleAck(try)
	})
}

// results returns the result that the hub has.
func (w *work) results(ctx context.Context, subject string) (*jetstream.RawStreamMsg, error) {
	stream, err := w.js.Stream(ctx, resultStream)
	if err != nil {
		return nil, err
	}
	return stream.GetLastMsgForSubject(ctx, subject)
}

// fail reports that a unit failed, and leaves it to the hub to offer it again until who asked
// for the job withdraws it.
func (t *thread) fail(ctx context.Context, u *delivery, reason error) {
	t.publish(ctx, u.subject("failure"), nats.Header{}, []byte(reason.Error()))
	u.NakWithDelay(time.Second)
}

// publish sends a result or a report, with the name of the worker.
func (t *thread) publish(ctx context.Context, subject string, header nats.Header, data []byte) error {
	header.Set(workerHeader, t.name)
	return retry(ctx, func() error {
		_, err := t.js.PublishMsg(ctx, &nats.Msg{Subject: subject, Data: data, Header: header})
		return err
	})
}

// place returns what the subject of a unit says.
func place(subject string) (build string, index int, job string, ok bool) {
	words := strings.Split(subject, ".")
	if len(words) != 4 {
		return "", 0, "", false
	}
	index, ok = indexOf(subject)
	return words[1], index, words[2], ok
}

// hours are hours of the day, from one to another, which may be on the next day. Equal ones are all
// day.
type hours struct{ from, to int }

// String implements [flag.Value], as Set does.
func (h *hours) String() string {
	if h == nil || h.from == h.to {
		return ""
	}
	return fmt.Sprintf("%d-%d", h.from, h.to)
}

// Set reads "22-7".
func (h *hours) Set(text string) error {
	from, to, ok := strings.Cut(text, "-")
	a, err := strconv.Atoi(from)
	b, wrong := strconv.Atoi(to)
	if !ok || err != nil || wrong != nil || a < 0 || a > 23 || b < 0 || b > 24 {
		return errors.New("want FROM-TO with hours from 0 to 24, such as 22-7")
	}
	h.from, h.to = a, b%24
	return nil
}

func (h hours) now(t time.Time) bool {
	if h.from < h.to {
		return t.Hour() >= h.from && t.Hour() < h.to
	}
	return h.from == h.to || t.Hour() >= h.from || t.Hour() < h.to
}
