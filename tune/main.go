package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"

	"chuhe/eval/evals"
	"chuhe/internal/exit"
	"chuhe/internal/interrupt"
	"chuhe/internal/numflag"
	"chuhe/search"
)

const help = `usage: go run ./tune -state FILE [flags]

Tunes the margins and reductions of the search by games of the engine against
itself. The state is saved each half minute; a run that was interrupted goes on
where it was when the same command is given again. At the end it prints the
values. An empty file beside the state, FILE.lock, keeps others from running on it.

The exit status of a built program is 0 for success, 130 after an interrupt, 2 for
bad input, 1 if the system fails; "go run" makes 1 of all failures.

`

// errUsage is wrapped by errors about the arguments.
var errUsage = errors.New("see tune -help")

// errInput is wrapped by errors about the state.
var errInput = errors.New("bad input")

// exitStatus returns what the program tells its caller.
func exitStatus(err error) int { return exit.Status(err, errUsage, errInput) }

func main() {
	ctx, stop := interrupt.Context(context.Background())
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	status := exitStatus(err)
	if status == 1 || status == 2 {
		fmt.Fprintln(os.Stderr, "tune:", err)
	}
	os.Exit(status)
}

// run does what the arguments ask: the outcome goes to out, progress to errs.
// When ctx is done it tells the outcome so far and returns the error of ctx.
func run(ctx context.Context, args []string, out, errs io.Writer) error {
	var s settings
	flags := flag.NewFlagSet("tune", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() {
		fmt.Fprint(errs, help)
		flags.PrintDefaults()
	}
	file := flags.String("state", "", "`file` that keeps the state of the run")
	show := flags.Bool("show", false, "only tell the state")
	var threads int
	numflag.Var(flags, &threads, "threads", runtime.GOMAXPROCS(0), "`games` played at a time")
	numflag.Var(flags, &s.Schedule.Iterations, "iterations", 30000, "`number` of steps")
	numflag.Var(flags, &s.Schedule.Rate, "rate", 0.002, "part of its `step` that a parameter is moved at the end for a game won")
	numflag.Var(flags, &s.Pairs, "pairs", 1, "`pairs` of games in an iteration")
	numflag.Var(flags, &s.Nodes, "nodes", 2500, "`nodes` after which a search begins no new iteration")
	numflag.Var(flags, &s.Hash, "hash", 2, "size of each engine's table in `MiB`")
	numflag.Var(flags, &s.Seed, "seed", 1, "`number` that decides all that is random")
	flags.StringVar(&s.Params, "params", "*,-*Depth,-Time*", "`patterns` of the parameters to tune, those after a minus left out")
	flags.StringVar(&s.From, "from", "", "start `values` other than the defaults: name=value,...")
	evalFile := flags.String("evalfile", evals.Embedded, evals.FlagUsage)
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return fmt.Errorf("%w; %w", err, errUsage)
	}
	switch {
	case flags.NArg() > 0:
		return fmt.Errorf("unexpected argument %q; %w", flags.Arg(0), errUsage)
	case *file == "":
		return fmt.Errorf("no -state, want the name of a file; %w", errUsage)
	case threads < 1 || threads > 1024:
		return fmt.Errorf("-threads is %d, want 1-1024; %w", threads, errUsage)
	}
	evaluation, err := evals.Open(*evalFile)
	if err != nil {
		return fmt.Errorf("-evalfile: %w; %w", err, errUsage)
	}
	s.Evaluator = evaluation.Name()
	if !*show {
		if s.Search, err = search.Signature(); err != nil {
			return err
		}
		if err := s.validate(); err != nil {
			return fmt.Errorf("%w; %w", err, errUsage)
		}
		held, err := hold(*file)
		if err != nil {
			return err
		}
		defer held.Close()
	}
	t, err := begin(*file, *show, s)
	if err != nil {
		return err
	}
	if !*show {
		t.evaluation = evaluation
		told := 0
		t.told = func(t *tuner) {
			t.progress(errs)
			if told++; told%20 == 0 {
				t.table(errs)
			}
		}
		err = t.run(ctx, threads)
	}
	t.progress(out)
	t.table(out)
	t.outcome(out)
	return err
}

// begin returns a run that goes on from a file, or with show the run of the
// file whatever its settings.
func begin(file string, show bool, s settings) (*tuner, error) {
	if show {
		known, err := load(file)
		if err != nil {
			return nil, err
		}
		t, err := newTuner(known, file)
		if err != nil && !errors.Is(err, errInput) { // about its settings
			err = unusable(file, err)
		}
		return t, err
	}
	known, err := resume(file, s)
	if err != nil {
		return nil, err
	}
	t, err := newTuner(known, file)
	if err != nil && !errors.Is(err, errInput) {
		err = fmt.Errorf("%w; %w", err, errUsage)
	}
	return t, err
}
