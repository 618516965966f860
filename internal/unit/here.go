package unit

import (
	"context"
	"iter"

	"chuhe/internal/ordered"
)

// Here returns a [Carrier] that does units in this process, a number of them at a time.
func Here(atOnce int) Carrier {
	return func(ctx context.Context, j *Job, first int) iter.Seq2[[]byte, error] {
		return func(yield func([]byte, error) bool) {
			workers, end, err := j.workers(min(atOnce, j.Units-first))
			if err != nil {
				yield(nil, err)
				return
			}
			defer end()
			type outcome struct {
				result []byte
				err    error
			}
			var each []func(context.Context, int) outcome
			for _, w := range workers {
				each = append(each, func(ctx context.Context, unit int) outcome {
					result, err := w.Do(ctx, unit)
					return outcome{result, err}
				})
			}
			for o := range ordered.Map(ctx, Part{first, 1}.all(j.Units), each...) {
				if !yield(o.result, o.err) || o.err != nil {
					return
				}
			}
			if err := context.Cause(ctx); err != nil {
				yield(nil, err)
			}
		}
	}
}

// workers returns a number of workers of the job, and the function that closes them.
func (j *Job) workers(n int) (all []Worker, end func(), err error) {
	open, err := j.Open()
	if err != nil {
		return nil, nil, err
	}
	end = func() {
		for _, w := range all {
			w.Close()
		}
	}
	for range n {
		w, err := open()
		if err != nil {
			end()
			return nil, nil, err
		}
		all = append(all, w)
	}
	return all, end, nil
}
