// Package book is the command "book", which makes, shows and merges opening books.
package book

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"chuhe/book"
	"chuhe/internal/command"
	"chuhe/internal/wholefile"
)

const help = `usage: chuhe book COMMAND [flags] FILE...

Makes, shows and merges opening books. The engine plays from a book when the
option usebook (OwnBook in UCI) is on.

`

const notes = `
The exit status is 0 on success, 1 if games had faults and were left out, 2 for
bad input. Existing files are overwritten only with -force.
`

// errFaults is wrapped if games could not be used.
var errFaults = errors.New("faults")

// Command is the command "chuhe book".
func Command() *command.Command {
	return &command.Command{
		Name: "book", Summary: "make, show and merge opening books",
		Help: help, Notes: notes,
		Commands: []*command.Command{makeCommand(), show(), merge()},
	}
}

// target holds the flags about the book that is written.
type target struct {
	name  string
	force bool
}

func (o *target) flags(flags *flag.FlagSet) {
	flags.StringVar(&o.name, "out", "", "`file` to write")
	flags.BoolVar(&o.force, "force", false, "overwrite an existing file")
}

// check returns an error if the file cannot be written.
func (o *target) check() error {
	if o.name == "" {
		return command.Usagef("no -out, want the name of a file")
	}
	return command.Vacant(o.name, o.force)
}

// write writes the book and prints its size.
func (o *target) write(out io.Writer, b *book.Builder, text string) error {
	if err := o.check(); err != nil { // the work may have taken long
		return err
	}
	if err := wholefile.Save(o.name, o.force, func(w io.Writer) error { return b.Write(w, text) }); err != nil {
		return err
	}
	info, err := os.Stat(o.name)
	if err != nil {
		return err
	}
	positions, moves := b.Size()
	_, err = fmt.Fprintf(out, "%s: %s, %s, %s\n", o.name, command.Plural(positions, "position"), command.Plural(moves, "move"), command.Plural(int(info.Size()), "byte"))
	return err
}
