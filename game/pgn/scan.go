package pgn

import (
	"strings"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/game"
)

// scan is a splitter's knowledge of a game so far.
type scan struct {
	comment bool // within one
	depth   int  // of variations
	moves   bool // there is text that is neither a tag nor a comment
	blank   bool // the last line was empty
	tagged  bool // there is a tag
	ended   bool // a line ended with a result
	noted   bool // the last line ended with one in brackets
	plies   int  // moves of the main line, counted up to a few
	begun   bool // the number of a first move was read
	alien   bool // behind that there is a word that is not a move before those
	red     bool // a move has the digits of Red
	number  int  // the last of a move
	// enclosed says that numbers in brackets count the moves.
	enclosed bool
}

// enough is up to how many moves of the main line are counted.
const enough = 2

// opened reports whether a result found now can end the game. Above the moves of a score sheet it
// may belong to the head.
func (s *scan) opened() bool { return s.tagged || s.playing() }

// ends reports whether the last word of a line is a result that ends the game. Above the moves a
// Chinese one may be a caption such as 红先胜.
func (s *scan) ends(last string) bool {
	return isResult(last) && (s.playing() || s.tagged && last[0] < utf8.RuneSelf)
}

// playing reports whether moves have begun.
func (s *scan) playing() bool { return s.begun || s.plies > 0 }

// feed looks at the next line of a game.
func (s *scan) feed(line string) {
	trimmed := strings.TrimSpace(line)
	s.blank = trimmed == ""
	tag := !s.comment && isTagLine(trimmed)
	s.tagged = s.tagged || tag
	if tag || !s.comment && (s.blank || !s.moves && headValues(trimmed) != nil) {
		return
	}
	if !s.comment && s.depth == 0 && s.opened() && (isResultLine(trimmed) || s.moves && strings.HasPrefix(trimmed, madeBy)) {
		s.ended = true
		return
	}
	last := ""
	s.words(line, func(t turn, word string) (more bool) {
		s.moves, s.begun = true, s.begun || t.isFirst()
		if t.pointed {
			s.number = t.number
		}
		if word == "" {
			return true
		}
		last = word
		if s.plies >= enough || s.alien || isResult(word) {
			return true
		}
		n := countMoves(word)
		side, known := sideOf(leadingMove(word))
		s.red = s.red || known && side == board.Red
		s.plies += n
		s.alien = n == 0 && s.begun
		return true
	})
	s.ended = s.ended || s.ends(last)
	s.noted = !s.comment && s.depth == 0 && s.opened() && endsBracketed(trimmed)
}

// endsBracketed reports whether a line ends with a result in brackets, such as (红胜).
func endsBracketed(line string) bool {
	inside := strings.TrimSuffix(strings.TrimSuffix(line, ")"), "）")
	if inside == line {
		return false
	}
	at := strings.LastIndexAny(inside, "(（")
	if at < 0 {
		return false
	}
	_, size := utf8.DecodeRuneInString(inside[at:])
	r, ok := game.ParseResult(game.Clean(inside[at+size:]))
	return ok && r.Finished()
}

// words gives the words of the main line on the next line of a text to a function, each
// with what stands before it as in "1.C2.5", until that wants no more. A number alone is an
// empty word.
func (s *scan) words(line string, see func(t turn, word string) (more bool)) {
	p := parser{text: line}
	for p.at < len(line) {
		switch c := line[p.at]; {
		case s.comment:
			end := strings.IndexByte(p.rest(), '}')
			if end < 0 {
				return
			}
			p.at += end + 1
			s.comment = false
		case c == '{':
			s.comment = true
			p.at++
		case (c == ';' || c == '/') && p.atLineComment(), c == '%' && p.beginsLine():
			return
		case c == '(' && !(s.depth == 0 && (s.enclosed || s.plies == 0) && p.numberInBrackets()):
			s.depth++
			p.at++
		case c == ')':
			s.depth = max(s.depth-1, 0)
			p.at++
		case c == '$':
			p.at++
			p.at += len(p.rest()) - len(strings.TrimLeft(p.rest(), digits))
		case c <= ' ' || s.depth > 0:
			p.at++
		default:
			word := strings.Trim(p.word(), signs)
			s.enclosed = s.enclosed || p.turn.enclosed
			if !see(p.turn, word) {
				return
			}
		}
	}
}

// maxLead is how many lines the move is looked for in that belongs to a number alone.
const maxLead = 1000

// leader looks for the move that belongs to a number alone, behind comments, signs,
// variations and ends of lines.
type leader struct {
	scan
	numbered bool // the number was read
	turn     turn // in front of the word
	word     string
}

// feed looks at the next line of the text, which begins with the number, and reports
// whether the search is over.
func (l *leader) feed(line string) (done bool) {
	l.words(line, func(t turn, word string) (more bool) {
		switch {
		case !l.numbered:
			l.numbered = true
		case word != "" || t.sided || t.number > 0:
			l.turn, l.word, done = t, word, true
		}
		return !done
	})
	return done
}

// countMoves returns how many moves are written in a word, without blanks between them.
func countMoves(word string) int {
	n, _ := cutMoves(word)
	return n
}

// isLine reports whether a word is nothing but moves, without blanks between them. The end of a
// long one is not looked at: it may be a part of a move.
func isLine(word string) bool {
	const long = 8
	n, rest := cutMoves(word)
	return n > 0 && rest == "" || n >= long
}

// cutMoves returns how many moves a word begins with, perhaps with numbers and signs between
// them, and the rest of it.
func cutMoves(word string) (n int, rest string) {
	for word != "" {
		if _, word = cutTurn(word); word == "" {
			break
		}
		first := leadingMove(word)
		if first == "" {
			break
		}
		n++
		at := strings.Index(word, first)
		word = strings.TrimLeft(word[at+len(first):], signs+joins+dashes)
	}
	return n, word
}
