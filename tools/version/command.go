// Package version knows which version of the program this is, and prints it.
package version

import (
	"context"
	"fmt"
	"runtime/debug"

	"chuhe/internal/command"
)

// Command is the command "chuhe version".
func Command() *command.Command {
	return &command.Command{
		Name:    "version",
		Summary: "print the version",
		Help:    "usage: chuhe version\n\nPrints the version.\n",
		Run: func(_ context.Context, _ []string, s command.Streams) error {
			_, err := fmt.Fprintln(s.Out, "Chuhe", Version())
			return err
		},
	}
}

// fallbackVersion stands in where the binary does not know its own version.
const fallbackVersion = "0.1.0-dev"

// Version returns the version of the program: that of its module, or of the
// commit that it was built from.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return fallbackVersion
	}
	return info.Main.Version
}
