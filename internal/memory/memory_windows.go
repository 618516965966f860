package memory

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Slice returns n zeroed values and a function that frees them. The memory comes
// directly from the system, which refuses more than it can provide. T must not
// contain pointers: the garbage collector does not see them. What the caller frees does
// not matter here.
func Slice[T any](n, freed int) (s []T, free func(), err error) {
	size := uintptr(n) * unsafe.Sizeof(*new(T))
	address, err := windows.VirtualAlloc(0, size, windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return nil, nil, fmt.Errorf("no memory for %d MiB: %w", size>>20, err)
	}
	// The address lies outside the heap of Go, so the garbage collector never moves it.
	first := *(**T)(unsafe.Pointer(&address))
	return unsafe.Slice(first, n), func() { _ = windows.VirtualFree(address, 0, windows.MEM_RELEASE) }, nil
}

// Installed returns the size of the machine's memory in bytes, 0 if unknown, as here: the
// system itself refuses what it cannot provide.
func Installed() uint64 { return 0 }
