package data

import (
	"bufio"
	"errors"
	"io"

	"chuhe/internal/command"
	"chuhe/lab/record"
	"chuhe/lang"
)

// input is a file that is being read.
type input struct {
	*record.Reader
	tool  *tool
	name  string
	games int // read so far
	close func() error
}

// open opens a file. The standard input, "-", is opened once: later calls continue
// where it stands.
func (t *tool) open(name string) (*input, error) {
	if name == "-" && t.stdin != nil {
		return t.stdin, nil
	}
	i, err := t.openBy(record.NewReader, name)
	if errors.Is(err, record.ErrHeader) && t.canRepair(name) {
		err = command.Input(lang.Errorf("data.savesGames", "fault", err))
	}
	if name == "-" {
		t.stdin = i
	}
	return i, err
}

// canRepair reports whether a file whose header is damaged has complete blocks. A
// stream cannot be repaired, because it cannot be read again.
func (t *tool) canRepair(name string) bool {
	if name == "-" {
		return false
	}
	in, err := t.openBy(record.Salvage, name)
	if err != nil {
		return false
	}
	in.close()
	return true
}

// openBy opens a file with [record.NewReader] or [record.Salvage].
func (t *tool) openBy(newReader func(io.Reader) (*record.Reader, error), name string) (*input, error) {
	if name != "-" {
		if _, err := command.Regular(name); err != nil {
			return nil, err
		}
	}
	in, err := t.Open(t.ctx, name)
	if err != nil {
		return nil, command.Inputf("%s: %w", name, command.WithoutPath(err))
	}
	i := &input{tool: t, name: command.InputName(t.Lang, name), close: in.Close}
	if i.Reader, err = newReader(bufio.NewReaderSize(in, 1<<20)); err != nil {
		i.close()
		return nil, command.Inputf("%s: %w", i.name, err)
	}
	return i, nil
}

// each calls use for each game of a file and damaged for each damaged block. It
// returns their first error, the error of the tool's context, or one that names the
// file. At its end the file is closed, since it may be the one that the output replaces,
// which Windows would refuse while it is open.
func (i *input) each(use func(*record.Game) error, damaged func(*record.BlockError) error) error {
	var g record.Game
	for {
		if err := i.tool.ctx.Err(); err != nil {
			return err
		}
		err := i.Next(&g)
		var damage *record.BlockError
		switch {
		case err == io.EOF:
			i.close()
			return nil
		case errors.As(err, &damage):
			err = damaged(damage)
		case err != nil:
			err = command.Inputf("%s: %w", i.name, err)
		default:
			i.games++
			err = use(&g)
		}
		if err != nil {
			return err
		}
	}
}

// inGame says that something is wrong with the game that was read last.
func (i *input) inGame(reason error) error {
	return lang.Errorf("data.check.game", "game", i.games, "reason", reason)
}

// badGame is the error about a game that cannot be used.
func (i *input) badGame(reason error) error {
	return command.Input(lang.Errorf("error.of", "what", i.name, "reason", i.inGame(reason)))
}

// inBlock says what is wrong with a block.
func inBlock(damage *record.BlockError) error {
	return lang.Errorf("data.check.block", "block", damage.Block, "byte", damage.Offset, "reason", damage.Reason)
}

// remark reports a damaged block beside the output of a command.
func (i *input) remark(name string, damage *record.BlockError) {
	i.tool.Remark(name, i.tool.Lang.Say("error.of", "what", i.name, "reason", inBlock(damage)))
}

// copy calls use for each game of a file. A damaged block is an error.
func (i *input) copy(use func(*record.Game) error) error {
	return i.each(use, func(damage *record.BlockError) error {
		return command.Input(lang.Errorf("data.savesRest", "file", i.name, "fault", damage))
	})
}
