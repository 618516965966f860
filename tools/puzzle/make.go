package puzzle

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"iter"
	"math"
	"os"
	"strings"

	"chuhe/game/formats"
	"chuhe/internal/command"
	"chuhe/internal/unit"
	"chuhe/lang"
	"chuhe/puzzle"
	"chuhe/rules"
	"chuhe/tools/puzzle/find"
	"chuhe/tools/source"
)

// maker holds the flags of make.
type maker struct {
	judging
	command.Output
	most  int // puzzles, 0 for no limit
	skip  int // games
	units unit.Flags
}

// Over is the command that finds puzzles, with its games searched by a carrier, nil for this
// process.
func Over(carrier unit.Carrier) *command.Command {
	var m maker
	var flags *flag.FlagSet
	return &command.Command{
		Name: "make", Operands: true,
		Flags: func(f *flag.FlagSet) {
			flags = f
			m = maker{units: unit.Flags{Over: carrier}}
			m.units.Define(f)
			if carrier == nil {
				m.atOnce(f)
			}
			m.judging.flags(f)
			command.Range(f, &m.options.Mate, "mate", 0, find.MaxMate, "")
			f.Func("themes", "", m.themes)
			command.Range(f, &m.skip, "skip", 0, math.MaxInt32, "")
			command.Range(f, &m.most, "most", 0, math.MaxInt32, "")
			m.Output.Flags(f)
		},
		Run: func(ctx context.Context, files []string, s command.Streams) error {
			if m.Name == "" || len(files) == 0 {
				return command.Usage(lang.Errorf("puzzles.wantMake"))
			}
			if err := m.Named(); err != nil {
				return err
			}
			if err := command.InFolder(m.Name); err != nil {
				return err
			}
			if err := m.units.Check(); err != nil {
				return err
			}
			if command.Given(flags)["threads"] && m.units.Part.N == 0 {
				return command.Usage(lang.Errorf("puzzles.noUnit"))
			}
			if m.options.Mate == 0 && m.options.Themes == onlyMate {
				return command.Usage(lang.Errorf("puzzles.noTheme"))
			}
			return m.run(ctx, files, s)
		},
	}
}

// onlyMate are the themes of which -mate 0 leaves none.
var onlyMate = [puzzle.Themes]bool{puzzle.Mate: true}

// themes takes names of themes.
func (m *maker) themes(names string) error {
	m.options.Themes = [puzzle.Themes]bool{}
	for name := range strings.SplitSeq(names, ",") {
		theme, ok := puzzle.ThemeOf(name)
		if !ok {
			return lang.Errorf("puzzles.wantThemes", "themes", lang.List(puzzle.ThemeNames()))
		}
		m.options.Themes[theme] = true
	}
	return nil
}

// run looks through files.
func (m *maker) run(ctx context.Context, files []string, s command.Streams) (err error) {
	if err := m.evaluate(); err != nil {
		return err
	}
	for _, name := range files {
		if _, err := os.Stat(name); name != "-" && err != nil {
			return command.Inputf("%s: %w", name, command.WithoutPath(err))
		}
	}
	if name := command.SameFile(m.Name, files); name != "" {
		return command.Input(lang.Errorf("error.replaces", "file", name))
	}
	inputs, digest, err := openInputs(ctx, files, s)
	if err != nil {
		return err
	}
	w := &work{maker: m, header: m.header(files, digest), streams: s}
	defer func() {
		if w.puzzles != nil {
			if e := w.puzzles.close(); err == nil {
				err = e
			}
		}
	}()
	if m.units.Given() {
		err = w.inUnits(ctx, inputs)
	} else {
		err = w.files(ctx, inputs)
	}
	if errors.Is(err, context.Canceled) && w.puzzles != nil {
		s.Remark("chuhe puzzles make", s.Lang.Say("puzzles.stoppedMake", "found", w.found()))
	}
	if err != nil {
		return err
	}
	if w.usable == 0 {
		return command.Input(lang.Errorf("error.noGameIn", "files", command.InputNames(files)))
	}
	if w.games <= m.skip {
		s.Remark("chuhe puzzles make", s.Lang.Say("puzzles.allSkipped", "skip", m.skip, "games", s.Lang.Count("games", w.games)))
	}
	if w.puzzles != nil { // else a part was searched
		if _, err := fmt.Fprintln(s.Out, w.found()); err != nil {
			return err
		}
	}
	return w.faults.Err()
}

// header returns the first line of the file: what decides which puzzles it gets.
func (m *maker) header(files []string, digest string) string {
	return fmt.Sprintf(headStart+"-nodes %d -proof %d -mate %d -themes %s -skip %d"+headEvaluation+"%s"+headGames+"%s; SHA-256 %s",
		m.options.Nodes, m.options.Proof, m.options.Mate, m.themeNames(), m.skip, m.options.Evaluation.Name(), strings.Join(files, ", "), digest)
}

// themeNames returns the names of the themes that are looked for, as -themes takes them.
func (m *maker) themeNames() string {
	var names []string
	for theme, wanted := range m.options.Themes {
		if wanted {
			names = append(names, puzzle.Theme(theme).String())
		}
	}
	return strings.Join(names, ",")
}

// work is a run of make.
type work struct {
	*maker
	finder  *find.Finder // of files
	header  string       // the first line of the file
	puzzles *puzzles     // opened for the first game, nil before
	streams command.Streams
	games   int           // seen, in all files
	faults  source.Faults // of these, left out
	usable  int           // of these, the others
}

// found says how many puzzles there are in how many games.
func (w *work) found() string {
	l := w.streams.Lang
	return l.Say("puzzles.found", "puzzles", l.Count("puzzles", w.puzzles.count), "games", l.Count("games", w.games))
}

// enough reports whether no more puzzles are wanted. An earlier run may not have written
// all puzzles of its last game.
func (w *work) enough() bool {
	return w.most > 0 && w.puzzles != nil && w.puzzles.count >= w.most && w.games >= w.puzzles.from
}

// files looks through the games of inputs.
func (w *work) files(ctx context.Context, inputs []input) (err error) {
	if w.finder, err = find.NewFinder(w.options); err != nil {
		return err
	}
	defer w.finder.Close()
	meter := command.NewMeter(w.streams)
	defer meter.Close()
	for g, err := range w.legal(ctx, inputs, meter) {
		if err == nil {
			err = w.game(ctx, g)
		}
		if err != nil {
			return err
		}
		meter.Show(-1, w.found())
		if w.enough() {
			break
		}
	}
	return nil
}

// legal yields the games of inputs that can be used, each counted, and says what is wrong
// with the others.
func (w *work) legal(ctx context.Context, inputs []input, meter *command.Meter) iter.Seq2[*source.Game, error] {
	return func(yield func(*source.Game, error) bool) {
		for i := range inputs {
			name := command.InputName(w.streams.Lang, inputs[i].name)
			for g, err := range inputs[i].games(ctx) {
				if err != nil && !errors.Is(err, source.ErrFault) {
					yield(nil, fmt.Errorf("%s: %w", name, err))
					return
				}
				w.games++
				if err == nil {
					if _, illegal := rules.Replay(g.Start, g.Moves); illegal != nil {
						err = fmt.Errorf("game %d: %w", g.Number, formats.Fault{Err: illegal})
					}
				}
				if err != nil {
					w.faults.Add(meter.Streams, "chuhe puzzles make", fmt.Errorf("%s: %w", name, err))
					continue
				}
				w.usable++
				if !yield(g, nil) {
					return
				}
			}
		}
	}
}

// open opens the file. It is called when there is a game: nothing is replaced before.
func (w *work) open() (err error) {
	if w.puzzles == nil {
		w.puzzles, err = openPuzzles(w.Name, w.header, w.Force)
	}
	return err
}

// game looks through a game of legal moves, unless an earlier run has.
func (w *work) game(ctx context.Context, g *source.Game) error {
	if err := w.open(); err != nil {
		return err
	}
	if w.games < w.puzzles.from || w.games <= w.skip {
		return nil
	}
	found, err := w.finder.Find(ctx, g)
	if err != nil {
		return err
	}
	return w.add(found)
}

// add writes the puzzles of the last game that was counted.
func (w *work) add(found []puzzle.Puzzle) error {
	for i := range found {
		found[i].Source = w.games
	}
	return w.puzzles.add(found)
}
