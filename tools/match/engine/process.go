package engine

import (
	"bytes"
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

	"chuhe/internal/command"
	"chuhe/lang"
)

// line is a line of output and when it was read.
type line struct {
	text string
	at   time.Time
}

// process is a child with its pipes.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	lines  chan line                        // closed when the child has ended and its output is read
	report atomic.Pointer[string]           // the last report about the best line, not among lines
	ranked [MaxLines]atomic.Pointer[string] // the last report about each line of play
	stderr atomic.Pointer[string]           // the last line of the error output, before a trace of Go
	exited chan struct{}                    // closed with lines
	gone   chan struct{}                    // closed by kill: the lines have no reader now
	killed sync.Once
	log    history

	silence *lang.Error // for which its user has killed it, nil if it has not
}

const (
	maxLine   = 64 << 10 // what is longer is cut
	maxKept   = 2000     // of a line from the child, in the history and the log
	maxErrors = 40       // lines of error output kept after each line that is sent
	maxQuote  = 400      // of a line, in a sentence
	writeTime = 5 * time.Second
	quitTime  = 500 * time.Millisecond
)

// startProcess runs a command. A command with a path separator is relative to
// this process's directory, not to dir.
func startProcess(c *Config) (*process, error) {
	program := c.Command
	if filepath.Base(program) != program {
		abs, err := filepath.Abs(program)
		if err != nil {
			return nil, err
		}
		program = abs
	}
	if c.Dir != "" {
		if _, err := os.Stat(c.Dir); err != nil {
			return nil, fmt.Errorf("working directory: %w", err)
		}
	}
	cmd := exec.Command(program, c.Args...)
	cmd.Dir = c.Dir
	cmd.WaitDelay = quitTime // children of the child may keep the pipes open for ever
	isolate(cmd)
	p := &process{
		cmd: cmd, lines: make(chan line, 64), exited: make(chan struct{}), gone: make(chan struct{}),
		log: history{began: time.Now(), trace: c.Trace},
	}
	output := &splitter{p: p, mark: '<', pass: func(l line) error { return p.take(c.Protocol, l) }}
	traced := false // a trace of Go follows what went wrong, and ends in nothing but a place
	errs := &splitter{p: p, mark: '!', pass: func(l line) error {
		if !traced {
			p.stderr.Store(&l.text)
			traced = strings.HasPrefix(l.text, "panic: ") || strings.HasPrefix(l.text, "fatal error: ")
		}
		return nil
	}}
	cmd.Stdout, cmd.Stderr = output, errs
	var err error
	if p.stdin, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := startOn(cmd, c.CPUs); err != nil {
		return nil, notFound(program, err)
	}
	go func() {
		command.LongCall()
		_ = cmd.Wait() // ending reads the state of the child
		for _, s := range []*splitter{output, errs} {
			_, _ = s.Write([]byte("\n")) // the last line may have no end
		}
		p.log.end()
		close(p.lines)
		close(p.exited)
	}()
	return p, nil
}

// take takes a line of the output. The error says that no reader is left.
func (p *process) take(protocol Protocol, l line) error {
	if protocol != XBoard {
		if rank := rankOf(l.text); rank >= 0 {
			p.ranked[rank].Store(&l.text)
		}
	}
	switch kindOf(protocol, l.text) {
	case report:
		p.report.Store(&l.text) // no reader is woken for it
		return nil
	case message:
		select {
		case p.lines <- l:
		default: // no reader while the engine ponders
		}
		return nil
	case noise:
		return nil
	}
	select {
	case p.lines <- l:
		return nil
	case <-p.gone:
		return io.ErrClosedPipe
	}
}

// notFound returns the error of the start of a command. Where the program is not where the system looks
// for one, but in this folder, it says how to name it.
func notFound(command string, err error) error {
	info, missing := os.Stat(command)
	here := errors.Is(err, exec.ErrNotFound) && missing == nil && info.Mode().IsRegular()
	if !here && !errors.Is(err, exec.ErrDot) {
		return err
	}
	return lang.Errorf("match.inFolder", "command", command, "path", "."+string(filepath.Separator)+command)
}

// splitter is a Writer that passes on the lines of an output until pass fails.
type splitter struct {
	p    *process
	mark byte
	pass func(line) error
	rest []byte // of a line without an end so far, at most maxLine
}

func (s *splitter) Write(data []byte) (int, error) {
	at, size := time.Now(), len(data)
	for {
		head, tail, ended := bytes.Cut(data, []byte("\n"))
		s.rest = append(s.rest, head[:min(len(head), maxLine-len(s.rest))]...)
		if !ended {
			return size, nil
		}
		l := line{strings.TrimSpace(string(s.rest)), at}
		s.rest, data = s.rest[:0], tail
		if l.text == "" {
			continue
		}
		s.p.log.add(s.mark, l)
		if err := s.pass(l); err != nil {
			return 0, err
		}
	}
}

// errDeaf is returned by send.
var errDeaf = lang.Errorf("match.deaf")

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
		go p.stdin.Close() // on Windows it waits for the write that is going on
	})
}

// quit asks the child to end, waits a little, and kills it.
func (p *process) quit() {
	select {
	case <-p.gone:
	default:
		_ = p.send("quit")
		p.drain(quitTime, nil)
	}
	p.kill()
	<-p.exited
}

// drain reads what the child still has to say, and reports whether it has ended within a time.
// said, if not nil, gets the lines.
func (p *process) drain(limit time.Duration, said func(line)) bool {
	deadline := time.After(limit)
	for {
		select {
		case l, open := <-p.lines:
			if !open {
				return true
			}
			if said != nil {
				said(l)
			}
		case <-deadline:
			return false
		}
	}
}

// ending describes how the child ended, with the last line of its error output. said, if not nil,
// gets what the child printed before and nobody has read.
func (p *process) ending(said func(line)) *lang.Error {
	if p.silence != nil {
		return lang.Errorf("match.killedBefore", "reason", p.silence)
	}
	if !p.drain(2*quitTime, said) {
		return lang.Errorf("match.closedInput")
	}
	how := lang.Errorf("match.endedItself")
	if !p.cmd.ProcessState.Success() {
		how = lang.Errorf("match.endedAs", "state", p.cmd.ProcessState.String())
	}
	if last := p.stderr.Load(); last != nil {
		how = lang.Errorf("match.lastError", "reason", how, "text", quoted(*last))
	}
	return how
}

// history keeps the last lines exchanged, a number for each direction and for the error
// output, so that a flood does not displace the commands that caused it, nor fill a disk:
// of error output only the first lines after each command are kept, and of long lines the
// beginning.
type history struct {
	mu     sync.Mutex
	began  time.Time
	trace  func(string)
	sent   ring
	got    ring
	errors ring
	noise  int // lines of error output since the last command
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
	if n := len(l.text); mark != '>' && n > maxKept {
		l.text = fmt.Sprintf("%s ... (%d bytes in all)", l.text[:maxKept], n)
	}
	switch mark {
	case '>':
		h.endNoise(l.at)
	case '!':
		if h.noise++; h.noise > maxErrors {
			return
		}
	}
	h.keep(entry{mark, l})
}

// end notes how much was left out at last. The child has ended.
func (h *history) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.endNoise(time.Now())
}

// endNoise notes how many lines of error output were left out, if any were.
func (h *history) endNoise(at time.Time) {
	if n := h.noise - maxErrors; n > 0 {
		h.keep(entry{'!', line{fmt.Sprintf("... and %d more lines of error output", n), at}})
	}
	h.noise = 0
}

func (h *history) keep(e entry) {
	switch e.mark {
	case '>':
		h.sent.add(e)
	case '!':
		h.errors.add(e)
	default:
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

// quoted returns the beginning of what an engine has said, as a part of a sentence.
func quoted(text string) string { return printable(text[:min(len(text), maxQuote)]) }

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
	entries := slices.Concat(h.sent.all(), h.got.all(), h.errors.all())
	slices.SortStableFunc(entries, func(a, b entry) int { return a.at.Compare(b.at) })
	for _, e := range entries {
		out = append(out, h.format(e))
	}
	return
}
