package command

import (
	"path/filepath"
	"regexp"
	"strings"
)

// goRun begins the command that builds and starts a program.
const goRun = "go run ./"

// CalledAs returns the words by which a shell starts a program again: program, the first
// argument of its process, or source where "go run" built that file.
func CalledAs(program, source string) string {
	// "go run" builds in a temporary folder at first, from the second time on in the cache.
	builtByRun := regexp.MustCompile(`/b001/exe/[^/]+$|/[0-9a-f]{64}-d/[^/]+$`)
	if builtByRun.MatchString(filepath.ToSlash(program)) {
		return source
	}
	return ShellWord(program)
}

// ShellWord returns a name of a file as shells take it.
func ShellWord(name string) string {
	if strings.Contains(name, " ") {
		return `"` + name + `"`
	}
	return name
}

// rename replaces the name of the program in the command and its texts, and in those below.
func (c *Command) rename(from, to string) {
	for _, text := range [...]*string{&c.Name, &c.Help, &c.Notes} {
		*text = strings.ReplaceAll(*text, from, to)
	}
	for _, below := range c.Commands {
		below.rename(from, to)
	}
}
