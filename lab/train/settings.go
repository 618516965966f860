package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"chuhe/eval"
	"chuhe/eval/nnue"
	"chuhe/internal/command"
	"chuhe/lab/train/sample"
)

// settings are the settings of a training run. Those written to JSON decide the network.
type settings struct {
	Data sample.Settings

	Seed   uint64
	Epochs int     // passes over the data
	Batch  int     // positions per step
	Shards int     // parts of a batch, see package model
	Spread float64 // size of the random initial weights
	Init   string  // file with the initial weights, "" for random ones
	Limit  int     // training positions used, 0 for all

	Rate, EndRate       float64 // learning rate
	Warmup              int     // steps over which it rises to Rate
	Schedule            string  // how it falls to EndRate
	Beta1, Beta2        float64
	Decay               float64 // of weights
	Factoriser, Rounded bool

	Scale             int     // score that the logistic function maps like 1
	Lambda, EndLambda float64 // share of the score in the target; the rest is the result
	Power             float64 // of the loss

	// Yardstick is a file of labelled positions to measure the network on after each
	// epoch, "" for none.
	Yardstick string

	out     string
	note    string
	threads int
}

const usage = `usage: go run ./lab/train -data FILE,... -out FILE.nnue [flags]
       go run ./lab/train fit|label|measure|average ...

Trains a network on recorded games. Writes the network, a checkpoint and a report
after each epoch. The same settings, data and seed give the same network, byte for
byte, whatever -threads. To continue an interrupted run from its checkpoint, give the
same command again. While an epoch cannot be written, as on a full disk, the run says
so and waits. "help COMMAND" explains the other commands.

A run never overwrites the files of another. An empty file, FILE.nnue.lock, keeps two
runs from writing to the same files.

The exit status of a built program is 0 when training is done, 130 after an
interrupt, 2 for bad input, 1 for a system error. "go run" exits with 1 for every
failure.

`

const fitUsage = `usage: go run ./lab/train fit -data FILE,... [flags]

Fits the scale of scores and winning chances to the results of recorded games, and
prints the results by score. The last line is the -scale to train with.

`

const (
	// maxScore is the largest score of all, for a mate.
	maxScore = int(eval.Mate)
	// maxOffshoots is far above any useful number: a position has about forty moves.
	maxOffshoots = 1000
)

// dataFlags declares the flags about the data.
func dataFlags(flags *flag.FlagSet, s *sample.Settings) {
	flags.Func("data", "`files` of games, separated by commas; patterns such as data/*.games work", func(text string) error {
		for pattern := range strings.SplitSeq(text, ",") {
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
	command.Range(flags, &s.MinPly, "minply", 0, math.MaxInt32, "first `ply` of a game to use")
	command.Range(flags, &s.MaxScore, "maxscore", 1, maxScore, fmt.Sprintf("largest `score` to use; %d takes positions with mate in sight as well", maxScore))
	command.Range(flags, &s.MaxQuiet, "maxquiet", 0, math.MaxInt32, "largest number of `plies` since the last capture")
	flags.BoolVar(&s.Checks, "checks", s.Checks, "use positions in check")
	flags.BoolVar(&s.Captures, "captures", s.Captures, "use positions whose move is a capture")
	flags.BoolVar(&s.Repeats, "repeats", s.Repeats, "use positions that have occurred before in their game")
	flags.BoolVar(&s.SkipDamaged, "skipdamaged", s.SkipDamaged, "skip damaged blocks of a file")
}

// newSettings returns the default settings.
func newSettings() *settings {
	return &settings{
		Data: sample.DefaultSettings(),
		Seed: 1, Epochs: 30, Batch: 16384, Shards: 2, Spread: 1,
		Rate: 0.001, EndRate: 0.00001, Warmup: 200, Schedule: "cosine", Beta1: 0.9, Beta2: 0.999, Decay: 0.01, Factoriser: true, Rounded: true,
		Scale: 350, Lambda: 0.75, EndLambda: -1, Power: 2.5,
		threads: runtime.GOMAXPROCS(0),
	}
}

// define defines the flags of a training run.
func (s *settings) define(flags *flag.FlagSet) {
	dataFlags(flags, &s.Data)
	command.Range(flags, &s.Data.Validation, "validation", 0, math.MaxInt32, "set one game in `n` aside for validation, 0 for none")
	command.Range(flags, &s.Data.Offshoots, "offshoots", 0, maxOffshoots, "instead of each position of a game, use this many `positions` one or two random moves away, with the hand-written evaluation as score; 0 uses the position itself")
	flags.StringVar(&s.out, "out", "", "`file` for the network; the files beside it have the same name with .checkpoint, .md, .json and .svg")
	flags.StringVar(&s.Init, "init", "", "start from the weights of a `file`, a network or a checkpoint")
	command.Range(flags, &s.Spread, "spread", 0.001, 10, "`size` of the random weights of the inputs at the start, 1 for the usual one; of no use with -init")
	command.Number(flags, &s.Seed, "seed", s.Seed, "`number` that decides everything random")
	command.Range(flags, &s.Epochs, "epochs", 1, math.MaxInt32, "`passes` over the data")
	command.Range(flags, &s.Limit, "limit", 0, math.MaxInt32, "use only the first `positions` for training, 0 for all")
	command.Range(flags, &s.Batch, "batch", 1, 1<<20, "`positions` per step")
	command.Range(flags, &s.Shards, "shards", 1, 64, "`parts` of a batch, each for one thread; another number changes the rounding, and so the network")
	command.Range(flags, &s.Rate, "rate", 1e-9, 1, "highest learning `rate`")
	command.Range(flags, &s.EndRate, "endrate", 0, 1, "learning `rate` at the end")
	command.Range(flags, &s.Warmup, "warmup", 0, math.MaxInt32, "`steps` over which the learning rate rises")
	flags.StringVar(&s.Schedule, "schedule", s.Schedule, "`shape` of the learning rate: cosine, linear, step (times 0.3 at 40, 60, 75 and 90 %) or constant")
	command.Range(flags, &s.Beta1, "beta1", 0, 0.999999, "`decay` of Adam's mean of gradients")
	command.Range(flags, &s.Beta2, "beta2", 0, 0.999999, "`decay` of Adam's mean of squares")
	command.Range(flags, &s.Decay, "decay", 0, 1, "`decay` of weights per step, times the learning rate")
	flags.BoolVar(&s.Factoriser, "factoriser", s.Factoriser, "let king buckets learn from each other")
	flags.BoolVar(&s.Rounded, "rounded", s.Rounded, "compute with weights rounded as in the network")
	command.Range(flags, &s.Scale, "scale", 1, int(eval.MaxEval), "`score` at which the expected result is 73 %, the logistic function of 1; see fit")
	command.Range(flags, &s.Lambda, "lambda", 0, 1, "`share` of the score in the target at the start; the rest is the result")
	command.Range(flags, &s.EndLambda, "endlambda", -1, 1, "`share` of the score at the end, below 0 for that at the start")
	command.Range(flags, &s.Power, "power", 1, 4, "`power` of the error in the loss")
	flags.StringVar(&s.Yardstick, "yardstick", "", "`file` of positions labelled by \"train label\"; the error on them is printed after each epoch")
	flags.StringVar(&s.note, "note", "", "`text` to add to the network's description")
	command.Range(flags, &s.threads, "threads", 1, 1024, "number of `threads`")
}

// finish checks the settings and fills in those that follow from others.
func (s *settings) finish() error {
	if s.EndLambda < 0 {
		s.EndLambda = s.Lambda
	}
	s.Data.Seed, s.Data.Threads = s.Seed, s.threads
	switch {
	case len(s.Data.Files) == 0:
		return errNoData
	case s.out == "":
		return command.Usagef("no -out, want the name of a file")
	case filepath.Ext(s.out) != ".nnue":
		return command.Usagef("-out %s, want a name that ends in .nnue", s.out)
	case filepath.Base(s.out) == ".nnue":
		return command.Usagef("-out %s, want a name before .nnue", s.out)
	case s.Init != "" && s.Spread != newSettings().Spread:
		return command.Usagef("-spread %v with -init, want one of the two: -init has all weights", s.Spread)
	case s.EndRate > s.Rate:
		return command.Usagef("-endrate %v, want at most the -rate of %v", s.EndRate, s.Rate)
	case schedules[s.Schedule] == nil:
		return command.Usagef("-schedule %q, want cosine, linear, step or constant", s.Schedule)
	case !utf8.ValidString(s.note):
		return command.Usagef("-note %q, want UTF-8", s.note)
	case !utf8.ValidString(strings.Join(slices.Concat(s.Data.Files, []string{s.Init, s.Yardstick}), ",")):
		return command.Usagef("-data %q and the names of -init %q and -yardstick %q, want UTF-8, in which the checkpoint keeps them",
			s.Data.Files, s.Init, s.Yardstick)
	case s.descriptionBytes() > nnue.MaxDescription:
		return command.Usagef("-note of %d bytes and the names of %d files of -data, want fewer than about %d bytes together",
			len(s.note), len(s.Data.Files), nnue.MaxDescription)
	}
	return nil
}

var errNoData = command.Usagef("no -data, want files of games")

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
