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
	"chuhe/game/formats"
	"chuhe/internal/command"
	"chuhe/rules"
	"chuhe/rules/words"
)

// ErrDisagrees is wrapped when a game is not judged as expected.
var ErrDisagrees = errors.New("not as expected")

var (
	errUnfit  = errors.New("cannot be judged")
	errNoGame = errors.New("no game in the file")
	errNoneIn = errors.New("no game in the folder")
	errFormat = errors.New("neither games (" + formats.Names() + ") nor a table with tab-separated columns " + strings.Join(columns, ", "))
)

const help = `usage: chuhe judge [-fen FEN] -moves "h2e2 ..." [flags]
       chuhe judge [flags] FILE|FOLDER|- ...

Says of each game whether play has ended, how and why, in one line that begins
with red-wins, black-wins, draw, continue or illegal; with -lang zh it begins with
红胜, 黑胜, 和棋, 对局继续 or 不合法. Where the recorded result is not that of the
verdict, the line says so.

A file has games in any format that chuhe convert reads, or a table. A table has
tab-separated columns. Its first line may name them; otherwise they are id,
ruleset, fen, moves and expected. Lines that start with # are comments. The
column ruleset lists sets of rules, separated by commas; the tag Rules of a PGN file
names one. -rules overrides both.
The column expected holds "red loses", "black loses", "draw", a verdict such as
"draw: repetition", "continue" or "illegal". Moves are in any notation.

The exit status is 0 if all went well, 1 if a game is not judged as expected,
and 2 if something cannot be read or a move is illegal where nothing is expected.

`

// request is what the flags ask for.
type request struct {
	options  rules.Options
	rulesSet bool // -rules was given
	lang     words.Lang
	out, err io.Writer
	several  bool // files, so that lines name them

	games, bad, disagree int
	unread               int // files
}

// Command is the command "chuhe judge". It prints a line for each game; what cannot
// be read goes to the error stream.
func Command() *command.Command {
	var (
		flags                 *flag.FlagSet
		fen, moves, set, lang string
		moveLimit             int
	)
	return &command.Command{
		Name: "judge", Summary: "say whether play has ended in a game, how and why", Help: help, Operands: true,
		Flags: func(f *flag.FlagSet) {
			flags = f
			f.StringVar(&fen, "fen", board.StartFEN, "start position, as a `FEN`")
			f.StringVar(&moves, "moves", "", "`moves` from it in any notation, such as \"h2e2 h9g7\"")
			f.StringVar(&set, "rules", rules.Computer.String(), "`set` of rules: "+rules.SetNames())
			moveLimit = rules.OwnLimit
			command.Range(f, &moveLimit, "movelimit", rules.OwnLimit, rules.MaxLimit, "natural move limit in `plies` without a capture, 0 for none, -1 for that of the rules")
			f.StringVar(&lang, "lang", "en", "`language` of the reasons: en or zh")
		},
		Run: func(ctx context.Context, args []string, s command.Streams) (err error) {
			given := command.Given(flags)
			c := request{out: s.Out, err: s.Err, rulesSet: given["rules"]}
			if len(args) > 0 && (given["fen"] || given["moves"]) {
				return command.Usagef("a file goes with neither -fen nor -moves")
			}
			c.options.MoveLimit = moveLimit
			if c.options.Set, err = rules.ParseSet(set); err != nil {
				return command.Usage(err)
			}
			if c.lang, err = words.ParseLang(lang); err != nil {
				return command.Usage(err)
			}
			if len(args) == 0 && !given["fen"] && !given["moves"] {
				return command.Usagef("no game, want -moves, -fen or a file")
			}
			if len(args) == 0 {
				g := parseGame("", fen, moves)
				if err := c.tell("", &g); err != nil {
					return err
				}
				return c.verdict()
			}
			files, err := formats.Files(args)
			if err != nil {
				return command.Input(err)
			}
			c.several = len(files) > 1
			in := s.Input(ctx)
			for _, f := range files {
				if err := c.file(f, in); err != nil {
					return err
				}
			}
			if c.games == 0 && c.unread == 0 {
				return c.noGame(args)
			}
			return c.verdict()
		},
	}
}

// file judges the games of a file.
func (c *request) file(f formats.File, in io.Reader) error {
	if f.Name != "-" {
		opened, err := os.Open(f.Name)
		if err != nil {
			return command.Input(err)
		}
		defer opened.Close()
		in = opened
	}
	games, err := readGames(in)
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case err != nil && f.Found:
		return nil // not a file of games
	case err != nil && c.several:
		c.unread++
		fmt.Fprintln(c.err, command.Printable(fmt.Sprintf("chuhe judge: %s: %s", f.Name, c.reason(err))))
		return nil
	case err != nil:
		return command.Input(spoken{err, f.Name + ": " + c.reason(err)})
	}
	for g := range games {
		if errors.Is(g.err, context.Canceled) {
			return g.err
		}
		if err := c.tell(f.Name, &g); err != nil {
			return err
		}
	}
	return nil
}

// noGame returns the error about files and folders without a game.
func (c *request) noGame(args []string) error {
	var all []string
	for _, arg := range args {
		err := errNoGame
		if formats.IsFolder(arg) {
			err = errNoneIn
		}
		all = append(all, arg+": "+c.reason(err))
	}
	return command.Input(spoken{errNoGame, strings.Join(all, c.say().semicolon)})
}

// tell prints a line for a game and, on the error stream, one if it is wrong; that
// line does not repeat the reason.
func (c *request) tell(file string, g *game) error {
	if c.several {
		g.id = strings.TrimSuffix(file+": "+g.id, ": ")
	}
	c.games++
	line, err := c.judge(g)
	if _, err := fmt.Fprintln(c.out, command.Printable(line)); err != nil {
		return err
	}
	switch {
	case errors.Is(err, command.ErrInput):
		c.bad++
		err = errors.New(c.say().unfit) // the line has the reason
		if g.where(file) == "" {
			return nil
		}
	case err != nil:
		c.disagree++
	default:
		return nil
	}
	if where := g.where(file); where != "" {
		err = fmt.Errorf("%s: %w", where, err)
	}
	fmt.Fprintln(c.err, command.Printable("chuhe judge: "+err.Error()))
	return nil
}

// verdict returns the error about all games, which counts those that are wrong.
func (c *request) verdict() error {
	switch {
	case c.unread > 0:
		return command.Input(spoken{errUnfit, fmt.Sprintf(c.say().unread, c.unread)})
	case c.bad > 0:
		return command.Input(spoken{errUnfit, fmt.Sprintf(c.say().unfitOf, c.bad, c.games)})
	case c.disagree > 0:
		return spoken{ErrDisagrees, fmt.Sprintf(c.say().disagreeOf, c.disagree, c.games)}
	}
	return nil
}

// judge returns the line about a game. Where its sets of rules differ, the line
// starts with the verdict of the first, and the others follow.
func (c *request) judge(g *game) (line string, err error) {
	say := c.say()
	if g.err != nil {
		line = say.illegal + " " + c.reason(g.err)
		switch {
		case errors.Is(g.err, command.ErrInput):
			err = g.err
		case g.expected == "":
			err = command.Input(g.err)
		case !agreesIllegal(g.expected, g.err):
			err = spoken{ErrDisagrees, fmt.Sprintf(say.notIllegal, g.expected)} // the line has the reason
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
	first, remark := "", ""
	for i, set := range sets {
		v := rules.Judge(g.game, rules.Options{Set: set, MoveLimit: c.options.MoveLimit})
		result := c.lang.Verdict(&v)
		if outcome := say.outcomes[v.Result]; !strings.HasPrefix(result, outcome) {
			result = outcome + " " + result
		}
		switch {
		case i == 0:
			line, first = result, v.String()
			if v.Result.Finished() && g.recorded.Finished() && g.recorded != v.Result {
				remark = fmt.Sprintf(say.recorded, say.outcomes[g.recorded])
			}
		case v.String() != first:
			line += fmt.Sprintf(" | %v%s%s", set, say.colon, result)
		}
		if !agrees(expected, v.String()) {
			err = spoken{ErrDisagrees, fmt.Sprintf(say.disagree, set, v.String(), expected)}
		}
	}
	return line + remark + g.suffix(), err
}

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
