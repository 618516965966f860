//go:build !js

package command

import (
	"io"
	"sync/atomic"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// Meter shows in the last line of a terminal how far long work is. Where neither
// the output nor the error stream is a terminal it shows nothing.
type Meter struct {
	// Streams are those given to NewMeter. What is written to them appears above
	// the meter's line.
	Streams
	given Streams
	bars  *mpb.Progress // nil where there is no terminal
	bar   *mpb.Bar
	now   atomic.Pointer[progress]
}

// progress holds what a Meter shows.
type progress struct {
	done float64
	text string
}

// barSteps is the resolution of the bar.
const barSteps = 1000

// NewMeter returns a meter that shows nothing yet.
func NewMeter(s Streams) *Meter {
	m := &Meter{Streams: s, given: s}
	for _, w := range []*io.Writer{&m.Out, &m.Err} {
		if !IsTerminal(*w) {
			continue
		}
		if m.bars == nil {
			m.bars = mpb.New(mpb.WithOutput(*w))
		}
		*w = m.bars
	}
	if m.bars == nil {
		return m
	}
	bar := mpb.BarStyle().Build()
	m.bar = m.bars.MustAdd(0, mpb.BarFillerFunc(func(w io.Writer, s decor.Statistics) error {
		now := m.now.Load()
		if now == nil || now.done < 0 {
			return nil
		}
		s.Total, s.Current = barSteps, int64(barSteps*now.done)
		return bar.Fill(w, s)
	}), mpb.AppendDecorators(decor.Any(func(decor.Statistics) string {
		if now := m.now.Load(); now != nil {
			return now.text
		}
		return ""
	})))
	return m
}

// Shown reports whether there is a terminal.
func (m *Meter) Shown() bool { return m.bars != nil }

// Show replaces what the meter shows: the part of the work that is done, negative
// if that is not known, and a text.
func (m *Meter) Show(done float64, text string) { m.now.Store(&progress{done, text}) }

// Close removes the line. What is written to Streams later goes straight to those
// given to NewMeter.
func (m *Meter) Close() {
	if m.bars != nil {
		m.bar.Abort(true)
		m.bars.Wait()
		m.Streams, m.bars = m.given, nil
	}
}
