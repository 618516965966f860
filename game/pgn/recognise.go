package pgn

import (
	"regexp"
	"strings"

	"chuhe/game/text"
)

// wholeTag finds a line that begins with a tag.
var wholeTag = regexp.MustCompile(`^[ \t\r]*\[[ \t]*[A-Za-z][A-Za-z0-9_+#=:-]*[ \t]*".*"[ \t]*\]`)

// Recognise reports whether a file that begins like this is PGN with tags.
func Recognise(head []byte) bool {
	for line := range strings.Lines(text.Decode(head)) {
		if wholeTag.MatchString(line) {
			return true
		}
	}
	return false
}

// RecogniseMoves reports whether a file that begins like this contains moves without
// tags, which Games reads too.
func RecogniseMoves(head []byte) bool {
	decoded := text.Decode(head)
	p := parser{block: &block{}, text: decoded, number: 1}
	return !strings.Contains(decoded, "\x00") && p.seekMoves(false)
}
