package pgn

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/game"
	"chuhe/internal/keyed"
	"chuhe/internal/lazy"
)

// Books and dpxq.com write variations behind the main line, each as a section below a heading:
//
//	变一：
//	4. …… 车9平4
//
// The number of its first move says where it leaves the main line. In the headings of dpxq.com stand the number of
// the variation, of the one which it leaves, 0 for the main line, and of the move that it replaces: 【变2-1-7】 or
// 变②接变①第7回合.
var (
	dpxqHeading = lazy.Pattern(`^(?:【变(\d{1,9})-(\d{1,9})-(\d{1,9})】|变([①-⑳㉑-㉟㊱-㊿])接(?:主变|变([①-⑳㉑-㉟㊱-㊿]))第(\d{1,9})回合)`)
	bookHeading = lazy.Pattern(`^(?:[（(【\[〔]?(?:[变變][例化着著招]?` + sectionNumber + `|第` + sectionNumber + `[变變种種][^\n：:]{0,8})[）)】\]〕]?|` +
		`[（(【〔](?:[一二三四五六七八九十]{1,3}|[甲乙丙丁戊])[）)】〕])[：:、．.]?`)
	// plainHeading finds a heading without a number. Prose looks like that too, so nothing but the number of a move follows.
	plainHeading = lazy.Pattern(`^([（(【\[〔]?[变變][例化着著招]?(?:[：:]|[）)】\]〕][：:]?))[ \t\x{3000}]*(?:$|[0-9０-９])`)
	// dpxqNote finds what dpxq.com writes below a line of moves about one of them.
	dpxqNote = lazy.Pattern(`^\*第[ \x{3000}]*(\d{1,9})[ \x{3000}]*(?:回合([红黑])|着)[:：][ \x{3000}]*`)
)

const sectionNumber = `(?:[一二三四五六七八九十]{1,3}|[0-9０-９]{1,3}|[A-Z①-⑳])`

// variationNote begins a note of dpxq.com that only names variations.
const variationNote = "有[变"

// ErrSection is about a variation below a heading of which the place is not known.
var ErrSection error = keyed.New("fault.section", "it is not clear where the variation belongs")

// maxBefore is how many moves may stand in front of all sections of a game together.
const maxBefore = 1 << 22

// section is a variation below a heading.
type section struct {
	at         int  // of the heading in the text
	id, parent int  // numbers of it and of what it leaves, 0 for the main line
	named      bool // the heading has them
	inLine     bool // the first move stands in the line of the heading
	first      numbered
	found      bool // there is such a move
}

// sectionAt reads the heading of a section that begins the line at a place.
func (p *parser) sectionAt(at int) (s section, ok bool) {
	ahead := *p
	ahead.at = at
	ahead.lineBlanks()
	s.at = ahead.at
	size := s.heading(ahead.rest())
	if size == 0 {
		return s, false
	}
	ahead.at += size
	s.first, s.found = ahead.numberedAt(ahead.at)
	for s.inLine = s.found; !s.found; {
		if ahead.nextLine(); ahead.at == len(ahead.text) || ahead.headingHere() {
			break
		}
		s.first, s.found = ahead.numberedAt(ahead.at)
	}
	return s, true
}

// heading reads the heading with which a text begins, and returns its size, 0 if there is none.
func (s *section) heading(text string) (size int) {
	if r, _ := utf8.DecodeRuneInString(text); !strings.ContainsRune("变變第【（([〔", r) {
		return 0
	}
	line, _, _ := strings.Cut(text, "\n")
	m := dpxqHeading().FindStringSubmatch(line)
	if m == nil {
		if m = plainHeading().FindStringSubmatch(line); m != nil {
			return len(m[1])
		}
		return len(bookHeading().FindString(line))
	}
	number := func(digits, circled string) int {
		n, _ := strconv.Atoi(digits)
		if circled != "" {
			n, _ = enclosedNumber(circled)
		}
		return n
	}
	s.id, s.parent, s.named = number(m[1], m[4]), number(m[2], m[5]), true
	return len(m[0])
}

// headingHere reports whether a line begins here with what may be the heading of a section.
func (p *parser) headingHere() bool {
	var s section
	return s.heading(p.behindBlanks()) > 0
}

// plyOf returns how many moves of the game stand before a numbered one, by the numbers of a line, which count
// from the start of the game.
func (l *line) plyOf(n numbered) int {
	return l.ply - 2*(l.after.Fullmove()+l.numbers.red-n.number) - int(l.after.Side()) + int(n.side)
}

// endsIn reports whether a line, which has no result yet, ends with the heading of a section here. Behind a variation
// that begins in the line of its heading the line may go on: then a line with its next number there is a fault.
func (p *parser) endsIn(l *line) (ends bool, err error) {
	if l.ply == l.start || !l.numbers.seen || l.numbers.noRed || !p.beginsLine() {
		return false, nil
	}
	s, ok := p.sectionAt(p.at)
	if !ok || s.named {
		return ok, nil
	}
	if ply := l.plyOf(s.first); !s.found || ply < 0 || ply >= l.ply {
		return false, nil
	}
	ahead := *p
	for ahead.nextLine(); s.inLine && ahead.at < len(ahead.text) && !ahead.headingHere(); ahead.nextLine() {
		if n, ok := ahead.numberedAt(ahead.at); ok && n.follows(l) {
			return false, p.fail(n.at, "%w: number %d is the next of both lines", ErrSection, n.number)
		}
	}
	return true, nil
}

// sections reads the variations behind the main line, which has ended. What is wrong in one cuts it there.
func (p *parser) sections(g *game.Game, main *line) {
	paths := map[int][]*game.Node{0: slices.Clone(p.path)}
	whole, before := p.text, 0
	for at := p.at; at < len(whole); {
		p.text, p.at = whole, at
		s, ok := p.sectionAt(at)
		p.nextLine()
		if at = p.at; !ok {
			continue
		}
		for ; at < len(whole) && !p.headingHere(); at = p.at {
			p.nextLine()
		}
		p.text = whole[:at]
		parent, known := paths[s.parent]
		ply := main.plyOf(s.first)
		before += max(ply, 0)
		switch {
		case !s.named && !s.found:
			continue // words
		case !s.found || !known || ply < 0 || ply >= len(parent) || !main.numbers.seen || main.numbers.noRed, before > maxBefore:
			p.at = s.at
			heading, _, _ := strings.Cut(p.rest(), "\n")
			p.cut.Add(p.wrap(s.at, fmt.Errorf("%w: %q", ErrSection, shortened(strings.TrimSpace(heading)))), p.countRest())
			continue
		}
		l := line{node: &g.Root, after: g.Start, ply: ply, start: ply, variation: true, section: true, at: s.at,
			numbers: main.numbers.branch(ply), enclosed: main.enclosed}
		for _, n := range parent[:ply] {
			l.node = n
			l.after.Play(n.Move)
		}
		p.note(&l, game.Clean(p.text[s.at:s.first.at]))
		p.at, p.path = s.first.at, slices.Clone(parent[:ply])
		if bad, ok := errors.AsType[*game.Error](p.moves(g, &l)); ok {
			p.cut.Add(bad, 1+p.countRest())
		}
		if s.named && paths[s.id] == nil {
			paths[s.id] = p.path
		}
	}
	p.text = whole
}

// countRest returns about how many moves stand in the rest of the text.
func (p *parser) countRest() (n int) {
	ahead := *p
	for ahead.pass(); ahead.at < len(ahead.text); ahead.pass() {
		n += countMoves(strings.Trim(ahead.word(), signs))
	}
	return n
}

// noteBelow gives a move of the line the note of dpxq.com about it that begins here, and reports whether there is one.
func (p *parser) noteBelow(l *line) bool {
	if p.text[p.at] != '*' || !p.beginsLine() || !l.numbers.seen {
		return false
	}
	m := dpxqNote().FindStringSubmatch(p.rest()[:min(len(p.rest()), maxWord)])
	if m == nil {
		return false
	}
	ahead := *p
	ahead.at += len(m[0])
	begin := ahead.at
	for ahead.nextLine(); ahead.at < len(ahead.text); ahead.nextLine() {
		rest := ahead.behindBlanks()
		if strings.HasPrefix(rest, "*第") || strings.HasPrefix(rest, madeBy) || ahead.headingHere() {
			break
		}
		if n, ok := ahead.numberedAt(ahead.at); ok && l.plyOf(n) >= l.ply {
			break // the line goes on
		}
	}
	text := game.Clean(p.text[begin:ahead.at])
	p.at = ahead.at
	number, _ := strconv.Atoi(m[1])
	ply := number - 1
	if m[2] != "" {
		of := numbered{number: number}
		if m[2] == "黑" {
			of.side = board.Black
		}
		ply = l.plyOf(of)
	}
	if !strings.HasPrefix(text, variationNote) && ply >= 0 && ply < len(p.path) {
		if n := p.path[ply]; n != l.node {
			n.Comment = strings.TrimSpace(n.Comment + "\n" + text)
			p.noted = true
		} else {
			p.note(l, text) // with its other comments
		}
	}
	return true
}
