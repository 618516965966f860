package selfplay

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
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
or -positions say, in blocks of 64 games. Without either it plays until it is
interrupted, and then writes the finished games in a smaller block.

The same settings and seed give the same file, byte for byte, whatever -threads. To
continue a run that was interrupted or killed, give the same command again; a
program whose search differs refuses the file. On another machine use another
-seed; the trainer takes several files. "chuhe data stat" summarises them.

The exit status is 0 when the goal is reached, 130 after an interrupt, 2 for bad
input, 1 for a system error.

`

// request holds the values of the flags.
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
	r.settings.Threads = runtime.GOMAXPROCS(0)
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
	if last != nil && errors.Is(err, context.Canceled) {
		fmt.Fprintln(s.Err, "interrupted; the same command continues from there")
	}
	if at := (*fs.PathError)(nil); errors.As(err, &at) && at.Path == r.name {
		return err // it names the file
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
	command.Range(flags, &s.Threads, "threads", 1, 1024, "number of `games` to play at the same time")
	command.Range(flags, &s.Nodes, "nodes", 1, MaxNodes, fmt.Sprintf("`nodes` after which a search starts no new iteration; it stops at %d times as many", hardFactor))
	command.Range(flags, &s.Hash, "hash", 1, MaxHash, "size of each thread's transposition table in `MiB`")
	command.Range(flags, &s.MinRandom, "minrandom", 0, 100, "fewest random `plies` of an opening")
	command.Range(flags, &s.MaxRandom, "maxrandom", 0, 100, "most random `plies` of an opening")
	command.Range(flags, &s.Balance, "balance", 1, eval.MaxEval, fmt.Sprintf("largest `score` of an opening, for either side, by a search of %d times the nodes; others are discarded", verifyFactor))
	command.Range(flags, &s.WinScore, "winscore", 1, eval.MaxEval, "`score` that ends a game when both sides agree on it for -winplies")
	command.Range(flags, &s.WinPlies, "winplies", 1, 1000, "`plies` in a row that end a won game")
	command.Range(flags, &s.PlayOut, "playout", 0, 1<<30, "one in this many `games` is played to its end on the board when it is won; 0 for none")
	command.Range(flags, &s.DrawScore, "drawscore", 0, eval.MaxEval, "largest `score` that ends a game as a draw, for -drawplies")
	command.Range(flags, &s.DrawPlies, "drawplies", 1, 1000, "`plies` in a row that end a drawn game")
	command.Range(flags, &s.MinDraw, "mindraw", 0, 10000, "`plies` after the opening before scores can make a draw")
	command.Range(flags, &s.MaxPlies, "maxplies", 1, 10000, "`plies` after the opening that end any game as a draw")
	flags.StringVar(&r.rules, "rules", s.Rules.Set.String(), "`set` of repetition rules: "+rules.SetNames())
	command.Range(flags, &s.Rules.MoveLimit, "movelimit", rules.OwnLimit, rules.MaxLimit, "natural move limit in `plies` without a capture, 0 for none, -1 for that of the rules")
	flags.StringVar(&r.evalFile, "evalfile", evals.Embedded, evals.FlagUsage)
}

// check opens and checks what the flags name.
func (r *request) check() (err error) {
	s := &r.settings
	switch r.name {
	case "":
		return command.Usagef("no -out, want the name of a file")
	case "-":
		return command.Usagef("-out is -, want the name of a file: games cannot go to a stream")
	}
	if s.Rules.Set, err = rules.ParseSet(r.rules); err != nil {
		return command.Usagef("-rules: %w", err)
	}
	if s.MinRandom > s.MaxRandom {
		return command.Usagef("-minrandom is %d, want at most -maxrandom, which is %d", s.MinRandom, s.MaxRandom)
	}
	if err := s.CheckMemory(); err != nil {
		return err
	}
	if r.evaluation, err = evals.Open(r.evalFile); err != nil {
		return command.Inputf("-evalfile: %w", err)
	}
	return nil
}
