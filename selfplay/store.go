package selfplay

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"chuhe/internal/filelock"
	"chuhe/selfplay/record"
)

// blockGames is the number of games written together: an interruption costs no
// more, besides those in play. It is part of what makes files the same byte by
// byte.
const blockGames = 64

// Why a file cannot be gone on with; all are about what the user named.
var (
	// errSettings is wrapped where a file was made with other settings, or by another
	// search.
	errSettings = fmt.Errorf("%w: made with other settings or by another search", ErrInput)
	// errDamaged is wrapped where blocks within a file are damaged.
	errDamaged = fmt.Errorf("%w: damaged", ErrInput)
	// errBusy is wrapped where another process writes to the file.
	errBusy = fmt.Errorf("%w: %w", ErrInput, filelock.ErrBusy)
)

// errGone is wrapped where games went to a file that no longer has its name, or
// not its contents.
var errGone = errors.New("deleted, emptied or replaced while games were added to it, and they are lost with it")

// store is a file that games are added to.
type store struct {
	name    string
	file    *os.File
	games   *record.Writer
	end     int64 // behind the last whole block
	written amount
	cut     int64  // bytes behind end that were cut off when it was opened
	waiting amount // games of the block that is not full
}

// openStore begins a file, or goes to the end of what is whole in it.
func openStore(name, text string) (*store, error) {
	info, err := os.Stat(name)
	isNew := errors.Is(err, fs.ErrNotExist)
	if err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: not a regular file", ErrInput)
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInput, err)
	}
	s := &store{name: name, file: file, games: record.AppendWriter(file)}
	if err = filelock.Lock(file); err == nil {
		err = s.resume(text)
	} else if errors.Is(err, filelock.ErrBusy) {
		err = errBusy
	}
	if err != nil {
		file.Close()
		if isNew && !errors.Is(err, errBusy) {
			os.Remove(name)
		}
		return nil, err
	}
	return s, nil
}

// Close ends the work on the file. Games of a block that is not full are lost.
func (s *store) Close() error { return s.file.Close() }

// add adds a game, and writes the block if it is full. After an error the file
// ends as it did before, so far as the system lets it.
func (s *store) add(g *record.Game) error {
	if err := s.games.Write(g); err != nil {
		return err
	}
	s.waiting.add(g)
	if s.waiting.Games < blockGames {
		return nil
	}
	if err := s.present(); err != nil {
		return err // before a hole is written into what others made of the file
	}
	err := s.games.Flush()
	if err == nil {
		err = s.file.Sync()
	}
	if err != nil {
		return errors.Join(err, s.file.Truncate(s.end))
	}
	s.end, err = s.file.Seek(0, io.SeekCurrent)
	s.written.Games += s.waiting.Games
	s.written.Positions += s.waiting.Positions
	s.waiting = amount{}
	if err != nil {
		return err
	}
	return s.present()
}

// present returns an error unless the file still has its name and ends where we
// left it: a system that lets an open file be deleted, another be moved over it,
// or its contents be changed, lets us write on into what nobody can use any more.
func (s *store) present() error {
	at, err := s.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	open, err := s.file.Stat()
	if err != nil {
		return err
	}
	named, err := os.Stat(s.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errGone
	case err != nil:
		return err
	case !os.SameFile(open, named), open.Size() != at:
		return errGone
	}
	return nil
}

// resume writes the header of an empty file, or reads what there is.
func (s *store) resume(text string) error {
	var header bytes.Buffer
	if _, err := record.NewWriter(&header, text); err != nil {
		return err
	}
	there := make([]byte, header.Len())
	n, err := io.ReadFull(s.file, there)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return err
	}
	if n < len(there) && bytes.HasPrefix(header.Bytes(), there[:n]) { // perhaps killed here
		return s.begin(header.Bytes())
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := s.count(text); err != nil {
		return err
	}
	if s.cut > 0 {
		if err := s.file.Truncate(s.end); err != nil {
			return err
		}
	}
	_, err = s.file.Seek(s.end, io.SeekStart)
	return err
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
	s.end, err = s.file.Seek(int64(len(header)), io.SeekStart)
	return err
}

// differences tells which lines of a file's header are not in that of a run and the
// other way round, and what to do if the search is another.
func differences(file, run string) string {
	inFile, inRun := strings.Split(file, "\n"), strings.Split(run, "\n")
	only := func(lines, others []string) string {
		var all []string
		for _, line := range lines {
			if !slices.Contains(others, line) {
				all = append(all, strconv.Quote(line))
			}
		}
		if all == nil {
			return "nothing else"
		}
		return strings.Join(all, ", ")
	}
	text := fmt.Sprintf("the file has %s, this run %s", only(inFile, inRun), only(inRun, inFile))
	search := slices.IndexFunc(inFile, func(line string) bool { return strings.HasPrefix(line, searchKey+" ") })
	switch {
	case search < 0:
		text += "; it does not say what search made it: finish it with the program that began it, or begin another file"
	case !slices.Contains(inRun, inFile[search]):
		text += "; this program searches otherwise than the one that made it: finish it with that one, or begin another file"
	}
	return text
}

// count reads the file and finds its end.
func (s *store) count(text string) error {
	r, err := record.NewReader(s.file)
	if errors.Is(err, record.ErrFormat) {
		return fmt.Errorf("%w: %w", ErrInput, err)
	}
	if errors.Is(err, record.ErrHeader) {
		err = fmt.Errorf("%w: %w", errDamaged, err)
		if _, e := s.file.Seek(0, io.SeekStart); e != nil {
			return e
		}
		if _, e := record.Salvage(s.file); e == nil {
			err = fmt.Errorf("%w; \"chuhe data check -repair\" saves the games to another file", err)
		}
		return err
	}
	if err != nil {
		return err
	}
	if strings.HasPrefix(r.Text(), record.MadeBy) {
		made, _, _ := strings.Cut(r.Text(), "\n")
		return fmt.Errorf("%w: it was %s; no games can be added to a file that was made of others", errSettings, made)
	}
	if r.Text() != text {
		return fmt.Errorf("%w: %s", errSettings, differences(r.Text(), text))
	}
	s.end = r.Offset()
	var game record.Game
	for {
		err := r.Next(&game)
		var damage *record.BlockError
		switch {
		case err == io.EOF:
			s.cut = r.Offset() - s.end
			if s.written.Games%blockGames > 0 {
				return fmt.Errorf("%w: %d games, want whole blocks of %d", errDamaged, s.written.Games, blockGames)
			}
			return nil
		case errors.As(err, &damage) && damage.Cut:
			// The next call ends it. One block was being written at most.
			if behind := r.Offset() - s.end; behind > 2*record.MaxBlock {
				return fmt.Errorf("%w: %w, and nothing whole in the %d bytes from there on", errDamaged, damage, behind)
			}
		case errors.As(err, &damage):
			return fmt.Errorf("%w: %w; \"chuhe data check -repair\" saves the rest to another file", errDamaged, damage)
		case err != nil:
			return err
		default:
			s.written.add(&game)
			s.end = r.Offset()
		}
	}
}
