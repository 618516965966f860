package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"chuhe/internal/unit"
)

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

// call calls the workers of the build.
func (b *batch) call() { b.nc.Publish(wanted, []byte(b.Build)) }

// end takes back the units that are not needed, and has workers leave those they have begun. Results that barred
// workers have sent since the last arrival are removed: the next command would take them.
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
	for worker := range b.barred {
		if _, err := b.forget(ctx, b.id, worker); err != nil {
			fmt.Fprintf(b.log, "fleet: wrong results of worker %s may stay on the hub, give the next command with -check 1: %v\n", worker, err)
		}
	}
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
