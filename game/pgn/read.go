package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	unicode16 "golang.org/x/text/encoding/unicode"

	"chuhe/board"
	"chuhe/game/notation"
)

// ErrSyntax is wrapped by every error about a text that is not PGN.
var ErrSyntax = errors.New("bad PGN")

// Error says where a game cannot be read.
type Error struct {
	Line int // from 1
	Game int // number in the text, from 1; 0 where games are not counted
	Err  error
}

func (e *Error) Error() string {
	if e.Game == 0 {
		return fmt.Sprintf("line %d: %v", e.Line, e.Err)
	}
	return fmt.Sprintf("line %d: game %d: %v", e.Line, e.Game, e.Err)
}

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// Games reads the games of a text one after another. After an error, which is
// an *Error, the next game follows. Variations are skipped.
//
// A game begins with a line that begins with a tag, or with "1." and a legal first
// move. In a text without tags any word after "1." counts as a move, and the first
// game needs no move numbers.
func Games(text []byte) iter.Seq2[*Game, error] {
	utf := Decode(text)
	return func(yield func(*Game, error) bool) {
		s := scanner{rest: utf, line: 1, bare: !tagLine.MatchString(utf)}
		for s.seekHead() {
			s.number++
			g, err := s.game()
			if !yield(g, err) {
				return
			}
		}
	}
}

// tagLine finds a line that begins with a tag.
var tagLine = regexp.MustCompile(`(?m)^[ \t\r]*\[`)

// Decode returns the UTF-8 text, without a byte order mark, of a file in UTF-8,
// GB18030, or UTF-16 with a byte order mark.
func Decode(file []byte) string {
	switch {
	case bytes.HasPrefix(file, []byte("\xff\xfe")), bytes.HasPrefix(file, []byte("\xfe\xff")):
		wide := unicode16.UTF16(unicode16.BigEndian, unicode16.ExpectBOM)
		if utf, err := wide.NewDecoder().Bytes(file); err == nil {
			file = utf
		}
	case !utf8.Valid(file):
		if utf, err := simplifiedchinese.GB18030.NewDecoder().Bytes(file); err == nil {
			file = utf
		}
	}
	return strings.TrimPrefix(string(file), "\ufeff")
}

type scanner struct {
	rest   string
	line   int
	number int  // of the game
	bare   bool // there are no tags
}

func (s *scanner) fail(format string, args ...any) error {
	return s.wrap(fmt.Errorf("%w: "+format, append([]any{ErrSyntax}, args...)...))
}

func (s *scanner) wrap(err error) error { return &Error{s.line, s.number, err} }

// skip skips n bytes.
func (s *scanner) skip(n int) {
	s.line += strings.Count(s.rest[:n], "\n")
	s.rest = s.rest[n:]
}

func (s *scanner) blanks() {
	s.skip(len(s.rest) - len(strings.TrimLeftFunc(s.rest, unicode.IsSpace)))
}

func (s *scanner) nextLine() {
	if i := strings.IndexByte(s.rest, '\n'); i >= 0 {
		s.skip(i + 1)
	} else {
		s.skip(len(s.rest))
	}
}

// seekHead goes to the line at which the next game begins and reports whether
// there is one.
func (s *scanner) seekHead() bool {
	for s.blanks(); s.rest != ""; s.blanks() {
		line, _, _ := strings.Cut(s.rest, "\n")
		switch {
		case s.begins(line):
			return true
		case line[0] == '{' && strings.Contains(s.rest, "}"):
			s.skip(strings.IndexByte(s.rest, '}') + 1)
		default:
			s.nextLine()
		}
	}
	return false
}

// begins reports whether a game begins with a line.
func (s *scanner) begins(line string) bool {
	first, numbered := strings.CutPrefix(line, "1.")
	switch {
	case strings.HasPrefix(line, "["):
		return true
	case numbered && s.bare:
		return true
	case !numbered && (!s.bare || s.number > 0):
		return false
	}
	start, words := board.Start(), scanner{rest: strings.TrimLeft(first, " ")}
	_, err := notation.Parse(&start, words.word())
	return err == nil
}

// game reads a game from its first tag or move on.
func (s *scanner) game() (*Game, error) {
	g := &Game{Line: s.line, Start: board.Start()}
	var bad error // the first in the head
	for s.blanks(); strings.HasPrefix(s.rest, "["); s.blanks() {
		line := s.line
		t, err := s.tag()
		if err == nil {
			err = g.set(t)
		}
		if err != nil && bad == nil {
			bad = &Error{line, s.number, err}
		}
	}
	if bad != nil {
		s.body(g) // to the next game
		return nil, bad
	}
	if err := s.body(g); err != nil {
		return nil, err
	}
	return g, nil
}

// set applies a tag to the game.
func (g *Game) set(t Tag) (err error) {
	switch {
	case strings.EqualFold(t.Name, "FEN"):
		g.Start, err = board.ParseFEN(t.Value)
	case strings.EqualFold(t.Name, "Result"):
		if g.Result, err = board.ParseResult(t.Value); err != nil {
			err = fmt.Errorf("%w: %w", ErrSyntax, err)
		}
	case strings.EqualFold(t.Name, "Game"), strings.EqualFold(t.Name, "Format"):
	case strings.EqualFold(t.Name, "White"):
		g.Tags = append(g.Tags, Tag{"Red", t.Value})
	default:
		g.Tags = append(g.Tags, t)
	}
	return
}

// tag reads a tag; a line may have several. After a bad one it skips the rest of the
// line.
func (s *scanner) tag() (Tag, error) {
	line, _, _ := strings.Cut(s.rest, "\n")
	name, rest, _ := strings.Cut(line[1:], `"`)
	name = strings.TrimSpace(name)
	value, size, ok := tagValue(rest)
	if !ok || name == "" || strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`[]"`, r) }) {
		s.nextLine()
		return Tag{}, fmt.Errorf("%w: tag %q, want one such as [Red \"name\"]", ErrSyntax, strings.TrimSpace(line))
	}
	s.skip(len(line) - len(rest) + size)
	return Tag{name, value}, nil
}

// tagValue reads a value up to its closing quote and bracket, size bytes of the text.
// A quote without a bracket after it is part of the value, because many programs do
// not escape it.
func tagValue(text string) (value string, size int, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && (text[i+1] == '\\' || text[i+1] == '"'):
			i++
			b.WriteByte(text[i])
		case c == '"':
			after := strings.TrimLeft(text[i+1:], " \t")
			if strings.HasPrefix(after, "]") {
				return b.String(), len(text) - len(after) + 1, true
			}
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return
}

// body reads the moves up to the result or the next game's head.
func (s *scanner) body(g *Game) error {
	p := g.Start
	for {
		s.blanks()
		switch {
		case s.rest == "" || s.rest[0] == '[':
			return nil
		case s.rest[0] == '{':
			comment, err := s.comment()
			if err != nil {
				return err
			}
			if n := len(g.Moves); n > 0 {
				g.Moves[n-1].Comment = join(g.Moves[n-1].Comment, comment)
			} else {
				g.Comment = join(g.Comment, comment)
			}
		case s.rest[0] == ';' || s.rest[0] == '%':
			s.nextLine()
		case s.rest[0] == '(':
			if err := s.variation(); err != nil {
				return err
			}
		default:
			word := s.word()
			if result, err := board.ParseResult(word); err == nil {
				g.Result = result
				return nil
			}
			switch {
			case word == "" || word[0] == '$':
			default:
				m, err := notation.Parse(&p, word)
				if err != nil {
					return s.wrap(fmt.Errorf("%w: ply %d, move %s: %w", ErrSyntax, len(g.Moves)+1, number(&p), err))
				}
				g.Moves = append(g.Moves, Move{Move: m})
				p = p.Make(m)
			}
		}
	}
}

// number is the number of the next move as PGN writes it: "3." or "3...".
func number(p *board.Position) string {
	if p.Side() == board.Red {
		return fmt.Sprintf("%d.", p.Fullmove())
	}
	return fmt.Sprintf("%d...", p.Fullmove())
}

func join(a, b string) string { return strings.TrimSpace(a + " " + b) }

func (s *scanner) comment() (string, error) {
	end := strings.IndexByte(s.rest, '}')
	if end < 0 {
		err := s.fail("comment without end")
		s.skip(len(s.rest))
		return "", err
	}
	text := strings.Join(strings.Fields(s.rest[1:end]), " ")
	s.skip(end + 1)
	return text, nil
}

// variation skips a variation with those nested in it.
func (s *scanner) variation() error {
	start := *s
	depth := 0
	for i := 0; i < len(s.rest); i++ {
		switch s.rest[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				s.skip(i + 1)
				return nil
			}
		case '{':
			end := strings.IndexByte(s.rest[i:], '}')
			if end < 0 {
				end = len(s.rest) - i - 1
			}
			i += end
		}
	}
	s.skip(len(s.rest))
	return start.fail("variation without end")
}

// word reads up to a blank or the start of a comment or variation, without the
// number of a move before it: "1.", "12...", or both in one as in "1.C2.5".
func (s *scanner) word() string {
	end := strings.IndexFunc(s.rest, func(r rune) bool {
		return unicode.IsSpace(r) || r == '{' || r == '(' || r == ')' || r == ';'
	})
	switch {
	case end < 0:
		end = len(s.rest)
	case end == 0: // a stray ')'
		end = 1
	}
	word := strings.TrimRight(s.rest[:end], "!?)")
	s.skip(end)
	digits := len(word) - len(strings.TrimLeft(word, "0123456789"))
	if after := strings.TrimLeft(word[digits:], ".…"); after != word[digits:] || digits == len(word) {
		return after
	}
	return word
}
