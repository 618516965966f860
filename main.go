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
	"runtime"
	"syscall"
	"time"

	"chuhe/board"
	"chuhe/match/cli"
	"chuhe/match/judge"
	"chuhe/movegen"
	"chuhe/protocol"
	"chuhe/search"
)

const usage = `usage: chuhe [command]

  (none)   play: answer UCCI or UCI on the standard streams
  perft    count the leaf nodes of the tree of legal moves
  match    play games between engines and say who is stronger
  judge    say whether play has ended in a game, how and why
  bench    search a fixed set of positions, as a signature and a measure of speed
  version  print the version
  help     print this text

"chuhe perft -help" and the like explain the flags of a command.
`

// errUsage is wrapped by errors about the arguments.
var errUsage = errors.New("see chuhe help")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// With a handler a write to a host that has gone is an error, not the end.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp), errors.Is(err, syscall.EPIPE):
	case errors.Is(err, context.Canceled):
		os.Exit(130) // as a shell counts an interrupt
	case errors.Is(err, errUsage), errors.Is(err, cli.ErrUsage), errors.Is(err, judge.ErrInput):
		fmt.Fprintln(os.Stderr, "chuhe:", err)
		os.Exit(2)
	default:
		fmt.Fprintln(os.Stderr, "chuhe:", err)
		os.Exit(1)
	}
}

// run does what the arguments ask.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) error {
	if len(args) == 0 {
		engine, err := search.New(search.DefaultOptions())
		if err != nil {
			return err
		}
		return protocol.Run(ctx, engine, in, out)
	}
	switch command, args := args[0], args[1:]; command {
	case "perft":
		return perft(ctx, args, out, errs)
	case "bench":
		if len(args) > 0 {
			return fmt.Errorf("bench: unexpected argument %q; %w", args[0], errUsage)
		}
		return search.Bench(ctx, out)
	case "match":
		return cli.Run(ctx, args, out)
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

// perft counts from a position and prints the sum with time and speed.
func perft(ctx context.Context, args []string, out, errs io.Writer) error {
	flags := flag.NewFlagSet("chuhe perft", flag.ContinueOnError)
	flags.SetOutput(errs)
	depth := flags.Int("depth", 5, "depth in `plies`, 1 or more")
	fen := flags.String("fen", board.StartFEN, "position to count from, as a `FEN`")
	divide := flags.Bool("divide", false, "print the count of each legal move too")
	threads := flags.Int("threads", runtime.GOMAXPROCS(0), "`number` of threads")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return fmt.Errorf("perft: %w; %w", err, errUsage)
	}
	switch {
	case flags.NArg() > 0:
		return fmt.Errorf("perft: unexpected argument %q; %w", flags.Arg(0), errUsage)
	case *depth < 1:
		return fmt.Errorf("perft: depth is %d, want 1 or more; %w", *depth, errUsage)
	case *threads < 1:
		return fmt.Errorf("perft: threads is %d, want 1 or more; %w", *threads, errUsage)
	}
	p, err := board.ParseFEN(*fen)
	if err != nil {
		return fmt.Errorf("perft: %w; %w", err, errUsage)
	}

	start := time.Now()
	branches, err := movegen.Divide(ctx, &p, *depth, movegen.DivideOptions{Threads: *threads})
	if err != nil {
		return err
	}
	spent := time.Since(start)
	var nodes uint64
	for _, b := range branches {
		nodes += b.Nodes
		if *divide {
			if _, err := fmt.Fprintf(out, "%v: %d\n", b.Move, b.Nodes); err != nil {
				return err
			}
		}
	}
	_, err = fmt.Fprintf(out, "nodes %d time %d nps %.0f\n",
		nodes, spent.Milliseconds(), float64(nodes)/max(spent.Seconds(), 1e-9))
	return err
}
