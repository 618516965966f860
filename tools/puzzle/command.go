// Package puzzle is the command "puzzles", which finds puzzles in games, proves them
// and chooses among them.
package puzzle

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"

	"chuhe/board"
	"chuhe/eval/evals"
	"chuhe/game/formats"
	"chuhe/internal/command"
	"chuhe/internal/wholefile"
	"chuhe/lang"
	"chuhe/puzzle"
	"chuhe/rules"
	"chuhe/tools/puzzle/find"
	"chuhe/tools/source"
)

// errFaults is wrapped if games or puzzles had faults.
var errFaults = source.ErrFaults

// Command is the command "chuhe puzzles".
func Command() *command.Command {
	return &command.Command{
		Name:     "puzzles",
		Commands: []*command.Command{Over(nil), pickCommand(), checkCommand(), rateCommand()},
	}
}

// judging holds the flags about how carefully puzzles are judged.
type judging struct {
	options  find.Options
	evalfile string
	threads  int // puzzles, or units of games, at a time; they do not change the results
}

func (j *judging) flags(f *flag.FlagSet) {
	j.options = find.DefaultOptions(nil)
	command.Range(f, &j.options.Nodes, "nodes", 100, 1<<40, "")
	command.Range(f, &j.options.Proof, "proof", 1000, math.MaxInt32, "")
	j.evaluation(f)
}

func (j *judging) evaluation(f *flag.FlagSet) {
	f.StringVar(&j.evalfile, "evalfile", evals.Embedded, "")
}

// atOnce defines -threads.
func (j *judging) atOnce(f *flag.FlagSet) {
	j.threads = runtime.GOMAXPROCS(0)
	command.Range(f, &j.threads, "threads", 1, maxThreads, "")
}

// evaluate opens the evaluation that the flags name.
func (j *judging) evaluate() (err error) {
	if j.options.Evaluation, err = evals.Open(j.evalfile); err != nil {
		return command.Inputf("-evalfile: %w", err)
	}
	return nil
}

// open reads the puzzles of files, or takes those of the program if no file is named, and opens
// the evaluation that the flags name.
func (j *judging) open(ctx context.Context, streams command.Streams, names []string) (*sheet, error) {
	all := &sheet{puzzles: puzzle.Embedded()}
	if len(names) > 0 {
		var err error
		if all, err = read(ctx, streams, names); err != nil {
			return nil, err
		}
	}
	return all, j.evaluate()
}

// sheet is the puzzles of files with the notes of people between them.
type sheet struct {
	puzzles []puzzle.Puzzle
	notes   map[int]string // lines by the number of puzzles before them
}

// add adds the content of a file.
func (s *sheet) add(all []puzzle.Puzzle, notes map[int]string) {
	for before, lines := range notes {
		s.notes[len(s.puzzles)+before] += lines
	}
	s.puzzles = append(s.puzzles, all...)
}

// save writes a file of it.
func (s *sheet) save(out *command.Output) error {
	return command.Input(wholefile.Save(out.Name, out.Force, func(w io.Writer) error {
		to := bufio.NewWriter(w)
		for i := range s.puzzles {
			to.WriteString(s.notes[i])
			fmt.Fprintln(to, &s.puzzles[i])
		}
		to.WriteString(s.notes[len(s.puzzles)])
		return to.Flush()
	}))
}

// read returns the puzzles of files, "-" for the standard input, at least one. Of several
// files the first lines of make are left out: make would continue the first of them.
func read(ctx context.Context, s command.Streams, names []string) (*sheet, error) {
	all := &sheet{notes: make(map[int]string)}
	for _, name := range names {
		found, notes, err := readFile(ctx, s, name)
		if at, ok := errors.AsType[*puzzle.LineError](err); ok {
			err = atLine(at.Line, at.Err)
		}
		if err != nil {
			return nil, command.Inputf("%s: %w", command.InputName(s.Lang, name), command.WithoutPath(err))
		}
		if first, rest, _ := strings.Cut(notes[0], "\n"); len(names) > 1 && isHead(first) {
			notes[0] = rest
		}
		all.add(found, notes)
	}
	if len(all.puzzles) == 0 {
		return nil, command.Input(lang.Errorf("puzzles.none", "files", command.InputNames(names)))
	}
	return all, nil
}

// atLine returns an error about a line of a file of puzzles, which names pieces and the
// faults of positions as people do.
func atLine(line int, err error) error {
	var fen *board.FENError
	var illegal *rules.MoveError
	switch {
	case errors.As(err, &fen):
		err = lang.Errorf("error.of", "what", puzzle.ErrFormat, "reason", formats.Fault{Err: fen})
	case errors.As(err, &illegal):
		err = lang.Errorf("error.of", "what", puzzle.ErrFormat, "reason", formats.Fault{Err: illegal})
	}
	return lang.AtLine(line, err)
}

func readFile(ctx context.Context, s command.Streams, name string) ([]puzzle.Puzzle, map[int]string, error) {
	in, err := s.Open(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	return puzzle.ReadNoted(in)
}

// checkCommand is the command that proves puzzles.
func checkCommand() *command.Command {
	var by judging
	var out command.Output
	return &command.Command{
		Name: "check", Operands: true,
		Flags: func(f *flag.FlagSet) {
			by.flags(f)
			by.atOnce(f)
			out.Flags(f)
		},
		Run: func(ctx context.Context, files []string, s command.Streams) error {
			if out.Name != "" {
				if err := out.Vacant(); err != nil {
					return err
				}
			}
			all, err := by.open(ctx, s, files)
			if err != nil {
				return err
			}
			var k *kept
			if out.Name != "" {
				o := by.options
				if k, err = openKept("check", &out, keptHead{Nodes: o.Nodes, Proof: o.Proof, Evaluation: o.Evaluation.Name(), Files: files}, all.puzzles, s); err != nil {
					return err
				}
			}
			proved, err := check(ctx, &by, k, all, s)
			switch {
			case err != nil && !errors.Is(err, errFaults):
				return k.leave(err, s)
			case out.Name == "":
				return err
			case len(proved.puzzles) == 0: // a file of none is no use, and an old one may be
				err = lang.Errorf("puzzles.notWritten", "reason", err, "file", out.Name)
			default:
				if failed := proved.save(&out); failed != nil {
					return k.leave(errors.Join(failed, err), s)
				}
			}
			return cmp.Or(err, k.remove())
		},
	}
}

// check proves puzzles and returns those without a fault, with all notes.
func check(ctx context.Context, by *judging, k *kept, all *sheet, s command.Streams) (proved *sheet, err error) {
	proved = &sheet{notes: make(map[int]string)}
	faults := 0
	meter := command.NewMeter(s)
	defer meter.Close()
	checked := func(n int) string {
		return s.Lang.Say("puzzles.checked", "puzzles", s.Lang.Count("puzzles", n), "n", faults)
	}
	verify := func(ctx context.Context, f *find.Finder, p *puzzle.Puzzle) outcome {
		return outcome{fault: f.Verify(ctx, p)}
	}
	err = by.each(ctx, all.puzzles, k, verify, func(i int, is outcome) {
		p := &all.puzzles[i]
		proved.notes[len(proved.puzzles)] += all.notes[i]
		if is.fault != nil {
			faults++
			fmt.Fprintln(meter.Out, s.Lang.Say("error.of", "what", p, "reason", is.fault))
		} else {
			proved.puzzles = append(proved.puzzles, *p)
		}
		meter.Show(float64(i+1)/float64(len(all.puzzles)), " "+checked(i+1))
	})
	if err != nil {
		return nil, err
	}
	meter.Close()
	proved.notes[len(proved.puzzles)] += all.notes[len(all.puzzles)]
	if _, err := fmt.Fprintln(s.Out, checked(len(all.puzzles))); err != nil {
		return nil, err
	}
	if faults > 0 {
		return proved, lang.Errorf("puzzles.faults", "faults", errFaults, "puzzles", lang.Number{Noun: "puzzles", N: faults})
	}
	return proved, nil
}

// rateCommand is the command that rates puzzles again.
func rateCommand() *command.Command {
	var by judging
	var out command.Output
	return &command.Command{
		Name: "rate", Operands: true,
		Flags: func(f *flag.FlagSet) {
			by.options = find.DefaultOptions(nil)
			by.evaluation(f)
			by.atOnce(f)
			out.Flags(f)
		},
		Run: func(ctx context.Context, files []string, s command.Streams) error {
			if out.Name == "" {
				return command.Usage(lang.Errorf("puzzles.wantRate"))
			}
			if err := out.Vacant(); err != nil {
				return err
			}
			all, err := by.open(ctx, s, files)
			if err != nil {
				return err
			}
			k, err := openKept("rate", &out, keptHead{Evaluation: by.options.Evaluation.Name(), Files: files}, all.puzzles, s)
			if err != nil {
				return err
			}
			meter := command.NewMeter(s)
			defer meter.Close()
			said := func(n, changed int) string {
				return s.Lang.Say("puzzles.rated", "puzzles", s.Lang.Count("puzzles", n), "n", changed)
			}
			rated, changed, err := rate(ctx, &by, k, all.puzzles, func(n, changed int) {
				meter.Show(float64(n)/float64(len(all.puzzles)), " "+said(n, changed))
			})
			meter.Close()
			if err != nil {
				return k.leave(err, s)
			}
			// With ratings by another evaluation the file is no longer one that make may continue.
			if first, rest, _ := strings.Cut(all.notes[0], "\n"); isHead(first) && !withEvaluation(first, by.options.Evaluation.Name()) {
				all.notes[0] = rest
			}
			if err := (&sheet{rated, all.notes}).save(&out); err != nil {
				return k.leave(err, s)
			}
			_, err = fmt.Fprintln(s.Out, said(len(rated), changed))
			return cmp.Or(err, k.remove())
		},
	}
}

// rate returns puzzles with new ratings, and how many of these are others than before. After
// each it calls report with both numbers so far.
func rate(ctx context.Context, by *judging, k *kept, all []puzzle.Puzzle, report func(rated, changed int)) (rated []puzzle.Puzzle, changed int, err error) {
	rating := func(ctx context.Context, f *find.Finder, p *puzzle.Puzzle) outcome {
		return outcome{rating: f.Rate(ctx, p)}
	}
	err = by.each(ctx, all, k, rating, func(i int, is outcome) {
		p := all[i]
		p.Rating = is.rating
		if p.Rating != all[i].Rating {
			changed++
		}
		rated = append(rated, p)
		report(len(rated), changed)
	})
	if err != nil {
		return nil, 0, err
	}
	return rated, changed, nil
}

// pickCommand is the command that chooses among puzzles.
func pickCommand() *command.Command {
	var out command.Output
	each := 10
	return &command.Command{
		Name: "pick", Operands: true,
		Flags: func(f *flag.FlagSet) {
			out.Flags(f)
			command.Range(f, &each, "each", 1, math.MaxInt32, "")
		},
		Run: func(ctx context.Context, files []string, s command.Streams) error {
			if out.Name == "" || len(files) == 0 {
				return command.Usage(lang.Errorf("puzzles.wantPick"))
			}
			if err := out.Vacant(); err != nil {
				return err
			}
			if name := command.SameFile(out.Name, files); name != "" {
				return command.Input(lang.Errorf("puzzles.replaces", "file", name))
			}
			all, err := read(ctx, s, files)
			if err != nil {
				return err
			}
			picked := puzzle.Pick(all.puzzles, each)
			if err := (&sheet{puzzles: picked}).save(&out); err != nil {
				return err
			}
			_, err = fmt.Fprintln(s.Out, s.Lang.Say("puzzles.picked", "puzzles", s.Lang.Count("puzzles", len(picked)), "n", len(all.puzzles)))
			return err
		},
	}
}
