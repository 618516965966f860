package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"chuhe/lab/train/sample"
)

// printData describes the loaded data.
func printData(w io.Writer, set *sample.Set, offshoots int, took time.Duration) {
	what := ""
	if offshoots > 0 {
		what = "offshoots "
	}
	for _, f := range set.Files {
		fmt.Fprintf(w, "%s: %d games, %d positions, %d %sused\n", f.Name, f.Games, f.Plies, f.Used, what)
	}
	printFaults(w, set)
	c := &set.Counts
	fmt.Fprintf(w, "left out: %s\n", leftOut(c))
	if offshoots > 0 {
		fmt.Fprintf(w, "instead of each position that is not left out: up to %s\n", describeOffshoots(offshoots))
	}
	fmt.Fprintf(w, "%d positions for training, %d for validation, loaded in %s\n", c.Training, c.Validation, took.Round(time.Millisecond))
}

// printFaults names the damaged blocks that were skipped.
func printFaults(w io.Writer, set *sample.Set) {
	for _, f := range set.Files {
		for _, fault := range f.Faults {
			fmt.Fprintf(w, "%s: skipped %s\n", f.Name, fault)
		}
	}
}

// warn warns about something that is allowed but probably wrong.
func warn(w io.Writer, format string, args ...any) {
	fmt.Fprintf(w, "WARNING: "+format+"\n", args...)
}

// warnRepeated warns of games that count more than once.
func warnRepeated(w io.Writer, set *sample.Set) {
	if 100*set.Repeated >= set.Counts.Games && set.Repeated > 0 { // a few always do by chance
		warn(w, "%d of %d games repeat others and count twice; is a file of -data part of another?", set.Repeated, set.Counts.Games)
	}
}

func describeOffshoots(n int) string {
	return fmt.Sprintf("%d offshoots, positions a random move or two off, scored by the hand-written evaluation", n)
}

func leftOut(c *sample.Counts) string {
	return fmt.Sprintf("%d early, %d without a score, %d decided, %d long without a capture, %d captures, %d in check, %d that repeat",
		c.Early, c.NoScore, c.Decided, c.Drawish, c.Captures, c.InCheck, c.Repeats)
}

// description returns the description in the network's file. Its text is part of
// the bytes of the file.
func (t *session) description() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Chuhe, trained from self-play. Epochs: %d of %d. Positions: %d. Seed: %d.\n",
		len(t.state.Epochs), t.Epochs, t.Limit, t.Seed)
	for _, f := range t.state.Files {
		if t.Data.Offshoots > 0 {
			fmt.Fprintf(&b, "Data: %s, %d offshoots used around %d positions, SHA-256 %s\n", plainName(f.Name), f.Used, f.Plies, f.SHA256)
			continue
		}
		fmt.Fprintf(&b, "Data: %s, %d positions used of %d, SHA-256 %s\n", plainName(f.Name), f.Used, f.Plies, f.SHA256)
	}
	if t.Data.Offshoots > 0 {
		fmt.Fprintf(&b, "Instead of each position used: %s\n", describeOffshoots(t.Data.Offshoots))
	}
	fmt.Fprintf(&b, "Settings: batch %d, rate %v to %v %s, decay %v, lambda %v to %v, scale %d, power %v, factoriser %t, rounded %t\n",
		t.Batch, t.Rate, t.EndRate, t.Schedule, t.Decay, t.Lambda, t.EndLambda, t.Scale, t.Power, t.Factoriser, t.Rounded)
	if t.Init != "" {
		fmt.Fprintf(&b, "Begun with: %s, SHA-256 %s\n", plainName(t.Init), t.state.InitSHA256)
	}
	if n := len(t.state.Epochs); n > 0 {
		e := &t.state.Epochs[n-1]
		fmt.Fprintf(&b, "Loss: training %.6f, validation %s\n", e.Training, e.validation())
	}
	b.WriteString(t.note)
	return strings.TrimSpace(b.String())
}

// report writes the report as Markdown.
func (t *session) report(w io.Writer) error {
	var b strings.Builder
	base := strings.TrimSuffix(filepath.Base(t.settings.out), ".nnue")
	fmt.Fprintf(&b, "# Training of %s\n\n![loss](%s.svg)\n\n", base, base)
	seconds := 0.0
	for _, e := range t.state.Epochs {
		seconds += e.Seconds
	}
	fmt.Fprintf(&b, "%d of %d epochs of %d positions in %s.\n", len(t.state.Epochs), t.Epochs, t.Limit, time.Duration(seconds*float64(time.Second)).Round(time.Second))
	fmt.Fprintf(&b, "Quantised against exact, in score units over %d positions: %v.\n", t.state.Errors.Positions, t.state.Errors)
	if t.state.Errors.bad() {
		fmt.Fprintf(&b, "\n**Do not use it: the scores of the network differ from those of the trained model.**\n")
	}

	initial, validation, used, offshoots := fmt.Sprintf("random weights of size %v", t.Spread), "none", "used", "none"
	if t.Init != "" {
		initial = fmt.Sprintf("%s, SHA-256 `%s`", plainName(t.Init), t.state.InitSHA256)
	}
	if t.Data.Validation > 0 {
		validation = fmt.Sprintf("one game in %d", t.Data.Validation)
	}
	if t.Data.Offshoots > 0 {
		used, offshoots = "offshoots used", describeOffshoots(t.Data.Offshoots)+"; instead of each position that passes the filters"
	}
	fmt.Fprintf(&b, "\n## Data\n\n| file | games | positions | %s | SHA-256 |\n| --- | --- | --- | --- | --- |\n", used)
	for _, f := range t.state.Files {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | `%s` |\n", plainName(f.Name), f.Games, f.Plies, f.Used, f.SHA256)
	}
	for _, f := range t.state.Files {
		for _, fault := range f.Faults {
			fmt.Fprintf(&b, "\nSkipped in %s: %s.\n", plainName(f.Name), fault)
		}
	}
	fmt.Fprintf(&b, "\nLeft out: %s. %d positions are set aside for validation.\n", leftOut(&t.state.Counts), t.state.Counts.Validation)
	for _, f := range t.state.Files {
		fmt.Fprintf(&b, "\nHeader of %s:\n\n```text\n%s\n```\n", plainName(f.Name), strings.TrimSpace(f.Text))
	}

	fmt.Fprintf(&b, `
## Settings

| setting | value |
| --- | --- |
| seed | %d |
| initial weights | %s |
| epochs, batch, shards | %d, %d, %d |
| learning rate | %v to %v, %s, %d steps of warm-up |
| Adam | beta1 %v, beta2 %v, decay of weights %v |
| factoriser, rounded | %t, %t |
| target | score by %v to %v, result by the rest; scale %d |
| loss | power %v |
| filters | from ply %d, scores within %d, at most %d plies since a capture, checks %t, captures %t, repeats %t; damaged blocks skipped %t |
| offshoots | %s |
| validation | %s |
`, t.Seed, initial, t.Epochs, t.Batch, t.Shards, t.Rate, t.EndRate, t.Schedule, t.Warmup,
		t.Beta1, t.Beta2, t.Decay, t.Factoriser, t.Rounded, t.Lambda, t.EndLambda, t.Scale, t.Power,
		t.Data.MinPly, t.Data.MaxScore, t.Data.MaxQuiet, t.Data.Checks, t.Data.Captures, t.Data.Repeats, t.Data.SkipDamaged, offshoots, validation)

	b.WriteString("\n## Epochs\n\n| epoch | training loss | validation loss | yardstick | rate | positions/s |\n| --- | --- | --- | --- | --- | --- |\n")
	for i, e := range t.state.Epochs {
		fmt.Fprintf(&b, "| %d | %.6f | %s | %v | %.2g | %.0f |\n", i+1, e.Training, e.validation(), e.Yardstick, e.Rate, e.Speed)
	}
	if n := len(t.state.Epochs); n > 0 && t.state.Epochs[n-1].Yardstick != nil {
		y := t.state.Epochs[n-1].Yardstick
		fmt.Fprintf(&b, "\nThe yardstick is %s, SHA-256 `%s`: the error of the expected result, root of the mean square, over %d positions, with scores of the size that fits best.\nAt the end they are multiplied by %.2f, and it is by the number of pieces %s.\n",
			plainName(t.Yardstick), t.state.YardstickSHA256, y.Positions, y.Factor, y.byBand())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// plainName returns the last part of a path, as UTF-8.
func plainName(path string) string { return strings.ToValidUTF8(filepath.Base(path), "?") }
