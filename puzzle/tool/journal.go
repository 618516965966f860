package tool

import (
	"bytes"
	"errors"
	"io"
	"os"

	"chuhe/internal/command"
	"chuhe/internal/filelock"
	"chuhe/puzzle"
)

// journal is the file to which puzzles are added as they are found. Its first line
// says how they are looked for. It is cut where a run broke off: the puzzles of the last
// game may not all be there, so that game is looked through again.
type journal struct {
	file  *os.File
	count int
	from  int // the game to continue with
	seen  map[uint64]bool
}

// headStart begins the first line.
const headStart = "# chuhe puzzles make "

// openJournal creates a file, or opens one with the same first line to continue it.
// Without force it replaces what another command has made only if there is no puzzle.
func openJournal(name, header string, force bool) (*journal, error) {
	file, err := filelock.Open(name)
	if err != nil {
		return nil, command.Input(err)
	}
	j := &journal{file: file, seen: make(map[uint64]bool)}
	if err := j.resume(header, force); err != nil {
		file.Close()
		return nil, command.Inputf("%s: %w", name, err)
	}
	return j, nil
}

// resume reads what is there, and cuts the file after the last whole game.
func (j *journal) resume(header string, force bool) error {
	if info, err := j.file.Stat(); err != nil || !info.Mode().IsRegular() {
		return errors.Join(err, errors.New("not a regular file"))
	}
	text, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	first, rest, whole := bytes.Cut(text, []byte("\n"))
	switch {
	case whole && string(first) == header:
	case len(text) > 0 && !force && !(len(rest) == 0 && bytes.HasPrefix(first, []byte(headStart))):
		return errors.New("made in another way, or no file of puzzles; want the same games and flags to continue it, or -force to replace it")
	default:
		if err := j.file.Truncate(0); err != nil {
			return err
		}
		_, err := j.file.WriteAt([]byte(header+"\n"), 0)
		if err == nil {
			_, err = j.file.Seek(0, io.SeekEnd)
		}
		return err
	}
	end := bytes.LastIndexByte(rest, '\n') + 1 // a line that was cut has none
	all, err := puzzle.Read(bytes.NewReader(rest[:end]))
	if err != nil {
		return err
	}
	if len(all) > 0 {
		j.from = all[len(all)-1].Source
	}
	size := int64(len(first) + 1)
	for i := range all {
		if all[i].Source < j.from {
			size += int64(len(all[i].String()) + 1)
			j.note(&all[i])
		}
	}
	if err := j.file.Truncate(size); err != nil {
		return err
	}
	_, err = j.file.Seek(size, io.SeekStart)
	return err
}

// note counts a puzzle and reports whether its position is new.
func (j *journal) note(p *puzzle.Puzzle) bool {
	if j.seen[p.Start.Key()] {
		return false
	}
	j.seen[p.Start.Key()] = true
	j.count++
	return true
}

// add writes the puzzles of a game whose positions are new.
func (j *journal) add(found []puzzle.Puzzle) error {
	var lines bytes.Buffer
	for i := range found {
		if j.note(&found[i]) {
			lines.WriteString(found[i].String() + "\n")
		}
	}
	_, err := j.file.Write(lines.Bytes())
	return err
}

func (j *journal) close() error { return j.file.Close() }
