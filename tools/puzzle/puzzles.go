package puzzle

import (
	"bytes"
	"errors"
	"io/fs"
	"strconv"
	"strings"

	"chuhe/internal/command"
	"chuhe/internal/journal"
	"chuhe/lang"
	"chuhe/puzzle"
)

// puzzles is the file to which puzzles are added as they are found. Its first line says
// how they are looked for. People edit it and add comments, so its lines have no checksums;
// every puzzle is checked when it is read. A last line without an end is cut off: a run was
// killed there. All others stay as they are. The puzzles of the last game may not all be
// there, so that game is looked through again.
type puzzles struct {
	file  *journal.File
	count int
	from  int // the game to continue with
	seen  map[uint64]bool
}

// headStart begins the first line.
const headStart = "# chuhe puzzles make "

// Between these stands the name of the evaluation in the first line.
const (
	headEvaluation = "; evaluation "
	headGames      = "; games of "
)

// cleaned returns a first line without what an editor may have added.
func cleaned(first string) string { return strings.TrimSpace(strings.TrimPrefix(first, "\ufeff")) }

// isHead reports whether a first line is one of make.
func isHead(first string) bool { return strings.HasPrefix(cleaned(first), headStart) }

// withEvaluation reports whether a first line of make names an evaluation.
func withEvaluation(head, name string) bool {
	_, rest, _ := strings.Cut(head, headEvaluation)
	return strings.HasPrefix(rest, name+headGames)
}

// openPuzzles creates a file, or opens one with the same first line to continue it.
// Without force it replaces what another command has made only if there is no puzzle.
func openPuzzles(name, header string, force bool) (*puzzles, error) {
	file, err := journal.OpenFile(name)
	if err != nil {
		return nil, err
	}
	p := &puzzles{file: file, seen: make(map[uint64]bool)}
	if err := p.resume(header, force); err != nil {
		file.Close()
		if errors.As(err, new(*fs.PathError)) {
			return nil, err // in writing
		}
		return nil, command.Inputf("%s: %w", name, err)
	}
	return p, nil
}

// resume reads what is there, and prepares the file for more.
func (p *puzzles) resume(header string, force bool) error {
	text, err := p.file.ReadAll()
	if err != nil {
		return err
	}
	first, rest, whole := bytes.Cut(text, []byte("\n"))
	head := cleaned(string(first))
	ours := isHead(head)
	switch {
	case whole && head == header:
		return p.take(text)
	case len(text) == 0, force, len(rest) == 0 && ours:
		if err := p.file.Cut(0); err != nil {
			return err
		}
		return p.file.Append([]byte(header + "\n"))
	case ours:
		return lang.Errorf("puzzles.settings", "settings", journal.ErrSettings, "first", strconv.Quote(head), "want", strconv.Quote(header))
	}
	return lang.Errorf("puzzles.foreign")
}

// take takes the puzzles of a file with its text, and cuts off a last line without an
// end. A comment gets its end instead: only a user can have written it.
func (p *puzzles) take(text []byte) error {
	size, number := 0, 0
	for line := range bytes.Lines(text) {
		number++
		if line[len(line)-1] != '\n' {
			if bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
				return p.file.Append([]byte("\n"))
			}
			break
		}
		one, found, err := puzzle.ParseLine(string(line))
		if err != nil {
			return atLine(number, err)
		}
		size += len(line)
		if found {
			p.from = max(p.from, one.Source)
			p.note(&one)
		}
	}
	return p.file.Cut(int64(size))
}

// note counts a puzzle and reports whether its position is new.
func (p *puzzles) note(one *puzzle.Puzzle) bool {
	if p.seen[one.Start.Key()] {
		return false
	}
	p.seen[one.Start.Key()] = true
	p.count++
	return true
}

// add writes the puzzles of a game whose positions are new.
func (p *puzzles) add(found []puzzle.Puzzle) error {
	var lines bytes.Buffer
	for i := range found {
		if p.note(&found[i]) {
			lines.WriteString(found[i].String() + "\n")
		}
	}
	return p.file.Append(lines.Bytes())
}

func (p *puzzles) close() error { return p.file.Close() }
