// Package book is the command "book", which makes, shows and merges opening books.
package book

import (
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

// save writes a book and prints its size. A book without moves is an error: it is of no use,
// and a file that it would replace may be.
func save(to *command.Output, s command.Streams, b *book.Builder, text string) error {
	positions, moves := b.Size()
	if moves == 0 {
		return command.Input(lang.Errorf("book.nothing", "file", to.Name))
	}
	if err := to.Vacant(); err != nil { // the work may have taken long
		return err
	}
	if err := wholefile.Save(to.Name, to.Force, func(w io.Writer) error { return b.Write(w, text) }); err != nil {
		return err
	}
	info, err := os.Stat(to.Name)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.Out, s.Lang.Say("book.wrote", "file", to.Name,
		"positions", s.Lang.Count("positions", positions), "moves", s.Lang.Count("moves", moves), "bytes", s.Lang.Count("bytes", info.Size())))
	return err
}
