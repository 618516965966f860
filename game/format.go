package game

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"chuhe/game/notation"
	"chuhe/internal/keyed"
)

// Format is a way to keep games in a file.
type Format struct {
	// Name of the format in lower case, as users give it: "pgn". The catalogues of package
	// lang say under format.pgn what it is, in half a line.
	Name string
	// Extensions of its files without the dot, the usual one first.
	Extensions []string
	// Recognise reports whether a file that begins like this, with up to HeadSize
	// bytes, is of the format.
	Recognise func(head []byte) bool
	// Read reads the games of a file one after another. An error that is an *Error is
	// about the one game, which is nil or what could be read of it before the fault, and
	// the next may follow. After any other error nothing follows.
	Read func(r io.Reader) iter.Seq2[*Game, error]
	// Write writes a game, whose moves must be legal, and returns the parts
	// that the format cannot hold. It is nil for a format that is only read.
	// A line is cut before a move that no piece can make, and that is no loss:
	// Game.Validate finds it.
	Write func(w io.Writer, g *Game, o WriteOptions) ([]Loss, error)
	// Several says that a file may hold several games, written one after another.
	Several bool
}

// HeadSize is how much of a file Recognise sees at most.
const HeadSize = 1 << 16

// WriteOptions are the user's choices about a file. A format ignores what it
// has no use for.
type WriteOptions struct {
	// Notation of the moves; "" for the usual one of the format.
	Notation notation.Style
	// EvalCommands says that scores are written as [%eval 0.35], from Red's view, rather
	// than as +0.35/12, from the view of the side that moved.
	EvalCommands bool
}

// Error says where in a file something is wrong.
type Error struct {
	Offset int64 // in bytes from 0
	Line   int   // from 1, 0 in files without lines
	Game   int   // number in the file, from 1; 0 where games are not counted
	Ply    int   // of the bad move in its line, from 1; 0 if it is about something else
	Err    error // what was found, and what was expected
}

func (e *Error) Error() string {
	where := fmt.Sprintf("offset %d", e.Offset)
	if e.Line > 0 {
		where = fmt.Sprintf("line %d (%s)", e.Line, where)
	}
	if e.Game > 0 {
		where += fmt.Sprintf(": game %d", e.Game)
	}
	return where + ": " + e.Err.Error()
}

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// NewError returns an error of a kind, such as the ErrSyntax of a format, with its reason. The
// key names the text of the reason in the catalogues of package lang, which may be shorter.
func NewError(offset int64, kind error, key, format string, values ...any) *Error {
	return &Error{Offset: offset, Err: fmt.Errorf("%w: %w", kind, keyed.Errorf(key, format, values...))}
}

// Loss is something of a game that a format cannot hold.
type Loss struct {
	What   string // such as LostVariations
	Detail string // such as the names of the tags, "" for nothing
	Count  int    // how many, at least 1
}

// What a format may not be able to hold.
const (
	LostVariations = "variations"
	LostComments   = "comments"
	LostGlyphs     = "glyphs"
	LostMarks      = "arrows and circles"
	LostEvals      = "evaluations"
	LostTimes      = "times of moves"
	LostTags       = "tags"
	LostMoves      = "moves"
	LostResult     = "result"
	LostCounters   = "move counters of the start position"
	LostCharacters = "characters"
)

// String returns the loss for a message: "variations (3)", "tags (Opening)".
func (l Loss) String() string {
	if l.Detail != "" {
		return fmt.Sprintf("%s (%s)", l.What, l.Detail)
	}
	return fmt.Sprintf("%s (%d)", l.What, l.Count)
}

// LostTagsBut returns the loss of all tags of a game but the named ones, or
// nil.
func (g *Game) LostTagsBut(names ...string) []Loss {
	return g.LostTagsThat(func(tag string) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, tag) })
	})
}

// LostTagsThat returns the loss of the tags of a game whose names a format cannot hold, or
// nil.
func (g *Game) LostTagsThat(cannot func(name string) bool) []Loss {
	var lost []string
	for _, t := range g.Tags {
		if cannot(t.Name) {
			lost = append(lost, cmp.Or(t.Name, `""`))
		}
	}
	if lost == nil {
		return nil
	}
	return []Loss{{LostTags, strings.Join(lost, ", "), len(lost)}}
}

// Losses returns a loss for each kind of thing that is there, apart from the kinds that
// a format holds.
func (c Count) Losses(held ...string) (lost []Loss) {
	for _, l := range []Loss{
		{LostVariations, "", c.Variations}, {LostComments, "", c.Comments}, {LostGlyphs, "", c.NAGs},
		{LostMarks, "", c.Marks}, {LostEvals, "", c.Evals}, {LostTimes, "", c.Times},
	} {
		if l.Count > 0 && !slices.Contains(held, l.What) {
			lost = append(lost, l)
		}
	}
	return
}
