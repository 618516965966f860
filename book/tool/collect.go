package tool

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"chuhe/board"
	"chuhe/book"
	"chuhe/game"
	"chuhe/game/formats"
	"chuhe/internal/command"
	"chuhe/selfplay/record"
)

// collector reads games into a book.
type collector struct {
	ctx     context.Context
	streams command.Streams
	plies   int // of a game
	builder book.Builder
	games   int
	results [4]int // by board.Result
	faults  int    // games that cannot be used
}

// read reads the games of files.
func (c *collector) read(files []string) error {
	for _, name := range files {
		if err := c.file(name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// file reads the games of a file.
func (c *collector) file(name string) error {
	in := c.streams.Input(c.ctx)
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return command.Input(err)
		}
		defer file.Close()
		in = file
	}
	buffered := bufio.NewReaderSize(in, 1<<20)
	start, err := buffered.Peek(8)
	if err != nil && err != io.EOF {
		return err
	}
	if bytes.Equal(start, []byte("CHUHEGM\n")) {
		return c.records(name, buffered)
	}
	return c.texts(name, buffered)
}

// records reads a file of datagen.
func (c *collector) records(name string, in io.Reader) error {
	r, err := record.NewReader(in)
	if err != nil {
		return command.Input(err)
	}
	var g record.Game
	var moves []board.Move
	for number := 1; ; number++ {
		if err := c.ctx.Err(); err != nil {
			return err
		}
		err := r.Next(&g)
		var block *record.BlockError
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &block):
			c.fault("%s: %v", name, err)
			continue
		case err != nil:
			return err
		}
		moves = moves[:0]
		for _, p := range g.Plies {
			moves = append(moves, p.Move)
		}
		c.add(name, number, g.Start, moves, g.Result)
	}
}

// texts reads a file of any other format.
func (c *collector) texts(name string, in io.Reader) error {
	_, games, err := formats.Read(in)
	if err != nil {
		return command.Input(err)
	}
	number := 0
	for g, err := range games {
		if err := c.ctx.Err(); err != nil {
			return err
		}
		number++
		var fault *game.Error
		switch {
		case errors.As(err, &fault):
			c.fault("%s: %v", name, err)
		case err != nil:
			return err
		default:
			c.add(name, number, g.Start, g.Moves(), g.Result)
		}
	}
	return nil
}

// add adds a game.
func (c *collector) add(name string, number int, start board.Position, moves []board.Move, result board.Result) {
	if err := c.builder.AddGame(start, moves, result, c.plies); err != nil {
		c.fault("%s: game %d: %v", name, number, err)
		return
	}
	c.games++
	c.results[result]++
}
