package data

import (
	"context"
	"errors"

	"chuhe/internal/command"
)

// ErrFaults is wrapped when something is wrong within a file that could still be
// read.
var ErrFaults = errors.New("faults")

const help = `usage: chuhe data COMMAND [flags] FILE...

Looks into files of games that "chuhe datagen" wrote. A file named - is the
standard input.

`

const notes = `
The exit status is 0 if all is well, 1 if something is wrong in a file that could
still be read, 2 for bad input. Existing files are overwritten only with -force.
`

// Command is the command "chuhe data". What is wrong in a file goes to the error
// stream; for check it is the output.
func Command() *command.Command {
	return &command.Command{
		Name: "data", Summary: "look into files of such games, merge and shuffle them",
		Help: help, Notes: notes,
		Commands: []*command.Command{stat(), check(), show(), merge(), shuffle()},
	}
}

// tool is what the commands work with.
type tool struct {
	command.Streams
	ctx   context.Context
	stdin *input // once it is open
}

// onFiles makes the Run of a command from what it does with the files named, at
// least one.
func onFiles(run func(t *tool, files []string) error) func(context.Context, []string, command.Streams) error {
	return func(ctx context.Context, files []string, s command.Streams) error {
		if len(files) == 0 {
			return command.Inputf("no file, want one or more")
		}
		stdin := false
		for _, name := range files {
			if name == "" {
				return command.Inputf("a file named \"\", want the name of one")
			}
			if name == "-" && stdin {
				return command.Inputf("the standard input twice")
			}
			stdin = stdin || name == "-"
		}
		return run(&tool{Streams: s, ctx: ctx}, files)
	}
}
