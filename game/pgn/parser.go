package pgn

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
)

// parser reads the text of a game.
type parser struct {
	*block
	text    string
	at      int // what is read of the text
	number  int // of the game
	reading notation.Reading
	format  notation.Style // by the tag Format
	placed  bool           // the start position was given
	// unplaced is the text above the moves that should be the start position but is not one, "" if
	// there is no such text. It stands at unplacedAt.
	unplaced   string
	unplacedAt int
	from       *board.Position // of a line above the moves that are looked for, nil for none
	tags       map[string]int  // where those of a name, in lower case, stand among the game's
	vietnam    bool            // a move can only be in Vietnamese notation
	squares    bool            // a move that failed names squares
	begin      int             // where the moves begin in the text
	above      []string        // comments in the head
	noted      bool            // a move has a comment
	wideEnd    string          // the bracket that ends moves of the line in Chinese brackets, "" without any
	inside     int             // how many variations are open
	path       []*game.Node    // the moves of the main line or the section
	turn       turn            // what the last word said in front of the move
	doubts     doubts
	cut        game.Cuts // of the variations
	// strokes says between which places nothing but moves stands, behind two strokes and perhaps with more of them.
	strokes struct{ from, to int }
	// cutSquares says that a move of a variation that failed names squares.
	cutSquares bool
}

func (p *parser) rest() string { return p.text[p.at:] }

func (p *parser) fail(at int, format string, args ...any) *game.Error {
	return p.wrap(at, fmt.Errorf("%w: "+format, append([]any{ErrSyntax}, args...)...))
}

// wrap returns an error about a place of the text.
func (p *parser) wrap(at int, err error) *game.Error {
	line, offset := p.place(at)
	return &game.Error{Offset: offset, Line: line, Game: p.number, Err: err}
}

// isBlank reports whether a character is passed over between words. Pages have characters without
// width among them, and tables the lines between columns.
func isBlank(r rune) bool {
	if r > '\u3000' { // as most are
		return r == '\ufeff'
	}
	return unicode.IsSpace(r) || r >= '\u200b' && r <= '\u200f' || r == '\u2060' || r == '|' || r < ' '
}

func (p *parser) blanks() {
	for p.at < len(p.text) {
		c := p.text[p.at]
		if c > ' ' && c < utf8.RuneSelf && c != '|' {
			return
		}
		r, size := utf8.DecodeRuneInString(p.rest())
		if !isBlank(r) {
			return
		}
		p.at += size
	}
}

// lineBlanks goes over blanks up to the end of the line.
func (p *parser) lineBlanks() {
	p.at += len(p.rest()) - len(p.behindBlanks())
}

// behindBlanks returns the text from here without the blanks of the line in front of it.
func (p *parser) behindBlanks() string { return strings.TrimLeft(p.rest(), " |\t\u3000") }

// beginsLine reports whether only blanks stand in front of this place on its line.
func (p *parser) beginsLine() bool {
	before := strings.TrimRightFunc(p.text[:p.at], func(r rune) bool { return isBlank(r) && r != '\n' })
	return before == "" || strings.HasSuffix(before, "\n")
}

// endsLine reports whether only blanks stand behind this place on its line.
func (p *parser) endsLine() bool {
	behind := p.behindBlanks()
	return behind == "" || behind[0] == '\n'
}

func (p *parser) nextLine() {
	if i := strings.IndexByte(p.rest(), '\n'); i >= 0 {
		p.at += i + 1
	} else {
		p.at = len(p.text)
	}
}
