package memory

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Slice returns n zeroed values and a function that frees them. The memory comes
// directly from the system, which refuses more than it can provide. T must not
// contain pointers: the garbage collector does not see them.
func Slice[T any](n int) (s []T, free func(), err error) {
	size := uintptr(n) * unsafe.Sizeof(*new(T))
	address, err := windows.VirtualAlloc(0, size, windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return nil, nil, fmt.Errorf("no memory for %d MiB: %w", size>>20, err)
	}
	// The address lies outside the heap of Go, so the garbage collector never moves it.
	first := *(**T)(unsafe.Pointer(&address))
	return unsafe.Slice(first, n), func() { _ = windows.VirtualFree(address, 0, windows.MEM_RELEASE) }, nil
}

// memoryStatus is the MEMORYSTATUSEX of the system.
type memoryStatus struct {
	size          uint32
	_             uint32
	machine, left uint64
	_             [5]uint64
}

var globalMemoryStatus = windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")

// look asks the system for the room of this process. Its page file grows as it is needed, and
// where it does not the system refuses the memory.
func look() room {
	s := memoryStatus{size: uint32(unsafe.Sizeof(memoryStatus{}))}
	if ok, _, _ := globalMemoryStatus.Call(uintptr(unsafe.Pointer(&s))); ok == 0 {
		return room{}
	}
	return room{machine: s.machine, left: max(s.left, 1), swap: 1 << 62}
}
