package selfplay

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"

	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/internal/numflag"
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
given again, unless the program has come to search in another way. On another
machine use another -seed: "chuhe data merge" puts the parts together, and "chuhe
data stat" tells what is in them.

The exit status is 0 when the goal is reached, 130 after an interrupt, 2 for bad
input, 1 if the system fails.

`

// command is what the arguments ask for.
type command struct {
	settings   Settings
	goal       goal
	name       string
	evaluation eval.Evaluation
	// search is the search's signature, which only Command sets.
	search string
}

// Command runs "chuhe datagen" with the arguments after that. Progress goes to
// errs. Its errors wrap ErrInput, [flag.ErrHelp] or that of ctx, if not what the
// system said.
func Command(ctx context.Context, args []string, out, errs io.Writer) error {
	cmd, err := parseArgs(args, out)
	if err != nil {
		return fmt.Errorf("datagen: %w", err)
	}
	if cmd.search, err = search.Signature(); err != nil {
		return fmt.Errorf("datagen: %w", err)
	}
	m := newMeter(errs, cmd.goal, cmd.settings.Threads)
	var last *progress
	err = cmd.generate(ctx, func(p progress) {
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
			fmt.Fprintf(out, "; %.0f a second, %.0f on each thread", last.rate(), last.rate()/float64(cmd.settings.Threads))
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

// parseArgs reads the flags. Asked for help it prints it to out.
func parseArgs(args []string, out io.Writer) (*command, error) {
	cmd := &command{settings: DefaultSettings()}
	s := &cmd.settings
	flags := flag.NewFlagSet("chuhe datagen", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main reports errors
	flags.StringVar(&cmd.name, "out", "", "`file` to write or to go on with")
	numflag.Var(flags, &cmd.goal.Games, "games", 0, "`games` that the file shall have, 0 for no such goal")
	numflag.Var(flags, &cmd.goal.Positions, "positions", 0, "`positions` that the file shall have, 0 for no such goal")
	numflag.Var(flags, &s.Seed, "seed", s.Seed, "`number` that decides all that is random; another for each part of a data set")
	numflag.Var(flags, &s.Threads, "threads", runtime.GOMAXPROCS(0), "`games` played at a time")
	numflag.Var(flags, &s.Nodes, "nodes", s.Nodes, fmt.Sprintf("`nodes` after which a search begins no new iteration; it is cut short at %d times as many", hardFactor))
	numflag.Var(flags, &s.Hash, "hash", s.Hash, "size of each thread's table in `MiB`")
	numflag.Var(flags, &s.MinRandom, "minrandom", s.MinRandom, "fewest random `plies` of an opening")
	numflag.Var(flags, &s.MaxRandom, "maxrandom", s.MaxRandom, "most random `plies` of an opening")
	numflag.Var(flags, &s.Balance, "balance", s.Balance, fmt.Sprintf("largest `score` of an opening, for either side, by a search of %d times the nodes; others are thrown away", verifyFactor))
	numflag.Var(flags, &s.WinScore, "winscore", s.WinScore, "`score` that ends a game when both sides agree on it for -winplies")
	numflag.Var(flags, &s.WinPlies, "winplies", s.WinPlies, "`plies` together that end a won game")
	numflag.Var(flags, &s.PlayOut, "playout", s.PlayOut, "one in so many `games` is played on when it is won, to its end on the board; 0 for none")
	numflag.Var(flags, &s.DrawScore, "drawscore", s.DrawScore, "largest `score` that ends a game as a draw, for -drawplies")
	numflag.Var(flags, &s.DrawPlies, "drawplies", s.DrawPlies, "`plies` together that end a drawn game")
	numflag.Var(flags, &s.MinDraw, "mindraw", s.MinDraw, "`plies` behind the opening before which no score makes a draw")
	numflag.Var(flags, &s.MaxPlies, "maxplies", s.MaxPlies, "`plies` behind the opening that end any game as a draw")
	set := flags.String("rules", s.Rules.Set.String(), "`set` of rules of repetition: "+rules.SetNames())
	numflag.Var(flags, &s.Rules.MoveLimit, "movelimit", s.Rules.MoveLimit, "natural move limit in `plies` without a capture, 0 for none, -1 for that of the rules")
	evalFile := flags.String("evalfile", evals.Embedded, evals.FlagUsage)
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
	if cmd.evaluation, err = evals.Open(*evalFile); err != nil {
		return nil, fmt.Errorf("%w: -evalfile: %w", ErrInput, err)
	}
	return cmd, nil
}
