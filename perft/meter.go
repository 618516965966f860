package perft

import (
	"fmt"
	"io"
	"time"

	"chuhe/internal/terminal"
)

// meter shows on a terminal how far a count is, in one line that it writes
// anew. A nil meter shows nothing.
type meter struct {
	w       io.Writer
	start   time.Time
	shown   time.Time // when the line was last written, zero if there is none
	between time.Duration
}

// newMeter returns a meter for a terminal, nil for anything else.
func newMeter(w io.Writer) *meter {
	if !terminal.Is(w) {
		return nil
	}
	return &meter{w: w, between: time.Second / 10}
}

// begin starts the clock of a count.
func (m *meter) begin() {
	if m != nil {
		m.start = time.Now()
	}
}

// show writes the line unless it has just been written.
func (m *meter) show(p Progress) {
	if m == nil || time.Since(m.start) < m.between || time.Since(m.shown) < m.between {
		return
	}
	m.shown = time.Now()
	spent := time.Since(m.start)
	fmt.Fprintf(m.w, "\r%5.1f %%  %.0f Mnps  %.1f s  ",
		100*float64(p.Done)/float64(p.Total), float64(p.Nodes)/spent.Seconds()/1e6, spent.Seconds())
}

// clear removes the line, so that something else can be written.
func (m *meter) clear() {
	if m != nil && !m.shown.IsZero() {
		fmt.Fprintf(m.w, "\r%40s\r", "")
		m.shown = time.Time{}
	}
}
