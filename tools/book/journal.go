package book

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"sync"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/internal/filelock"
	"chuhe/movegen"
)

// journal has the searches of an unfinished book, so that an interrupted run can
// continue. It is a text: the recipe, an empty line, then a line for each position,
// with its FEN, a tab, and moves with scores.
type journal struct {
	file *os.File
	mu   sync.Mutex
	done map[uint64][]line // by board.Position.Key
}

// journalName returns the name of the journal of a book.
func journalName(name string) string { return name + ".searches" }

// openJournal opens the journal of a book, or begins one. The error is
// [command.ErrInput] if the journal is in use, damaged, or of another recipe.
func openJournal(name, recipe string) (j *journal, err error) {
	name = journalName(name)
	file, err := filelock.Open(name)
	if err != nil {
		return nil, command.Input(err)
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	text, err := io.ReadAll(file) // by another handle, Windows would see the lock
	if err != nil {
		return nil, err
	}
	j = &journal{file: file, done: map[uint64][]line{}}
	head := recipe + "\n"
	if len(text) < len(head) && strings.HasPrefix(head, string(text)) { // new, or cut short at once
		if err := file.Truncate(0); err != nil {
			return nil, err
		}
		_, err := file.WriteAt([]byte(head), 0)
		if err == nil {
			_, err = file.Seek(0, io.SeekEnd)
		}
		return j, err
	}
	rest, ok := strings.CutPrefix(string(text), head)
	if !ok {
		return nil, command.Inputf("%s is of a book with other settings, or of another search; remove it or name another -out", name)
	}
	size := len(head)
	for number := strings.Count(head, "\n") + 1; ; number++ {
		text, after, whole := strings.Cut(rest, "\n")
		if !whole { // the rest was being written
			break
		}
		p, lines, err := parseSearch(text)
		if err != nil {
			return nil, command.Inputf("%s: line %d: %w", name, number, err)
		}
		j.done[p.Key()] = lines
		size += len(text) + 1
		rest = after
	}
	if err := file.Truncate(int64(size)); err != nil {
		return nil, err
	}
	_, err = file.Seek(int64(size), io.SeekStart)
	return j, err
}

// parseSearch reads a line of the journal.
func parseSearch(text string) (p board.Position, lines []line, err error) {
	fen, found, _ := strings.Cut(text, "\t")
	if p, err = board.ParseFEN(fen); err != nil {
		return
	}
	words := strings.Fields(found)
	if len(words)%2 != 0 {
		return p, nil, errors.New("a move without a score")
	}
	seen := make(map[board.Move]bool)
	last := int(eval.Mate)
	for i := 0; i < len(words); i += 2 {
		var l line
		if l.move, err = board.ParseMove(words[i]); err != nil {
			return
		}
		if l.score, err = strconv.Atoi(words[i+1]); err != nil {
			return
		}
		switch {
		case !movegen.IsLegal(&p, l.move):
			return p, nil, fmt.Errorf("move %v is illegal in %s", l.move, fen)
		case seen[l.move]:
			return p, nil, fmt.Errorf("move %v twice", l.move)
		case l.score > last || l.score < -int(eval.Mate):
			return p, nil, fmt.Errorf("score %d of %v, want %d to %d, the best move first", l.score, l.move, -eval.Mate, last)
		}
		seen[l.move], last = true, l.score
		lines = append(lines, l)
	}
	return
}

// lines returns what was found in a position.
func (j *journal) lines(p *board.Position) ([]line, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	lines, ok := j.done[p.Key()]
	return lines, ok
}

// add adds what was found in a position.
func (j *journal) add(p *board.Position, lines []line) error {
	var b strings.Builder
	b.WriteString(p.FEN() + "\t")
	for i, l := range lines {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%v %d", l.move, l.score)
	}
	b.WriteByte('\n')
	j.mu.Lock()
	defer j.mu.Unlock()
	_, err := j.file.WriteString(b.String())
	return err
}

// close closes the journal and, if the book is finished, removes it.
func (j *journal) close(finished bool) error {
	name := j.file.Name()
	err := j.file.Close()
	if finished && err == nil {
		if err = os.Remove(name); errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	return err
}
