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

// unasked is the most bytes that are taken whatever the machine says it has left: an engine
// with its default table should start.
const unasked = 64 << 20

// Slice returns n zeroed values and a function that frees them at once. The memory
// comes directly from the system, in huge pages if it grants them, which saves most
// of the cost of address translation. T must not contain pointers: the garbage
// collector does not see them. More memory than the machine's is an error, and so is
// more than it has left, where that is known; freed is the number of bytes that the
// caller is about to free and counts as left. Memory of other slices that has not been
// written to yet counts as left, too.
func Slice[T any](n, freed int) (s []T, free func(), err error) {
	size := n * int(unsafe.Sizeof(*new(T)))
	if total := Installed(); total > 0 && uint64(size) > total {
		return nil, nil, fmt.Errorf("no memory for %d MiB: the machine has %d MiB", size>>20, total>>20)
	}
	if size > unasked {
		if err := fits(size, freed, available()); err != nil {
			return nil, nil, err
		}
	}
	mem, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if limit := addressSpace(); err != nil && limit > 0 {
		return nil, nil, fmt.Errorf("no memory for %d MiB: %w; the address space is limited to %d MiB, want %d MiB or more (ulimit -v %d)",
			size>>20, err, limit>>20, (size+reserve)>>20, (size+reserve)>>10)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("no memory for %d MiB: %w", size>>20, err)
	}
	wishHugePages(mem)
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(mem))), n), func() { _ = unix.Munmap(mem) }, nil
}

// fits returns an error if a size is more than what is left with what is freed, in bytes; 0
// are left where that is not known.
func fits(size, freed int, left uint64) error {
	if left == 0 || uint64(size) <= left+uint64(freed) {
		return nil
	}
	return fmt.Errorf("no memory for %d MiB: %d MiB are left", size>>20, (left+uint64(freed))>>20)
}
