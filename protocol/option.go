package protocol

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"chuhe/book"
	"chuhe/eval/evals"
	"chuhe/internal/command"
	"chuhe/internal/userfile"
	"chuhe/rules"
	"chuhe/search"
	"chuhe/search/level"
)

// settings are the values of the options.
type settings struct {
	search search.Options // what the engine gets, but for its noise

	noise int  // width of the noise that randomness asks for
	limit bool // play at the level of elo
	elo   int
	step  int    // of level.OfStep, where limit is not set
	fixed uint64 // seed of the noise and the oversights, 0 for another in each game
	seed  uint64 // of this game

	milliseconds bool     // the unit of UCCI's times, a second otherwise
	batch        bool     // no input is read during a search that ends by itself
	debug        bool     // report words that are not understood
	log          *os.File // of the dialog, nil for none
	agree        bool     // accept draws
	giveUp       bool     // resign lost games
	showWDL      bool     // say what chances a score means

	useBook    bool
	books      book.List
	bookDepth  int // plies of a game up to which the books are used
	bookChoice book.Choice
	bookSeed   uint64 // of the choice, 0 for another one in each session
}

// defaults returns the settings of a new session, or an error if the network of
// this build cannot be used.
func defaults() (settings, error) {
	s := settings{search: search.DefaultOptions()}
	for _, o := range options {
		if err := o.set(&s, o.initial); err != nil {
			return s, err // of the network: tests cover the other options, and the embedded book
		}
	}
	s.reseed()
	return s, nil
}

// reseed gives the noise and the oversights of the next game a new seed.
func (s *settings) reseed() { s.seed = cmp.Or(s.fixed, rand.Uint64()) }

// level returns the strength to play at.
func (s *settings) level() level.Level {
	if s.limit {
		return level.OfElo(s.elo)
	}
	return level.OfStep(s.step)
}

// engine returns the options of the engine that follow from the settings.
func (s *settings) engine() search.Options {
	o := s.search
	o.Randomness = s.noise
	s.level().Apply(&o)
	if o.Randomness > 0 || o.Oversight > 0 {
		o.Seed = s.seed
	}
	return o
}

// oldNames are names of options in UCCI 2.3. They are not announced, because
// gmchess acts upon the word "draw" in whatever it reads.
var oldNames = map[string]string{"drawmoves": "movelimit"}

// noiseNames are the choices of randomness, and noiseWidths the width of the noise
// on evaluations for each.
var (
	noiseNames  = []string{"none", "tiny", "small", "medium", "large", "huge"}
	noiseWidths = []int{0, 5, 15, 30, 60, 120}
)

// option is a setting that the host may change.
type option struct {
	ucci, uci string // its names, empty where it is not announced
	// kind is the word for its type, bounds the text of its bounds, and initial its
	// value in a new session.
	kind, bounds, initial string
	// set gives the setting a value; on an error it stays as it is.
	set func(s *settings, value string) error
}

// options are all options, in the order in which they are announced. The first
// choice is the default, because some hosts take the first for the default.
var options = []option{
	check("usemillisec", "", true, func(s *settings) *bool { return &s.milliseconds }),
	check("batch", "", false, func(s *settings) *bool { return &s.batch }),
	check("debug", "", false, func(s *settings) *bool { return &s.debug }),
	logFile("logfile", "Debug Log File"),
	check("ponder", "Ponder", false, func(s *settings) *bool { return &s.search.Ponder }),
	spin("hashsize", "Hash", search.DefaultHash, 0, search.MaxHash, func(s *settings, n int) {
		s.search.Hash = cmp.Or(n, search.DefaultHash)
	}),
	spin("threads", "Threads", 1, 0, search.MaxThreads, func(s *settings, n int) {
		s.search.Threads = cmp.Or(n, min(command.Processors(), search.MaxThreads))
	}),
	spin("multipv", "MultiPV", 1, 1, search.MaxMultiPV, func(s *settings, n int) { s.search.MultiPV = n }),
	spin("moveoverhead", "Move Overhead",
		int(search.DefaultOverhead/time.Millisecond), 0, int(search.MaxOverhead/time.Millisecond),
		func(s *settings, n int) { s.search.MoveOverhead = time.Duration(n) * time.Millisecond }),
	evaluation("evalfile", "EvalFile"),
	check("usebook", "OwnBook", false, func(s *settings) *bool { return &s.useBook }),
	bookFiles("bookfiles", "Book File"),
	spin("bookdepth", "Book Depth", defBookDepth, 0, maxBookDepth, func(s *settings, n int) { s.bookDepth = n }),
	combo("bookchoice", "Book Choice", book.ChoiceNames(), func(s *settings, i int) { s.bookChoice = book.Choice(i) }),
	spin("bookseed", "Book Seed", 0, 0, math.MaxInt32, func(s *settings, n int) { s.bookSeed = uint64(n) }),
	combo("randomness", "Randomness", noiseNames, func(s *settings, i int) { s.noise = noiseWidths[i] }),
	check("limitstrength", "UCI_LimitStrength", false, func(s *settings) *bool { return &s.limit }),
	spin("elo", "UCI_Elo", 1500, level.MinElo, level.MaxElo, func(s *settings, n int) { s.elo = n }),
	spin("level", "Level", level.Steps, 1, level.Steps, func(s *settings, n int) { s.step = n }),
	spin("seed", "Seed", 0, 0, math.MaxInt32, func(s *settings, n int) {
		s.fixed = uint64(n)
		s.reseed()
	}),
	ruleSet("repetition", "Repetition Rule"),
	spin("movelimit", "Move Limit", rules.OwnLimit, rules.OwnLimit, rules.MaxLimit, func(s *settings, n int) {
		s.search.Rules.MoveLimit = n
	}),
	check("acceptoffers", "", false, func(s *settings) *bool { return &s.agree }),
	check("giveup", "", false, func(s *settings) *bool { return &s.giveUp }),
	check("showwdl", "UCI_ShowWDL", false, func(s *settings) *bool { return &s.showWDL }),
	button("newgame", "Clear Hash"),
	combo("", "UCI_Variant", []string{"xiangqi"}, func(*settings, int) {}),
}

// ignored are options that hosts send although they were not announced. They
// would change nothing, so the user sees no message about them.
var ignored = []string{
	"promotion", "useegtb", "egtbpaths", "evalapi", "idle", "pruning", "knowledge", "style",
	"selectivity", "loadbook", "usehash", "guiname",
	"NumaPolicy", "nodestime", "UCI_AnalyseMode", "UCI_Opponent",
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
	initial := o.initial
	if initial != "" {
		initial = " default " + initial
	}
	switch {
	case d == UCCI && o.ucci != "":
		return "option " + o.ucci + " type " + o.kind + o.bounds + initial
	case d == UCI && o.uci != "":
		return "option name " + o.uci + " type " + o.kind + initial + o.bounds
	}
	return ""
}

// check returns an option that is on or off.
func check(ucci, uci string, on bool, at func(*settings) *bool) option {
	return option{ucci, uci, "check", "", strconv.FormatBool(on), func(s *settings, value string) error {
		switch strings.ToLower(value) {
		case "true", "on", "1":
			*at(s) = true
		case "false", "off", "0":
			*at(s) = false
		default:
			return fmt.Errorf("%q, want true or false", value)
		}
		return nil
	}}
}

// spin returns an option with a whole number.
func spin(ucci, uci string, initial, least, most int, put func(*settings, int)) option {
	bounds := fmt.Sprintf(" min %d max %d", least, most)
	return option{ucci, uci, "spin", bounds, strconv.Itoa(initial), func(s *settings, value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < least || n > most {
			return fmt.Errorf("%q, want a number from %d to %d", value, least, most)
		}
		put(s, n)
		return nil
	}}
}

// combo returns an option with a choice of words, the first of which is the
// default. What put gets is the index of the word.
func combo(ucci, uci string, words []string, put func(*settings, int)) option {
	return option{ucci, uci, "combo", vars(words), words[0], func(s *settings, value string) error {
		i := slices.IndexFunc(words, func(w string) bool { return strings.EqualFold(w, value) })
		if i < 0 {
			return fmt.Errorf("%q, want one of %s", value, strings.Join(words, ", "))
		}
		put(s, i)
		return nil
	}}
}

// vars returns the text of the bounds of a choice of words.
func vars(words []string) string { return " var " + strings.Join(words, " var ") }

// ruleSet returns the option with the name of a rule set; it also takes the old
// names of the UCCI option "repetition". Names that contain a reserved word are
// accepted but not announced.
func ruleSet(ucci, uci string) option {
	var names []string
	for _, set := range rules.Sets() {
		if name := set.String(); plain(name) == name {
			names = append(names, name)
		}
	}
	return option{ucci, uci, "combo", vars(names), rules.Computer.String(), func(s *settings, value string) error {
		set, err := rules.ParseSet(value)
		if err != nil { // its text has the names that are not announced
			return fmt.Errorf("%q, want one of %s", value, strings.Join(names, ", "))
		}
		s.search.Rules.Set = set
		return nil
	}}
}

// evaluation returns the option with the name of an evaluation, see [evals.Open].
// An empty name stands for the default.
func evaluation(ucci, uci string) option {
	return option{ucci, uci, "string", "", evals.Embedded, func(s *settings, value string) error {
		opened, err := evals.Open(cmp.Or(value, evals.Embedded))
		if err == nil {
			s.search.Evaluation = opened
		}
		return err
	}}
}

// bookFiles returns the option with the names of books, see [book.OpenList].
func bookFiles(ucci, uci string) option {
	return option{ucci, uci, "string", "", book.Embedded, func(s *settings, value string) error {
		books, err := book.OpenList(value)
		if err == nil {
			s.books = books
		}
		return err
	}}
}

// noFile is the name that stands for no log; others that hosts send for it are taken too.
const noFile = "none"

// logFile returns the option with the name of a file to which the dialog is written, see
// [userfile.Append].
func logFile(ucci, uci string) option {
	return option{ucci, uci, "string", "", noFile, func(s *settings, value string) error {
		switch strings.ToLower(value) {
		case "", noFile, "<empty>", "<none>":
			s.log = nil
			return nil
		}
		file, err := userfile.Append(value)
		if err == nil {
			s.log = file
		}
		return err
	}}
}

// button returns an option without a value; the session acts on it.
func button(ucci, uci string) option {
	return option{ucci, uci, "button", "", "", func(*settings, string) error { return nil }}
}
