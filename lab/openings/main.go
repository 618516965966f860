// Command openings makes the built-in set of openings of a match:
//
//	go run ./lab/openings -out tools/match/openings/openings.epd
//
// The openings come from package maker, as do the openings of "chuhe match -openings
// random:N". They are judged by the hand-written evaluation, so that the file follows from
// the search and the seed, whatever network the engine has.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"runtime"

	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/internal/wholefile"
	"chuhe/lab/openings/maker"
)

const help = `usage: go run ./lab/openings -out FILE [flags]

Makes the built-in set of openings.

`

// request holds the values of the flags.
type request struct {
	recipe maker.Recipe
	count  int
	out    command.Output
}

func main() { command.Main(program()) }

// program returns the command line, whose defaults make the set that is built in.
func program() *command.Command {
	r := &request{count: 600, out: command.Output{Name: "openings.epd", Force: true}, recipe: maker.Recipe{
		Seed: 1, MinPlies: 4, MaxPlies: 8, Shallow: 8_000, Choice: 6, Margin: 50, Deep: 100_000, High: 40, Hash: 32,
	}}
	return &command.Command{Name: "go run ./lab/openings", Help: help, Run: r.run, Flags: func(flags *flag.FlagSet) {
		command.Range(flags, &r.count, "count", 1, 1_000_000, "openings wanted")
		command.Number(flags, &r.recipe.Seed, "seed", r.recipe.Seed, "seed of the draws")
		command.Number(flags, &r.recipe.Shallow, "shallow", r.recipe.Shallow, "nodes to find the moves to draw from")
		command.Number(flags, &r.recipe.Choice, "choice", r.recipe.Choice, "most moves to draw from")
		command.Number(flags, &r.recipe.Margin, "margin", r.recipe.Margin, "score by which these may be worse than the best")
		command.Number(flags, &r.recipe.Deep, "deep", r.recipe.Deep, "nodes of the search that decides")
		command.Number(flags, &r.recipe.Low, "low", r.recipe.Low, "least distance of its score from zero")
		command.Number(flags, &r.recipe.High, "window", r.recipe.High, "largest distance of its score from zero")
		flags.StringVar(&r.out.Name, "out", r.out.Name, "`file` to write")
	}}
}

func (r *request) run(ctx context.Context, _ []string, s command.Streams) error {
	if err := r.recipe.Validate(); err != nil {
		return command.Usage(err)
	}
	if err := r.out.Vacant(); err != nil {
		return err
	}
	text, err := r.make(ctx, s.Err)
	if err != nil {
		return err
	}
	return wholefile.Write(r.out.Name, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// make returns the file.
func (r *request) make(ctx context.Context, progress io.Writer) ([]byte, error) {
	var list maker.List
	m := maker.Maker{Recipe: r.recipe, Evaluation: eval.Classical{}, Threads: runtime.GOMAXPROCS(0), Report: func(have int) {
		if have%50 == 0 {
			fmt.Fprintf(progress, "%d openings of %d candidates\n", have, list.Candidates)
		}
	}}
	if err := m.Extend(ctx, &list, r.count); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	p := r.recipe
	fmt.Fprintf(&out, "# Made by go run ./lab/openings -count %d -seed %d -shallow %d -choice %d -margin %d -deep %d -low %d -window %d. DO NOT EDIT.\n",
		r.count, p.Seed, p.Shallow, p.Choice, p.Margin, p.Deep, p.Low, p.High)
	for i := range list.Openings {
		fmt.Fprintln(&out, list.Openings[i].FEN())
	}
	return out.Bytes(), nil
}
