package selfplay

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"chuhe/eval/nnue"
	"chuhe/search"
)

// ErrInput is wrapped by errors about arguments and files.
var ErrInput = errors.New("bad input")

const help = `usage: chuhe datagen -out FILE [flags]

Plays games of the engine against itself and adds them to a file, from which an
evaluation can be trained. The same settings and seed give the same file, byte by
byte, whatever -threads; a run that was interrupted goes on where it was when the
same command is given again. "chuhe data" looks into such files.

`

// Command runs "chuhe datagen" with the arguments after that. Its errors wrap
// ErrInput, [flag.ErrHelp] or that of ctx, if not what the system said.
func Command(ctx context.Context, args []string, out, errs io.Writer) error {
	s := DefaultSettings()
	var goal Goal
	flags := flag.NewFlagSet("datagen", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() {
		fmt.Fprint(out, help)
		flags.PrintDefaults()
	}
	name := flags.String("out", "", "`file` to write or to go on with")
	flags.Uint64Var(&goal.Games, "games", 0, "stop with so many `games`, 0 for no such goal")
	flags.Uint64Var(&goal.Positions, "positions", 0, "stop with so many `positions`, 0 for no such goal")
	flags.Uint64Var(&s.Seed, "seed", s.Seed, "`number` that decides all that is random; another for each part of a data set")
	flags.Uint64Var(&s.Nodes, "nodes", s.Nodes, "`nodes` after which a search begins no new iteration")
	flags.IntVar(&s.Hash, "hash", s.Hash, "size of each thread's table in `MiB`")
	flags.IntVar(&s.Threads, "threads", runtime.NumCPU(), "`games` played at a time")
	flags.IntVar(&s.MinRandom, "minrandom", s.MinRandom, "fewest random `plies` of an opening")
	flags.IntVar(&s.MaxRandom, "maxrandom", s.MaxRandom, "most random `plies` of an opening")
	evalFile := flags.String("evalfile", nnue.Embedded, "`file` of the network that evaluates, or "+nnue.Embedded+", or "+nnue.Classical)
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return fmt.Errorf("datagen: %w: %w", ErrInput, err)
	}
	switch {
	case flags.NArg() > 0:
		return fmt.Errorf("datagen: %w: unexpected argument %q", ErrInput, flags.Arg(0))
	case *name == "":
		return fmt.Errorf("datagen: %w: no -out, want the name of a file", ErrInput)
	}
	if err := s.Validate(); err != nil {
		return fmt.Errorf("datagen: %w: %w", ErrInput, err)
	}
	net, err := nnue.Open(*evalFile)
	if err != nil {
		return fmt.Errorf("datagen: %w: -evalfile: %w", ErrInput, err)
	}
	evaluator := nnue.Classical
	if net != nil {
		evaluator = net.Name()
	}
	file, err := os.OpenFile(*name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return fmt.Errorf("datagen: %w: %w", ErrInput, err)
	}
	defer file.Close()

	source := func() (*search.Engine, error) {
		o := search.DefaultOptions()
		o.Hash, o.Rules, o.Net = s.Hash, s.Rules, net
		return search.New(o)
	}
	var last Progress
	var told time.Time
	err = Generate(ctx, file, &s, evaluator, source, goal, func(p Progress) {
		last = p
		if time.Since(told) < 10*time.Second {
			return
		}
		told = time.Now()
		fmt.Fprintf(errs, "%d games, %d positions, %.0f a second, %.0f on each thread\n",
			p.Games, p.Positions, p.Rate(), p.Rate()/float64(s.Threads))
	})
	fmt.Fprintf(out, "%s: %d games, %d positions\n", *name, last.Games, last.Positions)
	if err != nil {
		return fmt.Errorf("datagen: %s: %w", *name, err)
	}
	return file.Sync()
}
