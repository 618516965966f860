package puzzle

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"chuhe/internal/command"
	"chuhe/internal/filelock"
	"chuhe/puzzle"
)

// journal is the file to which puzzles are added as they are found. Its first line
// says how they are looked for. A last line without an end is cut off: a run broke off
// there. All others stay as they are. The puzzles of the last game may not all be there,
// so that game is looked through again.
type journal struct {
	file  *os.File
	count int
	from  int // the game to continue with
	seen  map[uint64]bool
}

// headStart begins the first line. headDigest stands before the checksum of the games at
// its end, which earlier versions did not write.
const (
	headStart  = "# chuhe puzzles make "
	headDigest = "; SHA-256 "
)

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

// resume reads what is there, and prepares the file for more.
func (j *journal) resume(header string, force bool) error {
	if info, err := j.file.Stat(); err != nil || !info.Mode().IsRegular() {
		return errors.Join(err, errors.New("not a regular file"))
	}
	text, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	first, rest, whole := bytes.Cut(text, []byte("\n"))
	first = bytes.TrimSpace(bytes.TrimPrefix(first, []byte("\ufeff"))) // an editor may have added these
	switch {
	case whole && string(first) == header:
		return j.take(text)
	case len(text) == 0, force, len(rest) == 0 && bytes.HasPrefix(first, []byte(headStart)):
		return j.replace(0, header+"\n")
	case strings.HasPrefix(header, string(first)+headDigest):
		return errors.New("made by an earlier version, which did not note a checksum of the games; want another -out, or -force to replace it")
	}
	return errors.New("made in another way, or no file of puzzles; want the same games and flags to continue it, or -force to replace it")
}

// take takes the puzzles of a file with its text, and cuts off a last line without an
// end. A comment gets its end instead: only a user can have written it.
func (j *journal) take(text []byte) error {
	size, number := 0, 0
	for line := range bytes.Lines(text) {
		number++
		if line[len(line)-1] != '\n' {
			if bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
				return j.replace(int64(len(text)), "\n")
			}
			break
		}
		p, found, err := puzzle.ParseLine(string(line))
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		size += len(line)
		if found {
			j.from = max(j.from, p.Source)
			j.note(&p)
		}
	}
	return j.replace(int64(size), "")
}

// replace puts a text in the place of all that follows an offset, and has later writes
// follow it.
func (j *journal) replace(offset int64, text string) error {
	if err := j.file.Truncate(offset); err != nil {
		return err
	}
	if _, err := j.file.Seek(offset, io.SeekStart); err != nil {
		return err
	}
	_, err := j.file.WriteString(text)
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
