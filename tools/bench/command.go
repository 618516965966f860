// Package bench is the command "bench": it searches fixed positions, as a signature of
// the search and a measure of its speed.
package bench

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/internal/command"
	"chuhe/search"
)

// Command is the command "chuhe bench".
func Command() *command.Command {
	var name string
	return &command.Command{
		Name:  "bench",
		Flags: func(flags *flag.FlagSet) { flags.StringVar(&name, "evalfile", evals.Embedded, "") },
		Run: func(ctx context.Context, _ []string, s command.Streams) error {
			evaluation, err := evals.Open(name)
			if err != nil {
				return command.Inputf("-evalfile: %w", err)
			}
			return Run(ctx, s.Out, evaluation)
		},
	}
}

// Run runs [search.Bench] and prints each position with its nodes as they come,
// then the nodes, the time and the speed of all, and last the line that OpenBench
// reads. Each Write has complete lines.
func Run(ctx context.Context, out io.Writer, evaluation eval.Evaluation) error {
	var nodes uint64
	var spent time.Duration
	for r, err := range search.Bench(ctx, evaluation) {
		if err != nil {
			return err
		}
		nodes += r.Nodes
		spent += r.Time
		if _, err := fmt.Fprintf(out, "%2d/%d %10d  %s\n", r.Number, r.Of, r.Nodes, r.Position.FEN()); err != nil {
			return err
		}
	}
	rate := uint64(float64(nodes) / max(spent, time.Millisecond).Seconds())
	_, err := fmt.Fprintf(out, "Nodes searched: %d\nTime: %d ms\nNodes per second: %d\n%d nodes %d nps\n",
		nodes, spent.Milliseconds(), rate, nodes, rate)
	return err
}
