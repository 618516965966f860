package match

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"chuhe/game/notation"
	"chuhe/internal/unit"
	"chuhe/lang"
	"chuhe/rules"
	"chuhe/tools/match/engine"
	"chuhe/tools/match/tournament"
)

// settings are the values of the flags. Of the tournament they lack the players and
// the openings, which are there once files are read.
type settings struct {
	tournament.Tournament
	engines    []*spec
	engineFile string // of -config, "" for none

	book struct {
		file    string // "" for the built-in set
		format  string // epd or pgn
		order   string
		plies   int
		start   int // from 1
		skipBad bool
		again   bool // may be used again by engines that no clock lets vary
		// drawn is the number of openings to be made by the engine, 0 for none, with
		// scores of low to high for either side. title names them once they are made.
		drawn, low, high int
		title            string
	}
	seed     uint64
	affinity []int

	base     string // beginning of the names of the files
	pgn      string
	notation notation.Style
	log      string
	event    string
	site     string
	interval int
	lang     lang.Lang // of messages and the report

	units  unit.Flags
	resume string   // journal of the match to continue
	args   []string // the words of all flags except -resume
}

// Formats of files of openings, and an order of them.
const (
	formatEPD = "epd"
	formatPGN = "pgn"
	random    = "random"
)

func defaults() *settings {
	s := &settings{seed: 1, notation: notation.ICCS, event: "Chuhe match", site: "?", interval: 10}
	s.Schedule = tournament.Schedule{Format: tournament.RoundRobin, Rounds: 1, Games: 2}
	s.Rules = rules.DefaultOptions()
	s.book.order, s.book.start = random, 1
	return s
}

// check returns an error about settings that contradict each other.
func (s *settings) check() error {
	if len(s.engines) < 2 {
		return lang.Errorf("match.engines", "n", len(s.engines))
	}
	names := make(map[string]bool)
	for _, e := range s.engines {
		if names[e.name] {
			return lang.Errorf("match.sameName", "name", strconv.Quote(e.name))
		}
		names[e.name] = true
	}
	if s.SPRT != nil && len(s.engines) != 2 {
		return lang.Errorf("match.sprt", "n", len(s.engines))
	}
	if s.book.format == "" {
		s.book.format = formatEPD
		if strings.EqualFold(filepath.Ext(s.book.file), ".pgn") {
			s.book.format = formatPGN
		}
	}
	if s.book.drawn > 0 && (s.book.order != random || s.book.start != 1 || s.book.plies > 0 || s.book.skipBad) {
		return lang.Errorf("match.drawnOnly", "n", s.book.drawn)
	}
	if s.book.plies > 0 && s.book.format != formatPGN {
		return lang.Errorf("match.pliesPGN")
	}
	if err := s.checkUnits(); err != nil {
		return err
	}
	if s.Boards == 0 {
		cores := runtime.GOMAXPROCS(0)
		if s.affinity != nil {
			cores = min(cores, len(s.affinity))
		}
		s.Boards = max(1, cores/s.threads())
	}
	if need := s.Boards * s.threads(); s.affinity != nil && len(s.affinity) < need {
		return lang.Errorf("match.affinity", "cpus", len(s.affinity), "games", s.Boards, "threads", s.threads(), "n", need)
	}
	if s.affinity != nil { // those of an older match may be of another machine
		allowed, err := engine.AllowedCPUs()
		if err != nil {
			return err
		}
		for _, cpu := range s.affinity {
			if !slices.Contains(allowed, cpu) {
				return lang.Errorf("match.noCPU", "cpu", cpu, "cpus", strings.Trim(fmt.Sprint(allowed), "[]"))
			}
		}
	}
	return nil
}

// threads returns the most threads that think in a game at once: the threads of an engine,
// or of both where one ponders.
func (s *settings) threads() int {
	n := 1
	for i, a := range s.engines {
		n = max(n, a.threads())
		for _, b := range s.engines[:i] {
			if a.engine.Ponder || b.engine.Ponder {
				n = max(n, a.threads()+b.threads())
			}
		}
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
		if !isRange {
			last = first
		}
		var from, to int
		if err := number(&from, 0, most)(first); err != nil {
			return nil, fmt.Errorf("%q: %w", part, err)
		}
		if err := number(&to, from, most)(last); err != nil {
			return nil, fmt.Errorf("%q: %w", part, err)
		}
		for cpu := from; cpu <= to; cpu++ {
			if slices.Contains(list, cpu) {
				return nil, lang.Errorf("match.cpuTwice", "cpu", cpu)
			}
			list = append(list, cpu)
		}
	}
	return list, nil
}
