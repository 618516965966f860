package book

import (
	"context"
	"flag"
	"fmt"

	"chuhe/board"
	"chuhe/book"
	"chuhe/internal/command"
	"chuhe/lang"
)

// merge is the command that adds books.
func merge() *command.Command {
	to := new(target)
	return &command.Command{
		Name: "merge", Operands: true, Flags: func(f *flag.FlagSet) { to.flags(f) },
		Run: func(ctx context.Context, names []string, s command.Streams) error {
			if len(names) == 0 {
				return command.Usage(lang.Errorf("book.noBook"))
			}
			if err := to.check(); err != nil {
				return err
			}
			var sum book.Builder
			var parts []string
			for _, name := range names {
				if err := ctx.Err(); err != nil {
					return err
				}
				b, err := book.Open(name)
				if err != nil {
					return command.Input(err)
				}
				err = add(&sum, b)
				parts = append(parts, b.Summary()+"\n"+b.Text())
				b.Close()
				if err != nil {
					return command.Inputf("%s: %w", name, err)
				}
			}
			how := fmt.Sprintf("made by merging %s\n", command.Plural(len(names), "book"))
			return to.write(s, &sum, book.JoinTexts(how, parts))
		},
	}
}

// add counts the moves of a book in the sum; of a book that cannot be listed only those
// that can be reached from the start position.
func add(sum *book.Builder, b book.Book) error {
	if f, ok := b.(*book.File); ok {
		return sum.AddFile(f)
	}
	return sum.AddReachable(b, board.Start())
}
