package data

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"chuhe/internal/columns"
	"chuhe/internal/command"
	"chuhe/internal/filelock"
	"chuhe/lab/record"
	"chuhe/lang"
)

// stat is the command that summarises files.
func stat() *command.Command {
	filter := record.DefaultFilter()
	var asJSON bool
	return &command.Command{
		Name: "stat", Operands: true,
		Flags: func(flags *flag.FlagSet) {
			flags.BoolVar(&asJSON, "json", false, "")
			command.Range(flags, &filter.MinPly, "minply", 0, math.MaxInt32, "")
			command.Range(flags, &filter.MaxScore, "maxscore", 0, math.MaxInt32, "")
			command.Range(flags, &filter.MaxQuiet, "maxquiet", 0, math.MaxInt32, "")
		},
		Run: onFiles(func(t *tool, files []string) error { return t.stat(files, filter, asJSON) }),
	}
}

// stat summarises files; f chooses the positions that training would use.
func (t *tool) stat(files []string, f record.Filter, asJSON bool) error {
	c := newCollector(f)
	damaged := 0
	for _, name := range files {
		n, err := t.statFile(c, name)
		if err != nil {
			return err
		}
		damaged += n
	}
	s := c.result()
	if asJSON {
		out := json.NewEncoder(t.Out)
		out.SetIndent("", "  ")
		if err := out.Encode(s); err != nil {
			return err
		}
	} else if err := s.print(t.Out); err != nil {
		return err
	}
	if damaged > 0 {
		return lang.Errorf("data.damagedBlocks", "faults", ErrFaults, "n", damaged)
	}
	return nil
}

// statFile adds a file to the summary. It returns the number of damaged blocks, not
// counting an incomplete one at the end of a file that is being written.
func (t *tool) statFile(c *collector, name string) (damaged int, err error) {
	in, err := t.open(name)
	if err != nil {
		return 0, err
	}
	defer in.close()
	judge := newReferee(in.Text())
	file := fileInfo{Name: in.name, Text: in.Text()}
	err = in.each(func(g *record.Game) error {
		if err := g.Check(); err != nil {
			return command.Inputf("%s: game %d: %w", in.name, in.games, err)
		}
		file.Positions += uint64(len(g.Plies))
		c.add(g, judge)
		return nil
	}, func(damage *record.BlockError) error {
		file.Damages = append(file.Damages, damage.Error())
		fmt.Fprintf(t.Err, "chuhe data stat: %s: %v\n", in.name, damage)
		if !damage.Cut || !errors.Is(idle(name), filelock.ErrBusy) {
			damaged++
		}
		return nil
	})
	file.Games, file.Blocks, file.Bytes = in.games, in.Blocks(), in.Offset()
	c.Files = append(c.Files, file)
	c.Bytes += file.Bytes
	return damaged, err
}

// print writes a summary as text.
func (s *summary) print(out io.Writer) error {
	var b strings.Builder
	for _, f := range s.Files {
		fmt.Fprintf(&b, "%s: %s, %s, %d bytes, %s\n", f.Name, command.Plural(f.Games, "game"), command.Plural(f.Positions, "position"), f.Bytes, command.Plural(f.Blocks, "block"))
		for line := range strings.Lines(f.Text) {
			fmt.Fprintf(&b, "  %s\n", strings.TrimRight(line, "\n"))
		}
		fmt.Fprintln(&b)
	}
	w := columns.Left(&b)
	row := func(name, format string, args ...any) { fmt.Fprintf(w, "%s\t%s\n", name, fmt.Sprintf(format, args...)) }
	row("games", "%d%s", s.Games, each("%.1f positions", s.Positions, s.Games))
	row("positions", "%d%s", s.Positions, each("%.2f bytes", uint64(s.Bytes), s.Positions))
	row("results", "Red wins %s, draws %s, Black wins %s", percent(s.RedWins, s.Games), percent(s.Draws, s.Games), percent(s.BlackWins, s.Games))
	red := float64(s.RedWins) + float64(s.Draws)/2
	row("points", "Red %.1f %%, who moves first behind the opening %.1f %%", 100*over(red, s.Games), 100*over(s.FirstPoints, s.Games))
	for i, end := range s.endings() {
		name := ""
		if i == 0 {
			name = "ended by"
		}
		row(name, "%s %s", percent(s.Ends[end], s.Games), end)
	}
	row("openings", "%d starts that differ, %s", s.Starts, command.Plural(s.Duplicates, "duplicate game"))
	fmt.Fprintln(w)

	fmt.Fprintln(w, "\tleast\t1 %\t5 %\t25 %\t50 %\t75 %\t95 %\t99 %\tmost\tmean\t")
	for _, q := range []struct {
		name string
		quantiles
	}{{"plies of a game", s.Plies}, {"score, side to move", s.Scores}, {"pieces", s.Pieces}} {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%.1f\t\n", q.name, q.Min, q.P1, q.P5, q.P25, q.Median, q.P75, q.P95, q.P99, q.Max, q.Mean)
	}
	fmt.Fprintln(w)

	fmt.Fprintln(w, "score\tpositions\tpoints of the side ahead\t")
	for _, band := range s.Bands {
		if band.Positions > 0 {
			fmt.Fprintf(w, "%d-%d\t%s\t%.1f %%\t\n", band.From, band.To, percent(band.Positions, s.Positions), 100*band.Points)
		}
	}
	fmt.Fprintln(w)

	fmt.Fprintln(w, "pieces but kings\tpositions\t")
	for i, n := range s.Buckets {
		least := i * bandPieces
		fmt.Fprintf(w, "%d-%d\t%s\t\n", least, min(least+bandPieces-1, maxPieces), percent(n, s.Positions))
	}
	fmt.Fprintln(w)

	fmt.Fprintln(w, "king\td\te\tf\t")
	for rank := 2; rank >= 0; rank-- {
		k := s.Kings[rank]
		fmt.Fprintf(w, "rank %d\t%s\t%s\t%s\t\n", rank, percent(k[0], 2*s.Positions), percent(k[1], 2*s.Positions), percent(k[2], 2*s.Positions))
	}
	fmt.Fprintln(w)

	row("in check", "%s of all positions", percent(s.InCheck, s.Positions))
	row("captures", "%s", percent(s.Captures, s.Positions))
	u := &s.Use
	row("training uses", "%s: %d positions", percent(u.Used, s.Positions), u.Used)
	row("and leaves out", "%s before ply %d, %s without a score, %s decided or with a score beyond %d, %s beyond %d plies from the last capture, %s captures, %s in check, %s that repeat in their game",
		percent(u.Early, s.Positions), s.Filter.MinPly, percent(u.NoScore, s.Positions), percent(u.Decided, s.Positions), s.Filter.MaxScore,
		percent(u.Drawish, s.Positions), s.Filter.MaxQuiet, percent(u.Captures, s.Positions), percent(u.InCheck, s.Positions), percent(u.Repeats, s.Positions))
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// endings returns how games ended, the most frequent way first.
func (s *summary) endings() []string {
	return slices.SortedFunc(maps.Keys(s.Ends), func(x, y string) int {
		return cmp.Or(cmp.Compare(s.Ends[y], s.Ends[x]), cmp.Compare(x, y))
	})
}

// each returns how much there is of something for each thing, "" without things.
func each(format string, n, things uint64) string {
	if things == 0 {
		return ""
	}
	return fmt.Sprintf(", "+format+" each", per(n, things))
}

// per returns a ratio, 0 if there is nothing to divide by.
func per(n, of uint64) float64 { return over(float64(n), of) }

func over(x float64, of uint64) float64 { return x / float64(max(of, 1)) }

func percent(n, of uint64) string { return fmt.Sprintf("%.1f %%", 100*per(n, of)) }
