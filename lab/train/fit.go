package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"runtime"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/eval/nnue"
	"chuhe/internal/command"
	"chuhe/lab/train/sample"
)

// fitCommand is the command "train fit".
func fitCommand() *command.Command {
	data := sample.DefaultSettings()
	data.Validation, data.MaxScore, data.Threads = 0, 3000, runtime.GOMAXPROCS(0)
	return &command.Command{
		Name: "fit", Summary: "fit the scale of scores to the results", Help: fitUsage,
		Flags: func(flags *flag.FlagSet) {
			dataFlags(flags, &data)
			command.Range(flags, &data.Threads, "threads", 1, 1024, "number of `threads`")
		},
		Run: func(ctx context.Context, _ []string, s command.Streams) error {
			if len(data.Files) == 0 {
				return errNoData
			}
			return announce(s.Err, fit(ctx, &data, s.Out, s.Err))
		},
	}
}

// fit prints the results to expect from scores.
func fit(ctx context.Context, data *sample.Settings, out, errs io.Writer) error {
	set, err := sample.Load(ctx, data)
	if err != nil {
		return loading(err)
	}
	printFaults(errs, set)
	warnRepeated(errs, set)
	if set.Training.Len() == 0 {
		return command.Inputf("no position passes the filters, want some to fit")
	}
	fmt.Fprintf(out, "%d positions of %d\nleft out: %s\n", set.Training.Len(), set.Counts.Plies, leftOut(&set.Counts))

	all := newOutcomes(data.MaxScore)
	byBand := make([]*outcomes, nnue.Bands)
	for i := range byBand {
		byBand[i] = newOutcomes(data.MaxScore)
	}
	byAttack := newWins(data.MaxScore)
	for i := range set.Training.Len() {
		s := set.Training.At(i)
		if !s.HasResult() {
			continue
		}
		all.add(s)
		byBand[nnue.Band(s.OutputBucket())].add(s)
		if err := byAttack.add(s); err != nil {
			return err
		}
	}
	if all.total == 0 {
		return command.Inputf("no position used has a result, want some of games to fit")
	}
	fmt.Fprint(out, `
expected result = 1/(1+exp(-score/scale))
won = 1/(1+exp((a-score)/b)), lost = 1/(1+exp((a+score)/b)), drawn = the rest

pieces     positions    scale        a        b
`)
	show := func(name string, o *outcomes) {
		if o.total == 0 {
			return
		}
		a, b := o.winRate()
		fmt.Fprintf(out, "%-9s %10.0f %8.1f %8.1f %8.1f\n", name, o.total, o.scale(), a, b)
	}
	for i, o := range byBand {
		least, most := nnue.BandPieces(i)
		show(fmt.Sprintf("%d to %d", least, most), o)
	}
	show("all", all)
	byAttack.print(out)

	scale := all.scale()
	fmt.Fprintf(out, "\nscore          positions      won    drawn     lost   result   fitted\n")
	for _, r := range all.table() {
		fmt.Fprintf(out, "%5.0f to %5.0f %10.0f %7.1f%% %7.1f%% %7.1f%% %7.1f%% %7.1f%%\n", r.from, r.to, r.n,
			100*r.won/r.n, 100*r.drawn/r.n, 100*r.lost/r.n, 100*(r.won+r.drawn/2)/r.n, 100*logistic(r.mean/scale))
	}
	_, err = fmt.Fprintf(out, "\n-scale %.0f\n", scale)
	return err
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// outcomes counts results by score, from the view of the side that the score
// favours: a negative score counts as a positive one for the other side.
type outcomes struct {
	total    float64
	maxScore int
	bins     [][3]float64 // by score / binWidth: lost, drawn, won
}

// binWidth is the number of adjacent scores counted together.
const binWidth = 5

func newOutcomes(maxScore int) *outcomes {
	return &outcomes{maxScore: maxScore, bins: make([][3]float64, maxScore/binWidth+1)}
}

func (o *outcomes) add(s *sample.Sample) {
	score, result := int(s.Score()), int(2*s.Points())
	if score < 0 {
		score, result = -score, 2-result
	}
	o.bins[score/binWidth][result]++
	o.total++
}

// score returns the middle of a bin.
func (o *outcomes) score(bin int) float64 { return binWidth*float64(bin) + float64(binWidth-1)/2 }

// scale returns the scale of the logistic function that makes the results most
// likely. A draw counts as half a win and half a loss.
func (o *outcomes) scale() float64 {
	return lowest(10, 10000, func(scale float64) (cost float64) {
		for i, n := range o.bins {
			// The logarithms of the chances to win and to lose, exact where one is near 0.
			x := o.score(i) / scale
			won := -math.Log1p(math.Exp(-x))
			cost -= (n[2]+n[1]/2)*won + (n[0]+n[1]/2)*(won-x)
		}
		return cost
	})
}

// winRate returns the a and b that make the wins, draws and losses most likely.
func (o *outcomes) winRate() (a, b float64) {
	cost := func(a, b float64) (cost float64) {
		for i, n := range o.bins {
			won, lost := logistic((o.score(i)-a)/b), logistic((-o.score(i)-a)/b)
			for k, p := range [3]float64{lost, 1 - won - lost, won} {
				if n[k] > 0 {
					cost -= n[k] * math.Log(max(p, 1e-12))
				}
			}
		}
		return cost
	}
	best := func(b float64) float64 {
		return lowest(1, 10000, func(a float64) float64 { return cost(a, b) })
	}
	b = lowest(10, 10000, func(b float64) float64 { return cost(best(b), b) })
	return best(b), b
}

// wins counts the wins of a side by the weight of its attackers and its score, see
// [eval.Score.Chances], and measures that model.
type wins struct {
	maxScore int
	bins     [eval.MaxAttackWeight + 1][][2]float64 // not won, won
	loss     float64                                // of the model, in nats
	total    float64
}

func newWins(maxScore int) *wins {
	w := &wins{maxScore: maxScore}
	for i := range w.bins {
		w.bins[i] = make([][2]float64, 2*maxScore/binWidth+1)
	}
	return w
}

// add counts a sample for both sides.
func (w *wins) add(s *sample.Sample) error {
	p, err := s.Position()
	if err != nil {
		return err
	}
	score, result := int(s.Score()), int(2*s.Points())
	own, their := &w.bins[eval.AttackWeight(&p, board.Red)], &w.bins[eval.AttackWeight(&p, board.Black)]
	(*own)[(score+w.maxScore)/binWidth][result/2]++
	(*their)[(w.maxScore-score)/binWidth][(2-result)/2]++

	c := eval.Score(score).Chances(&p)
	w.loss -= math.Log(max([...]float64{c.Lost, c.Drawn, c.Won}[result], 1e-5))
	w.total++
	return nil
}

// rate returns the a and b that make the wins with attackers of a weight most likely.
func (w *wins) rate(weight int) (a, b float64) {
	cost := func(a, b float64) (cost float64) {
		for i, n := range w.bins[weight] {
			if n != [2]float64{} {
				x := (float64(binWidth*i-w.maxScore) + float64(binWidth-1)/2 - a) / b
				won := min(x, 0) - math.Log1p(math.Exp(-math.Abs(x)))
				cost -= n[1]*won + n[0]*(won-x)
			}
		}
		return cost
	}
	best := func(b float64) float64 {
		return lowest(1, 3000, func(a float64) float64 { return cost(a, b) })
	}
	b = lowest(10, 3000, func(b float64) float64 { return cost(best(b), b) })
	return best(b), b
}

// print prints the fit for each weight.
func (w *wins) print(out io.Writer) {
	fmt.Fprint(out, `
won = 1/(1+exp((a-score)/b)) by the side's attackers: rook 4, knight and cannon 2, pawn 1

attackers  positions      won        a        b
`)
	for weight, bins := range w.bins {
		var n [2]float64
		for _, bin := range bins {
			n[0], n[1] = n[0]+bin[0], n[1]+bin[1]
		}
		switch total := n[0] + n[1]; {
		case total == 0:
		case n[1] == 0:
			fmt.Fprintf(out, "%9d %10.0f %7.1f%%\n", weight, total, 0.)
		default:
			a, b := w.rate(weight)
			fmt.Fprintf(out, "%9d %10.0f %7.1f%% %8.1f %8.1f\n", weight, total, 100*n[1]/total, a, b)
		}
	}
	fmt.Fprintf(out, "\nlog loss of the engine's chances: %.4f\n", w.loss/w.total)
}

// lowest returns the minimum of a unimodal function between two bounds, by golden
// section search over the logarithm.
func lowest(low, high float64, f func(float64) float64) float64 {
	const golden = 0.6180339887498949
	a, b := math.Log(low), math.Log(high)
	x, y := b-golden*(b-a), a+golden*(b-a)
	fx, fy := f(math.Exp(x)), f(math.Exp(y))
	for b-a > 1e-4 {
		if fx < fy {
			b, y, fy = y, x, fx
			x = b - golden*(b-a)
			fx = f(math.Exp(x))
		} else {
			a, x, fx = x, y, fy
			y = a + golden*(b-a)
			fy = f(math.Exp(y))
		}
	}
	return math.Exp((a + b) / 2)
}

// scoreRange holds the results of the positions in a range of scores.
type scoreRange struct{ from, to, n, won, drawn, lost, mean float64 }

// tableStarts are the lower ends of the ranges in the table, multiples of binWidth.
// The last range ends at the largest score.
var tableStarts = [...]float64{0, 25, 50, 100, 150, 200, 300, 400, 500, 700, 1000, 1500, 2000}

func (o *outcomes) table() (all []scoreRange) {
	for k, from := range tableStarts {
		r := scoreRange{from: from, to: float64(o.maxScore)}
		if k+1 < len(tableStarts) {
			r.to = min(r.to, tableStarts[k+1]-1)
		}
		for i, n := range o.bins {
			if least := float64(binWidth * i); least >= r.from && least <= r.to {
				at, count := o.score(i), n[0]+n[1]+n[2]
				r.n += count
				r.lost, r.drawn, r.won = r.lost+n[0], r.drawn+n[1], r.won+n[2]
				r.mean += at * count
			}
		}
		if r.n > 0 {
			r.mean /= r.n
			all = append(all, r)
		}
	}
	return all
}
