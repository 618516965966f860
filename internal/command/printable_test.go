package command

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "",
		"炮二平五　a\tb\n'c'\\":         "炮二平五　a\tb\n'c'\\",
		"\x1b[31mred\x1b[0m":       `\x1b[31mred\x1b[0m`,
		"\x1b]0;title\a\r\x00\x7f": `\x1b]0;title\a\r\x00\x7f`,
		"\u0085\u202e\u2028\ufeff": `\u0085\u202e\u2028\ufeff`,
		"\xff\xb0a\ufffd":          `\xff\xb0a` + "\ufffd",
	} {
		assert.Equal(t, want, Printable(text))
	}
}

func TestRemark(t *testing.T) {
	var errs strings.Builder
	Streams{Err: &errs}.Remark("prog", "game \x1b[31m1")
	assert.Equal(t, "prog: game \\x1b[31m1\n", errs.String())
}
