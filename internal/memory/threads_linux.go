package memory

import (
	"fmt"
	"io/fs"
	"os"
)

// AskThreads returns an error if this process cannot have a number of threads, as far as its
// control groups say. Go ends a program that cannot have a thread.
func AskThreads(n int) error { return askThreads(os.DirFS("/"), n) }

// askThreads does the same by the files of a system.
// See https://docs.kernel.org/admin-guide/cgroup-v2.html#pid.
func askThreads(files fs.FS, n int) error {
	own, err := fs.ReadDir(files, "proc/self/task")
	if err != nil {
		return nil // not known
	}
	list, _ := folders(files, "pids")
	for _, folder := range list {
		tasks := make(numbers)
		tasks.read(files, folder, "pids.max", "pids.current")
		most, limited := tasks["pids.max"]
		if left := less(most, tasks["pids.current"]) + uint64(len(own)); limited && uint64(n) > left {
			return fmt.Errorf("no room for %d threads: %d are left of the %d that the control group may have", n, left, most)
		}
	}
	return nil
}
