package pgn

import (
	"slices"
	"strings"

	"chuhe/game/notation"
	"chuhe/game/text"
	"chuhe/internal/lazy"
)

// wholeTag finds a line that begins with a tag.
var wholeTag = lazy.Pattern(`^[ \t\r]*\[[ \t]*[A-Za-z][A-Za-z0-9_+#=:-]*[ \t]*".*"[ \t]*\]`)

// Recognise reports whether a file that begins like this is PGN with tags.
func Recognise(head []byte) bool {
	for line := range strings.Lines(text.Decode(head)) {
		if wholeTag().MatchString(line) {
			return true
		}
	}
	return false
}

// recogniseMoves reports whether a file that begins like this contains moves without
// tags, which Games reads too, or a line such as 局面：FEN, be it a bad one. A number as in
// "1. Definitions" does not make a move.
func recogniseMoves(head []byte) bool {
	decoded := text.Decode(head)
	if strings.Contains(decoded, "\x00") {
		return false
	}
	p := parser{block: &block{}, text: decoded, number: 1}
	for p.seekMoves(false) {
		if p.movesFollow() {
			return true
		}
		p.nextLine()
	}
	for line := range strings.Lines(decoded) {
		for _, v := range headValues(line) {
			if v.isPosition() {
				return true
			}
		}
	}
	return false
}

// movesFollow reports whether one of the next two words has the form of a move. The first
// may be misspelt.
func (p *parser) movesFollow() bool {
	const enough, most = 2, 32
	ahead := *p
	for words, read := 0, 0; words < enough && read < most; read++ { // with comments and numbers
		if _, ok := ahead.passComments(); !ok || ahead.at == len(ahead.text) {
			return false
		}
		word := strings.Trim(ahead.word(), signs+joins+dashes)
		if word == "" {
			continue
		}
		words++
		if isMoves(word) || isMoves(strings.TrimLeft(word, digits)) {
			return true
		}
	}
	return false
}

// isMoves reports whether a word has the form of a move, or of several without blanks.
func isMoves(word string) bool {
	return notation.IsMove(word) || slices.ContainsFunc(beginnings(word), func(first string) bool {
		rest := strings.TrimLeft(word[len(first):], signs+joins+dashes)
		return notation.IsMove(first) && (notation.IsMove(rest) || slices.ContainsFunc(beginnings(rest), notation.IsMove))
	})
}
