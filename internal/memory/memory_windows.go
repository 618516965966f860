package memory

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Slice returns n zeroed values and what gives their memory back. It comes
// straight from the system, which refuses more than it can ever provide. T must
// hold no pointers: the garbage collector does not see them.
func Slice[T any](n int) (s []T, free func(), err error) {
	size := uintptr(n) * unsafe.Sizeof(*new(T))
	address, err := windows.VirtualAlloc(0, size, windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return nil, nil, fmt.Errorf("no memory for a table of %d MiB: %w", size>>20, err)
	}
	// The address is none of Go's, so no garbage collection can outdate it.
	first := *(**T)(unsafe.Pointer(&address))
	return unsafe.Slice(first, n), func() { _ = windows.VirtualFree(address, 0, windows.MEM_RELEASE) }, nil
}
