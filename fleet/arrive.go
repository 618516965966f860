package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"chuhe/internal/command"
	"chuhe/internal/unit"
)

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
		if kind == "result" && index < b.wanted && b.past[index] == "" {
			b.past[index] = worker // an earlier run of the command has used it
			if b.barred[worker] {
				return b.bar(ctx, worker)
			}
		}
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

// indexOf returns the index of a unit at the end of a subject. A unit has one subject of a kind, so
// 007 is no index.
func indexOf(subject string) (index int, ok bool) {
	text := subject[strings.LastIndexByte(subject, '.')+1:]
	index, err := strconv.Atoi(text)
	return index, err == nil && index >= 0 && strconv.Itoa(index) == text
}

// isRound reports whether a number is 1, 10, 100 and so on.
func isRound(n int) bool {
	for n > 1 && n%10 == 0 {
		n /= 10
	}
	return n == 1
}

// failure is a try of a unit that failed.
type failure struct{ worker, reason string }

func (f failure) String() string { return f.worker + ": " + f.reason }

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

// stuck returns an error where the next unit failed too often and no other can be waited for: all that are
// offered before its result are done, or failed too often as well.
func (b *batch) stuck() error {
	if b.next < min(b.Units, b.wanted+ahead) || b.have[b.wanted] != nil || !b.poisonous(b.wanted) {
		return nil
	}
	var bad []int
	for i := b.wanted; i < b.next; i++ {
		switch {
		case b.have[i] != nil:
		case b.poisonous(i):
			bad = append(bad, i)
		default:
			return nil
		}
	}
	rest := "all others are done"
	if b.next < b.Units {
		rest = fmt.Sprintf("the others up to %d are done", b.next-1)
	}
	var reasons []string
	for _, f := range b.failed[b.wanted] {
		reasons = append(reasons, f.String())
	}
	return fmt.Errorf("%s failed %d times or more, and %s: %s; unit %d: %s",
		command.Plural(len(bad), "unit"), tries, rest, unit.Ranges(bad), b.wanted, strings.Join(reasons, "; "))
}
