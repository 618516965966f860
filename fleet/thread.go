package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"chuhe/internal/unit"
)

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
