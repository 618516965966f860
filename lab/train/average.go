package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"chuhe/eval/nnue"
	"chuhe/internal/command"
	"chuhe/internal/wholefile"
)

const averageUsage = `usage: go run ./lab/train average -out FILE.nnue NETWORK NETWORK...

Writes a network whose weights are the means of those of others. It is of use for networks that
were trained from the same weights, on different games or with different settings: each has found
what the others have not, and what one has learnt by heart counts for less ("model soups",
Wortsman et al., 2022). "measure" and a match say what it is worth.

`

// averageCommand is the command "train average".
func averageCommand() *command.Command {
	var to command.Output
	return &command.Command{
		Name: "average", Summary: "average the weights of networks", Help: averageUsage, Operands: true,
		Flags: to.Flags,
		Run: func(_ context.Context, files []string, s command.Streams) error {
			if len(files) < 2 {
				return command.Usagef("%d networks, want two or more", len(files))
			}
			if err := command.Twice(files); err != nil {
				return err
			}
			if err := to.Vacant(); err != nil {
				return err
			}
			nets := make([]*nnue.Net, len(files))
			for i, file := range files {
				var err error
				if nets[i], err = openNet(file); err != nil {
					return err
				}
			}
			net, err := average(nets)
			if err != nil {
				return err
			}
			if err := wholefile.Save(to.Name, to.Force, net.Write); err != nil {
				return err
			}
			_, err = fmt.Fprintf(s.Out, "%s: %s\n", to.Name, net.Name())
			return err
		},
	}
}

// average returns the network of the means of the weights, a half rounded to the even number.
// All networks must have one scale.
func average(nets []*nnue.Net) (*nnue.Net, error) {
	parts, names := make([]*nnue.Weights, len(nets)), make([]string, len(nets))
	for i, net := range nets {
		parts[i], names[i] = net.Weights(), net.Name()
		if parts[i].Scale != parts[0].Scale {
			return nil, command.Inputf("%s has the scale %d and %s %d, want the same", names[0], parts[0].Scale, names[i], parts[i].Scale)
		}
	}
	w := nnue.NewWeights(parts[0].Scale, fmt.Sprintf("Mean of the weights of %s.\n\n%s", strings.Join(names, " and "), parts[0].Description))
	for row := range w.FeatureWeights {
		means(w.FeatureWeights[row][:], parts, func(p *nnue.Weights) []int8 { return p.FeatureWeights[row][:] })
	}
	means(w.FeatureBias, parts, func(p *nnue.Weights) []int16 { return p.FeatureBias })
	means(w.OutputWeights, parts, func(p *nnue.Weights) []int16 { return p.OutputWeights })
	means(w.OutputBias, parts, func(p *nnue.Weights) []int32 { return p.OutputBias })
	return nnue.NewNet(w)
}

// means sets the numbers of a part of the weights.
func means[T int8 | int16 | int32](to []T, from []*nnue.Weights, part func(*nnue.Weights) []T) {
	for i := range to {
		sum := 0
		for _, w := range from {
			sum += int(part(w)[i])
		}
		to[i] = T(math.RoundToEven(float64(sum) / float64(len(from))))
	}
}
