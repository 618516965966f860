package web

import (
	"runtime"

	"chuhe/internal/memory"
	"chuhe/search"
	"chuhe/web/http"
)

// capacity is the most that an analysis may use.
type capacity struct {
	threads int
	hash    int // MiB
}

// own returns what the user of this machine may let an analysis use: all of its processors,
// and half of its memory, where that is more than what the board was started with.
func (c capacity) own() capacity {
	half := memory.Installed() >> 21
	return capacity{max(c.threads, runtime.NumCPU()), max(c.hash, int(min(half, search.MaxHash)))}
}

// capacity returns what the analysis of a request may use. Only the page of the user of this
// machine has more than what the board was started with.
func (s *server) capacity(r *http.Request, key string) (most capacity, own bool) {
	most = capacity{s.processors, s.hash}
	if key == "" || s.mayRun(r, key) != nil {
		return most, false
	}
	return most.own(), true
}
