package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"chuhe/match"
)

// journal is the file of a match: a line of JSON that says how the match was
// called, then a line for each game. Every line is written at once, so that a
// match that was killed has lost no finished game.
type journal struct{ file *os.File }

// head is the first line of a journal.
type head struct {
	Version int       `json:"chuheMatch"`
	Args    []string  `json:"args"`
	Began   time.Time `json:"began"`
	// PGN is the file of games and PGNFrom where those of this match begin.
	PGN     string `json:"pgn"`
	PGNFrom int64  `json:"pgnFrom"`
	// Schedule is what a match must have in common with one it goes on with.
	Schedule fingerprint `json:"schedule"`
}

// fingerprint tells schedules apart.
type fingerprint struct {
	Engines  []string `json:"engines"`
	Format   string   `json:"format"`
	Games    int      `json:"games"`
	Seed     uint64   `json:"seed"`
	Openings string   `json:"openings"` // digest of the list in its order
}

const (
	journalVersion = 1
	journalExt     = ".jsonl"
	reportExt      = ".html"
)

// createJournal begins a new file; an old one is never overwritten.
func createJournal(name string, h head) (*journal, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	j := &journal{f}
	return j, j.write(h)
}

// readJournal returns what a file holds and the length of its whole lines: a
// last line without end was being written when the match was killed.
func readJournal(name string) (h head, games []match.Record, size int64, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	number := 0
	for line := range bytes.Lines(whole) {
		number++
		if number == 1 {
			err = json.Unmarshal(line, &h)
			if err == nil && h.Version != journalVersion {
				err = fmt.Errorf("version %d, want %d", h.Version, journalVersion)
			}
		} else {
			games = append(games, match.Record{})
			err = json.Unmarshal(line, &games[len(games)-1])
		}
		if err != nil {
			return h, nil, 0, fmt.Errorf("%s, line %d: no record of a match: %w", name, number, err)
		}
	}
	if number == 0 {
		return h, nil, 0, fmt.Errorf("%s: no record of a match", name)
	}
	return h, games, int64(len(whole)), nil
}

// continueJournal opens a file to append games after its whole lines.
func continueJournal(name string, size int64) (*journal, error) {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	if err := f.Truncate(size); err != nil {
		return nil, err
	}
	_, err = f.Seek(size, io.SeekStart)
	return &journal{f}, err
}

func (j *journal) write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return err
}

func (j *journal) close() error { return j.file.Close() }

// replaceTail replaces what a file holds from an offset on, by a new file that
// takes the old one's place when it is whole. A file that is missing is made.
func replaceTail(name string, from int64, write func(io.Writer) error) error {
	old, err := os.OpenFile(name, os.O_RDONLY|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer old.Close()
	tmp, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails once it is renamed
	if _, err = io.CopyN(tmp, old, from); err == nil {
		err = write(tmp)
	}
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	return err
}
