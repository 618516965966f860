package selfplay

import (
	"fmt"
	"time"

	"chuhe/internal/command"
)

// meter shows progress: on a terminal in its last line, elsewhere in a line from
// time to time, less and less often.
type meter struct {
	*command.Meter
	goal    goal
	threads int           // that share the rate, 0 if it is not known
	next    time.Duration // value of progress.Spent at which to print the next line
}

// Times between two lines without a terminal.
const (
	firstPause = 10 * time.Second
	lastPause  = 5 * time.Minute
)

func newMeter(s command.Streams, goal goal, threads int) *meter {
	return &meter{command.NewMeter(s), goal, threads, firstPause}
}

// show shows the progress; without a terminal it prints a line if one is due.
func (m *meter) show(p *progress) {
	share, line := m.line(p)
	m.Show(share, line)
	if !m.Shown() && p.Spent >= m.next {
		m.next = p.Spent + min(p.Spent, lastPause)
		fmt.Fprintln(m.Err, line)
	}
}

// line returns the part of the goal that is done, negative without a goal, and the
// text to show.
func (m *meter) line(p *progress) (share float64, line string) {
	share, left, ok := m.goal.share(p)
	line = m.Lang.Say("datagen.progress", "games", p.Made.Games, "positions", p.Made.Positions, "rate", fmt.Sprintf("%.0f", p.rate()))
	if m.threads > 0 {
		line += m.Lang.Say("datagen.thread", "rate", fmt.Sprintf("%.0f", p.rate()/float64(m.threads)))
	}
	if ok && left > 0 {
		line += m.Lang.Say("datagen.left", "time", left.Round(time.Second))
	}
	if !ok {
		return -1, line
	}
	if share == 1 && p.Made != p.Written {
		line += m.Lang.Say("datagen.finishing")
	}
	return share, fmt.Sprintf("%.1f %%  ", 100*share) + line
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
