//go:build darwin || freebsd

package memory

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// Installed returns the size of the machine's memory in bytes, 0 if unknown.
func Installed() uint64 {
	name := "hw.memsize"
	if runtime.GOOS == "freebsd" {
		name = "hw.physmem"
	}
	size, err := unix.SysctlUint64(name)
	if err != nil {
		return 0
	}
	return size
}

// available returns 0: what is left is not known here.
func available() uint64 { return 0 }

// wishHugePages does nothing: the system decides by itself.
func wishHugePages([]byte) {}

// addressSpace returns 0: a limit is not looked for here.
func addressSpace() uint64 { return 0 }
