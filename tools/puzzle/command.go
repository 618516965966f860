// Package puzzle is the command "puzzles", which finds puzzles in games, proves them
// and chooses among them.
package puzzle

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/internal/command"
	"chuhe/internal/wholefile"
	"chuhe/lang"
	"chuhe/puzzle"
	"chuhe/tools/puzzle/find"
)

// errFaults is wrapped if games or puzzles had faults.
var errFaults = errors.New("faults")

// Command is the command "chuhe puzzles".
func Command() *command.Command {
	return &command.Command{
		Name:     "puzzles",
		Commands: []*command.Command{makeCommand(), pickCommand(), checkCommand()},
	}
}

// search holds the flags about how carefully puzzles are judged.
type search struct {
	options  find.Options
	evalfile string
}

func (s *search) flags(f *flag.FlagSet) {
	s.options = find.DefaultOptions(nil)
	command.Range(f, &s.options.Nodes, "nodes", 100, 1<<40, "")
	command.Range(f, &s.options.Proof, "proof", 1000, math.MaxInt32, "")
	f.StringVar(&s.evalfile, "evalfile", evals.Embedded, "")
}

// finder returns a finder as the flags ask for it.
func (s *search) finder() (f *find.Finder, evaluation eval.Evaluation, err error) {
	if evaluation, err = evals.Open(s.evalfile); err != nil {
		return nil, nil, command.Inputf("-evalfile: %w", err)
	}
	s.options.Evaluation = evaluation
	f, err = find.NewFinder(s.options)
	return f, evaluation, err
}

// read returns the puzzles of files, "-" for the standard input, at least one.
func read(ctx context.Context, s command.Streams, names []string) (all []puzzle.Puzzle, err error) {
	for _, name := range names {
		found, err := readFile(s.Input(ctx), name)
		if err != nil {
			return nil, command.Inputf("%s: %w", command.InputName(s.Lang, name), command.WithoutPath(err))
		}
		all = append(all, found...)
	}
	if len(all) == 0 {
		return nil, command.Inputf("no puzzle in %s", strings.Join(names, ", "))
	}
	return all, nil
}

func readFile(in io.Reader, name string) ([]puzzle.Puzzle, error) {
	if name == "-" {
		return puzzle.Read(in)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return puzzle.Read(file)
}

// checkCommand is the command that proves puzzles.
func checkCommand() *command.Command {
	var by search
	return &command.Command{
		Name: "check", Operands: true,
		Flags: by.flags,
		Run: func(ctx context.Context, files []string, s command.Streams) error {
			all, err := puzzle.Embedded(), error(nil)
			if len(files) > 0 {
				all, err = read(ctx, s, files)
			}
			if err != nil {
				return err
			}
			f, _, err := by.finder()
			if err != nil {
				return err
			}
			defer f.Close()
			return check(ctx, f, all, s)
		},
	}
}

// check proves puzzles.
func check(ctx context.Context, f *find.Finder, all []puzzle.Puzzle, s command.Streams) error {
	faults := 0
	for i := range all {
		err := f.Verify(ctx, &all[i])
		if stopped := ctx.Err(); stopped != nil {
			return stopped
		}
		if err != nil {
			faults++
			fmt.Fprintf(s.Out, "%s: %v\n", &all[i], err)
		}
	}
	if _, err := fmt.Fprintln(s.Out, s.Lang.Say("puzzles.checked", "puzzles", s.Lang.Count("puzzles", len(all)), "n", faults)); err != nil {
		return err
	}
	if faults > 0 {
		return fmt.Errorf("%w in %s", errFaults, command.Plural(faults, "puzzle"))
	}
	return nil
}

// pickCommand is the command that chooses among puzzles.
func pickCommand() *command.Command {
	var out string
	var force bool
	each := 10
	return &command.Command{
		Name: "pick", Operands: true,
		Flags: func(f *flag.FlagSet) {
			f.StringVar(&out, "out", "", "")
			f.BoolVar(&force, "force", false, "")
			command.Range(f, &each, "each", 1, math.MaxInt32, "")
		},
		Run: func(ctx context.Context, files []string, s command.Streams) error {
			if out == "" || len(files) == 0 {
				return command.Usage(lang.Errorf("puzzles.wantPick"))
			}
			if err := command.Vacant(out, force); err != nil {
				return err
			}
			all, err := read(ctx, s, files)
			if err != nil {
				return err
			}
			picked := puzzle.Pick(all, each)
			err = wholefile.Save(out, force, func(w io.Writer) error {
				to := bufio.NewWriter(w)
				for i := range picked {
					fmt.Fprintln(to, &picked[i])
				}
				return to.Flush()
			})
			if err != nil {
				return command.Input(err)
			}
			_, err = fmt.Fprintln(s.Out, s.Lang.Say("puzzles.picked", "puzzles", s.Lang.Count("puzzles", len(picked)), "n", len(all)))
			return err
		},
	}
}
