// Command train trains a network for package nnue on games of self-play, starting
// from random weights or from those of an earlier network.
//
//	go run ./train -data a.games,b.games -out net.nnue
//	go run ./train fit -data a.games
//
// README.md in this folder has the recipe of the network that ships.
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

// exitStatus returns the exit status for an error.
func exitStatus(err error) int {
	return exit.Status(err, errInput, sample.ErrInput, model.ErrCheckpoint, nnue.ErrNet)
}

// run trains or fits. It writes results and progress to out, warnings to errs.
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

// loading adds advice to an error of loading.
func loading(err error) error {
	var damage *record.BlockError
	switch {
	case errors.Is(err, context.Canceled): // nothing is lost
		return fmt.Errorf("stopped while loading; give the same command again: %w", err)
	case errors.As(err, &damage):
		return fmt.Errorf("%w; -skipdamaged skips it", err)
	}
	return err
}
