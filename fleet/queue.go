package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// subject returns the subject of a unit, or with "*" that of all.
func (b *batch) subject(index string) string { return "unit." + b.Build + "." + b.id + "." + index }

// offer puts units into the queue. One that is there already, or has a result, stays.
func (b *batch) offer(ctx context.Context) error {
	var units []int
	for ; b.next < b.Units && b.next < b.wanted+ahead; b.next++ {
		if !b.stored[b.next] {
			units = append(units, b.next)
		}
	}
	return b.put(ctx, units...)
}

// errLost says that the streams of the job are not there any more.
var errLost = errors.New("the hub has lost its folder, and the job with it: give the same command again")

// queued returns the state of the queue, with the units of the job that are in it.
func (b *batch) queued(ctx context.Context) (*jetstream.StreamInfo, error) {
	info, err := b.units.Info(ctx, jetstream.WithSubjectFilter(b.subject("*")))
	if errors.Is(err, jetstream.ErrStreamNotFound) || err == nil && !info.Created.Equal(b.created) {
		return nil, errLost
	}
	return info, err
}

// refill puts units into the queue that have no result and are not there any more. If the hub's clock was set back, it
// also offers those that workers hold: the hub takes their time from its clock, and would wait for the
// units of a worker that has vanished until the clock is where it was.
func (b *batch) refill(ctx context.Context) error {
	b.heard = time.Now()
	var queue *jetstream.StreamInfo
	if err := retry(ctx, func() (err error) {
		if queue, err = b.queued(ctx); err != nil {
			return err
		}
		if back := b.clock.Add(time.Since(b.asked)).Sub(queue.TimeStamp); !queue.TimeStamp.IsZero() && back > cmp.Or(b.ackWait, ackWait) {
			fmt.Fprintf(b.log, "fleet: the clock of the hub was set back by %v: units that workers hold are offered again\n", back.Round(time.Second))
			if err := b.units.DeleteConsumer(ctx, b.Build); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
				return err
			}
		}
		return b.prepare(ctx, b.js, b.Build)
	}); err != nil {
		return err
	}
	b.clock, b.asked = queue.TimeStamp, time.Now()
	var units []int
	for i := b.wanted; i < b.next; i++ {
		if queue.State.Subjects[b.subject(strconv.Itoa(i))] == 0 && b.have[i] == nil && !b.stored[i] && !b.poisonous(i) {
			units = append(units, i)
		}
	}
	return b.put(ctx, units...)
}

// put puts units into the queue that are not there.
func (b *batch) put(ctx context.Context, units ...int) error {
	for some := range slices.Chunk(units, 256) {
		if err := b.putSome(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

// putSome sends all units before it waits for the first answer: the hub may be far away.
func (b *batch) putSome(ctx context.Context, units []int) error {
	var answers []jetstream.PubAckFuture
	for _, index := range units {
		answer, err := b.js.PublishAsync(b.subject(strconv.Itoa(index)), nil)
		if err != nil {
			break
		}
		answers = append(answers, answer)
	}
	soon, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	for i, index := range units {
		if i < len(answers) && taken(soon, answers[i]) {
			continue
		}
		if err := b.putOne(ctx, index); err != nil {
			return err
		}
	}
	return nil
}

// taken waits for an answer, and reports whether the message is at the hub.
func taken(ctx context.Context, answer jetstream.PubAckFuture) bool {
	select {
	case <-answer.Ok():
		return true
	case err := <-answer.Err():
		return isTaken(err)
	case <-ctx.Done():
		return false
	}
}

// putOne puts a unit into the queue, and tries until the hub has taken it.
func (b *batch) putOne(ctx context.Context, index int) error {
	err := retry(ctx, func() error {
		_, err := b.js.Publish(ctx, b.subject(strconv.Itoa(index)), nil)
		if errors.Is(err, jetstream.ErrNoStreamResponse) {
			if _, lost := b.queued(ctx); errors.Is(lost, errLost) {
				return lost
			}
		}
		return err
	})
	if isTaken(err) {
		return nil
	}
	return err
}

// withdraw takes units out of the queue.
func (b *batch) withdraw(ctx context.Context, index string) error {
	return retry(ctx, func() error { return b.units.Purge(ctx, jetstream.WithPurgeSubject(b.subject(index))) })
}
