//go:build !js

package search

import "sync/atomic"

// word is a word of the table.
type word = atomic.Uint64
