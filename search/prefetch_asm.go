//go:build amd64 || arm64

package search

import "unsafe"

// prefetch asks the processor to fetch a cache line that will be read soon.
//
//go:noescape
func prefetch(p unsafe.Pointer)

// prefetchNine is prefetch for nine cache lines that follow each other.
//
//go:noescape
func prefetchNine(p unsafe.Pointer)
