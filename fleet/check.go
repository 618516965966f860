package main

import (
	"bytes"
	"context"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"chuhe/internal/unit"
)

// checks compute units again, one at a time, while the job goes on. Their results wait.
type checks struct {
	open   func() (func() (unit.Worker, error), error)
	worker unit.Worker // nil before the first
	queue  []check
	busy   bool
	done   chan check
	waits  map[int]bool // units
}

// check is a result to be computed again.
type check struct {
	index int
	raw   *jetstream.RawStreamMsg
	wrong bool
	err   error
}

// next begins a check unless there is one under way.
func (c *checks) next(ctx context.Context) {
	if c.busy || len(c.queue) == 0 {
		return
	}
	one := c.queue[0]
	c.queue, c.busy = c.queue[1:], true
	go func() {
		one.wrong, one.err = c.differs(ctx, one.index, one.raw.Data)
		c.done <- one
	}()
}

// differs reports whether this machine has another result.
func (c *checks) differs(ctx context.Context, index int, result []byte) (bool, error) {
	if c.worker == nil {
		open, err := c.open()
		if err != nil {
			return false, err
		}
		if c.worker, err = open(); err != nil {
			c.worker = nil
			return false, err
		}
	}
	own, err := c.worker.Do(ctx, index)
	return !bytes.Equal(own, result), err
}

// end leaves the check under way, whose context cancel ends.
func (c *checks) end(cancel context.CancelFunc) {
	cancel()
	if c.busy {
		<-c.done
	}
	if c.worker != nil {
		c.worker.Close()
	}
}

// verify has a unit computed again, if that can show anything.
func (b *batch) verify(index int, raw *jetstream.RawStreamMsg) {
	if b.Exact && !b.checks.waits[index] {
		b.checks.queue = append(b.checks.queue, check{index: index, raw: raw})
		b.checks.waits[index] = true
	}
}

// checked takes the outcome of a check, and bars a worker whose result was wrong.
func (b *batch) checked(ctx context.Context, c check) error {
	b.checks.busy = false
	if c.err != nil {
		return c.err
	}
	if b.have[c.index] != c.raw {
		return nil // its worker has been barred
	}
	delete(b.checks.waits, c.index)
	if !c.wrong {
		return nil
	}
	worker := c.raw.Header.Get(workerHeader)
	fmt.Fprintf(b.log, "fleet: unit %d of worker %s is wrong: all its results are made again by others\n", c.index, worker)
	return b.bar(ctx, worker)
}
