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
		Run: onFiles(func(t *tool, files []string) error {
			return t.rewrite(target, files, "merge", func(out *output) error { return t.copy(files, out.add) })
		}),
	}
}

// rewrite makes a file of the games of others, which fill adds. The header contains
// theirs, and begins with what is done to them.
func (t *tool) rewrite(target *target, files []string, what string, fill func(*output) error) error {
	text, err := t.header(files, what, target.duplicates)
	if err != nil {
		return err
	}
	out, err := create(target.name, text, target.force)
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
	_, err := fmt.Fprintf(t.Out, "%s: %d games\n", out.name, out.count)
	return err
}

// header makes one header of those of files. Two equal parts are an error unless
// duplicates are allowed.
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
