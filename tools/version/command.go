// Package version knows which version of the program this is, and prints it.
package version

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"chuhe/eval/evals"
	"chuhe/internal/command"
)

// Command is the command "chuhe version".
func Command() *command.Command {
	return &command.Command{
		Name: "version",
		Run: func(_ context.Context, _ []string, s command.Streams) error {
			network := unknown
			if evaluation, err := evals.Default(); err == nil {
				network = evaluation.Name()
			}
			return write(s.Out, info(), network)
		},
	}
}

// unknown stands for what the program does not know.
const unknown = "unknown"

// write writes what a build says of itself.
func write(out io.Writer, build *debug.BuildInfo, network string) error {
	settings := map[string]string{}
	for _, setting := range build.Settings {
		settings[setting.Key] = setting.Value
	}
	modified := ""
	if settings["vcs.modified"] == "true" {
		modified = ", and changes"
	}
	_, err := fmt.Fprintf(out, "Chuhe %s\ncommit   %s%s\ndate     %s\ngo       %s %s/%s\nnetwork  %s\n",
		version(build), cmp.Or(settings["vcs.revision"], unknown), modified, cmp.Or(settings["vcs.time"], unknown),
		runtime.Version(), runtime.GOOS, runtime.GOARCH, network)
	return err
}

// fallbackVersion stands in where the binary does not know its own version.
const fallbackVersion = "v0.0.0-unknown"

// Version returns the version of the program: of its module, or of the
// commit that it was built from.
func Version() string { return version(info()) }

func version(build *debug.BuildInfo) string {
	if build.Main.Version == "" || build.Main.Version == "(devel)" {
		return fallbackVersion
	}
	return build.Main.Version
}

// archived are the lines that "git archive" fills in: the commit, its date, and the version as
// "git describe" has it, which is empty before the first tag.
//
//go:embed archive.txt
var archived string

// info returns what the build says of itself, or else what the archive of its source says.
func info() *debug.BuildInfo {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		build = &debug.BuildInfo{}
	}
	complete(build, archived)
	return build
}

// complete adds to a build without a commit what an archive says.
func complete(build *debug.BuildInfo, archived string) {
	for _, setting := range build.Settings {
		if setting.Key == "vcs.revision" {
			return
		}
	}
	lines := strings.Split(archived, "\n")
	if len(lines) < 3 || strings.HasPrefix(lines[0], "$") {
		return // these files come from no archive
	}
	build.Settings = append(build.Settings, debug.BuildSetting{Key: "vcs.revision", Value: lines[0]},
		debug.BuildSetting{Key: "vcs.time", Value: lines[1]})
	if version(build) == fallbackVersion {
		build.Main.Version = lines[2]
	}
}
