package command

import (
	"context"
	"flag"
	"regexp"
	"slices"
	"strings"

	"chuhe/lang"
)

// outline holds the names and texts of a command for completions and the manual page, in English.
type outline struct {
	words   []string // that call it, the name of the program left out
	summary string
	help    string
	notes   string
	flags   []flagOutline
	below   []flagOutline // the commands below it, with their summaries
}

// flagOutline is a flag of a command, or a command below it.
type flagOutline struct {
	name      string
	value     string // what kind of value it takes, "" for none
	usage     string
	byDefault string // what it is if not given, "" where that is nothing
}

// outlines returns the command and all below it, in the order of the help.
func (c *Command) outlines(path string, words []string) []outline {
	l := lang.English
	o := outline{
		words: words, summary: text(l, path, "summary", c.Summary),
		help: text(l, path, "help", c.Help), notes: text(l, path, "notes", c.Notes),
	}
	switch {
	case c.More == nil:
	case c.Raw:
		o.help += c.More(l)
	default:
		o.notes = c.More(l) + o.notes
	}
	c.flags(path, new(lang.Lang)).VisitAll(func(f *flag.Flag) {
		f.Usage = usage(l, path, f.Name, f.Usage)
		value, usage := flag.UnquoteUsage(f)
		o.flags = append(o.flags, flagOutline{f.Name, value, usage, shownDefault(f)})
	})
	if c.Raw {
		// The help explains a flag by a line "-name value" and an indented line below it.
		rawFlags := regexp.MustCompile(`(?m)^-([a-z][a-z-]*)(?: (.*))?\n +(.*)$`)
		for _, found := range rawFlags.FindAllStringSubmatch(o.help, -1) {
			if !slices.Contains(names(o.flags), found[1]) {
				o.flags = append(o.flags, flagOutline{name: found[1], value: found[2], usage: found[3]})
			}
		}
	}
	all := []outline{o}
	for _, below := range c.Commands {
		more := below.outlines(path+" "+below.Name, append(words[:len(words):len(words)], below.Name))
		all[0].below = append(all[0].below, flagOutline{name: below.Name, usage: more[0].summary})
		all = append(all, more...)
	}
	return all
}

// shownDefault returns the default of a flag, the same on every machine.
func shownDefault(f *flag.Flag) string {
	switch {
	case f.Name == "threads":
		return "one for each processor"
	case f.DefValue == "0" || f.DefValue == "false":
		return ""
	}
	return f.DefValue
}

// version returns the first line of the program's command version, "" if it has none.
func (c *Command) version() string {
	own := c.find("version")
	if own == nil {
		return ""
	}
	var out strings.Builder
	if err := own.Run(context.Background(), nil, Streams{Out: &out, Lang: lang.English}); err != nil {
		return ""
	}
	line, _, _ := strings.Cut(out.String(), "\n")
	return line
}
