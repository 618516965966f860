package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"

	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/eval/nnue"
	"chuhe/internal/command"
	"chuhe/lab/record"
	"chuhe/lab/train/sample"
)

// yardstick is the error of a network on positions that a deep search has labelled:
// the root of the mean square of the difference of the expected results. It tells a
// bad network from a good one; which of two good ones plays better, only a match
// tells.
type yardstick struct {
	Positions int
	Error     float64
	// Factor multiplies the scores of the network for the least error:
	// how large they are says little about how it plays.
	Factor float64
	// Bands holds the error by band of the number of pieces, 0 for one without positions.
	Bands []float64
}

func (y *yardstick) String() string {
	if y == nil {
		return "none"
	}
	return fmt.Sprintf("%.5f", y.Error)
}

// byBand returns the errors by band as text.
func (y *yardstick) byBand() string {
	var b strings.Builder
	for _, e := range y.Bands {
		fmt.Fprintf(&b, " %.4f", e)
	}
	return b.String()[1:]
}

// loadYardstick loads a file of labelled positions. All of them count, as training
// positions of the set.
func loadYardstick(ctx context.Context, name string, threads int, errs io.Writer) (*sample.Set, error) {
	s := sample.DefaultSettings()
	s.Filter = record.Filter{MaxScore: maxScore, MaxQuiet: math.MaxInt, Checks: true, Captures: true}
	s.Files, s.Validation, s.Threads = []string{name}, 0, threads
	set, err := sample.Load(ctx, &s)
	if err != nil {
		return nil, stopped(err)
	}
	if !record.IsLabelled(set.Files[0].Text) {
		return nil, command.Inputf("-yardstick %s: games, want positions labelled by \"train label\"", name)
	}
	if set.Training.Len() == 0 {
		return nil, command.Inputf("-yardstick %s: no positions", name)
	}
	if strings.Contains(set.Files[0].Text, heldLine(false)) {
		warn(errs, "-yardstick %s was labelled without -held: training may learn from the games that its positions come from", name)
	}
	return set, nil
}

// warnKnown warns of a yardstick whose positions are also training data. Packed or not,
// its header names what they were made from.
func warnKnown(errs io.Writer, yardstick *sample.File, data []sample.File) {
	for i := range data {
		if data[i].Text == yardstick.Text {
			warn(errs, "-yardstick %s has the positions of %s, which training learns from: its error means little", yardstick.Name, data[i].Name)
		}
	}
}

// yardstickScale is the scale of yardsticks, whatever the -scale of training, so that
// the errors of networks can be compared.
const yardstickScale = 350

// measured returns the yardstick of the scores that a function gives, in points.
func measured(pool *sample.Pool, scale int, score func(*sample.Sample) (float64, error)) (*yardstick, error) {
	scores, labels := make([]float64, pool.Len()), make([]float64, pool.Len())
	for i := range pool.Len() {
		s := pool.At(i)
		got, err := score(s)
		if err != nil {
			return nil, err
		}
		scores[i], labels[i] = got/float64(scale), logistic(float64(s.Score())/float64(scale))
	}
	square := func(i int, factor float64) float64 {
		miss := logistic(scores[i]*factor) - labels[i]
		return float64(miss * miss)
	}
	y := &yardstick{Positions: pool.Len(), Bands: make([]float64, nnue.Bands)}
	y.Factor = lowest(0.2, 5, func(factor float64) (sum float64) {
		for i := range scores {
			sum += square(i, factor)
		}
		return sum
	})
	sum, counts := 0.0, make([]float64, nnue.Bands)
	for i := range scores {
		miss, band := square(i, y.Factor), nnue.Band(pool.At(i).OutputBucket())
		sum += miss
		y.Bands[band] += miss
		counts[band]++
	}
	for i, n := range counts {
		y.Bands[i] = math.Sqrt(y.Bands[i] / max(1, n))
	}
	y.Error = math.Sqrt(sum / float64(y.Positions))
	return y, nil
}

// yardstick measures the model that is being trained.
func (t *session) yardstick() (*yardstick, error) {
	if t.deep == nil {
		return nil, nil
	}
	var own, their [sample.MaxPieces]uint16
	return measured(t.deep, yardstickScale, func(s *sample.Sample) (float64, error) {
		n := s.Inputs(&own, &their)
		return float64(t.trainer.Output(own[:n], their[:n], s.OutputBucket())) * float64(t.Scale), nil
	})
}

const measureUsage = `usage: go run ./lab/train measure -yardstick FILE [flags] [NETWORK...]

Measures networks, or the embedded one, on positions labelled by "train label": the
error with scores of the size that fits best, overall and by the number of pieces. Use it to
discard bad networks; of two good ones a match must decide.

`

// measureCommand is the command "train measure".
func measureCommand() *command.Command {
	name, scale := "", yardstickScale
	return &command.Command{
		Name: "measure", Summary: "measure networks on positions labelled by a deep search", Help: measureUsage, Operands: true,
		Flags: func(flags *flag.FlagSet) {
			flags.StringVar(&name, "yardstick", "", "`file` of labelled positions")
			command.Range(flags, &scale, "scale", 1, int(eval.MaxEval), "`score` of the labels at which the expected result is 73 %")
		},
		Run: func(ctx context.Context, files []string, s command.Streams) error {
			if name == "" {
				return command.Usagef("no -yardstick, want a file of labelled positions")
			}
			set, err := loadYardstick(ctx, name, runtime.GOMAXPROCS(0), s.Err)
			if err != nil {
				return announce(s.Err, err)
			}
			if len(files) == 0 {
				files = []string{evals.Embedded}
			}
			for _, file := range files {
				net, err := openNet(file)
				if err != nil {
					return err
				}
				if err := measureNet(s, file, net, &set.Training, scale); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// openNet returns the network of a file, or the embedded one.
func openNet(name string) (*nnue.Net, error) {
	if name == evals.Embedded {
		net, err := nnue.Embedded()
		if err == nil && net == nil {
			err = command.Inputf("this build has no embedded network, want the file of one")
		}
		return net, err
	}
	if _, err := command.Regular(name); err != nil {
		return nil, err
	}
	data, err := command.ReadFile(name, command.MaxData)
	if err != nil {
		return nil, command.Input(err)
	}
	net, err := nnue.Read(bytes.NewReader(data))
	if err != nil {
		return nil, command.Inputf("%s: %w", name, err)
	}
	return net, nil
}

// measureNet prints the measures of a network.
func measureNet(s command.Streams, name string, net *nnue.Net, pool *sample.Pool, scale int) error {
	e := net.New() // faster than the network itself
	y, err := measured(pool, scale, func(s *sample.Sample) (float64, error) {
		p, err := s.Position()
		if err != nil {
			return 0, err
		}
		e.Reset(&p)
		return float64(e.Evaluate(&p)), nil
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "%s %s: error %v with scores times %.2f on %d positions; by the number of pieces %s\n",
		name, net.Name(), y, y.Factor, y.Positions, y.byBand())
	return err
}
