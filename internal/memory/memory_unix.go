//go:build unix

package memory

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// reserve is the address space, in bytes, that a program needs beside its tables. Most of
// it is reserved by the Go runtime and never used. With less the runtime may end the
// program with a trace before any code of ours can say why.
const reserve = 1792 << 20

// Slice returns n zeroed values and a function that frees them at once. The memory
// comes directly from the system, in huge pages if it grants them, which saves most
// of the cost of address translation. T must not contain pointers: the garbage
// collector does not see them. The system may promise more than it has, so [Ask] first.
func Slice[T any](n int) (s []T, free func(), err error) {
	size := n * int(unsafe.Sizeof(*new(T)))
	mem, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if limit := addressSpace(); err != nil && limit > 0 {
		return nil, nil, fmt.Errorf("no memory for %d MiB: %w; the address space is limited to %d MiB, want %d MiB or more (ulimit -v %d)",
			size>>20, err, limit>>20, (uint64(size)+reserve)>>20, (uint64(size)+reserve)>>10)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("no memory for %d MiB: %w", size>>20, err)
	}
	wishHugePages(mem)
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(mem))), n), func() { _ = unix.Munmap(mem) }, nil
}
