package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"

	"github.com/nats-io/nats.go/jetstream"

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
	waits map[int]bool // units
}

// check is a result to be computed again.
type check struct {
	index  int
	raw    *jetstream.RawStreamMsg
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
	if b.Exact && !b.checks.waits[index] {
		b.checks.queue = append(b.checks.queue, check{index: index, raw: raw})
		b.checks.waits[index] = true
	}
}

// checked takes the outcome of a check, and bars a worker whose result was wrong.
func (b *batch) checked(ctx context.Context, c check) error {
	b.checks.ended(c)
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
