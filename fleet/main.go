// Fleet does the work of Chuhe's commands on many machines: a hub keeps the work, workers do
// it, and "fleet match", "fleet tune", "fleet datagen", "fleet annotate" and "fleet puzzles make"
// make the files that one machine makes, byte for byte.
//
// The hub is a NATS server with JetStream. Its streams hold the units that wait, in a work
// queue; the results, one for each unit; and the failures. Recipes, networks and games are
// objects named by their content. Programs never travel.
//
// ask.go divides a command into units and yields their results. It uses job.go, which puts the job on
// the hub, queue.go, which keeps the queue of units filled, arrive.go, which takes results and failures,
// and check.go, which does some units again to find workers that compute wrongly. state.go says how far
// a job is. work.go is a worker, hours.go says when it works, and thread.go does its units one after
// another. link.go connects all of these to hub.go; page.go is the page of the hub. The texts of the page
// and the lines of progress are in lang/en.toml under "fleet"; help and errors are English, and stand
// where they are said.
package main

import (
	"context"
	"strings"

	"chuhe/internal/command"
	"chuhe/internal/unit"
	"chuhe/lab/selfplay"
	"chuhe/lab/tune/spsa"
	"chuhe/protocol"
	"chuhe/tools/annotate"
	"chuhe/tools/match"
	"chuhe/tools/puzzle"
)

const help = `usage: fleet COMMAND [flags]

Does the work of Chuhe's commands on many machines. On one machine:

    fleet hub -threads 2                           keeps work and results, and does two units at a time
    fleet work                                     does units; on any machine, as often as you like
    fleet datagen -out a.games -games 6400         as "chuhe datagen", by the workers

The three find each other by -hub, which is nats://127.0.0.1:4222 unless given, and by the
files owner.token and worker.token that the hub writes into its folder. docs/fleet.md says how to
use other machines, TLS, Slurm and Kubernetes.

`

func main() { command.Main(program()) }

// kinds returns the jobs that a worker can do.
func kinds() map[string]unit.Kind {
	return map[string]unit.Kind{"datagen": selfplay.Units, "annotate": annotate.Units, "match": match.Units, "puzzles": puzzle.Units, "tune": spsa.Units}
}

// program returns the command line.
func program() *command.Command {
	p := &command.Command{Name: "fleet", Help: help}
	p.Commands = []*command.Command{hubCommand(), workCommand(), carriedMatch(), carriedTune(), carried(selfplay.Over), carried(annotate.Over), carriedPuzzles(), engineCommand()}
	return p
}

// engineCommand returns the engine that plays the games of matches, in a process of its own.
func engineCommand() *command.Command {
	c := protocol.Play()
	c.Name, c.Summary = match.EngineWord, "play games, as \"chuhe\" does"
	return c
}

// carriedMatch returns the command of matches, which reads its flags itself.
func carriedMatch() *command.Command {
	a := &asker{}
	c := match.Over(a.results, a.define)
	a.logs(c)
	return c
}

// carriedTune returns the command that tunes the search.
func carriedTune() *command.Command {
	c := carried(spsa.Over)
	c.Name, c.Help = "tune", strings.ReplaceAll(c.Help, spsa.Program, "fleet tune")
	return c
}

// carriedPuzzles returns the command that finds puzzles. Those that choose and prove them are not
// carried.
func carriedPuzzles() *command.Command {
	c := puzzle.Command()
	c.Commands = []*command.Command{carried(puzzle.Over)}
	return c
}

// carried returns a command whose units workers do.
func carried(over func(unit.Carrier) *command.Command) *command.Command {
	a := &asker{}
	c := over(a.results)
	own := c.Flags
	c.Flags = func(f *flagSet) {
		own(f)
		a.define(f)
	}
	a.logs(c)
	return c
}

// logs lets the asker report to the error stream of its command.
func (a *asker) logs(c *command.Command) {
	run := c.Run
	c.Run = func(ctx context.Context, args []string, s command.Streams) error {
		a.log, a.lang = s.Err, s.Lang
		return run(ctx, args, s)
	}
}
