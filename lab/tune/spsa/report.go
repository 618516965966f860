package spsa

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"chuhe/internal/columns"
	"chuhe/search"
)

// print writes what a run has come to.
func (t *tuner) print(w io.Writer) error {
	var all bytes.Buffer // writing to it cannot fail
	t.progress(&all)
	t.table(&all)
	t.outcome(&all)
	_, err := all.WriteTo(w)
	return err
}

// progress writes a line with the progress of a run, the time taken and, during
// play, the speed.
func (t *tuner) progress(w io.Writer) {
	fmt.Fprintf(w, "%d of %d iterations, %d games: +%d =%d -%d",
		t.done+len(t.begun), t.settings.Schedule.Iterations, t.tally.games(), t.tally.Wins, t.tally.Draws, t.tally.Losses)
	if t.tally.Cut > 0 {
		fmt.Fprintf(w, ", %d cut with a lead of %+.1f", t.tally.Cut, t.tally.Lead)
	}
	fmt.Fprintf(w, ", in %s", (t.spent + t.running()).Round(time.Second))
	if t.fresh > 0 {
		fmt.Fprintf(w, ", %.2f games per second", float64(t.fresh)/max(t.running().Seconds(), 1e-3))
	}
	fmt.Fprintln(w)
}

// table writes the value of each tuned parameter and how many of its steps it is
// from its default.
func (t *tuner) table(w io.Writer) {
	out := columns.Right(w)
	fmt.Fprintln(out, "parameter\tdefault\tnow\tsteps\tmin\tmax\t")
	for i, r := range t.ranges {
		fmt.Fprintf(out, "%s\t%d\t%.2f\t%+.2f\t%d\t%d\t\n",
			r.Name, r.Default, t.at[i], (t.at[i]-float64(r.Default))/float64(r.Step), r.Min, r.Max)
	}
	_ = out.Flush()
}

// outcome writes what to do with the values: the argument that plays with them,
// and the fields of search.Params.
func (t *tuner) outcome(w io.Writer) {
	p := t.params(t.values())
	if text := p.String(); text != "" {
		fmt.Fprintf(w, "\nTo play with them:\n\n-tune %s\n", text)
	} else {
		fmt.Fprint(w, "\nAll are at their defaults.\n")
	}
	fmt.Fprint(w, "\nThe fields in search/params.go:\n\n")
	for r, at := range p.Each() {
		fmt.Fprintln(w, row(r, *at))
	}
}

// row returns the field of a parameter as search/params.go declares it.
func row(r *search.Range, value int) string {
	return fmt.Sprintf("\t%s int `%s`", r.Name, r.Tag(value))
}
