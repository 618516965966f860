package command

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"chuhe/internal/columns"
	"chuhe/lang"
)

// The texts of a command are in the catalogues under the words that call it, the name of
// the program left out: [judge] is for "chuhe judge", [data.stat] for "chuhe
// data stat", and [chuhe] for the program. They are
//
//	summary     half a line for the help of the command above
//	help        printed before the lists of commands and flags; begins with the usage
//	notes       printed after them
//	-NAME       what a flag does
//
// A flag without a text there takes its text from [flags], which commands share. {values}
// stands for the usage that the code gives: the values allowed. Code that
// gives a whole text for a flag needs no entry.

// speaks reports whether the catalogues contain the texts of the command.
func (c *Command) speaks() bool { return c.Help == "" && !c.Fixed }

// key returns the group of the texts of a command.
func key(path string) string {
	program, words, below := strings.Cut(path, " ")
	if !below {
		return program
	}
	return strings.ReplaceAll(words, " ", ".")
}

// text returns a text of a command in a language: the command's own if there is one, else
// the one of the catalogue, "" where there is none.
func text(l lang.Lang, path, name, own string) string {
	if own != "" {
		return own
	}
	if k := key(path) + "." + name; l.Has(k) {
		return l.Say(k)
	}
	return ""
}

// usage returns the text of a flag of a command; values is the usage that the code gives.
func usage(l lang.Lang, path, name, values string) string {
	for _, k := range [...]string{key(path) + ".-" + name, "flags.-" + name} {
		if l.Has(k) {
			return l.Say(k, "values", values)
		}
	}
	return values
}

// help prints the help of the command, or of the one below it that is named.
func (c *Command) help(path string, names []string, s Streams) error {
	if len(names) > 0 && names[0] != "help" && !isHelp(names[0]) {
		below := c.find(names[0])
		if below == nil {
			return explain(path, c.unknown(path, names[0]), s.Lang)
		}
		return below.help(path+" "+below.Name, names[1:], s)
	}
	l := s.Lang
	var b strings.Builder
	b.WriteString(text(l, path, "help", c.Help))
	if len(c.Commands) > 0 {
		table := columns.Left(&b)
		for _, below := range c.Commands {
			fmt.Fprintf(table, "  %s\t%s\n", below.Name, text(l, path+" "+below.Name, "summary", below.Summary))
		}
		fmt.Fprintf(table, "  help\t%s\n", l.Say("usage.help", "command", path+" help"))
		table.Flush()
	}
	flags := c.flags(path, new(lang.Lang))
	if c.Raw {
		flags = flag.NewFlagSet(path, flag.ContinueOnError)
	}
	flags.VisitAll(func(f *flag.Flag) { f.Usage = usage(l, path, f.Name, f.Usage) })
	if len(c.Commands) > 0 && c.Flags != nil {
		b.WriteString("\n")
	}
	var list strings.Builder
	flags.SetOutput(&list)
	flags.PrintDefaults()
	defaults := regexp.MustCompile(`(?m) \(default (\S+|"[^"\n]*")\)$`) // what package flag says of them
	b.WriteString(defaults.ReplaceAllStringFunc(list.String(), func(found string) string {
		return l.Say("usage.default", "value", defaults.FindStringSubmatch(found)[1])
	}))
	if c.More != nil {
		b.WriteString(c.More(l))
	}
	b.WriteString(text(l, path, "notes", c.Notes))
	all := b.String()
	if _, words, below := strings.Cut(path, " "); below { // the catalogues call every program chuhe
		all = strings.ReplaceAll(all, "chuhe "+words, path)
	}
	_, err := io.WriteString(s.Out, all)
	return explain(path, err, l)
}

// flagError returns an error of package flag in words of the catalogues.
func flagError(flags *flag.FlagSet, err error) error {
	if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok {
		return lang.Errorf("usage.unknownFlag", "flag", name)
	}
	if name, ok := strings.CutPrefix(err.Error(), "flag needs an argument: -"); ok {
		return lang.Errorf("usage.noValue", "flag", name)
	}
	badValue := regexp.MustCompile(`^invalid (?:boolean )?value ("(?:[^"\\]|\\.)*") for (?:flag )?-(\S+?): `)
	m := badValue.FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	reason := errors.New(strings.TrimPrefix(err.Error(), m[0]))
	// Package flag keeps only the text of the error of a value.
	if value, wrong := strconv.Unquote(m[1]); wrong == nil && flags.Lookup(m[2]) != nil {
		if again := flags.Lookup(m[2]).Value.Set(value); again != nil {
			reason = again
		}
	}
	return lang.Errorf("usage.badValue", "value", m[1], "flag", m[2], "reason", reason)
}
