package memory

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Installed returns the size of the machine's memory in bytes, 0 if unknown.
func Installed() uint64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	return uint64(info.Totalram) * uint64(info.Unit)
}

// available returns how many bytes of memory the system can still give: what is free, what
// it can take from its caches, and unused swap; 0 if unknown. A program that takes more is
// likely to be killed.
func available() uint64 {
	const entry, swap = "MemAvailable:", "SwapFree:"
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil || !strings.Contains(string(text), entry) {
		return 0
	}
	kib := uint64(0)
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 1 && (f[0] == entry || f[0] == swap) {
			n, err := strconv.ParseUint(f[1], 10, 53)
			if err != nil {
				return 0
			}
			kib += n
		}
	}
	return kib << 10
}

// wishHugePages asks for huge pages. It works without them, only slower.
func wishHugePages(mem []byte) { _ = unix.Madvise(mem, unix.MADV_HUGEPAGE) }

// addressSpace returns the limit of the process's address space in bytes, 0 for none.
func addressSpace() uint64 {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &limit) != nil || limit.Cur > 1<<62 {
		return 0
	}
	return limit.Cur
}
