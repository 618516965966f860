package protocol

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/rules"
	"chuhe/search"
)

// settings are the values of the options.
type settings struct {
	search search.Options // what the engine gets, but for its noise

	noise int  // width of the noise that randomness asks for
	limit bool // play at the level of elo
	elo   int
	seed  uint64 // of the noise

	milliseconds bool // the unit of UCCI's times, a second otherwise
	batch        bool // no input is read during a search that ends by itself
	debug        bool // more messages
	agree        bool // accept draws
	giveUp       bool // resign lost games
}

// defaults returns the settings of a new session, or an error if the network of
// this build cannot be used.
func defaults() (settings, error) {
	s := settings{search: search.DefaultOptions()}
	for _, o := range options {
		if err := o.kind.set(&s, o.kind.initial()); err != nil {
			return s, err // of the network: tests cover the other options
		}
	}
	s.reseed()
	return s, nil
}

// reseed gives the noise of the next game a new seed.
func (s *settings) reseed() { s.seed = rand.Uint64() }

// engine returns the options of the engine that follow from the settings.
func (s *settings) engine() search.Options {
	o := s.search
	o.Randomness = s.noise
	if s.limit {
		o.Randomness = max(o.Randomness, levelOf(s.elo).randomness)
	}
	if o.Randomness > 0 {
		o.Seed = s.seed
	}
	return o
}

// maxMoveLimit is the largest natural move limit that a host may set, in plies.
const maxMoveLimit = 1000

// oldNames are names of options in UCCI 2.3. They are not announced, because
// gmchess acts upon the word "draw" in whatever it reads.
var oldNames = map[string]string{"drawmoves": "movelimit"}

// noises are the choices of randomness, each with the width of the noise on
// evaluations.
var noises = []struct {
	name  string
	width int
}{{"none", 0}, {"tiny", 5}, {"small", 15}, {"medium", 30}, {"large", 60}, {"huge", 120}}

// option is a setting that the host may change.
type option struct {
	ucci, uci string // its names, empty where it is not announced
	kind      kind
}

// kind is the type of an option with its bounds, its default and the setting it
// changes.
type kind interface {
	// describe returns the word for the type, and the text of its bounds.
	describe() (name, bounds string)
	// initial returns the value in a new session.
	initial() string
	// set gives the setting a value; on an error it stays as it is.
	set(*settings, string) error
}

// options are all options, in the order in which they are announced. The first
// choice is the default, because some hosts take the first for the default.
var options = []option{
	{"usemillisec", "", check{true, func(s *settings) *bool { return &s.milliseconds }}},
	{"batch", "", check{false, func(s *settings) *bool { return &s.batch }}},
	{"debug", "", check{false, func(s *settings) *bool { return &s.debug }}},
	{"ponder", "Ponder", check{false, func(s *settings) *bool { return &s.search.Ponder }}},
	{"hashsize", "Hash", spin{search.DefaultHash, 0, search.MaxHash, func(s *settings, n int) {
		s.search.Hash = cmp.Or(n, search.DefaultHash)
	}}},
	{"threads", "Threads", spin{1, 0, search.MaxThreads, func(s *settings, n int) {
		s.search.Threads = cmp.Or(n, min(runtime.GOMAXPROCS(0), search.MaxThreads))
	}}},
	{"multipv", "MultiPV", spin{1, 1, search.MaxMultiPV, func(s *settings, n int) { s.search.MultiPV = n }}},
	{"moveoverhead", "Move Overhead", spin{
		int(search.DefOverhead / time.Millisecond), 0, int(search.MaxOverhead / time.Millisecond),
		func(s *settings, n int) { s.search.MoveOverhead = time.Duration(n) * time.Millisecond },
	}},
	{"evalfile", "EvalFile", evaluation{func(s *settings) *eval.Evaluation { return &s.search.Evaluation }}},
	{"randomness", "Randomness", combo{noiseNames(), func(s *settings, i int) { s.noise = noises[i].width }}},
	{"limitstrength", "UCI_LimitStrength", check{false, func(s *settings) *bool { return &s.limit }}},
	{"elo", "UCI_Elo", spin{1500, minElo, maxElo, func(s *settings, n int) { s.elo = n }}},
	{"repetition", "Repetition Rule", ruleSet{func(s *settings) *rules.Set { return &s.search.Rules.Set }}},
	{"movelimit", "Move Limit", spin{
		rules.OwnLimit, rules.OwnLimit, maxMoveLimit, func(s *settings, n int) { s.search.Rules.MoveLimit = n },
	}},
	{"acceptoffers", "", check{false, func(s *settings) *bool { return &s.agree }}},
	{"giveup", "", check{false, func(s *settings) *bool { return &s.giveUp }}},
	{"newgame", "Clear Hash", button{}},
	{"", "UCI_Variant", combo{[]string{"xiangqi"}, func(*settings, int) {}}},
}

// noiseNames returns the names of the noises.
func noiseNames() (names []string) {
	for _, n := range noises {
		names = append(names, n.name)
	}
	return names
}

// ignored are options that hosts send although they were not announced. They
// would change nothing, so the user sees no message about them.
var ignored = []string{
	"promotion", "usebook", "bookfiles", "useegtb", "egtbpaths", "evalapi", "idle", "pruning", "knowledge", "style",
	"selectivity", "loadbook", "usehash", "guiname",
	"Debug Log File", "NumaPolicy", "nodestime", "UCI_ShowWDL", "UCI_AnalyseMode", "UCI_Opponent",
}

// findOption returns the option with a name of either dialect, in any case.
func findOption(name string) (option, bool) {
	if now, old := oldNames[strings.ToLower(name)]; old {
		name = now
	}
	i := slices.IndexFunc(options, func(o option) bool {
		return name != "" && (strings.EqualFold(name, o.ucci) || strings.EqualFold(name, o.uci))
	})
	if i < 0 {
		return option{}, false
	}
	return options[i], true
}

// isIgnored reports whether a name is one of the ignored options.
func isIgnored(name string) bool {
	return slices.ContainsFunc(ignored, func(i string) bool { return strings.EqualFold(name, i) })
}

// announcements returns the lines that list the options in a dialect.
func announcements(d Dialect) (lines []string) {
	for _, o := range options {
		if line := o.announce(d); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// announce returns the line that announces the option in a dialect, "" if it has
// no name there. The default comes last in UCCI and first in UCI, as in most
// engines.
func (o option) announce(d Dialect) string {
	kind, bounds := o.kind.describe()
	first := o.kind.initial()
	if first != "" {
		first = " default " + first
	}
	switch {
	case d == UCCI && o.ucci != "":
		return "option " + o.ucci + " type " + kind + bounds + first
	case d == UCI && o.uci != "":
		return "option name " + o.uci + " type " + kind + first + bounds
	}
	return ""
}

// check is an option that is on or off.
type check struct {
	on bool
	at func(*settings) *bool
}

func (c check) describe() (name, bounds string) { return "check", "" }

func (c check) initial() string { return strconv.FormatBool(c.on) }

func (c check) set(s *settings, value string) error {
	switch strings.ToLower(value) {
	case "true", "on", "1":
		*c.at(s) = true
	case "false", "off", "0":
		*c.at(s) = false
	default:
		return fmt.Errorf("%q, want true or false", value)
	}
	return nil
}

// spin is an option with a whole number.
type spin struct {
	first, min, max int
	put             func(*settings, int)
}

func (p spin) describe() (name, bounds string) {
	return "spin", fmt.Sprintf(" min %d max %d", p.min, p.max)
}

func (p spin) initial() string { return strconv.Itoa(p.first) }

func (p spin) set(s *settings, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < p.min || n > p.max {
		return fmt.Errorf("%q, want a number from %d to %d", value, p.min, p.max)
	}
	p.put(s, n)
	return nil
}

// combo is an option with a choice of words, the first of which is the default.
type combo struct {
	words []string
	put   func(s *settings, i int) // i is the index of the word
}

func (c combo) describe() (name, bounds string) {
	return "combo", " var " + strings.Join(c.words, " var ")
}

func (c combo) initial() string { return c.words[0] }

func (c combo) set(s *settings, value string) error {
	i := slices.IndexFunc(c.words, func(w string) bool { return strings.EqualFold(w, value) })
	if i < 0 {
		return fmt.Errorf("%q, want one of %s", value, strings.Join(c.words, ", "))
	}
	c.put(s, i)
	return nil
}

// ruleSet is an option with the name of a rule set; it also takes the old names
// of the UCCI option "repetition". Names that contain a reserved word are accepted
// but not announced.
type ruleSet struct{ at func(*settings) *rules.Set }

func (r ruleSet) describe() (name, bounds string) {
	var names []string
	for _, set := range rules.Sets() {
		if name := set.String(); plain(name) == name {
			names = append(names, name)
		}
	}
	return "combo", " var " + strings.Join(names, " var ")
}

func (ruleSet) initial() string { return rules.Computer.String() }

func (r ruleSet) set(s *settings, value string) error {
	set, err := rules.ParseSet(value)
	if err == nil {
		*r.at(s) = set
	}
	return err
}

// evaluation is an option with the name of an evaluation, see [evals.Open]. An
// empty name stands for the default.
type evaluation struct {
	at func(*settings) *eval.Evaluation
}

func (evaluation) describe() (name, bounds string) { return "string", "" }

func (evaluation) initial() string { return evals.Embedded }

func (e evaluation) set(s *settings, value string) error {
	if value == "" {
		value = e.initial()
	}
	opened, err := evals.Open(value)
	if err == nil {
		*e.at(s) = opened
	}
	return err
}

// button is an option without a value; the session acts on it.
type button struct{}

func (button) describe() (name, bounds string) { return "button", "" }

func (button) initial() string { return "" }

func (button) set(*settings, string) error { return nil }
