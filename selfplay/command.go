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

Plays games of the engine against itself and adds them to a file, from which an
evaluation can be trained. It goes on until the file has as many games or
positions as -games or -positions say, in whole blocks of 64 games, or until it
is interrupted if neither is given.

The same settings and seed give the same file, byte by byte, whatever -threads. A
run that was interrupted, or killed, goes on where it was when the same command is
given again, unless the program has come to search in another way. On another
machine use another -seed: "chuhe data merge" puts the parts together, and "chuhe
data stat" tells what is in them.

The exit status is 0 when the goal is reached, 130 after an interrupt, 2 for bad
input, 1 if the system fails.

`

// request is what the flags ask for.
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
		Name: "datagen", Summary: "play games of the engine against itself, to train from",
		Help: help, Flags: r.define, Run: r.run,
	}
}

// run plays the games and prints what is in the file then.
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
			fmt.Fprintf(m.Err, "%s: cut off %d bytes at the end, of a block that was not whole\n", r.name, p.Cut)
		}
		last = &p
		m.show(&p)
	})
	m.Close()
	if last != nil {
		fmt.Fprintf(s.Out, "%s: %d games, %d positions", r.name, last.Written.Games, last.Written.Positions)
		if last.Made != last.Begin {
			fmt.Fprintf(s.Out, "; %.0f a second, %.0f on each thread", last.rate(), last.rate()/float64(r.settings.Threads))
		}
		fmt.Fprintln(s.Out)
	}
	if err == nil {
		return nil
	}
	if last != nil && ctx.Err() != nil {
		fmt.Fprintln(s.Err, "interrupted; the same command goes on from there")
	}
	return fmt.Errorf("%s: %w", r.name, err)
}

// define defines the flags.
func (r *request) define(flags *flag.FlagSet) {
	s := &r.settings
	flags.StringVar(&r.name, "out", "", "`file` to write or to go on with")
	command.Number(flags, &r.goal.Games, "games", 0, "`games` that the file shall have, 0 for no such goal")
	command.Number(flags, &r.goal.Positions, "positions", 0, "`positions` that the file shall have, 0 for no such goal")
	command.Number(flags, &s.Seed, "seed", s.Seed, "`number` that decides all that is random; another for each part of a data set")
	command.Number(flags, &s.Threads, "threads", runtime.GOMAXPROCS(0), "`games` played at a time")
	command.Number(flags, &s.Nodes, "nodes", s.Nodes, fmt.Sprintf("`nodes` after which a search begins no new iteration; it is cut short at %d times as many", hardFactor))
	command.Number(flags, &s.Hash, "hash", s.Hash, "size of each thread's table in `MiB`")
	command.Number(flags, &s.MinRandom, "minrandom", s.MinRandom, "fewest random `plies` of an opening")
	command.Number(flags, &s.MaxRandom, "maxrandom", s.MaxRandom, "most random `plies` of an opening")
	command.Number(flags, &s.Balance, "balance", s.Balance, fmt.Sprintf("largest `score` of an opening, for either side, by a search of %d times the nodes; others are thrown away", verifyFactor))
	command.Number(flags, &s.WinScore, "winscore", s.WinScore, "`score` that ends a game when both sides agree on it for -winplies")
	command.Number(flags, &s.WinPlies, "winplies", s.WinPlies, "`plies` together that end a won game")
	command.Number(flags, &s.PlayOut, "playout", s.PlayOut, "one in so many `games` is played on when it is won, to its end on the board; 0 for none")
	command.Number(flags, &s.DrawScore, "drawscore", s.DrawScore, "largest `score` that ends a game as a draw, for -drawplies")
	command.Number(flags, &s.DrawPlies, "drawplies", s.DrawPlies, "`plies` together that end a drawn game")
	command.Number(flags, &s.MinDraw, "mindraw", s.MinDraw, "`plies` behind the opening before which no score makes a draw")
	command.Number(flags, &s.MaxPlies, "maxplies", s.MaxPlies, "`plies` behind the opening that end any game as a draw")
	flags.StringVar(&r.rules, "rules", s.Rules.Set.String(), "`set` of rules of repetition: "+rules.SetNames())
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
		return command.Inputf("-%w", err) // it begins with the name of the flag
	}
	if r.evaluation, err = evals.Open(r.evalFile); err != nil {
		return command.Inputf("-evalfile: %w", err)
	}
	return nil
}
