package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"time"

	"chuhe/eval/evals"
	"chuhe/internal/command"
	"chuhe/internal/stats"
	"chuhe/lab/openings/maker"
	"chuhe/lab/progress"
	"chuhe/lab/selfplay"
	"chuhe/search"
)

const help = `usage: go run ./lab/arena -state FILE -new NAME=VALUE,... [flags]

Tests whether one version of the engine is better than another: parameters of the
search, a network, or more nodes. Both play inside this process, each opening twice with
the colours swapped, until a sequential probability ratio test is decided. No opening is
played a second time. The state is saved every ten seconds and at Ctrl-C; the same command
continues the test, and -show prints it.

    go run ./lab/arena -state lmr.json -new LMRBase=540
    go run ./lab/arena -state net.json -newnet new.nnue -cut 0
    go run ./lab/arena -state speed.json -oldnodes 9091
    go run ./lab/arena -state time.json -new TimeMoves=20 -clock 2000000 -increment 20000 -cut 0

The exit status of a built program is 0 for success, 130 after an interrupt, 2 for
bad input, 1 for a system error. "go run" exits with 1 for every failure.

`

func main() { command.Main(program()) }

// request holds the values of the flags.
type request struct {
	settings       settings
	file           string
	newNet, oldNet string
	window, model  string
	seed           uint64
	pairs, threads int
	show           bool
}

// program returns the command line.
func program() *command.Command {
	r := &request{threads: runtime.GOMAXPROCS(0), pairs: 20_000, seed: 1, settings: settings{
		Nodes: 10_000, Cut: 50, Hash: 4, Test: stats.SPRT{Elo0: 0, Elo1: 5, Alpha: .05, Beta: .05},
	}}
	return &command.Command{Name: "go run ./lab/arena", Help: help, Flags: r.define, Run: r.run}
}

// define defines the flags.
func (r *request) define(flags *flag.FlagSet) {
	s := &r.settings
	flags.StringVar(&r.file, "state", "", "`file` that keeps the state of the test")
	flags.BoolVar(&r.show, "show", false, "only print the state")
	flags.StringVar(&s.New, "new", "", "parameters of the new side other than the defaults: `name=value,...`")
	flags.StringVar(&s.Old, "old", "", "parameters of the old side: `name=value,...`")
	flags.StringVar(&r.newNet, "newnet", evals.Embedded, evals.FlagUsage+", on the new side")
	flags.StringVar(&r.oldNet, "oldnet", evals.Embedded, "the same for the old side")
	command.Range(flags, &s.Nodes, "nodes", 1, selfplay.MaxNodes, "`nodes` of a move")
	command.Range(flags, &s.OldNodes, "oldnodes", 0, selfplay.MaxNodes, "`nodes` of a move of the old side; 0 for the same")
	command.Range(flags, &s.Clock, "clock", 0, selfplay.MaxNodes, "play on a game clock of `nodes` instead of -nodes, to test the use of time; 0 for none")
	command.Range(flags, &s.Increment, "increment", 0, selfplay.MaxNodes, "`nodes` that a move adds to -clock")
	command.Range(flags, &s.Cut, "cut", 0, 1000, "leave a game after so many `plies` and judge it by a search of four times -nodes; 0 plays to the end")
	command.Range(flags, &s.Hash, "hash", 1, selfplay.MaxHash, "size of each engine's table in `MiB`")
	command.Number(flags, &s.Test.Elo0, "elo0", s.Test.Elo0, "`difference` of the first hypothesis")
	command.Number(flags, &s.Test.Elo1, "elo1", s.Test.Elo1, "`difference` of the second hypothesis")
	command.Number(flags, &s.Test.Alpha, "alpha", s.Test.Alpha, "`probability` to accept the second where the first holds")
	command.Number(flags, &s.Test.Beta, "beta", s.Test.Beta, "`probability` to accept the first where the second holds")
	flags.StringVar(&r.model, "model", string(stats.Normalized), "unit of -elo0 and -elo1: normalized or logistic `Elo`")
	flags.StringVar(&r.window, "window", "0-40", "`points` by which an opening may favour a side; 80-200 makes fewer draws")
	command.Number(flags, &r.seed, "seed", r.seed, "`number` that decides the openings")
	command.Range(flags, &r.pairs, "pairs", 1, 1_000_000, "`pairs` of games after which the test ends undecided")
	command.Range(flags, &r.threads, "threads", 1, 1024, "`games` played at a time")
}

// run plays the test: the outcome goes to the output, progress to the error stream. When ctx
// is done it prints the outcome so far and returns the error of ctx.
func (r *request) run(ctx context.Context, _ []string, streams command.Streams) error {
	if r.file == "" {
		return command.Usagef("no -state, want the name of a file")
	}
	if r.show {
		s := new(state)
		if err := fileOf(r.file).Load(s); err != nil {
			return err
		}
		_, err := fmt.Fprint(streams.Out, s)
		return err
	}
	meter := command.NewMeter(streams)
	defer meter.Close()
	t, err := r.prepare(meter)
	if err != nil {
		return err
	}
	held, err := fileOf(r.file).Hold()
	if err != nil {
		return err
	}
	defer held.Close()
	t.state = new(state)
	if err := progress.Resume(fileOf(r.file), t.state, &t.Settings, r.settings); err != nil {
		if was := t.Settings.Openings; was != "" && was != r.settings.Openings {
			err = fmt.Errorf("%w; the openings follow from -seed and -window", err)
		}
		return err
	}
	t.show = shower(meter, t.Count.pairs())
	err = t.run(ctx, r.threads)
	meter.Close()
	if _, lost := fmt.Fprint(streams.Out, t.state); err == nil {
		err = lost
	}
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(streams.Out, "Stopped. The same command continues.")
	}
	return err
}

// shower returns what shows the state of a test that had a number of pairs when the run began: in the
// last line of a terminal, and once a minute in lines that stay.
func shower(meter *command.Meter, before int) func(*state) {
	start := time.Now()
	shown := start
	return func(s *state) {
		rate := float64(2*(s.Count.pairs()-before)) / max(time.Since(start).Seconds(), 1e-3)
		llr, _ := s.Count.decide(s.Settings.Test)
		elo := s.Count.sample().Summary().Elo
		meter.Show(-1, fmt.Sprintf("pair %d  Elo %s +/- %.1f, LLR %.2f, %.0f games an hour", s.Count.pairs(),
			stats.FormatElo(elo.Value), elo.Error, llr, 3600*rate))
		if time.Since(shown) >= time.Minute {
			shown = time.Now()
			fmt.Fprint(meter.Err, s)
		}
	}
}

// prepare reads what the flags name, and completes the settings.
func (r *request) prepare(meter *command.Meter) (*test, error) {
	s := &r.settings
	s.Test.Model = stats.Model(r.model)
	if err := s.Test.Validate(); err != nil {
		return nil, command.Usage(err)
	}
	t := &test{file: r.file, pairs: r.pairs, every: 10 * time.Second}
	for i, side := range []struct {
		name, values string
		net, netName string
	}{{"-new", s.New, r.newNet, "-newnet"}, {"-old", s.Old, r.oldNet, "-oldnet"}} {
		t.params[i] = search.DefaultParams()
		if side.values != "" {
			if err := t.params[i].Set(side.values); err != nil {
				return nil, command.Usagef("%s: %w", side.name, err)
			}
		}
		var err error
		if t.evaluations[i], err = evals.Open(side.net); err != nil {
			return nil, command.Inputf("%s: %w", side.netName, err)
		}
	}
	s.NewEval, s.OldEval = t.evaluations[0].Name(), t.evaluations[1].Name()
	if s.Clock > 0 && s.OldNodes > 0 {
		return nil, command.Usagef("-clock and -oldnodes, want one of them: a clock is the same for both sides")
	}
	if err := selfplay.CheckClock(s.Clock, s.Increment, s.Cut); err != nil {
		return nil, err
	}
	if s.OldNodes == 0 {
		s.OldNodes = s.Nodes
	}
	if t.params[0] == t.params[1] && s.NewEval == s.OldEval && s.Nodes == s.OldNodes {
		return nil, command.Usagef("both sides are the same, want -new, -newnet or -oldnodes to make them differ")
	}
	low, high, err := maker.ParseWindow(r.window)
	if err != nil {
		return nil, command.Usagef("-window: %w", err)
	}
	judge, err := evals.Default() // of the openings, the same whatever is tested
	if err != nil {
		return nil, err
	}
	m := maker.Maker{Recipe: maker.Random(r.seed, low, high), Evaluation: judge, Threads: r.threads}
	if s.Openings, err = m.Title(); err != nil {
		return nil, err
	}
	if s.Search, err = search.Signature(); err != nil {
		return nil, err
	}
	cache, unkept := maker.UserCache()
	if unkept != nil {
		fmt.Fprintln(meter.Err, &maker.UnsavedError{Err: unkept})
	}
	t.openings = openingsOf(cache, m, meter)
	return t, nil
}
