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

// LongCall comes before a call of the system that may wait for minutes, such as a read from
// another program. No more than some 20 ms later, the rest of the process can go on.
//
// To collect garbage, Go stops every thread but those in such calls. Go 1.26 and 1.27 can
// miss one that enters its call at that very moment. Then everything waits until that call
// returns or the runtime's monitor looks again: when the next timer is due, but after a
// minute if there is none. So here is one.
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
