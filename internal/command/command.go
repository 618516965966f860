// Package command is the frame of all commands: dispatch, flags, help, errors and
// exit statuses, interrupts, and progress.
//
// A [Command] is a value. A program is the command that [Main] runs; it may have
// others below it:
//
//	chuhe perft -depth 5        run a command
//	chuhe help perft            its help, as does chuhe perft -help
//	chuhe help, chuhe -help     the help of the program
//	chuhe version, --version    a command named version, called as a flag
//	chuhe data --version        after a command too
//
// Help goes to the standard output. An error goes to the standard error, once, after
// the name of the command.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
)

// Streams are the standard streams of a command.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Command is a command, or a program. Each needs Run, Commands or both.
type Command struct {
	// Name is the word that calls it; for a program, what starts it. Errors leave out
	// "go run ./".
	Name string
	// Summary says in half a line what it does, for the help of the command above.
	Summary string
	// Help and Notes are printed before and after the lists of commands and flags.
	// Help begins with the usage.
	Help, Notes string
	// Flags, if not nil, defines the flags.
	Flags func(*flag.FlagSet)
	// Operands allows arguments other than flags, in any place among them.
	Operands bool
	// Raw says that Run reads the arguments itself, all but a request for help.
	Raw bool
	// Run executes the command with its operands.
	Run func(ctx context.Context, args []string, s Streams) error
	// Commands are those below it, in the order of the help.
	Commands []*Command
}

// Main runs a program, with the arguments and the streams of the process, and
// ends the process.
func Main(c *Command) {
	ctx, stop := interruptible(context.Background())
	// With a handler, writing to a reader that has gone is an error; without one it
	// would kill the process.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	err := c.Execute(ctx, os.Args[1:], Streams{os.Stdin, os.Stdout, os.Stderr})
	stop()
	status := Status(err)
	if status == failed || status == badInput {
		fmt.Fprintln(os.Stderr, Printable(err.Error()))
	}
	os.Exit(status)
}

// Execute runs the command, or the one below it that the arguments name. Its
// errors begin with the names of the commands, as in "chuhe data stat: ".
func (c *Command) Execute(ctx context.Context, args []string, s Streams) error {
	return c.execute(ctx, c.Name, args, s, nil)
}

// execute also takes the command version, nil if none above has it.
func (c *Command) execute(ctx context.Context, path string, args []string, s Streams, version *Command) error {
	if own := c.find("version"); own != nil {
		version = own
	}
	if version != nil && len(args) == 1 && (args[0] == "-version" || args[0] == "--version") {
		return version.execute(ctx, c.Name+" "+version.Name, nil, s, nil)
	}
	if len(c.Commands) > 0 && len(args) > 0 {
		name := args[0]
		if name == "help" {
			return c.help(path, args[1:], s.Out)
		}
		below := c.find(name)
		if below != nil {
			return below.execute(ctx, path+" "+below.Name, args[1:], s, version)
		}
		if !strings.HasPrefix(name, "-") {
			return explain(path, c.unknown(path, name))
		}
	}
	operands, err := c.parse(path, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return c.help(path, nil, s.Out)
	case err == nil && c.Run == nil:
		err = Usagef("no command, want %s", c.names())
	case err == nil:
		err = c.Run(ctx, operands, s)
	}
	return explain(path, err)
}

// explain begins an error with the name of the command. If it is about arguments it
// says where they are explained.
func explain(path string, err error) error {
	if err == nil {
		return nil
	}
	name := strings.TrimPrefix(path, "go run ./")
	if errors.As(err, new(usageError)) {
		return fmt.Errorf("%s: %w; see %s -help", name, err, path)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// parse returns the operands among the arguments. The error is [flag.ErrHelp]
// where they ask for help.
func (c *Command) parse(path string, args []string) (operands []string, err error) {
	if c.Raw {
		if slices.ContainsFunc(args, isHelp) {
			return nil, flag.ErrHelp
		}
		return args, nil
	}
	flags := c.flags(path)
	for {
		err := flags.Parse(args)
		switch {
		case errors.Is(err, flag.ErrHelp):
			return nil, err
		case err != nil:
			return nil, Usage(err)
		case flags.NArg() == 0:
			return operands, nil
		case !c.Operands:
			return nil, Usagef("argument %q, want only flags", flags.Arg(0))
		}
		if parsed := len(args) - flags.NArg(); parsed > 0 && args[parsed-1] == "--" {
			return append(operands, flags.Args()...), nil
		}
		operands, args = append(operands, flags.Arg(0)), flags.Args()[1:]
	}
}

// isHelp reports whether an argument asks for help.
func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

// flags returns the flags of the command.
func (c *Command) flags(path string) *flag.FlagSet {
	flags := flag.NewFlagSet(path, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // Main prints errors
	if c.Flags != nil {
		c.Flags(flags)
	}
	return flags
}

// help prints the help of the command, or of the one below it that is named.
func (c *Command) help(path string, names []string, out io.Writer) error {
	if len(names) > 0 && names[0] != "help" && !isHelp(names[0]) {
		below := c.find(names[0])
		if below == nil {
			return explain(path, c.unknown(path, names[0]))
		}
		return below.help(path+" "+below.Name, names[1:], out)
	}
	var text strings.Builder
	text.WriteString(c.Help)
	if len(c.Commands) > 0 {
		table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
		for _, below := range c.Commands {
			fmt.Fprintf(table, "  %s\t%s\n", below.Name, below.Summary)
		}
		fmt.Fprint(table, "  help\tprint this text; \"", path, " help COMMAND\" explains a command\n")
		table.Flush()
	}
	flags := c.flags(path)
	flags.SetOutput(&text)
	if len(c.Commands) > 0 && c.Flags != nil {
		text.WriteString("\n")
	}
	flags.PrintDefaults()
	text.WriteString(c.Notes)
	_, err := io.WriteString(out, text.String())
	return explain(path, err)
}

func (c *Command) find(name string) *Command {
	if i := slices.IndexFunc(c.Commands, func(below *Command) bool { return below.Name == name }); i >= 0 {
		return c.Commands[i]
	}
	return nil
}

// names lists the commands below.
func (c *Command) names() string {
	var names []string
	for _, below := range c.Commands {
		names = append(names, below.Name)
	}
	return strings.Join(names, ", ") + " or help"
}

func (c *Command) unknown(path, name string) error {
	if len(c.Commands) == 0 {
		return Usagef("unknown command %q: %s has no commands", name, path)
	}
	return Usagef("unknown command %q, want %s", name, c.names())
}

// Given returns the names of the flags that were given.
func Given(flags *flag.FlagSet) map[string]bool {
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	return given
}
