package data

import (
	"context"

	"chuhe/internal/command"
	"chuhe/lang"
)

// ErrFaults is wrapped if a file could be read but has faults.
var ErrFaults error = lang.Errorf("error.faults")

// Command is the command "chuhe data". Faults are reported on the error stream,
// except by check, whose output they are.
func Command() *command.Command {
	return &command.Command{
		Name:     "data",
		Commands: []*command.Command{stat(), check(), show(), repack("pack", true), repack("unpack", false)},
	}
}

// tool holds what the commands share.
type tool struct {
	command.Streams
	ctx   context.Context
	stdin *input // nil until it is opened
}

// onFiles returns the Run of a command that works on one or more files.
func onFiles(run func(t *tool, files []string) error) func(context.Context, []string, command.Streams) error {
	return func(ctx context.Context, files []string, s command.Streams) error {
		if len(files) == 0 {
			return command.Usage(lang.Errorf("data.noFile"))
		}
		stdin := false
		for _, name := range files {
			if name == "" {
				return command.Usage(lang.Errorf("data.noName"))
			}
			if name == "-" && stdin {
				return command.Usage(lang.Errorf("error.stdinTwice"))
			}
			stdin = stdin || name == "-"
		}
		return run(&tool{Streams: s, ctx: ctx}, files)
	}
}
