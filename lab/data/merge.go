package data

import (
	"flag"
	"fmt"
	"strings"

	"chuhe/internal/command"
)

const mergeHelp = `usage: chuhe data merge -out FILE [flags] FILE...

Writes the games of several files to one, in the order of the files. Its header
contains theirs. Parts with the same settings and seed contain the same games and
are refused.

`

// merge is the command that joins files.
func merge() *command.Command {
	target := new(target)
	return &command.Command{
		Name: "merge", Summary: "join files",
		Help: mergeHelp, Operands: true, Flags: target.flags,
		Run: onFiles(func(t *tool, files []string) error {
			return t.rewrite(target, files, "merge", func(out *output) error { return t.copy(files, out.add) })
		}),
	}
}

// target has the flags about the file that merge and shuffle write.
type target struct {
	destination
	duplicates bool // allow parts with the same settings and seed
}

func (o *target) flags(flags *flag.FlagSet) {
	o.destination.flags(flags)
	flags.BoolVar(&o.duplicates, "duplicates", false, "allow parts with the same settings and seed")
}

// rewrite makes a file from others. fill adds the games. The header contains theirs
// and starts with a line that says what was done.
func (t *tool) rewrite(target *target, files []string, what string, fill func(*output) error) error {
	text, err := t.header(files, what, target.duplicates)
	if err != nil {
		return err
	}
	out, err := create(target.destination, text)
	if err != nil {
		return err
	}
	defer out.discard()
	if err := fill(out); err != nil {
		return err
	}
	return t.commit(out)
}

// commit completes an output and prints its size.
func (t *tool) commit(out *output) error {
	if err := out.commit(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(t.Out, "%s: %s\n", out.name, command.Plural(out.count, "game"))
	return err
}

// header joins the headers of files. Equal parts are an error unless duplicates are
// allowed.
func (t *tool) header(files []string, what string, duplicates bool) (string, error) {
	history := []string{what}
	var parts []string
	from := map[string]string{} // by part
	for _, name := range files {
		in, err := t.open(name)
		if err != nil {
			return "", err
		}
		in.close()
		h, p := split(in.Text())
		history, parts = append(history, h...), append(parts, p...)
		for _, part := range p {
			if other, ok := from[part]; ok && !duplicates {
				return "", command.Inputf("%s and %s have games of the same settings and seed (%s); -duplicates takes them anyway", other, in.name, strings.Join(strings.Split(strings.TrimSpace(part), "\n"), ", "))
			}
			from[part] = in.name
		}
	}
	return join(history, parts), nil
}
