package selfplay

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"chuhe/internal/command"
	"chuhe/internal/differ"
	"chuhe/internal/filelock"
	"chuhe/internal/journal"
	"chuhe/internal/userfile"
	"chuhe/lab/record"
	"chuhe/lang"
)

// store is a file that games are added to: full blocks, and at its end perhaps one that
// is not full, the short block.
type store struct {
	file    *os.File
	disk    disk // the file, except in tests
	games   *record.Writer
	end     int64  // of the last full block
	size    int64  // of the file, with the short block
	cut     int64  // bytes after the last complete block that were cut off when it was opened
	full    amount // games of the full blocks
	written amount // games of the file
	waiting amount // games after the full blocks, in the short block or later
}

// disk changes the file.
type disk interface {
	io.WriterAt
	Sync() error
	Truncate(size int64) error
}

// openStore creates a file, or opens it and reads its blocks. Why games cannot be added
// to a file is one of the reasons of package journal.
func openStore(name, text string) (*store, error) {
	info, err := os.Stat(name)
	isNew := errors.Is(err, fs.ErrNotExist)
	if err == nil && !info.Mode().IsRegular() {
		return nil, command.Input(userfile.ErrIrregular)
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, command.Input(err)
	}
	s := &store{file: file, disk: file}
	s.games = record.AppendWriter(s)
	if err = filelock.Lock(file); err == nil {
		err = s.resume(text)
	}
	if err != nil {
		file.Close()
		if isNew && !errors.Is(err, journal.ErrBusy) {
			os.Remove(name)
		}
		if errors.Is(err, journal.ErrBusy) || errors.Is(err, journal.ErrSettings) || errors.Is(err, journal.ErrDamaged) {
			err = command.Input(err) // about what the user named
		}
		return nil, err
	}
	return s, nil
}

// total returns the games of the file and those that wait for their block to fill.
func (s *store) total() amount {
	return amount{s.full.Games + s.waiting.Games, s.full.Positions + s.waiting.Positions}
}

// Close closes the file. Games that have not been flushed are lost.
func (s *store) Close() error { return s.file.Close() }

// add adds a game and writes the block if it is full. After an error the file has the
// games that it had before.
func (s *store) add(g *record.Game) error {
	if err := s.games.Write(g); err != nil {
		return err
	}
	s.waiting.add(g)
	if s.waiting.Games < record.BlockGames {
		return nil
	}
	return s.flush()
}

// flush writes the block. After one that is not full, no game can be added.
func (s *store) flush() error {
	if err := s.present(); err != nil {
		return err // before writing a hole into a file that others have changed
	}
	if err := s.games.Flush(); err != nil {
		return err
	}
	s.end = s.size
	s.full = s.total()
	s.written, s.waiting = s.full, amount{}
	return s.present()
}

// Write writes a block after the full ones and syncs it to disk. It takes the place of a
// short block, whose games it begins with, so that they differ only in their heads. The
// head comes last, when the rest is on disk: until then the short block is complete, and
// what follows it looks like the rest of a block that was being written. A crash loses
// the short block only if it divides the write of the 16 bytes of the head.
func (s *store) Write(block []byte) (int, error) {
	short := s.size - s.end
	_, err := s.disk.WriteAt(block[short:], s.size)
	if err == nil {
		err = s.disk.Sync()
	}
	if err != nil {
		return 0, errors.Join(err, s.disk.Truncate(s.size))
	}
	if short > 0 {
		if _, err = s.disk.WriteAt(block[:short], s.end); err == nil {
			err = s.disk.Sync()
		}
		if err != nil {
			return 0, err // leaving the file complete with either head
		}
	}
	s.size = s.end + int64(len(block))
	return len(block), nil
}

// present returns an error unless the file is as the last write left it.
func (s *store) present() error { return journal.Present(s.file, s.size) }

// resume writes the header of an empty file, or reads the existing blocks.
func (s *store) resume(text string) error {
	header, unbegun, err := record.Unbegun(s.file, text)
	if err != nil {
		return err
	}
	if unbegun {
		return s.begin(header)
	}
	r, err := s.reader(text)
	if err != nil {
		return err
	}
	if err := s.count(r); err != nil {
		return err
	}
	if s.cut > 0 {
		return s.file.Truncate(s.size)
	}
	return nil
}

// begin writes the header.
func (s *store) begin(header []byte) error {
	_, err := s.file.WriteAt(header, 0)
	if err == nil {
		err = s.file.Sync()
	}
	if err != nil {
		return errors.Join(err, s.file.Truncate(0))
	}
	s.end = int64(len(header))
	s.size = s.end
	return nil
}

// reader reads the header, which must have a text. The error says why games cannot be
// added to the file.
func (s *store) reader(text string) (*record.Reader, error) {
	r, err := record.NewReader(s.file)
	if errors.Is(err, record.ErrFormat) {
		return nil, command.Input(err)
	}
	if errors.Is(err, record.ErrHeader) {
		err = fmt.Errorf("%w: %w", journal.ErrDamaged, err)
		if _, e := s.file.Seek(0, io.SeekStart); e != nil {
			return nil, e
		}
		if _, e := record.Salvage(s.file); e == nil {
			err = fmt.Errorf("%w; \"chuhe data check -repair\" saves the games to another file", err)
		}
		return nil, err
	}
	if err != nil {
		return nil, err
	}
	if r.Packed() {
		return nil, command.Input(lang.Errorf("datagen.packed"))
	}
	if strings.HasPrefix(r.Text(), record.MadeBy) {
		made, _, _ := strings.Cut(r.Text(), "\n")
		return nil, fmt.Errorf("%w: it was %s; games cannot be added to a file made from other files", journal.ErrSettings, made)
	}
	if r.Text() != text {
		differences, err := differences(r.Text(), text)
		if err != nil {
			return nil, err
		}
		return nil, lang.Errorf("error.of", "what", journal.ErrSettings, "reason", differences)
	}
	return r, nil
}

// differences lists how the header of a file differs from the header of the run, and says
// what to do if the search does.
func differences(file, run string) (differ.List, error) {
	is, want := journal.Recipe(file), journal.Recipe(run)
	list, err := differ.Fields(is, want)
	key := "datagen.sameSettings"
	switch {
	case len(list) == 0:
		key = "datagen.otherOrder"
	case is[searchKey] == "":
		key = "datagen.unknownSearch"
	case is[searchKey] != want[searchKey]:
		key = "datagen.otherSearch"
	}
	return append(list, lang.Errorf(key)), err
}

// count reads the games, counts them and finds the end of the last block. The games of a
// short block wait to be written again with those that fill it.
func (s *store) count(r *record.Reader) error {
	s.size = r.Offset()
	var game record.Game
	var last []record.Game // of the last block, which starts at start
	start := s.size
	for {
		err := r.Next(&game)
		var damage *record.BlockError
		switch {
		case err == io.EOF:
			s.cut = r.Offset() - s.size
			s.end, s.full = s.size, s.written
			rest := s.written.Games % record.BlockGames
			if rest == 0 {
				return nil
			}
			if rest != uint64(len(last)) {
				return fmt.Errorf("%w: %d games, want blocks of %d before the last", journal.ErrDamaged, s.written.Games, record.BlockGames)
			}
			s.end = start
			for i := range last {
				if err := s.games.Write(&last[i]); err != nil {
					return err
				}
				s.waiting.add(&last[i])
			}
			s.full.Games -= s.waiting.Games
			s.full.Positions -= s.waiting.Positions
			return nil
		case errors.As(err, &damage) && damage.Cut:
			// The next call returns io.EOF. At most one block was being written.
			if after := r.Offset() - s.size; after > 2*record.MaxBlock {
				return fmt.Errorf("%w: %w, and no complete block in the %d bytes after it", journal.ErrDamaged, damage, after)
			}
		case errors.As(err, &damage):
			return fmt.Errorf("%w: %w; \"chuhe data check -repair\" saves the rest to another file", journal.ErrDamaged, damage)
		case err != nil:
			return err
		default:
			s.written.add(&game)
			if r.Offset() != s.size {
				start, s.size, last = s.size, r.Offset(), last[:0]
			}
			last = append(last, game)
			last[len(last)-1].Plies = slices.Clone(game.Plies)
		}
	}
}
