package main

import (
	"errors"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// lowerPriority lets the process give way to others. On Linux every thread has a priority of
// its own and inherits it from the thread that starts it: so it goes on until it finds no new ones.
func lowerPriority(nice int) error {
	known := map[string]bool{}
	for more := nice != 0; more; {
		threads, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return err
		}
		more = false
		for _, thread := range threads {
			if known[thread.Name()] {
				continue
			}
			known[thread.Name()], more = true, true
			id, err := strconv.Atoi(thread.Name())
			if err != nil {
				return err
			}
			if err := unix.Setpriority(unix.PRIO_PROCESS, id, nice); err != nil && !errors.Is(err, unix.ESRCH) { // it has ended
				return err
			}
		}
	}
	return nil
}
