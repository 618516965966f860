// Package ordered does work on several goroutines and yields the results in the order
// of what there was to do.
package ordered

import (
	"context"
	"iter"
	"sync"
)

// Map yields what the workers make of each input, in the order of the inputs. Each
// worker runs in a goroutine of its own and takes the next input when it is free. Another
// goroutine takes the inputs, some more of them than there are workers, so that one
// that takes long does not hold up the others.
//
// The sequence ends early when ctx is done. Then, or when the caller breaks out of the
// loop, the context of the workers is done as well. All goroutines have ended when the
// loop has.
func Map[In, Out any](ctx context.Context, inputs iter.Seq[In], workers ...func(context.Context, In) Out) iter.Seq[Out] {
	type job struct {
		in  In
		out chan Out // buffers one
	}
	return func(yield func(Out) bool) {
		ctx, cancel := context.WithCancel(ctx)
		var group sync.WaitGroup
		defer group.Wait()
		defer cancel()
		order, hands := make(chan job, ahead*len(workers)), make(chan job)
		group.Go(func() {
			defer close(order)
			defer close(hands)
			for in := range inputs {
				j := job{in, make(chan Out, 1)}
				for _, c := range []chan job{order, hands} {
					select {
					case c <- j:
					case <-ctx.Done():
						return
					}
				}
			}
		})
		for _, work := range workers {
			group.Go(func() {
				for j := range hands {
					j.out <- work(ctx, j.in)
				}
			})
		}
		for j := range order {
			if ctx.Err() != nil {
				return
			}
			select {
			case out := <-j.out:
				if !yield(out) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

// ahead is the number of inputs for each worker that may be taken before the first of
// them is done.
const ahead = 4
