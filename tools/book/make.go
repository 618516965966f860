package book

import (
	"context"
	"flag"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/internal/command"
	"chuhe/search"
)

const makeHelp = `usage: chuhe book make -out FILE [flags] GAMES...
       chuhe book make -search -out FILE [flags]

Makes a book from the main lines of games: PGN and any other format that Chuhe reads,
or files of "chuhe datagen". A file named - is the standard input. A move weighs two
points for each game won by the side that played it, and one for each drawn or
unfinished game.

With -search it makes a book without games: a search of the start position finds
the best moves, and so on with the positions that these moves lead to, the likeliest
first. A position that is more than 150 points better for a side is not followed. The
work is saved in FILE.searches; after an interrupt the same command
continues.

`

// maker holds the flags of make.
type maker struct {
	target
	recipe
	bySearch bool
	evalfile string
	games    uint64 // least number of games of a move
	depth    int    // plies of a game
}

// makeCommand is the command that makes a book.
func makeCommand() *command.Command {
	m := &maker{recipe: defaultRecipe(), games: 1, depth: 40}
	m.threads = runtime.GOMAXPROCS(0)
	var flags *flag.FlagSet
	return &command.Command{
		Name: "make", Summary: "make a book from games, or by search",
		Help: makeHelp, Operands: true,
		Flags: func(f *flag.FlagSet) {
			flags = f
			m.target.flags(f)
			command.Range(f, &m.games, "mingames", 1, math.MaxUint32, "leave out moves played in fewer `games`")
			command.Range(f, &m.depth, "plies", 1, math.MaxInt32, "use the first `plies` of each game; with -search, search no position after more")
			f.BoolVar(&m.bySearch, "search", false, "make the book by search")
			command.Range(f, &m.positions, "positions", 1, math.MaxInt32, "`positions` to search")
			command.Range(f, &m.nodes, "nodes", 100, 1<<40, "`nodes` of each search")
			command.Range(f, &m.lines, "lines", 1, search.MaxMultiPV, "`moves` to find in each position")
			command.Range(f, &m.margin, "margin", 0, 1000, "`score` by which a move may be worse than the best")
			command.Range(f, &m.threads, "threads", 1, search.MaxThreads, "`searches` at a time; the book does not depend on it")
			f.StringVar(&m.evalfile, "evalfile", evals.Embedded, evals.FlagUsage)
		},
		Run: func(ctx context.Context, files []string, s command.Streams) error {
			given := command.Given(flags)
			for name := range given {
				bySearch := slices.Contains([]string{"positions", "nodes", "lines", "margin", "threads", "evalfile"}, name)
				if bySearch && !m.bySearch || name == "mingames" && m.bySearch {
					return command.Usagef("-%s, want it only %s -search", name, map[bool]string{true: "with", false: "without"}[bySearch])
				}
			}
			switch {
			case m.bySearch && len(files) > 0:
				return command.Usagef("argument %q, want only flags with -search", files[0])
			case !m.bySearch && len(files) == 0:
				return command.Usagef("no file of games, want one or more, or -search")
			}
			if err := m.check(); err != nil {
				return err
			}
			if name := command.SameFile(m.name, files); name != "" {
				return command.Inputf("%s: the book would replace the games, want another -out", name)
			}
			if m.bySearch {
				m.recipe.plies = m.depth
				return m.grow(ctx, s)
			}
			return m.fromGames(ctx, files, s)
		},
	}
}

// grow makes the book by search.
func (m *maker) grow(ctx context.Context, s command.Streams) error {
	evaluation, err := evals.Open(m.evalfile)
	if err != nil {
		return command.Input(err)
	}
	signature, err := search.Signature()
	if err != nil {
		return err
	}
	text := m.recipe.text(evaluation.Name(), signature)
	j, err := openJournal(m.name, text)
	if err != nil {
		return err
	}
	defer j.Close()
	t, err := m.growTree(ctx, evaluation, j, s)
	if err != nil {
		return err
	}
	if err := m.write(s.Out, t.build(), text); err != nil {
		return err
	}
	if t.count < m.positions {
		if _, err := fmt.Fprintf(s.Out, "only %s searched: -margin %d and -plies %d lead to no others that are within %d points\n",
			command.Plural(t.count, "position"), m.margin, m.recipe.plies, lopsided); err != nil {
			return err
		}
	}
	return j.Remove()
}

// growTree searches, with a line of progress on a terminal.
func (m *maker) growTree(ctx context.Context, evaluation eval.Evaluation, j *searches, s command.Streams) (*tree, error) {
	meter := command.NewMeter(s)
	defer meter.Close()
	t, done, known := newTree(m.recipe), 0, len(j.done)
	err := t.grow(ctx, evaluation, j, func() {
		done++
		meter.Show(float64(done)/float64(m.positions), progressText(done, m.positions, known))
	})
	return t, err
}

// fromGames makes the book of the games in files.
func (m *maker) fromGames(ctx context.Context, files []string, s command.Streams) error {
	in := &collector{ctx: ctx, streams: s, plies: m.depth}
	if err := in.read(files); err != nil {
		return err
	}
	if in.games == 0 {
		return command.Inputf("no game in %s", strings.Join(files, ", "))
	}
	positions, moves := in.builder.Size()
	in.builder.Prune(m.games)
	text := fmt.Sprintf("made from %s\nresults %d red, %d black, %d drawn, %d open\nplies %d\nmingames %d\n",
		command.Plural(in.games, "game"), in.results[1], in.results[2], in.results[3], in.results[0], m.depth, m.games)
	if err := m.write(s.Out, &in.builder, text); err != nil {
		return err
	}
	kept, keptMoves := in.builder.Size()
	line := fmt.Sprintf("from %s", command.Plural(in.games, "game"))
	if kept < positions || keptMoves < moves {
		line += fmt.Sprintf("; of %s with %s, those of fewer than %s were left out",
			command.Plural(positions, "position"), command.Plural(moves, "move"), command.Plural(int(m.games), "game"))
	}
	if _, err := fmt.Fprintln(s.Out, line); err != nil {
		return err
	}
	if in.faults > 0 {
		return fmt.Errorf("%w: %s left out", errFaults, command.Plural(in.faults, "game"))
	}
	return nil
}

// mostFaults is how many games that cannot be used are named.
const mostFaults = 20

// fault counts a game that cannot be used and says why.
func (c *collector) fault(format string, args ...any) {
	c.faults++
	switch {
	case c.faults <= mostFaults:
		fmt.Fprintln(c.streams.Err, command.Printable("chuhe book make: "+fmt.Sprintf(format, args...)))
	case c.faults == mostFaults+1:
		fmt.Fprintln(c.streams.Err, "chuhe book make: more faults are only counted")
	}
}
