package report

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"chuhe/internal/columns"
	"chuhe/internal/stats"
	"chuhe/tools/match/tournament"
)

// Dimensions of a plot in units of its SVG.
const (
	width, height     = 720.0, 220.0
	left, top, bottom = 56.0, 14.0, 28.0
	labelGap          = 13.0 // between the lines of labels
)

// plot is a picture with its caption.
type plot struct {
	Caption string
	SVG     template.HTML
}

// series is a line of a plot: a value for each game, NaN for none.
type series struct {
	name   string
	values []float64
	band   []float64 // half-width of an error band, nil for none
	// label writes the last value before the name.
	label func(float64) string
}

// fixed returns a label with a number of digits after the point.
func fixed(digits int) func(float64) string {
	return func(v float64) string {
		scale := math.Pow10(digits)
		return strconv.FormatFloat(math.Round(v*scale)/scale+0, 'f', digits, 64) // no -0
	}
}

// plots returns the pictures of a match: the score over the games and, for a
// match of two, Elo with its error and the state of the test.
func plots(m Match) (out []plot) {
	if len(m.Games) < 2 {
		return
	}
	say := m.Lang.Say
	s := tournament.NewStandings(m.Standings.Names)
	score := make([]series, len(s.Names))
	for i, name := range s.Names {
		score[i].name, score[i].label = name, fixed(1)
	}
	elo, llr := series{name: "Elo", label: stats.FormatElo}, series{name: "LLR", label: fixed(2)}
	for i := range m.Games {
		s.Add(&m.Games[i], m.PerPair)
		for p := range score {
			t := s.Total(p)
			score[p].values = append(score[p].values, 100*t.Points()/float64(t.Games()))
		}
		if len(s.Names) != 2 {
			continue
		}
		sum := s.Summary(0, 1)
		elo.values, elo.band = append(elo.values, sum.Elo.Value), append(elo.band, sum.Elo.Error)
		if m.SPRT != nil {
			llr.values = append(llr.values, s.LLR(*m.SPRT))
		}
	}
	if len(s.Names) == 2 {
		score = score[:1]
	}
	out = append(out, plot{say("report.plotScore"), draw(score, []float64{50}, say("report.games"))})
	if len(s.Names) == 2 {
		out = append(out, plot{say("report.plotElo", "name", s.Names[0]), draw([]series{elo}, []float64{0}, say("report.games"))})
	}
	if len(llr.values) > 0 {
		low, high := m.SPRT.Bounds()
		caption := say("report.plotLLR", "low", m.SPRT.Elo0, "high", m.SPRT.Elo1, "model", m.SPRT.Model)
		if v := m.SPRT.Decide(llr.values[len(llr.values)-1]); v != stats.Undecided {
			caption += say("report.accepted", "verdict", v)
		}
		out = append(out, plot{caption, draw([]series{llr}, []float64{low, 0, high}, say("report.games"))})
	}
	return
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// draw returns lines over the number of the game, with horizontal marks and the name
// of the axis.
func draw(lines []series, marks []float64, axis string) template.HTML {
	c := newChart(lines, marks)
	fmt.Fprintf(c, `<svg viewBox="0 0 %g %g" role="img">`, width, height)
	scale := ticks(c.low, c.high)
	text := fixed(digitsOf(scale))
	for _, v := range scale {
		fmt.Fprintf(c, `<line class="grid" x1="%g" x2="%g" y1="%.1f" y2="%.1f"/><text class="tick" x="%g" y="%.1f">%s</text>`,
			left, width-c.right, c.y(v), c.y(v), left-6, c.y(v)+4, text(v))
	}
	for _, v := range marks {
		fmt.Fprintf(c, `<line class="mark" x1="%g" x2="%g" y1="%.1f" y2="%.1f"/>`, left, width-c.right, c.y(v), c.y(v))
	}
	var ends []float64
	var names []string
	for k, l := range lines {
		end := c.line(k, l)
		ends, names = append(ends, c.y(end)), append(names, l.label(end)+" "+l.name)
	}
	for k, at := range spread(ends, labelGap, top, height-bottom) {
		if math.Abs(at-ends[k]) > 1 {
			fmt.Fprintf(c, `<polyline class="line lead l%d" points="%g,%.1f %g,%.1f"/>`, k%6, width-c.right, ends[k], width-c.right+5, at)
		}
		fmt.Fprintf(c, `<text class="name l%d" x="%g" y="%.1f">%s</text>`, k%6, width-c.right+7, at+4, template.HTMLEscapeString(names[k]))
	}
	fmt.Fprintf(c, `<text class="tick" x="%g" y="%g">%d</text><text class="axis" x="%g" y="%g">%s</text></svg>`,
		c.x(c.games-1), height-8, c.games, (left+width-c.right)/2, height-8, template.HTMLEscapeString(axis))
	return template.HTML(c.String())
}

// chart is the SVG of a plot, as far as it is drawn, with its scale.
type chart struct {
	strings.Builder
	games     int
	low, high float64 // the values at the lower and the upper edge
	right     float64 // width of the labels at the ends of the lines
}

// newChart returns a chart with room for lines and marks.
func newChart(lines []series, marks []float64) *chart {
	c := &chart{low: math.Inf(1), high: math.Inf(-1)}
	hold := func(v float64) { c.low, c.high = min(c.low, v), max(c.high, v) }
	for _, v := range marks {
		hold(v)
	}
	for _, l := range lines {
		c.games = max(c.games, len(l.values))
		for i, v := range l.values {
			// The first games swing too far to set the scale.
			if finite(v) && i >= len(l.values)/10 {
				hold(v)
			}
		}
		if k := len(l.values) - 1; l.band != nil && finite(l.band[k]) && finite(l.values[k]) {
			hold(l.values[k] - l.band[k])
			hold(l.values[k] + l.band[k])
		}
		const perColumn, least, most = 7.5, 30, 170
		c.right = max(c.right, least, min(most, perColumn*float64(columns.Width(l.name)+8)))
	}
	margin := max((c.high-c.low)*.08, .5)
	c.low, c.high = c.low-margin, c.high+margin
	return c
}

// x returns where the game with an index is.
func (c *chart) x(i int) float64 {
	return left + (width-left-c.right)*float64(i)/float64(max(c.games-1, 1))
}

// y returns where a value is; those beyond the edges are on them.
func (c *chart) y(v float64) float64 {
	return top + (height-top-bottom)*(c.high-min(max(v, c.low), c.high))/(c.high-c.low)
}

// line draws the line with an index over its band, and returns its last value, 0 without one.
func (c *chart) line(k int, l series) (end float64) {
	var points, up, down []string
	at := func(i int, v float64) string { return fmt.Sprintf("%.1f,%.1f", c.x(i), c.y(v)) }
	for i, v := range l.values {
		if !finite(v) {
			continue
		}
		points, end = append(points, at(i, v)), v
		if l.band != nil && finite(l.band[i]) {
			up, down = append(up, at(i, v+l.band[i])), append(down, at(i, v-l.band[i]))
		}
	}
	if l.band != nil {
		slices.Reverse(down)
		fmt.Fprintf(c, `<polygon class="band" points="%s"/>`, strings.Join(append(up, down...), " "))
	}
	fmt.Fprintf(c, `<polyline class="line l%d" points="%s"/>`, k%6, strings.Join(points, " "))
	return end
}

// spread returns heights near those wanted, between low and high and at least gap apart; less
// only where there is no room.
func spread(wanted []float64, gap, low, high float64) []float64 {
	gap = min(gap, (high-low)/float64(max(len(wanted)-1, 1)))
	order := make([]int, len(wanted))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(wanted[a], wanted[b]) })
	down, up := slices.Clone(wanted), slices.Clone(wanted) // where labels give way downwards, or upwards
	before, after := low-gap, high+gap
	for i, k := range order {
		down[k] = max(down[k], before+gap)
		before = down[k]
		k = order[len(order)-1-i]
		up[k] = min(up[k], after-gap)
		after = up[k]
	}
	out := make([]float64, len(wanted))
	before = low - gap
	for i, k := range order {
		room := high - gap*float64(len(order)-1-i)
		out[k] = min(max((down[k]+up[k])/2, before+gap), room)
		before = out[k]
	}
	return out
}

// digitsOf returns the digits after the point that tell all values apart.
func digitsOf(values []float64) (digits int) {
	for _, v := range values {
		_, fraction, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
		digits = max(digits, len(fraction))
	}
	return
}

// ticks returns about five round values between two.
func ticks(low, high float64) (out []float64) {
	step := math.Pow(10, math.Floor(math.Log10((high-low)/4)))
	for _, f := range []float64{5, 2} {
		if (high-low)/(step*f) >= 3 {
			step *= f
			break
		}
	}
	for i := math.Ceil(low / step); i*step <= high; i++ {
		out = append(out, math.Round(i*step*1e6)/1e6+0) // no -0
	}
	return
}
