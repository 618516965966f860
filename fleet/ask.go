package main

import (
	"cmp"
	"context"
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
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

	stored  map[int]bool                    // units that the hub had results of at the start
	next    int                             // to offer
	wanted  int                             // to yield
	have    map[int]*jetstream.RawStreamMsg // results that have not been yielded
	past    map[int]string                  // workers of those that have been
	failed  map[int][]failure               // by unit
	broken  map[string]bool                 // workers that have failed, which are reported once
	barred  map[string]bool                 // workers
	refused int                             // results of these
	count   map[string]int                  // results by worker
	checks  checks
	secret  uint64 // draws the units to compute again
	shown   time.Time
	began   time.Time
	heard   time.Time // of a result or a failure, or the queue was refilled
	fresh   int       // results since began that were not stored before
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
	defer b.end()
	defer b.checks.end(func() { cancel(nil) })
	return b.wait(ctx, yield)
}

// batch returns a job whose units are wanted from the first on.
func (a *asker) batch(j *unit.Job, first int) *batch {
	return &batch{
		asker: a, Job: j, id: j.ID(), next: first, wanted: first,
		have: map[int]*jetstream.RawStreamMsg{}, past: map[int]string{}, stored: map[int]bool{}, failed: map[int][]failure{}, broken: map[string]bool{}, barred: map[string]bool{}, count: map[string]int{},
		checks: checks{open: sync.OnceValues(j.Open), done: make(chan check), waits: map[int]bool{}}, secret: rand.Uint64(), began: time.Now(), heard: time.Now(),
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
		for b.have[b.wanted] != nil && !b.checks.waits[b.wanted] {
			m := b.have[b.wanted]
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

// begin puts the job on the hub, again and again until that takes it.
func (b *batch) begin(ctx context.Context) error {
	said := false
	return retry(ctx, func() error {
		err := b.lay(ctx)
		if err != nil && ctx.Err() == nil && !said {
			said = true
			fmt.Fprintln(b.log, "fleet: the hub does not take the job yet:", err)
		}
		return err
	})
}

// lay puts the job on the hub, or what an earlier try has left.
func (b *batch) lay(ctx context.Context) error {
	if err := b.prepare(ctx, b.js, b.Build); err != nil {
		return err
	}
	recipe, err := json.Marshal(b.Recipe)
	if err != nil {
		return err
	}
	store, err := b.js.ObjectStore(ctx, contentBucket)
	if err != nil {
		return err
	}
	contents := [][]byte{recipe}
	contents = slices.AppendSeq(contents, maps.Values(b.Contents))
	for _, content := range contents {
		name := unit.Sum(content)
		if _, err := store.GetInfo(ctx, name); err == nil {
			continue
		}
		if _, err := store.PutBytes(ctx, name, content); err != nil {
			return err
		}
	}
	failures, err := b.js.Stream(ctx, failureStream)
	if err != nil {
		return err
	}
	if err := failures.Purge(ctx, jetstream.WithPurgeSubject("failure."+b.id+".*")); err != nil {
		return err
	}
	if b.units, err = b.js.Stream(ctx, unitStream); err != nil {
		return err
	}
	queue := b.units.CachedInfo()
	b.created, b.clock, b.asked = queue.Created, queue.TimeStamp, time.Now()
	if queue.State.LastTime.After(b.clock) { // it was set back before
		b.clock = queue.State.LastTime
	}
	if b.results, err = b.js.Stream(ctx, resultStream); err != nil {
		return err
	}
	info, err := b.results.Info(ctx, jetstream.WithSubjectFilter("result."+b.id+".*"))
	if err != nil {
		return err
	}
	for subject := range info.State.Subjects {
		if index, ok := indexOf(subject); ok {
			b.stored[index] = true
		}
	}
	return nil
}

// indexOf returns the index of a unit at the end of a subject.
func indexOf(subject string) (index int, ok bool) {
	index, err := strconv.Atoi(subject[strings.LastIndexByte(subject, '.')+1:])
	return index, err == nil && index >= 0
}

// call calls the workers of the build.
func (b *batch) call() { b.nc.Publish(wanted, []byte(b.Build)) }

// end takes back the units that are not needed, and has workers leave those they have begun.
func (b *batch) end() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	b.tell()
	err := b.withdraw(ctx, "*")
	if err == nil {
		b.nc.Publish(ended, []byte(b.id))
		err = b.nc.FlushWithContext(ctx)
	}
	if err != nil {
		fmt.Fprintln(b.log, "fleet: units stay in the queue of the hub:", err)
	}
}

func (b *batch) subject(index string) string { return "unit." + b.Build + "." + b.id + "." + index }

// failure is a try of a unit that failed.
type failure struct{ worker, reason string }

func (f failure) String() string { return f.worker + ": " + f.reason }

// arrivals returns what workers send for the job, first what they have sent before.
func (b *batch) arrivals(ctx context.Context) (<-chan jetstream.Msg, error) {
	all := make(chan jetstream.Msg)
	for stream, subjects := range map[string][]string{resultStream: {b.of("result")}, failureStream: {b.of("failure"), b.of("late")}} {
		var consumer jetstream.Consumer
		if err := retry(ctx, func() (err error) {
			consumer, err = b.js.OrderedConsumer(ctx, stream, jetstream.OrderedConsumerConfig{FilterSubjects: subjects})
			return err
		}); err != nil {
			return nil, err
		}
		c, err := consumer.Consume(func(m jetstream.Msg) {
			select {
			case all <- m:
			case <-ctx.Done():
			}
		})
		if err != nil {
			return nil, err
		}
		context.AfterFunc(ctx, c.Stop)
	}
	return all, nil
}

// of returns the subjects of a kind that the job has.
func (b *batch) of(kind string) string { return kind + "." + b.id + ".*" }

// arrived takes a result or a failure.
func (b *batch) arrived(ctx context.Context, m jetstream.Msg) error {
	index, ok := indexOf(m.Subject())
	if !ok || index >= b.Units {
		return nil // of a job with more units, or of a worker that errs
	}
	worker := m.Headers().Get(workerHeader)
	kind, _, _ := strings.Cut(m.Subject(), ".")
	if kind == "late" {
		return b.differs(ctx, index, m)
	}
	if index < b.wanted || b.have[index] != nil {
		return nil
	}
	if kind == "failure" {
		if !b.broken[worker] {
			b.broken[worker] = true
			fmt.Fprintf(b.log, "fleet: unit %d failed at worker %s and is tried again: %s\n", index, worker, m.Data())
		}
		b.failed[index] = append(b.failed[index], failure{worker, string(m.Data())})
		if !b.poisonous(index) {
			return nil // the hub offers it again
		}
		return b.withdraw(ctx, strconv.Itoa(index))
	}
	meta, err := m.Metadata()
	if err != nil {
		return err
	}
	raw := &jetstream.RawStreamMsg{Sequence: meta.Sequence.Stream, Header: m.Headers(), Data: m.Data()}
	if b.barred[worker] {
		if b.refused++; isRound(b.refused) {
			fmt.Fprintf(b.log, "fleet: worker %s is barred and still sends results, end it: %d refused\n", worker, b.refused)
		}
		return b.again(ctx, index, raw)
	}
	b.have[index] = raw
	b.count[worker]++
	if !b.stored[index] {
		b.fresh++
	}
	if b.sampled(index) {
		b.verify(index, raw)
	}
	return nil
}

// isRound reports whether a number is 1, 10, 100 and so on.
func isRound(n int) bool {
	for n > 1 && n%10 == 0 {
		n /= 10
	}
	return n == 1
}

// poisonous reports whether a unit has failed too often.
func (b *batch) poisonous(index int) bool {
	all := b.failed[index]
	if len(all) < tries {
		return false
	}
	first := all[0].worker
	if len(all) >= mostTries || slices.ContainsFunc(all, func(f failure) bool { return f.worker != first }) {
		return true
	}
	for worker := range b.count {
		if worker != first {
			return false
		}
	}
	return true
}

// bar removes all results of a worker and has them made again.
func (b *batch) bar(ctx context.Context, worker string) error {
	b.barred[worker] = true
	for i, m := range b.have {
		if m.Header.Get(workerHeader) == worker {
			delete(b.have, i)
			delete(b.checks.waits, i)
			if err := b.again(ctx, i, m); err != nil {
				return err
			}
		}
	}
	var used []int
	for i, name := range b.past {
		if name == worker {
			used = append(used, i)
		}
	}
	if len(used) == 0 {
		return nil
	}
	slices.Sort(used)
	for _, i := range used {
		if m, err := b.results.GetLastMsgForSubject(ctx, fmt.Sprintf("result.%s.%d", b.id, i)); err == nil {
			if err := b.remove(ctx, m.Sequence); err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("worker %s sent a wrong result, and the output has others of it, units %s: remove the output and give the same command again; good results are kept",
		worker, unit.Ranges(used))
}

// again deletes a result and offers its unit.
func (b *batch) again(ctx context.Context, index int, m *jetstream.RawStreamMsg) error {
	if err := b.remove(ctx, m.Sequence); err != nil {
		return err
	}
	if err := b.withdraw(ctx, strconv.Itoa(index)); err != nil { // its worker may still acknowledge it
		return err
	}
	delete(b.stored, index)
	return b.put(ctx, index)
}

// remove deletes a result.
func (b *batch) remove(ctx context.Context, sequence uint64) error {
	return retry(ctx, func() error {
		err := b.results.DeleteMsg(ctx, sequence)
		if errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) { // it is gone
			return nil
		}
		return err
	})
}

// withdraw takes units out of the queue.
func (b *batch) withdraw(ctx context.Context, index string) error {
	return retry(ctx, func() error { return b.units.Purge(ctx, jetstream.WithPurgeSubject(b.subject(index))) })
}

// stuck returns an error where the next unit failed too often and no other can be waited for.
func (b *batch) stuck() error {
	var bad []int
	for i := range b.failed {
		if i >= b.wanted && b.have[i] == nil && b.poisonous(i) {
			bad = append(bad, i)
		}
	}
	if len(bad) == 0 || b.next < b.Units || b.wanted+len(b.have)+len(bad) < b.Units {
		return nil
	}
	slices.Sort(bad)
	var reasons []string
	for _, f := range b.failed[bad[0]] {
		reasons = append(reasons, f.String())
	}
	return fmt.Errorf("%s failed %d times or more, and all others are done: %s; unit %d: %s",
		command.Plural(len(bad), "unit"), tries, unit.Ranges(bad), bad[0], strings.Join(reasons, "; "))
}

// fetch returns a recipe by its name, and the contents that it names. While the hub is away it waits.
func fetch(ctx context.Context, js jetstream.JetStream, id string) (*unit.Recipe, map[string][]byte, error) {
	get := func(name string) (content []byte, err error) {
		err = retry(ctx, func() error {
			store, err := js.ObjectStore(ctx, contentBucket)
			if err == nil {
				content, err = store.GetBytes(ctx, name)
			}
			return err
		})
		if err == nil && unit.Sum(content) != name {
			err = fmt.Errorf("content %.12s is not what its name says", name)
		}
		return content, err
	}
	text, err := get(id)
	if err != nil {
		return nil, nil, err
	}
	r := &unit.Recipe{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, nil, err
	}
	contents := map[string][]byte{}
	for role, name := range r.Files {
		if contents[role], err = get(name); err != nil {
			return nil, nil, err
		}
	}
	return r, contents, nil
}
