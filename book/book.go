package book

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/internal/keyed"
	"chuhe/movegen"
)

// Book is an opening book. It is safe for concurrent use until Close.
type Book interface {
	// Moves returns the moves that the book knows in a position, the heaviest first.
	// All are legal. The error is about reading: an *Error if the file is damaged.
	Moves(p *board.Position) ([]Move, error)
	// Name returns the name of the book's file, or [Embedded].
	Name() string
	// Summary says in half a line what the book is and how large.
	Summary() string
	// Text says how the book was made, in "key value" lines; empty if it does not say.
	Text() string
	Close() error
}

// Move is a move of a book in a position.
type Move struct {
	Move board.Move
	// Weight says how often to play the move in proportion to the others of the
	// position; 0 for never.
	Weight uint32
	Counts
}

// Counts are the numbers of games in which a move was played, all 0 where a book does
// not count.
type Counts struct {
	Wins, Draws, Losses uint32 // by the side that played the move
	Open                uint32 // games without a result
}

// Games returns the number of all games.
func (c Counts) Games() uint64 {
	return uint64(c.Wins) + uint64(c.Draws) + uint64(c.Losses) + uint64(c.Open)
}

// sortMoves puts the heaviest moves first. The order of equal ones is fixed.
func sortMoves(moves []Move) {
	slices.SortFunc(moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(b.Games(), a.Games()), cmp.Compare(a.Move, b.Move))
	})
}

// legal returns the legal ones among moves of a file, in the order of [Book].
func legal(p *board.Position, moves []Move) []Move {
	moves = slices.DeleteFunc(moves, func(m Move) bool { return !movegen.IsLegal(p, m.Move) })
	sortMoves(moves)
	return moves
}

// ErrFormat is wrapped by every error about the content of a file.
var ErrFormat error = keyed.New("error.book", "bad book")

// Error says where a file is not what a book should be.
type Error struct {
	Offset int64  // in bytes
	Text   string // what is there and what was expected
}

func (e *Error) Error() string { return fmt.Sprintf("%v: byte %d: %s", ErrFormat, e.Offset, e.Text) }

// Unwrap returns [ErrFormat].
func (e *Error) Unwrap() error { return ErrFormat }

// damaged returns an *Error.
func damaged(offset int64, format string, args ...any) error {
	return &Error{offset, fmt.Sprintf(format, args...)}
}

// Choice is a way to choose among the moves of a position.
type Choice uint8

// The ways to choose.
const (
	Weighted Choice = iota // at random, in proportion to the weights
	Best                   // a heaviest move, at random among equals
	Any                    // at random, all with a weight alike
)

var choiceNames = []string{Weighted: "weighted", Best: "best", Any: "any"}

// ChoiceNames returns the names of all choices, the default first. The value of a
// Choice is its index.
func ChoiceNames() []string { return slices.Clone(choiceNames) }

// Pick chooses a move. Moves of weight 0 are never chosen; ok is false if there are no
// others.
func (c Choice) Pick(moves []Move, random *rand.Rand) (m Move, ok bool) {
	var most uint32
	for _, m := range moves {
		most = max(most, m.Weight)
	}
	weight := func(m Move) uint64 {
		switch {
		case c == Weighted:
			return uint64(m.Weight)
		case m.Weight == 0 || c == Best && m.Weight < most:
			return 0
		}
		return 1
	}
	var sum uint64
	for _, m := range moves {
		sum += weight(m)
	}
	if sum == 0 {
		return Move{}, false
	}
	n := random.Uint64N(sum)
	for _, m := range moves {
		if w := weight(m); n >= w {
			n -= w
		} else {
			return m, true
		}
	}
	panic("unreachable: n is less than the sum of the weights")
}

// List is books in the order in which they are asked. The zero value has none.
type List []Book

// OpenList opens the books whose names stand in a list, separated by ";" or "|"
// as hosts do. [Open] describes the names. Empty names are skipped, and so is what hosts
// send for no file ("<empty>" and the like). The error is about the first book that cannot
// be opened.
func OpenList(names string) (l List, err error) {
	for name := range split(names) {
		books, err := openPart(name)
		if err != nil {
			l.Close()
			return nil, err
		}
		l = append(l, books...)
	}
	return l, nil
}

// openPart opens what split yields. A "|" in it is half of a character if there is a file of that
// name; otherwise it may separate names in another code page, as behind the é of "café|b".
func openPart(name string) (List, error) {
	switch name = strings.TrimSpace(name); strings.ToLower(name) {
	case "", "<empty>", "<none>":
		return nil, nil
	}
	b, err := Open(name)
	if err == nil {
		return List{b}, nil
	}
	for bar := 0; errors.Is(err, fs.ErrNotExist); bar++ {
		next := strings.IndexByte(name[bar:], '|')
		if next < 0 {
			break
		}
		bar += next
		first, missing := Open(strings.TrimSpace(name[:bar]))
		if missing != nil {
			continue
		}
		rest, wrong := openPart(name[bar+1:])
		if wrong != nil {
			first.Close()
			return nil, wrong
		}
		return append(List{first}, rest...), nil
	}
	return nil, err
}

// split yields the names of a list. What is not UTF-8 it takes for GBK or Big5, where the second
// byte of a character may be that of "|", but not that of ";".
func split(names string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for part := range strings.SplitSeq(names, ";") {
			double, begin := !utf8.ValidString(part), 0
			for i := 0; i < len(part); i++ {
				switch b := part[i]; {
				case b == '|':
					if !yield(part[begin:i]) {
						return
					}
					begin = i + 1
				case double && 0x81 <= b && b <= 0xfe:
					i++ // its second byte
				}
			}
			if !yield(part[begin:]) {
				return
			}
		}
	}
}

// Find returns the moves of the first book that has any the caller keeps, and that
// book; no book if there is no such move.
func (l List) Find(p *board.Position, keep func(board.Move) bool) ([]Move, Book, error) {
	for _, b := range l {
		moves, err := b.Moves(p)
		if err != nil {
			return nil, nil, err
		}
		moves = slices.DeleteFunc(moves, func(m Move) bool { return m.Weight == 0 || !keep(m.Move) })
		if len(moves) > 0 {
			return moves, b, nil
		}
	}
	return nil, nil, nil
}

// Close closes all books and returns the first error.
func (l List) Close() (first error) {
	for _, b := range l {
		if err := b.Close(); first == nil {
			first = err
		}
	}
	return first
}
