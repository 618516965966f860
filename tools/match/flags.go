package match

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"chuhe/game/notation"
	"chuhe/internal/stats"
	"chuhe/lab/openings/maker"
	"chuhe/lang"
	"chuhe/rules"
	"chuhe/tools/match/tournament"
)

// parser collects what can be put together only after all flags are read.
type parser struct {
	*settings
	config *configFile
	each   []pair
	lists  [][]pair // of each -engine
	repeat bool
	given  []string // names of the flags
}

// parseFlags reads the words of a command line. Its errors name the flag.
func parseFlags(args []string) (*settings, error) {
	p, err := readFlags(args)
	if err != nil {
		return nil, err
	}
	if p.resume != "" {
		for _, name := range []string{"engine", "each", "config", "out", "pgnout"} {
			if slices.Contains(p.given, name) {
				return nil, fmt.Errorf("-resume: engines and files are those of the match; leave out -%s", name)
			}
		}
		file := p.resume
		b, _, err := readJournal(file)
		if err != nil {
			return nil, fmt.Errorf("-resume: %w", err)
		}
		if p, err = readFlags(append(b.Args, args...)); err != nil {
			return nil, fmt.Errorf("-resume: %s: %w", file, err)
		}
	}
	return p.settings, p.finish()
}

// readFlags reads the words of a command line without putting them together.
func readFlags(args []string) (*parser, error) {
	p := &parser{settings: defaults()}
	flags := p.flags()
	for len(args) > 0 {
		name, joined, hasValue := strings.Cut(strings.TrimLeft(args[0], "-"), "=")
		if !strings.HasPrefix(args[0], "-") {
			return p, fmt.Errorf("%q: want a flag such as -engine", args[0])
		}
		i := slices.IndexFunc(flags, func(f flag) bool { return f.name == name })
		if i < 0 {
			return p, fmt.Errorf("-%s: unknown flag, and not all flags of cutechess-cli and fastchess exist here", name)
		}
		n := 1
		for n < len(args) && !isFlag(args[n]) {
			n++
		}
		words := args[1:n]
		if hasValue { // as in -rounds=5
			words = append([]string{joined}, words...)
		}
		if err := flags[i].parse(words); err != nil {
			return p, fmt.Errorf("-%s: %w", name, err)
		}
		p.given = append(p.given, name)
		if name != "resume" {
			p.args = append(p.args, args[:n]...)
		}
		args = args[n:]
	}
	return p, nil
}

// finish puts the engines together and looks for contradictions.
func (p *parser) finish() error {
	if p.repeat && p.Schedule.Games != 2 {
		return fmt.Errorf("-repeat: contradicts -games %d", p.Schedule.Games)
	}
	lists := p.lists
	if len(lists) == 0 && p.config != nil {
		lists = p.config.engines
	}
	for _, own := range lists {
		base, err := p.config.named(own)
		if err != nil {
			return fmt.Errorf("-engine: %w", err)
		}
		e, err := newSpec(slices.Concat(p.each, base, own))
		if err != nil {
			return fmt.Errorf("-engine: %w", err)
		}
		p.engines = append(p.engines, e)
	}
	return p.check()
}

// isFlag reports whether a word is a flag: a dash and a letter. A negative number is
// a value.
func isFlag(word string) bool {
	return len(word) > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9') && word[1] != '.'
}

// flag is a flag with its help.
type flag struct {
	name    string
	usage   string // the words after it
	help    string
	example string
	parse   func(words []string) error
}

// setter reads a word into the variable that it was made for.
type setter func(word string) error

// none is for flags that take no words.
func none(at *bool) func([]string) error {
	return func(words []string) error {
		if len(words) > 0 {
			return fmt.Errorf("%q follows, want no words", words[0])
		}
		*at = true
		return nil
	}
}

// one is for flags that take one word.
func one(set setter) func([]string) error {
	return func(words []string) error {
		if len(words) != 1 {
			return fmt.Errorf("%d words follow, want 1", len(words))
		}
		if err := set(words[0]); err != nil {
			return about("", words[0], strconv.Quote(words[0]), err)
		}
		return nil
	}
}

// about begins an error about a word of a flag with the word, or where the error quotes
// the value, with the key alone, "" for none.
func about(key, value, word string, err error) error {
	switch {
	case !strings.Contains(err.Error(), strconv.Quote(value)):
		return fmt.Errorf("%s: %w", word, err)
	case key != "":
		return fmt.Errorf("%s: %w", key, err)
	}
	return err
}

// keys is for flags with words key=value. A bare word is a key with an empty value or,
// if it is no key, the value of the key named bare. Each key may be given once; the
// required ones must be.
func keys(bare string, table map[string]setter, required ...string) func([]string) error {
	return func(words []string) error {
		given := make(map[string]bool)
		for _, w := range words {
			named, value, joined := strings.Cut(w, "=")
			key := named
			if !joined && table[key] == nil {
				named, key, value = "", bare, w
			}
			err := errKey
			if set := table[key]; given[key] {
				err = errTwice(key)
			} else if set != nil {
				err = set(value)
			}
			if err != nil {
				return about(named, value, w, err)
			}
			given[key] = true
		}
		for _, key := range required {
			if !given[key] {
				return fmt.Errorf("%s= is missing", key)
			}
		}
		return nil
	}
}

var errKey = errors.New("unknown key")

// errTwice returns the error about a key whose second value would replace the first.
func errTwice(key string) error { return fmt.Errorf("a second %s, want one", key) }

// parsed stores what a function reads.
func parsed[T any](at *T, parse func(word string) (T, error)) setter {
	return func(word string) (err error) {
		*at, err = parse(word)
		return
	}
}

func text[T ~string](at *T) setter {
	return func(word string) error {
		*at = T(word)
		return nil
	}
}

// engineKeys reads the keys of an engine and refuses those that are not known or are
// there twice.
func engineKeys(words []string) ([]pair, error) {
	pairs, err := splitPairs(words)
	if err == nil {
		err = checkPairs(pairs)
	}
	return pairs, err
}

// choice stores one of two words.
func choice[T ~string](at *T, a, b T) setter {
	return func(word string) error {
		if *at = T(word); *at != a && *at != b {
			return fmt.Errorf("want %s or %s", a, b)
		}
		return nil
	}
}

// flagKey stores that a key is there, or what it says.
func flagKey(at *bool) setter {
	return parsed(at, func(word string) (bool, error) {
		if word == "" {
			return true, nil
		}
		return onOff(word)
	})
}

// mostDrawn is the largest number of openings that are made.
const mostDrawn = 1_000_000

// setBook reads the name of a file of openings, or random:N[,LOW-HIGH].
func (p *parser) setBook(word string) error {
	request, drawn := strings.CutPrefix(word, "random:")
	if !drawn {
		p.book.file = word
		return nil
	}
	const want = "want random:N or random:N,LOW-HIGH, such as random:5000,80-200"
	count, window, windowed := strings.Cut(request, ",")
	if err := number(&p.book.drawn, 1, mostDrawn)(count); err != nil {
		return fmt.Errorf("%s; %w for N", want, err)
	}
	if !windowed {
		window = "0-40"
	}
	var err error
	if p.book.low, p.book.high, err = maker.ParseWindow(window); err != nil {
		return fmt.Errorf("%s: %w", want, err)
	}
	return nil
}

// number stores a whole number in a range.
func number[T int | uint64](at *T, from, to T) setter {
	return func(word string) error {
		n, err := strconv.ParseUint(word, 10, 64)
		if err != nil || n < uint64(from) || n > uint64(to) {
			return fmt.Errorf("want a whole number %d-%d", from, to)
		}
		*at = T(n)
		return nil
	}
}

func millis(at *time.Duration) setter {
	return func(word string) error {
		var n int
		err := number(&n, 0, most)(word)
		*at = time.Duration(n) * time.Millisecond
		return err
	}
}

func real(at *float64) setter {
	return func(word string) (err error) {
		if *at, err = strconv.ParseFloat(word, 64); err != nil {
			return errors.New("want a number")
		}
		return nil
	}
}

const most = 1 << 30

// flags returns the command line, in the order of the help.
func (p *parser) flags() []flag {
	seed := one(number(&p.seed, 0, math.MaxUint64))
	return []flag{
		{"engine", "cmd=COMMAND key=value...", engineHelp(), `-engine cmd=./chuhe tc=10+0.1 -engine cmd=fairy-stockfish proto=uci nodes=5000`,
			func(words []string) error {
				pairs, err := engineKeys(words)
				p.lists = append(p.lists, pairs)
				return err
			}},
		{"each", "key=value...", "Keys of -engine for all engines; an engine's own keys override them.", `-each tc=60+0.6 option.hashsize=64`,
			func(words []string) error {
				pairs, err := engineKeys(words)
				p.each = append(p.each, pairs...)
				return err
			}},
		{"config", "[file=]NAME", "TOML or JSON file with an array engine of tables whose keys are those of -engine; its options may be in a table option. " +
			"All its engines play, or those that -engine conf=NAME names.", `-config file=engines.toml -each tc=10+0.1`,
			keys("file", map[string]setter{"file": parsed(&p.config, readConfig)}, "file")},
		{"tournament", "roundrobin|gauntlet", "Who plays whom: everybody everybody (default), or the first engine all others.", `-tournament gauntlet`,
			one(func(word string) error {
				if word == "round-robin" {
					word = string(tournament.RoundRobin)
				}
				return choice(&p.Schedule.Format, tournament.RoundRobin, tournament.Gauntlet)(word)
			})},
		{"rounds", "N", "Rounds, in each of which every two engines that meet play -games games from one opening. Default 1.", `-rounds 100`,
			one(number(&p.Schedule.Rounds, 1, most))},
		{"games", "N", "Games of each encounter, colours changing from game to game. Default 2; statistics of pairs need 2.", `-games 2`,
			one(number(&p.Schedule.Games, 1, 1000))},
		{"repeat", "[2]", "Play each opening with both colours: -games 2, the default.", `-repeat`,
			func(words []string) error {
				p.repeat = true
				if len(words) > 0 && !slices.Equal(words, []string{"2"}) {
					return fmt.Errorf("%q follows, want 2 or no word; for more games of an opening use -games", words[0])
				}
				return nil
			}},
		{"openings", "FILE|random:N[,LOW-HIGH] format=epd|pgn order=sequential|random plies=N start=N skipbad",
			"Openings from a file (or file=FILE) of FENs or EPDs, one a line, or of PGN games, of which plies= moves are played (all by default). " +
				"Without file= a built-in set of 600 balanced positions is used. The order is random (by -seed) or that of the file, beginning with start=. " +
				"A bad opening, one in which play has ended included, is an error before the first game, unless skipbad leaves it out.\n" +
				"random:N lets the engine make N different ones by -seed, with a score of LOW to HIGH points for either side, default 0-40; " +
				"80-200 makes fewer draws. They are kept in the user's cache, so that only the first match waits for them.\n" +
				"Where only nodes or depth limit the engines, more -rounds than openings are refused, since games would come back; " +
				"the word again allows them, for engines that vary their play.",
			`-openings random:5000,80-200`,
			keys("file", map[string]setter{
				"file": p.setBook, "again": flagKey(&p.book.again), "format": choice(&p.book.format, formatEPD, formatPGN),
				"order": choice(&p.book.order, "sequential", random),
				"plies": number(&p.book.plies, 1, 1000), "start": number(&p.book.start, 1, most),
				"skipbad": flagKey(&p.book.skipBad),
			})},
		{"seed", "N", "Seed of the order of openings. Default 1. Also called -srand.", `-seed 7`, seed},
		{"srand", "N", "The same as -seed.", `-srand 7`, seed},
		{"concurrency", "N", "Games played at once. Default: the cores that Go may use (GOMAXPROCS) over the threads of the engines, of both in a game where one ponders.", `-concurrency 4`,
			one(number(&p.Boards, 1, 10000))},
		{"use-affinity", "[CPUS]", "Bind the engines of each board to CPUs of their own, all that the program may use or those of a list (Linux only).", `-use-affinity 2-5,8`,
			func(words []string) (err error) {
				p.affinity, err = parseCPUs(words)
				return
			}},
		{"sprt", "elo0=A elo1=B alpha=P beta=P model=normalized|logistic",
			"Stop as soon as a sequential probability ratio test of the first engine against the second is decided. " +
				"Defaults: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized.",
			`-sprt elo0=0 elo1=5 alpha=0.05 beta=0.05`,
			func(words []string) error {
				t := &stats.SPRT{Elo0: 0, Elo1: 5, Alpha: .05, Beta: .05, Model: stats.Normalized}
				p.SPRT = t
				err := keys("", map[string]setter{
					"elo0": real(&t.Elo0), "elo1": real(&t.Elo1), "alpha": real(&t.Alpha), "beta": real(&t.Beta), "model": text(&t.Model),
				})(words)
				if err != nil {
					return err
				}
				return t.Validate()
			}},
		{"rules", "[set=]SET movelimit=N", "Set of rules of repetition: " + rules.SetNames() + "; the first is the default. movelimit= sets the natural move limit in plies without a capture, 0 for none.", `-rules asian movelimit=120`,
			keys("set", map[string]setter{
				"movelimit": number(&p.Rules.MoveLimit, 0, rules.MaxLimit), "limit": number(&p.Rules.MoveLimit, 0, rules.MaxLimit),
				"set": parsed(&p.Rules.Set, rules.ParseSet),
			})},
		{"resign", "movecount=N score=CP twosided=true|false",
			"Adjudicate a loss when an engine's score was at most -CP for N of its moves and, unless twosided=false, the opponent's at least CP.",
			`-resign movecount=4 score=900`,
			keys("", map[string]setter{
				"movecount": number(&p.Resign.Moves, 1, 10000), "score": number(&p.Resign.Score, 1, tournament.MateCP),
				"twosided": parsed(&p.Resign.OneSided, func(word string) (bool, error) {
					two, err := onOff(word)
					return !two, err
				}),
			}, "movecount", "score")},
		{"draw", "movenumber=N movecount=N score=CP",
			"Adjudicate a draw when, from move movenumber (default 0) on, both engines' scores were within CP of zero for movecount moves.",
			`-draw movenumber=50 movecount=8 score=15`,
			keys("", map[string]setter{
				"movenumber": number(&p.Draw.From, 0, 10000), "movecount": number(&p.Draw.Moves, 1, 10000),
				"score": number(&p.Draw.Score, 0, tournament.MateCP),
			}, "movecount", "score")},
		{"maxmoves", "N", "Adjudicate a draw after move N.", `-maxmoves 300`, one(number(&p.MaxMoves, 1, 10000))},
		{"recover", "", "Restart an engine that crashed or did not answer, and continue. Without it such a game ends the match.", `-recover`,
			none(&p.Recover)},
		{"wait", "N", "Milliseconds between two games of a board.", `-wait 100`, one(millis(&p.Wait))},
		{"resume", "FILE", "Continue the match whose games are in FILE, with the flags it had. More may follow, such as another -concurrency or more -rounds; they are kept with the games. Flags that decide games cannot change.", `-resume new-vs-old.jsonl`,
			one(text(&p.resume))},
		{"out", "NAME", "Start of the names of the files of the match: NAME.jsonl has every game, NAME.pgn the same as PGN, NAME.html the report. Default: match-DATE-TIME.", `-out new-vs-old`,
			one(text(&p.base))},
		{"pgnout", "[file=]NAME notation=iccs|wxf|chinese", "File to which the games are appended as PGN and the notation of their moves. Default: NAME.pgn of -out, iccs.", `-pgnout file=games.pgn notation=chinese`,
			keys("file", map[string]setter{"file": text(&p.pgn), "notation": parsed(&p.notation, notation.ParseStyle)})},
		{"log", "[file=]NAME", "File to which every line exchanged with the engines is appended.", `-log file=engines.log`,
			keys("file", map[string]setter{"file": text(&p.log)}, "file")},
		{"event", "NAME", "Name of the event in PGN and report.", `-event "Autumn cup"`, one(text(&p.event))},
		{"site", "NAME", "Place in the PGN.", `-site Chengdu`, one(text(&p.site))},
		{"lang", "CODE", "Language of the report: " + lang.Codes() + ". Default: that of the environment.", `-lang zh`, one(parsed(&p.lang, lang.Parse))},
		{"ratinginterval", "N", "Games between two print-outs of the standings; 0 for only the last. Default 10. Also called -scoreinterval.", `-ratinginterval 50`,
			one(number(&p.interval, 0, most))},
		{"scoreinterval", "N", "The same as -ratinginterval.", `-scoreinterval 50`, one(number(&p.interval, 0, most))},
		{"variant", "xiangqi", "The game played; there is no other.", `-variant xiangqi`, one(func(word string) error {
			if word != "xiangqi" {
				return errors.New("want xiangqi")
			}
			return nil
		})},
	}
}

// help says what every flag does, with an example.
func help() string {
	w := new(strings.Builder)
	w.WriteString(`usage: chuhe match -engine cmd=COMMAND key=value... -engine ... [flags]

Plays games of Xiangqi between engines and says who is stronger.

  chuhe match -engine cmd=self name=a nodes=2000 -engine cmd=self name=b nodes=1000 -rounds 10

`)
	for _, f := range (&parser{settings: defaults()}).flags() {
		fmt.Fprintln(w, strings.TrimSpace("-"+f.name+" "+f.usage))
		for line := range strings.Lines(f.help) {
			for _, l := range wrap(strings.TrimRight(line, "\n")) {
				fmt.Fprintf(w, "    %s\n", l)
			}
		}
		fmt.Fprintf(w, "    Example: %s\n\n", f.example)
	}
	return w.String()
}

func engineHelp() string {
	var w strings.Builder
	w.WriteString("An engine, once for each. Keys:\n")
	for _, k := range new(spec).table() {
		if k.help != "" {
			fmt.Fprintf(&w, "  %-12s %s\n", k.name+"=", k.help)
		}
	}
	w.WriteString("  option.X=    option X of the engine\nA move ends at the first limit that it reaches.")
	return w.String()
}

// wrap breaks a line at blanks; the blanks it begins with are kept.
func wrap(line string) (out []string) {
	const width = 92
	for len(line) > width {
		cut := strings.LastIndexByte(line[:width+1], ' ')
		if cut <= 0 {
			break
		}
		out = append(out, line[:cut])
		line = strings.TrimLeft(line[cut:], " ")
	}
	return append(out, line)
}
