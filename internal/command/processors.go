package command

import (
	"runtime"
	"time"

	"chuhe/internal/memory"
)

// processors is the value of GOMAXPROCS at the start: [Responsive] changes it.
var processors = runtime.GOMAXPROCS(0)

// Processors returns how many processors this process may use: those that it is bound to,
// less where its control group has a quota of their time, or what the environment variable
// GOMAXPROCS says.
func Processors() int { return processors }

// spare is the number of goroutines that may run beside the workers of a search.
const spare = 2

// waiting is more than the threads that Go has beside those that run goroutines: they wait
// for signals and timers, and in calls of the system.
const waiting = 8

// Room returns an error if this process cannot have the threads that a number of workers
// take, as far as is known.
func Room(workers int) error { return memory.AskThreads(workers + spare + waiting) }

// LongCall is called before a system call that may block for minutes, such as a read from
// another program. It keeps the call from holding up the rest of the process for more than
// some 20 ms.
//
// To collect garbage, Go stops every thread that is not in a system call. Go 1.26 and 1.27 can
// miss a thread that is just entering one. The whole process then waits until the call returns
// or the runtime's monitor looks again: when the next timer is due, or after a minute if no
// timer is set. LongCall sets a timer.
func LongCall() { time.AfterFunc(10*time.Millisecond, func() {}) }

// Responsive lets a process answer at once while a number of workers search.
//
// Go runs as many goroutines at a time as GOMAXPROCS says. Workers on all of them make
// everything else wait for its turn, 10 ms for each worker before it: the reading of
// "stop", the answer to it, the timer that ends a move. With a larger GOMAXPROCS the
// operating system divides the processors, which it does within a millisecond.
//
// GOMAXPROCS belongs to the process: only a command calls this, and it never goes down.
func Responsive(workers int) {
	if n := workers + spare; n > runtime.GOMAXPROCS(0) {
		runtime.GOMAXPROCS(n)
	}
}
