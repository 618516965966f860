package memory

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
)

// AskThreads returns an error if this process cannot have a number of threads, as far as its
// control groups and the limit of its user say. Go ends a program that cannot have a thread.
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
	if most, has, limited := ofUser(files, n); limited {
		if left := less(most, has) + uint64(len(own)); uint64(n) > left {
			return fmt.Errorf("no room for %d threads: %d are left of the %d that the user may have (ulimit -u)", n, left, most)
		}
	}
	return nil
}

// ofUser returns how many threads the user of this process may have, and has in all processes; limited
// is false where nothing is known to bound them. See RLIMIT_NPROC in getrlimit(2): root is exempt, even
// in a container without most capabilities, and so is any user with one of the two below. The processes
// are not read where the limit leaves n more threads than all users have together.
func ofUser(files fs.FS, n int) (most, has uint64, limited bool) {
	limits, _ := fs.ReadFile(files, "proc/self/limits")
	_, after, _ := strings.Cut(string(limits), "\nMax processes ")
	most, ok := number(strings.Fields(after), 10)
	self := statusOf(files, "self")
	can, known := number(self["CapEff"], 16)
	const (
		exempt   = 1<<21 | 1<<24 // CAP_SYS_ADMIN, CAP_SYS_RESOURCE
		root     = 0
		unmapped = 65534 // any user that the user namespace does not know: user_namespaces(7)
	)
	user, named := number(self["Uid"], 10)
	if !ok || !known || !named || can&exempt != 0 || user == root || user == unmapped {
		return 0, 0, false
	}
	if all, known := ofAll(files); known && less(most, all) >= uint64(n) {
		return 0, 0, false
	}
	processes, _ := fs.ReadDir(files, "proc")
	for _, process := range processes {
		if name := process.Name(); strings.Trim(name, "0123456789") == "" {
			of := statusOf(files, name)
			if other, ok := number(of["Uid"], 10); ok && other == user {
				threads, _ := number(of["Threads"], 10)
				has += threads
			}
		}
	}
	return most, has, true
}

// ofAll returns how many threads there are in the system. See proc_loadavg(5).
func ofAll(files fs.FS) (n uint64, known bool) {
	load, _ := fs.ReadFile(files, "proc/loadavg")
	_, after, _ := strings.Cut(string(load), "/")
	return number(strings.Fields(after), 10)
}

// statusOf returns the fields in the status of a process, by their names.
func statusOf(files fs.FS, process string) map[string][]string {
	status, _ := fs.ReadFile(files, path.Join("proc", process, "status"))
	all := make(map[string][]string)
	for line := range strings.Lines(string(status)) {
		name, values, _ := strings.Cut(line, ":")
		all[name] = strings.Fields(values)
	}
	return all
}

// number returns the first of some fields, which is a number.
func number(fields []string, base int) (n uint64, ok bool) {
	if len(fields) == 0 {
		return 0, false
	}
	n, err := strconv.ParseUint(fields[0], base, 64)
	return n, err == nil
}
