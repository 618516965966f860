package book

import (
	"cmp"
	"context"
	"fmt"

	"chuhe/board"
	"chuhe/book"
	"chuhe/internal/command"
	"chuhe/lang"
)

// merge is the command that adds books.
func merge() *command.Command {
	to := new(command.Output)
	return &command.Command{
		Name: "merge", Operands: true, Flags: to.Flags,
		Run: func(ctx context.Context, names []string, s command.Streams) error {
			if len(names) == 0 {
				return command.Usage(lang.Errorf("book.noBook"))
			}
			if err := to.Vacant(); err != nil {
				return err
			}
			if err := command.Twice(names); err != nil {
				return err
			}
			var sum book.Builder
			var parts, lost []string
			for _, name := range names {
				if err := ctx.Err(); err != nil {
					return err
				}
				b, err := book.Open(name)
				if err != nil {
					return command.Input(err)
				}
				found, all, err := add(ctx, &sum, b)
				if found < all {
					lost = append(lost, s.Lang.Say("book.lost", "file", name, "found", found, "moves", s.Lang.Count("moves", all)))
				}
				parts = append(parts, b.Summary()+"\n"+b.Text())
				b.Close()
				if err != nil {
					return command.Inputf("%s: %w", name, err)
				}
			}
			how := fmt.Sprintf("made by merging %s\n", command.Plural(len(names), "book"))
			err := save(to, s, &sum, book.JoinTexts(how, parts))
			for _, line := range lost { // also where they are why there is no book
				_, failed := fmt.Fprintln(s.Out, line)
				err = cmp.Or(err, failed)
			}
			return err
		},
	}
}

// add counts the moves of a book in the sum; of a book that cannot be listed only those
// that can be reached from the start position. It returns how many of all its moves it has
// found, 0 of 0 for a book that can be listed.
func add(ctx context.Context, sum *book.Builder, b book.Book) (found, all int, err error) {
	switch b := b.(type) {
	case *book.File:
		return 0, 0, sum.AddFile(b)
	case *book.Elephant:
		all = b.Len()
	}
	found, err = sum.AddReachable(ctx, b, board.Start())
	return found, all, err
}
