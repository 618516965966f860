package main

import (
	"chuhe/internal/journal"
	"chuhe/lab/record"
)

// chunk is a piece of finished work: labelled positions as package record writes games,
// one after the other.
type chunk struct {
	Games []byte `json:"games"`
}

// labels is the journal of a labelling run.
type labels struct {
	*journal.Journal[map[string]string, chunk]
	saved [][]record.Game // chunks of earlier runs that were not taken yet
}

// openJournal creates the journal of a run with this text of its header, or continues it.
// The caller must close it.
func openJournal(name, text string) (*labels, error) {
	l := new(labels)
	format := journal.Format[map[string]string, chunk]{Command: "train label"}
	var err error
	l.Journal, err = format.Open(name, journal.Recipe(text), func(c chunk) error {
		var games []record.Game
		for rest := c.Games; len(rest) > 0; {
			var g record.Game
			var err error
			if rest, err = g.Decode(rest); err != nil {
				return err
			}
			if err := g.Check(); err != nil {
				return err
			}
			games = append(games, g)
		}
		l.saved = append(l.saved, games)
		return nil
	})
	return l, err
}

// take returns the next chunk of an earlier run.
func (l *labels) take() (games []record.Game, ok bool) {
	if len(l.saved) == 0 {
		return nil, false
	}
	games, l.saved = l.saved[0], l.saved[1:]
	return games, true
}

// add writes a chunk.
func (l *labels) add(games []record.Game) error {
	var c chunk
	for i := range games {
		c.Games = games[i].AppendTo(c.Games)
	}
	return l.Add(c)
}
