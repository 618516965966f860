package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"chuhe/board"
	"chuhe/internal/command"
	"chuhe/internal/filelock"
	"chuhe/lab/record"
)

// journal keeps the finished chunks of a labelling run in a file, so that the same command
// can continue it. Each chunk is a block, which begins with a game without plies.
type journal struct {
	file  *os.File
	out   *record.Writer
	saved [][]record.Game // chunks of earlier runs that were not taken yet
	cut   int64           // bytes at the end that were cut off, because they are no complete chunk
}

// openJournal creates the journal or continues one with the same text. The caller must
// close it.
func openJournal(name, text string) (*journal, error) {
	if _, err := command.Regular(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	file, err := filelock.Open(name)
	if err != nil {
		return nil, command.Input(err)
	}
	j := &journal{file: file}
	if err := j.begin(text); err != nil {
		file.Close()
		return nil, command.Inputf("%s: %w", name, err)
	}
	return j, nil
}

// begin reads the chunks of an earlier run, or writes the header.
func (j *journal) begin(text string) error {
	header, unbegun, err := record.Unbegun(j.file, text)
	if err != nil {
		return err
	}
	if unbegun {
		if _, err := j.file.WriteAt(header, 0); err != nil {
			return err
		}
		return j.resume(int64(len(header)))
	}
	r, err := record.NewReader(j.file)
	if err != nil {
		return fmt.Errorf("%w; remove it to start again", err)
	}
	if r.Text() != text {
		return errors.New("it belongs to a labelling run with other settings or data; remove it, or give another -out")
	}
	end := r.Offset()
	for {
		var g record.Game
		var damage *record.BlockError
		switch err := r.Next(&g); {
		case err == io.EOF:
			return j.resume(end)
		case errors.As(err, &damage) && damage.Cut: // by a kill or a power failure
			info, err := j.file.Stat()
			if err != nil {
				return err
			}
			j.cut = info.Size() - end
			return j.resume(end)
		case damage != nil:
			return fmt.Errorf("%w, and there is finished work behind it; restore the file, cut it off after %d bytes to label the rest again, or remove it", damage, end)
		case err != nil:
			return err
		}
		if len(g.Plies) == 0 {
			j.saved = append(j.saved, nil)
		} else if len(j.saved) == 0 {
			return fmt.Errorf("game without a chunk at byte %d", end)
		} else {
			last := &j.saved[len(j.saved)-1]
			*last = append(*last, g)
		}
		end = r.Offset()
	}
}

// resume goes on after the last complete chunk.
func (j *journal) resume(end int64) error {
	if err := j.file.Truncate(end); err != nil {
		return err
	}
	if _, err := j.file.Seek(end, io.SeekStart); err != nil {
		return err
	}
	j.out = record.AppendWriter(j.file)
	return nil
}

// take returns the next chunk of an earlier run.
func (j *journal) take() (games []record.Game, ok bool) {
	if len(j.saved) == 0 {
		return nil, false
	}
	games, j.saved = j.saved[0], j.saved[1:]
	return games, true
}

// add writes a chunk.
func (j *journal) add(games []record.Game) error {
	mark := record.Game{Start: board.Start(), Result: board.Draw}
	for _, g := range slices.Insert(slices.Clone(games), 0, mark) {
		if err := j.out.Write(&g); err != nil {
			return err
		}
	}
	return j.out.Flush()
}

// Close closes the file.
func (j *journal) Close() error { return j.file.Close() }
