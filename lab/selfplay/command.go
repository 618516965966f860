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
	"chuhe/internal/unit"
	"chuhe/lang"
	"chuhe/rules"
	"chuhe/rules/words"
	"chuhe/search"
)

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
	units  unit.Flags
}

// Command is the command "chuhe datagen".
func Command() *command.Command { return Over(nil) }

// Over is the command with its games played by a carrier, nil for this process.
func Over(carrier unit.Carrier) *command.Command {
	r := &request{settings: DefaultSettings(), units: unit.Flags{Over: carrier}}
	if carrier == nil {
		r.settings.Threads = runtime.GOMAXPROCS(0)
	}
	return &command.Command{
		Name: "datagen", Flags: r.define, Run: r.run,
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
	var job *unit.Job
	if r.units.Given() {
		if job, err = r.job(); err != nil {
			return err
		}
		if carrier := r.units.Carrier(r.name); carrier == nil {
			return r.units.Run(ctx, job, r.name, r.settings.Threads, s)
		}
	}
	threads := r.settings.Threads
	if job != nil {
		threads = 0 // others play
	}
	m := newMeter(s, r.goal, threads)
	defer m.Close()
	var last *progress
	report := func(p progress) {
		if last == nil && p.Cut > 0 {
			fmt.Fprintln(m.Err, s.Lang.Say("datagen.cut", "file", r.name, "bytes", p.Cut))
		}
		last = &p
		m.show(&p)
	}
	if job != nil {
		err = r.store(ctx, unitGames(ctx, job, r.units.Carrier(r.name)), report)
	} else {
		err = r.generate(ctx, report)
	}
	m.Close()
	if last != nil {
		text := s.Lang.Say("datagen.written", "file", r.name, "games", s.Lang.Count("games", last.Written.Games), "positions", s.Lang.Count("positions", last.Written.Positions))
		if job == nil && last.Made != last.Begin {
			text += s.Lang.Say("datagen.rate", "all", fmt.Sprintf("%.0f", last.rate()), "each", fmt.Sprintf("%.0f", last.rate()/float64(r.settings.Threads)))
		}
		fmt.Fprintln(s.Out, text)
	}
	if err == nil {
		return nil
	}
	if last != nil && errors.Is(err, context.Canceled) {
		fmt.Fprintln(s.Err, s.Lang.Say("datagen.interrupted"))
	}
	if at, ok := errors.AsType[*fs.PathError](err); ok && at.Path == r.name {
		return err // it names the file
	}
	return fmt.Errorf("%s: %w", r.name, err)
}

// define defines the flags.
func (r *request) define(flags *flag.FlagSet) {
	s := &r.settings
	flags.StringVar(&r.name, "out", "", "")
	command.Number(flags, &r.goal.Games, "games", 0, "")
	command.Number(flags, &r.goal.Positions, "positions", 0, "")
	command.Number(flags, &s.Seed, "seed", s.Seed, "")
	if r.units.Over == nil {
		command.Range(flags, &s.Threads, "threads", 1, 1024, "")
	}
	command.Range(flags, &s.Nodes, "nodes", 1, MaxNodes, fmt.Sprint(hardFactor))
	command.Range(flags, &s.Hash, "hash", 1, MaxHash, "")
	command.Range(flags, &s.MinRandom, "minrandom", 0, 100, "")
	command.Range(flags, &s.MaxRandom, "maxrandom", 0, 100, "")
	command.Range(flags, &s.Balance, "balance", 1, eval.MaxEval, fmt.Sprint(verifyFactor))
	command.Range(flags, &s.WinScore, "winscore", 1, eval.MaxEval, "")
	command.Range(flags, &s.WinPlies, "winplies", 1, 1000, "")
	command.Range(flags, &s.PlayOut, "playout", 0, 1<<30, "")
	command.Range(flags, &s.DrawScore, "drawscore", 0, eval.MaxEval, "")
	command.Range(flags, &s.DrawPlies, "drawplies", 1, 1000, "")
	command.Range(flags, &s.MinDraw, "mindraw", 0, 10000, "")
	command.Range(flags, &s.MaxPlies, "maxplies", 1, 10000, "")
	flags.StringVar(&r.rules, "rules", s.Rules.Set.String(), rules.SetNames())
	command.Range(flags, &s.Rules.MoveLimit, "movelimit", rules.OwnLimit, rules.MaxLimit, "")
	r.units.Define(flags)
	flags.StringVar(&r.evalFile, "evalfile", evals.Embedded, "")
}

// check opens and checks what the flags name.
func (r *request) check() (err error) {
	s := &r.settings
	switch r.name {
	case "":
		return command.Usage(lang.Errorf("error.noOut"))
	case "-":
		return command.Usage(lang.Errorf("datagen.stream"))
	}
	if err := command.InFolder(r.name); err != nil {
		return err
	}
	if s.Rules.Set, err = words.ParseSet(r.rules); err != nil {
		return command.Usagef("-rules: %w", err)
	}
	if s.MinRandom > s.MaxRandom {
		return command.Usage(lang.Errorf("datagen.random", "least", s.MinRandom, "most", s.MaxRandom))
	}
	if err := r.units.Check(); err != nil {
		return err
	}
	if r.units.Given() && (r.goal.Games == 0 || r.goal.Positions > 0) {
		return command.Usage(lang.Errorf("unit.games"))
	}
	if err := s.CheckMemory(); err != nil {
		return err
	}
	if r.evaluation, err = evals.Open(r.evalFile); err != nil {
		return command.Inputf("-evalfile: %w", err)
	}
	return nil
}
