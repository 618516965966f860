package pgn

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/internal/keyed"
)

// ErrSyntax is wrapped by every error about a text that is not PGN, apart from bad
// moves and positions, and comes with one of the others where they fit.
var (
	ErrSyntax               = errors.New("bad PGN")
	ErrTag            error = keyed.New("fault.tag", "not a tag")
	ErrOpenComment    error = keyed.New("fault.openComment", "comment without end")
	ErrOpenVariation  error = keyed.New("fault.openVariation", "variation without end")
	ErrEarlyVariation error = keyed.New("fault.earlyVariation", "variation in front of any move")
	ErrSkipped        error = keyed.New("fault.skipped", "a move of Black is missing")
	ErrForeign        error = keyed.New("fault.foreign", "a game in the tags of DhtmlXQ, want it in a file of its own")
	ErrDeep           error = keyed.New("fault.deep", "too many variations within each other")
)

// errOther is ErrSyntax with a text in the catalogues, for faults that have no error of their own.
var errOther = keyed.Errorf("fault.pgn", "%w", ErrSyntax)

// maxDepth is how deep variations may lie within variations.
const maxDepth = 256

// Games reads the games of a file one after another, as [game.Format] says.
//
// A game begins with a line that begins with a tag, or with "1." or "1" and a legal first
// move; in a file without tags also with a line of a score sheet, such as 红方：甲, with a
// heading of a book, or with both players and the outcome. There any word after "1." counts
// as a move, and the first game needs no move numbers.
func Games(r io.Reader) iter.Seq2[*game.Game, error] {
	return func(yield func(*game.Game, error) bool) {
		s := newSplitter(r)
		for number := 1; ; {
			b, err := s.next()
			if err != nil {
				if !errors.Is(err, io.EOF) {
					yield(nil, err)
				}
				return
			}
			g, found, err := b.read(number, s.tagged)
			if found {
				number++
				if !yield(g, err) {
					return
				}
			}
			if b.err != nil && !errors.Is(b.err, errSize) {
				yield(nil, b.err)
				return
			}
		}
	}
}

// read reads the game of a block, if there is one.
func (b *block) read(number int, tagged bool) (g *game.Game, found bool, err error) {
	p := parser{block: b, text: b.text, number: number}
	if isForeign(b.text) {
		return nil, true, p.wrap(0, fmt.Errorf("%w: %w", ErrSyntax, ErrForeign))
	}
	moves := hasTags(b.text) || p.seekMoves(tagged)
	open := !moves && p.at < len(p.text) // a comment, in which the moves may stand
	if !moves && !open && !p.headAlone(tagged) {
		return nil, false, nil
	}
	g = &game.Game{Start: board.Start()}
	head, err := p.sheetHead(g)
	if open && head < 0 {
		return nil, false, nil
	}
	if err != nil {
		return nil, true, err
	}
	p.pass()
	if head < 0 {
		head = p.at
	}
	g.Line, g.Offset = b.place(head)
	if err := p.head(g); err != nil {
		return nil, true, err
	}
	if errors.Is(b.err, errSize) {
		return nil, true, p.wrap(p.at, b.err)
	}
	return g, true, p.try(g)
}

// try reads the moves with ranks from 0 and, if that does not work, from 1; the other
// way round if the tag Format says that they are UCI's. It reads them with the letters of
// Vietnam if the tag says so, or if one of the moves can have no other meaning.
func (p *parser) try(g *game.Game) error {
	p.doubts.warnings = slices.Clip(p.doubts.warnings) // which the copies of the parser share
	first, second, other := *p, *p, *g
	third, vietnamese := *p, *g
	second.reading = notation.FromOne
	switch p.format {
	case notation.UCI:
		first, second = second, first
	case notation.Vietnamese:
		first.reading = notation.FromVietnam
	}
	err := first.body(g)
	switch {
	case first.vietnam && p.format != notation.Vietnamese:
		second.reading = notation.FromVietnam
		if wrong := second.body(&other); wrong == nil || second.at >= first.at {
			*g, err = other, wrong
		}
		return err
	case err == nil && !first.cutSquares, err != nil && !first.squares:
		return err
	case err == nil:
		if wrong := second.body(&other); wrong == nil && second.cut.Places < first.cut.Places {
			*g = other
		}
		return nil
	}
	third.reading = notation.FromVietnam
	if wrong := second.body(&other); wrong == nil || second.at > first.at {
		first, *g, err = second, other, wrong
	}
	if wrong := third.body(&vietnamese); third.vietnam && (wrong == nil || third.at > first.at) {
		*g, err = vietnamese, wrong
	}
	return err
}

// Moves reads a line of moves from a position: any notation, with numbers, comments
// and variations or without. An error says what is wrong with which move; the game
// then has those before it.
func Moves(start board.Position, text string) (*game.Game, error) {
	g := &game.Game{Start: start}
	p := parser{block: &block{}, text: text}
	err := p.try(g)
	if at, ok := errors.AsType[*game.Error](err); ok {
		err = at.Err
	}
	return g, err
}
