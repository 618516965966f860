package search

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// allocate returns zeroed memory for a table and what gives it back. It comes
// straight from the system in huge pages where the system grants them, which
// saves most of the cost of a look-up's address translation, and goes back at
// once when the table is resized.
func allocate(slots int) (s []slot, free func(), err error) {
	mem, err := unix.Mmap(-1, 0, slots*int(unsafe.Sizeof(slot{})), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, nil, fmt.Errorf("search: no memory for a table of %d MiB: %w", slots*int(unsafe.Sizeof(slot{}))>>20, err)
	}
	_ = unix.Madvise(mem, unix.MADV_HUGEPAGE) // a wish; the table works without
	return unsafe.Slice((*slot)(unsafe.Pointer(unsafe.SliceData(mem))), slots), func() { _ = unix.Munmap(mem) }, nil
}
