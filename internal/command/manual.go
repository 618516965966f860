package command

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// Manual returns the command "manual", which prints the manual page of a program: the
// help of all commands.
func Manual(program func() *Command) *Command {
	return &Command{
		Name: "manual",
		Run: func(_ context.Context, _ []string, s Streams) error {
			_, err := io.WriteString(s.Out, manual(program()))
			return err
		},
	}
}

// manual returns the page.
func manual(program *Command) string {
	all := program.outlines(program.Name, nil)
	root := all[0]
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"%s\"\n", strings.ToUpper(program.Name), roff(program.version()))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n", program.Name, roff(root.summary))
	usage, rest := cutUsage(root.help)
	literal(&b, usage)
	b.WriteString(".SH DESCRIPTION\n")
	literal(&b, strings.TrimSpace(rest))
	for _, c := range root.below {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(c.name), roff(c.usage))
	}
	b.WriteString(".SH OPTIONS\n")
	root.writeFlags(&b)
	b.WriteString(".SH COMMANDS\n")
	for _, o := range all[1:] {
		fmt.Fprintf(&b, ".SS %s %s\n", program.Name, roff(strings.Join(o.words, " ")))
		literal(&b, strings.TrimSpace(o.help))
		if !program.raw(o.words) {
			o.writeFlags(&b)
		}
		if notes := strings.TrimSpace(o.notes); notes != "" {
			b.WriteString(".PP\n")
			literal(&b, notes)
		}
	}
	return b.String()
}

// raw reports whether the help of the command of these words explains its flags.
func (c *Command) raw(words []string) bool {
	for _, word := range words {
		c = c.find(word)
	}
	return c.Raw
}

// writeFlags writes the flags of a command.
func (o *outline) writeFlags(b *strings.Builder) {
	for _, f := range o.flags {
		fmt.Fprintf(b, ".TP\n.B %s", roff("-"+f.name))
		if f.value != "" {
			fmt.Fprintf(b, " \\fI%s\\fR", roff(f.value))
		}
		usage := strings.Join(strings.Fields(f.usage), " ")
		if f.byDefault != "" {
			usage += " (default: " + f.byDefault + ")"
		}
		fmt.Fprintf(b, "\n%s\n", roff(usage))
	}
}

// cutUsage cuts the lines of usage off a help text, without the word usage.
func cutUsage(help string) (usage, rest string) {
	usage, rest, _ = strings.Cut(help, "\n\n")
	return strings.ReplaceAll(strings.TrimPrefix(usage, "usage: "), "\n       ", "\n"), rest
}

// literal writes a text line by line.
func literal(b *strings.Builder, text string) {
	b.WriteString(".nf\n")
	for line := range strings.Lines(text) {
		b.WriteString(roff(strings.TrimSuffix(line, "\n")) + "\n")
	}
	b.WriteString(".fi\n")
}

// roff returns a line as roff writes it.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `'`, `\(aq`, `^`, `\(ha`, `~`, `\(ti`, "`", `\(ga`).Replace(line)
	if strings.HasPrefix(line, ".") {
		line = `\&` + line
	}
	var b strings.Builder
	for _, r := range line {
		if r < 0x80 {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\[u%04X]`, r)
		}
	}
	return b.String()
}
