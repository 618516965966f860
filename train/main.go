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
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "train:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) > 0 && args[0] == "fit" {
		return fit(ctx, args[1:], out)
	}
	s, err := parse(args, out)
	if err != nil {
		return err
	}
	return train(ctx, s, out)
}
