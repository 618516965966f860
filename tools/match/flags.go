package match

import (
	"context"
	stdflag "flag"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"chuhe/board"
	"chuhe/game/notation"
	"chuhe/internal/command"
	"chuhe/internal/stats"
	"chuhe/internal/unit"
	"chuhe/lang"
	"chuhe/rules"
	"chuhe/rules/words"
	"chuhe/tools/match/tournament"
)

// parser collects what can be put together only after all flags are read.
type parser struct {
	*settings
	each   []pair
	lists  [][]pair // of each -engine
	repeat bool
	given  []string         // names of the flags
	more   *stdflag.FlagSet // flags of the carrier
}

// over has the games of a match played by a carrier, which has flags of its own; without one
// they are played here.
type over struct {
	carrier unit.Carrier
	define  func(*stdflag.FlagSet)
}

// parse reads the words of a command line, and the file that -config names. Its errors name the flag.
// One about a file rather than the words is [command.ErrInput].
// Messages are in the language, unless a flag asks for another.
func (o over) parse(ctx context.Context, args []string, l lang.Lang) (*settings, error) {
	p, err := o.read(args, l)
	if err != nil {
		return nil, err
	}
	if err := p.noStream(); err != nil { // before the words of an older match, which may have such names
		return nil, err
	}
	if p.resume != "" {
		for _, name := range []string{"engine", "each", "config", "out", "pgnout"} {
			if slices.Contains(p.given, name) {
				return nil, lang.Errorf("match.resumed", "flag", name)
			}
		}
		file := p.resume
		b, games, err := readJournal(file)
		if err != nil {
			return nil, fmt.Errorf("-resume: %w", err)
		}
		if p, err = o.read(append(b.Args, args...), l); err != nil {
			return nil, fmt.Errorf("-resume: %s: %w", file, err)
		}
		p.base, p.pgn = strings.TrimSuffix(file, journalExt), fromFolder(file, b.PGN)
		// The journal would call the games of later rounds a fault, and want them cut off.
		if n := len(games); n > 0 && p.Schedule.Format == tournament.Swiss && slices.Contains(p.given, "rounds") && p.Schedule.Rounds < games[n-1].Round {
			return nil, lang.Errorf("match.roundsPlayed", "rounds", p.Schedule.Rounds, "round", games[n-1].Round)
		}
		if err := p.finish(ctx); err != nil { // also about flags that nobody gave now
			return nil, fmt.Errorf("-resume: %s: %w", file, err)
		}
		return p.settings, nil
	}
	return p.settings, p.finish(ctx)
}

// noStream returns an error about a file that is named "-".
func (s *settings) noStream() error {
	for _, f := range []struct{ flag, name string }{{"out", s.base}, {"pgnout", s.pgn}, {"log", s.log}} {
		if err := command.NoStream(f.flag, f.name); err != nil {
			return err
		}
	}
	return nil
}

// parser returns a parser that has read nothing.
func (o over) parser() *parser {
	p := &parser{settings: defaults(), more: stdflag.NewFlagSet("", stdflag.ContinueOnError)}
	if p.units.Over = o.carrier; o.carrier != nil {
		o.define(p.more)
	}
	return p
}

// read reads the words of a command line without putting them together.
func (o over) read(args []string, l lang.Lang) (*parser, error) {
	p := o.parser()
	p.lang = l
	flags := p.flags()
	for len(args) > 0 {
		name, joined, hasValue := strings.Cut(strings.TrimLeft(args[0], "-"), "=")
		if !strings.HasPrefix(args[0], "-") {
			return p, lang.Errorf("match.wantFlag", "word", strconv.Quote(args[0]))
		}
		i := slices.IndexFunc(flags, func(f flag) bool { return f.name == name })
		if i < 0 {
			return p, fmt.Errorf("-%s: %w", name, lang.Errorf("match.unknownFlag"))
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
		if name != "resume" && name != "unit" && name != "merge" {
			p.args = append(p.args, args[:n]...)
		}
		args = args[n:]
	}
	return p, nil
}

// finish puts the engines together and looks for contradictions.
func (p *parser) finish(ctx context.Context) error {
	if p.repeat && p.Schedule.Games != 2 {
		return lang.Errorf("match.repeat", "games", p.Schedule.Games)
	}
	lists := p.lists
	var config *configFile
	if p.engineFile != "" {
		var err error
		if config, err = readConfig(ctx, p.engineFile); err != nil {
			return fmt.Errorf("-config: %s: %w", p.engineFile, err)
		}
		if len(lists) == 0 {
			lists = config.engines
		}
	}
	if err := p.format(max(2, len(lists))); err != nil {
		return err
	}
	for _, own := range lists {
		base, err := config.named(own)
		if err != nil {
			return fmt.Errorf("-engine: %w", err)
		}
		pairs := slices.Concat(p.each, base, own)
		var e *spec
		if p.units.Over == nil {
			e, err = newSpec(pairs)
		} else {
			e, err = ownSpec(pairs)
		}
		if err != nil {
			return fmt.Errorf("-engine: %w", err)
		}
		p.engines = append(p.engines, e)
	}
	p.Schedule.Players = len(p.engines)
	return p.check()
}

// format completes the format of a match of engines.
func (p *parser) format(engines int) error {
	rounds, breaks := slices.Contains(p.given, "rounds"), slices.Contains(p.given, "tiebreaks")
	s := &p.Schedule
	switch most := engines - 1 + engines%2; {
	case s.Format != tournament.Knockout && breaks:
		return lang.Errorf("match.breaksOnly")
	case s.Format.Drawn() && p.SPRT != nil:
		return lang.Errorf("match.sprtFormat", "format", string(s.Format))
	case s.Format == tournament.Knockout && rounds:
		return lang.Errorf("match.knockoutRounds")
	case s.Format == tournament.Knockout && !breaks:
		s.TieBreaks = 5
	case s.Format == tournament.Swiss && !rounds:
		s.Rounds = bits.Len(uint(engines - 1))
	case s.Format == tournament.Swiss && s.Rounds > most:
		return lang.Errorf("match.swissRounds", "rounds", s.Rounds, "engines", engines, "n", most)
	}
	return nil
}

// isFlag reports whether a word is a flag: a dash and a letter. A negative number is
// a value.
func isFlag(word string) bool {
	return len(word) > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9') && word[1] != '.'
}

// flag is a flag; the catalogues, or the carrier, say what it does.
type flag struct {
	name    string
	usage   string // the words after it
	example string
	parse   func(words []string) error
}

const most = 1 << 30

// local are the flags about the machine that plays, which are not there where others play. Nor is "recover":
// where an engine breaks there, another machine plays the unit.
var local = []string{"concurrency", "use-affinity", "wait", "unit", "merge", "log", "recover"}

// flags returns the command line, in the order of the help.
func (p *parser) flags() []flag {
	seed := one(number(&p.seed, 0, math.MaxUint64))
	flags := []flag{
		{"engine", "cmd=COMMAND key=value...", `-engine cmd=./chuhe tc=10+0.1 -engine cmd=fairy-stockfish proto=uci nodes=5000`,
			func(words []string) error {
				pairs, err := engineKeys(words)
				p.lists = append(p.lists, pairs)
				return err
			}},
		{"each", "key=value...", `-each tc=60+0.6 option.hashsize=64`,
			func(words []string) error {
				pairs, err := engineKeys(words)
				p.each = append(p.each, pairs...)
				return err
			}},
		{"config", "[file=]NAME", `-config file=engines.toml -each tc=10+0.1`,
			keys("file", map[string]setter{"file": fileName(&p.engineFile)}, "file")},
		{"tournament", "roundrobin|gauntlet|swiss|knockout", `-tournament swiss`,
			one(func(word string) error {
				p.Schedule.Format = tournament.Format(strings.ReplaceAll(word, "-", ""))
				if !slices.Contains(tournament.Formats, p.Schedule.Format) {
					return lang.Errorf("match.formats")
				}
				return nil
			})},
		{"rounds", "N", `-rounds 100`,
			one(number(&p.Schedule.Rounds, 1, most))},
		{"games", "N", `-games 2`,
			one(number(&p.Schedule.Games, 1, 1000))},
		{"tiebreaks", "N", `-tiebreaks 10`,
			one(number(&p.Schedule.TieBreaks, 0, 1000))},
		{"repeat", "[2]", `-repeat`,
			func(words []string) error {
				p.repeat = true
				if len(words) > 0 && !slices.Equal(words, []string{"2"}) {
					return lang.Errorf("match.twoWords", "word", strconv.Quote(words[0]))
				}
				return nil
			}},
		{"openings", "FILE|random:N[,LOW-HIGH] format=epd|pgn order=sequential|random plies=N start=N skipbad", `-openings random:5000,80-200`,
			keys("file", map[string]setter{
				"file": p.setBook, "again": flagKey(&p.book.again), "format": choice(&p.book.format, formatEPD, formatPGN),
				"order": choice(&p.book.order, "sequential", random),
				"plies": number(&p.book.plies, 1, 1000), "start": number(&p.book.start, 1, most),
				"skipbad": flagKey(&p.book.skipBad),
			})},
		{"seed", "N", `-seed 7`, seed},
		{"srand", "N", `-srand 7`, seed},
		{"concurrency", "N", `-concurrency 4`,
			one(number(&p.Boards, 1, 10000))},
		{"use-affinity", "[CPUS]", `-use-affinity 2-5,8`,
			func(words []string) (err error) {
				p.affinity, err = parseCPUs(words)
				return
			}},
		{"sprt", "elo0=A elo1=B alpha=P beta=P model=normalized|logistic", `-sprt elo0=0 elo1=5 alpha=0.05 beta=0.05`,
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
		{"rules", "[set=]SET movelimit=N", `-rules asian movelimit=120`,
			keys("set", map[string]setter{
				"movelimit": number(&p.Rules.MoveLimit, 0, rules.MaxLimit), "limit": number(&p.Rules.MoveLimit, 0, rules.MaxLimit),
				"set": parsed(&p.Rules.Set, words.ParseSet),
			})},
		{"resign", "movecount=N score=CP twosided=true|false", `-resign movecount=4 score=900`,
			keys("", map[string]setter{
				"movecount": number(&p.Resign.Moves, 1, 10000), "score": number(&p.Resign.Score, 1, tournament.MateCP),
				"twosided": parsed(&p.Resign.OneSided, func(word string) (bool, error) {
					two, err := onOff(word)
					return !two, err
				}),
			}, "movecount", "score")},
		{"draw", "movenumber=N movecount=N score=CP", `-draw movenumber=50 movecount=8 score=15`,
			keys("", map[string]setter{
				"movenumber": number(&p.Draw.From, 0, board.MaxCounter), "movecount": number(&p.Draw.Moves, 1, 10000),
				"score": number(&p.Draw.Score, 0, tournament.MateCP),
			}, "movecount", "score")},
		{"maxmoves", "N", `-maxmoves 300`, one(number(&p.MaxMoves, 1, board.MaxCounter-1))},
		{"recover", "", `-recover`,
			none(&p.Recover)},
		{"wait", "N", `-wait 100`, one(millis(&p.Wait))},
		{"untimed", "", `-untimed`, none(&p.Untimed)},
		{"unit", "I/N", `-unit 0/100`, one(p.units.Part.Set)},
		{"merge", "", `-merge`, none(&p.units.Merge)},
		{"resume", "FILE", `-resume new-vs-old.jsonl`,
			one(fileName(&p.resume))},
		{"out", "NAME", `-out new-vs-old`,
			one(parsed(&p.base, baseOf))},
		{"pgnout", "[file=]NAME notation=STYLE", `-pgnout file=games.pgn notation=chinese`,
			keys("file", map[string]setter{"file": fileName(&p.pgn), "notation": parsed(&p.notation, notation.ParseStyle)})},
		{"log", "[file=]NAME", `-log file=engines.log`,
			keys("file", map[string]setter{"file": fileName(&p.log)}, "file")},
		{"event", "NAME", `-event "Autumn cup"`, one(text(&p.event))},
		{"site", "NAME", `-site Chengdu`, one(text(&p.site))},
		{"lang", "CODE", `-lang zh`, one(parsed(&p.lang, lang.Parse))},
		{"ratinginterval", "N", `-ratinginterval 50`,
			one(number(&p.interval, 0, most))},
		{"scoreinterval", "N", `-scoreinterval 50`, one(number(&p.interval, 0, most))},
		{"variant", "xiangqi", `-variant xiangqi`, one(func(word string) error {
			if word != "xiangqi" {
				return lang.Errorf("match.variants")
			}
			return nil
		})},
	}
	if p.units.Over == nil {
		return flags
	}
	flags = slices.DeleteFunc(flags, func(f flag) bool { return slices.Contains(local, f.name) })
	p.more.VisitAll(func(f *stdflag.Flag) {
		value, _ := stdflag.UnquoteUsage(f)
		flags = append(flags, flag{f.Name, strings.ToUpper(value), "", one(f.Value.Set)})
	})
	return flags
}

// list returns what every flag does, with an example.
func (o over) list(l lang.Lang) string {
	var b strings.Builder
	values := map[string]string{"rules": rules.SetNames(), "lang": lang.Codes(), "pgnout": notation.Names()}
	p := o.parser()
	for _, f := range p.flags() {
		fmt.Fprintln(&b, strings.TrimSpace("-"+f.name+" "+f.usage))
		var text string
		if further := p.more.Lookup(f.name); further != nil {
			_, text = stdflag.UnquoteUsage(further)
		} else {
			text = l.Say("match.-"+f.name, "values", values[f.name]) + "\n" + l.Say("match.example", "example", f.example)
		}
		for line := range strings.Lines(text) {
			fmt.Fprintf(&b, "    %s", line)
		}
		b.WriteString("\n\n")
	}
	return b.String()
}
