package tournament

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"chuhe/lang"
	"chuhe/search"
)

// TimeControl limits what a player may use for its moves. At least one of its
// limits must be set; several hold together.
type TimeControl struct {
	// Base is the time for Moves moves, or for the game if Moves is 0; 0 for
	// no clock.
	Base time.Duration
	// Increment is added after each move.
	Increment time.Duration
	// Moves per period.
	Moves int
	// MoveTime is the time for each move.
	MoveTime time.Duration
	// Depth in plies and Nodes for each move.
	Depth int
	Nodes uint64
	// Margin is how much a player may exceed its time by without losing, for
	// the delays of pipes and schedulers.
	Margin time.Duration
}

// longest is the most time that a player may have.
const longest = 366 * 24 * time.Hour

// ErrTimeControl is wrapped by the errors of ParseTimeControl and ParseSeconds.
var ErrTimeControl = errors.New("bad time control")

// clockError is an [ErrTimeControl] with a text in each language.
type clockError struct{ text *lang.Error }

func (e *clockError) Error() string         { return e.text.Error() }
func (e *clockError) In(l lang.Lang) string { return e.text.In(l) }
func (e *clockError) Unwrap() error         { return ErrTimeControl }

// ParseTimeControl reads a game clock as cutechess-cli writes it: an optional
// number of moves and a slash, minutes and a colon if wanted, seconds, and an
// optional increment in seconds after a plus: "60", "1+0.01", "40/1:30+0.5".
// The time is at most a year, and so is the increment.
func ParseTimeControl(text string) (tc TimeControl, err error) {
	fail := func(key, part string) (TimeControl, error) {
		return TimeControl{}, &clockError{lang.Errorf("match.badClock", "text", strconv.Quote(text), "reason", lang.Errorf(key, "part", strconv.Quote(part)))}
	}
	rest := text
	if moves, after, ok := strings.Cut(rest, "/"); ok {
		if tc.Moves, err = strconv.Atoi(moves); err != nil || tc.Moves < 1 {
			return fail("match.badMoves", moves)
		}
		rest = after
	}
	whole, increment, ok := strings.Cut(rest, "+")
	rest = whole
	if ok {
		if tc.Increment, err = ParseSeconds(increment); err != nil {
			return fail("match.badIncrement", increment)
		}
	}
	if minutes, after, ok := strings.Cut(rest, ":"); ok {
		n, err := strconv.Atoi(minutes)
		if err != nil || n < 0 || n > 1e6 {
			return fail("match.badMinutes", minutes)
		}
		tc.Base, rest = time.Duration(n)*time.Minute, after
	}
	base, err := ParseSeconds(rest)
	if err != nil {
		return fail("match.badSeconds", rest)
	}
	switch tc.Base += base; {
	case tc.Base == 0:
		return fail("match.noTime", rest)
	case tc.Base > longest:
		return fail("match.badSeconds", whole)
	}
	return tc, nil
}

// ParseSeconds reads a number of seconds, from 0 to a year, that may have a
// fraction.
func ParseSeconds(text string) (time.Duration, error) {
	x, err := strconv.ParseFloat(text, 64)
	odd := strings.ContainsAny(text, "_xX+") // as in 1_0, which Go reads as 10, and 1++1
	if err != nil || odd || math.IsNaN(x) || x < 0 || x > longest.Seconds() {
		return 0, &clockError{lang.Errorf("match.secondsRange", "text", strconv.Quote(text))}
	}
	return time.Duration(math.Round(x * float64(time.Second))), nil
}

// Validate returns an error where nothing limits a move.
func (tc TimeControl) Validate() error {
	if tc.Base == 0 && tc.MoveTime == 0 && tc.Depth == 0 && tc.Nodes == 0 {
		return lang.Errorf("match.noControl")
	}
	return nil
}

// String returns the value of a PGN's TimeControl tag: "40/90+0.5" or, where
// there is no clock, the other limits.
func (tc TimeControl) String() string {
	var parts []string
	number := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
	if tc.Base > 0 {
		s := number(tc.Base)
		if tc.Moves > 0 {
			s = strconv.Itoa(tc.Moves) + "/" + s
		}
		if tc.Increment > 0 {
			s += "+" + number(tc.Increment)
		}
		parts = append(parts, s)
	}
	if tc.MoveTime > 0 {
		parts = append(parts, number(tc.MoveTime)+"/move")
	}
	if tc.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("%d nodes", tc.Nodes))
	}
	if tc.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", tc.Depth))
	}
	return strings.Join(parts, ", ")
}

// clock is the running clock of one player in a game.
type clock struct {
	control TimeControl
	left    time.Duration
	moves   int // made
}

func newClock(tc TimeControl) clock { return clock{control: tc, left: tc.Base} }

// state returns the clock as a search sees it.
func (c *clock) state() (s search.Clock) {
	if c.control.Base == 0 {
		return
	}
	s = search.Clock{Set: true, Time: max(c.left, 0), Increment: c.control.Increment}
	if c.control.Moves > 0 {
		s.MovesToGo = c.control.Moves - c.moves%c.control.Moves
	}
	return
}

// limits returns the limits of the next move.
func (c *clock) limits() search.Limits {
	return search.Limits{
		Depth: c.control.Depth, Nodes: c.control.Nodes, MoveTime: c.control.MoveTime, Clock: c.state(),
	}
}

// allowed returns the time after which the next move loses; ok is false if there
// is no such limit.
func (c *clock) allowed() (d time.Duration, ok bool) {
	d = math.MaxInt64
	if c.control.Base > 0 {
		d, ok = max(c.left, 0), true
	}
	if c.control.MoveTime > 0 {
		d, ok = min(d, c.control.MoveTime), true
	}
	if ok {
		d += c.control.Margin
	}
	return
}

// spend deducts the time of a move that was made in time.
func (c *clock) spend(d time.Duration) {
	c.moves++
	if c.control.Base == 0 {
		return
	}
	c.left = max(c.left-d, 0) + c.control.Increment
	if c.control.Moves > 0 && c.moves%c.control.Moves == 0 {
		c.left += c.control.Base
	}
}
