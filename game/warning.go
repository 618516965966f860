package game

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"chuhe/internal/keyed"
)

// Warnings of several formats about a game.
var (
	// ErrCut is about variations of which a part is left out, because a move is illegal or
	// because the text is not one of moves.
	ErrCut = errors.New("variations were cut")
	// ErrNoEnd is about a game whose end is missing in the file.
	ErrNoEnd error = keyed.New("fault.noEnd", "the end of the game is missing; the file may be cut off")
	// ErrShortened is about a text that the program that wrote it cut off.
	ErrShortened error = keyed.New("fault.shortened", "a text is shortened in the file")
	// ErrRest is about bytes behind the last move of a file, where nothing should be. A damaged
	// byte may end the moves too early.
	ErrRest error = keyed.New("fault.rest", "bytes behind the last move are not read; moves may be missing")
	// ErrTwice is about a second value for a tag, which is left out.
	ErrTwice error = keyed.New("fault.twice", "a tag is given again with another value; the first holds")
	// ErrDamaged is about bytes that are no character in the encoding of the file; one
	// warning for a game.
	ErrDamaged error = keyed.New("fault.damaged", "damaged characters, read as \uFFFD")
)

// Warn adds a warning to the game; nil is ignored.
func (g *Game) Warn(w *Error) {
	if w != nil {
		g.Warnings = append(g.Warnings, w)
	}
}

// WarnTwice warns of another value for a name, at an offset of the file, which is left out. There
// are at most [MaxTags] warnings with it.
func (g *Game) WarnTwice(name, value string, offset int64) {
	if len(g.Warnings) < MaxTags {
		g.Warn(&Error{Offset: offset, Err: fmt.Errorf("%w: %s %q", ErrTwice, name, value)})
	}
}

// WarnRest warns of what a file of one game has from a place on, behind its last move. Zeros and
// less than a move takes are nothing.
func (g *Game) WarnRest(file []byte, at int) {
	const least = 4 // bytes of a move
	if rest := file[at:]; len(rest) >= least && len(bytes.Trim(rest, "\x00")) > 0 {
		g.Warn(&Error{Offset: int64(at), Err: fmt.Errorf("%w: %d bytes", ErrRest, len(rest))})
	}
}

// WarnDamaged warns, once for a game, of a text of the file that has damaged characters. It
// begins at an offset.
func (g *Game) WarnDamaged(offset int64, text string) {
	warned := func(w *Error) bool { return errors.Is(w, ErrDamaged) }
	if strings.ContainsRune(text, utf8.RuneError) && !slices.ContainsFunc(g.Warnings, warned) {
		g.Warn(&Error{Offset: offset, Err: ErrDamaged})
	}
}

// Kind returns the error that a chain of errors goes back to, the first of several
// that are wrapped: the same for all errors of a kind. It is for the warnings of a game.
func (e *Error) Kind() error {
	for err := e.Err; ; {
		var next error
		switch wrapping := err.(type) {
		case interface{ Unwrap() error }:
			next = wrapping.Unwrap()
		case interface{ Unwrap() []error }:
			next = wrapping.Unwrap()[0]
		}
		if next == nil {
			return err
		}
		err = next
	}
}

// Doubt is a kind of warning about the games of a file.
type Doubt struct {
	First *Error
	Games int // that have it
	kind  error
}

// Doubts are the warnings about the games of a file, by kind.
type Doubts []Doubt

// Add adds the warnings about a game.
func (d *Doubts) Add(g *Game) {
	seen := map[error]bool{}
	for _, w := range g.Warnings {
		kind := w.Kind()
		i := slices.IndexFunc(*d, func(other Doubt) bool { return other.kind == kind })
		if i < 0 {
			i = len(*d)
			*d = append(*d, Doubt{First: w, kind: kind})
		}
		if !seen[kind] {
			(*d)[i].Games++
			seen[kind] = true
		}
	}
}

// CutError says what is left out of the variations of a game. It wraps ErrCut.
type CutError struct {
	Places int   // where a variation ends early
	Moves  int   // left out: the bad ones and those behind them
	First  error // what is wrong at the first place
}

func (e *CutError) Error() string {
	count := func(n int, what string) string {
		if n == 1 {
			return "1 " + what
		}
		return fmt.Sprintf("%d %ss", n, what)
	}
	return fmt.Sprintf("%v at %s, which leaves out %s; the first: %v", ErrCut, count(e.Places, "place"), count(e.Moves, "move"), e.First)
}

// Unwrap returns ErrCut and what is wrong at the first place.
func (e *CutError) Unwrap() []error { return []error{ErrCut, e.First} }

// Cuts counts what a reader leaves out of the variations of a game.
type Cuts struct {
	Places, Moves int
	first         Error
}

// Add notes a place, with how many moves are left out there.
func (c *Cuts) Add(where *Error, moves int) {
	if c.Places++; c.Places == 1 || where.Offset < c.first.Offset {
		c.first = *where
	}
	c.Moves += moves
}

// Warning returns the warning about what was left out, nil if nothing was.
func (c *Cuts) Warning() *Error {
	if c.Places == 0 {
		return nil
	}
	w := c.first
	w.Err = &CutError{c.Places, c.Moves, c.first.Err}
	return &w
}
