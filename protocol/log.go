package protocol

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// Marks of the lines in a log: who wrote them.
const (
	fromHost   = ">>"
	fromEngine = "<<"
	remark     = "--"
)

// log writes a dialog to a file, from any goroutine. What it is given goes to the system in
// one write at once, so that it is there even if the engine is killed. An error ends it.
type log struct {
	mu     sync.Mutex
	file   *os.File   // nil for none
	failed chan error // gets the error
}

func newLog() *log { return &log{failed: make(chan error, 1)} }

// use closes the file and switches to another one, nil for none.
func (l *log) use(file *os.File) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file != nil {
		l.file.Close() // nothing was held back
	}
	l.file = file
}

// add writes lines, without the end of the last one, that somebody wrote at a time.
func (l *log) add(mark string, at time.Time, lines string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return
	}
	var b []byte
	for line := range strings.SplitSeq(lines, "\n") {
		b = fmt.Appendf(b, "%s %s %s\n", at.Format("2006-01-02 15:04:05.000"), mark, line)
	}
	if _, err := l.file.Write(b); err != nil {
		l.file.Close()
		l.file = nil
		select {
		case l.failed <- err:
		default: // an earlier error has not been reported yet
		}
	}
}
