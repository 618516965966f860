package cli

import (
	"fmt"
	"io"
	"sync/atomic"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"chuhe/internal/terminal"
	"chuhe/match"
	"chuhe/match/stats"
)

// display shows a match as it goes on: lines, and below them a progress bar
// where the output is a terminal.
type display struct {
	io.Writer
	plain io.Writer
	bars  *mpb.Progress // nil where there is no terminal
	bar   *mpb.Bar
	state atomic.Pointer[string] // the standings in a few words
}

// newDisplay returns the display of so many games, some of which are played.
func newDisplay(out io.Writer, games, played int) *display {
	d := &display{Writer: out, plain: out}
	d.state.Store(new(string))
	if !terminal.Is(out) {
		return d
	}
	d.bars = mpb.New(mpb.WithOutput(out))
	d.bar = d.bars.AddBar(int64(games),
		mpb.PrependDecorators(decor.CountersNoUnit("game %d of %d ")),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return *d.state.Load() })))
	d.bar.SetCurrent(int64(played))
	d.Writer = d.bars
	return d
}

// update shows the standings beside the bar.
func (d *display) update(s *match.Standings, test *stats.SPRT) {
	if d.bar == nil {
		return
	}
	leader := s.Ranking()[0]
	text := fmt.Sprintf("%s leads with %s", s.Names[leader], percent(s.Total(leader).Points()/float64(s.Total(leader).Games())))
	if len(s.Names) == 2 {
		text = fmt.Sprintf("%s: Elo %s", s.Names[0], estimate(s.Summary(0, 1).Elo))
		if test != nil {
			text += fmt.Sprintf(", LLR %.2f", s.LLR(*test))
		}
	}
	d.state.Store(&text)
	d.bar.SetCurrent(int64(s.Games))
}

// close takes the bar away; what is written later appears as plain lines.
func (d *display) close() {
	if d.bar == nil {
		return
	}
	d.bar.Abort(false)
	d.bars.Wait()
	d.Writer, d.bar = d.plain, nil
}
