package match

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"chuhe/internal/differ"
	"chuhe/internal/journal"
	"chuhe/lang"
	"chuhe/tools/match/tournament"
)

// The file of a match is its journal; beside it are its games as PGN, and a page that is its report.
const (
	journalExt = ".jsonl"
	pgnExt     = ".pgn"
	reportExt  = ".html"
)

// begun is the first line of a journal.
type begun struct {
	Args  []string  `json:"args"`
	Began time.Time `json:"began"`
	// PGN is the file of games, relative to the folder of the journal or absolute;
	// PGNFrom is the offset at which the games of this match begin.
	PGN     string `json:"pgn"`
	PGNFrom int64  `json:"pgnFrom"`
	// Schedule must be the same when the match is continued.
	Schedule fingerprint `json:"schedule"`
	// Book is the file of the openings, "" for none, for an error about them.
	Book string `json:"-"`
}

// entry is a finished game, or the arguments with which the match was continued.
type entry struct {
	Args []string `json:"args,omitempty"`
	*tournament.Record
}

var journals = journal.Format[begun, entry]{
	Command: "chuhe match",
	Compare: compare,
}

// compare returns how a match differs from the one that is wanted. Of a file of openings it says
// what to do, which is not to give up the games.
func compare(is, wanted begun) (differ.List, error) {
	differences, err := differ.Fields(is.Schedule.flags(), wanted.Schedule.flags())
	if len(differences) == 1 && is.Schedule.Openings != wanted.Schedule.Openings && wanted.Book != "" {
		err = lang.Errorf("match.otherOpenings", "settings", journal.ErrSettings, "file", wanted.Book)
	}
	return differences, err
}

// fingerprint differs between matches whose games must not be counted together.
type fingerprint struct {
	Engines []string          `json:"engines"` // their keys
	Format  tournament.Format `json:"format"`
	Games   int               `json:"games"`
	// TieBreaks is 0 except in a knockout.
	TieBreaks int                   `json:"tieBreaks,omitempty"`
	Seed      uint64                `json:"seed"`
	Openings  string                `json:"openings"` // digest of the list in its order
	Rules     string                `json:"rules"`
	Limit     int                   `json:"limit"` // natural move limit in plies
	Resign    tournament.ResignRule `json:"resign"`
	Draw      tournament.DrawRule   `json:"draw"`
	MaxMoves  int                   `json:"maxMoves"`
}

// fingerprint returns the fingerprint of the match.
func (s *settings) fingerprint() fingerprint {
	keys := make([]string, len(s.engines))
	for i, e := range s.engines {
		keys[i] = strings.Join(wordsOf(e.pairs), " ")
	}
	return fingerprint{
		Engines: keys, Format: s.Schedule.Format, Games: s.Schedule.Games, TieBreaks: s.Schedule.TieBreaks, Seed: s.seed, Openings: s.digest(),
		Rules: s.Rules.Set.String(), Limit: s.Rules.EffectiveMoveLimit(),
		Resign: s.Resign, Draw: s.Draw, MaxMoves: s.MaxMoves,
	}
}

// flags returns the settings by the names of the flags.
func (f *fingerprint) flags() map[string]string {
	resign, draw, most := "none", "none", "none"
	if r := f.Resign; r.Moves > 0 {
		resign = fmt.Sprintf("movecount=%d score=%d twosided=%t", r.Moves, r.Score, !r.OneSided)
	}
	if d := f.Draw; d.Moves > 0 {
		draw = fmt.Sprintf("movenumber=%d movecount=%d score=%d", d.From, d.Moves, d.Score)
	}
	if f.MaxMoves > 0 {
		most = fmt.Sprint(f.MaxMoves)
	}
	return map[string]string{
		"-engine": strings.Join(f.Engines, ", "), "-tournament": string(f.Format), "-games": fmt.Sprint(f.Games),
		"-tiebreaks": fmt.Sprint(f.TieBreaks), "-seed": fmt.Sprint(f.Seed), "-openings": "a list with the digest " + f.Openings, "-rules": f.Rules, "-rules movelimit": fmt.Sprint(f.Limit),
		"-resign": resign, "-draw": draw, "-maxmoves": most,
	}
}

// readJournal returns the contents of a journal, with the arguments of the last run. Its
// error is [command.ErrInput].
func readJournal(name string) (b begun, games []tournament.Record, err error) {
	var args []string
	b, err = journals.Read(name, func(e entry) error {
		switch {
		case e.Record != nil:
			games = append(games, *e.Record)
		case e.Args != nil:
			args = e.Args
		default:
			return errors.New("no game")
		}
		return nil
	})
	if args != nil {
		b.Args = args
	}
	return b, games, err
}

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
