package judge

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/game/text"
	"chuhe/internal/command"
	"chuhe/rules"
	"chuhe/rules/words"
)

// ErrDisagrees is wrapped when a game is not judged as expected.
var ErrDisagrees = errors.New("not as expected")

var (
	errUnfit  = errors.New("cannot be judged")
	errNoGame = errors.New("no game in the file")
	errBinary = errors.New("not a text, want PGN or a table")
	errFormat = errors.New("neither PGN (tags such as [Red \"name\"], or moves such as 1. C2.5) nor a table with tab-separated columns " +
		strings.Join(columns, ", "))
)

const help = `usage: chuhe judge [-fen FEN] -moves "h2e2 ..." [flags]
       chuhe judge -file games.pgn|cases.tsv|- [flags]

Says of each game whether play has ended, how and why, in one line that begins
with red-wins, black-wins, draw, continue or illegal.

PGN may be in UTF-8, GB18030 or UTF-16, with or without tags. A table has
tab-separated columns. Its first line may name them; otherwise they are id,
ruleset, fen, moves and expected. Lines that start with # are comments. The
column ruleset lists sets of rules, separated by commas; -rules overrides it.
The column expected holds "red loses", "black loses", "draw", a verdict such as
"draw: repetition", "continue" or "illegal".

The exit status is 0 if all went well, 1 if a game is not judged as expected,
and 2 if something cannot be read or a move is unexpectedly illegal.

`

// request is what the flags ask for.
type request struct {
	options  rules.Options
	rulesSet bool // -rules was given
	lang     words.Lang
	out      io.Writer
}

// Command is the command "chuhe judge". It prints a line for each game; what cannot
// be read goes to the error stream.
func Command() *command.Command {
	var (
		flags                       *flag.FlagSet
		fen, moves, file, set, lang string
		moveLimit                   int
	)
	return &command.Command{
		Name: "judge", Summary: "say whether play has ended in a game, how and why", Help: help,
		Flags: func(f *flag.FlagSet) {
			flags = f
			f.StringVar(&fen, "fen", board.StartFEN, "start position, as a `FEN`")
			f.StringVar(&moves, "moves", "", "`moves` from it, such as \"h2e2 h9g7\"")
			f.StringVar(&file, "file", "", "`file` of games: PGN, or a table; - for the standard input")
			f.StringVar(&set, "rules", rules.Computer.String(), "`set` of rules: "+rules.SetNames())
			moveLimit = rules.OwnLimit
			command.Range(f, &moveLimit, "movelimit", rules.OwnLimit, rules.MaxLimit, "natural move limit in `plies` without a capture, 0 for none, -1 for that of the rules")
			command.Range(f, &moveLimit, "drawmoves", rules.OwnLimit, rules.MaxLimit, "old name of -movelimit, in `plies`")
			f.StringVar(&lang, "lang", "en", "`language` of the reasons: en or zh")
		},
		Run: func(ctx context.Context, _ []string, s command.Streams) (err error) {
			given := command.Given(flags)
			c := request{out: s.Out, rulesSet: given["rules"]}
			switch {
			case given["file"] && (given["fen"] || given["moves"]):
				return command.Usagef("-file goes with neither -fen nor -moves")
			case given["movelimit"] && given["drawmoves"]:
				return command.Usagef("-movelimit and -drawmoves, want one of them")
			}
			c.options.MoveLimit = moveLimit
			if c.options.Set, err = rules.ParseSet(set); err != nil {
				return command.Usage(err)
			}
			if c.lang, err = words.ParseLang(lang); err != nil {
				return command.Usage(err)
			}
			if !given["file"] && !given["fen"] && !given["moves"] {
				return command.Usagef("no game, want -moves, -fen or -file")
			}
			if !given["file"] {
				return c.judgeAll("", []game{parseGame("", fen, moves)}, s.Err)
			}
			games, err := readFile(file, s.Input(ctx))
			if err != nil {
				return command.Input(err)
			}
			return c.judgeAll(file, games, s.Err)
		},
	}
}

// readFile reads the games of a file, at least one; - is the standard input.
func readFile(name string, in io.Reader) (games []game, err error) {
	var raw []byte
	if name == "-" {
		raw, err = io.ReadAll(in)
	} else {
		raw, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, err
	}
	decoded := text.Decode(raw)
	if strings.Contains(decoded, "\x00") {
		return nil, fmt.Errorf("%s: %w", name, errBinary)
	}
	games, err = readGames(decoded)
	if err == nil && len(games) == 0 {
		err = errNoGame
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return games, nil
}

// judgeAll prints a line for each game, and on errs one for each game that is wrong;
// that line does not repeat the reason. The error counts these.
func (c *request) judgeAll(file string, games []game, errs io.Writer) error {
	bad, disagree := 0, 0
	for i := range games {
		g := &games[i]
		line, err := c.judge(g)
		if _, err := fmt.Fprintln(c.out, command.Printable(line)); err != nil {
			return err
		}
		switch {
		case errors.Is(err, command.ErrInput):
			bad++
			err = errUnfit // the line has the reason
		case err != nil:
			disagree++
		default:
			continue
		}
		where := g.where(file)
		switch {
		case where != "":
			err = fmt.Errorf("%s: %w", where, err)
		case err == errUnfit:
			continue
		}
		fmt.Fprintln(errs, command.Printable("chuhe judge: "+err.Error()))
	}
	switch {
	case bad > 0:
		return command.Inputf("%w: %d of %d games", errUnfit, bad, len(games))
	case disagree > 0:
		return fmt.Errorf("%w: %d of %d games", ErrDisagrees, disagree, len(games))
	}
	return nil
}

// judge returns the line about a game. Where its sets of rules differ, the line
// starts with the verdict of the first, and the others follow.
func (c *request) judge(g *game) (line string, err error) {
	if g.err != nil {
		line = "illegal " + illegalText(g.err, c.lang)
		switch {
		case errors.Is(g.err, command.ErrInput):
			err = g.err
		case g.expected == "":
			err = command.Input(g.err)
		case !agreesIllegal(g.expected, g.err):
			err = fmt.Errorf("%w: illegal, want %s", ErrDisagrees, g.expected) // the line has the reason
		}
		return line + g.suffix(), err
	}
	sets, expected := g.sets, g.expected
	if c.rulesSet || len(sets) == 0 {
		if len(sets) > 0 && !slices.Contains(sets, c.options.Set) {
			expected = "" // holds under the game's own rules only
		}
		sets = []rules.Set{c.options.Set}
	}
	first := ""
	for i, set := range sets {
		v := rules.Judge(g.game, rules.Options{Set: set, MoveLimit: c.options.MoveLimit})
		result := c.lang.Verdict(&v)
		if outcome := outcomes[v.Result]; !strings.HasPrefix(result, outcome) {
			result = outcome + " " + result
		}
		switch {
		case i == 0:
			line, first = result, v.String()
		case v.String() != first:
			line += fmt.Sprintf(" | %v: %s", set, result)
		}
		if !agrees(expected, v.String()) {
			err = fmt.Errorf("%w under %v: %s, want %s", ErrDisagrees, set, v.String(), expected)
		}
	}
	return line + g.suffix(), err
}

// outcomes are the words that start a line.
var outcomes = [...]string{board.Unfinished: "continue", board.RedWins: "red-wins", board.BlackWins: "black-wins", board.Draw: "draw"}

// agrees reports whether a verdict is the one expected: the same, or of the
// same result where no kind is expected. Everything agrees with "".
func agrees(expected, headline string) bool {
	result, _, _ := strings.Cut(headline, ":")
	return expected == "" || expected == headline || expected == result
}

// agreesIllegal reports whether a game is expected to be illegal for the reason
// that it is.
func agreesIllegal(expected string, err error) bool {
	reason, _ := strings.CutPrefix(expected, "illegal: ")
	return expected == "illegal" || reason != expected && strings.Contains(err.Error(), reason)
}

// illegalText puts the reason why a game cannot be played into words.
func illegalText(err error, lang words.Lang) string {
	var bad *rules.MoveError
	if errors.As(err, &bad) {
		return lang.Illegal(bad)
	}
	return err.Error()
}
