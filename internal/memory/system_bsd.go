//go:build darwin || freebsd

package memory

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// look returns the size of the machine's memory. What is left of it is not known here.
func look() room {
	name := "hw.memsize"
	if runtime.GOOS == "freebsd" {
		name = "hw.physmem"
	}
	size, err := unix.SysctlUint64(name)
	if err != nil {
		return room{}
	}
	return room{machine: size}
}

// wishHugePages does nothing: the system decides by itself.
func wishHugePages([]byte) {}

// addressSpace returns 0: a limit is not looked for here.
func addressSpace() uint64 { return 0 }
