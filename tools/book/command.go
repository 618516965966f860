// Package book is the command "book", which makes, shows and merges opening books.
package book

import (
	"flag"
	"fmt"
	"io"
	"os"

	"chuhe/book"
	"chuhe/internal/command"
	"chuhe/internal/wholefile"
	"chuhe/lang"
)

// Command is the command "chuhe book".
func Command() *command.Command {
	return &command.Command{
		Name:     "book",
		Commands: []*command.Command{makeCommand(), show(), merge()},
	}
}

// target holds the flags about the book that is written.
type target struct {
	name  string
	force bool
}

func (o *target) flags(flags *flag.FlagSet) {
	flags.StringVar(&o.name, "out", "", "")
	flags.BoolVar(&o.force, "force", false, "")
}

// check returns an error if the file cannot be written.
func (o *target) check() error {
	if o.name == "" {
		return command.Usage(lang.Errorf("error.noOut"))
	}
	return command.Vacant(o.name, o.force)
}

// write writes the book and prints its size.
func (o *target) write(s command.Streams, b *book.Builder, text string) error {
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
	_, err = fmt.Fprintln(s.Out, s.Lang.Say("book.wrote", "file", o.name,
		"positions", s.Lang.Count("positions", positions), "moves", s.Lang.Count("moves", moves), "bytes", s.Lang.Count("bytes", info.Size())))
	return err
}
