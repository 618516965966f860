package game

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean returns a text of a file as a game holds it: UTF-8, lines that end with \n,
// no blanks at its ends nor at the ends of lines, and no characters that could act
// upon a terminal. Tabs become blanks. Readers pass every tag and comment through it.
func Clean(text string) string {
	if isClean(text) {
		return text
	}
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || unicode.IsGraphic(r):
			return r
		case r == '\t':
			return ' '
		}
		return -1
	}, strings.ToValidUTF8(text, string(utf8.RuneError)))
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRightFunc(lines[i], unicode.IsSpace)
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// isClean reports whether Clean would not change a text, for short texts in most
// cases.
func isClean(text string) bool {
	last := ' '
	for i, r := range text {
		if r == utf8.RuneError || r == '\n' || !unicode.IsGraphic(r) || i == 0 && unicode.IsSpace(r) {
			return false
		}
		last = r
	}
	return text == "" || !unicode.IsSpace(last)
}

// CleanLine is Clean for a text of one line, such as a tag: line ends become blanks.
func CleanLine(text string) string {
	return strings.ReplaceAll(Clean(text), "\n", " ")
}
