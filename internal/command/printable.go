package command

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Remark prints a line beside the output of a command, whose name it begins with. The text may
// have parts of a file.
func (s Streams) Remark(command, text string) {
	fmt.Fprintln(s.Err, Printable(command+": "+text))
}

// Printable returns text that cannot act upon a terminal: control characters other
// than tabs and line ends, invisible ones and bytes that are not UTF-8 are escaped
// as in Go. What comes from a file passes through it on its way to the user.
func Printable(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case r == '\n' || r == '\t' || unicode.IsGraphic(r):
			b.WriteRune(r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}
