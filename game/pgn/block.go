package pgn

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/game/notation"
	"chuhe/game/text"
)

// maxGame is the length of the longest game that is read, in bytes of UTF-8.
const maxGame = 1 << 24

// errSize is about a game longer than maxGame.
var errSize = fmt.Errorf("%w: over %d bytes without the head of another game", ErrSyntax, maxGame)

// block is the text of a game: the lines from its head to that of the next.
type block struct {
	text   string
	lines  []text.Line
	starts []int // of the lines in the text
	err    error // of reading what follows, or errSize
}

// place returns where in the file a byte of the text stands.
func (b *block) place(i int) (line int, offset int64) {
	n, exact := slices.BinarySearch(b.starts, i)
	if !exact {
		n--
	}
	if n < 0 || n >= len(b.lines) {
		return 0, 0
	}
	l := &b.lines[n]
	return l.Number, l.OffsetOf(i - b.starts[n])
}

// splitter finds the games of a file.
type splitter struct {
	lines  *text.Lines
	ahead  text.Line
	err    error // that came instead of ahead
	tagged bool  // there has been a tag
}

func newSplitter(r io.Reader) *splitter {
	s := &splitter{lines: text.NewLines(r)}
	s.ahead, s.err = s.lines.Next()
	return s
}

// next returns the text up to the head of the next game. The first may have no game,
// only what precedes one. After the last the error is [io.EOF].
func (s *splitter) next() (*block, error) {
	if s.err != nil {
		return nil, s.err
	}
	b := &block{}
	var state scan
	size := 0
	for ; s.err == nil && !(len(b.lines) > 0 && s.begins(&state, s.ahead.Text)); s.ahead, s.err = s.lines.Next() {
		state.feed(s.ahead.Text)
		if size += len(s.ahead.Text) + 1; size > maxGame {
			b.err = errSize
			continue
		}
		b.lines = append(b.lines, s.ahead)
	}
	if s.err != nil && !errors.Is(s.err, io.EOF) {
		b.err = s.err
	}
	var text strings.Builder
	text.Grow(min(size, maxGame))
	for i := range b.lines {
		b.starts = append(b.starts, text.Len())
		text.WriteString(b.lines[i].Text)
		text.WriteByte('\n')
	}
	b.text = text.String()
	return b, nil
}

// scan is what a splitter knows of a game so far.
type scan struct {
	comment bool // within one
	depth   int  // of variations
	moves   bool // there is text that is neither a tag nor a comment
	blank   bool // the last line was empty
	ended   bool // a line ended with a result
}

// feed looks at the next line of a game.
func (s *scan) feed(line string) {
	trimmed := strings.TrimSpace(line)
	defer func() {
		s.blank = trimmed == ""
		if !s.ended && !s.blank && !s.comment && s.depth == 0 {
			s.ended = isResult(trimmed[strings.LastIndexByte(trimmed, ' ')+1:])
		}
	}()
	if !s.comment && (trimmed == "" || tagLine.MatchString(trimmed) || !s.moves && isSheetHead(trimmed)) {
		return
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case s.comment:
			end := strings.IndexByte(line[i:], '}')
			if end < 0 {
				return
			}
			i += end
			s.comment = false
		case c == '{':
			s.comment = true
		case c == ';', c == '%' && i == 0:
			return
		case c == '(':
			s.depth++
		case c == ')':
			s.depth = max(s.depth-1, 0)
		case c > ' ':
			s.moves = true
		}
	}
}

var (
	// tagLine finds a line that begins with a tag, perhaps a damaged one.
	tagLine = regexp.MustCompile(`^[ \t\r]*\[[ \t]*[^\[\]"\s%]+[ \t"]`)
	// headLine finds one that even within a comment without end begins a game.
	headLine = regexp.MustCompile(`^[ \t\r]*\[[ \t]*(?i:Game|Event|Site|Date|Red|White|FEN)[ \t]+".*"[ \t]*\]`)
)

// begins reports whether a line begins another game.
func (s *splitter) begins(state *scan, line string) bool {
	switch {
	case state.comment:
		return state.blank && headLine.MatchString(line)
	case !state.moves:
		return false
	case strings.Contains(line, "[") && tagLine.MatchString(line):
		s.tagged = true
		return true
	case !s.tagged && isSheetHead(line):
		return true
	}
	first, numbered := cutFirst(strings.TrimLeft(line, " \t"))
	switch {
	case state.depth > 0, numbered && strings.HasPrefix(strings.TrimLeft(first, " "), "."):
		return false
	case numbered && !s.tagged:
		return true
	case !numbered && (s.tagged || !state.ended):
		return false
	}
	words := parser{text: strings.TrimLeft(first, " ")}
	return opens(words.word())
}

// opens reports whether a word begins with a legal move from the start position.
func opens(word string) bool {
	start := board.Start()
	for _, base := range []notation.Base{notation.FromZero, notation.FromOne} {
		if _, _, err := firstMove(base, &start, strings.TrimRight(word, signs)); err == nil {
			return true
		}
	}
	return false
}

// cutFirst returns a text without the number of the first move that it begins with.
func cutFirst(text string) (after string, found bool) {
	for _, number := range []string{"1.", "1、", "1．"} {
		if after, found = strings.CutPrefix(text, number); found {
			return
		}
	}
	return text, false
}

// hasTags reports whether a text begins with a tag, apart from blanks.
func hasTags(text string) bool {
	return strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "[")
}
