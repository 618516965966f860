package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"chuhe/lang"
)

// state is how far a job is, as the command that asked for it tells the hub.
type state struct {
	Run, Job, Command   string // Run is of the process that asks, which may have one job after another
	Units, Done, Failed int
	Workers             map[string]int // results by worker
	Speed               float64        // units a second
	Text                string         // what the results have come to, such as the score of a match
}

// left returns the time that is left, 0 if it is not known.
func (s *state) left() time.Duration {
	if s.Speed <= 0 {
		return 0
	}
	return time.Duration(float64(s.Units-s.Done) / s.Speed * float64(time.Second)).Round(time.Second)
}

// in says in a language how far the job is.
func (s *state) in(l lang.Lang) string {
	parts := []string{l.Say("fleet.progress", "done", s.Done, "units", l.Count("units", s.Units), "workers", l.Count("workers", len(s.Workers)))}
	if s.Speed > 0 {
		parts = append(parts, l.Say("fleet.speed", "speed", fmt.Sprintf("%.2f", s.Speed)), l.Say("fleet.left", "left", s.left()))
	}
	if s.Failed > 0 {
		parts = append(parts, l.Say("fleet.failed", "number", s.Failed))
	}
	return strings.Join(parts, l.Say("join.clause"))
}

// state returns how far the job is.
func (b *batch) state() *state {
	s := &state{
		Run: b.run, Job: b.id, Command: b.Command, Units: b.Units, Done: b.wanted + len(b.have), Workers: b.count,
		Speed: float64(b.fresh) / max(time.Since(b.began).Seconds(), 1e-3),
	}
	for i := range b.failed {
		if i >= b.wanted && b.have[i] == nil && b.poisonous(i) {
			s.Failed++
		}
	}
	if b.State != nil {
		s.Text = b.State()
	}
	return s
}

// tell reports how far the job is to the hub, and every ten seconds to the log.
func (b *batch) tell() {
	s := b.state()
	if text, err := json.Marshal(s); err == nil {
		b.nc.Publish(states, text)
	}
	if time.Since(b.shown) >= 10*time.Second {
		b.shown = time.Now()
		fmt.Fprintln(b.log, "fleet:", s.in(b.lang))
	}
}
