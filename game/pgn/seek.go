package pgn

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
)

// seekMoves goes to the first move of a game that does not begin with a tag, or to a comment in
// front of it; or to a tag behind comments and lines of a score sheet. It reports whether there is
// one. strict is as for beginsMoves.
func (p *parser) seekMoves(strict bool) bool {
	for p.pass(); p.at < len(p.text); p.pass() {
		begin := p.at
		p.noteStart()
		_, ended := p.passComments()
		switch {
		case !ended:
			return false
		case p.atTag():
			return true
		case p.beginsMoves(strict):
			p.at = begin
			return true
		case p.seekInLine(strict):
			return true
		}
	}
	return false
}

// noteStart notes the position that the line here gives the game, if it is one such as 局面：FEN.
func (p *parser) noteStart() {
	line, _, _ := strings.Cut(p.rest(), "\n")
	for _, v := range headValues(line) {
		if v.tag != game.TagFEN {
			continue
		}
		if start, err := board.ParseFEN(v.value); err == nil {
			p.from = &start
		}
	}
}

// atTag reports whether a line begins here that begins with a whole tag.
func (p *parser) atTag() bool {
	if !strings.HasPrefix(p.rest(), "[") || !p.beginsLine() {
		return false
	}
	line, _, _ := strings.Cut(p.rest(), "\n")
	return wholeTag().MatchString(line)
}

// seekInLine goes to the first move behind words of the line, such as "A 1. C2.5" or, unless strict, the name of
// a list of moves, and reports whether there is one; else it goes to the next line.
func (p *parser) seekInLine(strict bool) bool {
	ahead := *p
	ahead.nextLine()
	strict = strict || headValues(p.text[p.at:ahead.at]) != nil
	blank, letter := false, false // in front of a character
	spaced := 0                   // where the last move with blanks in it ends
	for i, r := range p.text[p.at:ahead.at] {
		if i >= spaced && !letter && !isBlank(r) {
			spaced = i + notation.Spaced(p.text[p.at+i:ahead.at])
		}
		letter = unicode.IsLetter(r)
		if end := p.at + i + utf8.RuneLen(r); !strict && strings.ContainsRune(":：】", r) && p.isList(end, ahead.at) {
			p.at = end
			return true
		}
		if blank && i >= spaced && strings.ContainsRune("1１一第(（①❶⑴⒈", r) {
			first := *p
			if first.at = p.at + i; first.beginsMoves(true) {
				p.at = first.at
				return true
			}
		}
		blank = r <= ' ' || unicode.IsSpace(r)
	}
	p.at = ahead.at
	return false
}

// isList reports whether the moves of the game begin between two places of a line: there are legal moves from its start
// and nothing else but numbers and comments, and the moves do not begin below that line.
func (p *parser) isList(from, to int) bool {
	const long = 1 << 10
	if to-from > long {
		return false
	}
	list, below := p.text[from:to], p.text[to:]
	if _, word := firstWord(list); leadingMove(strings.Trim(word, signs)) == "" {
		return false
	}
	if t, _ := firstWord(below); t.isFirst() || p.more && strings.TrimLeftFunc(below, isBlank) == "" {
		return false
	}
	start := board.Start()
	if p.from != nil {
		start = *p.from
	}
	g, err := Moves(start, list)
	return err == nil && g.Root.Next != nil
}

// beginsMoves reports whether the moves of a game begin here: with the number 1 or a legal move
// or, if strict, with both.
func (p *parser) beginsMoves(strict bool) bool {
	ahead := *p
	first := ahead.word()
	if first != "" && strings.Trim(first, joins+dashes) == "" { // the mark of an item of a list
		if ahead.lineBlanks(); ahead.at == len(ahead.text) || ahead.text[ahead.at] == '\n' {
			return false
		}
		first = ahead.word()
	}
	switch numbered := ahead.turn.isFirst(); {
	case numbered && !strict:
		return true
	case !numbered && strict:
		return false
	}
	if first == "" { // a number alone
		const most = 1 << 12 // bytes up to the move
		var number leader
		for line := range strings.Lines(p.rest()[:min(len(p.rest()), most)]) {
			if number.feed(line) {
				break
			}
		}
		first = number.word
	}
	return opens(first) || p.from != nil && opensFrom(p.from, first)
}

// opens reports whether a word begins with a legal move from the start position.
func opens(word string) bool {
	start := board.Start()
	return opensFrom(&start, word)
}

// opensFrom is opens for another position.
func opensFrom(start *board.Position, word string) bool {
	if word = strings.Trim(word, signs); leadingMove(word) == "" {
		return false // no reading takes it for a move, and their errors take long to make
	}
	for _, reading := range [...]notation.Reading{notation.FromZero, notation.FromOne, notation.FromVietnam} {
		if _, _, err := firstMove(reading, start, word); err == nil {
			return true
		}
	}
	return false
}

// hasTags reports whether a text begins with a tag, apart from blanks and lines with %.
func hasTags(text string) bool {
	p := parser{text: text}
	p.pass()
	line, _, _ := strings.Cut(p.rest(), "\n")
	return isTagLine(line)
}

// pass goes over blanks and the lines that begin with %, which say nothing.
func (p *parser) pass() {
	for p.blanks(); strings.HasPrefix(p.rest(), "%") && p.beginsLine(); p.blanks() {
		p.nextLine()
	}
}
