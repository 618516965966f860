package annotate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/internal/differ"
	"chuhe/internal/filelock"
)

// journalExt is appended to the name of the output to name its journal.
const journalExt = ".annotate"

// journalHead is the first line of a journal. A line for each search follows. Lines
// are JSON; a last one without an end was being written when the run was killed.
type journalHead struct {
	Version  int      `json:"chuheAnnotate"`
	Settings Settings `json:"settings"`
	// Games is what digest returns, a SHA-256.
	Games string `json:"games"`
	// Files are the names of the files of the games, for an error about them.
	Files []string `json:"-"`
}

const journalVersion = 1

// readable returns a value with the fields in which a user may see a difference. The
// time is in words.
func (h journalHead) readable() any {
	return struct {
		Version  int `json:"chuheAnnotate"`
		Settings any
	}{h.Version, struct {
		Settings
		Time string // instead of that of the settings
	}{h.Settings, h.Settings.Time.String()}}
}

// check returns an error of [command.ErrInput] unless a journal with this head belongs
// to the run that is wanted.
func (h journalHead) check(want journalHead) error {
	differences, err := differ.Fields(h.readable(), want.readable())
	if err != nil {
		return err
	}
	var what []string
	if h.Games != want.Games {
		var names []string
		for _, name := range want.Files {
			names = append(names, command.InputName(name))
		}
		what = append(what, "other games than those of "+strings.Join(names, ", "))
	}
	if differences != "" {
		what = append(what, "other settings: "+differences)
	}
	if len(what) == 0 {
		return nil
	}
	return command.Inputf("begun with %s; give the same as before, or remove the file to start again", strings.Join(what, ", and with "))
}

// entry is a search as a line of the journal has it.
type entry struct {
	Game  int         `json:"game"`
	Ply   int         `json:"ply"`
	Again bool        `json:"again,omitempty"`
	Depth int         `json:"depth"`
	Lines []entryLine `json:"lines"`
}

type entryLine struct {
	Score eval.Score `json:"score"`
	Moves string     `json:"moves"`
}

// journal keeps the searches of a run in a file, so that a run that was interrupted
// can continue. One process at a time has it.
type journal struct {
	file  *os.File
	found map[key]*Found
}

// openJournal opens the journal of a name, or creates it. The error is
// [command.ErrInput] if it belongs to another run, whose head differs, or if another
// process has it.
func openJournal(name string, head journalHead) (j *journal, err error) {
	head.Version = journalVersion
	file, err := filelock.Open(name)
	if err != nil {
		return nil, command.Input(err)
	}
	defer func() {
		if err != nil {
			file.Close()
			err = fmt.Errorf("%s: %w", name, err)
		}
	}()
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	j = &journal{file: file, found: map[key]*Found{}}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	if len(whole) == 0 {
		if len(text) > 0 && !bytes.HasPrefix(text, []byte(`{"chuheAnnotate"`)) {
			return nil, command.Inputf("not the journal of chuhe annotate; another -out or another place is needed")
		}
		if err := file.Truncate(0); err != nil {
			return nil, err
		}
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		return j, json.NewEncoder(file).Encode(head)
	}
	if err := j.read(whole, head); err != nil {
		return nil, err
	}
	if err := file.Truncate(int64(len(whole))); err != nil {
		return nil, err
	}
	_, err = file.Seek(0, io.SeekEnd)
	return j, err
}

// read takes the lines of a journal.
func (j *journal) read(text []byte, want journalHead) error {
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if number > 1 {
			if err := j.take(line); err != nil {
				return command.Inputf("line %d: %w; remove the file to start again", number, err)
			}
			continue
		}
		var head journalHead
		if err := json.Unmarshal(line, &head); err != nil || head.Version == 0 {
			return command.Inputf("not the journal of chuhe annotate; another -out or another place is needed")
		}
		if err := head.check(want); err != nil {
			return err
		}
	}
	return nil
}

// take takes a line about a search.
func (j *journal) take(text []byte) error {
	var e entry
	if err := json.Unmarshal(text, &e); err != nil {
		return err
	}
	found := &Found{Depth: e.Depth}
	for _, l := range e.Lines {
		line := Line{Score: l.Score}
		for _, word := range strings.Fields(l.Moves) {
			m, err := board.ParseMove(word)
			if err != nil {
				return err
			}
			line.Moves = append(line.Moves, m)
		}
		if len(line.Moves) == 0 {
			return errors.New("a line without moves")
		}
		found.Lines = append(found.Lines, line)
	}
	j.found[key{e.Game, e.Ply, e.Again}] = found
	return nil
}

// save appends a search.
func (j *journal) save(k key, f *Found) error {
	e := entry{Game: k.game, Ply: k.ply, Again: k.again, Depth: f.Depth, Lines: []entryLine{}}
	for _, l := range f.Lines {
		var moves []string
		for _, m := range l.Moves {
			moves = append(moves, m.String())
		}
		e.Lines = append(e.Lines, entryLine{l.Score, strings.Join(moves, " ")})
	}
	return json.NewEncoder(j.file).Encode(e)
}

// saved returns what an earlier run found.
func (j *journal) saved(k key) (*Found, bool) {
	f, ok := j.found[k]
	return f, ok
}

// positions returns how many positions an earlier run has searched.
func (j *journal) positions() (n int) {
	for k := range j.found {
		if !k.again {
			n++
		}
	}
	return
}

// close lets another process have the journal, which stays.
func (j *journal) close() error { return j.file.Close() }
