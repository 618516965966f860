package memory

import (
	"fmt"
	"math/rand/v2"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
)

// tree returns the files of a system of which 8 GiB are left beside 2 GiB of swap, with
// others: a text by each path.
func tree(texts map[string]string) fstest.MapFS {
	files := fstest.MapFS{"proc/meminfo": {Data: []byte("MemTotal: 16777216 kB\nMemFree: 1048576 kB\nMemAvailable: 8388608 kB\nSwapFree: 2097152 kB\n")}}
	for name, text := range texts {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// in returns texts with other ones in a folder, given as a name and a text by turns.
func in(texts map[string]string, folder string, files ...string) map[string]string {
	for i := 0; i < len(files); i += 2 {
		texts[path.Join(folder, files[i])] = files[i+1]
	}
	return texts
}

// process returns the texts of a process in some groups, with some mounts.
func process(cgroup string, mounts ...string) map[string]string {
	return map[string]string{
		"proc/self/cgroup":    cgroup,
		"proc/self/mountinfo": "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n" + strings.Join(mounts, "\n") + "\n",
	}
}

// Mounts as systems have them.
const (
	second  = "35 24 0:30 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate,memory_recursiveprot"
	hybrid  = "42 32 0:39 / /sys/fs/cgroup/unified rw,nosuid shared:10 - cgroup2 cgroup2 rw"
	first   = "36 25 0:31 / /sys/fs/cgroup/memory rw,nosuid shared:15 - cgroup cgroup rw,memory"
	folder2 = "sys/fs/cgroup"
	folder1 = "sys/fs/cgroup/memory"
)

// TestRoom reads the files of systems with 16 GiB.
func TestRoom(t *testing.T) {
	const unit = "0::/system.slice/chuhe.service\n"
	free := room{machine: 16 * gib, left: 8 * gib, swap: 2 * gib}
	size := func(n uint64) string { return fmt.Sprintln(n) }
	for name, c := range map[string]struct {
		texts map[string]string
		want  room
	}{
		"no groups": {nil, free},
		"no mount":  {process(unit), free},
		"no limits": {in(process(unit, second), folder2+"/system.slice/chuhe.service",
			"memory.max", "max\n", "memory.high", "max\n", "memory.swap.max", "max\n", "memory.current", size(gib), "memory.stat", "inactive_file 5\n"), free},
		"container": {in(process("0::/\n", second), folder2,
			"memory.max", size(gib), "memory.high", "max\n", "memory.swap.max", size(0), "memory.swap.current", size(0),
			"memory.current", size(700*mib), "memory.stat", fmt.Sprintf("anon 1\nfile 2\ninactive_file %d\nactive_file %d\nslab_reclaimable %d\nslab 9\n", 80*mib, 16*mib, 4*mib)),
			room{machine: 16 * gib, group: gib, left: 424 * mib}},
		"swap": {in(process("0::/\n", second), folder2,
			"memory.max", size(gib), "memory.current", size(0), "memory.swap.max", size(gib), "memory.swap.current", size(300*mib)),
			room{machine: 16 * gib, group: gib, left: gib, swap: 724 * mib}},
		"only swap is limited": {in(process("0::/\n", second), folder2, "memory.max", "max\n", "memory.swap.max", size(0)),
			room{machine: 16 * gib, left: 8 * gib}},
		"slowed down before killed": {in(process(unit, second), folder2+"/system.slice/chuhe.service",
			"memory.max", size(4*gib), "memory.high", size(3*gib), "memory.current", size(gib)),
			room{machine: 16 * gib, group: 3 * gib, left: 2 * gib, swap: 2 * gib}},
		"more than the machine": {in(process("0::/\n", second), folder2, "memory.max", size(32*gib), "memory.current", size(gib)), free},
		"group around": {in(in(process("0::/a/b/c\n", second), folder2+"/a", "memory.max", size(3*gib), "memory.current", size(2*gib)),
			folder2+"/a/b/c", "memory.max", size(2*gib), "memory.current", size(mib)),
			room{machine: 16 * gib, group: 2 * gib, left: gib, swap: 2 * gib}},
		"group inside": {in(in(process("0::/a\n", second), folder2+"/a", "memory.max", "max\n"),
			folder2+"/a/b", "memory.max", size(gib)), free},
		"full": {in(process("0::/\n", second), folder2, "memory.max", size(2*gib), "memory.high", size(gib), "memory.current", size(gib+mib), "memory.swap.max", size(0)),
			room{machine: 16 * gib, group: gib, left: 1}},
		"nothing allowed": {in(process("0::/\n", second), folder2, "memory.max", size(0)),
			room{machine: 16 * gib, group: 1, left: 1, swap: 2 * gib}},
		"more cache than use": {in(process("0::/\n", second), folder2, "memory.max", size(gib), "memory.current", size(mib), "memory.stat", "inactive_file 99999999\n"),
			room{machine: 16 * gib, group: gib, left: gib, swap: 2 * gib}},
		"broken": {in(process("0::/\n", second), folder2,
			"memory.max", "12 GiB", "memory.high", size(gib), "memory.current", "-1", "memory.swap.max", "", "memory.stat", "inactive_file\nactive_file x\n\n1 2 3\nslab_reclaimable 99999999999999999999"),
			room{machine: 16 * gib, group: gib, left: gib, swap: 2 * gib}},
		"broken process": {in(process("\nx\n0:\n0::\n0::relative\n:memory\n", "", "1", "- cgroup2 x y", "1 2 3 4 5 6", second), folder2, "memory.max", size(gib)), free},
		"broken mounts": {in(process("0::/\n", "", "1", "- cgroup2 x y", "1 2 3 / - cgroup2 x y", "1 2 3 / /x - cgroup2 cgroup2", second), folder2, "memory.max", size(gib)),
			room{machine: 16 * gib, group: gib, left: gib, swap: 2 * gib}},
		"other mounts": {in(in(process("0::/pod/x\n",
			"1 2 0:30 /pod/y /other rw - cgroup2 c rw", "1 2 0:30 /po /other rw - cgroup2 c rw", "1 2 0:30 /pod/x/inside /other rw - cgroup2 c rw", "1 2 0:30 /pod /mnt/c\\040g\\134 rw - cgroup2 c rw"),
			"mnt/c g\\", "memory.max", size(2*gib), "memory.current", size(gib)), "other", "memory.max", size(mib)),
			room{machine: 16 * gib, group: 2 * gib, left: gib, swap: 2 * gib}},
		"out of sight":         {in(in(process("0::/../x\n", second), folder2, "memory.max", size(gib)), "sys/fs/x", "memory.max", size(gib)), free},
		"mount out of sight":   {in(process("0::/\n", strings.Replace(second, " / ", " /../.. ", 1)), folder2, "memory.max", size(gib)), free},
		"path out of the tree": {in(process("0::/a/../../../x\n", second), folder2, "memory.max", size(gib)), free},
		"at the root": {in(process("0::/a\n", "1 2 0:30 / / rw - cgroup2 c rw"), "a", "memory.max", size(gib)),
			room{machine: 16 * gib, group: gib, left: gib, swap: 2 * gib}},
		"both versions": {in(in(process("4:memory:/old\n1:name=systemd:/\n0::/new\n", first, hybrid), folder1+"/old",
			"memory.limit_in_bytes", size(2*gib), "memory.usage_in_bytes", size(gib)),
			"sys/fs/cgroup/unified/new", "memory.max", size(mib)),
			room{machine: 16 * gib, group: 2 * gib, left: gib, swap: 2 * gib}},
		"both versions, the new one counts": {in(in(process("0::/new\n4:cpu:/old\n", hybrid, strings.ReplaceAll(first, "memory", "cpu")),
			"sys/fs/cgroup/cpu/old", "memory.limit_in_bytes", size(mib)),
			"sys/fs/cgroup/unified/new", "memory.max", size(gib)),
			room{machine: 16 * gib, group: gib, left: gib, swap: 2 * gib}},
		"old container": {in(process("5:cpu,cpuacct:/docker/0ab\n4:hugetlb,memory:/docker/0ab\n",
			"1 2 0:31 /docker/0ab /sys/fs/cgroup/cpu,cpuacct ro master:8 - cgroup cgroup rw,cpu,cpuacct",
			"1 2 0:31 /docker/0ab /sys/fs/cgroup/memory ro master:9 - cgroup cgroup rw,hugetlb,memory"), folder1,
			"memory.limit_in_bytes", size(gib), "memory.usage_in_bytes", size(600*mib),
			"memory.stat", fmt.Sprintf("inactive_file 1\ntotal_inactive_file %d\ntotal_active_file %d\nhierarchical_memory_limit 9223372036854771712\n", 60*mib, 40*mib)),
			room{machine: 16 * gib, group: gib, left: 524 * mib, swap: 2 * gib}},
		"old, no limits": {in(process("4:memory:/a\n", first), folder1+"/a",
			"memory.limit_in_bytes", "9223372036854771712\n", "memory.usage_in_bytes", size(gib), "memory.memsw.limit_in_bytes", "9223372036854771712\n",
			"memory.memsw.usage_in_bytes", size(gib), "memory.stat", "hierarchical_memory_limit 9223372036854771712\nhierarchical_memsw_limit 9223372036854771712\n"), free},
		"old, hidden group around": {in(process("4:memory:/\n", first), folder1,
			"memory.limit_in_bytes", "9223372036854771712\n", "memory.usage_in_bytes", size(gib), "memory.stat", fmt.Sprintln("hierarchical_memory_limit", 3*gib)),
			room{machine: 16 * gib, group: 3 * gib, left: 2 * gib, swap: 2 * gib}},
		"old, with swap": {in(process("4:memory:/\n", first), folder1,
			"memory.limit_in_bytes", size(gib), "memory.usage_in_bytes", size(600*mib), "memory.memsw.limit_in_bytes", size(2*gib),
			"memory.memsw.usage_in_bytes", size(800*mib), "memory.stat", fmt.Sprintln("total_inactive_file", 100*mib)),
			room{machine: 16 * gib, group: gib, left: 524 * mib, swap: 824 * mib}},
		"old, no swap": {in(process("4:memory:/\n", first), folder1,
			"memory.limit_in_bytes", size(gib), "memory.usage_in_bytes", size(600*mib), "memory.memsw.limit_in_bytes", size(gib), "memory.memsw.usage_in_bytes", size(600*mib)),
			room{machine: 16 * gib, group: gib, left: 424 * mib}},
	} {
		assert.Equal(t, c.want, roomIn(tree(c.texts), 16*gib), name)
	}
}

// TestRoomOfMachine reads what a system without groups says of its memory.
func TestRoomOfMachine(t *testing.T) {
	for text, want := range map[string]room{
		"":                                   {machine: gib},
		"MemTotal: 5 kB\nMemFree: 3 kB\n":    {machine: gib},
		"MemAvailable: 3 kB\n":               {machine: gib, left: 3 << 10},
		"MemAvailable: 0 kB\nSwapFree: 1 kB": {machine: gib, left: 1, swap: 1 << 10},
		"MemAvailable: x kB\nSwapFree: 1 kB": {machine: gib},
		"MemAvailable:\n\nSwapFree: 1 kB":    {machine: gib},
		"MemAvailable: 99999999999999999 kB": {machine: gib},
	} {
		assert.Equal(t, want, roomIn(fstest.MapFS{"proc/meminfo": {Data: []byte(text)}}, gib), "%q", text)
	}
	assert.Equal(t, room{}, roomIn(fstest.MapFS{}, 0))
	files := fstest.MapFS{folder2 + "/memory.max": {Data: []byte("1000\n")}}
	for name, text := range process("0::/\n", second) {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	assert.Equal(t, room{group: 1000, left: 1000}, roomIn(files, 0), "only the group is known")
}

// TestDamagedFiles asserts that no files make reading them fail or go on for ever.
func TestDamagedFiles(t *testing.T) {
	whole := in(process("4:memory:/a/b\n0::/a/b\n", first, second), folder2+"/a/b", "memory.max", "1000\n", "memory.stat", "inactive_file 5\n")
	random := rand.New(rand.NewPCG(1, 1))
	for range 5000 {
		texts := make(map[string]string)
		for name, text := range whole {
			b := []byte(text)
			for range random.IntN(4) {
				b[random.IntN(len(b))] = "\x00\n :/.-\\0x"[random.IntN(10)]
			}
			texts[name] = string(b[:random.IntN(len(b)+1)])
		}
		roomIn(tree(texts), gib)
	}
}
