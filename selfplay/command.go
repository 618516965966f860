package selfplay

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"runtime"
	"strconv"

	"chuhe/eval"
	"chuhe/eval/nnue"
	"chuhe/rules"
	"chuhe/search"
)

// ErrInput is wrapped by errors about arguments and files.
var ErrInput = errors.New("bad input")

const help = `usage: chuhe datagen -out FILE [-games N] [-positions N] [flags]

Plays games of the engine against itself and adds them to a file, from which an
evaluation can be trained. It goes on until the file has as many games or
positions as -games or -positions say, in whole blocks of 64 games, or until it
is interrupted if neither is given.

The same settings and seed give the same file, byte by byte, whatever -threads. A
run that was interrupted, or killed, goes on where it was when the same command is
given again. On another machine use another -seed: "chuhe data merge" puts the
parts together, and "chuhe data stat" tells what is in them.

The exit status is 0 when the goal is reached, 130 after an interrupt, 2 for bad
input, 1 if the system fails.

`

// command is what the arguments ask for.
type command struct {
	settings Settings
	goal     Goal
	name     string
	net      *nnue.Net // nil for the hand-written evaluation
}

// Command runs "chuhe datagen" with the arguments after that. Progress goes to
// errs. Its errors wrap ErrInput, [flag.ErrHelp] or that of ctx, if not what the
// system said.
func Command(ctx context.Context, args []string, out, errs io.Writer) error {
	cmd, err := parseArgs(args, out)
	if err != nil {
		return fmt.Errorf("datagen: %w", err)
	}
	m := newMeter(errs, cmd.goal, cmd.settings.Threads)
	var last *Progress
	err = Generate(ctx, cmd.name, &cmd.settings, cmd.source(), cmd.goal, func(p Progress) {
		if last == nil && p.Cut > 0 {
			fmt.Fprintf(errs, "%s: cut off %d bytes at the end, of a block that was not whole\n", cmd.name, p.Cut)
		}
		last = &p
		m.show(&p)
	})
	m.clear()
	if last != nil {
		fmt.Fprintf(out, "%s: %d games, %d positions", cmd.name, last.Written.Games, last.Written.Positions)
		if last.Made != last.Begin {
			fmt.Fprintf(out, "; %.0f a second, %.0f on each thread", last.Rate(), last.Rate()/float64(cmd.settings.Threads))
		}
		fmt.Fprintln(out)
	}
	if err == nil {
		return nil
	}
	if last != nil && ctx.Err() != nil {
		fmt.Fprintln(errs, "interrupted; the same command goes on from there")
	}
	return fmt.Errorf("datagen: %s: %w", cmd.name, err)
}

// source returns what makes the engines.
func (cmd *command) source() Source {
	return Source{Evaluator: nnue.NameOf(cmd.net), New: func() (*search.Engine, error) { return cmd.settings.NewEngine(cmd.net) }}
}

// parseArgs reads the flags. Asked for help it prints it to out.
func parseArgs(args []string, out io.Writer) (*command, error) {
	cmd := &command{settings: DefaultSettings()}
	s := &cmd.settings
	flags := flag.NewFlagSet("chuhe datagen", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main reports errors
	flags.StringVar(&cmd.name, "out", "", "`file` to write or to go on with")
	flags.Var((*countFlag)(&cmd.goal.Games), "games", "`games` that the file shall have, 0 for no such goal")
	flags.Var((*countFlag)(&cmd.goal.Positions), "positions", "`positions` that the file shall have, 0 for no such goal")
	flags.Var((*countFlag)(&s.Seed), "seed", "`number` that decides all that is random; another for each part of a data set")
	s.Threads = runtime.GOMAXPROCS(0)
	flags.Var((*wholeFlag)(&s.Threads), "threads", "`games` played at a time")
	flags.Var((*countFlag)(&s.Nodes), "nodes", fmt.Sprintf("`nodes` after which a search begins no new iteration; it is cut short at %d times as many", HardFactor))
	flags.Var((*wholeFlag)(&s.Hash), "hash", "size of each thread's table in `MiB`")
	flags.Var((*wholeFlag)(&s.MinRandom), "minrandom", "fewest random `plies` of an opening")
	flags.Var((*wholeFlag)(&s.MaxRandom), "maxrandom", "most random `plies` of an opening")
	flags.Var((*scoreFlag)(&s.Balance), "balance", fmt.Sprintf("largest `score` of an opening, for either side, by a search of %d times the nodes; others are thrown away", VerifyFactor))
	flags.Var((*scoreFlag)(&s.WinScore), "winscore", "`score` that ends a game when both sides agree on it for -winplies")
	flags.Var((*wholeFlag)(&s.WinPlies), "winplies", "`plies` together that end a won game")
	flags.Var((*wholeFlag)(&s.PlayOut), "playout", "one in so many `games` is played on when it is won, to its end on the board; 0 for none")
	flags.Var((*scoreFlag)(&s.DrawScore), "drawscore", "largest `score` that ends a game as a draw, for -drawplies")
	flags.Var((*wholeFlag)(&s.DrawPlies), "drawplies", "`plies` together that end a drawn game")
	flags.Var((*wholeFlag)(&s.MinDraw), "mindraw", "`plies` behind the opening before which no score makes a draw")
	flags.Var((*wholeFlag)(&s.MaxPlies), "maxplies", "`plies` behind the opening that end any game as a draw")
	set := flags.String("rules", s.Rules.Set.String(), "`set` of rules of repetition: computer, asian, chinese, league, checkban or alwaysdraw")
	flags.Var((*wholeFlag)(&s.Rules.DrawMoves), "movelimit", "natural move limit in `plies` without a capture, 0 for none, -1 for that of the rules")
	evalFile := flags.String("evalfile", nnue.Embedded, nnue.FlagUsage)
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		io.WriteString(out, help)
		flags.SetOutput(out)
		flags.PrintDefaults()
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrInput, err)
	case flags.NArg() > 0:
		return nil, fmt.Errorf("%w: argument %q, want only flags", ErrInput, flags.Arg(0))
	case cmd.name == "":
		return nil, fmt.Errorf("%w: no -out, want the name of a file", ErrInput)
	case cmd.name == "-":
		return nil, fmt.Errorf("%w: -out is -, want the name of a file: games cannot go to a stream", ErrInput)
	}
	if s.Rules.Set, err = rules.ParseSet(*set); err != nil {
		return nil, fmt.Errorf("%w: -rules: %w", ErrInput, err)
	}
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("%w: -%w", ErrInput, err) // it begins with the name of the flag
	}
	if cmd.net, err = nnue.Open(*evalFile); err != nil {
		return nil, fmt.Errorf("%w: -evalfile: %w", ErrInput, err)
	}
	return cmd, nil
}

// The values of flags for numbers, which say what they want where those of the
// library say "parse error".
type (
	countFlag uint64
	wholeFlag int
	scoreFlag eval.Score
)

func (c *countFlag) String() string { return strconv.FormatUint(uint64(*c), 10) }

// Set implements [flag.Value].
func (c *countFlag) Set(text string) error {
	n, err := strconv.ParseUint(text, 0, 64)
	if err != nil {
		return fmt.Errorf("want a whole number from 0 to %d", uint64(math.MaxUint64))
	}
	*c = countFlag(n)
	return nil
}

var errWhole = errors.New("want a whole number")

func (w *wholeFlag) String() string { return strconv.Itoa(int(*w)) }

// Set implements [flag.Value].
func (w *wholeFlag) Set(text string) error {
	n, err := strconv.ParseInt(text, 0, strconv.IntSize)
	if err != nil {
		return errWhole
	}
	*w = wholeFlag(n)
	return nil
}

func (s *scoreFlag) String() string { return strconv.Itoa(int(*s)) }

// Set implements [flag.Value].
func (s *scoreFlag) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return errWhole
	}
	*s = scoreFlag(n)
	return nil
}
