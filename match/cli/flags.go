package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"chuhe/game/notation"
	"chuhe/match"
	"chuhe/match/stats"
	"chuhe/rules"
)

// parser collects what can be put together only after all flags are read.
type parser struct {
	*settings
	config  *configFile
	each    []pair
	engines [][]pair
	repeat  bool
	given   []string // names of the flags
	words   []string // all words except those of -resume
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
		h, _, _, err := readJournal(file)
		if err != nil {
			return nil, fmt.Errorf("-resume: %w", err)
		}
		if p, err = readFlags(append(h.Args, args...)); err != nil {
			return nil, fmt.Errorf("-resume: %s: %w", file, err)
		}
	}
	p.settings.args = p.words
	return p.settings, p.finish()
}

// readFlags reads the words of a command line without putting them together.
func readFlags(args []string) (*parser, error) {
	p := &parser{settings: defaults()}
	for len(args) > 0 {
		name := strings.TrimLeft(args[0], "-")
		if !strings.HasPrefix(args[0], "-") {
			return p, fmt.Errorf("%q: want a flag such as -engine", args[0])
		}
		f := findFlag(name)
		if f == nil {
			return p, fmt.Errorf("-%s: unknown flag", name)
		}
		n := 1
		for n < len(args) && !isFlag(args[n]) {
			n++
		}
		if err := f.parse(p, args[1:n]); err != nil {
			return p, fmt.Errorf("-%s: %w", name, err)
		}
		p.given = append(p.given, name)
		if name != "resume" {
			p.words = append(p.words, args[:n]...)
		}
		args = args[n:]
	}
	return p, nil
}

// finish puts the engines together and looks for contradictions.
func (p *parser) finish() error {
	if p.repeat && p.games != 2 {
		return fmt.Errorf("-repeat: contradicts -games %d", p.games)
	}
	engines := p.engines
	if len(engines) == 0 && p.config != nil {
		engines = p.config.engines
	}
	for _, own := range engines {
		pairs := append([]pair(nil), p.each...)
		base, err := p.config.named(own)
		if err != nil {
			return fmt.Errorf("-engine: %w", err)
		}
		e, err := newSpec(append(append(pairs, base...), own...))
		if err != nil {
			return fmt.Errorf("-engine: %w", err)
		}
		p.settings.engines = append(p.settings.engines, e)
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
	parse   func(p *parser, words []string) error
}

func findFlag(name string) *flag {
	for i := range flags {
		if flags[i].name == name {
			return &flags[i]
		}
	}
	return nil
}

// none is for flags that take no words.
func none(set func(p *parser)) func(*parser, []string) error {
	return func(p *parser, words []string) error {
		if len(words) > 0 {
			return fmt.Errorf("%q follows, want no words", words[0])
		}
		set(p)
		return nil
	}
}

// one is for flags that take one word.
func one(set func(p *parser, word string) error) func(*parser, []string) error {
	return func(p *parser, words []string) error {
		if len(words) != 1 {
			return fmt.Errorf("%d words follow, want 1", len(words))
		}
		return set(p, words[0])
	}
}

// number is for flags with a whole number in a range.
func number(from, to int, set func(p *parser, n int)) func(*parser, []string) error {
	return one(func(p *parser, word string) error {
		n, err := whole(word, from, to)
		if err == nil {
			set(p, n)
		}
		return err
	})
}

func whole(word string, from, to int) (int, error) {
	n, err := strconv.Atoi(word)
	if err != nil || n < from || n > to {
		return 0, fmt.Errorf("%q: want a whole number %d-%d", word, from, to)
	}
	return n, nil
}

// keys is for flags with words key=value; a bare word is a key with an empty value.
// The required keys must be given.
func keys(set func(p *parser, key, value string) error, required ...string) func(*parser, []string) error {
	return func(p *parser, words []string) error {
		for _, key := range required {
			if !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, key+"=") }) {
				return fmt.Errorf("%s= is missing", key)
			}
		}
		for _, w := range words {
			key, value, _ := strings.Cut(w, "=")
			if err := set(p, key, value); err != nil {
				return fmt.Errorf("%s: %w", w, err)
			}
		}
		return nil
	}
}

var errKey = errors.New("unknown key")

func real(word string) (float64, error) {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return 0, fmt.Errorf("want a number")
	}
	return x, nil
}

const most = 1 << 30

// flags is the command line, in the order of the help.
var flags = []flag{
	{"engine", "cmd=COMMAND key=value...", engineHelp, `-engine cmd=./chuhe tc=10+0.1 -engine cmd=fairy-stockfish proto=uci nodes=5000`,
		func(p *parser, words []string) error {
			pairs, err := splitPairs(words)
			p.engines = append(p.engines, pairs)
			return err
		}},
	{"each", "key=value...", "Keys of -engine for all engines; an engine's own keys override them.", `-each tc=60+0.6 option.hashsize=64`,
		func(p *parser, words []string) error {
			pairs, err := splitPairs(words)
			p.each = append(p.each, pairs...)
			return err
		}},
	{"config", "file=NAME", "TOML or JSON file with an array engine of tables whose keys are those of -engine; its options may be in a table option. " +
		"All its engines play, or those that -engine conf=NAME names.", `-config file=engines.toml -each tc=10+0.1`,
		keys(func(p *parser, key, value string) (err error) {
			if key != "file" {
				return errKey
			}
			p.config, err = readConfig(value)
			return
		}, "file")},
	{"tournament", "roundrobin|gauntlet", "Who plays whom: everybody everybody (default), or the first engine all others.", `-tournament gauntlet`,
		one(func(p *parser, word string) error {
			p.format = match.Format(word)
			if p.format != match.RoundRobin && p.format != match.Gauntlet {
				return fmt.Errorf("%q: want roundrobin or gauntlet", word)
			}
			return nil
		})},
	{"rounds", "N", "Rounds, in each of which every two engines that meet play -games games from one opening. Default 1.", `-rounds 100`,
		number(1, most, func(p *parser, n int) { p.rounds = n })},
	{"games", "N", "Games of each encounter, colours changing from game to game. Default 2; statistics of pairs need 2.", `-games 2`,
		number(1, 1000, func(p *parser, n int) { p.games = n })},
	{"repeat", "", "Play each opening with both colours: -games 2, the default.", `-repeat`,
		none(func(p *parser) { p.repeat = true })},
	{"openings", "file=NAME format=epd|pgn order=sequential|random plies=N start=N skipbad",
		"Openings from a file of FENs or EPDs, one a line, or of PGN games, of which plies= moves are played (all by default). " +
			"Without file= a built-in set of balanced positions is used. The order is random (by -seed) or that of the file, beginning with start=. " +
			"A bad opening is an error before the first game, unless skipbad leaves it out.",
		`-openings file=book.epd order=sequential`,
		keys(func(p *parser, key, value string) (err error) {
			switch key {
			case "file":
				p.openings = value
			case "format":
				if p.openFormat = value; value != formatEPD && value != formatPGN {
					return errors.New("want epd or pgn")
				}
			case "order":
				if p.openRandom = value == "random"; !p.openRandom && value != "sequential" {
					return errors.New("want sequential or random")
				}
			case "plies":
				p.openPlies, err = whole(value, 1, 1000)
			case "start":
				p.openStart, err = whole(value, 1, most)
			case "skipbad":
				p.openSkipBad = true
			default:
				err = errKey
			}
			return
		})},
	{"seed", "N", "Seed of the order of openings. Default 1. Also called -srand.", `-seed 7`, one(parseSeed)},
	{"srand", "N", "The same as -seed.", `-srand 7`, one(parseSeed)},
	{"concurrency", "N", "Games played at once. Default: the cores that Go may use (GOMAXPROCS) over the threads of the engines.", `-concurrency 4`,
		number(1, 10000, func(p *parser, n int) { p.concurrency = n })},
	{"use-affinity", "[CPUS]", "Bind the engines of each board to CPUs of their own, all that the program may use or those of a list (Linux only).", `-use-affinity 2-5,8`,
		func(p *parser, words []string) (err error) {
			p.affinity, err = parseCPUs(words)
			return
		}},
	{"sprt", "elo0=A elo1=B alpha=P beta=P model=normalized|logistic",
		"Stop as soon as a sequential probability ratio test of the first engine against the second is decided. " +
			"Defaults: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized.",
		`-sprt elo0=0 elo1=5 alpha=0.05 beta=0.05`,
		func(p *parser, words []string) error {
			test := stats.SPRT{Elo0: 0, Elo1: 5, Alpha: .05, Beta: .05, Model: stats.Normalized}
			p.sprt = &test
			err := keys(func(_ *parser, key, value string) (err error) {
				switch key {
				case "elo0":
					test.Elo0, err = real(value)
				case "elo1":
					test.Elo1, err = real(value)
				case "alpha":
					test.Alpha, err = real(value)
				case "beta":
					test.Beta, err = real(value)
				case "model":
					test.Model = stats.Model(value)
				default:
					err = errKey
				}
				return
			})(p, words)
			if err != nil {
				return err
			}
			return test.Validate()
		}},
	{"rules", "SET movelimit=N", "Set of rules of repetition: " + rules.SetNames() + "; the first is the default. movelimit= sets the natural move limit in plies without a capture, 0 for none.", `-rules asian movelimit=120`,
		keys(func(p *parser, key, value string) (err error) {
			if key == "movelimit" || key == "limit" {
				p.rules.MoveLimit, err = whole(value, 0, 10000)
				return
			}
			p.rules.Set, err = rules.ParseSet(key)
			return
		})},
	{"resign", "movecount=N score=CP twosided=true|false",
		"Adjudicate a loss when an engine's score was at most -CP for N of its moves and, unless twosided=false, the opponent's at least CP.",
		`-resign movecount=4 score=900`,
		keys(func(p *parser, key, value string) (err error) {
			switch key {
			case "movecount":
				p.resign.Moves, err = whole(value, 1, 10000)
			case "score":
				p.resign.Score, err = whole(value, 1, match.MateCP)
			case "twosided":
				var two bool
				two, err = onOff(value)
				p.resign.OneSided = !two
			default:
				err = errKey
			}
			return
		}, "movecount", "score")},
	{"draw", "movenumber=N movecount=N score=CP",
		"Adjudicate a draw when, from move movenumber (default 0) on, both engines' scores were within CP of zero for movecount moves.",
		`-draw movenumber=50 movecount=8 score=15`,
		keys(func(p *parser, key, value string) (err error) {
			switch key {
			case "movenumber":
				p.draw.From, err = whole(value, 0, 10000)
			case "movecount":
				p.draw.Moves, err = whole(value, 1, 10000)
			case "score":
				p.draw.Score, err = whole(value, 0, match.MateCP)
			default:
				err = errKey
			}
			return
		}, "movecount", "score")},
	{"maxmoves", "N", "Adjudicate a draw after move N.", `-maxmoves 300`,
		number(1, 10000, func(p *parser, n int) { p.maxMoves = n })},
	{"recover", "", "Restart an engine that crashed or did not answer, and continue. Without it such a game ends the match.", `-recover`,
		none(func(p *parser) { p.recover = true })},
	{"wait", "N", "Milliseconds between two games of a board.", `-wait 100`,
		number(0, 1e7, func(p *parser, n int) { p.wait = time.Duration(n) * time.Millisecond })},
	{"resume", "FILE", "Continue the match whose games are in FILE, with the flags it had. More may follow, such as another -concurrency or more -rounds; they are kept with the games. Flags that decide games cannot change.", `-resume new-vs-old.jsonl`,
		one(func(p *parser, word string) error { p.resume = word; return nil })},
	{"out", "NAME", "Start of the names of the files of the match: NAME.jsonl has every game, NAME.pgn the same as PGN, NAME.html the report. Default: match-DATE-TIME.", `-out new-vs-old`,
		one(func(p *parser, word string) error { p.base = word; return nil })},
	{"pgnout", "file=NAME notation=iccs|wxf|chinese", "File to which the games are appended as PGN and the notation of their moves. Default: NAME.pgn of -out, iccs.", `-pgnout file=games.pgn notation=chinese`,
		keys(func(p *parser, key, value string) (err error) {
			switch key {
			case "file":
				p.pgn = value
			case "notation":
				p.notation, err = notation.ParseStyle(value)
			default:
				err = errKey
			}
			return
		})},
	{"log", "file=NAME", "File to which every line exchanged with the engines is appended.", `-log file=engines.log`,
		keys(func(p *parser, key, value string) error {
			if key != "file" {
				return errKey
			}
			p.log = value
			return nil
		}, "file")},
	{"event", "NAME", "Name of the event in PGN and report.", `-event "Autumn cup"`,
		one(func(p *parser, word string) error { p.event = word; return nil })},
	{"site", "NAME", "Place in the PGN.", `-site Chengdu`,
		one(func(p *parser, word string) error { p.site = word; return nil })},
	{"ratinginterval", "N", "Games between two print-outs of the standings; 0 for only the last. Default 10.", `-ratinginterval 50`,
		number(0, most, func(p *parser, n int) { p.interval = n })},
}

func parseSeed(p *parser, word string) (err error) {
	if p.seed, err = strconv.ParseUint(word, 10, 64); err != nil {
		return fmt.Errorf("%q: want a whole number from 0", word)
	}
	return nil
}

const engineHelp = `An engine, once for each. Keys:
  conf=        name of an engine of the -config file, to begin with its keys
  cmd=         command; "self" is this program
  args=        its arguments, separated by blanks
  name=        name in tables; default: the command
  dir=         working directory
  proto=       ucci (default) or uci
  squares=     ranks counted 0-9 or 1-10 (Fairy-Stockfish in UCI); default auto
  unit=        unit of time in UCCI, ms or s; default: by the option usemillisec
  option.X=    option X of the engine
  tc=          [moves/][minutes:]seconds[+increment]
  st=          seconds for each move
  nodes=       nodes for each move
  depth=       plies for each move (also plies=)
  timemargin=  milliseconds by which the time may be exceeded; default 20
  startup=     seconds to start or get ready for a game; default 10
  timeout=     seconds for a move where no clock limits it; default 60
  restart=     on: start again for each game; default off
Limits of several kinds hold together.`
