// Fleet does the work of Chuhe's commands on many machines: a hub keeps the work, workers do
// it, and "fleet datagen" and "fleet annotate" make the file that one machine makes, byte for
// byte.
//
// The hub is a NATS server with JetStream. Its streams hold the units that wait, in a work
// queue; the results, one for each unit; and the failures. Recipes, networks and games are
// objects named by their content. Programs never travel.
package main

import (
	"context"
	"iter"

	"chuhe/internal/command"
	"chuhe/internal/unit"
	"chuhe/lab/selfplay"
	"chuhe/tools/annotate"
)

const help = `usage: fleet COMMAND [flags]

Does the work of Chuhe's commands on many machines. On one machine:

    fleet hub -store jobs                          keeps work and results
    fleet work                                     does units; on any machine, as often as you like
    fleet datagen -out a.games -games 6400         as "chuhe datagen", by the workers

The three find each other by -hub, which is nats://127.0.0.1:4222 unless given, and by the
files owner.token and worker.token that the hub writes into its folder. docs/fleet.md says how to
use other machines, TLS, Slurm and Kubernetes.

`

func main() { command.Main(program()) }

// kinds returns the jobs that a worker can do.
func kinds() map[string]unit.Kind {
	return map[string]unit.Kind{"datagen": selfplay.Units, "annotate": annotate.Units}
}

// program returns the command line.
func program() *command.Command {
	p := &command.Command{Name: "fleet", Help: help}
	p.Commands = []*command.Command{hubCommand(), workCommand(), carried(selfplay.Over), carried(annotate.Over)}
	return p
}

// carried returns a command whose units workers do.
func carried(over func(unit.Carrier) *command.Command) *command.Command {
	a := &asker{}
	c := over(func(ctx context.Context, j *unit.Job, first int) iter.Seq2[[]byte, error] {
		return a.results(ctx, j, first)
	})
	own := c.Flags
	c.Flags = func(f *flagSet) {
		own(f)
		a.define(f)
	}
	run := c.Run
	c.Run = func(ctx context.Context, args []string, s command.Streams) error {
		a.log = s.Err
		return run(ctx, args, s)
	}
	return c
}
