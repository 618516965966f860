package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"chuhe/game/notation"
	"chuhe/match"
	"chuhe/match/engine"
	"chuhe/match/stats"
	"chuhe/rules"
)

// settings are the values of the flags.
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
	rules       rules.Options
	resign      match.ResignRule
	draw        match.DrawRule
	maxMoves    int
	sprt        *stats.SPRT
	recover     bool

	base     string // beginning of the names of the files
	pgn      string
	notation notation.Style
	log      string
	event    string
	site     string
	interval int

	resume string   // journal of the match to continue
	args   []string // the words of all flags except -resume
}

// Formats of files of openings.
const (
	formatEPD = "epd"
	formatPGN = "pgn"
)

func defaults() *settings {
	return &settings{
		format: match.RoundRobin, rounds: 1, games: 2, openRandom: true, openStart: 1,
		rules:    rules.DefaultOptions(),
		notation: notation.ICCS, event: "Chuhe match", site: "?", interval: 10, seed: 1,
	}
}

// check returns an error about settings that contradict each other.
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
	if s.openFormat == "" {
		s.openFormat = formatEPD
		if strings.EqualFold(filepath.Ext(s.openings), ".pgn") {
			s.openFormat = formatPGN
		}
	}
	if s.openPlies > 0 && s.openFormat != formatPGN {
		return errors.New("-openings: plies= is for format=pgn only")
	}
	if s.concurrency == 0 {
		s.concurrency = max(1, runtime.GOMAXPROCS(0)/s.threads())
	}
	if need := s.concurrency * s.threads(); s.affinity != nil && len(s.affinity) < need {
		return fmt.Errorf("-use-affinity: %d CPUs for %d games of %d threads, want %d", len(s.affinity), s.concurrency, s.threads(), need)
	}
	return nil
}

// threads returns the most threads that an engine uses.
func (s *settings) threads() int {
	n := 1
	for _, e := range s.engines {
		n = max(n, e.threads())
	}
	return n
}

// cpus returns the CPUs of a board, nil if engines are not bound.
func (s *settings) cpus(board int) []int {
	if s.affinity == nil {
		return nil
	}
	n := s.threads()
	return s.affinity[board*n : (board+1)*n]
}

// parseCPUs reads a list such as 2-5,8. Without a list it returns every CPU that this
// process may run on.
func parseCPUs(words []string) (list []int, err error) {
	allowed, err := engine.AllowedCPUs()
	if err != nil || len(words) == 0 {
		return allowed, err
	}
	const most = 1023
	for part := range strings.SplitSeq(strings.Join(words, ","), ",") {
		first, last, isRange := strings.Cut(part, "-")
		from, err := whole(first, 0, most)
		to := from
		if err == nil && isRange {
			to, err = whole(last, from, most)
		}
		if err != nil {
			return nil, err
		}
		for cpu := from; cpu <= to; cpu++ {
			if slices.Contains(list, cpu) {
				return nil, fmt.Errorf("CPU %d is named twice", cpu)
			}
			list = append(list, cpu)
		}
	}
	return list, nil
}
