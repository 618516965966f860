package engine

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"
)

// line is a line of output and when it was read.
type line struct {
	text string
	at   time.Time
}

// process is a child with its pipes.
type process struct {
	cmd    *exec.Cmd
	stdin  *os.File
	output [2]*os.File            // the read ends of its output and error output
	lines  chan line              // closed at the end of the output
	report atomic.Pointer[string] // the last report about the best line, not among lines
	stderr atomic.Pointer[string] // the last line of the error output
	silent chan struct{}          // closed at the end of the error output
	exited chan struct{}          // closed when the child has ended
	gone   chan struct{}          // closed by kill: nobody reads the lines now
	killed sync.Once
	status error // of the child, valid after exited
	log    history
}

const (
	maxLine   = 64 << 10 // what is longer is cut
	maxQuote  = 400      // of a line, in a sentence
	writeTime = 5 * time.Second
	quitTime  = 500 * time.Millisecond
)

// startProcess runs a command. A command with a path separator is relative to
// this process's directory, not to dir.
func startProcess(c *Config) (*process, error) {
	command := c.Command
	if filepath.Base(command) != command {
		abs, err := filepath.Abs(command)
		if err != nil {
			return nil, err
		}
		command = abs
	}
	if c.Dir != "" {
		if _, err := os.Stat(c.Dir); err != nil {
			return nil, fmt.Errorf("working directory: %w", err)
		}
	}
	cmd := exec.Command(command, c.Args...)
	cmd.Dir = c.Dir
	isolate(cmd)

	// Pipes of our own, so that Wait returns at the end of the child even
	// where its children keep the other ends.
	var ours, theirs [3]*os.File
	closeAll := func(files [3]*os.File) {
		for _, f := range files {
			if f != nil {
				f.Close()
			}
		}
	}
	for i := range ours {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(ours)
			closeAll(theirs)
			return nil, err
		}
		if ours[i], theirs[i] = r, w; i == 0 {
			ours[i], theirs[i] = w, r
		}
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs[0], theirs[1], theirs[2]
	err := startOn(cmd, c.CPUs)
	closeAll(theirs)
	if err != nil {
		closeAll(ours)
		return nil, err
	}
	p := &process{
		cmd: cmd, stdin: ours[0], output: [2]*os.File{ours[1], ours[2]},
		lines: make(chan line, 64), silent: make(chan struct{}), exited: make(chan struct{}), gone: make(chan struct{}),
		log: history{began: time.Now(), trace: c.Trace},
	}
	go p.read(ours[1], '<', func(l line) bool {
		if isReport(l.text) {
			p.report.Store(&l.text) // no reader is woken for it
			return true
		}
		select {
		case p.lines <- l:
			return true
		case <-p.gone:
			return false
		}
	}, func() { close(p.lines) })
	go p.read(ours[2], '!', func(l line) bool {
		p.stderr.Store(&l.text)
		return true
	}, func() { close(p.silent) })
	go func() {
		p.status = cmd.Wait()
		close(p.exited)
	}()
	return p, nil
}

// read passes on the lines of an output until its end or until pass returns
// false.
func (p *process) read(f *os.File, mark byte, pass func(line) bool, end func()) {
	defer end()
	defer f.Close() // a second time after kill, which does no harm
	r := bufio.NewReaderSize(f, maxLine)
	for {
		text, cut, err := r.ReadLine()
		at := time.Now()
		if err != nil {
			return
		}
		l := line{strings.TrimSpace(string(text)), at}
		for cut && err == nil {
			_, cut, err = r.ReadLine()
		}
		if l.text == "" {
			continue
		}
		p.log.add(mark, l)
		if !pass(l) {
			return
		}
	}
}

// errDeaf is returned by send.
var errDeaf = errors.New("the process does not read its input")

// send writes a line. A child that does not read, errDeaf, is killed.
func (p *process) send(text string) error {
	p.log.add('>', line{text, time.Now()})
	watchdog := time.AfterFunc(writeTime, p.kill)
	_, err := io.WriteString(p.stdin, text+"\n")
	if !watchdog.Stop() && err != nil {
		return errDeaf
	}
	return err
}

// kill ends the child at once and, except on Windows, what it started. What
// has left its process group survives, but its output is no longer read.
func (p *process) kill() {
	p.killed.Do(func() {
		close(p.gone)
		killGroup(p.cmd)
		// On Windows a Close waits for the read or write that is going on.
		go func() {
			for _, f := range []*os.File{p.stdin, p.output[0], p.output[1]} {
				f.Close()
			}
		}()
	})
}

// quit asks the child to end, waits a little, and kills it.
func (p *process) quit() {
	select {
	case <-p.exited:
	case <-p.gone:
	default:
		_ = p.send("quit")
		timer := time.NewTimer(quitTime)
		defer timer.Stop()
	wait:
		for lines := p.lines; ; {
			select {
			case _, open := <-lines:
				if !open {
					lines = nil
				}
			case <-p.exited:
				break wait
			case <-timer.C:
				break wait
			}
		}
	}
	p.kill()
	<-p.exited
}

// ending describes how the child ended, once it has no more output, with the last
// that it wrote to its error output.
func (p *process) ending() string {
	timer := time.NewTimer(quitTime)
	defer timer.Stop()
	select {
	case <-p.exited:
	case <-timer.C:
		return "the process closed its output"
	}
	select {
	case <-p.silent:
	case <-timer.C: // its children may keep the pipe open for ever
	}
	text := "the process ended by itself"
	if p.status != nil {
		text = fmt.Sprintf("the process ended: %v", p.status)
	}
	if last := p.stderr.Load(); last != nil {
		text += "; its last error output: " + printable((*last)[:min(len(*last), maxQuote)])
	}
	return text
}

// history keeps the last lines exchanged, a number for each direction, so that a
// flood of output does not displace the commands that caused it.
type history struct {
	mu    sync.Mutex
	began time.Time
	trace func(string)
	sent  ring
	got   ring
}

type entry struct {
	mark byte // > to the child, < from it, ! its error output
	line
}

// ring keeps the last entries.
type ring struct {
	entries [48]entry
	n       int // added so far
}

func (r *ring) add(e entry) {
	r.entries[r.n%len(r.entries)] = e
	r.n++
}

// all returns the entries in no order.
func (r *ring) all() []entry { return r.entries[:min(r.n, len(r.entries))] }

func (h *history) add(mark byte, l line) {
	h.mu.Lock()
	defer h.mu.Unlock()
	e := entry{mark, l}
	if mark == '>' {
		h.sent.add(e)
	} else {
		h.got.add(e)
	}
	if h.trace != nil {
		h.trace(h.format(e))
	}
}

// format writes an entry with its seconds since the start.
func (h *history) format(e entry) string {
	return fmt.Sprintf("%9.3f %c %s", e.at.Sub(h.began).Seconds(), e.mark, printable(e.text))
}

// printable returns text, quoted if it cannot be printed.
func printable(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return text
}

// last returns the lines, oldest first.
func (h *history) last() (out []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	entries := slices.Concat(h.sent.all(), h.got.all())
	slices.SortStableFunc(entries, func(a, b entry) int { return a.at.Compare(b.at) })
	for _, e := range entries {
		out = append(out, h.format(e))
	}
	return
}
