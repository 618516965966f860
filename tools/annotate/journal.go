package annotate

import (
	"errors"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/internal/differ"
	"chuhe/internal/journal"
	"chuhe/lang"
)

// journalExt is appended to the name of the output to name its journal.
const journalExt = ".annotate"

// journalHead holds what decides the searches of a run.
type journalHead struct {
	Settings
	// Games is the result of digest, a SHA-256.
	Games string `json:"games"`
	// Files are the names of the files of the games, for an error about them.
	Files []string `json:"-"`
}

// readable returns the settings in which a user may see a difference. The time is in
// words.
func (h journalHead) readable() any {
	return struct {
		Settings
		Time string // instead of the number in the settings
	}{h.Settings, h.Time.String()}
}

// compare returns how the run of a journal differs from the one that is wanted.
func compare(was, wanted journalHead) (differ.List, error) {
	differences, err := differ.Fields(was.readable(), wanted.readable())
	if was.Games == wanted.Games {
		return differences, err
	}
	return append(differ.List{otherGames(wanted.Files)}, differences...), err
}

// otherGames says that a journal has not the games of these files.
type otherGames []string

func (files otherGames) In(l lang.Lang) string {
	return l.Say("annotate.otherGames", "files", command.InputNames(files))
}

// entry is a search.
type entry struct {
	Game  int         `json:"game"`
	Ply   int         `json:"ply"`
	Again bool        `json:"again,omitempty"`
	Deep  bool        `json:"deep,omitempty"`
	Depth int         `json:"depth"`
	Lines []entryLine `json:"lines"`
}

type entryLine struct {
	Score eval.Score `json:"score"`
	Moves string     `json:"moves"`
}

// searches is the journal of a run.
type searches struct {
	*journal.Journal[journalHead, entry]
	found map[key]*Found
}

// openJournal opens the journal of a name, or creates it.
func openJournal(name string, head journalHead) (*searches, error) {
	s := &searches{found: map[key]*Found{}}
	format := journal.Format[journalHead, entry]{Command: "chuhe annotate", Compare: compare}
	var err error
	s.Journal, err = format.Open(name, head, s.take)
	return s, err
}

// take takes a search of an earlier run.
func (s *searches) take(e entry) error {
	found := &Found{Depth: e.Depth}
	for _, l := range e.Lines {
		moves, err := board.ParseMoves(l.Moves)
		if err != nil {
			return err
		}
		if len(moves) == 0 {
			return errors.New("a line without moves")
		}
		found.Lines = append(found.Lines, Line{Score: l.Score, Moves: moves})
	}
	s.found[key{e.Game, e.Ply, e.Again, e.Deep}] = found
	return nil
}

// save writes a search.
func (s *searches) save(k key, f *Found) error { return s.Add(newEntry(k, f)) }

func newEntry(k key, f *Found) entry {
	e := entry{Game: k.game, Ply: k.ply, Again: k.again, Deep: k.deep, Depth: f.Depth, Lines: []entryLine{}}
	for _, l := range f.Lines {
		e.Lines = append(e.Lines, entryLine{l.Score, board.FormatMoves(l.Moves)})
	}
	return e
}

// saved returns what an earlier run found.
func (s *searches) saved(k key) (*Found, bool) {
	f, ok := s.found[k]
	return f, ok
}

// positions returns how many positions an earlier run has searched.
func (s *searches) positions() (n int) {
	for k := range s.found {
		if !k.again {
			n++
		}
	}
	return
}
