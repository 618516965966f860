package web

import (
	"math/bits"

	"chuhe/internal/command"
	"chuhe/internal/memory"
	"chuhe/search"
	"chuhe/web/http"
)

// capacity is the most that an analysis may use.
type capacity struct {
	threads int
	hash    int // MiB
}

// own returns what the user of this machine may let an analysis use, where that is more than
// what the board was started with: all processors, and about half of the bytes of memory that
// are left, or the table of held MiB that such an analysis has already.
func (c capacity) own(left uint64, held int) capacity {
	return capacity{max(c.threads, command.Processors()), max(c.hash, held, int(min(halfOf(left>>20), search.MaxHash)))}
}

// halfOf returns the largest power of two up to half of a number, 0 for none. What is left
// of the memory differs from moment to moment, and each size needs a new table.
func halfOf(n uint64) uint64 { return 1 << bits.Len64(n/2) >> 1 }

// capacity returns what the analysis of a request may use. Only the page of the user of this
// machine has more than what the board was started with.
func (s *server) capacity(r *http.Request, key string) (most capacity, own bool) {
	most = capacity{s.processors, s.hash}
	if key == "" || s.mayRun(r, key) != nil {
		return most, false
	}
	return most.own(memory.Left(), s.pool.largeHash()), true
}
