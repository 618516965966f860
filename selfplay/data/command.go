package data

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
)

// Errors that the command's exit status depends on.
var (
	// ErrInput is wrapped by errors about arguments, and about files that cannot
	// be used.
	ErrInput = errors.New("bad input")
	// ErrFaults is wrapped when something is wrong within a file that could be
	// read all the same.
	ErrFaults = errors.New("faults")
)

const help = `usage: chuhe data COMMAND [flags] FILE...

Looks into files of games that "chuhe datagen" wrote. A file named - is the
standard input.

  stat     what is in the files: games, results, scores, and what training would use
  check    whether all is whole and right; saves what can be saved
  show     games or positions as text
  merge    several files into one
  shuffle  the games of the files into a random order

"chuhe data stat -help" and the like explain the flags of a command.

The exit status is 0 if all is well, 1 if something is wrong in a file that could
be read all the same, 2 for bad input. No file that is there is written over
without -force.
`

// tool is what the commands work with.
type tool struct {
	ctx       context.Context
	in        io.Reader
	out, errs io.Writer
}

// Command runs "chuhe data" with the arguments after that. A file named - is
// read from in; what is wrong in a file goes to errs, for check to out. Its
// errors wrap ErrInput, ErrFaults, [flag.ErrHelp] or that of ctx, if not what
// writing or the system said.
func Command(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) error {
	t := &tool{ctx, in, out, errs}
	name := ""
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	run, ok := map[string]func(*tool, []string) error{
		"stat": (*tool).stat, "check": (*tool).check, "show": (*tool).show, "merge": (*tool).merge, "shuffle": (*tool).shuffle,
	}[name]
	switch {
	case ok:
		if err := run(t, args); err != nil {
			return fmt.Errorf("data %s: %w", name, err)
		}
		return nil
	case name == "help" || name == "-h" || name == "-help" || name == "--help":
		if _, err := io.WriteString(out, help); err != nil {
			return err
		}
		return flag.ErrHelp
	case name == "":
		return fmt.Errorf("data: %w: no command, want stat, check, show, merge or shuffle", ErrInput)
	}
	return fmt.Errorf("data: %w: command %q, want stat, check, show, merge or shuffle", ErrInput, name)
}

// newFlags returns an empty set of flags.
func newFlags(name string) *flag.FlagSet {
	flags := flag.NewFlagSet("chuhe data "+name, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main reports errors
	return flags
}

// parse reads flags, which may stand before and behind the names of files, at
// least one. Asked for help it prints that.
func (t *tool) parse(flags *flag.FlagSet, args []string, help string) (files []string, err error) {
	for {
		err := flags.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			io.WriteString(t.out, help)
			flags.SetOutput(t.out)
			flags.PrintDefaults()
			return nil, err
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrInput, err)
		}
		if flags.NArg() == 0 {
			break
		}
		files, args = append(files, flags.Arg(0)), flags.Args()[1:]
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%w: no file, want one or more", ErrInput)
	}
	seen := false
	for _, name := range files {
		if name == "" {
			return nil, fmt.Errorf("%w: a file named \"\", want the name of one", ErrInput)
		}
		if name == "-" && seen {
			return nil, fmt.Errorf("%w: the standard input twice", ErrInput)
		}
		seen = seen || name == "-"
	}
	return files, nil
}
