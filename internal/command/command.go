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
//
// To read the package, start with this file. help.go finds the texts of a command, and
// outline.go lists them for completion.go and manual.go. called.go says how a user calls the
// program. number.go and pattern.go read flags and operands; input.go, file.go and output.go
// are about the files of a command, and status.go tells bad input from other errors.
// printable.go, plural.go and terminal.go are about what people see, and keeper.go keeps the
// error of an output. interrupt.go, meter.go and processors.go serve long work.
package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"chuhe/lang"
)

// Streams are the standard streams of a command, and the language in which it speaks.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Lang     lang.Lang
}

// Command is a command, or a program. Each needs Run, Commands or both.
type Command struct {
	// Name is the word that calls it; for a program, what starts it. Errors leave out
	// "go run ./" and "./".
	Name string
	// Summary says in half a line what it does, for the help of the command above.
	Summary string
	// Help and Notes are printed before and after the lists of commands and flags.
	// Help begins with the usage. A command without Help has its texts in the catalogues
	// of package lang (see help.go), and gets a flag -lang.
	Help, Notes string
	// More, if not nil, returns what stands behind the lists: what the code knows better
	// than a catalogue, such as the names of formats.
	More func(lang.Lang) string
	// Flags, if not nil, defines the flags.
	Flags func(*flag.FlagSet)
	// Fixed says that what the command prints is for programs: the same in all languages,
	// so there is no flag -lang.
	Fixed bool
	// Operands allows arguments other than flags, in any place among them.
	Operands bool
	// Raw says that Run reads the arguments itself, all but a request for help and -lang,
	// which it also gets.
	Raw bool
	// Run executes the command with its operands.
	Run func(ctx context.Context, args []string, s Streams) error
	// Commands are those below it, in the order of the help.
	Commands []*Command
}

// Main runs a program with the arguments and the streams of the process, and ends the
// process. A program named "go run ./FOLDER" takes the name that it was called by.
func Main(c *Command) {
	if strings.HasPrefix(c.Name, goRun) {
		c.rename(c.Name, CalledAs(os.Args[0], c.Name))
	}
	Run(c, os.Args[1:])
}

// Run is Main with other arguments.
func Run(c *Command, args []string) {
	ctx, stop := interruptible(context.Background())
	outliveReaders()
	err := c.Execute(ctx, args, Streams{os.Stdin, os.Stdout, os.Stderr, lang.FromEnvironment(os.Getenv)})
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

// execute also takes the command version, nil if no command above contains it.
func (c *Command) execute(ctx context.Context, path string, args []string, s Streams, version *Command) error {
	if own := c.find("version"); own != nil {
		version = own
	}
	if version != nil && len(args) == 1 && (args[0] == "-version" || args[0] == "--version") {
		return version.execute(ctx, c.Name+" "+version.Name, nil, s, nil)
	}
	if len(c.Commands) > 0 && len(args) > 0 {
		if below := c.behindLang(args); below != nil {
			others, err := c.cutLang(args[:len(args)-len(below)], &s.Lang)
			if err != nil {
				return explain(path, err, s.Lang)
			}
			args = append(others, below...)
		}
		name := args[0]
		if name == "help" {
			names, err := c.cutLang(args[1:], &s.Lang)
			if err != nil {
				return explain(path, err, s.Lang)
			}
			return c.help(path, names, s)
		}
		below := c.find(name)
		if below != nil {
			return below.execute(ctx, path+" "+below.Name, args[1:], s, version)
		}
		if !strings.HasPrefix(name, "-") {
			_, _ = c.cutLang(args, &s.Lang)
			return explain(path, c.unknown(path, name), s.Lang)
		}
	}
	operands, err := c.parse(path, args, &s.Lang)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return c.help(path, nil, s)
	case err == nil && c.Run == nil:
		err = Usage(lang.Errorf("usage.noCommand", "commands", c.names()))
	case err == nil:
		if c.Operands && !shellMatches {
			operands = matched(operands)
		}
		err = c.runKeepingFault(ctx, operands, s)
	}
	return explain(path, err, s.Lang)
}

// explain says an error in a language and begins it with the name of the command. If it
// is about arguments it says where they are explained.
func explain(path string, err error, l lang.Lang) error {
	if err == nil {
		return nil
	}
	said := lang.Spoken{Err: err, Text: strings.TrimPrefix(strings.TrimPrefix(path, goRun), "./") + ": " + l.Explain(err)}
	if errors.As(err, new(usageError)) {
		said.Text += l.Say("usage.see", "command", path+" -help")
	}
	return said
}

// runKeepingFault calls Run, and returns the first error of a write to the output of a command that
// goes on in spite of it, such as a match.
func (c *Command) runKeepingFault(ctx context.Context, operands []string, s Streams) error {
	if IsTerminal(s.Out) { // it never lacks room, and a meter must see that it is one
		return c.Run(ctx, operands, s)
	}
	out := &keeper{to: s.Out}
	s.Out = out
	if err := c.Run(ctx, operands, s); err != nil {
		return err
	}
	return out.fault()
}

// parse returns the operands among the arguments and sets the language. The error is
// [flag.ErrHelp] where they ask for help.
func (c *Command) parse(path string, args []string, l *lang.Lang) (operands []string, err error) {
	if c.Raw || c.Run == nil {
		others, err := c.cutLang(args, l)
		switch {
		case err != nil:
			return nil, err
		case slices.ContainsFunc(args, isHelp):
			return nil, flag.ErrHelp
		case c.Raw:
			return args, nil
		}
		args = others
	}
	flags := c.flags(path, l)
	for {
		err := flags.Parse(args)
		var wrong error
		if err != nil || flags.NArg() > 0 && !c.Operands {
			_, wrong = c.cutLang(args, l) // it may stand behind the error
		}
		switch {
		case errors.Is(err, flag.ErrHelp):
			return nil, cmp.Or(wrong, err)
		case err != nil:
			return nil, Usage(flagError(flags, err))
		case flags.NArg() == 0:
			return operands, nil
		case !c.Operands:
			return nil, OnlyFlags(flags.Arg(0))
		}
		if parsed := len(args) - flags.NArg(); parsed > 0 && args[parsed-1] == "--" {
			return append(operands, flags.Args()...), nil
		}
		operands, args = append(operands, flags.Arg(0)), flags.Args()[1:]
	}
}

// behindLang returns the arguments from the name of a command on that stands behind -lang
// alone, nil if there is none.
func (c *Command) behindLang(args []string) []string {
	flag, _, joined := strings.Cut(args[0], "=")
	size := 2
	if joined {
		size = 1
	}
	if flag != "-lang" && flag != "--lang" || len(args) <= size || args[size] != "help" && c.find(args[size]) == nil {
		return nil
	}
	return args[size:]
}

// cutLang sets the language by the flag -lang among arguments, if it is there, and returns
// the others. A command without texts in the catalogues has no such flag.
func (c *Command) cutLang(args []string, l *lang.Lang) (others []string, err error) {
	if !c.speaks() {
		return args, nil
	}
	for i := 0; i < len(args); i++ {
		name, code, joined := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		if name != "lang" || !strings.HasPrefix(args[i], "-") {
			others = append(others, args[i])
			continue
		}
		if !joined && i+1 < len(args) {
			i++
			code = args[i]
		}
		asked, err := lang.Parse(code)
		if err != nil {
			return nil, Usage(lang.Errorf("usage.badValue", "value", strconv.Quote(code), "flag", name, "reason", err))
		}
		*l = asked
	}
	return others, nil
}

// isHelp reports whether an argument asks for help.
func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

// flags returns the flags of the command. The flag -lang sets the language.
func (c *Command) flags(path string, l *lang.Lang) *flag.FlagSet {
	flags := flag.NewFlagSet(path, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // Main prints errors
	if c.Flags != nil {
		c.Flags(flags)
	}
	if c.speaks() && c.Run != nil {
		flags.Func("lang", lang.Codes(), func(code string) error {
			asked, err := lang.Parse(code)
			if err == nil {
				*l = asked
			}
			return err
		})
	}
	return flags
}

func (c *Command) find(name string) *Command {
	if i := slices.IndexFunc(c.Commands, func(below *Command) bool { return below.Name == name }); i >= 0 {
		return c.Commands[i]
	}
	return nil
}

// names lists the commands below.
func (c *Command) names() commandNames {
	names := []string{}
	for _, below := range c.Commands {
		names = append(names, below.Name)
	}
	return commandNames(names)
}

// commandNames are names of commands, help apart.
type commandNames []string

// In lists the names, and help.
func (n commandNames) In(l lang.Lang) string {
	return l.Say("usage.orHelp", "names", l.Join(n))
}

func (c *Command) unknown(path, name string) error {
	if len(c.Commands) == 0 {
		return Usage(lang.Errorf("usage.noCommands", "name", strconv.Quote(name), "command", path))
	}
	return Usage(lang.Errorf("usage.unknownCommand", "name", strconv.Quote(name), "commands", c.names()))
}

// OnlyFlags returns the error about an argument that is no flag.
func OnlyFlags(argument string) error {
	return Usage(lang.Errorf("usage.onlyFlags", "argument", strconv.Quote(argument)))
}

// Given returns the names of the flags that were given.
func Given(flags *flag.FlagSet) map[string]bool {
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	return given
}
