package pgn

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
)

// line is a variation being read, or the main line.
type line struct {
	node, parent  *game.Node // the last move, and the one before it
	after, before board.Position
	ply, start    int // the moves before the next one, and before its first
	variation     bool
	section       bool // a variation without brackets, below a heading
	at            int  // of its bracket or heading
	numbers       numbering
	comments      []string // on the last move, or in front of the first of a variation
	turn          turn     // that is said to be next
	number        int      // the last, of a move
	skipped       bool     // the move in whose place "..." stands, before the next number
	enclosed      bool     // the numbers of moves are those such as (1) and ①
}

// say notes what is said in front of a move.
func (l *line) say(t turn) {
	switch {
	case t.sided:
		l.turn, l.skipped = t, false
	case t.number > 0 && t.number == l.number+1 && l.turn.sided && l.turn.side == board.Black:
		l.skipped = l.after.Side() == board.Black
	}
	if t.number > 0 {
		l.number, l.enclosed = t.number, t.enclosed
	}
}

// counts reports whether a number such as (1) or ① counts moves here: the first does, in front of the
// moves, and those behind it. Among moves that have other numbers it is the mark of a note.
func (l *line) counts() bool { return l.enclosed || l.ply == l.start }

// body reads the moves up to the result. After an error the game has those before
// it.
func (p *parser) body(g *game.Game) error {
	p.begin = p.at
	main := line{node: &g.Root, after: g.Start}
	for _, comment := range p.above {
		p.note(&main, comment)
	}
	defer p.finish(g)
	if err := p.moves(g, &main); err != nil {
		return err
	}
	p.sections(g, &main)
	return nil
}

// moves reads the moves of the main line or of a section, with variations in brackets.
func (p *parser) moves(g *game.Game, first *line) error {
	lines := []line{*first}
	defer func() {
		for i := range lines {
			lines[i].settle()
		}
		*first = lines[0]
	}()
	for {
		p.pass()
		l := &lines[len(lines)-1]
		p.inside = len(lines) - 1
		if p.at == len(p.text) {
			return p.endText(g, l)
		}
		c := p.text[p.at]
		if len(lines) == 1 && !l.section {
			ends, err := p.endsIn(l)
			if ends {
				p.compareLast(l)
			}
			if ends || err != nil {
				return err
			}
		}
		numbered := l.counts() && p.numberInBrackets()
		if !numbered && (c == '(' && p.remark(l) || p.wideRemark(l)) {
			if !l.variation && p.remarkedResult(g, l) {
				return nil
			}
			continue
		}
		switch {
		case c == '{':
			comment, err := p.comment()
			if err != nil {
				return err
			}
			p.note(l, comment)
		case (c == ';' || c == '/') && p.atLineComment():
			p.note(l, p.lineComment())
		case c == '(' && !numbered:
			switch {
			case l.parent == nil:
				return p.fail(p.at, "%w, want a move", ErrEarlyVariation)
			case len(lines) > maxDepth:
				return p.fail(p.at, "%w, more than %d", ErrDeep, maxDepth)
			}
			lines = append(lines, l.branch(p.at))
			p.at++
		case c == ')':
			if len(lines) > 1 {
				p.compareLast(l)
				lines = lines[:len(lines)-1]
				p.note(&lines[len(lines)-1], l.settle()) // of a variation without moves
			} else if !p.doubts.bracket {
				p.doubts.bracket = true
				p.warn(p.at, ErrBracket)
			}
			p.at++
		case c == '$':
			p.nag(l)
		default:
			if !l.variation && l.ply > 0 && p.resultLine(g) || len(lines) == 1 && l.ply > 0 && p.madeByLine() {
				p.compareEnd(l)
				return nil
			}
			if len(lines) == 1 && p.noteBelow(l) {
				continue
			}
			start := p.at
			done, err := p.move(g, l)
			if err != nil {
				if len(lines) == 1 || !p.leave(start, err) {
					return err
				}
				continue
			}
			if done {
				return nil
			}
		}
	}
}

// branch returns a line in the place of the last move, which begins at a place of the text.
func (l *line) branch(at int) line {
	ply := l.ply - 1
	return line{node: l.parent, after: l.before, ply: ply, start: ply, variation: true, at: at, numbers: l.numbers.branch(ply), enclosed: l.enclosed}
}

// endText ends the last line with the text.
func (p *parser) endText(g *game.Game, l *line) error {
	if l.variation && !l.section {
		return p.fail(l.at, "%w, want )", ErrOpenVariation)
	}
	p.compareLast(l)
	if l.section {
		return nil
	}
	if strings.Contains(p.text, wxfGame) {
		p.warn(p.at, fmt.Errorf("%w: no }END", game.ErrNoEnd))
		return nil
	}
	if n := len(p.block.lines); n > 0 && p.block.lines[n-1].Open && l.ply > 0 && g.Result.Finished() {
		p.warn(p.at, fmt.Errorf("%w: no %v behind the moves", game.ErrNoEnd, g.Result))
	}
	return nil
}

// nag reads a glyph such as $1.
func (p *parser) nag(l *line) {
	p.at++
	size := len(p.rest()) - len(strings.TrimLeft(p.rest(), digits))
	n, err := strconv.ParseUint(p.rest()[:size], 10, 8)
	p.at += size
	if err == nil && l.parent != nil {
		l.node.NAGs = append(l.node.NAGs, game.NAG(n))
	}
}

// leave leaves out what follows a bad move of a variation, and reports whether the
// variation has an end. The error is about the move, in front of which text is at start.
func (p *parser) leave(start int, err error) bool {
	var bad *game.Error
	if !errors.As(err, &bad) || !errors.Is(err, notation.ErrMove) && !errors.Is(err, ErrSkipped) {
		return false
	}
	ahead := *p
	ahead.at = start
	moves, depth := 0, 0
	for ; ahead.at < len(ahead.text); ahead.pass() {
		if ahead.atLineComment() {
			ahead.nextLine()
			continue
		}
		switch ahead.text[ahead.at] {
		case '{':
			if _, err := ahead.comment(); err != nil {
				return false
			}
		case '(':
			depth++
			ahead.at++
		case ')':
			if depth == 0 {
				p.at = ahead.at
				p.cut.Add(bad, max(moves, 1))
				p.cutSquares = p.cutSquares || p.squares
				return true
			}
			depth--
			ahead.at++
		default:
			moves += countMoves(strings.TrimRight(ahead.word(), signs))
		}
	}
	return false
}

// move reads a move, a number or a result; done is true after the result of the
// game.
func (p *parser) move(g *game.Game, l *line) (done bool, err error) {
	start := p.at
	word := p.word()
	if p.turn.enclosed && !l.counts() {
		p.turn = turn{}
	}
	if p.turn.pointed {
		p.compareNumber(start, g, l)
	}
	l.say(p.turn)
	if result := strings.TrimRight(word, signs); isResult(result) && !p.remarksResult(l, start) {
		if !l.variation {
			p.result(g, result, start)
			p.lastRemarks(l)
			p.compareEnd(l)
		}
		return !l.variation || l.section, nil
	}
	glue := signs + joins + p.wideEnd
	if !p.turn.pointed && !startsWord(p.text[:p.at-len(word)]) {
		glue += dashes // between moves, as in 炮二平五——马8进7
	}
	if rest := strings.TrimLeft(word, glue); rest != "" && rest != word { // in front of a move
		p.at -= len(rest)
		p.glyph(l.node, l.parent != nil, strings.Trim(word[:len(word)-len(rest)], joins+dashes))
		return false, nil
	}
	bare := strings.TrimRight(word, signs)
	if bare == "" && word != "" {
		p.glyph(l.node, l.parent != nil, word)
	}
	if strings.Trim(bare, joins+p.wideEnd) == "" || p.isRule(l, p.at-len(word), bare) {
		return false, nil
	}
	if l.skipped {
		if side, known := sideOf(leadingMove(bare)); !known || side == board.Red {
			return false, p.moveFault(l, start, fmt.Errorf("%w, \"...\" is followed by number %d", ErrSkipped, l.number))
		}
	}
	m, first, err := firstMove(p.reading, &l.after, bare)
	if err == nil && isOverlong(bare, first) && p.atWordEnd() {
		first, err = bare, &notation.MoveError{Text: bare, Position: l.after, Reason: notation.ErrText}
	}
	if first != bare {
		from := strings.Index(word, first)
		rest := strings.TrimLeft(word[from+len(first):], signs)
		p.at -= len(rest)
		word, bare = word[from:len(word)-len(rest)], first
	}
	if err != nil && leadingMove(bare) == "" {
		at := p.at - len(word)
		switch {
		case p.inside == 0 && !l.variation && !p.remarksResult(l, at) && p.resultInWords(g, l, at):
			p.compareEnd(l)
			return true, nil
		case p.inside == 0 && p.prose(l, at), p.inside > 0 && p.lastWords(l, at):
			return false, nil
		}
	}
	if err != nil {
		p.squares = strings.ContainsAny(bare, digits)
		return false, p.moveFault(l, start+strings.Index(p.text[start:p.at], bare), err)
	}
	p.vietnam = p.vietnam || notation.IsVietnamese(bare)
	if side := l.after.Side(); l.ply == 0 && !l.variation && l.turn.sided && l.turn.side != side {
		p.warn(start, fmt.Errorf("%w: %q is said to be %v's, but %v is to move", ErrFirst, bare, l.turn.side, side))
	} else {
		p.compareSide(p.at-len(word), side, l.turn, bare)
	}
	l.turn, l.skipped = turn{}, false
	before := l.settle()
	l.before = l.after
	l.after.Play(m)
	l.parent, l.node = l.node, l.node.Append(m)
	l.ply++
	if p.inside == 0 {
		p.path = append(p.path, l.node)
	}
	l.node.Before = before
	p.glyph(l.node, true, word[len(bare):])
	return false, nil
}

// isOverlong reports whether only digits, and perhaps signs, follow the first move of a word, as in i0i10 or
// C2.55: a slip, and no number of moves. A move in Chinese characters is never too long.
func isOverlong(word, first string) bool {
	_, rest, _ := strings.Cut(word, first)
	return rest != "" && strings.Trim(rest, digits+signs) == "" && strings.ContainsAny(rest, digits) &&
		strings.ContainsAny(first[len(first)-1:], digits) && len(first) == utf8.RuneCountInString(first)
}

// moveFault returns a fault of the next move of a line.
func (p *parser) moveFault(l *line, at int, err error) *game.Error {
	ply := fmt.Sprintf("ply %d, move %s", l.ply+1, notation.Number(&l.after))
	if l.variation {
		ply += " of a variation"
	}
	fault := p.wrap(at, fmt.Errorf("%s: %w", ply, err))
	fault.Ply = l.ply + 1
	return fault
}
