package annotate

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"chuhe/game"
	"chuhe/game/formats"
	"chuhe/internal/command"
	"chuhe/rules"
)

// input is a game to annotate.
type input struct {
	game  *game.Game
	rules rules.Options
	fault error // why the record goes no further, nil if it is whole
}

// readFile reads the games of a file; - is the standard input. A game with a fault is
// kept as far as it could be read. The faults of games that could not be read at all
// are returned one by one. The error is about the file.
func readFile(ctx context.Context, s command.Streams, name string) (games []input, faults []error, err error) {
	in, err := s.Open(ctx, name)
	name = command.InputName(s.Lang, name)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, command.WithoutPath(err))
	}
	defer in.Close()
	_, all, err := formats.Read(in)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, formats.Fault{Err: command.WithoutPath(err)})
	}
	for g, err := range all {
		if canceled := ctx.Err(); canceled != nil {
			return nil, nil, canceled
		}
		if err != nil && !errors.As(err, new(*game.Error)) {
			return games, faults, fmt.Errorf("%s: %w", name, err)
		}
		switch {
		case g == nil:
			faults = append(faults, fmt.Errorf("%s: %w", name, err))
			continue
		case err == nil:
			err = g.Validate()
		}
		next := input{game: g}
		if err != nil {
			if g.Root.Main() == nil {
				faults = append(faults, fmt.Errorf("%s: %w", name, err))
				continue
			}
			next.fault = err
		}
		games = append(games, next)
	}
	return games, faults, nil
}

// digest identifies the games of a run by their start positions and main lines, and by
// their rules where those are not the ones of the run.
func digest(games []input, own rules.Options) string {
	h := sha256.New()
	for _, g := range games {
		if g.rules.Set != own.Set {
			fmt.Fprintln(h, g.rules.Set)
		}
		if g.rules.MoveLimit != own.MoveLimit {
			fmt.Fprintln(h, g.rules.MoveLimit)
		}
		fmt.Fprintln(h, g.game.Start.FEN(), g.game.Moves())
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}
