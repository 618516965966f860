package selfplay

import (
	"context"
	"flag"
	"fmt"
	"runtime"

	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/internal/command"
	"chuhe/rules"
	"chuhe/search"
)

const help = `usage: chuhe datagen -out FILE [-games N] [-positions N] [flags]

Plays games of the engine against itself and adds them to a file, as training data
for an evaluation. It stops when the file has as many games or positions as -games
or -positions say, in complete blocks of 64 games. Without either it plays until it
is interrupted.

The same settings and seed give the same file, byte for byte, whatever -threads. To
continue a run that was interrupted or killed, give the same command again; a
program whose search differs refuses the file. On another machine use another
-seed. "chuhe data merge" merges the files, and "chuhe data stat" summarises them.

The exit status is 0 when the goal is reached, 130 after an interrupt, 2 for bad
input, 1 for a system error.

`

// request has the values of the flags.
type request struct {
	settings   Settings
	goal       goal
	name       string
	rules      string
	evalFile   string
	evaluation eval.Evaluation
	// search is the search's signature, which only run sets.
	search string
}

// Command is the command "chuhe datagen".
func Command() *command.Command {
	r := &request{settings: DefaultSettings()}
	return &command.Command{
		Name: "datagen", Summary: "play games of the engine against itself, as training data",
		Help: help, Flags: r.define, Run: r.run,
	}
}

// run plays the games and prints the size of the file.
func (r *request) run(ctx context.Context, _ []string, s command.Streams) error {
	err := r.check()
	if err != nil {
		return err
	}
	if r.search, err = search.Signature(); err != nil {
		return err
	}
	m := newMeter(s, r.goal, r.settings.Threads)
	defer m.Close()
	var last *progress
	err = r.generate(ctx, func(p progress) {
		if last == nil && p.Cut > 0 {
			fmt.Fprintf(m.Err, "%s: cut off an incomplete block of %d bytes at the end\n", r.name, p.Cut)
		}
		last = &p
		m.show(&p)
	})
	m.Close()
	if last != nil {
		fmt.Fprintf(s.Out, "%s: %d games, %d positions", r.name, last.Written.Games, last.Written.Positions)
		if last.Made != last.Begin {
			fmt.Fprintf(s.Out, "; %.0f per second, %.0f per thread", last.rate(), last.rate()/float64(r.settings.Threads))
		}
		fmt.Fprintln(s.Out)
	}
	if err == nil {
		return nil
	}
	if last != nil && ctx.Err() != nil {
		fmt.Fprintln(s.Err, "interrupted; the same command continues from there")
	}
	return fmt.Errorf("%s: %w", r.name, err)
}

// define defines the flags.
func (r *request) define(flags *flag.FlagSet) {
	s := &r.settings
	flags.StringVar(&r.name, "out", "", "`file` to write or to continue")
	command.Number(flags, &r.goal.Games, "games", 0, "`games` that the file should have, 0 for no such goal")
	command.Number(flags, &r.goal.Positions, "positions", 0, "`positions` that the file should have, 0 for no such goal")
	command.Number(flags, &s.Seed, "seed", s.Seed, "`number` that decides everything random; use another for each part of a data set")
	command.Number(flags, &s.Threads, "threads", runtime.GOMAXPROCS(0), "number of `games` to play at the same time")
	command.Number(flags, &s.Nodes, "nodes", s.Nodes, fmt.Sprintf("`nodes` after which a search starts no new iteration; it stops at %d times as many", hardFactor))
	command.Number(flags, &s.Hash, "hash", s.Hash, "size of each thread's transposition table in `MiB`")
	command.Number(flags, &s.MinRandom, "minrandom", s.MinRandom, "fewest random `plies` of an opening")
	command.Number(flags, &s.MaxRandom, "maxrandom", s.MaxRandom, "most random `plies` of an opening")
	command.Number(flags, &s.Balance, "balance", s.Balance, fmt.Sprintf("largest `score` of an opening, for either side, by a search of %d times the nodes; others are discarded", verifyFactor))
	command.Number(flags, &s.WinScore, "winscore", s.WinScore, "`score` that ends a game when both sides agree on it for -winplies")
	command.Number(flags, &s.WinPlies, "winplies", s.WinPlies, "`plies` in a row that end a won game")
	command.Number(flags, &s.PlayOut, "playout", s.PlayOut, "one in this many `games` is played to its end on the board when it is won; 0 for none")
	command.Number(flags, &s.DrawScore, "drawscore", s.DrawScore, "largest `score` that ends a game as a draw, for -drawplies")
	command.Number(flags, &s.DrawPlies, "drawplies", s.DrawPlies, "`plies` in a row that end a drawn game")
	command.Number(flags, &s.MinDraw, "mindraw", s.MinDraw, "`plies` after the opening before scores can make a draw")
	command.Number(flags, &s.MaxPlies, "maxplies", s.MaxPlies, "`plies` after the opening that end any game as a draw")
	flags.StringVar(&r.rules, "rules", s.Rules.Set.String(), "`set` of repetition rules: "+rules.SetNames())
	command.Number(flags, &s.Rules.MoveLimit, "movelimit", s.Rules.MoveLimit, "natural move limit in `plies` without a capture, 0 for none, -1 for that of the rules")
	flags.StringVar(&r.evalFile, "evalfile", evals.Embedded, evals.FlagUsage)
}

// check opens and checks what the flags name.
func (r *request) check() (err error) {
	s := &r.settings
	switch r.name {
	case "":
		return command.Inputf("no -out, want the name of a file")
	case "-":
		return command.Inputf("-out is -, want the name of a file: games cannot go to a stream")
	}
	if s.Rules.Set, err = rules.ParseSet(r.rules); err != nil {
		return command.Inputf("-rules: %w", err)
	}
	if err := s.Validate(); err != nil {
		return command.Inputf("-%w", err) // the error starts with the name of the flag
	}
	if r.evaluation, err = evals.Open(r.evalFile); err != nil {
		return command.Inputf("-evalfile: %w", err)
	}
	return nil
}
