package protocol

import (
	"io"
	"strings"
	"sync"
	"time"
)

// output writes lines, each with one write, from any goroutine. After an error it
// writes nothing.
type output struct {
	mu     sync.Mutex
	w      io.Writer
	closed bool
	err    error
	broken chan struct{} // closed at the first error
	log    *log
}

func newOutput(w io.Writer) *output { return &output{w: w, broken: make(chan struct{}), log: newLog()} }

// lines writes lines, adding their ends.
func (o *output) lines(lines ...string) {
	for _, line := range lines {
		_, _ = o.Write([]byte(line + "\n")) // failure returns the error
	}
}

// Write implements [io.Writer]; p must be complete lines.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || o.err != nil {
		return len(p), o.err
	}
	n, err := o.w.Write(p)
	if err != nil {
		o.err = err
		close(o.broken)
		return n, err
	}
	o.log.add(fromEngine, time.Now(), strings.TrimSuffix(string(p), "\n"))
	return n, nil
}

// close discards what is written from now on.
func (o *output) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
}

// failure returns the first error.
func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
