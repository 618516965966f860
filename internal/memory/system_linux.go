package memory

import (
	"io/fs"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// look asks the system for the room of this process.
func look() room {
	machine := uint64(0)
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) == nil {
		machine = uint64(info.Totalram) * uint64(info.Unit)
	}
	return roomIn(os.DirFS("/"), machine)
}

// roomIn returns the room that the files of a system tell of, on a machine with a number of
// bytes, 0 if unknown. All groups around the process bind it: it gets what the tightest
// leaves.
func roomIn(files fs.FS, machine uint64) room {
	left, swap := machineLeft(files)
	most := unlimited
	for _, g := range groups(files) {
		most, left, swap = min(most, g.most), min(left, g.left), min(swap, g.swap)
	}
	r := room{machine: machine}
	if most < unlimited && (machine == 0 || most < machine) {
		r.group = max(most, 1)
	}
	if left < unlimited {
		r.left, r.swap = max(left, 1), swap
	}
	return r
}

// machineLeft returns how many bytes the machine can still give without swap, unlimited if
// unknown, and its unused swap. What it gives is free, or it takes it from its caches.
func machineLeft(files fs.FS) (left, swap uint64) {
	text, err := fs.ReadFile(files, "proc/meminfo")
	if err != nil {
		return unlimited, 0
	}
	left = unlimited
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		n, err := strconv.ParseUint(f[1], 10, 53)
		switch {
		case err != nil:
		case f[0] == "MemAvailable:":
			left = n << 10
		case f[0] == "SwapFree:":
			swap = n << 10
		}
	}
	return left, swap
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
