package pgn

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/internal/keyed"
	"chuhe/internal/lazy"
)

// Doubts about a game, which is read all the same: the [game.Game.Warnings].
var (
	// ErrSide is about moves whose digits, or the words in front of them, belong to
	// the other side. Chinese notation uses Chinese digits for Red and others for Black.
	ErrSide error = keyed.New("fault.otherSide", "moves written like those of the other side")
	// ErrNumber is about a number that does not fit the moves before it.
	ErrNumber error = keyed.New("fault.number", "a move number that does not fit")
	// ErrAfterResult is about moves behind the result, which are left out.
	ErrAfterResult error = keyed.New("fault.afterResult", "moves after the result are left out")
	// ErrResults is about a tag Result and another result after the moves.
	ErrResults error = keyed.New("fault.results", "the result of the tag is not the one after the moves, which holds")
	// ErrQuotes is about a tag such as [Red name], which lacks quotes or its bracket.
	ErrQuotes error = keyed.New("fault.quotes", "a tag lacks its quotes or bracket")
	// ErrFirst is about a first move that is said to be of the side that is not to move.
	ErrFirst error = keyed.New("fault.first", "the first move is of the wrong side; the start position may be missing")
	// ErrBracket is about a bracket that closes no variation; one warning for a game.
	ErrBracket error = keyed.New("fault.bracket", ") without (, left out")
	// ErrGame is about a tag Game or Variant that names another game.
	ErrGame error = keyed.New("fault.otherGame", "another game by its tag, read as Xiangqi")
	// ErrHandicap is about words above the moves that speak of pieces given, such as 让左马, where
	// the game has no position of its own.
	ErrHandicap error = keyed.New("fault.handicap", "a handicap is named above the moves, but no start position is given; read from the usual one")
	// ErrNoPosition is about a line above the moves that should give the start position, such as
	// "FEN: see below", where the game has none.
	ErrNoPosition error = keyed.New("fault.noPosition", "no position where one is named, read from the usual one")
	// ErrRules is about a tag Rules that names no set of rules, or MoveLimit without a number of plies.
	ErrRules error = keyed.New("fault.rules", "unknown rules")
	// ErrAgain is about a list of moves that may be another game or continue the one
	// before it.
	ErrAgain error = keyed.New("fault.again", "move number 1 again, taken for another game")
)

// doubts are the oddities that a parser finds in a game.
type doubts struct {
	sides    [2]doubtful // by the side that is to move
	numbered bool        // a number that does not fit was found
	branch   misfit      // the first number of a variation that only a count of all moves fits
	bracket  bool        // one that closes nothing was found
	result   string      // above the moves, which says none
	resultAt int
	warnings []*game.Error
}

// doubtful counts moves that are written like moves of the other side.
type doubtful struct {
	count, at int // at is where the first stands
	text      string
}

// maxWarnings is how many doubts are noted about a game.
const maxWarnings = 32

// warn notes a doubt.
func (p *parser) warn(at int, err error) {
	if len(p.doubts.warnings) < maxWarnings {
		p.doubts.warnings = append(p.doubts.warnings, p.wrap(at, err))
	}
}

// compareSide notes a move that is not written like one of the side to move.
func (p *parser) compareSide(at int, side board.Side, t turn, text string) {
	said := t.sided && t.side != side
	if by, is := sideOf(text); is && by != side {
		said = true
	}
	if !said {
		return
	}
	d := &p.doubts.sides[side]
	if d.count++; d.count == 1 {
		d.at, d.text = at, text
	}
}

// sideOf returns the side of a move by the digits of its Chinese notation; ok is
// false where they do not say it.
func sideOf(text string) (side board.Side, ok bool) {
	if text == "" || text[0] < utf8.RuneSelf {
		return 0, false
	}
	red, black, chinese := 0, 0, false
	for _, r := range text {
		chinese = chinese || unicode.Is(unicode.Han, r) // not so in Ｃ２＝５
		switch {
		case r >= '1' && r <= '9', r >= '１' && r <= '９':
			black++
		case chineseDigits[r] > 0:
			red++
		}
	}
	switch {
	case !chinese:
		return 0, false
	case red > 0 && black == 0:
		return board.Red, true
	case black > 0 && red == 0:
		return board.Black, true
	}
	return 0, false
}

// numbering compares the numbers of moves with the moves. They count pairs that Red begins
// or, where Black moves first, pairs that Black begins; in some lists the moves of both sides.
type numbering struct {
	seen                  bool
	red, first, plies     int // the first number minus the count of pairs of Red or of who moves first, and of moves
	last, ply, at         int // the last number, the moves before it, and where it stands
	noRed, noFirst, noPly bool
	own                   bool // begun with 1 within a variation
}

// noPairs reports whether the numbers count no pairs of moves.
func (n *numbering) noPairs() bool { return n.noRed && n.noFirst }

// misfit is a number that does not fit, and what is wrong with it.
type misfit struct {
	at, number int
	why        string
}

// branch returns the numbering of a variation that begins after a number of moves.
func (n *numbering) branch(ply int) numbering {
	next := *n
	next.ply = ply - 1
	return next
}

// compareNumber notes a number that fits neither count. From the start position they
// begin with 1. Those of a variation go on as before it, or begin with 1.
func (p *parser) compareNumber(at int, g *game.Game, l *line) {
	n, number, ply, position := &l.numbers, p.turn.number, l.ply, &l.after
	gap := ply > n.ply+1
	n.last, n.ply, n.at = number, ply, at
	if number >= board.MaxCounter || position.Fullmove() == board.MaxCounter {
		return // where counters stop
	}
	red, plies := number-position.Fullmove(), number-ply
	first := red
	if g.Start.Side() == board.Black && position.Side() == board.Red {
		first++
	}
	switch {
	case l.variation && number == 1 && ply > 1 && ply == l.start:
		*n = numbering{seen: true, red: red, first: first, plies: plies, last: number, ply: ply, at: at, own: true}
		return
	case !n.seen:
		n.seen, n.red, n.first, n.plies, gap = true, red, first, plies, false
		n.noFirst = p.turn.sided && ply == 0 // "1..." stands for Black's move in a pair of Red
		if g.Start == board.Start() {
			n.red, n.first, n.plies = 0, 0, 1
		}
	}
	want := number - red + n.red
	switch {
	case n.noPairs():
		want = number - plies + n.plies
	case n.noRed:
		want = number - first + n.first
	}
	fits := red == n.red && !n.noRed || first == n.first && !n.noFirst
	if p.turn.dots && fits && red != n.red {
		p.turn.side = board.Red // the second of a pair that Black began
	}
	if l.variation && !n.own && !n.noPairs() && !fits && p.doubts.branch.why == "" {
		p.doubts.branch = misfit{at, number, fmt.Sprintf("want %d", want)}
	}
	n.noRed = n.noRed || red != n.red
	n.noFirst = n.noFirst || first != n.first
	n.noPly = n.noPly || plies != n.plies || gap
	if n.noPairs() && n.noPly {
		p.warnNumber(misfit{at, number, fmt.Sprintf("want %d", want)})
	}
}

// compareLast notes, at the end of a line, that its numbers seem to count the moves of both
// sides, but moves without numbers stand at the end. The numbers of variations count the
// same as the numbers of the main line.
func (p *parser) compareLast(l *line) {
	n := &l.numbers
	switch {
	case n.noPairs() && !n.noPly && l.ply > n.ply+1:
		p.warnNumber(misfit{n.at, n.last, fmt.Sprintf("%d moves before it and %d behind it", n.ply, l.ply-n.ply)})
	case !l.variation && n.noPly && !n.noPairs() && p.doubts.branch.why != "":
		p.warnNumber(p.doubts.branch)
	}
}

// warnNumber notes the first number that does not fit.
func (p *parser) warnNumber(m misfit) {
	if !p.doubts.numbered {
		p.doubts.numbered = true
		p.warn(m.at, fmt.Errorf("%w: %d, %s; moves may be missing", ErrNumber, m.number, m.why))
	}
}

// result gives a game the result that stands behind its moves, unless that is unknown.
func (p *parser) result(g *game.Game, text string, at int) {
	r, _ := game.ParseResult(text)
	if !r.Finished() {
		return
	}
	if g.Result.Finished() && g.Result != r {
		p.warn(at, fmt.Errorf("%w: %v and %v", ErrResults, g.Result, r))
	}
	g.Result = r
}

// compareEnd does what compareLast does for the main line, and notes moves behind the result: at once, or behind
// words with a number higher than those before it.
func (p *parser) compareEnd(l *line) {
	p.compareLast(l)
	ahead := *p
	for words := false; ; {
		if _, ok := ahead.passComments(); !ok || ahead.at == len(ahead.text) || ahead.beginsLine() && ahead.headingHere() {
			return
		}
		at := ahead.at
		n, numbered := ahead.numberedAt(at)
		word := strings.TrimRight(ahead.word(), signs)
		switch {
		case !words && leadingMove(word) != "":
			p.warn(at, fmt.Errorf("%w: %q", ErrAfterResult, shortened(word)))
			return
		case words && numbered && l.numbers.seen && !l.numbers.noRed && (n.number > l.number || n.follows(l)):
			line, _, _ := strings.Cut(p.text[at:], "\n")
			p.warn(at, fmt.Errorf("%w: %q", ErrAfterResult, shortened(strings.TrimSpace(line))))
			return
		}
		words = words || strings.Trim(word, joins+dashes) != ""
	}
}

// doubt gives the game its warnings.
func (p *parser) doubt(g *game.Game) {
	if w := p.cut.Warning(); w != nil {
		p.doubts.warnings = append(p.doubts.warnings, w)
	}
	if p.doubts.result != "" && !g.Result.Finished() {
		g.SetTag(game.TagResultText, p.doubts.result)
		p.warn(p.doubts.resultAt, keyed.Errorf("fault.result", "%w %q, read as *", board.ErrResult, shortened(p.doubts.result)))
	}
	if !p.placed && g.Start == board.Start() {
		p.doubtHandicap()
	}
	if !p.placed && p.unplaced != "" {
		p.warn(p.unplacedAt, fmt.Errorf("%w: %q", ErrNoPosition, shortened(p.unplaced)))
	}
	if p.again {
		p.warn(0, ErrAgain)
	}
	if at := strings.IndexRune(p.text, utf8.RuneError); at >= 0 {
		p.warn(at, game.ErrDamaged)
	}
	for side := range p.doubts.sides {
		d := &p.doubts.sides[side]
		if d.count > 0 {
			side := board.Side(side)
			p.warn(d.at, fmt.Errorf("%w: %d of %v written like %v's, first %q", ErrSide, d.count, side, side.Other(), d.text))
		}
	}
	slices.SortStableFunc(p.doubts.warnings, func(a, b *game.Error) int { return cmp.Compare(a.Offset, b.Offset) })
	g.Warnings = p.doubts.warnings
}

// handicap finds pieces given. In 让车路畅通 other words follow.
var handicap = lazy.Pattern(`[让讓饶饒][一二两兩左右单單双雙]{0,2}[马馬车車炮砲](?:$|\P{Han}|[局棋谱譜先后後者方与與对對胜勝负負和战戰赛賽马馬车車炮砲])`)

// doubtHandicap notes that a tag, a line of the head or a heading above the moves speaks of pieces given.
// Longer lines are prose, about anything.
func (p *parser) doubtHandicap() {
	const short = 30 // characters
	begin := 0
	for line := range strings.Lines(p.text[:p.begin]) {
		if strings.ContainsAny(line, "让讓饶饒") && (utf8.RuneCountInString(line) <= short || isTagLine(line) || headValues(line) != nil) {
			if m := handicap().FindStringIndex(line); m != nil {
				p.warn(begin+m[0], fmt.Errorf("%w: %q", ErrHandicap, strings.TrimSpace(line[m[0]:m[1]])))
				return
			}
		}
		begin += len(line)
	}
}

// leadingMove returns the beginning of a word that is written like a move, "" if there
// is none.
func leadingMove(word string) string {
	if notation.IsMove(word) {
		return word
	}
	for _, first := range firsts(word) {
		if notation.IsMove(first) {
			return first
		}
	}
	return ""
}
