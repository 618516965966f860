package judge

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/formats"
	"chuhe/internal/command"
	"chuhe/lang"
	"chuhe/rules"
	"chuhe/rules/words"
	"chuhe/tools/source"
)

// ErrDisagrees is wrapped when a game is not judged as expected.
var ErrDisagrees = lang.Errorf("judge.unexpected")

var (
	errNoGame = lang.Errorf("error.noGame")
	errFormat = lang.Errorf("judge.format", "formats", formats.List(), "columns", lang.List(columns))
)

// request holds the values of the flags, and counts the games.
type request struct {
	command.Streams
	options  rules.Options
	rulesSet bool // -rules was given
	limitSet bool // -movelimit was given
	several  bool // files, so that lines name them

	games, bad, disagree int
	unread               int // files
}

// Command is the command "chuhe judge". It prints a line for each game; what cannot
// be read goes to the error stream.
func Command() *command.Command {
	var (
		flags           *flag.FlagSet
		fen, moves, set string
		moveLimit       int
	)
	return &command.Command{
		Name: "judge", Operands: true,
		Flags: func(f *flag.FlagSet) {
			flags = f
			f.StringVar(&fen, "fen", board.StartFEN, "")
			f.StringVar(&moves, "moves", "", "")
			f.StringVar(&set, "rules", rules.Computer.String(), rules.SetNames())
			moveLimit = rules.OwnLimit
			command.Range(f, &moveLimit, "movelimit", rules.OwnLimit, rules.MaxLimit, "")
		},
		Run: func(ctx context.Context, args []string, s command.Streams) (err error) {
			given := command.Given(flags)
			c := request{Streams: s, rulesSet: given["rules"], limitSet: given["movelimit"]}
			if len(args) > 0 && (given["fen"] || given["moves"]) {
				return command.Usage(lang.Errorf("judge.fileOrMoves", "word", strconv.Quote(args[0])))
			}
			c.options.MoveLimit = moveLimit
			if c.options.Set, err = words.ParseSet(set); err != nil {
				return command.Usage(err)
			}
			if len(args) == 0 && !given["fen"] && !given["moves"] {
				return command.Usage(lang.Errorf("judge.nothing"))
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
			for _, f := range files {
				if err := c.file(ctx, f); err != nil {
					return err
				}
			}
			if c.games == 0 && c.unread == 0 {
				return command.Input(lang.Spoken{Err: errNoGame, Text: formats.NoGame(c.Lang, args)})
			}
			return c.verdict()
		},
	}
}

// file judges the games of a file.
func (c *request) file(ctx context.Context, f formats.File) error {
	in, err := c.Open(ctx, f.Name)
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case err != nil:
		return c.leave(f, err)
	}
	defer in.Close()
	name := command.InputName(c.Lang, f.Name)
	games, strange, err := readGames(in, f.Found)
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case f.Found && (errors.Is(err, errNoGame) || errors.Is(err, errFormat)):
		return nil // not a file of games
	case err != nil:
		return c.leave(f, err)
	case strange != nil:
		c.Remark("chuhe judge", c.Lang.Say("convert.warning", "text", lang.Errorf("error.of", "what", name, "reason", strange)))
	}
	var doubts game.Doubts
	defer func() { source.Warn(c.Streams, "chuhe judge", f.Name, doubts) }()
	for g := range games {
		if err := ctx.Err(); err != nil {
			return err
		}
		if g.record != nil {
			doubts.Add(g.record)
		}
		if err := c.tell(name, &g); err != nil {
			return err
		}
	}
	return nil
}

// leave says why a file cannot be read. It returns an error about the only one.
func (c *request) leave(f formats.File, err error) error {
	if !c.several && !f.Found {
		return command.Input(lang.Errorf("error.of", "what", command.InputName(c.Lang, f.Name), "reason", lang.Spoken{Err: err, Text: c.reason(err)}))
	}
	c.unread++
	c.Remark("chuhe judge", c.Lang.Say("error.of", "what", command.InputName(c.Lang, f.Name), "reason", c.reason(err)))
	return nil
}

// tell prints a line for a game and, on the error stream, one if it is wrong; that
// line does not repeat the reason.
func (c *request) tell(file string, g *entry) error {
	where := g.row(file)
	if c.several {
		g.id = strings.TrimSuffix(file+": "+g.id, ": ")
	}
	where = cmp.Or(where, g.id)
	c.games++
	line, err := c.judge(g)
	if _, err := fmt.Fprintln(c.Out, command.Printable(line)); err != nil {
		return err
	}
	switch {
	case errors.Is(err, command.ErrInput):
		c.bad++
		err = lang.Errorf("judge.unfit") // the line has the reason
		if where == "" {
			return nil
		}
	case err != nil:
		c.disagree++
	default:
		return nil
	}
	if where != "" {
		err = fmt.Errorf("%s: %w", where, err)
	}
	c.Remark("chuhe judge", c.Lang.Explain(err))
	return nil
}

// verdict returns the error about all games, which counts those that are wrong.
func (c *request) verdict() error {
	switch {
	case c.unread > 0:
		return command.Input(lang.Errorf("judge.unread", "n", c.unread))
	case c.bad > 0:
		return command.Input(lang.Errorf("judge.unfitOf", "bad", c.bad, "games", c.games))
	case c.disagree > 0:
		return disagrees(lang.Errorf("judge.disagreeOf", "wrong", c.disagree, "games", c.games))
	}
	return nil
}

// judge returns the line about a game. Where its sets of rules differ, the line
// starts with the verdict of the first, and the others follow.
func (c *request) judge(g *entry) (line string, err error) {
	if g.err != nil {
		line = c.Lang.Say("outcome.illegal") + " " + c.reason(g.err)
		switch {
		case errors.Is(g.err, command.ErrInput):
			err = g.err
		case g.expected == "":
			err = command.Input(g.err)
		case !agreesIllegal(g.expected, g.err):
			err = disagrees(lang.Errorf("judge.notIllegal", "expected", g.expected)) // the line has the reason
		}
		return line + g.suffix(), err
	}
	sets, expected := g.sets, g.expected
	if c.rulesSet || len(sets) == 0 {
		if len(sets) > 0 && !slices.Contains(sets, c.options.Set) && !strings.HasPrefix(expected, "illegal") {
			expected = "" // a verdict holds under the game's own rules only
		}
		sets = []rules.Set{c.options.Set}
	}
	limit := g.limit
	if c.limitSet {
		limit = c.options.MoveLimit
	}
	first, remark := "", ""
	for i, set := range sets {
		v := rules.Judge(g.game, rules.Options{Set: set, MoveLimit: limit})
		result := words.Verdict(c.Lang, &v)
		if outcome := c.outcome(v.Result); !strings.HasPrefix(result, outcome) {
			result = outcome + " " + result
		}
		switch {
		case i == 0:
			line, first = result, v.String()
			if v.Result.Finished() && g.recorded.Finished() && g.recorded != v.Result {
				remark = c.Lang.Say("judge.recorded", "result", c.outcome(g.recorded))
			}
		case v.String() != first:
			line += fmt.Sprintf(" | %v%s%s", set, c.Lang.Say("join.colon"), result)
		}
		if !agrees(expected, v.String()) {
			err = disagrees(lang.Errorf("judge.disagree", "rules", set, "verdict", v.String(), "expected", expected))
		}
	}
	return line + remark + g.suffix(), err
}

// disagrees returns an error that is also ErrDisagrees.
func disagrees(err *lang.Error) error { return disagreement{err} }

type disagreement struct{ text *lang.Error }

func (d disagreement) Error() string         { return d.text.Error() }
func (d disagreement) In(l lang.Lang) string { return d.text.In(l) }
func (disagreement) Is(target error) bool    { return target == error(ErrDisagrees) }

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
