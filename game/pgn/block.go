package pgn

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/game/text"
	"chuhe/internal/lazy"
)

// maxGame is the length of the longest game that is read, in bytes of UTF-8.
const maxGame = 1 << 24

// errSize is about a game longer than maxGame.
var errSize = fmt.Errorf("%w: over %d bytes without the head of another game", errOther, maxGame)

// block is the text of a game: the lines from its head to the head of the next.
type block struct {
	text   string
	lines  []text.Line
	starts []int // of the lines in the text
	err    error // of reading what follows, or errSize
	again  bool  // it may continue the block before it
	more   bool  // another one follows
	// unclosed counts the brackets of which the end was not found.
	unclosed int
	// wideOpen counts the Chinese brackets that are open behind the first wideSeen lines.
	wideOpen, wideSeen int
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
	ahead  []aheadLine // read, but not yet part of a block
	err    error       // that came instead of the line after those
	tagged bool        // a tag was read
	again  bool        // what follows may continue the block before it
	wxf    wxf
}

// aheadLine is a line that is not yet part of a block.
type aheadLine struct {
	text.Line
	begins *beginning // nil until it is asked for
}

// beginning is how a line begins, as far as that says to which game the lines above it belong.
type beginning struct {
	head, player bool // of a score sheet, and one with the name of a player
	// The rest is for other lines.
	pairing  bool     // it is one such as isPairing finds
	first    numbered // the move with its number
	numbered bool     // there is one
	turn     turn     // in front of the first word
	move     bool     // the first word is one
}

// beginning returns how the line begins. Very many lines above it may ask for that.
func (a *aheadLine) beginning() *beginning {
	if a.begins != nil {
		return a.begins
	}
	a.begins = &beginning{head: isSheetHead(a.Text)}
	if a.begins.head {
		a.begins.player = ofPlayer(a.Text)
		return a.begins
	}
	p := parser{text: a.Text}
	a.begins.pairing = isPairing(a.Text)
	a.begins.first, a.begins.numbered = p.numberedAt(0)
	t, word := firstWord(a.Text)
	a.begins.turn, a.begins.move = t, leadingMove(word) != ""
	return a.begins
}

func newSplitter(r io.Reader) *splitter { return &splitter{lines: text.NewLines(r)} }

// line returns the line that is i lines ahead; ok is false behind the end.
func (s *splitter) line(i int) (line *text.Line, ok bool) {
	for len(s.ahead) <= i && s.err == nil {
		var next text.Line
		if next, s.err = s.lines.Next(); s.err == nil {
			for _, part := range apart(s.wxf.line(next)) {
				s.ahead = append(s.ahead, aheadLine{Line: part})
			}
		}
	}
	if i >= len(s.ahead) {
		return nil, false
	}
	return &s.ahead[i].Line, true
}

// beginning returns how the line begins that is i lines ahead; ok is false behind the end.
func (s *splitter) beginning(i int) (begins *beginning, ok bool) {
	if _, ok = s.line(i); !ok {
		return nil, false
	}
	return s.ahead[i].beginning(), true
}

// joinedTag finds the head of a game behind the end of another, where a file that does not end with a
// line end was joined to the next one, perhaps with what programs put at the ends of files.
var joinedTag = lazy.Pattern(`[0-9０-９一二三四五六七八九胜勝负負和棋½*}][ \t\x1a\x{feff}]*(\[(?i:Game|Event|Site|Date|Red|White|FEN)[ \t]+".*"[ \t]*\][ \t]*)$`)

// apart returns the parts of a line that belong to two files, otherwise the line.
func apart(line text.Line) []text.Line {
	if !strings.HasSuffix(strings.TrimRight(line.Text, " \t"), "]") || isTagLine(line.Text) {
		return []text.Line{line}
	}
	m := joinedTag().FindStringSubmatchIndex(line.Text)
	if m == nil || strings.Contains(line.Text[strings.LastIndexByte(line.Text[:m[2]], '}')+1:m[2]], ";") {
		return []text.Line{line} // behind ; there is a comment
	}
	first, second := line, line
	second.Text, second.Offset = line.Text[m[2]:], line.OffsetOf(m[2])
	first.Text, first.Open = strings.TrimRight(line.Text[:m[2]], "\x1a\ufeff"), false
	return []text.Line{first, second}
}

// next returns the text up to the head of the next game. The first may have no game,
// only what precedes one. After the last the error is [io.EOF].
func (s *splitter) next() (*block, error) {
	if _, ok := s.line(0); !ok {
		return nil, s.err
	}
	b := &block{again: s.again}
	s.again = false
	var state scan
	size := 0
	for {
		line, ok := s.line(0)
		if !ok || len(b.lines) > 0 && s.begins(b, &state, line.Text) {
			b.more = ok
			break
		}
		if !state.comment && !state.moves && hasTags(line.Text) {
			s.tagged = true
		}
		state.feed(line.Text)
		if size += len(line.Text) + 1; size > maxGame {
			b.err = errSize
		} else {
			b.lines = append(b.lines, *line)
		}
		s.ahead = s.ahead[1:]
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

var (
	// tagLine finds a line that begins with a tag, perhaps a damaged one.
	tagLine = lazy.Pattern(`^[ \t\r]*\[[ \t]*[^\[\]"\s%]+[ \t"]`)
	// headLine finds one that even within a comment without end begins a game.
	headLine = lazy.Pattern(`^[ \t\r]*\[[ \t]*(?i:Game|Event|Site|Date|Red|White|FEN)[ \t]+".*"[ \t]*\]`)
	// caption finds a line in brackets that is no tag: Chinese words, or pieces of a picture.
	caption = lazy.Pattern(`^[ \t\r]*\[[ \t]*\p{Han}[^"\n]*(?:\n|$)`)
	// leadingTag finds a line with a tag that a game has once, perhaps without quotes, and its name.
	leadingTag = lazy.Pattern(`^[ \t\r]*\[[ \t]*(?i:(Game|Event|Red|White|FEN))[ \t:：=]*(?:"|[ \t][^ \t\]])`)
)

// isTagLine reports whether a line begins with a tag.
func isTagLine(line string) bool {
	return strings.Contains(line, "[") && tagLine().MatchString(line) && !caption().MatchString(line)
}

// hasTag reports whether a line begins with a tag that a game has once, and with which a
// line of the block begins too.
func (b *block) hasTag(line string) bool {
	m := leadingTag().FindStringSubmatch(line)
	return m != nil && slices.ContainsFunc(b.lines, func(l text.Line) bool {
		before := leadingTag().FindStringSubmatch(l.Text)
		return before != nil && strings.EqualFold(before[1], m[1])
	})
}

// isForeign reports whether a line begins a game in the tags of DhtmlXQ.
func isForeign(line string) bool {
	return strings.HasPrefix(strings.TrimLeftFunc(line, isBlank), "[DhtmlXQ]")
}

// hasHead reports whether a line of a score sheet begins with a name with which a line of the block
// begins too.
func (b *block) hasHead(line string) bool {
	name := lineName(line)
	return slices.ContainsFunc(b.lines, func(l text.Line) bool { return lineName(l.Text) == name })
}

// beginsHead reports whether a line belongs above the moves, so that it ends those before it.
func beginsHead(line string) bool { return isTagLine(line) || isSheetHead(line) || isPairing(line) }

// begins reports whether a line begins a game after the one of a block.
func (s *splitter) begins(b *block, state *scan, line string) bool {
	switch {
	case state.comment:
		return state.blank && headLine().MatchString(line)
	case isForeign(line):
		return true
	case !state.moves:
		return state.blank && (b.hasTag(line) || !s.tagged && isSheetHead(line) && !isResultLine(line) && b.hasHead(line))
	case isTagLine(line):
		s.tagged = true
		return true
	case !s.tagged && isSheetHead(line):
		return (state.playing() || b.hasHead(line)) && !s.closes(b, state) && !s.remarks(state, line)
	case state.depth > 0:
		return false
	case s.tagged || !state.playing():
	case state.blank && namesPlayer(line) && s.leadsToFirst():
		return true
	case (isPairing(line) || isHeading(line) && s.leadsToFirst()) && !b.openBracket():
		return true
	}
	return s.beginsList(b, state, line)
}

// beginsList reports whether the first move of a game after the one of a block stands in a line.
func (s *splitter) beginsList(b *block, state *scan, line string) bool {
	t, word := firstWord(line)
	word, numbered := strings.Trim(word, signs), t.isFirst()
	ofProse := t.enclosed || t.named
	mark := t.enclosed && !state.enclosed && !state.blank && !state.ended // of a note
	if numbered && word == "" && !t.sided {
		t, word = s.behind()
	}
	side, known := sideOf(leadingMove(word))
	switch {
	case t.sided && t.side == board.Black, ofProse && !opens(word), mark && state.plies > 0:
		return false
	case !numbered:
		return !s.tagged && state.ended && opens(word)
	case state.ended:
		return !s.tagged || opens(word)
	case state.plies == 0 && !state.alien:
		return false // only comments so far
	case known && side == board.Black && (state.red || state.plies == 1):
		return false
	case state.plies == 1 && leadingMove(word) != "":
		return s.restarts(word, known, b.again)
	}
	return !s.tagged || opens(word)
}

// heading finds the line with which a book begins a game: 第二局, perhaps with a title.
var heading = lazy.Pattern(`^第[0-9０-９〇零一二三四五六七八九十百]{1,4}[局盘盤例题題章节節篇](?:$|[\s\x{3000}:：、.．·(（《【—-])`)

// isHeading reports whether a line is such a heading.
func isHeading(line string) bool {
	line = strings.TrimFunc(line, isBlank)
	return strings.HasPrefix(line, "第") && heading().MatchString(line)
}

// leadsToFirst reports whether the first move or the head of a game comes behind the next line, before
// any other move.
func (s *splitter) leadsToFirst() bool {
	for i := 1; i < maxLead; i++ {
		is, ok := s.beginning(i)
		switch {
		case !ok:
			return false
		case is.head, is.pairing, is.turn.isFirst():
			return true
		case is.turn.sided, is.turn.number > 0, is.move:
			return false
		}
	}
	return false
}

// closes reports whether the next line, of a score sheet, has the result of the game of a block
// rather than the beginning of the next game. It stands alone behind the moves, at once or
// between empty lines. Behind a result in brackets a line of the next head may not follow at once. A number
// that no game begins with may follow.
func (s *splitter) closes(b *block, state *scan) bool {
	line, _ := s.line(0)
	if state.ended || state.depth > 0 || !isResultLine(line.Text) || slices.ContainsFunc(b.lines, hasResult) {
		return false
	}
	for i := 1; (state.blank || state.noted) && i < maxLead; i++ {
		next, ok := s.line(i)
		if !ok {
			break
		}
		if strings.TrimSpace(next.Text) != "" {
			t, _ := firstWord(next.Text)
			return t.number > 1 && t.pointed || i > 1 && isSheetHead(next.Text)
		}
	}
	return true
}

// remarks reports whether the next line, which begins with the name of a player, belongs to the game of the moves before
// it: with a move behind the name, or as a remark, behind which the numbers of the moves go on or the text ends.
func (s *splitter) remarks(state *scan, line string) bool {
	if state.ended || !ofPlayer(line) {
		return false
	}
	value := strings.TrimLeft(line[strings.IndexAny(line, "：:"):], "：:")
	if _, word := firstWord(value); leadingMove(word) != "" {
		return true
	}
	empty := strings.TrimLeftFunc(value, isBlank) == ""
	alone := true
	for i := 1; i < maxLead; i++ {
		is, ok := s.beginning(i)
		if !ok {
			begin := parser{text: line}
			return alone && begin.hasWords(0, len(line))
		}
		switch n := is.first; {
		case is.head && !is.player:
			return false
		case is.head:
			alone = false
		case is.numbered:
			return (n.number == state.number || n.number == state.number+1) && (n.number > 1 || n.side == board.Black)
		case is.move:
			return alone && empty
		}
	}
	return false
}

// behind returns what stands behind the number alone with which the next line begins: a
// word of the main line, or "..." on its own.
func (s *splitter) behind() (t turn, word string) {
	var number leader
	for i := range maxLead {
		line, ok := s.line(i)
		if !ok || i > 0 && !number.comment && beginsHead(line.Text) || number.feed(line.Text) {
			break
		}
	}
	return number.turn, number.word
}

// restarts reports whether a line that gives the number 1 again, to the second move of
// the text, begins another game with it. As a rule it is Black's first move: XQWizard
// repeats the number behind a comment. red says that the move has Red's digits, list that
// the text before it has begun so.
func (s *splitter) restarts(word string, red, list bool) bool {
	if !opens(word) {
		return false
	}
	plies, number := s.follow()
	switch {
	case plies > 1:
		return true
	case number > 1:
		return false
	case number == 1 || red || list:
		s.again = true
		return true
	}
	return false
}

// maxAhead is how much text the number of the next move is looked for in, in bytes.
const maxAhead = 1 << 20

// follow returns how many moves stand behind the number with which the next line
// begins, up to the next number, and that number; 0 if the game ends before one, be it
// with an empty line before another number 1.
func (s *splitter) follow() (plies, number int) {
	var state scan
	size, begun, done, blank := 0, false, false, false
	for i := 0; !done && size < maxAhead; i++ {
		line, ok := s.line(i)
		if !ok || i > 0 && !state.comment && beginsHead(line.Text) {
			break
		}
		size += len(line.Text) + 1
		state.words(line.Text, func(t turn, word string) (more bool) {
			switch {
			case t.number > 0 && begun:
				if done = true; t.number > 1 || !blank {
					number = t.number
				}
				return false
			case isResult(word):
				done = true
				return false
			}
			begun = begun || t.number > 0
			plies += countMoves(word)
			return true
		})
		blank = !state.comment && strings.TrimSpace(line.Text) == ""
	}
	return plies, number
}
