package memory

import "golang.org/x/sys/unix"

// Installed returns the size of the machine's memory in bytes, 0 if unknown.
func Installed() uint64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	return uint64(info.Totalram) * uint64(info.Unit)
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
