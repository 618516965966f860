package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"chuhe/internal/command"
	"chuhe/internal/unit"
)

// checks compute units again while the job goes on, as many at a time as there are processors. Their
// results wait.
type checks struct {
	open  func() (func() (unit.Worker, error), error)
	idle  []unit.Worker
	queue []check
	busy  int // checks under way
	done  chan check
	waits map[uint64]bool // results by their sequence
}

// left reports whether a check has not ended.
func (c *checks) left() bool { return c.busy > 0 || len(c.queue) > 0 }

// check is a result to be computed again.
type check struct {
	index  int
	raw    *jetstream.RawStreamMsg
	late   string      // the worker of a late result that differs, "" for none
	worker unit.Worker // nil before it is opened
	wrong  bool
	err    error
}

// next begins the checks that wait, as far as there are processors.
func (c *checks) next(ctx context.Context) {
	for len(c.queue) > 0 && c.busy < runtime.GOMAXPROCS(0) {
		one := c.queue[0]
		c.queue = c.queue[1:]
		if last := len(c.idle) - 1; last >= 0 {
			one.worker, c.idle = c.idle[last], c.idle[:last]
		}
		c.busy++
		go func() {
			one.run(ctx, c.open)
			c.done <- one
		}()
	}
}

// run finds out whether this machine has another result.
func (c *check) run(ctx context.Context, open func() (func() (unit.Worker, error), error)) {
	if c.worker == nil {
		hire, err := open()
		if err == nil {
			c.worker, err = hire()
		}
		if err != nil {
			c.worker, c.err = nil, err
			return
		}
	}
	own, err := c.worker.Do(ctx, c.index)
	c.wrong, c.err = !bytes.Equal(own, c.raw.Data), err
}

// ended takes back the worker of a check.
func (c *checks) ended(one check) {
	c.busy--
	if one.worker != nil {
		c.idle = append(c.idle, one.worker)
	}
}

// end leaves the checks under way, whose context cancel ends.
func (c *checks) end(cancel context.CancelFunc) {
	cancel()
	for c.busy > 0 {
		c.ended(<-c.done)
	}
	for _, w := range c.idle {
		w.Close()
	}
}

// sampled reports whether a unit is computed again: one of each 1/check units, drawn at random.
func (b *batch) sampled(index int) bool {
	if b.check <= 0 {
		return false
	}
	group := math.Floor(float64(index) * b.check)
	first, next := int(math.Ceil(group/b.check)), int(math.Ceil((group+1)/b.check))
	random := rand.New(rand.NewPCG(b.secret, uint64(group)))
	return index == first+random.IntN(max(next-first, 1))
}

// verify has a unit computed again, if that can show anything.
func (b *batch) verify(index int, raw *jetstream.RawStreamMsg) {
	if b.Exact && !b.checks.waits[raw.Sequence] {
		b.checks.queue = append(b.checks.queue, check{index: index, raw: raw})
		b.checks.waits[raw.Sequence] = true
	}
}

// differs takes the report of a late result that differs from the first: this machine computes the unit again to
// learn which is wrong. The first may have been used already.
func (b *batch) differs(ctx context.Context, index int, m jetstream.Msg) error {
	late := m.Headers().Get(workerHeader)
	if !b.Exact || b.barred[late] {
		return nil
	}
	raw, err := b.kept(ctx, b.id, index)
	if err != nil || raw == nil || fmt.Sprint(raw.Sequence) != m.Headers().Get(firstHeader) { // the first has been found to be wrong
		return err
	}
	fmt.Fprintf(b.log, "fleet: unit %d: worker %s has another result than worker %s: this machine computes it again\n", index, late, raw.Header.Get(workerHeader))
	b.checks.queue = append(b.checks.queue, check{index: index, raw: raw, late: late})
	b.checks.waits[raw.Sequence] = true
	return nil
}

// checked takes the outcome of a check, and bars a worker whose result was wrong.
func (b *batch) checked(ctx context.Context, c check) error {
	b.checks.ended(c)
	if c.err != nil {
		return fmt.Errorf("unit %d, computed again: %w", c.index, c.err)
	}
	delete(b.checks.waits, c.raw.Sequence)
	if m := b.have[c.index]; c.late == "" && (m == nil || m.Sequence != c.raw.Sequence) {
		return nil // its worker has been barred
	}
	switch first := c.raw.Header.Get(workerHeader); {
	case c.wrong && !b.barred[first]:
		return b.unmask(ctx, c.index, first)
	case !c.wrong && c.late != "":
		return b.unmask(ctx, c.index, c.late)
	}
	return nil
}

// unmask bars a worker whose result of a unit was wrong.
func (b *batch) unmask(ctx context.Context, index int, worker string) error {
	fmt.Fprintf(b.log, "fleet: unit %d of worker %s is wrong: all its results are made again by others\n", index, worker)
	return b.bar(ctx, worker)
}

// bar removes all results of a worker that the hub has, and has those made again that have not been used. Where
// some have been, in this job or in one before, it returns an error about those.
func (b *batch) bar(ctx context.Context, worker string) error {
	b.barred[worker] = true
	for i, m := range b.have {
		if m.Header.Get(workerHeader) == worker {
			delete(b.have, i)
		}
	}
	own := used{b.id, b.past}
	before := slices.DeleteFunc(slices.Clone(b.before), func(u used) bool { return len(u.of(worker)) == 0 })
	ctx, cancel := afterInterrupt(ctx, 5*time.Second)
	defer cancel()
	for _, u := range append(before, own) {
		units, err := b.forget(ctx, u.job, worker)
		if err != nil {
			fmt.Fprintf(b.log, "fleet: wrong results of worker %s stay on the hub: give the same command with -check 1\n", worker)
			return err
		}
		for _, i := range units {
			switch {
			case u.job != b.id:
			case i < b.wanted:
				b.past[i] = worker // an earlier run of the command has used it
			default:
				if err := b.offerAgain(ctx, i); err != nil {
					return err
				}
			}
		}
	}
	if len(own.of(worker)) == 0 && len(before) == 0 {
		return nil
	}
	var where []string
	if units := own.of(worker); len(units) > 0 {
		where = append(where, "units "+unit.Ranges(units))
	}
	if len(before) > 0 {
		where = append(where, "some of "+command.Plural(len(before), "job")+" before")
	}
	return fmt.Errorf("worker %s sent a wrong result, and the output has others of it, %s: remove the output and give the same command again; good results are kept",
		worker, strings.Join(where, " and "))
}

// afterInterrupt returns a context that is done some time after another, for what the next command would miss.
func afterInterrupt(ctx context.Context, grace time.Duration) (context.Context, context.CancelFunc) {
	later, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		pause(later, grace)
		cancel()
	})
	return later, func() { stop(); cancel() }
}

// forget removes all results of a worker that the hub has of a job, also those that have not arrived here, which
// the next command would take. It returns their units.
func (b *batch) forget(ctx context.Context, job, worker string) (units []int, err error) {
	var sent []jetstream.Msg
	if err := retry(ctx, func() error {
		sent, err = b.sent(ctx, job, worker)
		return err
	}); err != nil {
		return nil, err
	}
	for _, m := range sent {
		meta, err := m.Metadata()
		if err == nil {
			err = b.remove(ctx, meta.Sequence.Stream)
		}
		if err != nil {
			return nil, err
		}
		if i, ok := indexOf(m.Subject()); ok {
			units = append(units, i)
		}
	}
	return units, nil
}

// sent returns the results of a worker that the hub has of a job, without their contents.
func (b *batch) sent(ctx context.Context, job, worker string) (sent []jetstream.Msg, err error) {
	c, err := b.results.CreateConsumer(ctx, jetstream.ConsumerConfig{FilterSubject: "result." + job + ".*", AckPolicy: jetstream.AckNonePolicy, HeadersOnly: true})
	if err != nil {
		return nil, err
	}
	for left := c.CachedInfo().NumPending; left > 0; {
		some, err := c.Fetch(int(min(left, 1000)), jetstream.FetchMaxWait(5*time.Second))
		if err != nil {
			return nil, err
		}
		before := left
		for m := range some.Messages() {
			left--
			if m.Headers().Get(workerHeader) == worker {
				sent = append(sent, m)
			}
		}
		if left == before {
			return nil, cmp.Or(some.Error(), nats.ErrTimeout)
		}
	}
	return sent, nil
}

// kept returns the result of a unit that the hub has, nil for none.
func (b *batch) kept(ctx context.Context, job string, index int) (m *jetstream.RawStreamMsg, err error) {
	err = retry(ctx, func() (err error) {
		m, err = b.results.GetLastMsgForSubject(ctx, fmt.Sprintf("result.%s.%d", job, index))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		return err
	})
	return m, err
}

// again deletes a result and offers its unit.
func (b *batch) again(ctx context.Context, index int, m *jetstream.RawStreamMsg) error {
	if err := b.remove(ctx, m.Sequence); err != nil {
		return err
	}
	return b.offerAgain(ctx, index)
}

// offerAgain offers a unit again whose result was deleted, unless its turn is still to come.
func (b *batch) offerAgain(ctx context.Context, index int) error {
	delete(b.stored, index)
	if index >= b.next { // its turn comes
		return nil
	}
	if err := b.withdraw(ctx, strconv.Itoa(index)); err != nil { // its worker may still acknowledge it
		return err
	}
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
