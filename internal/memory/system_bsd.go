//go:build darwin || freebsd

package memory

import (
	"encoding/binary"
	"runtime"

	"golang.org/x/sys/unix"
)

// look asks the system for the room of this process. Left is what is free, or only keeps parts of
// files. How much swap there is to fill is not looked for: macOS makes it as it is needed.
func look() room {
	r := room{swap: 1 << 62}
	if runtime.GOOS == "darwin" { // where a program for amd64 runs on arm64, only vm.pagesize has the kernel's pages
		r.machine = number("hw.memsize")
		r.left = number("vm.pagesize") * (number("vm.page_free_count") + number("vm.page_pageable_external_count") + number("vm.page_purgeable_count"))
	} else {
		r.machine = number("hw.physmem")
		r.left = number("vm.stats.vm.v_page_size") * (number("vm.stats.vm.v_free_count") + number("vm.stats.vm.v_inactive_count"))
		cache := number("kstat.zfs.misc.arcstats.size") // of ZFS, which gives it back down to its least size
		r.left += cache - min(cache, number("kstat.zfs.misc.arcstats.c_min"))
	}
	if r.machine > 0 {
		r.left = min(r.left, r.machine)
	}
	return r
}

// number returns the value of a sysctl, 0 if the system has no sysctl of that name.
func number(name string) uint64 {
	switch raw, _ := unix.SysctlRaw(name); len(raw) {
	case 4:
		return uint64(binary.NativeEndian.Uint32(raw))
	case 8:
		return binary.NativeEndian.Uint64(raw)
	}
	return 0
}

// wishHugePages does nothing: the system decides by itself.
func wishHugePages([]byte) {}

// addressSpace returns 0: a limit is not looked for here.
func addressSpace() uint64 { return 0 }
