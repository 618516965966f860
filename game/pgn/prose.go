package pgn

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/internal/lazy"
)

// Books write about moves between the moves, without brackets:
//
//	4. 车二进六 ……
//	如改走车二进四，则车9平4，黑方满意。
//	4. …… 车9平4
//
// The number behind such words proves that they hide no move of the game.

// numbered is a move with its number at the beginning of a line.
type numbered struct {
	number int
	side   board.Side // of the move
	at     int        // where the number stands
}

// numberedAt reads the number and the move of the line at a place, which is not gone over.
func (p *parser) numberedAt(at int) (n numbered, ok bool) {
	ahead := *p
	ahead.at = at
	ahead.lineBlanks()
	n.at = ahead.at
	word := ahead.word()
	t := ahead.turn
	for n.number = t.number; word == ""; { // dots or a comma may stand between the number and the move
		if ahead.lineBlanks(); !t.pointed || ahead.at == len(ahead.text) || ahead.text[ahead.at] == '\n' {
			return n, false
		}
		if word = ahead.word(); ahead.turn.sided {
			t.side, t.sided = ahead.turn.side, true
		}
	}
	first := leadingMove(word)
	if n.side = t.side; !t.sided {
		n.side, _ = sideOf(first)
	}
	return n, t.pointed && first != ""
}

// follows reports whether a numbered move is the next one of a line, by a count that has fitted so far.
func (n numbered) follows(l *line) bool {
	return l.numbers.seen && !l.numbers.noRed && n.side == l.after.Side() && n.number == l.after.Fullmove()+l.numbers.red
}

// opens reports whether a numbered move may be the first of a game.
func (n numbered) opens(l *line) bool {
	return n.side == l.after.Side() && (n.number == 1 || n.number == l.after.Fullmove())
}

// preface takes the words at a place, in front of the first move, for a comment on the game, and reports whether they
// are one: they go up to a line that begins with the number of that move.
func (p *parser) preface(l *line, at int) bool {
	if l.variation || l.number > 0 {
		return false
	}
	ahead := *p
	for ahead.at = at; ahead.at < len(ahead.text); {
		begin := ahead.at
		if ahead.nextLine(); isTagLine(ahead.text[begin:ahead.at]) {
			return false
		}
		n, ok := ahead.numberedAt(ahead.at)
		if ok && n.opens(l) {
			p.note(l, game.Clean(p.text[at:ahead.at]))
			p.at, l.turn = ahead.at, turn{}
		}
		if ok {
			return n.opens(l)
		}
	}
	return false
}

// prose takes the words at a place for a comment on the last move, and reports whether they are one. They
// go up to a line that begins with the number of the next move, or to the end of the text if they have nothing that
// could be a move.
func (p *parser) prose(l *line, at int) bool {
	if l.ply == l.start {
		return p.preface(l, at)
	}
	if p.doubts.numbered || l.after.Side() == board.Red && l.numbers.seen && l.number == l.after.Fullmove()+l.numbers.red {
		return false // a number has announced a move here
	}
	if s, ok := p.sectionAt(at); ok && !s.first.follows(l) {
		return false
	}
	ahead, end := *p, len(p.text)
	for ahead.at = at; ahead.at < len(ahead.text); {
		begin := ahead.at
		if ahead.nextLine(); isHeading(ahead.text[begin:ahead.at]) {
			return false
		}
		if s, ok := ahead.sectionAt(ahead.at); ok && !s.first.follows(l) {
			end = ahead.at
			break
		}
		if n, ok := ahead.numberedAt(ahead.at); ok && n.follows(l) {
			break
		}
	}
	if ahead.at == end && (!ahead.hasWords(at, end) || mayMove(p.text[at:end])) {
		return false
	}
	p.note(l, game.Clean(p.text[at:ahead.at]))
	p.at, l.turn = ahead.at, turn{}
	return true
}

// lastWords takes the words at a place, with which a variation in brackets ends, for a comment on its last move, and
// reports whether they are one: they have nothing that could be a move.
func (p *parser) lastWords(l *line, at int) bool {
	const long = 1 << 10 // for a remark
	text := p.text[at:min(len(p.text), at+long)]
	end := strings.IndexAny(text, "(){}")
	if end < 0 || text[end] != ')' || l.ply == l.start || !p.hasWords(at, at+end) || mayMove(text[:end]) {
		return false
	}
	p.note(l, game.Clean(text[:end]))
	p.at, l.turn = at+end, turn{}
	return true
}

// hasWords reports whether there are words between two places rather than a slip: two Chinese characters and nothing
// else, as 红优, or four of them; or four letters or digits that begin a line.
func (p *parser) hasWords(from, to int) bool {
	letters, chinese, others := 0, 0, 0
	for _, r := range strings.Trim(p.text[from:to], " \n.。!！") {
		switch {
		case unicode.Is(unicode.Han, r):
			chinese++
		case unicode.IsLetter(r), unicode.IsDigit(r):
			letters++
		default:
			others++
		}
	}
	begin := *p
	begin.at = from
	return chinese > 3 || chinese > 1 && letters+others == 0 || letters+chinese > 3 && begin.beginsLine()
}

// link finds an address of the web.
var link = lazy.Pattern(`[a-z]+://\S+`)

// mayBeSlip reports whether a word may be a misspelt move, by its digits. One in a longer word is part of a name, as in
// 编辑：张三, unless it stands behind a piece, as in 红方：车一平.
func mayBeSlip(word string) bool {
	const short = 4 // characters of a move
	count, file := 0, false
	var before rune
	for _, r := range word {
		if isDigit(r) {
			count++
			file = file || isPiece(before)
		}
		before = r
	}
	return count > 1 || file || count == 1 && utf8.RuneCountInString(word) <= short
}

// isTorn reports whether a word is a move without its digits, as 车平.
func isTorn(word string) bool {
	rest := strings.TrimLeftFunc(word, isPiece)
	return rest != "" && rest != word && strings.Trim(rest, "进進退平") == ""
}

// mayMove reports whether a text has a move, or what may be a misspelt one: at its beginning a digit or a
// piece, elsewhere a direction with a number, or the number of a move at the beginning of a line.
func mayMove(text string) bool {
	const long = 1 << 12 // for a remark
	if len(text) > long {
		return true
	}
	text = strings.TrimLeftFunc(link().ReplaceAllString(text, ""), isBlank)
	first := text[:wordEnd(text)]
	t, bare := cutTurn(first)
	if mayBeSlip(first) || t.sided && (mayBeSlip(bare) || isTorn(bare)) || strings.IndexFunc(first, isPiece) == 0 {
		return true
	}
	for line := range strings.Lines(text) {
		if t, _ := firstWord(line); t.pointed {
			return true
		}
	}
	var before rune
	for i, r := range text {
		if isDigit(r) && (unicode.IsLetter(before) && !unicode.Is(unicode.Han, before) || strings.ContainsRune("进進退平+=", before)) {
			return true
		}
		rest := text[i:min(len(text), i+maxWord)]
		if notation.Spaced(rest) > 0 || leadingMove(rest[:wordEnd(rest)]) != "" {
			return true
		}
		if !isBlank(r) {
			before = r
		}
	}
	return false
}

// isPiece reports whether a Chinese move may begin with a character: a piece, or which of two it is.
func isPiece(r rune) bool {
	_, is := pictured[string(r)]
	return is || strings.ContainsRune("前中后後", r)
}

// isDigit reports whether a character is a digit of a move: ASCII, wide or Chinese.
func isDigit(r rune) bool {
	return r >= '0' && r <= '9' || r >= '０' && r <= '９' || chineseDigits[r] > 0
}
