package spsa

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"runtime"

	"chuhe/eval/evals"
	"chuhe/internal/command"
	"chuhe/internal/unit"
	"chuhe/lab/progress"
	"chuhe/lab/selfplay"
	"chuhe/search"
)

// Program is the name of the command, which its help has too.
const Program = "go run ./lab/tune"

const help = `usage: ` + Program + ` -state FILE [flags]

Tunes the margins and reductions of the search by games of the engine against
itself. The state is saved every half minute; the same command continues a run that
was interrupted. At the end it prints the values. The same settings lead to the same
values, however many games are played at a time. An empty file beside the state,
FILE.lock, keeps other processes off it.

Many processes play a batch in parts by -unit, each with the same state; -merge then
learns from it, as far as the next batch. When the run is finished -unit fails, which
ends a loop of the two.

The exit status of a built program is 0 for success, 130 after an interrupt, 2 for
bad input, 1 for a system error. "go run" exits with 1 for every failure.

`

// request holds the values of the flags.
type request struct {
	settings settings
	file     string
	evalFile string
	show     bool
	threads  int
	units    unit.Flags
}

// Over is the command with its games played by a carrier, nil for this process.
func Over(carrier unit.Carrier) *command.Command {
	r := &request{units: unit.Flags{Over: carrier}, threads: runtime.GOMAXPROCS(0), settings: settings{
		Schedule: schedule{Iterations: 30000, Rate: 0.002}, Batch: 32, Pairs: 1, Nodes: 2500, Hash: 2,
	}}
	return &command.Command{Name: Program, Summary: "tune margins and reductions of the search", Help: help, Flags: r.define, Run: r.run}
}

// define defines the flags.
func (r *request) define(flags *flag.FlagSet) {
	s := &r.settings
	flags.StringVar(&r.file, "state", "", "`file` that keeps the state of the run")
	flags.BoolVar(&r.show, "show", false, "only print the state")
	if r.units.Over == nil {
		command.Range(flags, &r.threads, "threads", 1, 1024, "`games` played at a time")
		flags.Var(&r.units.Part, "unit", "play part `I/N` of the next batch, and keep the results beside the state, which does not change")
		flags.BoolVar(&r.units.Merge, "merge", false, "learn from the parts of the next batch when all are there")
	}
	command.Range(flags, &s.Schedule.Iterations, "iterations", 1, math.MaxInt32, "`number` of steps")
	command.Range(flags, &s.Schedule.Rate, "rate", 1e-9, 1, "part of its `step` that a parameter is moved at the end for a game won")
	command.Range(flags, &s.Batch, "batch", 1, 1<<20, "`number` of steps that start from the same values, and so can be played at the same time")
	command.Range(flags, &s.Pairs, "pairs", 1, 1000, "`pairs` of games in an iteration")
	command.Range(flags, &s.Nodes, "nodes", 1, selfplay.MaxNodes, "`nodes` of a search")
	command.Range(flags, &s.Clock, "clock", 0, selfplay.MaxNodes, "play on a game clock of `nodes` instead of -nodes, to tune the use of time")
	command.Range(flags, &s.Increment, "increment", 0, selfplay.MaxNodes, "`nodes` that a move adds to -clock")
	command.Range(flags, &s.Cut, "cut", 0, 1000, "leave a game after so many `plies` and count what a search of four times -nodes expects of it; 0 plays to the end")
	command.Range(flags, &s.Hash, "hash", 1, selfplay.MaxHash, "size of each engine's table in `MiB`")
	command.Number(flags, &s.Seed, "seed", 1, "`number` that decides all that is random")
	flags.StringVar(&s.Params, "params", "*,-*Depth,-Time*", "`patterns` of the parameters to tune; a minus before one leaves them out")
	flags.StringVar(&s.From, "from", "", "start `values` other than the defaults: name=value,...")
	flags.StringVar(&r.evalFile, "evalfile", evals.Embedded, evals.FlagUsage)
}

// run tunes: the outcome goes to the output, progress to the error stream. When ctx
// is done it prints the outcome so far and returns the error of ctx.
func (r *request) run(ctx context.Context, _ []string, streams command.Streams) error {
	if r.file == "" {
		return command.Usagef("no -state, want the name of a file")
	}
	if err := selfplay.CheckClock(r.settings.Clock, r.settings.Increment, r.settings.Cut); err != nil {
		return err
	}
	if err := r.units.Check(); err != nil {
		return err
	}
	evaluation, err := evals.Open(r.evalFile)
	if err != nil {
		return command.Inputf("-evalfile: %w", err)
	}
	network, err := evals.Content(r.evalFile)
	if err != nil {
		return command.Inputf("-evalfile: %w", err)
	}
	if r.show {
		t, err := stored(r.file)
		if err != nil {
			return err
		}
		return t.print(streams.Out)
	}
	s := r.settings
	s.Evaluator = evaluation.Name()
	if s.Search, err = search.Signature(); err != nil {
		return err
	}
	part := r.units.Part.N > 0
	if !part {
		held, err := fileOf(r.file).Hold()
		if err != nil {
			return err
		}
		defer held.Close()
	}
	t, err := begin(r.file, s)
	if err != nil {
		return err
	}
	t.job = func(first, n int) (*unit.Job, error) {
		return newJob(&unitSettings{t.settings, first, t.named(t.at)}, n, evaluation, network)
	}
	if part {
		return r.runUnit(ctx, t, streams)
	}
	if t.play = r.units.Carrier(t.batchName()); t.play == nil {
		t.play = unit.Here(r.threads)
	}
	if r.units.Merge {
		t.end = min(t.end, t.done+1)
	}
	reports := 0
	t.report = func(t *tuner) {
		t.progress(streams.Err)
		if reports++; reports%20 == 0 {
			t.table(streams.Err)
		}
	}
	err = t.run(ctx)
	if errors.Is(err, command.ErrInput) { // units are missing, so that nothing is new
		return err
	}
	lost := t.print(streams.Out)
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(streams.Err, "Stopped. The same command continues.")
	}
	return errors.Join(err, lost)
}

// runUnit plays units of the next batch.
func (r *request) runUnit(ctx context.Context, t *tuner, streams command.Streams) error {
	if t.done == t.end {
		return command.Inputf("-unit: no batch is left, %s has all %d iterations; -show prints the values", r.file, t.done)
	}
	j, err := t.next()
	if err != nil {
		return err
	}
	return r.units.Run(ctx, j, t.batchName(), r.threads, streams)
}

// stored returns the run of a file, whatever its settings are.
func stored(file string) (*tuner, error) {
	known := new(state)
	if err := fileOf(file).Load(known); err != nil {
		return nil, err
	}
	t, err := newTuner(known, file)
	if err != nil && !errors.Is(err, command.ErrInput) { // about its settings
		err = fileOf(file).Damaged(err)
	}
	return t, err
}

// begin returns the run of a file, which must have these settings, or a new one.
func begin(file string, s settings) (*tuner, error) {
	known := new(state)
	if err := progress.Resume(fileOf(file), known, &known.Settings, s); err != nil {
		return nil, err
	}
	t, err := newTuner(known, file)
	if !errors.Is(err, command.ErrInput) { // about its settings
		err = command.Usage(err)
	}
	return t, err
}
