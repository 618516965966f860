package protocol

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"chuhe/internal/columns"
	"chuhe/internal/command"
	"chuhe/search"
)

// Play is the command that answers a host on the standard streams.
func Play() *command.Command {
	var tune string
	var flags *flag.FlagSet
	return &command.Command{
		Flags: func(f *flag.FlagSet) {
			flags = f
			f.StringVar(&tune, "tune", "", "")
		},
		Operands: true,
		Run: func(ctx context.Context, more []string, s command.Streams) error {
			params := search.DefaultParams()
			switch {
			case tune == "help" && len(more) == 0:
				return listParams(s.Out)
			case command.Given(flags)["tune"]:
				if err := params.Set(strings.Join(append([]string{tune}, more...), ",")); err != nil {
					return command.Inputf("-tune: %w; see chuhe -tune help", err)
				}
			case len(more) > 0:
				return command.OnlyFlags(more[0])
			}
			engine, err := search.New(search.DefaultOptions()) // the session sets its evaluation
			if err == nil {
				err = engine.SetParams(params)
			}
			if err != nil {
				return err
			}
			ended := make(chan error, 1)
			go func() { ended <- Run(ctx, engine, s.In, s.Out) }()
			return orLater(ctx, ended)
		},
	}
}

// orLater returns the error that a session ends with, or that of ctx if it has not ended
// a second after ctx was done: a host that does not read any more holds up a line for ever.
func orLater(ctx context.Context, ended <-chan error) error {
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-ended:
		return err
	case <-time.After(time.Second):
		return ctx.Err()
	}
}

// listParams prints the parameters that -tune may change.
func listParams(w io.Writer) error {
	table := columns.Right(w)
	fmt.Fprintln(table, "parameter\tdefault\tleast\tmost\t")
	for _, r := range search.Ranges() {
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t\n", r.Name, r.Default, r.Min, r.Max)
	}
	return table.Flush()
}
