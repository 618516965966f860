package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"chuhe/internal/command"
	"chuhe/tools/match/tournament"
)

// head is the first line of a journal, the file of a match. A line for each game
// follows, and another head, which replaces the first, each time the match was
// continued with more flags. Lines are JSON. Each is written at once, so that a killed
// match loses no finished game. The file is not synced: a power failure may lose the
// last games.
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
	Engines  []string              `json:"engines"`
	Keys     []string              `json:"keys,omitempty"` // of the engines; older journals have none
	Format   tournament.Format     `json:"format"`
	Games    int                   `json:"games"`
	Seed     uint64                `json:"seed"`
	Openings string                `json:"openings"` // digest of the list in its order
	Rules    string                `json:"rules"`
	Limit    int                   `json:"limit"` // natural move limit in plies
	Resign   tournament.ResignRule `json:"resign"`
	Draw     tournament.DrawRule   `json:"draw"`
	MaxMoves int                   `json:"maxMoves"`
}

// flags returns the settings as flags spell them, always in the same order.
func (f *fingerprint) flags() []string {
	resign, draw, most := "no -resign", "no -draw", "no -maxmoves"
	if r := f.Resign; r.Moves > 0 {
		resign = fmt.Sprintf("-resign movecount=%d score=%d twosided=%t", r.Moves, r.Score, !r.OneSided)
	}
	if d := f.Draw; d.Moves > 0 {
		draw = fmt.Sprintf("-draw movenumber=%d movecount=%d score=%d", d.From, d.Moves, d.Score)
	}
	if f.MaxMoves > 0 {
		most = fmt.Sprintf("-maxmoves %d", f.MaxMoves)
	}
	engines := f.Keys
	if engines == nil {
		engines = f.Engines
	}
	return []string{
		"-engine " + strings.Join(engines, ", "), fmt.Sprintf("-tournament %s", f.Format), fmt.Sprintf("-games %d", f.Games),
		fmt.Sprintf("-seed %d", f.Seed), "-openings of digest " + f.Openings, "-rules " + f.Rules, fmt.Sprintf("-rules movelimit=%d", f.Limit),
		resign, draw, most,
	}
}

// differences says what the flags would change in a match, nothing for "".
func (f *fingerprint) differences(flags *fingerprint) string {
	var has, want []string
	other := *flags
	if f.Keys == nil {
		other.Keys = nil
	}
	given := other.flags()
	for i, text := range f.flags() {
		if text != given[i] {
			has, want = append(has, text), append(want, given[i])
		}
	}
	if has == nil {
		return ""
	}
	return fmt.Sprintf("it has %s, but the flags give %s", strings.Join(has, "; "), strings.Join(want, "; "))
}

const (
	headStart      = `{"chuheMatch":` // as json.Marshal writes a head
	journalVersion = 2
	journalExt     = ".jsonl"
	reportExt      = ".html"
)

// inFolder returns how the journal of a name refers to another file.
func inFolder(journal, file string) (string, error) {
	if filepath.IsAbs(file) {
		return file, nil
	}
	folder, err := filepath.Abs(filepath.Dir(journal))
	if err != nil {
		return "", err
	}
	if file, err = filepath.Abs(file); err != nil {
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
func readJournal(name string) (h head, games []tournament.Record, size int64, err error) {
	text, err := command.ReadFile(name, command.MaxData)
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
			games = append(games, tournament.Record{})
			err = json.Unmarshal(line, &games[len(games)-1])
		}
		if err != nil {
			return h, nil, 0, fmt.Errorf("%s, line %d: not the journal of a match: %w", name, number, jsonFault(err))
		}
	}
	switch {
	case len(text) == 0:
		return h, nil, 0, fmt.Errorf("%s: not the journal of a match: it is empty", name)
	case number == 0:
		return h, nil, 0, fmt.Errorf("%s: not the journal of a match: it has no complete line", name)
	}
	return h, games, int64(len(whole)), nil
}

// jsonFault says what is wrong with a line of a journal. Package json would name the
// types of this program.
func jsonFault(err error) error {
	var bad *json.UnmarshalTypeError
	switch {
	case !errors.As(err, &bad):
		return err
	case bad.Field == "":
		return fmt.Errorf("%s instead of an object", bad.Value)
	}
	return fmt.Errorf("%s: unexpected %s", bad.Field, bad.Value)
}

// appendLine writes a line of JSON.
func appendLine(f *os.File, v any) error { return json.NewEncoder(f).Encode(v) }
