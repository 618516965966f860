package data

import (
	"fmt"
	"strings"

	"chuhe/internal/command"
)

const mergeHelp = `usage: chuhe data merge -out FILE [flags] FILE...

Puts the games of several files into one, in the order of the files. Its header
contains theirs. Two parts made with the same settings and seed have the same games,
so they are an error.

`

// merge is the command that puts files together.
func merge() *command.Command {
	target := new(target)
	return &command.Command{
		Name: "merge", Summary: "several files into one",
		Help: mergeHelp, Operands: true, Flags: target.flags,
		Run: onFiles(func(t *tool, files []string) error { return t.merge(target, files) }),
	}
}

// merge puts files together.
func (t *tool) merge(target *target, files []string) error {
	if err := noStream("out", target.name); err != nil {
		return err
	}
	inputs, text, err := t.gather(files, "merge", target.duplicates)
	defer closeAll(inputs)
	if err != nil {
		return err
	}
	out, err := create(target.name, text, target.force)
	if err != nil {
		return err
	}
	defer out.discard()
	for _, name := range files {
		in, err := t.reopen(inputs, name)
		if err != nil {
			return err
		}
		if err := in.each(out.add); err != nil {
			return err
		}
		if err := in.close(); err != nil {
			return err
		}
	}
	return t.commit(out)
}

// commit ends an output and tells of it.
func (t *tool) commit(out *output) error {
	if err := out.commit(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(t.Out, "%s: %d games\n", out.name, out.count)
	return err
}

// gather reads the headers of files and makes one of them, which begins with what
// is done to the files. Two equal parts are an error unless duplicates are welcome.
// Inputs that cannot be opened again are returned open.
func (t *tool) gather(files []string, what string, duplicates bool) (open map[string]*input, text string, err error) {
	open = map[string]*input{}
	history := []string{what}
	var parts []string
	from := map[string]string{} // by part
	for _, name := range files {
		in, err := t.open(name)
		if err != nil {
			return open, "", err
		}
		if name == "-" {
			open[name] = in
		} else {
			in.close()
		}
		h, p := split(in.Text())
		history, parts = append(history, h...), append(parts, p...)
		for _, part := range p {
			if other, ok := from[part]; ok && !duplicates {
				return open, "", command.Inputf("%s and %s have games of the same settings and seed (%s); -duplicates takes them anyway", other, in.name, strings.Join(strings.Split(strings.TrimSpace(part), "\n"), ", "))
			}
			from[part] = in.name
		}
	}
	return open, join(history, parts), nil
}

// reopen opens a file that gather has looked at.
func (t *tool) reopen(open map[string]*input, name string) (*input, error) {
	if in, ok := open[name]; ok {
		return in, nil
	}
	return t.open(name)
}

func closeAll(inputs map[string]*input) {
	for _, in := range inputs {
		in.close()
	}
}
