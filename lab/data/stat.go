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
	"strconv"
	"strings"

	"chuhe/internal/columns"
	"chuhe/internal/command"
	"chuhe/internal/filelock"
	"chuhe/lab/record"
	"chuhe/lang"
	"chuhe/rules/words"
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
	} else if err := s.print(t.Out, t.Lang); err != nil {
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
			return in.badGame(err)
		}
		file.Positions += uint64(len(g.Plies))
		c.add(g, judge)
		return nil
	}, func(damage *record.BlockError) error {
		file.Damages = append(file.Damages, damage.Error())
		in.remark("chuhe data stat", damage)
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
func (s *summary) print(out io.Writer, l lang.Lang) error {
	say := l.Say
	var b strings.Builder
	for _, f := range s.Files {
		fmt.Fprintln(&b, say("data.stat.file", "file", f.Name, "games", l.Count("games", f.Games), "positions", l.Count("positions", f.Positions),
			"bytes", l.Count("bytes", f.Bytes), "blocks", l.Count("blocks", f.Blocks)))
		for line := range strings.Lines(f.Text) {
			fmt.Fprintf(&b, "  %s\n", strings.TrimRight(line, "\n"))
		}
		fmt.Fprintln(&b)
	}
	w := columns.Left(&b)
	row := func(cells ...string) { fmt.Fprintln(w, strings.Join(cells, "\t")) }
	table := func(cells ...string) { row(append(cells, "")...) }
	// each says how much there is of something for each thing.
	each := func(key, format string, n, things uint64) string {
		if things == 0 {
			return "0"
		}
		return say(key, "number", things, "each", fmt.Sprintf(format, per(n, things)))
	}
	row(say("data.stat.games"), each("data.stat.gamesEach", "%.1f", s.Positions, s.Games))
	row(say("data.stat.positions"), each("data.stat.positionsEach", "%.2f", uint64(s.Bytes), s.Positions))
	row(say("data.stat.results"), say("data.stat.wins", "red", percent(s.RedWins, s.Games), "draws", percent(s.Draws, s.Games), "black", percent(s.BlackWins, s.Games)))
	red := float64(s.RedWins) + float64(s.Draws)/2
	row(say("data.stat.points"), say("data.stat.pointsOf", "red", inPercent(over(red, s.Games)), "first", inPercent(over(s.FirstPoints, s.Games))))
	for i, end := range s.endings() {
		name := ""
		if i == 0 {
			name = say("data.stat.endedBy")
		}
		row(name, percent(s.Ends[end], s.Games)+" "+s.ending(l, end))
	}
	row(say("data.stat.openings"), say("data.stat.starts", "starts", s.Starts, "duplicates", say("data.stat.duplicates", "n", s.Duplicates)))
	row()

	table("", say("data.stat.least"), "1 %", "5 %", "25 %", "50 %", "75 %", "95 %", "99 %", say("data.stat.most"), say("data.stat.mean"))
	for _, q := range []struct {
		name string
		quantiles
	}{{"data.stat.plies", s.Plies}, {"data.stat.scores", s.Scores}, {"data.stat.pieces", s.Pieces}} {
		cells := []string{say(q.name)}
		for _, value := range [...]int{q.Min, q.P1, q.P5, q.P25, q.Median, q.P75, q.P95, q.P99, q.Max} {
			cells = append(cells, strconv.Itoa(value))
		}
		table(append(cells, fmt.Sprintf("%.1f", q.Mean))...)
	}
	row()

	table(say("data.stat.band"), say("data.stat.positions"), say("data.stat.ahead"))
	for _, band := range s.Bands {
		if band.Positions > 0 {
			table(fmt.Sprintf("%d-%d", band.From, band.To), percent(band.Positions, s.Positions), inPercent(band.Points))
		}
	}
	row()

	table(say("data.stat.others"), say("data.stat.positions"))
	for i, n := range s.Buckets {
		least := i * bandPieces
		table(fmt.Sprintf("%d-%d", least, min(least+bandPieces-1, maxPieces)), percent(n, s.Positions))
	}
	row()

	table(say("data.stat.general"), "d", "e", "f")
	for rank := 2; rank >= 0; rank-- {
		cells := []string{say("data.stat.rank", "rank", rank)}
		for _, n := range s.Kings[rank] {
			cells = append(cells, percent(n, 2*s.Positions))
		}
		table(cells...)
	}
	row()

	row(say("data.stat.inCheck"), say("data.stat.ofAll", "share", percent(s.InCheck, s.Positions)))
	row(say("data.stat.captures"), percent(s.Captures, s.Positions))
	u := &s.Use
	row(say("data.stat.uses"), say("data.stat.used", "share", percent(u.Used, s.Positions), "positions", l.Count("positions", u.Used)))
	row(say("data.stat.leaves"), say("data.stat.left",
		"early", percent(u.Early, s.Positions), "minply", s.Filter.MinPly, "unscored", percent(u.NoScore, s.Positions),
		"decided", percent(u.Decided, s.Positions), "maxscore", s.Filter.MaxScore,
		"drawish", percent(u.Drawish, s.Positions), "maxquiet", s.Filter.MaxQuiet,
		"captures", percent(u.Captures, s.Positions), "check", percent(u.InCheck, s.Positions), "repeats", percent(u.Repeats, s.Positions)))
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// adjudicated are the keys of the ends that are no verdicts of the rules.
var adjudicated = map[string]string{
	"unknown": "data.stat.unknown", "length": "data.stat.length", "equal scores": "data.stat.equal", "score": "data.stat.score",
}

// ending says how games ended, by a key of Ends.
func (s *summary) ending(l lang.Lang, end string) string {
	if v := s.verdicts[end]; v != nil {
		return words.Ending(l, v)
	}
	return l.Say(adjudicated[end])
}

// endings returns how games ended, the most frequent way first.
func (s *summary) endings() []string {
	return slices.SortedFunc(maps.Keys(s.Ends), func(x, y string) int {
		return cmp.Or(cmp.Compare(s.Ends[y], s.Ends[x]), cmp.Compare(x, y))
	})
}

// per returns a ratio, 0 if there is nothing to divide by.
func per(n, of uint64) float64 { return over(float64(n), of) }

func over(x float64, of uint64) float64 { return x / float64(max(of, 1)) }

func percent(n, of uint64) string { return inPercent(per(n, of)) }

// inPercent writes a share in percent. Only all of it is 100.0, only nothing 0.0.
func inPercent(x float64) string {
	if 0 < x && x < 1 {
		x = min(max(x, 0.001), 0.999)
	}
	return fmt.Sprintf("%.1f %%", 100*x)
}
