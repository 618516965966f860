package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"
	"unicode"

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

	opens  sync.Mutex // held while a job is opened, which may take as long as its files
	job    string     // the one opened last
	opened opening

	mu    sync.Mutex
	begun map[*begun]bool
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
	// The name stands in the head of each result, and in a line of each report.
	if w.name = strings.TrimSpace(w.name); w.name == "" || strings.ContainsFunc(w.name, unicode.IsControl) {
		return command.Usagef("-name %q: want a name of one line", w.name)
	}
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
	w.opens.Lock()
	defer w.opens.Unlock()
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
