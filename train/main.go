// Command train learns a network for package nnue from games of self-play, from
// random weights or from those of an earlier network.
//
//	go run ./train -data a.games,b.games -out net.nnue
//	go run ./train fit -data a.games
//
// See README.md in this folder for the whole way to the network that ships.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"chuhe/eval/nnue"
	"chuhe/internal/exit"
	"chuhe/internal/interrupt"
	"chuhe/selfplay/record"
	"chuhe/train/model"
	"chuhe/train/sample"
)

func main() {
	ctx, stop := interrupt.Context(context.Background())
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	status := exitStatus(err)
	if status != 0 {
		fmt.Fprintln(os.Stderr, "train:", err)
	}
	os.Exit(status)
}

// exitStatus returns what the program tells its caller.
func exitStatus(err error) int {
	return exit.Status(err, errInput, sample.ErrInput, model.ErrCheckpoint, nnue.ErrNet)
}

// run trains or fits. Results and progress go to out, warnings to errs.
func run(ctx context.Context, args []string, out, errs io.Writer) error {
	if len(args) > 0 && args[0] == "fit" {
		return fit(ctx, args[1:], out, errs)
	}
	s, err := parse(args, out)
	if err != nil {
		return err
	}
	return train(ctx, s, out, errs)
}

// loading adds to an error of loading what to do.
func loading(err error) error {
	var damage *record.BlockError
	switch {
	case errors.Is(err, context.Canceled): // nothing is lost
		return fmt.Errorf("stopped while it was loading; give the same command again: %w", err)
	case errors.As(err, &damage):
		return fmt.Errorf("%w; -skipdamaged goes on behind it", err)
	}
	return err
}
