package selfplay

import (
	"fmt"
	"io"
	"strings"
	"time"

	"chuhe/internal/terminal"
)

// meter shows progress: on a terminal in one line that it rewrites, elsewhere in a
// line from time to time, less and less often.
type meter struct {
	w        io.Writer
	goal     goal
	threads  int
	terminal bool
	next     time.Duration // value of progress.Spent at which to show the next line
	width    int           // of the text in the terminal's line
}

// Times between two lines without a terminal.
const (
	firstPause = 10 * time.Second
	lastPause  = 5 * time.Minute
)

func newMeter(w io.Writer, goal goal, threads int) *meter {
	m := &meter{w: w, goal: goal, threads: threads, terminal: terminal.Is(w), next: firstPause}
	if m.terminal {
		m.next = time.Second / 2
	}
	return m
}

// show writes the line if it is due.
func (m *meter) show(p *progress) {
	if p.Spent < m.next {
		return
	}
	line := m.line(p)
	if m.terminal {
		m.next = p.Spent + time.Second/4
		fmt.Fprintf(m.w, "\r%-*s", m.width, line)
		m.width = len(line)
		return
	}
	m.next = p.Spent + min(p.Spent, lastPause)
	fmt.Fprintln(m.w, line)
}

// line returns the text to show.
func (m *meter) line(p *progress) string {
	var b strings.Builder
	share, left, ok := m.goal.share(p)
	if ok {
		fmt.Fprintf(&b, "%.1f %%  ", 100*share)
	}
	fmt.Fprintf(&b, "%d games  %d positions  %.0f/s, %.0f a thread", p.Made.Games, p.Made.Positions, p.rate(), p.rate()/float64(m.threads))
	if ok && left > 0 {
		fmt.Fprintf(&b, "  %v left", left.Round(time.Second))
	}
	return b.String()
}

// clear erases the terminal's line, so that other text can be written.
func (m *meter) clear() {
	if m.width > 0 {
		fmt.Fprintf(m.w, "\r%*s\r", m.width, "")
		m.width = 0
	}
}

// share returns the part of the goal that is done and the time that the rest takes
// at the speed of the run so far, 0 if unknown. ok is false without a goal.
func (g goal) share(p *progress) (done float64, left time.Duration, ok bool) {
	for _, part := range [...]struct{ goal, begin, made uint64 }{
		{g.Games, p.Begin.Games, p.Made.Games},
		{g.Positions, p.Begin.Positions, p.Made.Positions},
	} {
		if part.goal == 0 {
			continue
		}
		if s := min(1, float64(part.made)/float64(part.goal)); !ok || s > done {
			done, left = s, 0
			if part.made > part.begin && part.made < part.goal {
				left = time.Duration(float64(p.Spent) * float64(part.goal-part.made) / float64(part.made-part.begin))
			}
		}
		ok = true
	}
	return done, left, ok
}
