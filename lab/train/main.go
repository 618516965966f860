// Command train trains a network for package nnue on games of self-play, starting
// from random weights or from an earlier network.
//
//	go run ./lab/train -data a.games,b.games -out net.nnue
//	go run ./lab/train fit -data a.games
//
// README.md in this folder has the recipe of the network that ships.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"chuhe/eval/nnue"
	"chuhe/internal/command"
	"chuhe/lab/record"
	"chuhe/lab/train/model"
)

func main() { command.Main(program()) }

// program returns the command line.
func program() *command.Command {
	s := newSettings()
	return &command.Command{
		Name: "go run ./lab/train", Help: usage, Flags: s.define,
		Run: func(ctx context.Context, _ []string, streams command.Streams) error {
			if err := s.finish(); err != nil {
				return err
			}
			err := announce(streams.Err, train(ctx, s, streams.Out, streams.Err))
			if errors.Is(err, model.ErrCheckpoint) || errors.Is(err, nnue.ErrNet) {
				err = command.Input(err)
			}
			return err
		},
		Commands: []*command.Command{fitCommand(), labelCommand(), measureCommand(), averageCommand()},
	}
}

// announce prints the error of an interrupt, which says how to go on and which
// [command.Main] leaves out. It returns err.
func announce(errs io.Writer, err error) error {
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(errs, err)
	}
	return err
}

// loading adds advice to an error of loading the files of -data.
func loading(err error) error {
	if errors.As(err, new(*record.BlockError)) {
		return fmt.Errorf("%w; -skipdamaged skips it", err)
	}
	return stopped(err)
}

// stopped adds advice to the error of an interrupt while loading.
func stopped(err error) error {
	if errors.Is(err, context.Canceled) { // nothing is lost
		return fmt.Errorf("stopped while loading; run the same command again: %w", err)
	}
	return err
}
