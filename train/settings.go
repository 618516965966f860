package main

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"chuhe/eval"
	"chuhe/eval/nnue"
	"chuhe/internal/command"
	"chuhe/train/sample"
)

// settings are the settings of a training. Those written to JSON decide the network.
type settings struct {
	Data sample.Settings

	Seed   uint64
	Epochs int    // passes over the data
	Batch  int    // positions per step
	Shards int    // parts of a batch, see package model
	Mirror bool   // mirror half of the positions
	Init   string // file with the initial weights, "" for random ones
	Limit  int    // training positions used, 0 for all

	Rate, EndRate       float64 // learning rate
	Warmup              int     // steps over which it rises to Rate
	Schedule            string  // how it falls to EndRate
	Beta1, Beta2        float64
	Decay               float64 // of weights
	Factoriser, Rounded bool

	Scale             int     // score at which the logistic function is that of 1
	Lambda, EndLambda float64 // share of the score in the target; the rest is the result
	Power             float64 // of the loss

	out     string
	note    string
	threads int
}

const usage = `usage: go run ./train -data FILE,... -out FILE.nnue [flags]
       go run ./train fit -data FILE,... [flags]

Trains a network on recorded games. Writes the network, a checkpoint and a report
after each epoch. The same settings, data and seed give the same network, byte for
byte, whatever -threads. To continue an interrupted training from its checkpoint,
give the same command again. "fit" fits the scale of scores to the results; "fit
-help" explains its flags.

A training never overwrites files of another one. An empty file, FILE.nnue.lock,
keeps two trainings from writing to the same files.

The exit status of a built program is 0 when the training is done, 130 after an
interrupt, 2 for bad input, 1 for a system error. "go run" exits with 1 for every
failure.

`

const fitUsage = `usage: go run ./train fit -data FILE,... [flags]

Fits the scale of scores to the results of recorded games, and prints the results
by score. The last line is the -scale for a training.

`

// dataFlags declares the flags about the data.
func dataFlags(flags *flag.FlagSet, s *sample.Settings) {
	flags.Func("data", "`files` of games, separated by commas; patterns such as data/*.games work", func(text string) error {
		for _, pattern := range strings.Split(text, ",") {
			if pattern == "" {
				return errors.New("it has an empty name, want files separated by commas")
			}
			names, err := filepath.Glob(pattern)
			if err != nil {
				return err
			}
			if len(names) == 0 {
				names = []string{pattern} // opening it will say what is wrong
			}
			for _, name := range names {
				if slices.Contains(s.Files, name) {
					return fmt.Errorf("%s is given twice", name)
				}
				s.Files = append(s.Files, name)
			}
		}
		return nil
	})
	command.Number(flags, &s.MinPly, "minply", s.MinPly, "first `ply` of a game to use")
	command.Number(flags, &s.MaxScore, "maxscore", s.MaxScore, "largest `score` to use")
	command.Number(flags, &s.MaxQuiet, "maxquiet", s.MaxQuiet, "largest number of `plies` since the last capture")
	flags.BoolVar(&s.Checks, "checks", s.Checks, "use positions in check")
	flags.BoolVar(&s.Captures, "captures", s.Captures, "use positions whose move is a capture")
	flags.BoolVar(&s.SkipDamaged, "skipdamaged", s.SkipDamaged, "skip damaged blocks of a file")
}

// newSettings returns the default settings.
func newSettings() *settings {
	return &settings{
		Data: sample.DefaultSettings(),
		Seed: 1, Epochs: 30, Batch: 16384, Shards: 2, Mirror: true,
		Rate: 0.001, EndRate: 0.00001, Warmup: 200, Schedule: "cosine", Beta1: 0.9, Beta2: 0.999, Decay: 0.01, Factoriser: true, Rounded: true,
		Scale: 350, Lambda: 0.75, Power: 2.5,
		threads: runtime.GOMAXPROCS(0),
	}
}

// define defines the flags of a training.
func (s *settings) define(flags *flag.FlagSet) {
	dataFlags(flags, &s.Data)
	command.Number(flags, &s.Data.Validation, "validation", s.Data.Validation, "set one game in `n` aside for validation, 0 for none")
	command.Number(flags, &s.Data.Offshoots, "offshoots", 0, "instead of each position of a game, use this many `positions` one or two random moves away, with the hand-written evaluation as score; 0 uses the position itself")
	flags.StringVar(&s.out, "out", "", "`file` for the network; the files beside it have the same name with .checkpoint, .md, .json and .svg")
	flags.StringVar(&s.Init, "init", "", "start from the weights of a `file`, a network or a checkpoint")
	command.Number(flags, &s.Seed, "seed", s.Seed, "`number` that decides everything random")
	command.Number(flags, &s.Epochs, "epochs", s.Epochs, "`passes` over the data")
	command.Number(flags, &s.Limit, "limit", 0, "largest number of training `positions` to use, 0 for all")
	command.Number(flags, &s.Batch, "batch", s.Batch, "`positions` per step")
	command.Number(flags, &s.Shards, "shards", s.Shards, "`parts` of a batch, each for one thread; another number changes the rounding, and so the network")
	flags.BoolVar(&s.Mirror, "mirror", s.Mirror, "mirror half of the positions left to right, a different half in each epoch")
	command.Number(flags, &s.Rate, "rate", s.Rate, "highest learning `rate`")
	command.Number(flags, &s.EndRate, "endrate", s.EndRate, "learning `rate` at the end")
	command.Number(flags, &s.Warmup, "warmup", s.Warmup, "`steps` over which the learning rate rises")
	flags.StringVar(&s.Schedule, "schedule", s.Schedule, "`shape` of the learning rate: cosine, linear, step (times 0.3 at 40, 60, 75 and 90 %) or constant")
	command.Number(flags, &s.Beta1, "beta1", s.Beta1, "`decay` of Adam's mean of gradients")
	command.Number(flags, &s.Beta2, "beta2", s.Beta2, "`decay` of Adam's mean of squares")
	command.Number(flags, &s.Decay, "decay", s.Decay, "`decay` of weights per step, times the learning rate")
	flags.BoolVar(&s.Factoriser, "factoriser", s.Factoriser, "let king buckets learn from each other")
	flags.BoolVar(&s.Rounded, "rounded", s.Rounded, "compute with weights rounded as in the network")
	command.Number(flags, &s.Scale, "scale", s.Scale, "`score` at which the expected result is 73 %, the logistic function of 1; see fit")
	command.Number(flags, &s.Lambda, "lambda", s.Lambda, "`share` of the score in the target at the start; the rest is the result")
	command.Number(flags, &s.EndLambda, "endlambda", -1, "`share` of the score at the end, -1 for that at the start")
	command.Number(flags, &s.Power, "power", s.Power, "`power` of the error in the loss")
	flags.StringVar(&s.note, "note", "", "`text` to add to the network's description")
	command.Number(flags, &s.threads, "threads", s.threads, "number of `threads`")
}

// finish checks the settings and fills in those that follow from others.
func (s *settings) finish() error {
	if err := checkData(&s.Data); err != nil {
		return err
	}
	if s.EndLambda == -1 {
		s.EndLambda = s.Lambda
	}
	s.Data.Seed, s.Data.Threads = s.Seed, s.threads
	return s.validate()
}

// checkData returns an error about flags that dataFlags defines.
func checkData(data *sample.Settings) error {
	const maxScore = int(eval.Mate) - eval.MaxPly - 1
	return firstFault([]fault{
		{len(data.Files) == 0, "no -data, want files of games"},
		{data.MinPly < 0, fmt.Sprintf("-minply %d, want 0 or more", data.MinPly)},
		{data.MaxScore < 1 || data.MaxScore > maxScore, fmt.Sprintf("-maxscore %d, want 1-%d", data.MaxScore, maxScore)},
		{data.MaxQuiet < 0, fmt.Sprintf("-maxquiet %d, want 0 or more", data.MaxQuiet)},
	})
}

// fault is a possible error in the arguments.
type fault struct {
	is   bool
	what string
}

// firstFault returns an error about the first actual fault.
func firstFault(all []fault) error {
	for _, bad := range all {
		if bad.is {
			return command.Inputf("%s", bad.what)
		}
	}
	return nil
}

// maxOffshoots is far above any useful number: a position has about forty moves.
const maxOffshoots = 1000

func (s *settings) validate() error {
	return firstFault([]fault{
		{s.out == "", "no -out, want the name of a file"},
		{filepath.Ext(s.out) != ".nnue", fmt.Sprintf("-out %s, want a name that ends in .nnue", s.out)},
		{s.Epochs < 1, fmt.Sprintf("-epochs %d, want at least 1", s.Epochs)},
		{s.Batch < 1 || s.Batch > 1<<20, fmt.Sprintf("-batch %d, want 1-%d", s.Batch, 1<<20)},
		{s.Shards < 1 || s.Shards > 64, fmt.Sprintf("-shards %d, want 1-64", s.Shards)},
		{s.Limit < 0, fmt.Sprintf("-limit %d, want 0 or more", s.Limit)},
		{s.Warmup < 0, fmt.Sprintf("-warmup %d, want 0 or more", s.Warmup)},
		{!(s.Rate > 0 && s.Rate < 1), fmt.Sprintf("-rate %v, want it between 0 and 1", s.Rate)},
		{!(s.EndRate >= 0 && s.EndRate <= s.Rate), fmt.Sprintf("-endrate %v, want it from 0 to -rate %v", s.EndRate, s.Rate)},
		{schedules[s.Schedule] == nil, fmt.Sprintf("-schedule %q, want cosine, linear, step or constant", s.Schedule)},
		{!(s.Beta1 >= 0 && s.Beta1 < 1), fmt.Sprintf("-beta1 %v, want it from 0 to below 1", s.Beta1)},
		{!(s.Beta2 >= 0 && s.Beta2 < 1), fmt.Sprintf("-beta2 %v, want it from 0 to below 1", s.Beta2)},
		{!(s.Decay >= 0 && s.Decay < 1), fmt.Sprintf("-decay %v, want it from 0 to below 1", s.Decay)},
		{s.Scale < 1 || s.Scale > int(eval.MaxEval), fmt.Sprintf("-scale %d, want 1-%d", s.Scale, eval.MaxEval)},
		{!(s.Lambda >= 0 && s.Lambda <= 1), fmt.Sprintf("-lambda %v, want it from 0 to 1", s.Lambda)},
		{!(s.EndLambda >= 0 && s.EndLambda <= 1), fmt.Sprintf("-endlambda %v, want it from 0 to 1, or -1", s.EndLambda)},
		{!(s.Power >= 1 && s.Power <= 4), fmt.Sprintf("-power %v, want it from 1 to 4", s.Power)},
		{s.threads < 1, fmt.Sprintf("-threads %d, want at least 1", s.threads)},
		{s.Data.Offshoots < 0 || s.Data.Offshoots > maxOffshoots, fmt.Sprintf("-offshoots %d, want 0-%d", s.Data.Offshoots, maxOffshoots)},
		{s.Data.Validation < 0, fmt.Sprintf("-validation %d, want 0 or more", s.Data.Validation)},
		{!utf8.ValidString(s.note), fmt.Sprintf("-note %q, want UTF-8", s.note)},
		{s.descriptionBytes() > nnue.MaxDescription, fmt.Sprintf("-note of %d bytes and the names of %d files of -data, want fewer than about %d bytes together",
			len(s.note), len(s.Data.Files), nnue.MaxDescription)},
	})
}

// descriptionBytes returns an upper bound for the length of the network's
// description.
func (s *settings) descriptionBytes() int {
	const head, line = 1000, 200 // besides names
	n := head + len(s.note) + len(s.Init)
	for _, name := range s.Data.Files {
		n += line + len(name)
	}
	return n
}
