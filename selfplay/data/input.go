package data

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"chuhe/internal/command"
	"chuhe/selfplay/record"
)

// input is a file that is being read.
type input struct {
	*record.Reader
	tool  *tool
	name  string
	games int // read so far
	close func() error
}

// open opens a file; - is the standard input.
func (t *tool) open(name string) (*input, error) {
	i, err := t.openBy(record.NewReader, name)
	if errors.Is(err, record.ErrHeader) && t.canRepair(name) {
		err = fmt.Errorf("%w; \"chuhe data check -repair\" saves the games", err)
	}
	return i, err
}

// canRepair reports whether there are whole games in a file whose header is
// damaged. Of a stream it is false: what was read of it is gone.
func (t *tool) canRepair(name string) bool {
	if info, err := os.Stat(name); name == "-" || err != nil || !info.Mode().IsRegular() {
		return false
	}
	in, err := t.openBy(record.Salvage, name)
	if err != nil {
		return false
	}
	in.close()
	return true
}

// openBy opens a file that one of the functions of package record reads.
func (t *tool) openBy(newReader func(io.Reader) (*record.Reader, error), name string) (*input, error) {
	i := &input{tool: t, name: name, close: func() error { return nil }}
	in := t.In
	if name == "-" {
		i.name = "standard input"
	} else {
		file, err := os.Open(name)
		if err != nil {
			return nil, command.Input(err)
		}
		in, i.close = file, file.Close
	}
	var err error
	if i.Reader, err = newReader(bufio.NewReaderSize(in, 1<<20)); err != nil {
		i.close()
		return nil, command.Inputf("%s: %w", i.name, err)
	}
	return i, nil
}

// next reads a game into g. The error is io.EOF at the end, a
// [*record.BlockError] for a block that is damaged, after which reading continues,
// that of the tool's context, or one that names the file.
func (i *input) next(g *record.Game) error {
	if i.games%1024 == 0 {
		if err := i.tool.ctx.Err(); err != nil {
			return err
		}
	}
	err := i.Next(g)
	var damage *record.BlockError
	switch {
	case err == nil:
		i.games++
	case err != io.EOF && !errors.As(err, &damage):
		err = command.Inputf("%s: %w", i.name, err)
	}
	return err
}

// each calls use for each game of a file. A damaged block is an error.
func (i *input) each(use func(*record.Game) error) error {
	var g record.Game
	for {
		err := i.next(&g)
		var damage *record.BlockError
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, &damage):
			return command.Inputf("%s: %w; \"chuhe data check -repair\" saves the rest", i.name, damage)
		case err != nil:
			return err
		}
		if err := use(&g); err != nil {
			return err
		}
	}
}
