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

// journal is the file of a match: a line of JSON with the flags of the match, a line
// for each game, and another head each time the match was continued with more flags.
// Each line is written at once, so that a killed match loses no finished game. It is
// not forced to the disk: a power failure may lose the last games.
type journal struct{ file *os.File }

// head is the first line of a journal; a later one replaces it.
type head struct {
	Version int       `json:"chuheMatch"`
	Args    []string  `json:"args"`
	Began   time.Time `json:"began"`
	// PGN is the file of games, relative to the folder of the journal or absolute;
	// PGNFrom is the offset at which the games of this match begin.
	PGN     string `json:"pgn"`
	PGNFrom int64  `json:"pgnFrom"`
	// Schedule must be the same when the match is continued.
	Schedule fingerprint `json:"schedule"`
}

// fingerprint differs between matches whose games must not be counted together.
type fingerprint struct {
	Engines  []string         `json:"engines"`
	Format   match.Format     `json:"format"`
	Games    int              `json:"games"`
	Seed     uint64           `json:"seed"`
	Openings string           `json:"openings"` // digest of the list in its order
	Rules    string           `json:"rules"`
	Limit    int              `json:"limit"` // natural move limit in plies
	Resign   match.ResignRule `json:"resign"`
	Draw     match.DrawRule   `json:"draw"`
	MaxMoves int              `json:"maxMoves"`
}

const (
	headStart      = `{"chuheMatch":` // as json.Marshal writes a head
	journalVersion = 2
	journalExt     = ".jsonl"
	reportExt      = ".html"
)

// createJournal creates a file; an existing one is an error.
func createJournal(name string, h head) (*journal, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	j := &journal{f}
	return j, j.write(h)
}

// inFolder returns how the journal of a name refers to another file.
func inFolder(journal, file string) (string, error) {
	if filepath.IsAbs(file) {
		return file, nil
	}
	file, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	folder, err := filepath.Abs(filepath.Dir(journal))
	if err != nil {
		return "", err
	}
	if short, err := filepath.Rel(folder, file); err == nil {
		return short, nil
	}
	return file, nil // on another drive
}

// fromFolder returns the file that the journal of a name refers to.
func fromFolder(journal, file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(filepath.Dir(journal), file)
}

// readJournal returns the contents of a file and the length of its complete lines.
// A last line without an end was being written when the match was killed.
func readJournal(name string) (h head, games []match.Record, size int64, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	number := 0
	for line := range bytes.Lines(whole) {
		number++
		if number == 1 || bytes.HasPrefix(line, []byte(headStart)) {
			h = head{}
			err = json.Unmarshal(line, &h)
			if err == nil && h.Version != journalVersion {
				err = fmt.Errorf("version %d, want %d", h.Version, journalVersion)
			}
		} else {
			games = append(games, match.Record{})
			err = json.Unmarshal(line, &games[len(games)-1])
		}
		if err != nil {
			return h, nil, 0, fmt.Errorf("%s, line %d: not the journal of a match: %w", name, number, err)
		}
	}
	if number == 0 {
		return h, nil, 0, fmt.Errorf("%s: not the journal of a match: it is empty", name)
	}
	return h, games, int64(len(whole)), nil
}

// continueJournal opens a file to append games after its complete lines.
func continueJournal(name string, size int64) (*journal, error) {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return nil, err
	}
	if err = f.Truncate(size); err == nil {
		_, err = f.Seek(size, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &journal{f}, nil
}

func (j *journal) name() string { return j.file.Name() }

func (j *journal) write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return err
}

// remove deletes the file.
func (j *journal) remove() {
	j.close()
	os.Remove(j.name())
}

func (j *journal) close() error { return j.file.Close() }
