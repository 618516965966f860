package cli

import (
	"fmt"
	"runtime"
	"time"

	"chuhe/match"
	"chuhe/match/notation"
	"chuhe/match/stats"
)

// settings are all that the flags say.
type settings struct {
	engines []*spec
	format  match.Format
	rounds  int
	games   int

	openings    string // file, "" for the built-in set
	openFormat  string // epd or pgn
	openPlies   int
	openRandom  bool
	openStart   int // from 1
	openSkipBad bool
	seed        uint64

	concurrency int
	affinity    []int
	wait        time.Duration
	resign      match.ResignRule
	draw        match.DrawRule
	maxMoves    int
	sprt        *stats.SPRT
	recover     bool

	out      string // beginning of the names of the files
	pgn      string
	notation notation.Style
	log      string
	report   string
	event    string
	site     string
	interval int

	resume string // file of a match to go on with
}

func defaults() *settings {
	return &settings{
		format: match.RoundRobin, rounds: 1, games: 2, openRandom: true, openStart: 1,
		notation: notation.ICCS, event: "Chuhe match", site: "?", interval: 10, seed: 1,
	}
}

// check returns an error about settings that do not go together.
func (s *settings) check() error {
	if len(s.engines) < 2 {
		return fmt.Errorf("-engine: %d engines given, want at least 2", len(s.engines))
	}
	names := make(map[string]bool)
	for _, e := range s.engines {
		if names[e.name] {
			return fmt.Errorf("-engine: two engines are named %q; tell them apart by name=", e.name)
		}
		names[e.name] = true
	}
	if s.sprt != nil && len(s.engines) != 2 {
		return fmt.Errorf("-sprt: %d engines given, want 2", len(s.engines))
	}
	if s.concurrency == 0 {
		threads := 1
		for _, e := range s.engines {
			threads = max(threads, e.threads())
		}
		s.concurrency = max(1, runtime.NumCPU()/threads)
	}
	return nil
}
