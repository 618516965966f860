// Package processors lets searches run beside what must answer at once.
//
// Go runs as many goroutines at a time as it has processors (GOMAXPROCS). Workers of a
// search on all of them make everything else wait for its turn, 10 ms for each worker
// before it: the reading of "stop", the answer to it, the timer that ends a move.
package processors

import (
	"runtime"
	"sync"
)

// spare is the number of goroutines that may run beside the workers.
const spare = 2

var (
	available = runtime.GOMAXPROCS(0)
	mu        sync.Mutex
)

// Available returns the number of processors that the program was started with, which
// workers can keep busy.
func Available() int { return available }

// Reserve makes room for a number of workers and for what answers beside them: Go gets
// more processors than there are, and the operating system divides the real ones, which
// it does within a millisecond. The room is never taken back.
func Reserve(workers int) {
	mu.Lock()
	defer mu.Unlock()
	if n := workers + spare; n > runtime.GOMAXPROCS(0) {
		runtime.GOMAXPROCS(n)
	}
}
