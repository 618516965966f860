package memory

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
)

// TestAskThreads reads the limits of control groups for a process with three threads.
func TestAskThreads(t *testing.T) {
	const pids1 = "36 25 0:31 / /sys/fs/cgroup/pids rw,nosuid shared:15 - cgroup cgroup rw,pids"
	v2 := func(files ...string) map[string]string {
		return in(process("0::/a/b\n", second), folder2+"/a/b", files...)
	}
	for name, c := range map[string]struct {
		texts map[string]string
		most  int // threads, 0 for no limit
		of    int // the limit of the group
	}{
		"no groups":    {map[string]string{}, 0, 0},
		"no limit":     {v2("pids.max", "max\n", "pids.current", "90\n"), 0, 0},
		"not counted":  {v2(), 0, 0},
		"limit":        {v2("pids.max", "100\n", "pids.current", "90\n"), 13, 100},
		"alone":        {v2("pids.max", "100\n", "pids.current", "3\n"), 100, 100},
		"full":         {v2("pids.max", "50\n", "pids.current", "60\n"), 3, 50},
		"group around": {in(v2("pids.max", "100\n", "pids.current", "3\n"), folder2+"/a", "pids.max", "200\n", "pids.current", "150\n"), 53, 200},
		"broken":       {v2("pids.max", "many\n", "pids.current", "90\n"), 0, 0},
		"old": {in(process("4:memory:/x\n8:pids:/c\n0::/\n", first, pids1, hybrid), "sys/fs/cgroup/pids/c",
			"pids.max", "64\n", "pids.current", "10\n"), 57, 64},
		"old, of memory": {in(process("4:memory:/c\n8:pids:/\n0::/\n", first, pids1, hybrid), folder1+"/c",
			"pids.max", "64\n", "pids.current", "10\n"), 0, 0},
	} {
		files := tree(in(c.texts, "proc/self/task", "1/comm", "", "2/comm", "", "3/comm", ""))
		if c.most == 0 {
			assert.NoError(t, askThreads(files, 1<<20), name)
			continue
		}
		assert.NoError(t, askThreads(files, c.most), name)
		assert.EqualError(t, askThreads(files, c.most+1),
			fmt.Sprintf("no room for %d threads: %d are left of the %d that the control group may have", c.most+1, c.most, c.of), name)
	}
	assert.NoError(t, askThreads(tree(v2("pids.max", "1\n")), 1<<20), "the number of its own threads is not known")
	assert.NoError(t, AskThreads(1), "as many as there are")
}

// TestAskThreadsOfUser reads the limit of a user who has three threads in this process and seven in another.
func TestAskThreadsOfUser(t *testing.T) {
	const player, limits = "0000000000000000", "Limit  Soft Limit  Hard Limit  Units\nMax processes  %s  100  processes\nMax open files  5  5  files\n"
	status := func(user, threads int, can string) string {
		return fmt.Sprintf("Name:\tchuhe\nUid:\t%d\t0\t0\t0\nThreads:\t%d\nCapEff:\t%s\n", user, threads, can)
	}
	for name, c := range map[string]struct {
		user       int
		limit, can string
		limited    bool
	}{
		"limit":            {1000, "40", player, true},
		"no limit":         {1000, "unlimited", player, false},
		"administrator":    {1000, "40", "000001ffffffffff", false},
		"root":             {0, "40", "00000000a80425fb", false}, // of a container of Docker
		"unmapped":         {65534, "40", player, false},
		"other capability": {1000, "40", "0000000000000400", true},
		"not known":        {1000, "40", "", false},
		"broken":           {1000, "many", player, false},
	} {
		files := tree(map[string]string{
			"proc/self/task/1/comm": "", "proc/self/task/2/comm": "", "proc/self/task/3/comm": "",
			"proc/self/limits": fmt.Sprintf(limits, c.limit), "proc/self/status": status(c.user, 3, c.can),
			"proc/1/status": status(0, 50, ""), "proc/12/status": status(c.user, 3, c.can), "proc/13/status": status(c.user, 7, player), "proc/14/comm": "gone",
		})
		if !c.limited {
			assert.NoError(t, askThreads(files, 1<<20), name)
			continue
		}
		assert.NoError(t, askThreads(files, 33), name)
		assert.EqualError(t, askThreads(files, 34), "no room for 34 threads: 33 are left of the 40 that the user may have (ulimit -u)", name)

		// Where all users together have few threads, those of this one are not counted.
		for load, enough := range map[string]bool{"0.20 0.18 0.12 1/20 11206\n": true, "0.20 0.18 0.12 1/21 11206\n": false, "0.20 0.18 0.12 1/60 11206\n": false, "0.20": false} {
			files["proc/loadavg"] = &fstest.MapFile{Data: []byte(load)}
			_, has, limited := ofUser(files, 20)
			assert.Equal(t, enough, !limited, load)
			assert.Equal(t, enough, has == 0, load)
		}
	}
}
