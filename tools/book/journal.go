package book

import (
	"fmt"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/journal"
	"chuhe/movegen"
)

// entry is a search: a position and its best moves, the best first.
type entry struct {
	FEN   string       `json:"fen"`
	Moves []scoredMove `json:"moves"`
}

type scoredMove struct {
	Move  string `json:"move"`
	Score int    `json:"score"`
}

// searches is the journal of an unfinished book.
type searches struct {
	*journal.Journal[map[string]string, entry]
	done map[uint64][]line // of earlier runs, by board.Position.Key
}

// journalName returns the name of the journal of a book.
func journalName(name string) string { return name + ".searches" }

// openJournal opens the journal of a book with a recipe, or begins one.
func openJournal(name, recipe string) (*searches, error) {
	s := &searches{done: map[uint64][]line{}}
	format := journal.Format[map[string]string, entry]{Command: "chuhe book make"}
	var err error
	s.Journal, err = format.Open(journalName(name), journal.Recipe(recipe), s.take)
	return s, err
}

// take takes a search of an earlier run.
func (s *searches) take(e entry) error {
	p, err := board.ParseFEN(e.FEN)
	if err != nil {
		return err
	}
	var lines []line
	seen := make(map[board.Move]bool)
	last := int(eval.Mate)
	for _, found := range e.Moves {
		l := line{score: found.Score}
		if l.move, err = board.ParseMove(found.Move); err != nil {
			return err
		}
		switch {
		case !movegen.IsLegal(&p, l.move):
			return fmt.Errorf("move %v is illegal in %s", l.move, e.FEN)
		case seen[l.move]:
			return fmt.Errorf("move %v twice", l.move)
		case l.score > last || l.score < -int(eval.Mate):
			return fmt.Errorf("score %d of %v, want %d to %d, the best move first", l.score, l.move, -eval.Mate, last)
		}
		seen[l.move], last = true, l.score
		lines = append(lines, l)
	}
	s.done[p.Key()] = lines
	return nil
}

// add writes what was found in a position.
func (s *searches) add(p *board.Position, lines []line) error {
	e := entry{FEN: p.FEN()}
	for _, l := range lines {
		e.Moves = append(e.Moves, scoredMove{l.move.String(), l.score})
	}
	return s.Add(e)
}
