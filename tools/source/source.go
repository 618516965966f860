// Package source reads games from files of any format: self-play and all that
// package formats knows.
package source

import (
	"bufio"
	"context"
	"errors"
	"io"
	"iter"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/game"
	"chuhe/game/formats"
	"chuhe/internal/command"
	"chuhe/lab/record"
	"chuhe/lang"
)

// Game is the main line of a game.
type Game struct {
	// Number of the game in its file, from 1. Games that cannot be read count too.
	Number int
	Start  board.Position
	Moves  []board.Move
	Result board.Result
	// Scores of self-play before each move, for the side to move, NoScore where
	// there was no search; nil for games of other formats.
	Scores []eval.Score
}

// NoScore is the score of a ply that was not searched.
const NoScore eval.Score = record.NoScore

// ErrFault is wrapped by errors about one game, after which others follow.
var ErrFault = errors.New("left out")

// fault is an error about one game.
type fault struct{ error }

func (f fault) Unwrap() error        { return f.error }
func (f fault) Is(target error) bool { return target == ErrFault }

// ErrFaults is wrapped by the error of a command that could not use all it has read.
var ErrFaults error = lang.Errorf("error.faults")

// Faults is the number of games that cannot be used.
type Faults int

// mostFaults is how many such games are named.
const mostFaults = 20

// Add counts a game and says why it cannot be used, for a command.
func (f *Faults) Add(s command.Streams, name string, err error) {
	switch *f++; {
	case *f <= mostFaults:
		s.Remark(name, s.Lang.Explain(err))
	case *f == mostFaults+1:
		s.Remark(name, s.Lang.Say("error.moreFaults"))
	}
}

// Err returns the error, which wraps [ErrFaults], about the games that were left out, or nil if
// there are none.
func (f Faults) Err() error {
	if f == 0 {
		return nil
	}
	return lang.Errorf("error.leftOut", "faults", ErrFaults, "n", int(f))
}

// Warn prints what is doubtful about the games of a file, a line for each kind, for a command.
func Warn(s command.Streams, name, file string, doubts game.Doubts) {
	for i := range doubts {
		s.Remark(name, formats.Warning(s.Lang, command.InputName(s.Lang, file), &doubts[i]))
	}
}

// Games returns the games of a file, "-" for the standard input. After an error that
// wraps ErrFault others follow; any other error is the last. Errors do not contain the
// name. The moves may be illegal. A game is valid until the next.
func Games(ctx context.Context, s command.Streams, name string) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		in, err := s.Open(ctx, name)
		if err != nil {
			yield(nil, command.Input(command.WithoutPath(err)))
			return
		}
		defer in.Close()
		buffered := bufio.NewReaderSize(in, 1<<20)
		head, err := buffered.Peek(record.HeadSize)
		switch {
		case err != nil && err != io.EOF:
			yield(nil, command.Input(command.WithoutPath(err))) // of a folder, for one
		case record.Recognise(head):
			records(ctx, buffered, yield)
		default:
			texts(ctx, buffered, yield)
		}
	}
}

// records reads a file of self-play.
func records(ctx context.Context, in io.Reader, yield func(*Game, error) bool) {
	r, err := record.NewReader(in)
	if err != nil {
		yield(nil, command.Input(err))
		return
	}
	labelled := record.IsLabelled(r.Text())
	var from record.Game
	var to Game
	for number := 1; ; number++ {
		err := ctx.Err()
		if err == nil {
			err = r.Next(&from)
		}
		switch {
		case err == io.EOF:
			return
		case errors.As(err, new(*record.BlockError)):
			if !yield(nil, fault{err}) {
				return
			}
			continue
		case err != nil:
			yield(nil, err)
			return
		}
		to.set(number, &from)
		if labelled {
			to.Result = board.Unfinished // the one in the file has no meaning
		}
		if !yield(&to, nil) {
			return
		}
	}
}

// set fills the game from a record, and reuses its memory.
func (g *Game) set(number int, from *record.Game) {
	g.Number, g.Start, g.Result = number, from.Start, from.Result
	g.Moves, g.Scores = g.Moves[:0], g.Scores[:0]
	for _, p := range from.Plies {
		g.Moves, g.Scores = append(g.Moves, p.Move), append(g.Scores, eval.Score(p.Score))
	}
}

// texts reads a file of any other format.
func texts(ctx context.Context, in io.Reader, yield func(*Game, error) bool) {
	_, games, err := formats.Read(in)
	if err != nil {
		yield(nil, command.Input(formats.Fault{Err: err}))
		return
	}
	number := 0
	for g, err := range games {
		number++
		if stopped := ctx.Err(); stopped != nil {
			yield(nil, stopped)
			return
		}
		switch {
		case errors.As(err, new(*game.Error)):
			if !yield(nil, fault{formats.Fault{Err: err}}) {
				return
			}
		case err != nil:
			yield(nil, err)
			return
		default:
			if !yield(&Game{Number: number, Start: g.Start, Moves: g.Moves(), Result: g.Result}, nil) {
				return
			}
		}
	}
}
