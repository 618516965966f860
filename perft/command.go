package perft

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"chuhe/board"
	"chuhe/internal/numflag"
	"chuhe/internal/terminal"
)

// Errors that the command's exit status depends on.
var (
	// ErrInput is wrapped by errors about arguments and files.
	ErrInput = errors.New("bad input")
	// ErrMismatch is wrapped when a count differs from the expected one.
	ErrMismatch = errors.New("counts differ")
)

const help = `usage: chuhe perft [flags]

Counts the leaves of the tree of legal moves, of one position or of all those in
a file of known counts. The last line is "nodes N time MS nps R".

`

const fileHelp = `
A line of the file is a FEN with counts by depth, each perhaps followed by the
counts of all moves; empty lines and those that begin with # say nothing:

  FEN ;D1 44 ;D2 1920 a0a1:44 b0a2:44 ... ;D3 79666

A count that differs is reported with the first root move that does, by the file
or else by a second, slow way of counting. The exit status is 0 if all is well, 1
if a count differs, 2 for bad input.
`

// most bounds flags far above anything of use, lest they overflow.
const (
	mostThreads = 1 << 10
	mostHash    = 1 << (10 + 14*(^uint(0)>>63)) // MiB; less where addresses have 32 bits
)

// command is what the arguments ask for.
type command struct {
	depth    int    // -1 for all depths of a file
	maxNodes uint64 // 0 for no limit
	position board.Position
	file     string
	options  Options
	divide   bool
	json     bool
}

// Command runs "chuhe perft" with the arguments after that. A file named - is
// read from in; progress goes to errs where that is a terminal. Its errors wrap
// ErrInput, ErrMismatch, [flag.ErrHelp] or that of ctx, if not what writing or
// the system said.
func Command(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) error {
	cmd, err := parseArgs(args, out)
	if err != nil {
		return fmt.Errorf("perft: %w", err)
	}
	cases := []Case{{Position: cmd.position, Known: []Known{{Depth: cmd.depth}}}}
	if cmd.file != "" {
		if cases, err = cmd.read(in); err != nil {
			return fmt.Errorf("perft: %w: %w", ErrInput, err)
		}
	}

	var m *meter
	if !cmd.json || !terminal.Is(out) {
		m = newMeter(errs)
	}
	defer m.clear()
	cmd.options.Progress = m.show
	counter, err := New(cmd.options)
	if err != nil {
		return fmt.Errorf("perft: %w", err)
	}
	defer counter.Close()
	r := report{cmd: cmd, out: out}
	for i := range cases {
		c := &cases[i]
		for j := range c.Known {
			known := &c.Known[j]
			if cmd.skips(known) {
				continue
			}
			m.begin()
			start := time.Now()
			tree, err := counter.Count(ctx, &c.Position, known.Depth)
			spent := time.Since(start)
			if errors.Is(err, ErrTooMany) {
				return fmt.Errorf("perft: %w: depth %d: %w", ErrInput, known.Depth, err)
			}
			if err != nil {
				return err
			}
			var mismatch *Mismatch
			if cmd.file != "" {
				if mismatch, err = counter.Check(ctx, c, known, &tree); err != nil {
					return err
				}
			}
			m.clear()
			if err := r.count(c, known, &tree, spent, mismatch); err != nil {
				return errors.Join(r.verdict(), err)
			}
		}
	}
	if cmd.file != "" && r.counts == 0 {
		return fmt.Errorf("perft: %w: %s: no count within -depth and -maxnodes, want some to check", ErrInput, cmd.file)
	}
	return r.end()
}

// skips reports whether a count of a file is deeper or larger than asked for.
func (cmd *command) skips(k *Known) bool {
	return cmd.file != "" && (cmd.depth >= 0 && k.Depth > cmd.depth || cmd.maxNodes > 0 && k.Nodes > cmd.maxNodes)
}

// read reads the file of positions.
func (cmd *command) read(in io.Reader) ([]Case, error) {
	if cmd.file != "-" {
		f, err := os.Open(cmd.file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	cases, err := ReadSuite(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cmd.file, err)
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("%s: no positions, want some", cmd.file)
	}
	return cases, nil
}

// parseArgs reads the flags. Asked for help it prints it to out.
func parseArgs(args []string, out io.Writer) (*command, error) {
	cmd := &command{}
	flags := flag.NewFlagSet("chuhe perft", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main reports errors
	numflag.Var(flags, &cmd.depth, "depth", 5, "depth in `plies`, 0 or more; of a file the most to check (default all)")
	fen := flags.String("fen", board.StartFEN, "position to count from, as a `FEN`")
	flags.BoolVar(&cmd.divide, "divide", false, "print the count of each legal move too")
	numflag.Var(flags, &cmd.options.Threads, "threads", runtime.GOMAXPROCS(0), "`number` of threads")
	numflag.Var(flags, &cmd.options.Hash, "hash", 0, "size of a cache of counts in `MiB`, 0 for none")
	flags.BoolVar(&cmd.json, "json", false, "print a JSON object for each count, one a line")
	flags.StringVar(&cmd.file, "file", "", "check the positions of a `file`, - for the standard input")
	numflag.Var(flags, &cmd.maxNodes, "maxnodes", 0, "skip what the file expects to be more than a `number` of leaves, 0 for no limit")
	err := flags.Parse(args)
	switch given := givenFlags(flags); {
	case errors.Is(err, flag.ErrHelp):
		io.WriteString(out, help)
		flags.SetOutput(out)
		flags.PrintDefaults()
		io.WriteString(out, fileHelp)
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrInput, err)
	case flags.NArg() > 0:
		return nil, fmt.Errorf("%w: argument %q, want only flags", ErrInput, flags.Arg(0))
	case cmd.depth < 0:
		return nil, fmt.Errorf("%w: -depth is %d, want 0 or more", ErrInput, cmd.depth)
	case cmd.options.Threads < 1 || cmd.options.Threads > mostThreads:
		return nil, fmt.Errorf("%w: -threads is %d, want 1 to %d", ErrInput, cmd.options.Threads, mostThreads)
	case cmd.options.Hash < 0 || cmd.options.Hash > mostHash:
		return nil, fmt.Errorf("%w: -hash is %d, want 0 to %d", ErrInput, cmd.options.Hash, mostHash)
	case given["file"] && given["fen"]:
		return nil, fmt.Errorf("%w: -file and -fen, want one of them", ErrInput)
	case given["maxnodes"] && !given["file"]:
		return nil, fmt.Errorf("%w: -maxnodes without -file, want both", ErrInput)
	case given["file"] && cmd.file == "":
		return nil, fmt.Errorf("%w: -file is empty, want a name", ErrInput)
	case given["file"] && !given["depth"]:
		cmd.depth = -1
	}
	if cmd.position, err = board.ParseFEN(*fen); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInput, err)
	}
	return cmd, nil
}

func givenFlags(flags *flag.FlagSet) map[string]bool {
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	return given
}
