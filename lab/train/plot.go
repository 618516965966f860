package main

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// Size of the plot, and of the margins around its axes.
const (
	plotWidth, plotHeight            = 800, 450
	marginLeft, marginRight          = 70, 20
	marginTop, marginBottom          = 30, 45
	trainingColour, validationColour = "#4878a8", "#c05020"
)

// plot draws the loss curves as SVG. The logarithmic axis of the losses leaves out
// the first steps, in which they fall from a random start.
func plot(w io.Writer, s *state) error {
	training, last := s.Curve, 1
	for _, p := range training {
		last = max(last, p.Step)
	}
	var validation []point
	low, high := math.Inf(1), 0.0
	for i, p := range training {
		if i >= len(training)/50 {
			low, high = min(low, p.Loss), max(high, p.Loss)
		}
	}
	for _, e := range s.Epochs {
		if e.Validation > 0 {
			validation = append(validation, point{e.Steps, e.Validation})
			low, high = min(low, e.Validation), max(high, e.Validation)
		}
	}
	if !(low > 0) || low > high {
		low, high = 1e-9, 1
	}
	low, high = low*0.99, high*1.01
	x := func(step int) float64 {
		return marginLeft + float64(step)/float64(last)*(plotWidth-marginLeft-marginRight)
	}
	y := func(loss float64) float64 {
		part := math.Log(min(max(loss, low), high)/low) / math.Log(high/low)
		return plotHeight - marginBottom - part*(plotHeight-marginTop-marginBottom)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">`+"\n", plotWidth, plotHeight)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", plotWidth, plotHeight)
	const lines = 5
	for i := range lines + 1 {
		loss := low * math.Pow(high/low, float64(i)/lines)
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%.5f</text>`+"\n",
			marginLeft, y(loss), plotWidth-marginRight, marginLeft-6, y(loss)+4, loss)
		step := last * i / lines
		fmt.Fprintf(&b, `<path d="M%.1f %dV%d" stroke="#ddd"/><text x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n",
			x(step), marginTop, plotHeight-marginBottom, x(step), plotHeight-marginBottom+16, step)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">steps</text>`+"\n", (plotWidth+marginLeft-marginRight)/2, plotHeight-8)
	for i, curve := range []struct {
		name, colour string
		points       []point
	}{{"training loss", trainingColour, training}, {"validation loss", validationColour, validation}} {
		if len(curve.points) == 0 {
			continue
		}
		var path strings.Builder
		for k, p := range curve.points {
			fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(k, 1)], x(p.Step), y(p.Loss))
		}
		fmt.Fprintf(&b, `<path d="%s" fill="none" stroke="%s" stroke-width="1.5"/>`+"\n", path.String(), curve.colour)
		fmt.Fprintf(&b, `<text x="%d" y="%d" fill="%s">%s</text>`+"\n", marginLeft+10+i*120, marginTop-10, curve.colour, curve.name)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
