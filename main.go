// Chuhe is a Xiangqi engine. Without arguments it talks UCCI or UCI on its
// standard streams; "chuhe help" names what else it does.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"text/tabwriter"

	"chuhe/eval/evals"
	"chuhe/internal/exit"
	"chuhe/internal/interrupt"
	"chuhe/judge"
	"chuhe/match/cli"
	"chuhe/perft"
	"chuhe/protocol"
	"chuhe/search"
	"chuhe/selfplay"
	"chuhe/selfplay/data"
)

const usage = `usage: chuhe [command]

  (none)   play: answer UCCI or UCI on the standard streams
  perft    count the leaf nodes of the tree of legal moves
  match    play games between engines and say who is stronger
  judge    say whether play has ended in a game, how and why
  datagen  play games of the engine against itself, to train from
  data     look into files of such games, merge and shuffle them
  bench    search a fixed set of positions, as a signature and a measure of speed
  version  print the version
  help     print this text

"chuhe perft -help" and the like explain the flags of a command. "chuhe -tune
NAME=VALUE,..." plays with other margins of the search than the defaults; "chuhe
-tune help" lists them.
`

// Errors about the arguments.
var (
	// errUsage is wrapped by those about commands.
	errUsage = errors.New("see chuhe help")
	// errInput is wrapped by those about what a command was given.
	errInput = errors.New("bad input")
)

func main() {
	ctx, stop := interrupt.Context(context.Background())
	// With a handler a write to a host that has gone is an error, not the end.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	status := exitStatus(err)
	if status != 0 && status != exit.Interrupted {
		fmt.Fprintln(os.Stderr, "chuhe:", err)
	}
	os.Exit(status)
}

// exitStatus returns what the program tells its caller.
func exitStatus(err error) int {
	switch {
	case errors.Is(err, perft.ErrMismatch):
		return 1
	case errors.Is(err, syscall.EPIPE):
		return 0
	}
	return exit.Status(err, errUsage, errInput, cli.ErrUsage, judge.ErrInput, perft.ErrInput, selfplay.ErrInput, data.ErrInput)
}

// play answers a host with the margins of the search given.
func play(ctx context.Context, params search.Params, in io.Reader, out io.Writer) error {
	engine, err := search.New(search.DefaultOptions()) // the session gives it its evaluation
	if err == nil {
		err = engine.SetParams(params)
	}
	if err != nil {
		return err
	}
	return protocol.Run(ctx, engine, in, out)
}

// run does what the arguments ask.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) error {
	if len(args) == 0 {
		return play(ctx, search.DefaultParams(), in, out)
	}
	switch command, args := args[0], args[1:]; command {
	case "-tune": // for matches of one binary against itself; see CONTRIBUTING.md
		if len(args) == 1 && args[0] == "help" {
			return listParams(out)
		}
		params := search.DefaultParams()
		if err := params.Set(strings.Join(args, ",")); err != nil {
			return fmt.Errorf("-tune: %w: %w; see chuhe -tune help", errInput, err)
		}
		return play(ctx, params, in, out)
	case "perft":
		return perft.Command(ctx, args, in, out, errs)
	case "bench":
		return bench(ctx, args, out)
	case "match":
		return cli.Run(ctx, args, out)
	case "datagen":
		return selfplay.Command(ctx, args, out, errs)
	case "data":
		return data.Command(ctx, args, in, out, errs)
	case "judge":
		return judge.Run(args, in, out, errs)
	case "version":
		_, err := fmt.Fprintln(out, "Chuhe", protocol.Version())
		return err
	case "help", "-h", "-help", "--help":
		_, err := io.WriteString(out, usage)
		return err
	default:
		return fmt.Errorf("unknown command %q; %w", command, errUsage)
	}
}

// listParams lists what -tune may change.
func listParams(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "parameter\tdefault\tleast\tmost\t")
	for _, r := range search.Ranges() {
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t\n", r.Name, r.Default, r.Min, r.Max)
	}
	return table.Flush()
}

// bench runs the benchmark.
func bench(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("chuhe bench", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main reports errors
	name := flags.String("evalfile", evals.Embedded, evals.FlagUsage)
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		io.WriteString(out, "usage: chuhe bench [flags]\n\n")
		flags.SetOutput(out)
		flags.PrintDefaults()
		return err
	case err != nil:
		return fmt.Errorf("bench: %w: %w; see chuhe bench -help", errInput, err)
	case flags.NArg() > 0:
		return fmt.Errorf("bench: %w: argument %q, want only flags", errInput, flags.Arg(0))
	}
	evaluation, err := evals.Open(*name)
	if err != nil {
		return fmt.Errorf("bench: %w: -evalfile: %w", errInput, err)
	}
	return search.Bench(ctx, out, evaluation)
}
