package book

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/internal/command"
	"chuhe/lang"
	"chuhe/search"
)

// maker holds the flags of make.
type maker struct {
	command.Output
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
		Name: "make", Operands: true,
		Flags: func(f *flag.FlagSet) {
			flags = f
			m.Output.Flags(f)
			command.Range(f, &m.games, "mingames", 1, math.MaxUint32, "")
			command.Range(f, &m.depth, "plies", 1, math.MaxInt32, "")
			f.BoolVar(&m.bySearch, "search", false, "")
			command.Range(f, &m.positions, "positions", 1, math.MaxInt32, "")
			command.Range(f, &m.nodes, "nodes", 100, 1<<40, "")
			command.Range(f, &m.lines, "lines", 1, search.MaxMultiPV, "")
			command.Range(f, &m.margin, "margin", 0, 1000, "")
			command.Range(f, &m.threads, "threads", 1, search.MaxThreads, "")
			f.StringVar(&m.evalfile, "evalfile", evals.Embedded, "")
		},
		Run: func(ctx context.Context, files []string, s command.Streams) error {
			if err := m.check(flags, files); err != nil {
				return command.Usage(err)
			}
			if err := m.Vacant(); err != nil {
				return err
			}
			if name := command.SameFile(m.Name, files); name != "" {
				return command.Input(lang.Errorf("error.replaces", "file", name))
			}
			if err := command.Twice(files); err != nil {
				return err
			}
			if m.bySearch {
				m.recipe.plies = m.depth
				return m.grow(ctx, s)
			}
			return m.fromGames(ctx, files, s)
		},
	}
}

// check returns an error about flags and files that do not go together.
func (m *maker) check(flags *flag.FlagSet, files []string) (err error) {
	flags.Visit(func(f *flag.Flag) {
		ofSearch := slices.Contains([]string{"positions", "nodes", "lines", "margin", "threads", "evalfile"}, f.Name)
		switch {
		case err != nil:
		case ofSearch && !m.bySearch:
			err = lang.Errorf("book.with", "flag", f.Name)
		case f.Name == "mingames" && m.bySearch:
			err = lang.Errorf("book.without", "flag", f.Name)
		}
	})
	switch {
	case err != nil:
		return err
	case m.bySearch && len(files) > 0:
		return lang.Errorf("book.onlyFlags", "argument", strconv.Quote(files[0]))
	case !m.bySearch && len(files) == 0:
		return lang.Errorf("book.noGames")
	}
	return nil
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
	j, err := openJournal(m.Name, text)
	if err != nil {
		return err
	}
	defer j.Close()
	t, err := m.growTree(ctx, evaluation, j, s)
	if errors.Is(err, context.Canceled) {
		s.Remark("chuhe book make", s.Lang.Say("book.stopped", "done", t.count, "n", m.positions))
	}
	if err != nil {
		return err
	}
	if err := save(&m.Output, s, t.build(), text); err != nil {
		return err
	}
	if t.count < m.positions {
		if _, err := fmt.Fprintln(s.Out, s.Lang.Say("book.short", "positions", s.Lang.Count("positions", t.count),
			"margin", m.margin, "plies", m.recipe.plies, "bound", lopsided)); err != nil {
			return err
		}
	}
	return j.Remove()
}

// growTree searches, with a line of progress on a terminal.
func (m *maker) growTree(ctx context.Context, evaluation eval.Evaluation, j *searches, s command.Streams) (*tree, error) {
	meter := command.NewMeter(s)
	defer meter.Close()
	t, done := newTree(m.recipe), 0
	err := t.grow(ctx, evaluation, j, func() {
		done++
		meter.Show(float64(done)/float64(m.positions), s.Lang.Say("book.progress", "done", done, "n", m.positions))
	})
	return t, err
}

// fromGames makes the book of the games in files.
func (m *maker) fromGames(ctx context.Context, files []string, s command.Streams) error {
	meter := command.NewMeter(s)
	defer meter.Close()
	in := &collector{ctx: ctx, meter: meter, plies: m.depth}
	if err := in.read(files); err != nil {
		return err
	}
	meter.Close()
	if in.games == 0 {
		return command.Input(lang.Errorf("error.noGameIn", "files", command.InputNames(files)))
	}
	positions, moves := in.builder.Size()
	in.builder.Prune(m.games)
	text := fmt.Sprintf("made from %s\nresults %d red, %d black, %d drawn, %d open\nplies %d\nmingames %d\n",
		command.Plural(in.games, "game"), in.results[board.RedWins], in.results[board.BlackWins], in.results[board.Draw], in.results[board.Unfinished],
		m.depth, m.games)
	err := save(&m.Output, s, &in.builder, text)
	kept, keptMoves := in.builder.Size()
	line := s.Lang.Say("book.from", "games", s.Lang.Count("games", in.games))
	if kept < positions || keptMoves < moves {
		line += s.Lang.Say("book.leftOut", "positions", s.Lang.Count("positions", positions),
			"moves", s.Lang.Count("moves", moves), "games", s.Lang.Count("games", m.games))
	}
	_, failed := fmt.Fprintln(s.Out, line) // also where it says why there is no book
	return errors.Join(cmp.Or(err, failed), in.faults.Err())
}
