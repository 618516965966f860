package main

import (
	"cmp"
	"context"
	crand "crypto/rand"
	"errors"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"chuhe/internal/command"
	"chuhe/internal/unit"
	"chuhe/lang"
)

// asker asks workers for the units of a job.
type asker struct {
	link
	check float64 // share of the units that this process computes again
	log   io.Writer
	lang  lang.Lang // of the reports

	run string     // in reports
	nc  *nats.Conn // kept from the first job on
	js  jetstream.JetStream

	barred  map[string]bool // workers
	refused int             // results of these
	before  []used          // results of the jobs before
}

// used are the results of a job that a command has used.
type used struct {
	job     string
	workers map[int]string // by unit
}

// of returns the units of a worker, ascending.
func (u used) of(worker string) (units []int) {
	for i, name := range u.workers {
		if name == worker {
			units = append(units, i)
		}
	}
	slices.Sort(units)
	return units
}

func (a *asker) define(f *flagSet) {
	a.link.define(f, "owner.token")
	a.check = 0.01
	command.Range(f, &a.check, "check", 0, 1, "`share` of the units that this machine computes again, to find workers whose results are wrong")
}

// Limits of a job.
const (
	// ahead is the number of units that are offered beyond those that have results.
	ahead = 4096
	// tries is how often a unit may fail. All may be at one worker only where no other is known,
	// or after mostTries: a machine that is broken must not end the job.
	tries, mostTries = 3, 10
)

// batch is a job in progress.
type batch struct {
	*asker
	*unit.Job
	id             string
	units, results jetstream.Stream
	created        time.Time // of the queue
	clock, asked   time.Time // the hub's clock, and when it was asked for

	stored map[int]bool                    // units that the hub had results of at the start
	next   int                             // to offer
	wanted int                             // to yield
	have   map[int]*jetstream.RawStreamMsg // results that have not been yielded
	past   map[int]string                  // workers of those that have been, now or by an earlier run
	failed map[int][]failure               // by unit
	broken map[string]bool                 // workers that have failed, which are reported once
	count  map[string]int                  // results by worker
	checks checks
	secret uint64 // draws the units to compute again
	shown  time.Time
	began  time.Time
	heard  time.Time // of a result or a failure, or the queue was refilled
	fresh  int       // results since began that were not stored before
}

// results is a [unit.Carrier]. The results of the job that the hub has already are not made
// again.
func (a *asker) results(ctx context.Context, j *unit.Job, first int) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		if err := a.carry(ctx, j, first, func(result []byte) bool { return yield(result, nil) }); err != nil {
			yield(nil, err)
		}
	}
}

func (a *asker) carry(ctx context.Context, j *unit.Job, first int, yield func([]byte) bool) (err error) {
	if a.nc == nil {
		if a.nc, a.js, err = a.await(ctx, "asker", a.log); err != nil {
			return err
		}
		a.run = crand.Text()
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer func() {
		if errors.Is(err, nats.ErrConnectionClosed) {
			err = a.closed(a.nc)
		}
	}()
	a.nc.SetClosedHandler(func(*nats.Conn) { cancel(a.closed(a.nc)) })
	a.nc.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		if errors.Is(err, nats.ErrPermissionViolation) {
			cancel(command.Inputf("-token-file %s may not ask for work: %w", a.tokenFile, err))
		}
	})
	b := a.batch(j, first)
	if err := b.begin(ctx); err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	defer func() { a.before = append(a.before, used{b.id, b.past}) }()
	defer b.end()
	defer b.checks.end(func() { cancel(nil) })
	return b.wait(ctx, yield)
}

// batch returns a job whose units are wanted from the first on.
func (a *asker) batch(j *unit.Job, first int) *batch {
	if a.barred == nil {
		a.barred = map[string]bool{}
	}
	return &batch{
		asker: a, Job: j, id: j.ID(), next: first, wanted: first,
		have: map[int]*jetstream.RawStreamMsg{}, past: map[int]string{}, stored: map[int]bool{}, failed: map[int][]failure{}, broken: map[string]bool{}, count: map[string]int{},
		checks: checks{open: sync.OnceValues(j.Open), done: make(chan check), waits: map[uint64]bool{}}, secret: rand.Uint64(), began: time.Now(), heard: time.Now(),
	}
}

// wait offers units and yields their results in order, until all are there.
func (b *batch) wait(ctx context.Context, yield func([]byte) bool) error {
	withdrawn := make(chan struct{}, 1)
	sub, err := b.nc.Subscribe(ended, func(m *nats.Msg) {
		if string(m.Data) == b.id {
			select {
			case withdrawn <- struct{}{}:
			default:
			}
		}
	})
	if err != nil {
		return err
	}
	defer sub.Unsubscribe()
	b.call()
	arrivals, err := b.arrivals(ctx)
	if err != nil {
		return err
	}
	tick := time.NewTicker(2 * time.Second)
	defer tick.Stop()
	for b.wanted < b.Units || b.checks.left() {
		if err := b.offer(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-withdrawn: // by another command that asked for the same job
			if err := b.refill(ctx); err != nil {
				return err
			}
		case <-tick.C:
			b.call()
			b.tell()
			if time.Since(b.heard) > cmp.Or(b.ackWait, ackWait) {
				if err := b.refill(ctx); err != nil {
					return err
				}
			}
		case c := <-b.checks.done:
			if err := b.checked(ctx, c); err != nil {
				return err
			}
		case m := <-arrivals:
			b.heard = time.Now()
			if err := b.arrived(ctx, m); err != nil {
				return err
			}
		}
		b.checks.next(ctx)
		for m := b.have[b.wanted]; m != nil && !b.checks.waits[m.Sequence]; m = b.have[b.wanted] {
			b.past[b.wanted] = m.Header.Get(workerHeader)
			delete(b.have, b.wanted)
			b.wanted++
			if !yield(m.Data) {
				return nil
			}
		}
		if err := b.stuck(); err != nil {
			return err
		}
	}
	return nil
}
