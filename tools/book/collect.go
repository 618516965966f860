package book

import (
	"context"
	"errors"
	"fmt"

	"chuhe/board"
	"chuhe/book"
	"chuhe/game/formats"
	"chuhe/internal/command"
	"chuhe/rules"
	"chuhe/tools/source"
)

// collector reads games into a book.
type collector struct {
	ctx     context.Context
	meter   *command.Meter
	plies   int // of a game
	builder book.Builder
	games   int
	results [4]int // by board.Result
	faults  source.Faults
}

// read reads the games of files.
func (c *collector) read(files []string) error {
	for _, name := range files {
		if err := c.file(name); err != nil {
			return err
		}
	}
	return nil
}

// file reads the games of a file.
func (c *collector) file(name string) error {
	said := command.InputName(c.meter.Lang, name)
	for g, err := range source.Games(c.ctx, c.meter.Streams, name) {
		switch {
		case errors.Is(err, source.ErrFault):
			c.fault(fmt.Errorf("%s: %w", said, err))
		case err != nil:
			return fmt.Errorf("%s: %w", said, err)
		default:
			c.add(said, g.Number, g.Start, g.Moves, g.Result)
		}
	}
	return nil
}

// fault counts a game that cannot be used and says why.
func (c *collector) fault(err error) { c.faults.Add(c.meter.Streams, "chuhe book make", err) }

// add counts the moves of a game in the book. If one of them is illegal it counts none and
// reports it.
func (c *collector) add(name string, number int, start board.Position, moves []board.Move, result board.Result) {
	moves = moves[:min(c.plies, len(moves))]
	_, err := rules.Replay(start, moves)
	if err == nil {
		err = c.builder.AddGame(start, moves, result, c.plies)
	}
	if err != nil {
		c.fault(fmt.Errorf("%s: game %d: %w", name, number, formats.Fault{Err: err}))
		return
	}
	c.games++
	c.results[result]++
	if c.meter.Shown() {
		c.meter.Show(-1, c.meter.Lang.Count("games", c.games))
	}
}
