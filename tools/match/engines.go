package match

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"chuhe/internal/command"
	"chuhe/lang"
	"chuhe/tools/match/engine"
	"chuhe/tools/match/tournament"
)

// pair is a word key=value.
type pair struct{ key, value string }

func (p pair) String() string { return p.key + "=" + p.value }

// wordsOf returns the words of pairs.
func wordsOf(pairs []pair) []string {
	words := make([]string, len(pairs))
	for i, p := range pairs {
		words[i] = p.String()
	}
	return words
}

func splitPairs(words []string) (pairs []pair, err error) {
	for _, w := range words {
		key, value, ok := strings.Cut(w, "=")
		if w == "ponder" { // as cutechess-cli writes it
			value, ok = "on", true
		}
		if !ok || key == "" {
			return nil, lang.Errorf("match.keyValue", "word", strconv.Quote(w))
		}
		pairs = append(pairs, pair{key, value})
	}
	return
}

// spec is an engine as the flags describe it.
type spec struct {
	pairs   []pair // as they were given, from -each, -config and -engine
	name    string
	engine  engine.Config
	control tournament.TimeControl
	restart bool
}

// self is the command that stands for this program.
const self = "self"

const defaultMargin = 20 * time.Millisecond

// newSpec returns an engine from its keys; later ones override earlier ones.
func newSpec(pairs []pair) (*spec, error) {
	s := &spec{
		engine: engine.Config{
			Protocol: engine.UCCI, Squares: engine.Auto, Start: engine.DefaultStart, Timeout: engine.DefaultTimeout,
		},
		control: tournament.TimeControl{Margin: defaultMargin}, pairs: pairs,
	}
	if err := s.apply(pairs); err != nil {
		return nil, err
	}
	s.engine.Args = arguments(pairs)
	if s.engine.Command == self {
		path, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("cmd=%s: %w", self, err)
		}
		s.engine.Command = path
		if s.name == "" {
			s.name = "chuhe"
		}
	}
	if words := strings.Fields(s.engine.Command); len(words) > 1 {
		if _, err := os.Stat(s.engine.Command); err != nil { // no file with blanks in its name
			s.engine.Command, s.engine.Args = words[0], append(words[1:], s.engine.Args...)
		}
	}
	if s.name == "" {
		s.name = filepath.Base(s.engine.Command)
	}
	if strings.ContainsFunc(s.name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return nil, lang.Errorf("match.printable", "name", command.Printable(s.name)) // it goes to terminals and into a PGN
	}
	if err := s.engine.Validate(); err != nil {
		return nil, err
	}
	if err := s.control.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	if s.engine.Protocol == engine.XBoard {
		if n := s.control.Nodes; n > 0 {
			return nil, lang.Errorf("match.noLimit", "name", s.name, "n", n)
		}
		if t := s.control.MoveTime; t > 0 && t < time.Second { // HoiChess ends at "st 0.1"
			return nil, lang.Errorf("match.wholeSeconds", "name", s.name, "seconds", fmt.Sprint(t.Seconds()))
		}
	}
	return s, nil
}

// apply sets what the keys say; later ones override earlier ones.
func (s *spec) apply(pairs []pair) error {
	keys := s.table()
	for _, p := range pairs {
		err := errKey
		if name, ok := strings.CutPrefix(p.key, "option."); ok && name != "" {
			s.setOption(name, p.value)
			err = nil
		} else if i := slices.IndexFunc(keys, func(k key) bool { return k.name == p.key }); i >= 0 {
			err = keys[i].set(p.value)
		}
		if err != nil {
			return about(p.key, p.value, p.String(), err)
		}
	}
	return nil
}

// checkPairs returns an error about a key that is not known, about a bad value and about
// a second value that would replace the first.
func checkPairs(pairs []pair) error {
	s := new(spec)
	if err := s.apply(pairs); err != nil {
		return err
	}
	keys := s.table()
	given := make(map[string]bool)
	for _, p := range pairs {
		name := p.key
		if i := slices.IndexFunc(keys, func(k key) bool { return k.name == name }); i < 0 {
			name = strings.ToLower(name) // an option
		} else if keys[i].also {
			name = keys[i-1].name
		}
		if given[name] && name != "arg" {
			return fmt.Errorf("%s: %w", p, errTwice(name))
		}
		given[name] = true
	}
	return nil
}

// key is a key of -engine; the text of match.-engine says what it does.
type key struct {
	name string
	also bool // another name of the key before it
	set  setter
}

// table returns the keys of an engine, all but its options, in the order of the help.
func (s *spec) table() []key {
	c, tc := &s.engine, &s.control
	return []key{
		{"conf", false, elsewhere}, // the parser follows it
		{"cmd", false, text(&c.Command)},
		{"args", false, elsewhere}, // see arguments
		{"arg", false, elsewhere},
		{"name", false, text(&s.name)},
		{"dir", false, text(&c.Dir)},
		{"proto", false, text(&c.Protocol)},
		{"squares", false, text(&c.Squares)},
		{"unit", false, func(word string) error {
			millis := word == "ms"
			c.Milliseconds = &millis
			return choice(&word, "ms", "s")(word)
		}},
		{"tc", false, func(word string) error {
			if word == "inf" || word == "infinite" {
				tc.Base, tc.Increment, tc.Moves = 0, 0, 0
				return nil
			}
			clock, err := tournament.ParseTimeControl(word)
			tc.Base, tc.Increment, tc.Moves = clock.Base, clock.Increment, clock.Moves
			return err
		}},
		{"st", false, parsed(&tc.MoveTime, secondsOf)},
		{"nodes", false, number(&tc.Nodes, 0, math.MaxInt64)},
		{"depth", false, number(&tc.Depth, 0, math.MaxUint16)},
		{"plies", true, number(&tc.Depth, 0, math.MaxUint16)},
		{"timemargin", false, millis(&tc.Margin)},
		{"startup", false, parsed(&c.Start, secondsOf)},
		{"timeout", false, parsed(&c.Timeout, secondsOf)},
		{"restart", false, func(word string) error {
			if word == "auto" {
				word = "off"
			}
			return parsed(&s.restart, onOff)(word)
		}},
		{"ponder", false, parsed(&c.Ponder, onOff)},
	}
}

// elsewhere is the setter of a key that is read elsewhere.
func elsewhere(string) error { return nil }

// arguments returns the arguments of a command in the order of their keys. A later args= gives other
// words in the place of the first; arg= always adds one.
func arguments(pairs []pair) (list []string) {
	var words []string // of the last args=, until they are in the list
	for _, p := range pairs {
		if p.key == "args" {
			words = strings.Fields(p.value)
		}
	}
	for _, p := range pairs {
		switch p.key {
		case "arg":
			list = append(list, p.value)
		case "args":
			list, words = append(list, words...), nil
		}
	}
	return list
}

// setOption sets an option of the engine; a later value replaces an earlier one.
func (s *spec) setOption(name, value string) {
	options := &s.engine.Options
	i := slices.IndexFunc(*options, func(o engine.Option) bool { return strings.EqualFold(o.Name, name) })
	if i < 0 {
		*options = append(*options, engine.Option{Name: name, Value: value})
	} else {
		(*options)[i].Value = value
	}
}

// threads returns the number of threads that the engine is set to use.
func (s *spec) threads() int {
	for _, o := range s.engine.Options {
		n, err := strconv.Atoi(o.Value)
		switch {
		case err != nil || !strings.EqualFold(o.Name, "threads") && !strings.EqualFold(o.Name, "cores"):
		case n > 0:
			return n
		case n == 0: // Chuhe then takes one for each core
			return runtime.GOMAXPROCS(0)
		}
	}
	return 1
}

// entrant returns the engine as a player of a tournament. cpus returns the CPUs of a
// board, nil for all; trace, if not nil, gets every line.
func (s *spec) entrant(cpus func(board int) []int, trace func(engine string, board int, line string)) tournament.Entrant {
	return tournament.Entrant{
		Name: s.name, Control: s.control, Restart: s.restart,
		New: func(ctx context.Context, board int) (tournament.Player, error) {
			c := s.engine
			c.CPUs = cpus(board)
			if trace != nil {
				c.Trace = func(line string) { trace(s.name, board, line) }
			}
			return engine.New(ctx, c)
		},
	}
}

// secondsOf reads a positive time.
func secondsOf(text string) (time.Duration, error) {
	d, err := tournament.ParseSeconds(text)
	if err == nil && d == 0 {
		err = lang.Errorf("match.positive")
	}
	return d, err
}

func onOff(text string) (bool, error) {
	switch text {
	case "on", "true":
		return true, nil
	case "off", "false":
		return false, nil
	}
	return false, lang.Errorf("match.onOff")
}
