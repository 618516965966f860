package book

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"chuhe/board"
	"chuhe/book"
	"chuhe/game/formats"
	"chuhe/game/notation"
	"chuhe/internal/columns"
	"chuhe/internal/command"
	"chuhe/lang"
)

// viewer holds the flags of show.
type viewer struct {
	fen, moves, notation string
	info                 bool
}

// show is the command that prints what books know.
func show() *command.Command {
	v := new(viewer)
	return &command.Command{
		Name: "show", Operands: true,
		Flags: func(f *flag.FlagSet) {
			f.StringVar(&v.fen, "fen", board.StartFEN, "")
			f.StringVar(&v.moves, "moves", "", "")
			f.StringVar(&v.notation, "notation", "", notation.Names())
			f.BoolVar(&v.info, "info", false, "")
		},
		Run: func(_ context.Context, names []string, s command.Streams) error {
			if len(names) == 0 {
				names = []string{book.Embedded}
			}
			return v.show(names, s)
		},
	}
}

// show prints what the books know.
func (v *viewer) show(names []string, s command.Streams) error {
	p, err := v.position()
	if err != nil {
		return command.Usage(err)
	}
	var style notation.Style
	if v.notation != "" {
		if style, err = notation.ParseStyle(v.notation); err != nil {
			return command.Usage(err)
		}
	}
	for _, name := range names {
		b, err := book.Open(name)
		if err != nil {
			return command.Input(err)
		}
		text, err := v.describe(b, &p, style, s.Lang)
		b.Close()
		if err != nil {
			return command.Inputf("%s: %w", name, err)
		}
		if _, err := io.WriteString(s.Out, command.Printable(text)); err != nil {
			return err
		}
	}
	return nil
}

// position returns the position that the flags name.
func (v *viewer) position() (board.Position, error) {
	p, err := board.ParseFEN(v.fen)
	if err != nil {
		return p, formats.Fault{Err: err}
	}
	for i, word := range strings.Fields(v.moves) {
		m, err := notation.Parse(&p, word)
		if err != nil {
			return p, lang.Errorf("book.badMove", "n", i+1, "reason", formats.Fault{Err: err})
		}
		p.Play(m)
	}
	return p, nil
}

// describe says in a language what a book knows of a position. The style is "" for no second
// notation.
func (v *viewer) describe(b book.Book, p *board.Position, style notation.Style, l lang.Lang) (string, error) {
	moves, err := b.Moves(p)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	fmt.Fprintln(&text, l.Say("error.of", "what", b.Name(), "reason", size(b, l)))
	if v.info {
		for line := range strings.Lines(b.Text()) {
			text.WriteString("  " + line)
		}
	}
	fmt.Fprintf(&text, "fen %s\n", p.FEN())
	if len(moves) == 0 {
		text.WriteString(l.Say("book.noMove") + "\n")
		return text.String(), nil
	}
	var sum, games uint64
	for _, m := range moves {
		sum += uint64(m.Weight)
		games += m.Games()
	}
	table := columns.Left(&text)
	fmt.Fprint(table, l.Say("book.move"))
	if style != "" {
		fmt.Fprintf(table, "\t%s", strings.ToLower(string(style)))
	}
	fmt.Fprint(table, "\t"+l.Say("book.weights"))
	if games > 0 {
		fmt.Fprint(table, "\t"+l.Say("book.results"))
	}
	fmt.Fprintln(table)
	for _, m := range moves {
		fmt.Fprint(table, m.Move)
		if style != "" {
			fmt.Fprintf(table, "\t%s", style.Format(p, m.Move))
		}
		fmt.Fprintf(table, "\t%d\t%s", m.Weight, percent(float64(m.Weight), float64(sum)))
		if games > 0 {
			ended := float64(m.Wins) + float64(m.Draws) + float64(m.Losses)
			fmt.Fprintf(table, "\t%d\t%d\t%d\t%d\t%d\t%s", m.Games(), m.Wins, m.Draws, m.Losses, m.Open,
				percent(float64(m.Wins)+float64(m.Draws)/2, ended))
		}
		fmt.Fprintln(table)
	}
	table.Flush()
	return text.String(), nil
}

// size says in a language how large a book is, as its Summary says it in English.
func size(b book.Book, l lang.Lang) string {
	switch b := b.(type) {
	case *book.File:
		return l.Count("positions", b.Positions())
	case *book.Elephant:
		return l.Join([]string{l.Count("moves", b.Len()), "ElephantEye"})
	}
	return b.Summary()
}

// percent returns a part of a whole in percent, "-" if the whole is 0.
func percent(part, whole float64) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", 100*part/whole)
}
