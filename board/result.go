package board

import (
	"errors"
	"fmt"
)

// ErrResult is wrapped by the error about the text of a result.
var ErrResult = errors.New("bad result")

// Result is the result of a game. The zero value is Unfinished.
type Result uint8

// The results.
const (
	Unfinished Result = iota
	RedWins
	BlackWins
	Draw
)

var resultTexts = [...]string{Unfinished: "*", RedWins: "1-0", BlackWins: "0-1", Draw: "1/2-1/2"}

// Win returns the result of a game that a side has won.
func Win(side Side) Result { return RedWins + Result(side&1) }

// ParseResult reads a result as PGN writes it.
func ParseResult(s string) (Result, error) {
	for r, text := range resultTexts {
		if s == text {
			return Result(r), nil
		}
	}
	return Unfinished, fmt.Errorf("%w %q: want 1-0, 0-1, 1/2-1/2 or *", ErrResult, s)
}

// String returns the result as PGN writes it: "1-0", "0-1", "1/2-1/2" or "*".
func (r Result) String() string {
	if int(r) < len(resultTexts) {
		return resultTexts[r]
	}
	return fmt.Sprintf("Result(%d)", uint8(r))
}

// MarshalText implements [encoding.TextMarshaler] by String.
func (r Result) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] by ParseResult.
func (r *Result) UnmarshalText(text []byte) (err error) {
	*r, err = ParseResult(string(text))
	return
}

// Finished reports whether the game has ended.
func (r Result) Finished() bool { return r != Unfinished }

// Loser returns the side that has lost; ok is false if neither has.
func (r Result) Loser() (side Side, ok bool) {
	switch r {
	case RedWins:
		return Black, true
	case BlackWins:
		return Red, true
	}
	return Red, false
}

// Points returns the points of a side: 1, 0.5 or 0, and 0 while the game is
// unfinished.
func (r Result) Points(side Side) float64 {
	switch r {
	case Draw:
		return 0.5
	case Win(side):
		return 1
	}
	return 0
}
