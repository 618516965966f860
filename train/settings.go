package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"chuhe/eval"
	"chuhe/eval/nnue"
	"chuhe/internal/filelock"
	"chuhe/internal/numflag"
	"chuhe/internal/wholefile"
	"chuhe/train/sample"
)

// errInput is wrapped by errors about arguments.
var errInput = errors.New("bad input")

// settings decide the network, but for those that are not written to JSON.
type settings struct {
	Data sample.Settings

	Seed   uint64
	Epochs int    // passes over the data
	Batch  int    // positions a step
	Shards int    // parts of a batch, see package model
	Mirror bool   // show half the positions mirrored
	Init   string // file of the weights to begin with, "" for random ones
	Limit  int    // training positions used, 0 for all

	Rate, EndRate       float64 // learning rate
	Warmup              int     // steps over which it rises to Rate
	Schedule            string  // how it goes down to EndRate
	Beta1, Beta2        float64
	Decay               float64 // of weights
	Factoriser, Rounded bool

	Scale             int     // score of which the logistic function gives the expected result
	Lambda, EndLambda float64 // share of the score in the target, the rest being the result
	Power             float64 // of the loss

	out     string
	note    string
	threads int
}

const usage = `usage: go run ./train -data FILE,... -out FILE.nnue [flags]
       go run ./train fit -data FILE,... [flags]

Trains a network from recorded games and writes it, with a checkpoint after each
epoch and a report beside it. The same settings, data and seed give the same
network, byte by byte, whatever -threads; a training that was interrupted goes on
from its checkpoint when the same command is given again. "fit" fits the scale of
scores to the results; "fit -help" explains its flags.

What is there under the names of the outcome, and not of this very training, is an
error and stays. An empty file, FILE.nnue.lock, keeps others from writing to them.

The exit status of a built program is 0 when the training is done, 130 after an
interrupt, 2 for bad input, 1 if the system fails; "go run" makes 1 of all failures.

`

const fitUsage = `usage: go run ./train fit -data FILE,... [flags]

Fits the scale of scores to the results of recorded games, and says what scores
are worth. Its last line is the -scale for a training.

`

// dataFlags declares the flags about what is loaded.
func dataFlags(flags *flag.FlagSet, s *sample.Settings) {
	flags.Func("data", "`files` of games, separated by commas; patterns such as data/*.games too", func(text string) error {
		for _, pattern := range strings.Split(text, ",") {
			if pattern == "" {
				return errors.New("it has an empty name, want files separated by commas")
			}
			names, err := filepath.Glob(pattern)
			if err != nil {
				return err
			}
			if len(names) == 0 {
				names = []string{pattern} // whose opening will tell what is wrong
			}
			for _, name := range names {
				if slices.Contains(s.Files, name) {
					return fmt.Errorf("%s is there twice", name)
				}
				s.Files = append(s.Files, name)
			}
		}
		return nil
	})
	numflag.Var(flags, &s.MinPly, "minply", s.MinPly, "first `ply` of a game that is used")
	numflag.Var(flags, &s.MaxScore, "maxscore", s.MaxScore, "largest `score` that is used")
	numflag.Var(flags, &s.MaxQuiet, "maxquiet", s.MaxQuiet, "most `plies` since the last capture")
	flags.BoolVar(&s.Checks, "checks", s.Checks, "use positions in check")
	flags.BoolVar(&s.Captures, "captures", s.Captures, "use positions whose move is a capture")
	flags.BoolVar(&s.SkipDamaged, "skipdamaged", s.SkipDamaged, "go on behind damaged blocks of a file")
}

// parse reads the arguments of a training.
func parse(args []string, out io.Writer) (*settings, error) {
	s := &settings{
		Data: sample.DefaultSettings(),
		Seed: 1, Epochs: 30, Batch: 16384, Shards: 2, Mirror: true,
		Rate: 0.001, EndRate: 0.00001, Warmup: 200, Schedule: "cosine", Beta1: 0.9, Beta2: 0.999, Decay: 0.01, Factoriser: true, Rounded: true,
		Scale: 350, Lambda: 0.75, Power: 2.5,
		threads: runtime.GOMAXPROCS(0),
	}
	flags := newFlags()
	dataFlags(flags, &s.Data)
	numflag.Var(flags, &s.Data.Validation, "validation", s.Data.Validation, "put one game in `n` aside to validate with, 0 for none")
	numflag.Var(flags, &s.Data.Offshoots, "offshoots", 0, "use `positions` made around each of a game, by a random move or two, with the hand-written evaluation as score, in its stead; 0 uses the game's")
	flags.StringVar(&s.out, "out", "", "`file` for the network, beside which others get its name with .checkpoint, .md, .json and .svg")
	flags.StringVar(&s.Init, "init", "", "begin with the weights of a `file`, a network or a checkpoint")
	numflag.Var(flags, &s.Seed, "seed", s.Seed, "`number` that decides all that is random")
	numflag.Var(flags, &s.Epochs, "epochs", s.Epochs, "`passes` over the data")
	numflag.Var(flags, &s.Limit, "limit", 0, "use at most so many training `positions`, 0 for all")
	numflag.Var(flags, &s.Batch, "batch", s.Batch, "`positions` a step")
	numflag.Var(flags, &s.Shards, "shards", s.Shards, "`parts` of a batch, for as many threads; another number gives other last digits")
	flags.BoolVar(&s.Mirror, "mirror", s.Mirror, "show half of the positions mirrored left to right, others each epoch")
	numflag.Var(flags, &s.Rate, "rate", s.Rate, "learning `rate` at its highest")
	numflag.Var(flags, &s.EndRate, "endrate", s.EndRate, "learning `rate` at the end")
	numflag.Var(flags, &s.Warmup, "warmup", s.Warmup, "`steps` over which the learning rate rises")
	flags.StringVar(&s.Schedule, "schedule", s.Schedule, "`way` of the learning rate: cosine, linear, step (times 0.3 at 40, 60, 75 and 90 %) or constant")
	numflag.Var(flags, &s.Beta1, "beta1", s.Beta1, "`decay` of Adam's mean of gradients")
	numflag.Var(flags, &s.Beta2, "beta2", s.Beta2, "`decay` of Adam's mean of squares")
	numflag.Var(flags, &s.Decay, "decay", s.Decay, "`decay` of weights, times the learning rate a step")
	flags.BoolVar(&s.Factoriser, "factoriser", s.Factoriser, "let king buckets learn from each other")
	flags.BoolVar(&s.Rounded, "rounded", s.Rounded, "learn with weights rounded as in the network")
	numflag.Var(flags, &s.Scale, "scale", s.Scale, "`score` at which the logistic function of 1 (73 %) is expected; see fit")
	numflag.Var(flags, &s.Lambda, "lambda", s.Lambda, "`share` of the score in the target at the start, the rest being the result")
	numflag.Var(flags, &s.EndLambda, "endlambda", -1, "`share` of the score at the end, -1 for that at the start")
	numflag.Var(flags, &s.Power, "power", s.Power, "`power` of the miss that is made small")
	flags.StringVar(&s.note, "note", "", "`text` to add to the network's description")
	numflag.Var(flags, &s.threads, "threads", s.threads, "`threads` at work")
	if err := parseFlags(flags, args, &s.Data, usage, out); err != nil {
		return nil, err
	}
	if s.EndLambda == -1 {
		s.EndLambda = s.Lambda
	}
	s.Data.Seed, s.Data.Threads = s.Seed, s.threads
	return s, s.validate()
}

func newFlags() *flag.FlagSet {
	flags := flag.NewFlagSet("train", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main reports errors
	return flags
}

// parseFlags parses arguments of which the data are a part. Asked for help it
// prints that.
func parseFlags(flags *flag.FlagSet, args []string, data *sample.Settings, help string, out io.Writer) error {
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(out, help)
		flags.SetOutput(out)
		flags.PrintDefaults()
		return err
	}
	if err != nil {
		return fmt.Errorf("%w: %w; -help explains the flags", errInput, err)
	}
	const maxScore = int(eval.Mate) - eval.MaxPly - 1
	return firstFault([]fault{
		{flags.NArg() > 0, fmt.Sprintf("unexpected argument %q", flags.Arg(0))},
		{len(data.Files) == 0, "no -data, want files of games"},
		{data.MinPly < 0, fmt.Sprintf("-minply %d, want 0 or more", data.MinPly)},
		{data.MaxScore < 1 || data.MaxScore > maxScore, fmt.Sprintf("-maxscore %d, want 1-%d", data.MaxScore, maxScore)},
		{data.MaxQuiet < 0, fmt.Sprintf("-maxquiet %d, want 0 or more", data.MaxQuiet)},
	})
}

// fault is what may be wrong with arguments.
type fault struct {
	is   bool
	what string
}

// firstFault returns an error about the first fault that there is.
func firstFault(all []fault) error {
	for _, bad := range all {
		if bad.is {
			return fmt.Errorf("%w: %s", errInput, bad.what)
		}
	}
	return nil
}

// maxOffshoots is far beyond what is of use: a position has about forty moves.
const maxOffshoots = 1000

func (s *settings) validate() error {
	return firstFault([]fault{
		{s.out == "", "no -out, want the name of a file"},
		{filepath.Ext(s.out) != ".nnue", fmt.Sprintf("-out %s, want a name that ends with .nnue", s.out)},
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
		{s.descriptionBytes() > nnue.MaxDescription, fmt.Sprintf("-note of %d bytes and the names of %d files of -data, want less than about %d in all",
			len(s.note), len(s.Data.Files), nnue.MaxDescription)},
	})
}

// descriptionBytes returns a length that the network's description stays within.
func (s *settings) descriptionBytes() int {
	const head, line = 1000, 200 // beside names
	n := head + len(s.note) + len(s.Init)
	for _, name := range s.Data.Files {
		n += line + len(name)
	}
	return n
}

// products are the endings of what is written besides the checkpoint, which stands
// there before them.
var products = [...]string{".nnue", ".json", ".md", ".svg"}

// hold keeps other trainings from writing to the same files until what it returns
// is closed, and removes what one that was killed left beside them.
func (s *settings) hold() (io.Closer, error) {
	held, err := filelock.Hold(s.out)
	if err != nil {
		return nil, fmt.Errorf("%w: -out %w", errInput, err)
	}
	for _, ext := range append(products[:], ".checkpoint") {
		if err := wholefile.Sweep(s.file(ext)); err != nil {
			held.Close()
			return nil, err
		}
	}
	return held, nil
}

// checkNew refuses to write over what a training without a checkpoint cannot have
// written.
func (s *settings) checkNew() error {
	for _, ext := range products {
		switch _, err := os.Lstat(s.file(ext)); {
		case err == nil:
			return fmt.Errorf("%w: %s is there and would be written over, with no %s that it belongs to; give another -out, or remove it",
				errInput, s.file(ext), s.file(".checkpoint"))
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	return nil
}

// anew tells how to get past a checkpoint that is of no use.
func (s *settings) anew() string {
	return fmt.Sprintf("give another -out, or, to begin anew, remove it with the %s beside it", strings.Join(products[:], ", "))
}

// checkOut finds out before the work whether its outcome can be written.
func (s *settings) checkOut() error {
	if info, err := os.Stat(s.out); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%w: -out %s: not a regular file", errInput, s.out)
	}
	f, err := wholefile.Create(s.out)
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err // without the name, which is there
		}
		return fmt.Errorf("%w: -out %s: cannot write to its folder: %w", errInput, s.out, err)
	}
	f.Discard()
	return nil
}

// file returns the name of a file beside the network.
func (s *settings) file(ext string) string { return strings.TrimSuffix(s.out, ".nnue") + ext }
