package pgn

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/game"
)

// note adds a comment to the last move or, at the start of a line, to what follows.
func (p *parser) note(l *line, comment string) {
	if comment != "" {
		l.comments = append(l.comments, comment)
		p.noted = true
	}
}

// settle gives the last move its comments. At the start of a variation it returns them
// instead.
func (l *line) settle() (before string) {
	text := strings.Join(l.comments, " ")
	if l.comments = nil; l.variation && l.parent == nil {
		return text
	}
	if text != "" {
		l.node.Comment = text
	}
	return ""
}

// remark reads brackets that have no moves but words, such as (see game 2), as a
// comment, and reports whether it has.
func (p *parser) remark(l *line) bool {
	ahead := *p
	ahead.at++
	ahead.inside++
	for ahead.blanks(); strings.HasPrefix(ahead.rest(), "{"); ahead.blanks() {
		if _, err := ahead.comment(); err != nil {
			return false
		}
	}
	position := l.before
	if l.parent == nil {
		position = l.after
	}
	word := ""
	for word == "" && ahead.at < len(ahead.text) && !strings.ContainsRune("()$", rune(ahead.text[ahead.at])) {
		word = strings.TrimRight(ahead.word(), signs)
		ahead.blanks()
	}
	if _, err := p.reading.Parse(&position, word); err == nil || word == "" || isLine(word) {
		return false
	}
	end := p.closing(p.rest(), '(', ')')
	if end < 0 {
		return false
	}
	lines := strings.SplitAfter(p.text[p.at+1:p.at+end], "\n")
	p.note(l, game.Clean(lines[0]+strings.Join(slices.DeleteFunc(lines[1:], isPercentLine), "")))
	p.at += end + 1
	return true
}

// numberInBrackets reports whether a number in brackets that counts moves, as in "(1) C2.5", stands here.
func (p *parser) numberInBrackets() bool {
	if r, _ := utf8.DecodeRuneInString(p.rest()); r != '(' && r != '（' {
		return false
	}
	ahead := *p
	ahead.word()
	return ahead.turn.enclosed && ahead.turn.pointed
}

// wideBrackets are the Chinese brackets around remarks, by the first.
var wideBrackets = map[rune]string{'（': "）", '【': "】"}

// wideRemark reads what stands in Chinese brackets as a comment, and reports whether it has; or it goes over the bracket
// in front of the next moves of the line. Where moves may be either, or have no place, it does nothing, so that there is a
// fault.
func (p *parser) wideRemark(l *line) bool {
	first, size := utf8.DecodeRuneInString(p.rest())
	end, ok := wideBrackets[first]
	if !ok || p.unclosed == maxUnclosed {
		return false
	}
	inside := p.rest()[size:]
	comment, ok := cutWide(inside[:min(len(inside), maxNested)], first, end)
	if !ok {
		p.unclosed++
		return false
	}
	if !strings.ContainsFunc(comment, unicode.IsLetter) {
		return false
	}
	behind := p.at + size + len(comment) + len(end)
	switch next, other := l.goesOn(comment); {
	case next && other, !next && p.astray(l, comment, behind):
		return false
	case next:
		p.at += size
		p.wideEnd = end
	default:
		p.note(l, game.Clean(comment))
		p.at = behind
	}
	return true
}

// astray reports whether a text in Chinese brackets begins with a move that can neither be the next nor stand for the last
// one. In a game that may have its moves in such brackets the next one, misspelt or with a misspelt one behind it, is such
// too. A number in front of it, or the number of the next move behind the brackets, says that it is no move of the game.
func (p *parser) astray(l *line, text string, behind int) bool {
	t, word := firstWord(text)
	if t.pointed {
		return false
	}
	main := *p
	main.at = behind
	main.blanks()
	if n, ok := main.numberedAt(main.at); ok && n.follows(l) {
		return false
	}
	word = strings.TrimRight(word, signs)
	first := leadingMove(word)
	fits := func(position board.Position) bool {
		_, err := p.reading.Parse(&position, first)
		return err == nil
	}
	if first == "" {
		return p.wideEnd != "" && strings.IndexFunc(word, isPiece) == 0 && strings.ContainsFunc(word, isDigit)
	}
	return (p.wideEnd != "" || l.parent == nil || !fits(l.after)) && (l.parent == nil || !fits(l.before))
}

// cutWide returns what stands up to the bracket that closes a first one in front of a text. If others within it do not
// close soon, that is the next bracket.
func cutWide(text string, first rune, end string) (inside string, ok bool) {
	const soon = 1 << 12
	depth := 1
	for i, r := range text[:min(len(text), soon)] {
		switch {
		case r == first:
			depth++
		case string(r) == end:
			depth--
		}
		if depth == 0 {
			return text[:i], true
		}
	}
	inside, _, ok = strings.Cut(text, end)
	return inside, ok
}

// goesOn reports whether a text is nothing but the next moves of a line, and whether it may be others in the place of the
// last move as well.
func (l *line) goesOn(text string) (next, other bool) {
	t, word := firstWord(text)
	first := leadingMove(strings.TrimRight(word, signs))
	side, known := sideOf(first)
	var n numbered
	if t.pointed {
		p := parser{text: text}
		n, known = p.numberedAt(0)
		side = n.side
	}
	if first == "" && !known {
		return false, false
	}
	if known && side != l.after.Side() || t.pointed && l.numbers.seen && !n.follows(l) || strings.ContainsAny(text, "（【") {
		return false, false
	}
	from := func(start board.Position) bool {
		g, err := Moves(start, text)
		return err == nil && g.Count().Comments == 0
	}
	next = from(l.after)
	return next, next && !known && l.parent != nil && from(l.before)
}

// remarkedResult takes the last comment for the result of the game, such as (红胜) behind the last
// move of a game that has none, and reports whether it is one.
func (p *parser) remarkedResult(g *game.Game, l *line) bool {
	if l.ply == 0 || len(l.comments) == 0 || g.Result.Finished() {
		return false
	}
	last := len(l.comments) - 1
	r, ok := game.ParseResult(l.comments[last])
	if !ok || !r.Finished() || !p.atEnd() {
		return false
	}
	g.Result, l.comments = r, l.comments[:last]
	p.compareEnd(l)
	return true
}

// remarksResult reports whether a Chinese result is a remark: it fills a line, and the next line begins with the number of
// the next move. Above the first move, blank lines may come between.
func (p *parser) remarksResult(l *line, at int) bool {
	if l.variation || p.text[at] < utf8.RuneSelf {
		return false
	}
	ahead := *p
	if ahead.at = at; !ahead.beginsLine() {
		return false
	}
	if ahead.nextLine(); l.ply == l.start {
		ahead.blanks()
	}
	n, ok := ahead.numberedAt(ahead.at)
	return ok && (n.follows(l) || l.ply == l.start && n.opens(l))
}

// atEnd goes to the end of the moves, if only a "*", which says no result, stands in front of it, and
// reports whether it is there.
func (p *parser) atEnd() bool {
	ahead := *p
	if ahead.blanks(); ahead.at < len(ahead.text) && !ahead.madeByLine() && (ahead.word() != "*" || ahead.turn != turn{}) {
		return false
	}
	p.at = ahead.at
	return true
}

// lastRemarks gives the last move the comments that begin behind the result on its line, such as
// {黑方超时}. What stands below them, as an advertisement, is not about the game.
func (p *parser) lastRemarks(l *line) {
	for {
		ahead := *p
		ahead.lineBlanks()
		switch rest := ahead.rest(); {
		case strings.HasPrefix(rest, "{"):
			comment, err := ahead.comment()
			if err != nil {
				return // it may be anything
			}
			p.note(l, comment)
			p.at = ahead.at
		case ahead.atLineComment():
			p.note(l, ahead.lineComment())
			p.at = ahead.at
			return
		default:
			return
		}
	}
}

// maxNested is how long a comment with braces in it may be.
const maxNested = 1 << 16

// maxUnclosed is after how many brackets that do not close soon all others of a game are
// taken for such.
const maxUnclosed = 100

// closing returns where the bracket closes that a text begins with, -1 if it does
// not soon. Lines that begin with % count within braces alone.
func (b *block) closing(text string, open, end byte) int {
	if b.unclosed == maxUnclosed {
		return -1
	}
	depth, begin := 0, 0 // of the line
	for line := range strings.Lines(text[:min(len(text), maxNested)]) {
		counts := open == '{' || begin == 0 || !isPercentLine(line)
		for i := 0; counts && i < len(line); i++ {
			switch line[i] {
			case open:
				depth++
			case end:
				if depth--; depth == 0 {
					return begin + i
				}
			}
		}
		begin += len(line)
	}
	b.unclosed++
	return -1
}

// isPercentLine reports whether a line begins with %, by which PGN says that it is to be left out.
func isPercentLine(line string) bool {
	return strings.HasPrefix(strings.TrimLeftFunc(line, isBlank), "%")
}

// passComments goes over comments of both kinds, which it returns, and what pass goes over; ok says
// that all of them end.
func (p *parser) passComments() (all []string, ok bool) {
	for p.pass(); ; p.pass() {
		switch rest := p.rest(); {
		case strings.HasPrefix(rest, "{"):
			comment, err := p.comment()
			if err != nil {
				return nil, false
			}
			all = append(all, comment)
		case p.atLineComment():
			all = append(all, p.lineComment())
		default:
			return all, true
		}
	}
}

// atLineComment reports whether a comment begins here that ends with its line: behind a semicolon, or
// behind two strokes unless nothing but moves and a result follows, which strokes may separate.
func (p *parser) atLineComment() bool {
	rest := p.rest()
	if !strings.HasPrefix(rest, "//") {
		return strings.HasPrefix(rest, ";")
	}
	const long = 1 << 8
	line, _, _ := strings.Cut(rest[:min(len(rest), long)], "\n")
	words, known := parser{text: line, at: len("//")}, &p.strokes
	switch {
	case p.at < known.from || p.at > known.to:
		known.from = p.at
	case known.to-p.at >= len(line):
		return false
	default:
		words.at = max(words.at, known.to-p.at)
	}
	for {
		words.blanks()
		known.to = p.at + words.at
		word := strings.Trim(words.word(), signs+joins+dashes)
		if words.at == len(words.text) && (word == "" || len(line) == long) { // the last word may be cut
			return false
		}
		if word != "" && !isLine(word) && !isResult(word) {
			return true
		}
	}
}

// lineComment reads a comment up to the end of its line.
func (p *parser) lineComment() string {
	start := p.at + 1
	if p.text[p.at] == '/' {
		start++
	}
	p.nextLine()
	return game.Clean(p.text[start:p.at])
}

// comment reads a comment in braces. Braces within it count if they are balanced.
func (p *parser) comment() (string, error) {
	rest := p.rest()
	end := strings.IndexByte(rest, '}')
	if end < 0 {
		return "", p.fail(p.at, "%w, want }", ErrOpenComment)
	}
	if strings.IndexByte(rest[1:end], '{') >= 0 {
		if outer := p.closing(rest, '{', '}'); outer > 0 {
			end = outer
		}
	}
	p.at += end + 1
	return game.Clean(rest[1:end]), nil
}
