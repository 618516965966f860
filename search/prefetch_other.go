//go:build !amd64 && !arm64

package search

import "unsafe"

// prefetch does nothing where the processor's instruction is not known.
func prefetch(unsafe.Pointer) {}

func prefetchNine(unsafe.Pointer) {}
