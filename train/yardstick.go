package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/eval/nnue"
	"chuhe/internal/command"
	"chuhe/selfplay/record"
	"chuhe/train/sample"
)

// yardstick is the error of a network on positions that a deep search has labelled:
// the root of the mean square of the difference of the expected results. It tells a
// bad network from a good one; which of two good ones plays better, only a match
// tells.
type yardstick struct {
	Positions int
	Error     float64
	// Buckets has the error by output bucket, 0 for one without positions.
	Buckets []float64
}

func (y *yardstick) String() string {
	if y == nil {
		return "none"
	}
	return fmt.Sprintf("%.4f", y.Error)
}

// byBucket returns the errors by output bucket as text.
func (y *yardstick) byBucket() string {
	var b strings.Builder
	for _, e := range y.Buckets {
		fmt.Fprintf(&b, " %.4f", e)
	}
	return b.String()[1:]
}

// loadYardstick loads a file of labelled positions. All of them count.
func loadYardstick(ctx context.Context, name string, threads int) (*sample.Pool, error) {
	s := sample.DefaultSettings()
	s.Filter = record.Filter{MaxScore: maxScore, MaxQuiet: math.MaxInt, Checks: true, Captures: true}
	s.Files, s.Validation, s.Threads = []string{name}, 0, threads
	set, err := sample.Load(ctx, &s)
	if err != nil {
		return nil, loading(err)
	}
	if !sample.IsLabelled(set.Files[0].Text) {
		return nil, command.Inputf("-yardstick %s: games, want positions labelled by \"train label\"", name)
	}
	if set.Training.Len() == 0 {
		return nil, command.Inputf("-yardstick %s: no positions", name)
	}
	return &set.Training, nil
}

// measured returns the yardstick of the expected results that a function gives.
func measured(pool *sample.Pool, scale int, expected func(*sample.Sample) (float64, error)) (*yardstick, error) {
	sums, counts := make([]float64, nnue.OutputBuckets), make([]float64, nnue.OutputBuckets)
	for i := range pool.Len() {
		s := pool.At(i)
		p, err := expected(s)
		if err != nil {
			return nil, err
		}
		miss := p - logistic(float64(s.Score())/float64(scale))
		sums[s.Bucket()] += float64(miss * miss)
		counts[s.Bucket()]++
	}
	y := &yardstick{Positions: pool.Len()}
	sum := 0.0
	for i, n := range counts {
		sum += sums[i]
		y.Buckets = append(y.Buckets, math.Sqrt(sums[i]/max(1, n)))
	}
	y.Error = math.Sqrt(sum / float64(y.Positions))
	return y, nil
}

// yardstickScale is the scale of yardsticks, whatever the -scale of a training, so that
// the errors of networks can be compared.
const yardstickScale = 350

// yardstick measures the model that is being trained.
func (t *session) yardstick() (*yardstick, error) {
	if t.deep == nil {
		return nil, nil
	}
	var own, their [sample.MaxPieces]uint16
	return measured(t.deep, yardstickScale, func(s *sample.Sample) (float64, error) {
		n := s.Inputs(false, &own, &their)
		score := float64(t.trainer.Output(own[:n], their[:n], s.Bucket())) * float64(t.Scale)
		return logistic(score / yardstickScale), nil
	})
}

const measureUsage = `usage: go run ./train measure -yardstick FILE [flags] [NETWORK...]

Measures networks, or the embedded one, on positions labelled by "train label": the
error, overall and by output bucket, and how far the scores of a position and of its
mirror image are apart. It discards bad networks. Of two good ones a match must decide.

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
			pool, err := loadYardstick(ctx, name, runtime.GOMAXPROCS(0))
			if err != nil {
				return err
			}
			if len(files) == 0 {
				files = []string{evals.Embedded}
			}
			for _, file := range files {
				net, err := openNet(file)
				if err != nil {
					return err
				}
				if err := measureNet(s, file, net, pool, scale); err != nil {
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
	data, err := os.ReadFile(name)
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
	unlike, most := 0.0, 0.0
	y, err := measured(pool, scale, func(s *sample.Sample) (float64, error) {
		p, err := s.Position()
		if err != nil {
			return 0, err
		}
		image, err := mirrored(&p)
		if err != nil {
			return 0, err
		}
		score := net.Evaluate(&p)
		d := math.Abs(float64(score - net.Evaluate(&image)))
		unlike, most = unlike+d/float64(pool.Len()), max(most, d)
		return logistic(float64(score) / float64(scale)), nil
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "%s %s: error %v on %d positions; by output bucket %s; mirror images differ by %.1f, at most %.0f\n",
		name, net.Name(), y, y.Positions, y.byBucket(), unlike, most)
	return err
}

// mirrored returns a position with left and right swapped.
func mirrored(p *board.Position) (board.Position, error) {
	setup := p.Setup()
	image := setup
	for s := range board.Square(board.Squares) {
		image.Pieces[s.Mirror()] = setup.Pieces[s]
	}
	return image.Position()
}
