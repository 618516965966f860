package formats_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"chuhe/game/formats"
	"chuhe/internal/testpos"
)

// TestReadsInTimeOfItsLength reads files that once took far longer than others of their length,
// most of them with the square of it.
func TestReadsInTimeOfItsLength(t *testing.T) {
	testpos.SkipRace(t)
	size := testpos.Rounds(1, 8, 8) // of the files
	const pgn = "[Event \"x\"]\n\n1. h2e2 "
	const dhtmlxq = "[DhtmlXQ]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n"
	for name, file := range map[string]string{
		"moves without blanks": pgn + strings.Repeat("h9g7h0g2g7h9g2h0", size<<10),
		"comments on a move":   pgn + strings.Repeat("{a}", size<<16),
		"braces without end":   pgn + strings.Repeat("{{}", size<<16),
		"numbers without move": strings.Repeat("1.\n", size<<11),
		"damaged lines":        "[Event \"车马炮\"]\n" + strings.Repeat(strings.Repeat("\xff\n", 100)+"车马炮\n", size<<5),
		"doubtful tags":        strings.Repeat("[Rules \"\xba\xec\xb7\xbd\"]", size<<13) + "\n\n1. h2e2",
		"illegal variations":   "\xff\xfe" + wide(pgn+strings.Repeat("(h9h9)", size*3<<12)),
		"operations of an EPD": "3k5/9/9/9/9/9/9/9/9/4K4 w " + numbered(size*3<<12, "a%[1]d 1;"),
		"variations of sheets": "1. 炮二平五 马8进7\n2. 马二进三\n" + numbered(size<<12, "【变%[2]d-%[1]d-2】\n2. 马八进七\n"),
		"headings of words":    "1. 炮二平五 马8进7\n红方先手。\n" + strings.Repeat("（一）甲\n", size<<12),
		"words among moves":    strings.Repeat("1. 炮二平五\n甲\n1. …… 马8进7\n乙\n2. 炮五平二\n丙\n2. …… 马7退8\n3. 甲\n", size<<10),
		"players in a game":    strings.Repeat("1. 炮二平五\n"+strings.Repeat("红方：甲\n", 900)+"1. …… 马8进7\n\n", size*5),
		"headings of a book":   "1. 炮二平五\n" + strings.Repeat("第一局\n", size*3<<10),
		"pairs in a bracket":   "（\n1. 炮二平五\n" + strings.Repeat("甲甲 先胜 乙乙\n", size<<13),
		"blanks in a line":     "略 " + strings.Repeat(" \u3000", size<<14) + "略\n",
		"lines of dashes":      "1. 炮二平五 马8进7\n" + strings.Repeat("——\n", size<<13),
		"notes below moves":    "1. 炮二平五 马8进7\n" + strings.Repeat("*第 1 回合红: 好\n2. 好\n", size<<11),
		"names of lists":       strings.Repeat("：炮二平五马8进7炮五平二马7退8", size<<10) + "甲",
		"games in two formats": "[Red \"x\"]\n" + strings.Repeat("[DhtmlXQ]", size<<13),
		"comments of DhtmlXQ":  dhtmlxq + strings.Repeat("[DhtmlXQ_comment1]a[/DhtmlXQ_]", size*3<<13),
		"variations in a row":  dhtmlxq + numbered(size<<14, "[DhtmlXQ_move_%[1]d_2_%[2]d]7062[/DhtmlXQ_]"),
	} {
		t.Run(name, func(t *testing.T) {
			done := make(chan struct{})
			go func() {
				defer close(done)
				_, games, err := formats.Read(strings.NewReader(file))
				if err == nil {
					for range games {
					}
				}
			}()
			select {
			case <-done:
			case <-time.After(20 * time.Second):
				require.Fail(t, "it takes too long", "%d bytes", len(file))
			}
		})
	}
}

// wide returns an ASCII text in UTF-16.
func wide(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		b.Write([]byte{c, 0})
	}
	return b.String()
}

// numbered repeats a text, with the numbers from 0 and from 1 in it.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i, i+1)
	}
	return b.String()
}
