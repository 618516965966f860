package record

import (
	"fmt"

	"chuhe/board"
	"chuhe/rules"
)

// Result is how a game ended, for Red.
type Result int8

// The results.
const (
	BlackWins Result = iota - 1
	Draw
	RedWins
)

// ResultOf returns the result of a game that has ended by the rules; ended is
// false if it has not.
func ResultOf(o rules.Outcome) (r Result, ended bool) {
	switch o {
	case rules.RedWins:
		return RedWins, true
	case rules.BlackWins:
		return BlackWins, true
	}
	return Draw, o != rules.Continue
}

// String returns the result as PGN writes it.
func (r Result) String() string {
	switch r {
	case BlackWins:
		return "0-1"
	case Draw:
		return "1/2-1/2"
	case RedWins:
		return "1-0"
	}
	return fmt.Sprintf("Result(%d)", int8(r))
}

// For returns the points of a side: 0, 0.5 or 1.
func (r Result) For(side board.Side) float64 {
	if side == board.Black {
		r = -r
	}
	return float64(r+1) / 2
}
