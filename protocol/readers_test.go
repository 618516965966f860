package protocol

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/search"
)

// TestShortGreeting counts the lines before the engine is ready: cchess reads one in a
// fifth of a second and gives up after ten.
func TestShortGreeting(t *testing.T) {
	for _, dialect := range []Dialect{UCCI, UCI} {
		assert.Less(t, len(style{dialect: dialect}.hello("1.0")), 45, "%v", dialect)
	}
}

// TestScoreReaders reads a line of each dialect as programs do: docs/protocol.md lists
// them. What is not read is "".
func TestScoreReaders(t *testing.T) {
	after := func(words []string, key string) string {
		for i, w := range words[:len(words)-1] {
			if w == key {
				return words[i+1]
			}
		}
		return ""
	}
	number := func(text string) string {
		if _, err := strconv.Atoi(text); err != nil {
			return ""
		}
		return text
	}
	// plain wants a number after "score", as XQWizard does.
	plain := func(words []string) string { return number(after(words, "score")) }
	// worded wants one of the words of UCI, as cutechess does.
	worded := func(words []string) string {
		switch kind := after(words, "score"); kind {
		case "cp", "mate":
			return kind + " " + after(words, kind)
		}
		return ""
	}
	// either takes both, as Sylvan and VinXiangQi do.
	either := func(words []string) string { return plain(words) + worded(words) }
	// pairs takes words as keys with values, but for some; so the asynchronous class of
	// cchess is not the other one.
	pairs := func(words []string) string {
		found, key := map[string]string{}, ""
		for _, w := range words[1:] {
			switch {
			case w == "cp":
			case w == "pv":
				return found["score"] + found["mate"]
			case key == "" || w == "mate":
				key = w
			default:
				found[key], key = w, ""
			}
		}
		return ""
	}

	for _, c := range []struct {
		dialect Dialect
		score   eval.Score
		reader  func([]string) string
		want    string
	}{
		{UCCI, 35, plain, "35"},
		{UCCI, 35, either, "35"},
		{UCCI, 35, pairs, "35"},
		{UCCI, 35, worded, ""},
		{UCCI, -35, plain, "-35"},
		{UCCI, eval.Mate - 3, plain, "9997"},
		{UCCI, eval.Mate - 3, either, "9997"},
		{UCCI, eval.MatedIn(4), plain, "-9996"},
		{UCI, 35, worded, "cp 35"},
		{UCI, 35, either, "cp 35"},
		{UCI, 35, pairs, "35"},
		{UCI, 35, plain, ""},
		{UCI, eval.Mate - 3, worded, "mate 2"},
		{UCI, eval.MatedIn(4), worded, "mate -2"},
		{UCI, eval.MatedIn(4), pairs, "-2"},
	} {
		line, ok := style{dialect: c.dialect}.info(&search.Info{
			Depth: 3, SelDepth: 5, MultiPV: 1, Score: c.score, PV: []board.Move{board.MustParseMove("h2e2")},
		}, nil)
		assert.True(t, ok)
		words := strings.Fields(line)
		assert.Equal(t, c.want, c.reader(words), line)
		seen := map[string]bool{}
		for _, w := range words {
			assert.False(t, seen[w] && number(w) == "", "VinXiangQi fails where a word comes twice: %s", line)
			seen[w] = true
		}
	}
}

// TestMessagesAsKeys asserts that VinXiangQi, which takes every second word of a message of
// UCCI for a key and ends where one comes twice, can read what it hears in the course of play.
func TestMessagesAsKeys(t *testing.T) {
	words := strings.Fields("depth seldepth time nodes pv multipv score currmove currmovenumber hashfull nps tbhits cpuload string refutation currline")
	heard := talk(t, "ucci", "setoption usebook on", "setoption bookseed 1",
		"position startpos", "go depth 1", "position startpos moves h2e2", "go depth 1",
		"position fen 4k4/9/9/9/9/9/9/9/9/4K4 w", "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN w",
		"position fen rnba1abnr/9/1c5c1/4R4/9/9/9/1C5C1/9/RNBAKABN1 w", "position fen rnbakabnr/9/1c5c1/4R4/9/9/9/1C5C1/9/RNBAKABN1 w",
		"position fen rnbakabnr/4A4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNB1KABNR b", "setoption hashsize x", "setoption evalfile nowhere",
		"position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/P8/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/2P1P1P1P/PC5C1/9/RNBAKABNR w",
		"position fen 3ak4/9/9/9/9/9/9/9/R8/1R3K3 w - - 120 1", "go depth 1")
	messages := only(heard, "^info message ")
	assert.Len(t, messages, 12)
	for _, line := range messages {
		seen := map[string]bool{}
		for rest := strings.Fields(line)[1:]; len(rest) > 0; {
			key, size := rest[0], 1
			if len(rest) > 1 && (key == "score" || !slices.Contains(words, rest[1])) {
				size = 2
			}
			assert.False(t, seen[key], "%q in %s", key, line)
			seen[key], rest = true, rest[size:]
		}
	}
}
