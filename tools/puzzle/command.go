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
	"chuhe/puzzle"
	"chuhe/tools/puzzle/find"
)

const help = `usage: chuhe puzzles COMMAND [flags] FILE...

Finds puzzles in games: positions in which one move alone mates in so many moves, or
wins material. "chuhe board" has some hundred of them.

`

const notes = `
A file of puzzles has one a line: position; solution; theme; grade; number of the game.
The exit status is 0 on success, 1 if games or puzzles had faults, 2 for bad input.
`

// errFaults is wrapped if games or puzzles had faults.
var errFaults = errors.New("faults")

// Command is the command "chuhe puzzles".
func Command() *command.Command {
	return &command.Command{
		Name: "puzzles", Summary: "find mates and winning tactics in games",
		Help: help, Notes: notes,
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
	command.Range(f, &s.options.Nodes, "nodes", 100, 1<<40, "`nodes` of the search that judges a position")
	command.Range(f, &s.options.Proof, "proof", 1000, math.MaxInt32, "most `nodes` of the proof of a mate; those that need more are left out")
	f.StringVar(&s.evalfile, "evalfile", evals.Embedded, evals.FlagUsage)
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
			return nil, command.Inputf("%s: %w", command.InputName(s.Lang, name), err)
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

const checkHelp = `usage: chuhe puzzles check [flags] [FILE...]

Proves the puzzles of FILE, or those of the program: mates by trying every move, the
others by search.

`

// checkCommand is the command that proves puzzles.
func checkCommand() *command.Command {
	var by search
	return &command.Command{
		Name: "check", Summary: "prove puzzles again", Help: checkHelp, Operands: true,
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
	if _, err := fmt.Fprintf(s.Out, "%s, %s with faults\n", command.Plural(len(all), "puzzle"), command.Plural(faults, "puzzle")); err != nil {
		return err
	}
	if faults > 0 {
		return fmt.Errorf("%w in %s", errFaults, command.Plural(faults, "puzzle"))
	}
	return nil
}

const pickHelp = `usage: chuhe puzzles pick -out FILE [flags] FILE...

Chooses among the puzzles of FILE: of each theme, length and grade so many, in an order
that depends only on the positions. No position is taken twice.

`

// pickCommand is the command that chooses among puzzles.
func pickCommand() *command.Command {
	var out string
	var force bool
	each := 10
	return &command.Command{
		Name: "pick", Summary: "choose puzzles of every kind", Help: pickHelp, Operands: true,
		Flags: func(f *flag.FlagSet) {
			f.StringVar(&out, "out", "", "`file` to write")
			f.BoolVar(&force, "force", false, "overwrite an existing file")
			command.Range(f, &each, "each", 1, math.MaxInt32, "`puzzles` of each theme, length and grade")
		},
		Run: func(ctx context.Context, files []string, s command.Streams) error {
			if out == "" || len(files) == 0 {
				return command.Usagef("want -out FILE and one or more files of puzzles")
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
			_, err = fmt.Fprintf(s.Out, "%s of %d\n", command.Plural(len(picked), "puzzle"), len(all))
			return err
		},
	}
}
